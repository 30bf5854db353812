"""A change to a text as a reader is shown it: between the words around it."""

from dataclasses import dataclass

from critique_core.models import Hunk

_CONTEXT = 60  # characters of context on either side of a change
_LONGEST = 600  # characters shown of removed or new text


@dataclass(frozen=True)
class HunkText:
    """The texts of a change: its context, the removed words and the new ones."""

    before: str
    removed: str
    inserted: str
    after: str


def reading(text: str, hunk: Hunk, *, longest: int | None = _LONGEST) -> HunkText:
    """The texts of a change to ``text``.

    Removed and new ones beyond ``longest`` are cut in the middle, with the number of characters left out.
    """
    start, end = _words_from(text, hunk.start), _words_to(text, hunk.end)
    return HunkText(
        before=("…" if start else "") + text[start : hunk.start],
        removed=_shortened(text[hunk.start : hunk.end], longest),
        inserted=_shortened(hunk.replacement, longest),
        after=text[hunk.end : end] + ("…" if end < len(text) else ""),
    )


def _words_from(text: str, place: int) -> int:
    """Where the context before a place begins: at a word if one begins near enough."""
    start = max(0, place - _CONTEXT)
    space = text.find(" ", start, place) if start else -1
    return start if space < 0 else space + 1


def _words_to(text: str, place: int) -> int:
    """Where the context after a place ends: behind a word if one ends near enough."""
    end = min(len(text), place + _CONTEXT)
    space = text.rfind(" ", place, end) if end < len(text) else -1
    return end if space <= place else space


def _shortened(text: str, longest: int | None) -> str:
    if longest is None or len(text) <= longest:
        return text
    left_out, half = len(text) - longest, longest // 2
    return f"{text[:half]} … ({left_out:,} more characters) … {text[-half:]}"
