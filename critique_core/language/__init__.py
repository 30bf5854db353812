"""A sentence's words, statements, negation and frames, the lexicon, and how alike two words are."""
