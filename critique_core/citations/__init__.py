"""Citation markers, a draft's own source list, the claims that markers back, and whether they back them rightly."""
