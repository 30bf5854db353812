"""The changes that a review offers, and the texts they change. No Streamlit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from critique_core.labels import hunks as decided
from critique_core.labels.hunks import OfferedHunk, kept_part, taken
from critique_core.models import Critique, Decision, Hunk
from critique_core.pipeline import proposed
from critique_core.reports.changes import HunkText, reading
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
