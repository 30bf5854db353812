"""The order of the stages: a request is read and checked here and nowhere else."""

from critique_core.citations import checks
from critique_core.claims.extraction import is_abstention
from critique_core.evidence.index import SourceIndex
from critique_core.models import (
    Claim,
    Coverage,
    Critique,
    CritiqueMetadata,
    CritiqueRequest,
    Findings,
    Scores,
    VerifiedClaim,
)
from critique_core.pipeline import cross_checks
from critique_core.pipeline.deciding import Judged, decide, wanted
from critique_core.pipeline.stages import Parts, related
from critique_core.pipeline.stated import with_stated
from critique_core.pipeline.unchanged import kept, with_tried
from critique_core.reflection import reflect
from critique_core.runs.progress import Timer
from critique_core.scoring import coverage, statuses
from critique_core.text.injections import instructions, without_orders
from critique_core.verifiers.base import Delegating, Verifier
from critique_core.verifiers.run import verify

STAGES = ("claims", "evidence", "verdicts", "citations", "checks", "scores", "revision")
_SHOWN_NAME = 80


def check(request: CritiqueRequest, parts: Parts, timer: Timer, before: Critique | None = None) -> Critique:
    """The critique of a request, without revision: each stage in its turn, then the decision.

    Claims that stand unchanged in the draft of ``before``, beside the same sources, keep their verdicts and the changes
    that were found for them; for the others none are tried.
    """
    read, orders = readable(request)
    with timer.stage("claims"):
        claims = parts.stages.claims(request.draft, checks.names(request.sources))
    with timer.stage("evidence"):
        index = SourceIndex(read.sources)
        claims = with_stated(claims, index)
        abstained = is_abstention(request.draft, claims)
        checkable = tuple(claim for claim in claims if claim.checkable)
        candidates = index.candidates(checkable)
    with timer.stage("verdicts") as tell:
        verdicts = verify(read, checkable, candidates, parts.verifier, tell)
        verdicts = kept(before, request, checkable, verdicts, parts.verifier.spec)
        verified = statuses.assign(claims, verdicts, parts.profile, draft=request.draft, sources=request.sources)
    findings = Findings(ran=wanted(request, abstained=abstained))
    reader = cross_checks.Reader(read, _alone(parts))
    with timer.stage("citations") as tell:
        if "citations" in findings.ran:
            findings = cross_checks.with_cited(findings, reader, verified, tell)
    with timer.stage("checks") as tell:
        if "contradictions" in findings.ran:
            findings = parts.stages.contradictions(findings, reader, verified, candidates, tell)
        if "completeness" in findings.ran:
            missing = parts.stages.completeness(read, verified, index)
            findings = findings.model_copy(update={"missing": missing})
        if before is None:
            findings = cross_checks.with_fixes(findings, reader, verified, index)
            verdicts = cross_checks.explained(verdicts, findings.fixes)
        else:
            findings = with_tried(findings, before, request, checkable, parts.verifier.spec)
        reflected = _reflected(request, verified, findings, parts, abstained=abstained)
    with timer.stage("scores"):
        findings = findings.model_copy(
            update={"notes": (*findings.notes, *orders, *timer.book.notes), "by_model": tuple(timer.book.by_model)}
        )
        return decide(
            Judged(
                request=request,
                claims=claims,
                verdicts=verdicts,
                abstained=abstained,
                findings=findings,
                reflected=reflected,
                coverage=_left_over(request, claims, verified, index),
                metadata=_read(request, verified, index),
                verifier=parts.verifier.spec,
            ),
            parts.profile,
            parts.gate,
        )


def readable(request: CritiqueRequest) -> tuple[CritiqueRequest, tuple[str, ...]]:
    """The request without its sources' orders to a reader, and a note on each source that had some."""
    read = tuple(without_orders(source) for source in request.sources)
    notes = tuple(
        f"evidence: a part of “{source.name[:_SHOWN_NAME]}” tells its reader how to judge; it was not read as evidence"
        for source, left in zip(request.sources, read, strict=True)
        if left is not source
    )
    return (request.model_copy(update={"sources": read}) if notes else request), notes


def _alone(parts: Parts) -> Verifier:
    """The verifier for single claims: the one behind a model that takes whole drafts."""
    return parts.verifier.alone if isinstance(parts.verifier, Delegating) else parts.verifier


def _reflected(
    request: CritiqueRequest,
    verified: tuple[VerifiedClaim, ...],
    findings: Findings,
    parts: Parts,
    *,
    abstained: bool,
) -> Scores:
    """The scores that no threshold decides: they rest on texts and quotes, not on statuses."""
    query = request.query
    relevance = usefulness = None
    if "relevance" in findings.ran:
        relevance = parts.stages.relevance(query, request.sources, verified, abstained=abstained)
    if "usefulness" in findings.ran:
        usefulness = parts.stages.usefulness(
            query, request.draft, verified, abstained=abstained, relevance=relevance, sources=request.sources
        )
    opposed = tuple(
        (conflict.related[0].source_id or "", conflict.related[1].source_id or "")
        for conflict in findings.conflicts
        if not conflict.in_draft
    )
    return Scores(
        relevance=relevance,
        usefulness=usefulness,
        query_type=reflect.query_type(query) if query.strip() else None,
        source_quality=reflect.source_quality(query, request.sources, verified, conflicts=opposed, relate=related),
    )


def _left_over(
    request: CritiqueRequest, claims: tuple[Claim, ...], verified: tuple[VerifiedClaim, ...], index: SourceIndex
) -> Coverage:
    """What of the draft no claim covers, and what of the sources was not read or not used."""
    used = coverage.sources_used(request.sources, verified)
    unread = {source.id: spans for source in request.sources if (spans := instructions(source.content))}
    for source_id, spans in index.spans_unread.items():
        unread[source_id] = (*spans, *unread.get(source_id, ()))
    return Coverage(
        draft_uncovered=coverage.uncovered(request.draft, claims),
        sources_unread=unread,
        sources_unused=tuple(source.id for source in request.sources if source.id not in used),
    )


def _read(request: CritiqueRequest, verified: tuple[VerifiedClaim, ...], index: SourceIndex) -> CritiqueMetadata:
    """Counts of what was read; the counts of claims are the decision's."""
    passed_over = sum(span.end - span.start for source in request.sources for span in instructions(source.content))
    return CritiqueMetadata(
        facts_checked=0,
        facts_verified=0,
        sources_used=coverage.sources_used(request.sources, verified),
        characters_read=index.characters_read - passed_over,
    )
