"""Claims reshaped by the reviewer: split, merged, reworded, added."""
