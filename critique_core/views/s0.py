"""S0's ``CritiqueResult``: a critique as the draft-critique loop gives it."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from critique_core.models import Critique, Issue, IssueType, SeverityBand
from critique_core.views.base import View, words_at

S0IssueType = Literal["hallucination", "unsupported", "incomplete", "contradiction", "outdated"]
_TYPES: Mapping[IssueType, S0IssueType] = {
    "hallucination": "hallucination",
    "unsupported": "unsupported",
    "incomplete": "incomplete",
    "contradiction": "contradiction",
    "outdated": "outdated",
}


class CritiqueIssue(View):
    """S0's issue; ``location`` holds the draft's words, ``related_source`` a source's id."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("location", "suggestion", "related_source"))

    type: S0IssueType
    severity: SeverityBand
    description: str
    location: str | None = None
    suggestion: str | None = None
    related_source: str | None = None


class CritiqueResultMetadata(View):
    """S0's counts; the time is a whole number of milliseconds."""

    camel: ClassVar[bool] = True

    facts_checked: int
    facts_verified: int
    sources_used: tuple[str, ...]
    critique_time_ms: int


class CritiqueResult(View):
    """S0's result."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("revised_draft",))

    is_valid: bool
    confidence: float | None
    issues: tuple[CritiqueIssue, ...]
    suggestions: tuple[str, ...]
    revised_draft: str | None = None
    metadata: CritiqueResultMetadata


def critique_result(critique: Critique) -> CritiqueResult:
    """The critique in S0's shape, with S0's confidence and rule (policy ``draft_critique``).

    Issues of types that S0 does not have are left out: a factual error is next to the contradiction or unsupported
    claim that it explains; wrong citations, irrelevant sources and a useless answer are S1's and S2's. Valid: none of
    those listed is high.
    """
    issues = tuple(_issue(critique, issue, _TYPES[issue.type]) for issue in critique.issues if issue.type in _TYPES)
    metadata = critique.metadata
    return CritiqueResult(
        is_valid=all(issue.severity != "high" for issue in issues),
        confidence=critique.scores.by_policy["draft_critique"].confidence,
        issues=issues,
        suggestions=tuple(dict.fromkeys(issue.suggestion for issue in issues if issue.suggestion)),
        revised_draft=critique.revised_draft,
        metadata=CritiqueResultMetadata(
            facts_checked=metadata.facts_checked,
            facts_verified=metadata.facts_verified,
            sources_used=metadata.sources_used,
            critique_time_ms=round(metadata.run.milliseconds),
        ),
    )


def _issue(critique: Critique, issue: Issue, kind: S0IssueType) -> CritiqueIssue:
    return CritiqueIssue(
        type=kind,
        severity=issue.band,
        description=issue.description,
        location=words_at(critique, issue),
        suggestion=issue.suggestion,
        related_source=issue.source_id,
    )
