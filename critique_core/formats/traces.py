"""What the observability formats have in common: the evaluations of an answer and of its claims, and what they are of.

A source's metadata may name the trace: ``trace_id``, ``span_id``, ``response_id``. Without them the item's own id
is there, which no trace has: then the export says so.
"""

from dataclasses import dataclass

from critique_core.formats import losses
from critique_core.formats.base import ReviewedItem
from critique_core.formats.labels import ClaimLabel, claim_labels
from critique_core.models import Origin, Status

GROUNDED, CLAIM = "claimlens.grounded", "claimlens.claim"
"""Names of the evaluation of an answer, 0 or 1, and of a claim, 1 when it is supported."""
_SCORES: dict[Status, float] = {
    "supported": 1.0, "partially_supported": 0.5, "unsupported": 0.0, "contradicted": 0.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One score with its words. ``score`` is ``None`` where nothing could be measured; ``error`` then says why.

    ``origin`` says whose it is: a person's, a file's or the verifier's.
    """

    name: str
    score: float | None
    label: str
    explanation: str
    origin: Origin
    error: str | None = None


def evaluations(reviewed: ReviewedItem) -> tuple[Evaluation, ...]:
    """That of the answer by the verifier, then those of its labelled claims in order."""
    critique = reviewed.critique
    of_claims = [_of_claim(label) for label in claim_labels(reviewed) if label.status in _SCORES]
    failed = [claim.verdict.failure for claim in critique.claims if claim.verdict and claim.verdict.failure]
    return (
        Evaluation(
            name=GROUNDED,
            score=critique.grounded_probability,
            label=critique.recommendation,
            explanation=" ".join(critique.suggestions[:3]),
            origin="model",
            error=failed[0] if failed and critique.grounded_probability is None else None,
        ),
        *of_claims,
    )


def identity(reviewed: ReviewedItem, name: str, length: int) -> str:
    """The trace's id that a source names, else the item's own, so many hexadecimal digits of it."""
    named = (source.metadata.get(name) for source in reviewed.critique.request.sources)
    return next((one for one in named if one), reviewed.item.id[:length])


def lost_of(reviewed: ReviewedItem, *names: str) -> tuple[str, ...]:
    """What scores do not hold of a review."""
    known = {name for source in reviewed.critique.request.sources for name in source.metadata}
    strange = [name for name in names if name not in known]
    told = ["query, draft and sources are left out", *losses.of_review(reviewed, notes=True)]
    told += [f"no source names a {name}: the item's id stands in its place" for name in strange]
    return tuple(told)


def _of_claim(label: ClaimLabel) -> Evaluation:
    said = f"{label.text} ({label.note or label.reasoning})" if label.note or label.reasoning else label.text
    return Evaluation(CLAIM, _SCORES[label.status], label.status, said, label.origin)
