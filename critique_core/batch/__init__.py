"""Long jobs over the store: import, export, decide again, gather labels."""
