"""Parts of the screen that several pages draw."""
