"""The order of the stages: a request becomes a critique here and nowhere else.

What needs a verifier comes first and is kept in the critique; ``_decide`` turns it into statuses, scores and issues, so
that another profile or other options decide again without verifying.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING

from critique_core.citations import checks as citations
from critique_core.claims.extraction import extract, is_abstention
from critique_core.completeness import gaps
from critique_core.completeness.answers import Reader as Words
from critique_core.errors import SettingsError
from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.language.similarity import best_match
from critique_core.models import (
    CitationCheck,
    ConfidenceReason,
    Conflict,
    Coverage,
    Critique,
    CritiqueMetadata,
    CritiqueOptions,
    CritiqueRequest,
    Findings,
    Gate,
    Hunk,
    Issue,
    Missing,
    Profile,
    Revision,
    Scores,
    Status,
    VerifiedClaim,
    VerifierSpec,
)
from critique_core.pipeline import cross_checks
from critique_core.provenance import fingerprint
from critique_core.reflection import reflect
from critique_core.revision import partial, reviser
from critique_core.runs.progress import Progress, Timer
from critique_core.scoring import confidence, coverage, issues, policies, statuses
from critique_core.text.injections import instructions, without_orders
from critique_core.verifiers import run as verification
from critique_core.verifiers.base import Delegating, Verifier
from critique_core.verifiers.relating import Relation
from critique_core.verifiers.run import CLAIMS_AT_ONCE

if TYPE_CHECKING:
    from critique_core.model_stages import ModelStages

__all__ = [
    "CLAIMS_AT_ONCE",
    "STAGES",
    "Progress",
    "critique",
    "not_run",
    "proposed",
    "redecide",
    "revise",
    "with_hunks",
]

_SHOWN_NAME = 80
STAGES = ("claims", "evidence", "verdicts", "citations", "checks", "scores", "revision")


def critique(
    request: CritiqueRequest,
    *,
    verifier: Verifier | None = None,
    profile: Profile | None = None,
    gate: Gate | None = None,
    stages: "ModelStages | None" = None,
    progress: Progress | None = None,
) -> Critique:
    """Check the draft of ``request`` against its sources; the embedded verifier is the default.

    ``progress`` is called with a name of ``STAGES`` and the fraction of that stage done, 0.0 when it begins and 1.0
    when it ends, in between too where a stage takes long; whatever it raises ends the run and reaches the caller. While
    a model is waited for it is called with the same again and again, from another thread. A verifier that cannot be
    used leaves claims unverified. With ``auto_revise`` the draft is corrected as ``revise``
    does. ``stages`` are what a model does in place of the rules; ``findings.by_model`` says which of them it did, and
    ``skipped`` which it could not. Raises ``SettingsError`` when ``profile`` was tuned for another verifier.
    """
    judge = verifier or _embedded_verifier()
    profile = _fitting(profile or Profile(), judge.spec)
    gate, timer = gate or Gate(), Timer(progress)
    result = _checked(request, judge, profile, gate, timer, stages)
    with timer.stage("revision"):
        if request.options.auto_revise:
            result = _revised(result, judge, profile, gate, timer, stages)
    return _timed(result, timer)


def redecide(
    critique: Critique,
    *,
    profile: Profile | None = None,
    options: CritiqueOptions | None = None,
    gate: Gate | None = None,
) -> Critique:
    """Decide again from the stored verdicts and findings, under another profile or other options, without verifying.

    What is not given stays as it was. A check that did not run then does not run now: ``not_run`` names it, and
    ``skipped`` says so. Revisions stay as they were made. Raises ``SettingsError`` when ``profile`` was tuned for
    another verifier.
    """
    profile = _fitting(profile or critique.profile or Profile(), critique.verifier)
    request = critique.request.model_copy(update={"options": options}) if options else critique.request
    verified = statuses.assign(
        cross_checks.plain(critique.claims),
        [claim.verdict for claim in critique.claims if claim.verdict],
        profile,
        draft=request.draft,
        sources=request.sources,
        disputed=_disputed(critique.findings),
    )
    decided = _decide(
        request,
        verified,
        critique.findings,
        critique.scores,
        abstained=critique.abstained,
        profile=profile,
        gate=gate or Gate(),
        verifier=critique.verifier,
    )
    kept = critique.metadata
    metadata = decided.metadata.model_copy(
        update={"sources_used": kept.sources_used, "characters_read": kept.characters_read, "run": kept.run}
    )
    to_nothing = {"citations_to_nothing": decided.coverage.citations_to_nothing}
    return _identified(decided.model_copy(update={
        "coverage": critique.coverage.model_copy(update=to_nothing), "revisions": critique.revisions,
        "revised_draft": critique.revised_draft, "metadata": metadata,
    }))  # fmt: skip


def not_run(critique: Critique, options: CritiqueOptions) -> tuple[str, ...]:
    """What ``options`` ask for that only a new critique can do, by the names of ``Findings.ran``."""
    wanted = _wanted(critique.request, options, abstained=critique.abstained)
    return tuple(name for name in wanted if name not in critique.findings.ran)


def revise(
    critique: Critique,
    *,
    max_revisions: int | None = None,
    verifier: Verifier | None = None,
    gate: Gate | None = None,
    stages: "ModelStages | None" = None,
    progress: Progress | None = None,
) -> Critique:
    """Correct the draft of a critique, at most ``max_revisions`` times (the request's, but at least once).

    Each attempt is verified again and kept only if ``revision.better`` says so. Of one that is not, those of its
    changes are kept that help (``revision_parts``), as a second entry under the attempt's number; then the loop ends,
    since the same text would be corrected the same way again. The history is in ``revisions``, the last kept text in
    ``revised_draft``; the rest of the critique is still about the draft. Raises ``SettingsError`` when the critique's
    profile was tuned for another verifier.
    """
    judge = verifier or _embedded_verifier()
    profile = _fitting(critique.profile or Profile(), judge.spec)
    timer = Timer(progress)
    limit = max(1, critique.request.options.max_revisions) if max_revisions is None else max_revisions
    with timer.stage("revision"):
        return _revised(critique, judge, profile, gate or Gate(), timer, stages, limit=limit)


def proposed(critique: Critique, stages: "ModelStages | None" = None) -> tuple[Hunk, ...]:
    """The changes that the reviser would make to the draft, in order, none overlapping; nothing is verified."""
    request = critique.request
    hunks = reviser.revise(
        request.draft, critique.claims, critique.issues, critique.citations, critique.findings.missing, request.sources
    )
    if stages is None:
        return hunks
    read, _ = _without_orders(request)
    return stages.revise(request.query, request.draft, critique.issues, read.sources, hunks)


def with_hunks(
    critique: Critique,
    hunks: Sequence[Hunk],
    *,
    verifier: Verifier | None = None,
    gate: Gate | None = None,
    stages: "ModelStages | None" = None,
    progress: Progress | None = None,
) -> Critique:
    """The critique of the draft with ``hunks`` made, of ``proposed`` or of the first revision; verified again.

    ``revision.better`` tells from the measures of both whether the change helps. Raises ``InvalidInput`` when two
    hunks overlap, and ``SettingsError`` as ``critique`` does.
    """
    judge = verifier or _embedded_verifier()
    profile = _fitting(critique.profile or Profile(), judge.spec)
    timer = Timer(progress)
    request = _redrafted(critique.request, reviser.apply(critique.request.draft, hunks))
    return _timed(_checked(request, judge, profile, gate or Gate(), timer, stages), timer)


# --- checking ----------------------------------------------------------------------------------------------------


def _checked(  # noqa: PLR0917 - a request and all that a check of it is made with
    request: CritiqueRequest,
    judge: Verifier,
    profile: Profile,
    gate: Gate,
    timer: Timer,
    stages: "ModelStages | None",
) -> Critique:
    with timer.stage("claims"):
        claims = extract(request.draft, source_names=citations.names(request.sources))
        claims = stages.claims(request.draft, claims) if stages else claims
        abstained = is_abstention(request.draft, claims)
    checkable = tuple(claim for claim in claims if claim.checkable)
    with timer.stage("evidence"):
        read, orders = _without_orders(request)
        index = SourceIndex(read.sources)
        candidates = index.candidates(checkable)
    with timer.stage("verdicts"):
        verdicts = verification.verify(read, checkable, candidates, judge, lambda done: timer.tell("verdicts", done))
    verified = statuses.assign(claims, verdicts, profile, draft=request.draft, sources=request.sources)
    wanted = _wanted(request, request.options, abstained=abstained)
    reader = cross_checks.Reader(read, judge.alone if isinstance(judge, Delegating) else judge)
    findings = Findings(ran=wanted)
    with timer.stage("citations"):
        if "citations" in wanted:
            findings = cross_checks.with_cited(findings, reader, verified, lambda done: timer.tell("citations", done))
    with timer.stage("checks"):
        if "contradictions" in wanted:
            findings = cross_checks.with_conflicts(
                findings, reader, verified, candidates, lambda done: timer.tell("checks", done)
            )
            if stages:
                found = stages.conflicts(cross_checks.plain(verified), findings.conflicts)
                findings = findings.model_copy(update={"conflicts": found})
        if "completeness" in wanted:
            missing = _missing(read, verified, index)
            missing = stages.missing(read.query, read.draft, read.sources, missing) if stages else missing
            findings = findings.model_copy(update={"missing": missing})
        reflected = _reflected(request, verified, findings, abstained=abstained)
        if stages and not abstained:  # a refusal is never held against the sources or itself (D4)
            reflected = reflected.model_copy(update={
                "relevance": stages.relevance(read.query, read.sources, reflected.relevance),
                "usefulness": stages.usefulness(read.query, read.draft, reflected.usefulness),
            })  # fmt: skip
    findings = findings.model_copy(
        update={"notes": (*findings.notes, *orders, *timer.book.notes), "by_model": tuple(timer.book.by_model)}
    )
    with timer.stage("scores"):
        verified = statuses.assign(
            claims, verdicts, profile, draft=request.draft, sources=request.sources, disputed=_disputed(findings)
        )
        decided = _decide(
            request, verified, findings, reflected, abstained=abstained, profile=profile, gate=gate, verifier=judge.spec
        )
        used = coverage.sources_used(request.sources, verified)
        passed_over = {source.id: spans for source in request.sources if (spans := instructions(source.content))}
        unread = {
            **passed_over,
            **{key: (*spans, *passed_over.get(key, ())) for key, spans in index.spans_unread.items()},
        }
        left_over = decided.coverage.model_copy(update={
            "draft_uncovered": coverage.uncovered(request.draft, claims), "sources_unread": unread,
            "sources_unused": tuple(source.id for source in request.sources if source.id not in used),
        })  # fmt: skip
    characters = index.characters_read - sum(span.end - span.start for spans in passed_over.values() for span in spans)
    metadata = decided.metadata.model_copy(update={"sources_used": used, "characters_read": characters})
    return decided.model_copy(update={"coverage": left_over, "metadata": metadata})


def _without_orders(request: CritiqueRequest) -> tuple[CritiqueRequest, tuple[str, ...]]:
    """The request with sources that no longer tell a reader how to judge, and a note on each that did."""
    read = tuple(without_orders(source) for source in request.sources)
    notes = tuple(
        f"evidence: a part of “{source.name[:_SHOWN_NAME]}” tells its reader how to judge; it was not read as evidence"
        for source, left in zip(request.sources, read, strict=True)
        if left is not source
    )
    return (request.model_copy(update={"sources": read}) if notes else request), notes


def _wanted(request: CritiqueRequest, options: CritiqueOptions, *, abstained: bool) -> tuple[str, ...]:
    """What is to run beside the verdicts; what a refusal leaves out is never held against it (D4)."""
    asked = bool(request.query.strip())
    sources = any(source.content.strip() for source in request.sources)
    on = {
        "contradictions": options.check_contradictions,
        "citations": options.check_citations,
        "completeness": options.check_completeness and asked and sources and not abstained,
        "relevance": options.check_relevance and asked and sources,
        "usefulness": options.check_usefulness and asked,
        "revision": options.auto_revise,
    }
    return tuple(name for name, wanted in on.items() if wanted)


def _missing(request: CritiqueRequest, verified: Sequence[VerifiedClaim], index: SourceIndex) -> tuple[Missing, ...]:
    reader = Words(analyse, best_match)
    found = gaps.missing(request.query, request.draft, verified, request.sources, index=index, reader=reader)
    return tuple(Missing(**dict(one)) for one in found)


def _reflected(
    request: CritiqueRequest, verified: Sequence[VerifiedClaim], findings: Findings, *, abstained: bool
) -> Scores:
    """The scores that no threshold bears on: they rest on texts and quotes, not on statuses."""
    query, sources = request.query, request.sources
    relevance = reflect.relevance(query, sources, verified, relate=_related) if "relevance" in findings.ran else None
    useful = (
        reflect.usefulness(query, request.draft, verified, abstained=abstained, relevance=relevance, relate=_related)
        if "usefulness" in findings.ran
        else None
    )
    opposed = tuple(
        (conflict.related[0].source_id or "", conflict.related[1].source_id or "")
        for conflict in findings.conflicts
        if not conflict.in_draft
    )
    return Scores(
        relevance=relevance,
        usefulness=useful,
        query_type=reflect.query_type(query) if query.strip() else None,
        source_quality=reflect.source_quality(query, sources, verified, conflicts=opposed, relate=_related),
    )


# --- deciding ----------------------------------------------------------------------------------------------------


def _decide(
    request: CritiqueRequest,
    verified: tuple[VerifiedClaim, ...],
    findings: Findings,
    reflected: Scores,
    *,
    abstained: bool,
    profile: Profile,
    gate: Gate,
    verifier: VerifierSpec,
) -> Critique:
    """Citations, issues, scores and recommendation of claims whose statuses are set.

    Issues come before scores, because a policy's validity rests on them. What was found counts as far as the switches
    let it: ``reflected`` and ``findings`` may hold more.
    """
    options = request.options
    on = set(_wanted(request, options, abstained=abstained)) & set(findings.ran)
    checks = _citation_checks(request, verified, findings, profile) if "citations" in on else ()
    conflicts = findings.conflicts if "contradictions" in on else ()
    relevance = reflected.relevance if "relevance" in on else None
    usefulness = reflected.usefulness if "usefulness" in on else None
    found = issues.find(
        verified,
        request,
        conflicts=conflicts,
        citations=checks,
        missing=findings.missing if "completeness" in on else (),
        relevance=None if abstained else relevance,  # a refusal is never flagged (D4)
        usefulness=None if abstained else usefulness,
    )
    has_sources = any(source.content.strip() for source in request.sources)
    reason = confidence.reason_for_none(verified, abstained=abstained, has_sources=has_sources)
    shown = reflected.model_copy(update={"relevance": relevance, "usefulness": usefulness})
    scores = _scored(
        request,
        verified,
        found,
        shown,
        conflicts=conflicts,
        accuracy=citations.accuracy(checks),
        reason=reason,
        gate=gate,
    )
    policy = scores.by_policy[options.policy]
    certainty = policy.confidence if reason is None else None
    grounded = confidence.grounded_probability(verified) if reason is None else None
    decided = Critique(
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
        citations=checks,
        findings=findings,
        coverage=Coverage(
            citations_to_nothing=tuple(sorted({check.index for check in checks if check.verdict == "nonexistent"}))
        ),
        verifier=verifier,
        profile=profile,
        metadata=CritiqueMetadata(
            facts_checked=sum(claim.probability is not None for claim in verified),
            facts_verified=sum(claim.status == "supported" for claim in verified),
            sources_used=(),
            characters_read=0,
        ),
    )
    return _identified(decided)


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


def _citation_checks(
    request: CritiqueRequest, verified: Sequence[VerifiedClaim], findings: Findings, profile: Profile
) -> tuple[CitationCheck, ...]:
    by_id = {claim.id: claim for claim in cross_checks.plain(verified)}
    backed: dict[tuple[str, str], Status] = {}
    for one in findings.cited:
        [alone] = statuses.assign(
            [by_id[one.claim_id]], [one.verdict], profile, draft=request.draft, sources=request.sources
        )
        backed[one.claim_id, one.source_id] = alone.status
    markers = citations.markers(request.draft, verified, request.sources)
    return citations.check(markers, verified, backed, request.sources)


def _disputed(findings: Findings) -> frozenset[str] | None:
    """The claims that sources disagree on; ``None`` when that was not looked into."""
    if "contradictions" not in findings.ran:
        return None
    return frozenset(conflict.claim_id for conflict in findings.conflicts if not conflict.in_draft)


def _identified(critique: Critique) -> Critique:
    """The critique with the fingerprint of what it says as its id: not who judged it, nor how long that took."""
    said = critique.model_dump(
        mode="json", include={"request", "claims", "scores", "issues", "citations", "revisions", "revised_draft"}
    )
    return critique.model_copy(update={"id": fingerprint(said)})


def _skipped(request: CritiqueRequest, findings: Findings, scores: Scores, *, abstained: bool) -> tuple[str, ...]:
    """Each check that did not run, with its reason: a check nobody ran must not read as passed."""
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
    if not any(source.content.strip() for source in request.sources):
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


# --- revising ----------------------------------------------------------------------------------------------------


def _revised(  # noqa: PLR0917 - as ``_checked``
    first: Critique,
    judge: Verifier,
    profile: Profile,
    gate: Gate,
    timer: Timer,
    stages: "ModelStages | None",
    *,
    limit: int | None = None,
) -> Critique:
    """The critique with the history of its corrections; each attempt starts from the last text that was kept."""
    most = first.request.options.max_revisions if limit is None else limit

    def run(text: str, attempt: int, nth: int) -> Critique:
        used = gate.model_copy(update={"attempts_used": gate.attempts_used + attempt})
        # Each further check of an attempt takes half of what is left of its progress.
        within = timer.inside("revision", attempt * 2**nth - 1, most * 2**nth, STAGES)
        return _checked(_redrafted(first.request, text), judge, profile, used, within, stages)

    current, history = first, list[Revision]()
    for attempt in range(1, most + 1):
        hunks = proposed(current, stages)
        if reviser.apply(current.request.draft, hunks) == current.request.draft:
            break
        current, tried = _attempted(current, hunks, attempt, run)
        history += tried
        if not tried[0].kept:
            break
    revised = None if current is first else current.request.draft
    ran = tuple(dict.fromkeys((*first.findings.ran, "revision")))
    notes = tuple(note for note in timer.book.notes if note not in first.findings.notes)
    by_model = tuple(dict.fromkeys((*first.findings.by_model, *timer.book.by_model)))
    findings = first.findings.model_copy(
        update={"ran": ran, "notes": (*first.findings.notes, *notes), "by_model": by_model}
    )
    return _identified(first.model_copy(update={
        "revisions": tuple(history), "revised_draft": revised, "findings": findings,
        "skipped": (*first.skipped, *notes),
    }))  # fmt: skip


def _attempted(
    begun: Critique, hunks: tuple[Hunk, ...], attempt: int, run: Callable[[str, int, int], Critique]
) -> tuple[Critique, tuple[Revision, ...]]:
    """The critique to go on with and the history: all changes, and where those are refused the ones that help."""
    nth = count(1)

    def check(some: tuple[Hunk, ...]) -> Critique:
        return run(reviser.apply(begun.request.draft, some), attempt, next(nth))

    after = check(hunks)
    kept, reason = reviser.better(reviser.measures(begun), reviser.measures(after))
    whole = _revision(attempt, hunks, begun, after, kept=kept, reason=reason)
    part = None if kept else partial.helpful(hunks, begun, check, _preferred)
    if part is None:
        return (after if kept else begun), (whole,)
    _, why = reviser.better(reviser.measures(begun), reviser.measures(part.checked))
    told = f"{partial.told(len(hunks), len(part.hunks), part.untried)}: {why}"
    return part.checked, (whole, _revision(attempt, part.hunks, begun, part.checked, kept=True, reason=told))


def _preferred(before: Critique, after: Critique) -> bool:
    return reviser.better(reviser.measures(before), reviser.measures(after))[0]


def _revision(
    attempt: int, hunks: tuple[Hunk, ...], begun: Critique, after: Critique, *, kept: bool, reason: str
) -> Revision:
    return Revision(
        attempt=attempt,
        text=after.request.draft,
        hunks=hunks,
        kept=kept,
        reason=reason,
        confidence_before=begun.confidence,
        confidence_after=after.confidence,
        claims=after.claims,
        issues=after.issues,
        is_valid=after.is_valid,
        recommendation=after.recommendation,
    )


def _redrafted(request: CritiqueRequest, draft: str) -> CritiqueRequest:
    options = request.options.model_copy(update={"auto_revise": False})
    return request.model_copy(update={"draft": draft, "options": options})


# --- shared ------------------------------------------------------------------------------------------------------


def _embedded_verifier() -> Verifier:
    from critique_core.verifiers.embedded import EmbeddedVerifier  # noqa: PLC0415 - its weights load only when used

    return EmbeddedVerifier()


def _related(relation: Relation, asked: str, text: str) -> float | None:
    from critique_core.verifiers.embedded.relating import related  # noqa: PLC0415 - as above

    return related(relation, asked, text)


def _fitting(profile: Profile, verifier: VerifierSpec) -> Profile:
    bound = profile.verifier_fingerprint
    if bound is not None and bound != verifier.fingerprint:
        raise SettingsError(
            f"profile {profile.name!r} was tuned for another verifier ({bound[:12]}…) than {verifier.spec} "
            f"({verifier.fingerprint[:12]}…); tune it again on this verifier, or use the default profile"
        )
    return profile


def _timed(critique: Critique, timer: Timer) -> Critique:
    metadata = critique.metadata.model_copy(update={"run": timer.run()})
    return critique.model_copy(update={"metadata": metadata})
