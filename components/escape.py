"""Makes text from outside safe to show. All such text in a label, a caption or other Markdown goes through here.

Streamlit reads labels, captions, tooltips, alerts and toasts as its own Markdown: links, images, formulas, colour and
icon directives, emoji short codes, arrows. ``st.text``, ``st.code``, table cells and the options of a select box do
not; text for them needs ``visible`` only.
"""

import re

from critique_core.text.harmless import visible

__all__ = ["escape", "visible"]

_MARKDOWN = re.compile(r"([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~])")
_LINE_BREAKS = re.compile(r"[\s\u2028\u2029]+")

# Streamlit recognises emoji codes, arrows and bare addresses after it has read escapes, so a backslash cannot stop
# them. A word joiner has no width and breaks the pattern.
_JOINER = "\u2060"
_LATE_PATTERNS = re.compile(r"(?<=[:@])(?=\S)|(?<=[-<>~=])(?=[-<>~=])|(?<=www)(?=\.)", re.IGNORECASE)


def escape(text: str, limit: int | None = None) -> str:
    """Return Markdown that reads as ``text`` itself, on one line, cut to ``limit`` characters with an ellipsis."""
    line = _LINE_BREAKS.sub(" ", visible(text)).strip()
    if limit is not None and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return _MARKDOWN.sub(r"\\\1", _LATE_PATTERNS.sub(_JOINER, line))
