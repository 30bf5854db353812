"""Plain text: sentences, Markdown, languages, closed word classes, and orders hidden in foreign text."""
