"""One review as a file: an HTML page, Markdown or JSON, with its decisions and where it comes from."""
