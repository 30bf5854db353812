"""The figures of a whole draft: hallucination score, consistency, groundedness, and when there is nothing to measure.

Probabilities are the claims': the verifier's own, or after the calibrator of the profile (``statuses``).
The confidence itself is the chosen policy's (``policies``).
"""

import math
from collections.abc import Collection, Sequence

from critique_core.models import (
    PROBABILITY_PLACES,
    ConfidenceReason,
    Gate,
    HallucinationBand,
    Issue,
    Level,
    Scores,
    VerifiedClaim,
)

HIGH_SEVERITY = 0.7
_GROUNDED_FROM = 0.5  # more likely than not that no claim lacks support
_LEVELS: tuple[tuple[float, Level], ...] = ((0.9, "high"), (0.7, "medium"), (0.5, "low"), (0.0, "very_low"))


def score(
    claims: Sequence[VerifiedClaim],
    *,
    gate: Gate,
    in_conflict: Collection[str] = (),
    citation_accuracy: float | None = None,
) -> Scores:
    """Measure the claims (S1's three scores, each 0 to 1, ``None`` when no claim was checked).

    ``hallucination_score`` is the share of checked claims that are unsupported or contradicted; ``factual_consistency``
    the share that neither a source contradicts nor another statement of the draft, ``in_conflict`` naming the latter.
    S2's bands of the hallucination rate are the gate's.
    """
    checked = [claim for claim in claims if claim.probability is not None]
    unfounded = sum(claim.status in ("unsupported", "contradicted") for claim in checked)
    rate = _rounded(unfounded / len(checked)) if checked else None
    inconsistent = sum(claim.status == "contradicted" or claim.id in in_conflict for claim in checked)
    return Scores(
        hallucination_score=rate,
        hallucination_band=None if rate is None else _band(rate, gate),
        citation_accuracy=citation_accuracy,
        factual_consistency=_rounded(1 - inconsistent / len(checked)) if checked else None,
    )


def reason_for_none(claims: Sequence[VerifiedClaim], *, abstained: bool, has_sources: bool) -> ConfidenceReason | None:
    """Why there is nothing to measure, or ``None`` when at least one claim was checked."""
    if abstained:
        return "abstained"
    if not any(claim.checkable for claim in claims):
        return "no_claims"
    if not has_sources:
        return "no_sources"
    if not any(claim.probability is not None for claim in claims):
        return "nothing_verified"
    return None


def grounded_probability(claims: Sequence[VerifiedClaim]) -> float | None:
    """P(no checked claim lacks support): the product of their P(supported), a noisy-or over what may be wrong.

    Claims are taken as independent given their probabilities, which the verifier states for a draft of as many claims.
    How well that is calibrated at several shares of unsupported answers is in docs/verifier.md. Unverified claims are
    left out, so with one it is an upper bound.
    """
    beliefs = [claim.probability for claim in claims if claim.probability is not None]
    return round(math.prod(beliefs), PROBABILITY_PLACES) if beliefs else None


def is_grounded(
    claims: Sequence[VerifiedClaim], probability: float | None, reason: ConfidenceReason | None
) -> bool | None:
    """Whether the draft rests on its sources: a refusal does; with an unverified claim only "no" can be known."""
    if reason is not None or probability is None:
        return True if reason == "abstained" else None
    if probability < _GROUNDED_FROM:
        return False
    return None if any(claim.status == "unverified" for claim in claims) else True


def level(confidence: float | None) -> Level | None:
    """Confidence in words (S4): high from 0.9, medium from 0.7, low from 0.5, else very low."""
    return None if confidence is None else next(name for floor, name in _LEVELS if confidence >= floor)


def is_valid(issues: Sequence[Issue]) -> bool:
    """Whether no issue is of high severity (S0); strictness never hides a high one."""
    return all(issue.severity < HIGH_SEVERITY for issue in issues)


def _band(rate: float, gate: Gate) -> HallucinationBand:
    if rate > gate.reject_rate:
        return "reject"
    return "regenerate" if rate > gate.regenerate_rate else "accept"


def _rounded(value: float) -> float:
    return round(value, PROBABILITY_PLACES)
