"""S1's ``CriticResult``: a critique as the critic agent gives it."""

from collections.abc import Mapping
from typing import Literal

from critique_core.models import Critique, IssueType, Probability
from critique_core.views.base import View, words_at

S1IssueType = Literal[
    "hallucination", "unsupported_claim", "incorrect_citation", "contradiction", "incomplete", "factual_error"
]
_TYPES: Mapping[IssueType, S1IssueType] = {
    "hallucination": "hallucination",
    "unsupported": "unsupported_claim",
    "incorrect_citation": "incorrect_citation",
    "contradiction": "contradiction",
    "incomplete": "incomplete",
    "factual_error": "factual_error",
    "outdated": "factual_error",
}
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
    consistency is S1's 1 - 0.2 an issue. An outdated claim is a factual error; irrelevant sources and a useless answer
    are S2's and left out. Suggestions: at most five, each once, and only when the answer is not valid.
    """
    policy = critique.scores.by_policy["critic"]
    if critique.abstained:
        return CriticResult(is_valid=True, confidence=1.0, issues=(), hallucination_score=0.0, citation_accuracy=1.0,
                            factual_consistency=1.0)  # fmt: skip
    issues = tuple(
        ValidationIssue(
            issue_type=_TYPES[issue.type],
            severity=issue.severity,
            description=issue.description,
            problematic_text=words_at(critique, issue),
            suggestion=issue.suggestion,
            citation_index=issue.citation_index,
        )
        for issue in critique.issues
        if issue.type in _TYPES
    )
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
