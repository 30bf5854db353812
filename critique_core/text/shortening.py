"""Text on one line, and cut to a length."""


def one_line(text: str) -> str:
    """Text with its line breaks folded into spaces."""
    return " ".join(text.split())


def shortened(text: str, length: int) -> str:
    """Text on one line, cut to ``length`` characters with an ellipsis."""
    line = one_line(text)
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
