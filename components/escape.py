"""Makes text from outside safe to show. All such text in a label, a caption or other Markdown goes through here.

Streamlit reads labels, captions, tooltips, alerts and toasts as its own Markdown: links, images, formulas, colour and
icon directives, emoji short codes, arrows. ``st.text``, ``st.code``, table cells and the options of a select box do
not; text for them needs ``visible`` only.
"""

import re

_MARKDOWN = re.compile(r"([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~])")
_INVISIBLE_ORDER = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")
_LINE_BREAKS = re.compile(r"[\s\u2028\u2029]+")

# Streamlit recognises emoji codes, arrows and bare addresses after it has read escapes, so a backslash cannot stop
# them. A word joiner has no width and breaks the pattern.
_JOINER = "\u2060"
_LATE_PATTERNS = re.compile(r"(?<=[:@])(?=\S)|(?<=[-<>~=])(?=[-<>~=])|(?<=www)(?=\.)", re.IGNORECASE)


def visible(text: str) -> str:
    """Show control and bidirectional characters, which hide or reorder text, as their code: ``⟨U+202E⟩``."""
    return _CONTROLS.sub(_name, _INVISIBLE_ORDER.sub(_name, text))


def escape(text: str, limit: int | None = None) -> str:
    """Return Markdown that reads as ``text`` itself, on one line, cut to ``limit`` characters with an ellipsis."""
    line = _LINE_BREAKS.sub(" ", visible(text)).strip()
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _MARKDOWN.sub(r"\\\1", _LATE_PATTERNS.sub(_JOINER, line))


def _name(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match.group()):04X}⟩"
