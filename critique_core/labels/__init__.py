"""Reviewers' decisions: folded into claims, claims reshaped, disagreements decided, triage."""
