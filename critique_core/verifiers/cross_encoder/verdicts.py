"""A claim's verdict in the core's own words, from what the model believes of it."""

from critique_core.models import Evidence, Probabilities, Span, Verdict
from critique_core.verifiers.cross_encoder.asking import ClaimWindows, Question
from critique_core.verifiers.cross_encoder.beliefs import Belief
from critique_core.verifiers.cross_encoder.loading import LoadedModel

_LIKELY = 0.5


def verdict(model: LoadedModel, question: Question, reading: ClaimWindows, quote: Evidence | None) -> Verdict:
    """One verdict, its probabilities rounded by their own class; a claim that could not be read says why."""
    claim, complete = question.claim, question.candidates.complete
    if reading.failure is not None:
        return Verdict(
            claim_id=claim.id, probabilities=None, reasoning=f"Not checked: {reading.failure}.", method="nli",
            failure=reading.failure, complete=complete,
        )  # fmt: skip
    belief = reading.whole
    supported, contradicted = belief.supported, belief.contradicted
    return Verdict(
        claim_id=claim.id,
        probabilities=Probabilities(
            supported=supported, unsupported=max(0.0, 1.0 - supported - contradicted), contradicted=contradicted
        ),
        marked=_marked(question, reading, belief, supported),
        evidence=(quote,) if quote else (),
        reasoning=_reasoning(model, reading, supported, contradicted),
        method="nli",
        complete=complete,
    )


def _marked(question: Question, reading: ClaimWindows, belief: Belief, supported: float) -> tuple[Span, ...]:
    """The claim's words that likely lack support; the whole claim where the model judges it as a whole."""
    if not belief.tokens:
        return () if supported >= _LIKELY else (Span(start=question.claim.start, end=question.claim.end),)
    spans: list[Span] = []
    joined = False
    for (start, end), lacking in zip(reading.answer, belief.tokens, strict=True):
        if lacking < _LIKELY:
            joined = False
            continue
        spans.append(Span(start=spans.pop().start if joined else start, end=end))
        joined = True
    return tuple(spans)


def _reasoning(model: LoadedModel, reading: ClaimWindows, supported: float, contradicted: float) -> str:
    read = f"{len(reading.windows)} window{'s' if len(reading.windows) > 1 else ''} of the sources"
    said = f"{model.name} read {read} and gives {supported:.2f} that they support it"
    return f"{said}, {contradicted:.2f} that they contradict it." if "contradicted" in model.labels else f"{said}."
