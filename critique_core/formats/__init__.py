"""Interchange formats: one file a format, each reads and/or writes, with its fields listed on top."""
