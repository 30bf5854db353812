"""Text that a terminal or a message can show without obeying it."""

import regex

# Control characters (escape sequences begin with one), and marks that reorder or hide text.
_UNSAFE = regex.compile(r"[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]")


def harmless(text: str) -> str:
    """The text with control characters and direction marks spelt out, so that a terminal only ever shows it."""
    return _UNSAFE.sub(lambda match: _spelt(match.group()), text)


def _spelt(character: str) -> str:
    if character in "\n\t":
        return " "
    return f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
