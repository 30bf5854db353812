"""What every page has: its style, sidebar, messages and ways to wait."""
