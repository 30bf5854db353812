"""Parts of a critique with changed claims: quotes of reviewers, and claims still being checked."""

from collections.abc import Iterable, Sequence

from components.work.new_claims import UNDER_WAY
from critique_core.evidence import grounding
from critique_core.labels.fold import ReviewedClaim, standing
from critique_core.models import Critique, Decision, Evidence


def pointed(claims: Iterable[ReviewedClaim], events: Iterable[Decision]) -> tuple[ReviewedClaim, ...]:
    """Claims without the machine's verdict, each with the quotes that reviewers pointed to."""
    quotes = {event.claim_id: event.evidence for event in standing(events) if event.action == "evidence"}
    return tuple(_pointed(claim, quotes.get(claim.claim.id) or ()) for claim in claims)


def _pointed(claim: ReviewedClaim, quotes: Sequence[Evidence]) -> ReviewedClaim:
    if not quotes:
        return claim
    verdict = grounding.failed((claim.claim,), "the machine's word is hidden")[0]
    shown = claim.claim.model_copy(update={"verdict": verdict.model_copy(update={"evidence": tuple(quotes)})})
    return claim.model_copy(update={"claim": shown})


def under_way(critique: Critique) -> bool:
    """Whether a claim of a reshaped critique is still being checked."""
    return any(claim.verdict is not None and claim.verdict.failure == UNDER_WAY for claim in critique.claims)
