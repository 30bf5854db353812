"""Answers from retrieved sources, verified, and corrected by better sources (S3, S4)."""
