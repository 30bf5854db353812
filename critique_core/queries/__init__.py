"""What a query asks for, and where a text mentions it."""
