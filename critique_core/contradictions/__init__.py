"""Statements that exclude each other, in the draft and between sources."""
