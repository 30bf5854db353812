"""Drawn parts that belong to no single page."""
