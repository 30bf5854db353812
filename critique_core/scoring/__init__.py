"""Verdicts and findings become statuses, issues, scores and recommendations."""
