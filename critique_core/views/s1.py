"""S1's ``CriticResult``: a critique as the critic agent gives it."""

from collections.abc import Iterator, Mapping
from typing import Literal

from critique_core.models import Critique, Issue, IssueType, Probability
from critique_core.scoring.policies import SHORT_ANSWER
from critique_core.views.base import View, words_at

S1IssueType = Literal[
    "hallucination", "unsupported_claim", "incorrect_citation", "contradiction", "incomplete", "factual_error"
]
_TYPES: Mapping[IssueType, S1IssueType] = {
    "unsupported": "hallucination",
    "incorrect_citation": "incorrect_citation",
    "contradiction": "contradiction",
    "incomplete": "incomplete",
    "factual_error": "factual_error",
    "outdated": "factual_error",
}
_SEVERITY: Mapping[S1IssueType, float] = {"hallucination": 0.8, "unsupported_claim": 0.4, "contradiction": 0.7}
_SHORT_SEVERITY = 0.4
_MOST_SUGGESTIONS = 5


class ValidationIssue(View):
    """S1's issue."""

    issue_type: S1IssueType
    severity: Probability
    description: str
    problematic_text: str | None = None
    suggestion: str | None = None
    citation_index: int | None = None


class CriticResult(View):
    """S1's result."""

    is_valid: bool
    confidence: float | None
    issues: tuple[ValidationIssue, ...]
    hallucination_score: float | None
    citation_accuracy: float | None
    factual_consistency: float | None
    needs_revision: bool = False
    revision_suggestions: tuple[str, ...] = ()


def critic_result(critique: Critique) -> CriticResult:
    """The critique in S1's shape, with S1's confidence, rule and three scores (policy ``critic``).

    A refusal is valid with S1's 1.0, 0.0, 1.0 and 1.0. Without a citation marker citation accuracy is 1.0, and
    consistency is S1's 1 - 0.2 an issue. Types and severities are S1's: an unsupported claim is a hallucination of
    0.8, a partly supported one an unsupported claim of 0.4, a contradiction 0.7, an answer under 50 characters
    incomplete at 0.4; what S1 has no number for keeps its own. An outdated claim is a factual error; irrelevant sources
    and a useless answer are S2's and left out. Suggestions: at most five, each once, and only when the answer is not
    valid.
    """
    policy = critique.scores.by_policy["critic"]
    if critique.abstained:
        return CriticResult(is_valid=True, confidence=1.0, issues=(), hallucination_score=0.0, citation_accuracy=1.0,
                            factual_consistency=1.0)  # fmt: skip
    issues = tuple(_issues(critique))
    needed = not policy.is_valid and bool(issues)
    told = dict.fromkeys(issue.suggestion for issue in issues if issue.suggestion)
    measured = {term.name: term.value for term in policy.terms}
    return CriticResult(
        is_valid=policy.is_valid,
        confidence=policy.confidence,
        issues=issues,
        hallucination_score=critique.scores.hallucination_score,
        citation_accuracy=measured.get("citation accuracy"),
        factual_consistency=measured.get("consistency"),
        needs_revision=needed,
        revision_suggestions=tuple(told)[:_MOST_SUGGESTIONS] if needed else (),
    )


def _issues(critique: Critique) -> Iterator[ValidationIssue]:
    partial = {claim.id for claim in critique.claims if claim.status == "partially_supported"}
    for issue in critique.issues:
        kind = _TYPES.get(issue.type)
        if kind == "hallucination" and issue.claim_id in partial:
            kind = "unsupported_claim"
        if kind is not None:
            yield _issue(critique, issue, kind)
    request = critique.request
    if len(request.draft) < SHORT_ANSWER and any(source.content.strip() for source in request.sources):
        yield ValidationIssue(
            issue_type="incomplete",
            severity=_SHORT_SEVERITY,
            description="The answer may be incomplete, given the sources that there are.",
            suggestion="Say more of what the sources tell about the query",
        )


def _issue(critique: Critique, issue: Issue, kind: S1IssueType) -> ValidationIssue:
    return ValidationIssue(
        issue_type=kind,
        severity=_SEVERITY.get(kind, issue.severity),
        description=issue.description,
        problematic_text=words_at(critique, issue),
        suggestion=issue.suggestion,
        citation_index=issue.citation_index,
    )
