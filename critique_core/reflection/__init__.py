"""Relevance, support, usefulness and source quality of an answer (S2)."""
