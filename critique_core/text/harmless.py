"""Text that a terminal or a message can show without obeying it."""

import regex

# Control characters (escape sequences begin with one), and marks that reorder or hide text.
_UNSAFE = regex.compile(r"[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]")

# The same for a page, which keeps line breaks: marks that reorder text, and controls that a browser drops or obeys.
_HIDDEN = regex.compile(
    "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]"
)

_LEFT_BY_JSON = regex.compile("[\x7f-\x9f]")


def visible(text: str) -> str:
    """Show control and bidirectional characters, which hide or reorder text, as their code: ``⟨U+202E⟩``."""
    return _HIDDEN.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", text)


def harmless(text: str) -> str:
    """The text with control characters and direction marks spelt out, so that a terminal only ever shows it."""
    return _UNSAFE.sub(lambda match: _spelt(match.group()), text)


def harmless_json(json: str) -> str:
    """JSON with the controls spelt out that JSON leaves as they are and a terminal may obey; it reads as the same."""
    return _LEFT_BY_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", json)


def _spelt(character: str) -> str:
    if character in "\n\t":
        return " "
    return f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
