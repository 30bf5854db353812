"""Scores, confidence and the gate: what all verdicts of a draft say together, or ``None`` with a reason.

Probabilities are used as the verifier gives them: until a profile carries a calibrator, calibration is the identity.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.models import (
    PROBABILITY_PLACES,
    ConfidenceReason,
    HallucinationBand,
    Issue,
    Level,
    PolicyScore,
    Recommendation,
    Scores,
    ScoreTerm,
    VerifiedClaim,
)

HIGH_SEVERITY = 0.7
_GROUNDED_FROM = 0.5  # more likely than not that no claim lacks support
_LEVELS: tuple[tuple[float, Level], ...] = ((0.9, "high"), (0.7, "medium"), (0.5, "low"), (0.0, "very_low"))


@dataclass(frozen=True, slots=True)
class Gate:
    """When an answer is accepted, tried again or rejected.

    ``attempts_used`` counts corrections already made of the ``attempts_allowed`` (2 in seeds S2 and S4). A share of
    unsupported or contradicted claims above ``regenerate_rate`` asks for a new answer, above ``reject_rate`` it is
    rejected (S2: 0.1 and 0.3).
    """

    attempts_used: int = 0
    attempts_allowed: int = 2
    regenerate_rate: float = 0.1
    reject_rate: float = 0.3


def score(
    claims: Sequence[VerifiedClaim],
    issues: Sequence[Issue],
    *,
    reason: ConfidenceReason | None,
    confidence_threshold: float,
    gate: Gate,
) -> Scores:
    """Measure the claims; ``reason`` says why there is no confidence, from ``reason_for_none``.

    Confidence under ``calibrated`` is the mean of P(supported) over the checked claims, which is the expected share of
    them that is supported; each term's ``effect`` is its part of that mean, so the effects add up to the confidence.
    ``hallucination_score`` is the share of checked claims that are unsupported or contradicted,
    ``factual_consistency`` the share that no source contradicts.
    """
    checked = [claim for claim in claims if claim.probability is not None]
    unfounded = sum(claim.status in ("unsupported", "contradicted") for claim in checked)
    rate = _rounded(unfounded / len(checked)) if checked else None
    contradicted = sum(claim.status == "contradicted" for claim in checked)
    confidence = expected_support(claims) if reason is None else None
    valid = is_valid(issues)
    calibrated = PolicyScore(
        confidence=confidence,
        is_valid=valid,
        recommendation=recommend(
            claims, confidence, reason, valid=valid, rate=rate, threshold=confidence_threshold, gate=gate
        ),
        terms=_terms(claims) if reason is None else (),
    )
    return Scores(
        hallucination_score=rate,
        hallucination_band=None if rate is None else _band(rate, gate),
        factual_consistency=_rounded(1 - contradicted / len(checked)) if checked else None,
        by_policy={"calibrated": calibrated},
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


def expected_support(claims: Sequence[VerifiedClaim]) -> float | None:
    """Mean P(supported) over the checked claims; ``None`` when none was checked."""
    beliefs = [claim.probability for claim in claims if claim.probability is not None]
    return _rounded(sum(beliefs) / len(beliefs)) if beliefs else None


def grounded_probability(claims: Sequence[VerifiedClaim]) -> float | None:
    """P(no checked claim lacks support), as the P(supported) of the weakest claim.

    That is the highest value it can have (Fréchet's bound), and the best of the simple rules: claims of one draft are
    far from independent, so their product calls most long answers ungrounded. On 400 held-out RAGTruth answers, 48 %
    hallucinated, the weakest claim is off by 0.07 (expected calibration error), the product by 0.37: docs/verifier.md.
    Unverified claims are left out, so with one it is an upper bound.
    """
    beliefs = [claim.probability for claim in claims if claim.probability is not None]
    return min(beliefs, default=None)


def is_grounded(
    claims: Sequence[VerifiedClaim], probability: float | None, reason: ConfidenceReason | None
) -> bool | None:
    """Whether the draft rests on its sources: a refusal does; with an unverified claim only "no" can be told."""
    if reason is not None or probability is None:
        return True if reason == "abstained" else None
    if probability < _GROUNDED_FROM:
        return False
    return None if _unverified(claims) else True


def level(confidence: float | None) -> Level | None:
    """Confidence in words (S4): high from 0.9, medium from 0.7, low from 0.5, else very low."""
    return None if confidence is None else next(name for floor, name in _LEVELS if confidence >= floor)


def is_valid(issues: Sequence[Issue]) -> bool:
    """Whether no issue is of high severity (S0); strictness never hides a high one."""
    return all(issue.severity < HIGH_SEVERITY for issue in issues)


def recommend(
    claims: Sequence[VerifiedClaim],
    confidence: float | None,
    reason: ConfidenceReason | None,
    *,
    valid: bool,
    rate: float | None,
    threshold: float,
    gate: Gate,
) -> Recommendation:
    """Open or close the gate: accept, retry or reject.

    Accept needs a confidence at the threshold, no unsupported, contradicted, disputed or unverified claim and a valid
    draft; a refusal is accepted. Reject follows from a hallucination rate above the gate's, or from a confidence still
    below the threshold when the attempts are used up. All else is retry, also a draft with nothing to verify
    (docs/decisions/0001-nothing-to-verify.md).
    """
    if reason == "abstained":
        return "accept"
    if rate is not None and rate > gate.reject_rate:
        return "reject"
    if confidence is None:
        return "retry"
    if confidence < threshold:
        return "reject" if gate.attempts_used >= gate.attempts_allowed else "retry"
    supported = not any(claim.disputed or claim.status in ("unsupported", "contradicted") for claim in claims)
    return "accept" if supported and valid and not _unverified(claims) else "retry"


def _unverified(claims: Sequence[VerifiedClaim]) -> bool:
    return any(claim.status == "unverified" for claim in claims)


def _terms(claims: Sequence[VerifiedClaim]) -> tuple[ScoreTerm, ...]:
    """One term a checkable claim, named by its id; a claim that was not checked has no value and no effect."""
    checked = sum(claim.probability is not None for claim in claims)
    return tuple(
        ScoreTerm(
            name=claim.id,
            value=claim.probability,
            effect=0.0 if claim.probability is None else round(claim.probability / checked, PROBABILITY_PLACES + 2),
        )
        for claim in claims
        if claim.checkable
    )


def _band(rate: float, gate: Gate) -> HallucinationBand:
    if rate > gate.reject_rate:
        return "reject"
    return "regenerate" if rate > gate.regenerate_rate else "accept"


def _rounded(value: float) -> float:
    return round(value, PROBABILITY_PLACES)
