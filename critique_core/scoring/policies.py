"""Five ways to turn the same verdicts into one confidence: the rules of four seeds, and our own.

Each policy is a pure function of ``Measures``. Its terms' effects add up to its confidence, and it says by its own
seed's rule whether the answer is valid and what to do with it. Four things hold for all of them, whatever the seed
says, and ``docs/seeds.md`` lists them: with nothing to measure there is no confidence and no pass, a refusal is
accepted, an answer with a disputed claim or one that could not be checked is not accepted, nor is one that surely does
not answer the query.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from critique_core.models import (
    PROBABILITY_PLACES,
    ConfidenceReason,
    Gate,
    Issue,
    PolicyName,
    PolicyScore,
    QueryType,
    Recommendation,
    Reflection,
    Scores,
    ScoreTerm,
    VerifiedClaim,
)
from critique_core.scoring.confidence import is_valid
from critique_core.scoring.issues import is_useless

SHORT_ANSWER = 50  # S1: characters below which an answer may be incomplete
_RETRY_FROM = 0.4  # S2: confidence from which an answer is worth another try
_CRITIC_WEIGHTS = (0.4, 0.4, 0.2)  # S1: no hallucination, citation accuracy, consistency
_CONSISTENCY_LOSS = 0.2  # S1: for each issue of consistency
_S2_BOUNDS = (("support", 0.29), ("relevance", 0.49))  # S2's tests: unsupported below 0.3, irrelevant below 0.5
_CLAIM_STEP = 0.1  # S4: penalty for each unsupported claim, and bonus when there is none
# S2's computeConfidence: relevance, support, usefulness. Its prose gives support 50 % for factual queries, its code
# 0.4; only the code names all three weights (docs/seeds.md).
SELF_RAG_WEIGHTS: Mapping[QueryType, tuple[float, float, float]] = {
    "factual": (0.3, 0.4, 0.3),
    "conversational": (0.2, 0.3, 0.5),
}
_REFLECTED: Mapping[str, float] = {
    "relevant": 1.0, "irrelevant": 0.0, "full": 1.0, "partial": 0.5, "none": 0.0, "useful": 1.0, "not_useful": 0.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measures:
    """What the policies look at.

    ``claims`` have their statuses, ``issues`` are those the request's switches and strictness let through, ``scores``
    need no ``by_policy`` yet. ``reason`` says why there is nothing to measure. ``draft_conflicts`` counts pairs of
    statements of the draft that exclude each other; ``sources`` those with text.
    """

    claims: tuple[VerifiedClaim, ...]
    issues: tuple[Issue, ...] = ()
    scores: Scores = field(default_factory=Scores)
    reason: ConfidenceReason | None = None
    draft_length: int = SHORT_ANSWER
    sources: int = 1
    draft_conflicts: int = 0
    confidence_threshold: float = 0.7
    gate: Gate = field(default_factory=Gate)

    @property
    def checked(self) -> tuple[VerifiedClaim, ...]:
        """The claims that a verdict was reached on."""
        return tuple(claim for claim in self.claims if claim.probability is not None)

    def count(self, *statuses: str) -> int:
        """How many of the checked claims have one of the statuses."""
        return sum(claim.status in statuses for claim in self.checked)


def all_of(measures: Measures) -> dict[str, PolicyScore]:
    """Every policy's answer on the same measures, by name."""
    return {name: policy(measures) for name, policy in POLICIES.items()}


def calibrated(measures: Measures) -> PolicyScore:
    """Give the expected share of checked claims that is supported: the mean of P(supported). Ours, the default.

    One term a checkable claim, named by its id. Valid: no issue of high severity (S0). Accept at the confidence
    threshold when the answer is valid and no claim lacks support; reject when the share of unsupported or contradicted
    claims exceeds the gate's ``reject_rate``, or the confidence is below the threshold with all attempts used.
    """
    checked = measures.checked
    terms = tuple(
        _term(claim.id, claim.probability, 0.0 if claim.probability is None else claim.probability / len(checked))
        for claim in measures.claims
        if claim.checkable
    )
    confidence = _sum(measures, terms)
    valid = is_valid(measures.issues)
    rate = measures.scores.hallucination_score
    if rate is not None and rate > measures.gate.reject_rate:
        wanted: Recommendation = "reject"
    elif confidence is not None and confidence < measures.confidence_threshold:
        wanted = _again(measures)
    else:
        wanted = "accept" if valid and not measures.count("unsupported", "contradicted") else "retry"
    return _scored(measures, terms, valid=valid, wanted=wanted)


def draft_critique(measures: Measures) -> PolicyScore:
    """S0 ``calculateConfidence``: half the mean confidence of the claims, half the share that is verified.

    A claim's confidence is its P(supported), verified means ``supported``. Valid: no issue of high severity. S0 has no
    gate of its own, only a revision while issues are left, so: accept when valid, else retry.
    """
    checked = measures.checked
    mean = _share(sum(claim.probability or 0.0 for claim in checked), len(checked))
    verified = _share(measures.count("supported"), len(checked))
    terms = (_weighted("mean confidence", mean, 0.5), _weighted("verified share", verified, 0.5))
    valid = is_valid(measures.issues)
    return _scored(measures, terms, valid=valid, wanted="accept" if valid else "retry")


def critic(measures: Measures) -> PolicyScore:
    """S1 ``validate``: 0.4 (1 - hallucination score) + 0.4 citation accuracy + 0.2 consistency.

    Without a citation marker citation accuracy counts as 1. Consistency loses 0.2 for each claim that a source
    contradicts, each conflict inside the draft, and once when the answer has under 50 characters though there are
    sources. Valid: hallucination score below 0.3, citation accuracy at least 0.7, confidence at least 0.6 (the gate's
    three thresholds); accept when valid, else retry. A refusal is valid with confidence 1.
    """
    if measures.reason == "abstained":
        return PolicyScore(
            confidence=1.0, is_valid=True, recommendation="accept", terms=(_term("abstained", 1.0, 1.0),)
        )
    hallucination = measures.scores.hallucination_score or 0.0
    accuracy = measures.scores.citation_accuracy
    accuracy = 1.0 if accuracy is None else accuracy
    parts = (1 - hallucination, accuracy, _consistency(measures))
    names = ("no hallucination", "citation accuracy", "consistency")
    terms = tuple(_weighted(name, *part) for name, *part in zip(names, parts, _CRITIC_WEIGHTS, strict=True))
    confidence, gate = _sum(measures, terms), measures.gate
    valid = (
        confidence is not None
        and hallucination < gate.hallucination_threshold
        and accuracy >= gate.citation_accuracy_threshold
        and confidence >= gate.overall_confidence_threshold
    )
    return _scored(measures, terms, valid=valid, wanted="accept" if valid else "retry")


def self_rag(measures: Measures) -> PolicyScore:
    """S2 ``computeConfidence``: relevance, support and usefulness by the weights of the query's type.

    Relevance and usefulness count 1 or 0, support 1, 0.5 or 0 for full, partial or none. A check that did not run
    leaves its weight to the others; without support there is no confidence. S2's tests hold an unsupported answer below
    0.3 and one from irrelevant sources below 0.5, which its formula does not: a term of its own does. Valid
    (``shouldAccept``): confidence at the threshold and no issue of high severity. Accept (``getRecommendation``) at the
    threshold with full support, reject below 0.4 when the support is full all the same, else retry; reject when the
    attempts are used up.
    """
    scores = measures.scores
    reflections = (scores.relevance, scores.support, scores.usefulness)
    weights = SELF_RAG_WEIGHTS[scores.query_type or "factual"]
    ran = sum(weight for weight, reflection in zip(weights, reflections, strict=True) if reflection)
    terms = tuple(
        _weighted(name, _reflected(reflection), weight / ran if ran else 0.0)
        for name, reflection, weight in zip(("relevance", "support", "usefulness"), reflections, weights, strict=True)
    )
    terms = (*terms, *_s2_bounds(terms)) if scores.support else ()
    confidence = _sum(measures, terms)
    supported = scores.support is not None and scores.support.verdict == "full"
    valid = confidence is not None and confidence >= measures.confidence_threshold and is_valid(measures.issues)
    return _scored(measures, terms, valid=valid, wanted=_s2_recommendation(measures, confidence, supported=supported))


def grounded(measures: Measures) -> PolicyScore:
    """S4 ``calculate_confidence``: share of supported claims, less 0.1 for each unsupported one, plus 0.1 if none is.

    A contradicted claim counts as unsupported; the sum is kept within 0 and 1. Valid: confidence at the threshold.
    Below it S4 corrects: retry, and reject when the attempts are used up.
    """
    checked = measures.checked
    unsupported = measures.count("unsupported", "contradicted")
    share = _share(measures.count("supported"), len(checked)) or 0.0
    terms = (
        _term("supported share", share, share),
        _term("unsupported claims", unsupported, -_CLAIM_STEP * unsupported),
        _term("nothing unsupported", float(not unsupported), 0.0 if unsupported else _CLAIM_STEP),
    )
    total = sum(term.effect for term in terms)
    if not 0 <= total <= 1:
        terms = (*terms, _term("kept within 0 and 1", None, min(max(total, 0.0), 1.0) - total))
    confidence = _sum(measures, terms)
    valid = confidence is not None and confidence >= measures.confidence_threshold
    return _scored(measures, terms, valid=valid, wanted="accept" if valid else _again(measures))


POLICIES: Mapping[PolicyName, Callable[[Measures], PolicyScore]] = {
    "calibrated": calibrated,
    "draft_critique": draft_critique,
    "critic": critic,
    "self_rag": self_rag,
    "grounded": grounded,
}


# --- shared -------------------------------------------------------------------------------------------------------


def _scored(measures: Measures, terms: tuple[ScoreTerm, ...], *, valid: bool, wanted: Recommendation) -> PolicyScore:
    confidence = _sum(measures, terms)
    return PolicyScore(
        confidence=confidence,
        is_valid=valid or measures.reason == "abstained",
        recommendation=_held(measures, wanted, confidence),
        terms=() if confidence is None else terms,
    )


def _held(measures: Measures, wanted: Recommendation, confidence: float | None) -> Recommendation:
    """What a policy wants, as far as it may have it (docs/decisions/0001-nothing-to-verify.md)."""
    if measures.reason == "abstained":
        return "accept"
    if confidence is None:
        return "retry"
    open_claims = any(claim.disputed or claim.status == "unverified" for claim in measures.claims)
    return "retry" if wanted == "accept" and (open_claims or is_useless(measures.scores.usefulness)) else wanted


def _s2_bounds(terms: Sequence[ScoreTerm]) -> Iterator[ScoreTerm]:
    values = {term.name: term.value for term in terms}
    total = sum(term.effect for term in terms)
    for name, most in _S2_BOUNDS:
        if values[name] == 0.0 and total > most:
            yield _term(f"no {name}, at most {most:g}", None, most - total)
            return


def _s2_recommendation(measures: Measures, confidence: float | None, *, supported: bool) -> Recommendation:
    if confidence is None:
        return "retry"
    if confidence < measures.confidence_threshold:
        worth_it = confidence >= _RETRY_FROM or not supported
        return _again(measures) if worth_it else "reject"
    return "accept" if supported else "retry"


def _again(measures: Measures) -> Recommendation:
    return "reject" if measures.gate.attempts_used >= measures.gate.attempts_allowed else "retry"


def _consistency(measures: Measures) -> float:
    short = measures.draft_length < SHORT_ANSWER and measures.sources > 0
    faults = measures.count("contradicted") + measures.draft_conflicts + short
    return max(0.0, 1 - _CONSISTENCY_LOSS * faults)


def _reflected(reflection: Reflection | None) -> float | None:
    return None if reflection is None else _REFLECTED[reflection.verdict]


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _weighted(name: str, value: float | None, weight: float) -> ScoreTerm:
    return _term(name, value, 0.0 if value is None else value * weight)


def _term(name: str, value: float | None, effect: float) -> ScoreTerm:
    shown = None if value is None else round(value, PROBABILITY_PLACES)
    return ScoreTerm(name=name, value=shown, effect=round(effect, PROBABILITY_PLACES + 2))


def _sum(measures: Measures, terms: tuple[ScoreTerm, ...]) -> float | None:
    """The effects added up, 0 to 1 in 4 places; ``None`` when there is nothing to measure."""
    if measures.reason is not None or not terms:
        return None
    return min(max(round(sum(term.effect for term in terms), PROBABILITY_PLACES), 0.0), 1.0)
