"""The changes to a draft one by one, with reviewers' decisions on them: a revision's, and those that reviewers make.

A reviewer's own wording of a claim is a change that is taken. A claim that a reviewer found wrong, and for which
there is no other change, can be left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from critique_core.labels.fold import ReviewedClaim, fold, person_says, standing
from critique_core.models import Critique, Decision, Hunk, Revision, Status
from critique_core.revision import left_out

WRONG: frozenset[Status | None] = frozenset({"contradicted", "unsupported"})
"""What a person says of a claim that must not stay in an answer."""
CHANGING = frozenset({"edit", "hunk_accept", "hunk_reject"})
"""The actions that take or leave a change of the draft."""
LEAVING_OUT = "Found wrong by a reviewer, and the machine has no other wording for it"
_Place = tuple[int | None, int | None, str | None]
_OWN_WORDS = "A reviewer's wording"


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
        return self.decision is not None and self.decision.action in ("hunk_accept", "edit")

    @property
    def removes(self) -> bool:
        """Whether it leaves out a claim that a reviewer found wrong."""
        return not self.hunk.replacement.strip() and self.hunk.reason == LEAVING_OUT

    @property
    def left(self) -> bool:
        """Whether a reviewer decided to keep the draft's words here."""
        return self.decision is not None and self.decision.action == "hunk_reject"


def offered(
    critique: Critique, decisions: Iterable[Decision], proposed: Sequence[Hunk] = ()
) -> tuple[OfferedHunk, ...]:
    """The changes to the draft, with the last decision on each.

    They are those of the first attempt at a revision or, before there was one, the ``proposed`` ones; a reviewer's own
    wording takes the place of those of its claim, and what was found wrong without one may be left out. None overlaps
    another. A decision belongs to the change with its place and its new words, in any run of the request.
    """
    events = tuple(decisions)
    said = {
        (event.start, event.end, event.text): event
        for event in standing(events)
        if event.action in ("hunk_accept", "hunk_reject")
    }
    part = kept_part(critique) if critique.revisions else None
    found = [
        OfferedHunk(0, hunk, said.get((hunk.start, hunk.end, hunk.replacement)), not part or hunk in part.hunks)
        for hunk in (critique.revisions[0].hunks if critique.revisions else proposed)
    ]
    reworded = list(_reworded(critique, events, said))
    found = [one for one in found if not _overlaps(one, reworded)] + reworded
    for hunk in _to_leave_out(critique, events):
        one = OfferedHunk(0, hunk, said.get((hunk.start, hunk.end, hunk.replacement)))
        if not _overlaps(one, found):
            found.append(one)
    found.sort(key=lambda one: (one.hunk.start, one.hunk.end))
    return tuple(replace(one, number=number) for number, one in enumerate(found, 1))


def _reworded(critique: Critique, events: Sequence[Decision], said: Mapping[_Place, Decision]) -> Iterator[OfferedHunk]:
    """The standing rewordings of claims, each a change that its reviewer took, until somebody leaves it."""
    draft, before = critique.request.draft, 0
    last = {event.claim_id: event for event in standing(events) if event.action == "edit"}
    for review in sorted(fold(critique, events), key=lambda one: (one.claim.start, one.claim.end)):
        claim, words = review.claim, (review.edited_text or "").strip()
        if not words or words == claim.text or claim.start < before or claim.id not in last:
            continue
        if draft[claim.end : claim.end + 1] == words[-1:]:
            words = words[:-1]  # the full stop is the draft's
        hunk = Hunk(start=claim.start, end=claim.end, replacement=words, reason=_OWN_WORDS, claim_id=claim.id)
        decided = said.get((hunk.start, hunk.end, hunk.replacement))
        later = decided is not None and decided.sequence > last[claim.id].sequence
        yield OfferedHunk(0, hunk, decided if later else last[claim.id])
        before = claim.end


def _to_leave_out(critique: Critique, events: Sequence[Decision]) -> Iterator[Hunk]:
    """What takes each claim out that a person found contradicted or unsupported."""
    for review in fold(critique, events):
        if person_says(review) in WRONG:
            cut = left_out(critique.request.draft, critique.claims, review.claim.id)
            if cut is not None:
                yield cut.model_copy(update={"reason": LEAVING_OUT})


def _overlaps(one: OfferedHunk, others: Sequence[OfferedHunk]) -> bool:
    hunk = one.hunk
    return any(
        (hunk.start < other.hunk.end and other.hunk.start < hunk.end) or hunk.start == other.hunk.start
        for other in others
    )


def kept_part(critique: Critique) -> Revision | None:
    """The part kept of a first attempt that was refused as a whole; ``None`` without such a part."""
    again = (one for one in critique.revisions[1:] if one.attempt == critique.revisions[0].attempt)
    return next(again, None)


def taken(hunks: Sequence[OfferedHunk]) -> tuple[Hunk, ...]:
    """The changes that were taken, in the order of the draft."""
    return tuple(one.hunk for one in hunks if one.taken)


def _half_open(hunks: Sequence[OfferedHunk]) -> frozenset[str | None]:
    """The claims that have a change which helps and which was not taken."""
    return frozenset(one.hunk.claim_id for one in hunks if not one.taken and one.helps)


def fixed(hunks: Sequence[OfferedHunk]) -> frozenset[str]:
    """The claims that have every change taken that helps, and at least one."""
    return frozenset(one.hunk.claim_id for one in hunks if one.taken and one.hunk.claim_id) - _half_open(hunks)


def with_changed(claims: tuple[ReviewedClaim, ...], decisions: Iterable[Decision]) -> tuple[ReviewedClaim, ...]:
    """The claims, those marked as fixed that a reviewer took a change of or reworded.

    A claim with two changes counts from the first one taken; ``without_half_fixed`` knows of the other.
    """
    last: dict[tuple[int | None, int | None] | str | None, Decision] = {}
    for event in standing(decisions):
        if event.action == "edit":
            last[event.claim_id] = event
        elif event.action in CHANGING:
            last.pop(event.claim_id, None)  # the reviewer's own wording is a change of that place too
            last[event.start, event.end] = event
    words = {one.claim.id: one.claim.text for one in claims}
    ids = {
        event.claim_id
        for event in last.values()
        if event.action != "hunk_reject" and event.text != words.get(event.claim_id or "")
    }
    return tuple(one.model_copy(update={"fixed": True}) if one.claim.id in ids else one for one in claims)


def without_half_fixed(claims: tuple[ReviewedClaim, ...], hunks: Sequence[OfferedHunk]) -> tuple[ReviewedClaim, ...]:
    """The claims, those no longer marked as fixed that have another change to take."""
    open_ = _half_open(hunks)
    return tuple(one.model_copy(update={"fixed": False}) if one.claim.id in open_ else one for one in claims)


def with_fixed(claims: tuple[ReviewedClaim, ...], hunks: Sequence[OfferedHunk]) -> tuple[ReviewedClaim, ...]:
    """The claims, those marked that are fixed."""
    ids = fixed(hunks)
    return tuple(one.model_copy(update={"fixed": True}) if one.claim.id in ids else one for one in claims)
