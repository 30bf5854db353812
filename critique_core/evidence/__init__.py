"""Sources become an index of passages; quotes are located in them."""
