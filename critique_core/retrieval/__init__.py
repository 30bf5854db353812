"""Sources from a library or the web: searched, graded, cut to what matters."""
