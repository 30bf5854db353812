"""What a claim may get wrong with every word in place: one file a kind of meaning."""
