"""A reading turned into findings, evidence, marked words and plain words for a reader."""
