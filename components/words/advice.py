"""Why the machine recommends what it does, by the rule of the deciding policy, and what to do next."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from components.words.review import (
    ANSWER_WORDS,
    Headline,
    confidence_and_gate,
    counted,
    needs_reviewer,
    on_query,
)
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Gate, PolicyName, Status
from critique_core.reports.words import failing_words, supported_words
from critique_core.scoring.confidence import HIGH_SEVERITY
from critique_core.scoring.issues import is_useless
from critique_core.text.figures import distinct_figures

_ON_CONFIDENCE: frozenset[PolicyName] = frozenset({"calibrated", "critic", "self_rag", "grounded"})
_LACKING: tuple[Status, ...] = ("contradicted", "unsupported")


class Advice(NamedTuple):
    """``reason`` says what led to the recommendation, ``next_step`` what a person can do; both are sentences."""

    reason: str
    next_step: str


def headline(critique: Critique, claims: Sequence[ReviewedClaim], gate: Gate) -> Headline:
    """The verdict on a whole answer: what to do with it and the one cause of it, given the decisions so far."""
    told = advice(critique, gate)
    if told is None:
        return _nothing_measured(critique)
    cause = (
        supported_words([one.claim for one in claims]) if critique.recommendation == "accept" else _cause(told.reason)
    )
    confidence, least = confidence_and_gate(critique)
    waiting = any(needs_reviewer(claim) for claim in claims)
    tone = "attention" if waiting or critique.recommendation != "accept" else "calm"
    passes = (critique.confidence or 0.0) >= critique.request.options.confidence_threshold
    held = passes and critique.recommendation != "accept" and critique.request.options.policy in _ON_CONFIDENCE
    alone = f"; the gate of {least} alone would let it pass" if held else f", gate at {least}"
    detail = f"{confidence.capitalize()}{alone}."
    return Headline(f"{ANSWER_WORDS[critique.recommendation]}: {cause.rstrip('.')}", detail, tone)


def _cause(sentence: str) -> str:
    """A reason as the second half of a sentence, short enough for one line: without its figures and how it was read."""
    sentence = sentence.removeprefix("Read as a whole, ")
    return sentence[:1].lower() + sentence[1:].partition(" (")[0]


def _nothing_measured(critique: Critique) -> Headline:
    checkable = sum(claim.checkable for claim in critique.claims)
    match critique.confidence_reason:
        case "abstained":
            return _refused(critique)
        case "no_sources":
            return Headline(
                f"No sources: {counted(checkable, 'claim')} could not be checked",
                "Add at least one source under “Edit inputs” and check again.",
                "neutral",
            )
        case "nothing_verified":
            failures = [claim.verdict.failure for claim in critique.claims if claim.verdict and claim.verdict.failure]
            return Headline(
                f"Nothing could be verified: {counted(checkable, 'claim')} left unchecked",
                failures[0] if failures else "The verifier gave no verdict.",
                "neutral",
            )
        case _:
            return Headline(
                "Nothing to verify: the draft makes no checkable claim",
                "Questions, greetings and opinions are listed below; none of them counts as a pass.",
                "neutral",
            )


def _refused(critique: Critique) -> Headline:
    """Whether a refusal is right: a source that holds the answer is named."""
    usefulness = critique.scores.usefulness
    searched = usefulness is not None and critique.scores.relevance is not None
    if searched and usefulness is not None and usefulness.verdict == "not_useful":
        return Headline("Refusal, though the sources seem to hold the answer", usefulness.reasoning, "attention")
    detail = "There is nothing to verify. A refusal counts neither as a pass nor as a failure of the claims."
    if searched:
        return Headline("Refusal, and rightly: the sources do not hold the answer", detail, "neutral")
    return Headline("Refusal: the draft says that it does not know", detail, "neutral")


def advice(critique: Critique, gate: Gate) -> Advice | None:
    """The reason for a critique's recommendation and the next step; ``None`` where nothing could be measured.

    The reason is one sentence with one cause, the gravest.
    """
    if critique.confidence_reason is not None:
        return None
    low = _below(critique, gate)
    causes = [*_causes(critique, gate), *_useless(critique), *([low] if low else [])]
    if critique.recommendation == "accept":
        reason = "the rule of the policy is met" if causes else _met(critique)
        return Advice(_sentence(reason), "Decide on what is still in doubt to you, then hand it on.")
    cause = next(iter(causes), "the rule of the policy is not met")
    return Advice(_sentence(cause), _next_step(critique))


def _causes(critique: Critique, gate: Gate) -> Iterator[str]:
    """What prevents an accept, gravest first."""
    policy = critique.request.options.policy
    checked = [claim for claim in critique.claims if claim.probability is not None]
    statuses: list[Status] = [claim.status for claim in checked]
    lacking = any(status in _LACKING for status in statuses)
    share = critique.scores.hallucination_score
    if lacking and policy == "calibrated" and share is not None and share > gate.reject_rate:
        told, most = distinct_figures(share, gate.reject_rate, 0, "%")
        yield f"{failing_words(statuses)} ({told}; at most {most} may be)"
    elif lacking and policy in {"calibrated", "self_rag"}:
        yield failing_words(statuses)
    yield from _by_scores(critique, gate)
    high = len({issue.claim_id for issue in critique.issues if issue.severity >= HIGH_SEVERITY})
    if high and (policy == "draft_critique" or (policy == "calibrated" and not lacking)):
        yield _high_words(critique, high)
    disputed = sum(claim.disputed for claim in critique.claims)
    if disputed:
        yield f"the sources disagree on {counted(disputed, 'claim')}"
    open_ = [claim for claim in critique.claims if claim.status == "unverified"]
    unread = sum(claim.probability is None for claim in open_)
    if unread:
        yield f"{counted(unread, 'claim')} could not be checked"
    if len(open_) > unread:
        hidden = counted(len(open_) - unread, "claim")
        yield f"{hidden} cannot be called unsupported, as parts of the sources were not read"


def _by_scores(critique: Critique, gate: Gate) -> Iterator[str]:
    policy, scores = critique.request.options.policy, critique.scores
    if policy == "self_rag" and scores.support is not None and scores.support.verdict != "full":
        yield "the sources do not support all of it"
    if policy != "critic":
        return
    if scores.hallucination_score is not None and scores.hallucination_score >= gate.hallucination_threshold:
        told, most = distinct_figures(scores.hallucination_score, gate.hallucination_threshold, 0, "%")
        yield f"{told} of the checked claims lack support, where less than {most} may"
    if scores.citation_accuracy is not None and scores.citation_accuracy < gate.citation_accuracy_threshold:
        told, needed = distinct_figures(scores.citation_accuracy, gate.citation_accuracy_threshold, 0, "%")
        yield f"{told} of the citations are accurate, where {needed} should be"


def _useless(critique: Critique) -> Iterator[str]:
    """That the answer is to another question, or says nothing that was asked, in the check's own sentence."""
    usefulness = critique.scores.usefulness
    if usefulness is not None and is_useless(usefulness):
        yield on_query(usefulness.reasoning, critique.request.query).rstrip(".")


def _below(critique: Critique, gate: Gate) -> str | None:
    """That the confidence is too low; used only where no cause of it is known."""
    policy = critique.request.options.policy
    least = gate.overall_confidence_threshold if policy == "critic" else critique.request.options.confidence_threshold
    if critique.confidence is None or critique.confidence >= least or policy not in _ON_CONFIDENCE:
        return None
    told, needed = distinct_figures(critique.confidence, least, 0, "%")
    return f"the confidence of {told} is below {needed}"


def _met(critique: Critique) -> str:
    if critique.abstained:
        return "a refusal states nothing that could be wrong"
    return "the confidence reaches the gate and no claim lacks support"


def _next_step(critique: Critique) -> str:
    mend = "Put right what the issues name (the Revision tab proposes changes), then check it again"
    if not critique.issues:
        mend = "Decide on the claims in doubt, or look for better sources"
    return f"Do not hand it on as it stands. {mend}." if critique.recommendation == "reject" else f"{mend}."


def _high_words(critique: Critique, count: int) -> str:
    kinds = {issue.type for issue in critique.issues if issue.severity >= HIGH_SEVERITY}
    if kinds == {"incomplete"}:
        return f"{counted(count, 'claim')} {'leaves' if count == 1 else 'leave'} a condition out"
    return "there is an issue of high severity" if count == 1 else f"there are {count} issues of high severity"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
