"""Words and values of a claim laid over the units of its sources."""
