"""What the reviewers' labels make of a whole answer, by the rule that the machine's own recommendation follows.

A label takes the place of what the verifier believed: P(supported) is then 1 or 0. Claims without a label count as the
machine has them, and so does what no label mentions, citations and completeness.

What a reviewer says of the whole answer is another thing: a word of their own, which follows from no rule.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from critique_core.labels.fold import ReviewedClaim, person_says, standing
from critique_core.models import (
    Conflict,
    Critique,
    Decision,
    Gate,
    Issue,
    IssueType,
    Recommendation,
    Scores,
    Status,
    Value,
    VerifiedClaim,
)
from critique_core.reflection import reflect
from critique_core.scoring import confidence, issues, policies

_FAULTS: dict[Status, tuple[IssueType, float]] = {
    "contradicted": ("contradiction", 1.0), "unsupported": ("unsupported", 1.0),
    "partially_supported": ("unsupported", 0.4),
}  # fmt: skip
_SETTLED = frozenset({"unsupported", "hallucination", "contradiction", "factual_error"})
_SAID = "a reviewer's label"


class LabelledVerdict(Value):
    """What is recommended by the labels given so far.

    ``labelled`` of ``checkable`` claims have a label that gives their status; ``counts`` says how many of each.
    """

    labelled: int
    checkable: int
    counts: dict[Status, int]
    recommendation: Recommendation


def said_of_answer(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Each reviewer's last standing word on the whole answer, in the order in which they were given."""
    last = {event.reviewer: event for event in standing(decisions) if event.action == "answer"}
    return tuple(sorted(last.values(), key=lambda event: event.sequence))


def by_labels(
    critique: Critique, claims: Sequence[ReviewedClaim], *, gate: Gate | None = None
) -> LabelledVerdict | None:
    """What the critique's policy recommends with the labels in place of the verdicts; ``None`` without a label.

    ``claims`` are what ``review.fold`` gives for the critique or for what reviewers made of its claims. A label is
    what ``review.person_says``. What the machine held against a claim that reviewers split, merged or moved is gone
    with that claim; a new claim counts as the machine judged it until it has a label. ``None`` too where there is
    nothing to measure even so: a refusal, no sources.
    """
    labels: dict[str, Status] = {one.claim.id: label for one in claims if (label := person_says(one)) is not None}
    labelled = [one.claim for one in claims if one.claim.id in labels]
    placed = tuple(_labelled(one.claim, labels.get(one.claim.id)) for one in claims)
    sources = [source for source in critique.request.sources if source.content.strip()]
    if not labels or confidence.reason_for_none(placed, abstained=critique.abstained, has_sources=bool(sources)):
        return None
    faults = (*(_fault(claim, labels[claim.id]) for claim in labelled if labels[claim.id] in _FAULTS),)
    known = {claim.id for claim in critique.claims}
    gone = known - {one.claim.id for one in claims}
    new = [one.claim for one in claims if one.claim.id not in known | labels.keys()]
    still = (issue for issue in critique.issues if not _settled(issue, labels.keys() | gone))
    conflicts = [one for one in critique.findings.conflicts if one.in_draft and not _spoken_of(one, labels, gone)]
    measures = policies.Measures(
        claims=placed,
        issues=(*still, *faults, *issues.find(new, critique.request)),
        scores=_scores(critique.scores, placed, conflicts, gate or Gate()),
        draft_length=len(critique.request.draft),
        sources=len(sources),
        draft_conflicts=len(conflicts),
        confidence_threshold=critique.request.options.confidence_threshold,
        gate=gate or Gate(),
    )
    return LabelledVerdict(
        labelled=sum(claim.checkable for claim in labelled),
        checkable=sum(one.claim.checkable for one in claims),
        counts=dict[Status, int](Counter(labels.values())),
        recommendation=policies.POLICIES[critique.request.options.policy](measures).recommendation,
    )


def _labelled(claim: VerifiedClaim, label: Status | None) -> VerifiedClaim:
    if label is None:
        return claim
    belief = None if label == "not_checkable" else float(label == "supported")
    return claim.model_copy(update={"status": label, "probability": belief, "disputed": False})


def _fault(claim: VerifiedClaim, label: Status) -> Issue:
    kind, severity = _FAULTS[label]
    return Issue(
        type=kind, severity=severity, description=_SAID, claim_id=claim.id, start=claim.start, end=claim.end
    )  # fmt: skip


def _settled(issue: Issue, over: Set[str]) -> bool:
    """Whether a label has the last word on what the issue says, or its claim is no more."""
    return issue.claim_id in over and issue.type in _SETTLED


def _spoken_of(conflict: Conflict, labels: Mapping[str, Status], gone: Set[str]) -> bool:
    """Whether a conflict of the draft with itself is settled: one of its two statements is not supported, or gone."""
    claims = (conflict.claim_id, *(place.claim_id for place in conflict.related))
    return any(labels.get(claim_id or "", "supported") != "supported" or claim_id in gone for claim_id in claims)


def _scores(scores: Scores, claims: Sequence[VerifiedClaim], conflicts: Sequence[Conflict], gate: Gate) -> Scores:
    opposed = {place.claim_id for conflict in conflicts for place in conflict.related if place.claim_id}
    measured = confidence.score(
        claims,
        gate=gate,
        in_conflict={conflict.claim_id for conflict in conflicts} | opposed,
        citation_accuracy=scores.citation_accuracy,
    )
    return measured.model_copy(update={
        "relevance": scores.relevance, "support": reflect.support(claims), "usefulness": scores.usefulness,
        "query_type": scores.query_type,
    })  # fmt: skip
