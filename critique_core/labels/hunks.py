"""The changes of a revision one by one, with reviewers' decisions on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from critique_core.labels.fold import standing
from critique_core.models import Critique, Decision, Hunk, Revision


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


def offered(
    critique: Critique, decisions: Iterable[Decision], proposed: Sequence[Hunk] = ()
) -> tuple[OfferedHunk, ...]:
    """The changes to the draft, with the last decision on each.

    They are those of the first attempt at a revision or, before there was one, the ``proposed`` ones.
    A decision belongs to the change with its place and its new words, in any run of the request.
    """
    said = {
        (event.start, event.end, event.text): event
        for event in standing(decisions)
        if event.action in ("hunk_accept", "hunk_reject")
    }
    part = kept_part(critique) if critique.revisions else None
    hunks = critique.revisions[0].hunks if critique.revisions else proposed
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
