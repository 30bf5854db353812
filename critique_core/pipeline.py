"""The order of the stages: a request becomes a critique here and nowhere else."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from critique_core import confidence, grounding, issues, statuses
from critique_core.claims import extract, is_abstention
from critique_core.confidence import Gate
from critique_core.errors import ModelError, SettingsError, VerifierUnavailable
from critique_core.evidence import SourceIndex
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Coverage,
    Critique,
    CritiqueMetadata,
    CritiqueOptions,
    CritiqueRequest,
    Issue,
    Profile,
    RunMetadata,
    Scores,
    Span,
    StageTime,
    Verdict,
    VerificationInput,
    VerifiedClaim,
    VerifierSpec,
)
from critique_core.provenance import fingerprint
from critique_core.verifiers.base import Verifier

Progress = Callable[[str, float], None]
STAGES = ("claims", "evidence", "verdicts", "scores")
CLAIMS_AT_ONCE = 15  # claims given to the verifier in one call, all of one request; a multiple of what shares a window


def critique(
    request: CritiqueRequest,
    *,
    verifier: Verifier | None = None,
    profile: Profile | None = None,
    gate: Gate | None = None,
    progress: Progress | None = None,
) -> Critique:
    """Check the draft of ``request`` against its sources; the embedded verifier is the default.

    ``progress`` is called with a name of ``STAGES`` and the fraction of that stage done, 0.0 when it begins and 1.0
    when it ends, ``verdicts`` also in between; whatever it raises ends the run and reaches the caller. A verifier that
    cannot be used leaves claims unverified. Raises ``SettingsError`` when ``profile`` was tuned for another verifier.
    """
    judge = verifier or _embedded_verifier()
    profile = _fitting(profile or Profile(), judge.spec)
    timer = _Timer(progress)
    with timer.stage("claims"):
        claims = extract(request.draft)
        abstained = is_abstention(request.draft, claims)
    checkable = tuple(claim for claim in claims if claim.checkable)
    with timer.stage("evidence"):
        index = SourceIndex(request.sources)
        candidates = index.candidates(checkable)
    with timer.stage("verdicts"):
        verdicts = _verdicts(request, checkable, candidates, judge, lambda done: timer.tell("verdicts", done))
    with timer.stage("scores"):
        verified = statuses.assign(claims, verdicts, profile, draft=request.draft)
        used = _sources_used(request, verified)
        coverage = Coverage(
            draft_uncovered=_uncovered(request.draft, claims),
            sources_unused=tuple(source.id for source in request.sources if source.id not in used),
        )
        decided = _decide(
            request, verified, abstained=abstained, profile=profile, gate=gate or Gate(), verifier=judge.spec
        )
    metadata = decided.metadata.model_copy(
        update={"sources_used": used, "characters_read": index.characters_read, "run": timer.run()}
    )
    return decided.model_copy(update={"coverage": coverage, "metadata": metadata})


def redecide(
    critique: Critique,
    *,
    profile: Profile | None = None,
    options: CritiqueOptions | None = None,
    gate: Gate | None = None,
) -> Critique:
    """Decide again from the stored verdicts, under another profile or other options, without verifying.

    What is not given stays as it was. Raises ``SettingsError`` when ``profile`` was tuned for another verifier.
    """
    profile = _fitting(profile or critique.profile or Profile(), critique.verifier)
    request = critique.request.model_copy(update={"options": options}) if options else critique.request
    verdicts = [claim.verdict for claim in critique.claims if claim.verdict]
    claims = [Claim(**{name: getattr(claim, name) for name in Claim.model_fields}) for claim in critique.claims]
    verified = statuses.assign(claims, verdicts, profile, draft=request.draft)
    decided = _decide(
        request,
        verified,
        abstained=critique.abstained,
        profile=profile,
        gate=gate or Gate(),
        verifier=critique.verifier,
    )
    kept = critique.metadata
    metadata = decided.metadata.model_copy(
        update={"sources_used": kept.sources_used, "characters_read": kept.characters_read, "run": kept.run}
    )
    return decided.model_copy(update={
        "coverage": critique.coverage, "citations": critique.citations, "revisions": critique.revisions,
        "revised_draft": critique.revised_draft, "metadata": metadata,
    })  # fmt: skip


def _embedded_verifier() -> Verifier:
    from critique_core.verifiers.embedded import EmbeddedVerifier  # noqa: PLC0415 - its weights load only when used

    return EmbeddedVerifier()


def _fitting(profile: Profile, verifier: VerifierSpec) -> Profile:
    bound = profile.verifier_fingerprint
    if bound is not None and bound != verifier.fingerprint:
        raise SettingsError(
            f"profile {profile.name!r} was tuned for another verifier ({bound[:12]}…) than {verifier.spec} "
            f"({verifier.fingerprint[:12]}…); tune it again on this verifier, or use the default profile"
        )
    return profile


def _verdicts(
    request: CritiqueRequest,
    claims: Sequence[Claim],
    candidates: Sequence[ClaimCandidates],
    judge: Verifier,
    tell: Callable[[float], None],
) -> tuple[Verdict, ...]:
    """One grounded verdict for each claim; what could not be checked says why.

    Claims go to the verifier in batches, so that a long draft shows its progress and can be cancelled. Once the
    verifier cannot be used, the claims that are left are not tried.
    """
    if not any(source.content.strip() for source in request.sources):
        return grounding.failed(claims, "there are no sources to check it against")
    done: list[Verdict] = []
    for start in range(0, len(claims), CLAIMS_AT_ONCE):
        if start:
            tell(start / len(claims))
        batch = slice(start, start + CLAIMS_AT_ONCE)
        asked = VerificationInput(
            query=request.query,
            draft=request.draft,
            claims=tuple(claims[batch]),
            candidates=tuple(candidates[batch]),
            sources=request.sources,
        )
        try:
            given = judge.verify(asked)
        except (VerifierUnavailable, ModelError) as error:
            done += grounding.failed(claims[start:], f"the verifier {judge.spec.spec} could not be used: {error}")
            break
        done += grounding.ground(given, asked)
    return tuple(done)


def _decide(
    request: CritiqueRequest,
    verified: tuple[VerifiedClaim, ...],
    *,
    abstained: bool,
    profile: Profile,
    gate: Gate,
    verifier: VerifierSpec,
) -> Critique:
    """Issues, scores and recommendation of claims whose statuses are set.

    Issues come before scores, because a policy's validity rests on them.
    """
    has_sources = any(source.content.strip() for source in request.sources)
    reason = confidence.reason_for_none(verified, abstained=abstained, has_sources=has_sources)
    found = issues.find(verified, request)
    scores = confidence.score(
        verified, found, reason=reason, confidence_threshold=request.options.confidence_threshold, gate=gate
    )
    policy = scores.by_policy["calibrated"]
    grounded = confidence.grounded_probability(verified) if reason is None else None
    return Critique(
        id=_identity(request, verified, scores, found),
        request=request,
        claims=verified,
        grounded_probability=grounded,
        is_grounded=confidence.is_grounded(verified, grounded, reason),
        confidence=policy.confidence,
        confidence_reason=reason,
        level=confidence.level(policy.confidence),
        is_valid=policy.is_valid,
        recommendation=policy.recommendation,
        needs_revision=bool(found),
        abstained=abstained,
        skipped=_skipped(request),
        issues=found,
        suggestions=issues.suggestions(found),
        scores=scores,
        verifier=verifier,
        profile=profile,
        metadata=CritiqueMetadata(
            facts_checked=sum(claim.probability is not None for claim in verified),
            facts_verified=sum(claim.status == "supported" for claim in verified),
            sources_used=(),
            characters_read=0,
        ),
    )


def _identity(request: CritiqueRequest, claims: Sequence[VerifiedClaim], scores: Scores, found: Sequence[Issue]) -> str:
    return fingerprint({
        "request": request.model_dump(mode="json"),
        "claims": [claim.model_dump(mode="json") for claim in claims],
        "scores": scores.model_dump(mode="json"),
        "issues": [issue.model_dump(mode="json") for issue in found],
    })  # fmt: skip


def _skipped(request: CritiqueRequest) -> tuple[str, ...]:
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
    if not request.query.strip():
        reasons = dict.fromkeys(("completeness", "relevance", "usefulness"), "no query") | reasons
    reasons.setdefault("completeness", "only conditions that a claim leaves out are checked")
    for name in ("relevance", "usefulness", "citations"):
        reasons.setdefault(name, "not checked by this version")
    if options.auto_revise:
        reasons["revision"] = "not done by this version"
    if options.policy != "calibrated":
        reasons[f"policy {options.policy}"] = "not in this version; calibrated was used"
    return tuple(f"{name}: {reason}" for name, reason in reasons.items())


def _sources_used(request: CritiqueRequest, claims: Sequence[VerifiedClaim]) -> tuple[str, ...]:
    """Sources with a quote that was found in them, in the order of the request."""
    verdicts = [claim.verdict for claim in claims if claim.verdict]
    quoted = {part.source_id for verdict in verdicts for part in verdict.evidence if part.match != "not_found"}
    return tuple(source.id for source in request.sources if source.id in quoted)


def _uncovered(draft: str, claims: Sequence[Claim]) -> tuple[Span, ...]:
    """Stretches of the draft with letters or digits that lie in no claim, without the white space around them."""
    gaps: list[Span] = []
    reached = 0
    for start, end in [*sorted((claim.start, claim.end) for claim in claims), (len(draft), len(draft))]:
        gap = draft[reached:start]
        if any(character.isalnum() for character in gap):
            first = reached + len(gap) - len(gap.lstrip())
            gaps.append(Span(start=first, end=first + len(gap.strip())))
        reached = max(reached, end)
    return tuple(gaps)


class _Timer:
    """Times the stages and tells ``progress`` of each."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._started_at = datetime.now(UTC)
        self._stages: list[StageTime] = []

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        self.tell(name, 0.0)
        begun = time.perf_counter()
        yield
        self._stages.append(StageTime(stage=name, milliseconds=round((time.perf_counter() - begun) * 1000, 3)))
        self.tell(name, 1.0)

    def tell(self, stage: str, done: float) -> None:
        if self._progress:
            self._progress(stage, done)

    def run(self) -> RunMetadata:
        return RunMetadata(started_at=self._started_at, stages=tuple(self._stages))
