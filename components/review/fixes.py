"""The fixes of the review on screen: what is proposed for each claim, what was taken, and what that does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from components.review import revising
from components.review.hunks import OfferedHunk, taken, with_taken
from components.review.open_review import OpenReview, stale
from components.review.revising import Effect
from components.words.review import counted
from components.work.jobs import Job
from critique_core.errors import ClaimlensError
from critique_core.labels.corrected import still_wrong, touched
from critique_core.labels.fold import ReviewedClaim
from critique_core.labels.hunks import WRONG, fixed
from critique_core.models import Hunk, VerifiedClaim
from critique_core.revision.trials import with_changes


@dataclass(frozen=True)
class Fixes:
    """Each change that a reviewer may take; ``text`` is the draft with the taken ones made.

    ``effect`` is what the second check finds of ``text``, ``None`` while nothing is taken or it is not known. ``words``
    say what the taken ones do; empty without any. ``checking`` is the second check while it is under way.
    """

    offered: tuple[OfferedHunk, ...] = ()
    text: str = ""
    effect: Effect | None = None
    words: str = ""
    checking: Job[Effect] | None = None

    @property
    def confidence(self) -> float | None:
        """The confidence of ``text``; ``None`` where it is not known."""
        return self.effect.confidence if self.effect is not None else None

    @property
    def taken(self) -> tuple[OfferedHunk, ...]:
        """The changes that were taken."""
        return tuple(one for one in self.offered if one.taken)

    @property
    def made(self) -> tuple[Hunk, ...]:
        """What those that were taken change."""
        return taken(self.offered)

    @property
    def fixed(self) -> frozenset[str]:
        """The claims that have all their fixes taken."""
        return fixed(self.offered)

    def wrong(self, claims: Iterable[ReviewedClaim]) -> tuple[ReviewedClaim, ...]:
        """The claims that were found wrong and that stay in the answer as they are."""
        return still_wrong(tuple(claims), self.made)

    def in_vain(self, claims: Iterable[ReviewedClaim]) -> tuple[ReviewedClaim, ...]:
        """The claims that a fix was taken of and that the second check finds wrong all the same."""
        found = () if self.effect is None else self.effect.critique.claims
        failing = [one for one in found if one.status in WRONG]

        def fails(claim: VerifiedClaim) -> bool:
            start, end = self._moved(claim.start), self._moved(claim.end)
            return any(one.start < end and start < one.end for one in failing)

        return tuple(one for one in claims if self.touches(one.claim) and fails(one.claim))

    def _moved(self, offset: int) -> int:
        """Where a place in the draft, at an edge of a claim, is in ``text``."""
        changes = (one.hunk for one in self.taken if one.hunk.end <= offset)
        return offset + sum(len(hunk.replacement) - (hunk.end - hunk.start) for hunk in changes)

    def touches(self, claim: VerifiedClaim) -> bool:
        """Whether a change that was taken is within the words of a claim."""
        return touched(claim, self.made)

    def wording(self, draft: str, claim: VerifiedClaim) -> str:
        """The claim with those of its changes that were taken; its own words where nothing of it would be left."""
        return with_changes(draft, claim, [one.hunk for one in self.of(claim.id) if one.taken]) or claim.text

    def of(self, claim_id: str) -> tuple[OfferedHunk, ...]:
        """The changes that concern a claim."""
        return tuple(one for one in self.offered if one.hunk.claim_id == claim_id)


def fixes_of(opened: OpenReview) -> Fixes:
    """The fixes of an opened review, the rewritten answer checked again; none while the verdicts are hidden."""
    if opened.blind:
        return Fixes()
    critique = opened.critique
    changes = opened.changes
    chosen = taken(changes)
    if not chosen:
        return Fixes(changes)
    if any(one.removes and not one.taken for one in changes):  # they came with the decisions, and are no fixes yet
        count = f"{counted(len(chosen), 'change')} made"
    else:
        count = f"{len(chosen)} of {len(changes)} {'fix' if len(changes) == 1 else 'fixes'} taken"
    text = with_taken(critique, changes)
    if stale(critique):
        return Fixes(changes, text, words=count)
    try:
        job = revising.effect_of(critique, chosen)
        effect = job.result() if job.done() else None
    except ClaimlensError as error:
        revising.forget_effect(critique, chosen)
        return Fixes(changes, text, words=f"{count}; the new answer could not be checked: {error}")
    if effect is None:
        return Fixes(changes, text, words=count, checking=job)
    unwelcome = effect.regression or not effect.helps
    return Fixes(changes, text, effect, f"{count}: {effect.reason}" if unwelcome else count)


def take(opened: OpenReview, claim_id: str) -> None:
    """Take every fix of a claim that no one has decided on."""
    for one in _open(Fixes(opened.changes).of(claim_id)):
        revising.decide("hunk_accept", one.hunk)


def leave_out(opened: OpenReview, claim_ids: Iterable[str]) -> None:
    """Take the changes that leave out claims which were found wrong."""
    for claim_id in claim_ids:
        for one in _open(Fixes(opened.changes).of(claim_id)):
            if one.removes:
                revising.decide("hunk_accept", one.hunk)


def _open(changes: Sequence[OfferedHunk]) -> list[OfferedHunk]:
    return [one for one in changes if not one.taken and one.helps]
