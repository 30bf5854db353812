"""What a query asks for, and where a text speaks of it."""
