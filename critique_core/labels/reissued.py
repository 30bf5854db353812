"""The issues of the claims as reviewers have made them: those of a claim that was changed give way to the new ones'."""

from collections.abc import Mapping, Sequence

from critique_core.models import Critique, Issue, Place, VerifiedClaim
from critique_core.scoring import issues


def reissued(critique: Critique, claims: Sequence[VerifiedClaim]) -> tuple[Issue, ...]:
    """The critique's issues with ``claims`` in the place of its own.

    What was held against a claim that is gone goes with it, and each new claim is judged by its own verdict. A wrong
    citation and statements that exclude each other are in the draft whoever cuts it: they go over to the claim that
    has their words now, and go where none has.
    """
    known = {claim.id: claim for claim in critique.claims}
    here = {claim.id for claim in claims}
    new = [claim for claim in claims if claim.id not in known]
    kept = (_moved(issue, known, new, here) for issue in critique.issues)
    return tuple(issue for issue in kept if issue is not None) + issues.find(new, critique.request)


def replaced(critique: Critique, seen: Critique) -> int:
    """How many claims with issues are there no more, because reviewers changed them."""
    here = {claim.id for claim in seen.claims}
    return len({issue.claim_id for issue in critique.issues if issue.claim_id is not None} - here)


def _moved(
    issue: Issue, known: Mapping[str, VerifiedClaim], new: Sequence[VerifiedClaim], here: set[str]
) -> Issue | None:
    related = tuple(_placed(place, new, here) for place in issue.related)
    if issue.claim_id is None or issue.claim_id in here:
        return issue if related == issue.related else issue.model_copy(update={"related": related})
    old = known.get(issue.claim_id)
    heirs = _heirs(old, new) if old and (issue.related or issue.type == "incorrect_citation") else []
    if issue.type == "incorrect_citation" and (marker := issue.start) is not None:
        heirs.sort(key=lambda claim: _away(claim, marker))
    return issue.model_copy(update={"claim_id": heirs[0].id, "related": related}) if heirs else None


def _placed(place: Place, new: Sequence[VerifiedClaim], here: set[str]) -> Place:
    if place.claim_id is None or place.claim_id in here:
        return place
    heirs = _heirs(place, new)
    return place.model_copy(update={"claim_id": heirs[0].id if heirs else None})


def _heirs(old: Place | VerifiedClaim, new: Sequence[VerifiedClaim]) -> list[VerifiedClaim]:
    """The new claims that have words of an old one, those with most of them first."""
    shared = {claim.id: min(claim.end, old.end) - max(claim.start, old.start) for claim in new}
    return sorted((claim for claim in new if shared[claim.id] > 0), key=lambda claim: -shared[claim.id])


def _away(claim: VerifiedClaim, marker: int) -> int:
    """How many characters lie between a claim and a citation marker."""
    return max(claim.start - marker, marker - claim.end, 0)
