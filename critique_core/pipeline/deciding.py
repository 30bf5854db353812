"""From what was read and found to what is shown: statuses, issues, scores and the recommendation.

Nothing here asks a verifier, so another profile, other options or another gate decide again from a stored critique.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from critique_core import revision
from critique_core.citations import checks
from critique_core.models import (
    CitationCheck,
    Claim,
    ConfidenceReason,
    Conflict,
    Coverage,
    Critique,
    CritiqueMetadata,
    CritiqueOptions,
    CritiqueRequest,
    Findings,
    Gate,
    Issue,
    Profile,
    Scores,
    Status,
    Verdict,
    VerifiedClaim,
    VerifierSpec,
)
from critique_core.pipeline.cross_checks import plain
from critique_core.provenance import fingerprint
from critique_core.reflection import reflect
from critique_core.scoring import confidence, issues, policies, statuses

# What a critique says, which makes its id: who judged it and how long it took do not count.
_SAID = {"request", "claims", "scores", "issues", "citations", "revisions", "revised_draft"}


@dataclass(frozen=True, slots=True)
class Judged:
    """All of a critique that no threshold, policy or switch decides.

    ``reflected`` are the scores that rest on texts and quotes alone; ``coverage`` and ``metadata`` hold what the run
    read and left over. Findings and scores may hold more than the options let count.
    """

    request: CritiqueRequest
    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]
    abstained: bool
    findings: Findings
    reflected: Scores
    coverage: Coverage
    metadata: CritiqueMetadata
    verifier: VerifierSpec

    @classmethod
    def of(cls, critique: Critique, options: CritiqueOptions | None = None) -> "Judged":
        """What a stored critique was decided from, under other options if some are given."""
        request = critique.request.model_copy(update={"options": options}) if options else critique.request
        return cls(
            request=request,
            claims=tuple(plain(critique.claims)),
            verdicts=tuple(claim.verdict for claim in critique.claims if claim.verdict),
            abstained=critique.abstained,
            findings=critique.findings,
            reflected=critique.scores,
            coverage=critique.coverage,
            metadata=critique.metadata,
            verifier=critique.verifier,
        )


def wanted(request: CritiqueRequest, *, abstained: bool) -> tuple[str, ...]:
    """The checks besides the verdicts that the request's options ask for and its texts allow."""
    options = request.options
    asked = bool(request.query.strip())
    sources = _has_text(request)
    on = {
        "contradictions": options.check_contradictions,
        "citations": options.check_citations,
        "completeness": options.check_completeness and asked and sources and not abstained,
        "relevance": options.check_relevance and asked and sources,
        "usefulness": options.check_usefulness and asked,
        "revision": options.auto_revise,
    }
    return tuple(name for name, switched_on in on.items() if switched_on)


def decide(judged: Judged, profile: Profile, gate: Gate) -> Critique:
    """The critique that ``judged`` comes to under a profile and a gate, without revisions.

    Issues come before scores, because a policy's validity rests on them.
    """
    request, findings, abstained = judged.request, judged.findings, judged.abstained
    verified = statuses.assign(
        judged.claims,
        judged.verdicts,
        profile,
        draft=request.draft,
        sources=request.sources,
        disputed=_disputed(findings),
    )
    on = set(wanted(request, abstained=abstained)) & set(findings.ran)
    cited = _citation_checks(judged, verified, profile) if "citations" in on else ()
    conflicts = findings.conflicts if "contradictions" in on else ()
    shown = judged.reflected.model_copy(update={
        "relevance": judged.reflected.relevance if "relevance" in on else None,
        "usefulness": judged.reflected.usefulness if "usefulness" in on else None,
    })  # fmt: skip
    found = issues.find(
        verified,
        request,
        conflicts=conflicts,
        citations=cited,
        missing=findings.missing if "completeness" in on else (),
        relevance=None if abstained else shown.relevance,  # a refusal is never flagged
        usefulness=None if abstained else shown.usefulness,
        proposed=revision.proposed(
            request.draft, verified, request.sources, fixes=findings.fixes, doubted=findings.doubted
        ),
    )
    reason = confidence.reason_for_none(verified, abstained=abstained, has_sources=_has_text(request))
    scores = _scored(
        request, verified, found, shown, conflicts=conflicts, accuracy=checks.accuracy(cited), reason=reason, gate=gate
    )
    policy = scores.by_policy[request.options.policy]
    certainty = policy.confidence if reason is None else None
    grounded = confidence.grounded_probability(verified) if reason is None else None
    return identified(Critique(
        id="",
        request=request,
        claims=verified,
        grounded_probability=grounded,
        is_grounded=confidence.is_grounded(verified, grounded, reason),
        confidence=certainty,
        confidence_reason=reason,
        level=confidence.level(certainty),
        is_valid=confidence.is_valid(found),
        recommendation=policy.recommendation,
        needs_revision=bool(found),
        abstained=abstained,
        skipped=_skipped(request, findings, scores, abstained=abstained),
        issues=found,
        suggestions=issues.suggestions(found),
        scores=scores,
        citations=cited,
        findings=findings,
        coverage=judged.coverage.model_copy(update={"citations_to_nothing": tuple(
            sorted({check.index for check in cited if check.verdict == "nonexistent"})
        )}),
        verifier=judged.verifier,
        profile=profile,
        metadata=judged.metadata.model_copy(update={
            "facts_checked": sum(claim.probability is not None for claim in verified),
            "facts_verified": sum(claim.status == "supported" for claim in verified),
        }),
    ))  # fmt: skip


def identified(critique: Critique) -> Critique:
    """The critique with the fingerprint of what it says as its id."""
    return critique.model_copy(update={"id": id_of(critique.model_dump(mode="json", include=_SAID))})


def id_of(critique: Mapping[str, Any]) -> str:
    """The id that a critique has by what it says, from its JSON as it was written: a later form has other fields.

    Raises ``KeyError`` where a part is missing.
    """
    return fingerprint({name: critique[name] for name in _SAID})


def _has_text(request: CritiqueRequest) -> bool:
    return any(source.content.strip() for source in request.sources)


def _scored(
    request: CritiqueRequest,
    verified: tuple[VerifiedClaim, ...],
    found: tuple[Issue, ...],
    reflected: Scores,
    *,
    conflicts: Sequence[Conflict],
    accuracy: float | None,
    reason: ConfidenceReason | None,
    gate: Gate,
) -> Scores:
    """All scores, those of every policy last: they rest on the others."""
    in_draft = [conflict for conflict in conflicts if conflict.in_draft]
    opposed = {place.claim_id for conflict in in_draft for place in conflict.related if place.claim_id}
    measured = confidence.score(
        verified,
        gate=gate,
        in_conflict={conflict.claim_id for conflict in in_draft} | opposed,
        citation_accuracy=accuracy,
    )
    scores = measured.model_copy(update={
        "relevance": reflected.relevance, "support": reflect.support(verified), "usefulness": reflected.usefulness,
        "query_type": reflected.query_type, "source_quality": reflected.source_quality,
    })  # fmt: skip
    by_policy = policies.all_of(
        policies.Measures(
            claims=verified,
            issues=found,
            scores=scores,
            reason=reason,
            draft_length=len(request.draft),
            sources=sum(bool(source.content.strip()) for source in request.sources),
            draft_conflicts=len(in_draft),
            confidence_threshold=request.options.confidence_threshold,
            gate=gate,
        )
    )
    return scores.model_copy(update={"by_policy": by_policy})


def _citation_checks(judged: Judged, verified: Sequence[VerifiedClaim], profile: Profile) -> tuple[CitationCheck, ...]:
    request = judged.request
    by_id = {claim.id: claim for claim in judged.claims}
    backed: dict[tuple[str, str], Status] = {}
    for one in judged.findings.cited:
        [alone] = statuses.assign(
            [by_id[one.claim_id]], [one.verdict], profile, draft=request.draft, sources=request.sources
        )
        backed[one.claim_id, one.source_id] = alone.status
    markers = checks.markers(request.draft, verified, request.sources)
    return checks.check(markers, verified, backed, request.sources)


def _disputed(findings: Findings) -> frozenset[str] | None:
    """The claims that sources disagree on; ``None`` when no one looked."""
    if "contradictions" not in findings.ran:
        return None
    return frozenset(conflict.claim_id for conflict in findings.conflicts if not conflict.in_draft)


def _skipped(request: CritiqueRequest, findings: Findings, scores: Scores, *, abstained: bool) -> tuple[str, ...]:
    """Each check that did not run, with its reason: a check that did not run must not read as passed."""
    options = request.options
    switches = {
        "factual": options.check_factual,
        "contradictions": options.check_contradictions,
        "completeness": options.check_completeness,
        "relevance": options.check_relevance,
        "usefulness": options.check_usefulness,
        "citations": options.check_citations,
    }
    reasons = {name: "switched off" for name, on in switches.items() if not on}
    if abstained:
        reasons.setdefault("completeness", "the draft declines to answer")
    if not _has_text(request):
        reasons = dict.fromkeys(("completeness", "relevance"), "no sources") | reasons
    if not request.query.strip():
        reasons = dict.fromkeys(("completeness", "relevance", "usefulness"), "no query") | reasons
    for name, measured in (("relevance", scores.relevance), ("usefulness", scores.usefulness)):
        if name in findings.ran and measured is None:
            reasons.setdefault(name, "the query asks nothing that could be looked for")
    for name in switches:
        if name != "factual" and name not in findings.ran:
            reasons.setdefault(name, "not run when this was checked; check it again")
    if options.auto_revise and "revision" not in findings.ran:
        reasons["revision"] = "not run when this was checked; check it again"
    unread = sum(one.verdict.failure is not None for one in findings.cited)
    failed = (f"citations: {unread} could not be verified against their sources",) if unread else ()
    return (*(f"{name}: {reason}" for name, reason in reasons.items()), *findings.notes, *failed)
