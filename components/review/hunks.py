"""The changes of a revision one by one, with their context and reviewers' decisions. No Streamlit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.labels.fold import standing
from critique_core.models import Critique, Decision, Hunk, Revision
from critique_core.pipeline import proposed
from critique_core.revision import apply

HunkAction = Literal["hunk_accept", "hunk_reject"]

_CONTEXT = 60  # characters of context on either side of a change
_LONGEST = 600  # characters shown of removed or new text


@dataclass(frozen=True)
class OfferedHunk:
    """One change to the draft with the last decision on it; ``number`` counts from 1.

    ``helps`` is false where the reviser tried the change and left it out, but kept others of its attempt.
    """

    number: int
    hunk: Hunk
    decision: Decision | None = None
    helps: bool = True

    @property
    def taken(self) -> bool:
        """Whether a reviewer took it."""
        return self.decision is not None and self.decision.action == "hunk_accept"

    @property
    def left(self) -> bool:
        """Whether a reviewer decided to keep the draft's words here."""
        return self.decision is not None and self.decision.action == "hunk_reject"


@dataclass(frozen=True)
class HunkText:
    """The texts of a change: its context, the removed words and the new ones."""

    before: str
    removed: str
    inserted: str
    after: str


def offered(critique: Critique, decisions: Iterable[Decision]) -> tuple[OfferedHunk, ...]:
    """The changes to the draft, with the last decision on each.

    They are those of the first attempt at a revision or, before there was one, those that it would make.

    A decision belongs to the change with its place and its new words, in any run of the request.
    """
    said = {
        (event.start, event.end, event.text): event
        for event in standing(decisions)
        if event.action in ("hunk_accept", "hunk_reject")
    }
    part = kept_part(critique) if critique.revisions else None
    hunks = critique.revisions[0].hunks if critique.revisions else proposed(critique)
    return tuple(
        OfferedHunk(number, hunk, said.get((hunk.start, hunk.end, hunk.replacement)), not part or hunk in part.hunks)
        for number, hunk in enumerate(hunks, 1)
    )


def kept_part(critique: Critique) -> Revision | None:
    """The part kept of a first attempt that was refused as a whole; ``None`` without such a part."""
    again = (one for one in critique.revisions[1:] if one.attempt == critique.revisions[0].attempt)
    return next(again, None)


def taken(hunks: Sequence[OfferedHunk]) -> tuple[Hunk, ...]:
    """The changes that were taken, in the order of the draft."""
    return tuple(one.hunk for one in hunks if one.taken)


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
