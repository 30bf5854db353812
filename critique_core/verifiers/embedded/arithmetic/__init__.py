"""Values that follow from the values a source gives."""
