"""Long jobs: import, export, decide again, gather labels over the store; critiques of whole files."""
