"""The verdict on an answer with reviewers' fixes: its second check, with the labels of the claims left alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.labels.answer_label import LabelledVerdict, by_labels
from critique_core.labels.fold import ReviewedClaim, person_says
from critique_core.labels.hunks import WRONG
from critique_core.models import Claim, Critique, Gate, Hunk, Recommendation


@dataclass(frozen=True)
class CorrectedAnswer:
    """``claims`` are those of the answer with the fixes, ``labels`` what reviewers' words make of them.

    ``wrong`` are the claims of the draft that a reviewer found wrong and that no fix touched.
    """

    claims: tuple[ReviewedClaim, ...]
    labels: LabelledVerdict | None
    wrong: tuple[ReviewedClaim, ...]
    recommendation: Recommendation


def touched(claim: Claim, fixes: Sequence[Hunk]) -> bool:
    """Whether a fix is within the words of a claim."""
    return any(hunk.start < claim.end and claim.start < hunk.end for hunk in fixes)


def still_wrong(reviewed: Sequence[ReviewedClaim], fixes: Sequence[Hunk]) -> tuple[ReviewedClaim, ...]:
    """The claims that were found wrong and that stay in the answer as they are."""
    return tuple(one for one in reviewed if person_says(one) in WRONG and not touched(one.claim, fixes))


def corrected_answer(
    after: Critique, reviewed: Sequence[ReviewedClaim], fixes: Sequence[Hunk], *, gate: Gate | None = None
) -> CorrectedAnswer:
    """What holds of the answer with ``fixes`` made, given the critique of it and the draft's claims as reviewed."""
    said = {one.claim.text: one for one in reviewed if one.decision is not None and not touched(one.claim, fixes)}
    claims = tuple(
        ReviewedClaim(claim=claim, decision=known.decision, status=known.status, wrong=known.wrong)
        if (known := said.get(claim.text)) is not None
        else ReviewedClaim(claim=claim, status=claim.status)
        for claim in after.claims
    )
    labels = by_labels(after, claims, gate=gate)
    advised = labels.recommendation if labels is not None else after.recommendation
    wrong = still_wrong(reviewed, fixes)
    return CorrectedAnswer(claims, labels, wrong, "retry" if wrong and advised == "accept" else advised)
