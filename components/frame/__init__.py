"""What every page has: style, sidebar, messages and progress."""
