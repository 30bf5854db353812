"""S2's ``IValidationResult`` and ``IHallucinationReport``: a critique as the Self-RAG layer gives it."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from critique_core.models import (
    ClaimKind,
    Critique,
    HallucinationBand,
    Issue,
    IssueType,
    Method,
    Recommendation,
    Reflection,
    SeverityBand,
    SourceDocument,
    VerifiedClaim,
)
from critique_core.views.base import View, words_at

ValidationType = Literal["relevance", "support", "usefulness", "hallucination", "completeness", "consistency"]
S2Severity = Literal["error", "warning", "info"]
VerificationMethod = Literal["semantic_similarity", "exact_match", "llm_verification"]
_TYPES: Mapping[IssueType, ValidationType] = {
    "irrelevant_sources": "relevance",
    "unsupported": "support",
    "incorrect_citation": "support",
    "not_useful": "usefulness",
    "hallucination": "hallucination",
    "factual_error": "hallucination",
    "incomplete": "completeness",
    "contradiction": "consistency",
    "outdated": "consistency",
}
_SEVERITIES: Mapping[SeverityBand, S2Severity] = {"high": "error", "medium": "warning", "low": "info"}
_METHODS: Mapping[Method, VerificationMethod] = {
    "exact_match": "exact_match",
    "typed_comparison": "exact_match",
    "lexical_alignment": "semantic_similarity",
    "semantic_similarity": "semantic_similarity",
    "nli": "semantic_similarity",
    "llm_verification": "llm_verification",
}


class SourceMetadata(View):
    """What S2 keeps of a source for a reader."""

    optional: ClassVar[frozenset[str]] = frozenset(("title", "page", "section", "url", "domain"))

    title: str | None = None
    page: int | None = None
    section: str | None = None
    url: str | None = None
    domain: str | None = None


class ISource(View):
    """S2's source; ``document`` is what a reader would call it, ``score`` its search score, ``None`` if not given."""

    camel: ClassVar[bool] = True

    id: str
    document: str
    chunk_id: str
    content: str
    metadata: SourceMetadata
    score: float | None


class ICitation(View):
    """S2's citation: a claim with the sources that bear it out and P(supported)."""

    camel: ClassVar[bool] = True

    claim: str
    sources: tuple[ISource, ...]
    confidence: float
    verification_method: VerificationMethod


class IValidationIssue(View):
    """S2's issue."""

    optional: ClassVar[frozenset[str]] = frozenset(("claim", "suggestion"))

    type: ValidationType
    severity: S2Severity
    message: str
    claim: str | None = None
    suggestion: str | None = None


class IValidationResult(View):
    """S2's result; a check that did not run is ``None``."""

    camel: ClassVar[bool] = True

    is_relevant: bool | None
    is_supported: bool | None
    is_useful: bool | None
    confidence: float | None
    reasoning: str
    citations: tuple[ICitation, ...]
    issues: tuple[IValidationIssue, ...]
    recommendation: Recommendation


class IClaim(View):
    """S2's claim; ``confidence`` is P(supported)."""

    text: str
    type: ClaimKind
    confidence: float | None


class IHallucinationReport(View):
    """S2's report; ``confidence`` is 1 - the hallucination rate."""

    camel: ClassVar[bool] = True

    has_hallucinations: bool
    hallucinations: tuple[IClaim, ...]
    confidence: float | None
    recommendation: HallucinationBand | None


def validation_result(critique: Critique) -> IValidationResult:
    """The critique in S2's shape, with S2's confidence and recommendation (policy ``self_rag``).

    Supported means fully, as S2's gate reads it. Typed comparison counts as an exact match, words and entailment as
    similarity: S2 knows three methods.
    """
    scores = critique.scores
    policy = scores.by_policy["self_rag"]
    sources = {source.id: source for source in critique.request.sources}
    ran = [check for check in (scores.relevance, scores.support, scores.usefulness) if check]
    return IValidationResult(
        is_relevant=_is(scores.relevance, "relevant"),
        is_supported=_is(scores.support, "full"),
        is_useful=_is(scores.usefulness, "useful"),
        confidence=policy.confidence,
        reasoning=" ".join(check.reasoning for check in ran),
        citations=tuple(one for claim in critique.claims if (one := _citation(claim, sources)) is not None),
        issues=tuple(_issue(critique, issue) for issue in critique.issues),
        recommendation=policy.recommendation,
    )


def hallucination_report(critique: Critique) -> IHallucinationReport:
    """What S2's detector says: claims that are unsupported or contradicted, and S2's bands of their rate."""
    found = [claim for claim in critique.claims if claim.status in ("unsupported", "contradicted")]
    rate = critique.scores.hallucination_score
    return IHallucinationReport(
        has_hallucinations=bool(found),
        hallucinations=tuple(IClaim(text=one.text, type=one.kind, confidence=one.probability) for one in found),
        confidence=None if rate is None else round(1 - rate, 4),
        recommendation=critique.scores.hallucination_band,
    )


def _is(check: Reflection | None, verdict: str) -> bool | None:
    return None if check is None else check.verdict == verdict


def _citation(claim: VerifiedClaim, sources: Mapping[str, SourceDocument]) -> ICitation | None:
    if claim.verdict is None or claim.probability is None:
        return None
    bearing = [part.source_id for part in claim.verdict.evidence if part.relation == "supports"]
    named = [sources[name] for name in dict.fromkeys(bearing) if name in sources]
    return ICitation(
        claim=claim.text,
        sources=tuple(_source(source) for source in named),
        confidence=claim.probability,
        verification_method=_METHODS[claim.verdict.method],
    ) if named else None  # fmt: skip


def _source(source: SourceDocument) -> ISource:
    return ISource(
        id=source.id,
        document=source.name,
        chunk_id=source.chunk_id or source.id,
        content=source.content,
        metadata=SourceMetadata(
            title=source.title, page=source.page, section=source.section, url=source.url, domain=source.domain
        ),
        score=source.relevance_score,
    )


def _issue(critique: Critique, issue: Issue) -> IValidationIssue:
    return IValidationIssue(
        type=_TYPES[issue.type],
        severity=_SEVERITIES[issue.band],
        message=issue.description,
        claim=words_at(critique, issue),
        suggestion=issue.suggestion,
    )
