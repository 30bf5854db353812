"""The texts of a revision's changes, with their context. No Streamlit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from critique_core.labels import hunks as decided
from critique_core.labels.hunks import OfferedHunk, kept_part, taken
from critique_core.models import Critique, Decision, Hunk
from critique_core.pipeline import proposed
from critique_core.revision import apply

__all__ = [
    "HunkAction",
    "HunkText",
    "OfferedHunk",
    "began_with",
    "kept_part",
    "offered",
    "reading",
    "taken",
    "with_taken",
]

HunkAction = Literal["hunk_accept", "hunk_reject"]

_CONTEXT = 60  # characters of context on either side of a change
_LONGEST = 600  # characters shown of removed or new text


@dataclass(frozen=True)
class HunkText:
    """The texts of a change: its context, the removed words and the new ones."""

    before: str
    removed: str
    inserted: str
    after: str


def offered(critique: Critique, decisions: Iterable[Decision]) -> tuple[OfferedHunk, ...]:
    """The changes to the draft, proposed or those of a revision, with the last decision on each."""
    return decided.offered(critique, decisions, () if critique.revisions else _proposed(_Judged(critique.id, critique)))


@dataclass(frozen=True)
class _Judged:
    """A critique known by its id, which is the fingerprint of what it says."""

    id: str
    critique: Critique = field(compare=False)


@lru_cache(maxsize=16)
def _proposed(judged: _Judged) -> tuple[Hunk, ...]:
    """The changes proposed, worked out once: every decision asks for them, and for a long draft they take seconds."""
    return proposed(judged.critique)


def began_with(critique: Critique, attempt: int) -> str:
    """The text that an attempt changes: the last one kept before it, else the draft."""
    kept = [one.text for one in critique.revisions if one.kept and one.attempt < attempt]
    return kept[-1] if kept else critique.request.draft


def with_taken(critique: Critique, hunks: Sequence[OfferedHunk]) -> str:
    """The draft with the taken changes made and no others."""
    return apply(critique.request.draft, taken(hunks))


def reading(text: str, hunk: Hunk) -> HunkText:
    """The texts of a change to ``text``. Long ones are cut in the middle, with the number of characters left out."""
    start, end = _words_from(text, hunk.start), _words_to(text, hunk.end)
    return HunkText(
        before=("…" if start else "") + text[start : hunk.start],
        removed=_shortened(text[hunk.start : hunk.end]),
        inserted=_shortened(hunk.replacement),
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


def _shortened(text: str) -> str:
    left_out = len(text) - _LONGEST
    if left_out <= 0:
        return text
    half = _LONGEST // 2
    return f"{text[:half]} … ({left_out:,} more characters) … {text[-half:]}"
