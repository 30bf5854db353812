"""What does the work of each stage: one object a stage, by rules unless another one takes its place.

A stage done by a model (``critique_core.model_stages``) has the same signature as the rules it replaces, so the order
of the stages never asks who does the work.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from critique_core import revision
from critique_core.claims.extraction import extract
from critique_core.completeness import missing
from critique_core.errors import SettingsError
from critique_core.evidence.index import SourceIndex
from critique_core.models import (
    CitationCheck,
    Claim,
    ClaimCandidates,
    CritiqueRequest,
    Findings,
    Gate,
    Hunk,
    Issue,
    Missing,
    Profile,
    Reflection,
    SourceDocument,
    TargetedQuery,
    VerifiedClaim,
    VerifierSpec,
)
from critique_core.pipeline.cross_checks import Reader, with_conflicts
from critique_core.reflection import reflect
from critique_core.retrieval.queries import targeted
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.relating import TextRelation
from critique_core.verifiers.run import Tell


class ReadsClaims(Protocol):
    """Splits a draft into claims, in order and without overlap."""

    def __call__(self, draft: str, source_names: Collection[str]) -> tuple[Claim, ...]: ...


class FindsConflicts(Protocol):
    """Adds the conflicts inside the draft and between the sources to ``findings``."""

    def __call__(
        self,
        findings: Findings,
        reader: Reader,
        verified: Sequence[VerifiedClaim],
        candidates: Sequence[ClaimCandidates],
        tell: Tell,
    ) -> Findings: ...


class FindsMissing(Protocol):
    """Finds what the query asks, the sources answer and the draft leaves out."""

    def __call__(
        self, request: CritiqueRequest, verified: Sequence[VerifiedClaim], index: SourceIndex
    ) -> tuple[Missing, ...]: ...


class RatesRelevance(Protocol):
    """Rates how relevant the sources are to the query; ``None`` when there is nothing to rate."""

    def __call__(
        self, query: str, sources: Sequence[SourceDocument], verified: Sequence[VerifiedClaim], *, abstained: bool
    ) -> Reflection | None: ...


class RatesUsefulness(Protocol):
    """Rates how useful the draft is as an answer to the query; ``None`` when there is nothing to rate."""

    def __call__(
        self,
        query: str,
        draft: str,
        verified: Sequence[VerifiedClaim],
        *,
        abstained: bool,
        relevance: Reflection | None,
        sources: Sequence[SourceDocument],
    ) -> Reflection | None: ...


class Revises(Protocol):
    """Proposes changes to a draft, in order and without overlap."""

    def __call__(
        self,
        request: CritiqueRequest,
        claims: Sequence[VerifiedClaim],
        issues: Sequence[Issue],
        citations: Sequence[CitationCheck],
        findings: Findings,
    ) -> tuple[Hunk, ...]: ...


class WritesQueries(Protocol):
    """Writes search queries for claims that failed."""

    def __call__(self, query: str, failing: Sequence[VerifiedClaim]) -> tuple[TargetedQuery, ...]: ...


# --- the rules -----------------------------------------------------------------------------------------------------


def _claims(draft: str, source_names: Collection[str]) -> tuple[Claim, ...]:
    return extract(draft, source_names=source_names)


def _missing(request: CritiqueRequest, verified: Sequence[VerifiedClaim], index: SourceIndex) -> tuple[Missing, ...]:
    return missing(request.query, request.draft, verified, request.sources, index=index, relate=related)


def _relevance(
    query: str, sources: Sequence[SourceDocument], verified: Sequence[VerifiedClaim], *, abstained: bool
) -> Reflection | None:
    del abstained  # the sources are as relevant to a refusal as to an answer
    return reflect.relevance(query, sources, verified, relate=related)


def _usefulness(
    query: str,
    draft: str,
    verified: Sequence[VerifiedClaim],
    *,
    abstained: bool,
    relevance: Reflection | None,
    sources: Sequence[SourceDocument],
) -> Reflection | None:
    return reflect.usefulness(
        query, draft, verified, abstained=abstained, relevance=relevance, sources=sources, relate=related
    )


def _revise(
    request: CritiqueRequest,
    claims: Sequence[VerifiedClaim],
    issues: Sequence[Issue],
    citations: Sequence[CitationCheck],
    findings: Findings,
) -> tuple[Hunk, ...]:
    return revision.revise(
        request.draft, claims, issues, citations, findings.missing, request.sources,
        fixes=findings.fixes, doubted=findings.doubted,
    )  # fmt: skip


def _queries(query: str, failing: Sequence[VerifiedClaim]) -> tuple[TargetedQuery, ...]:
    return targeted(query, failing, limit=len(failing) or 1)


def _contradictions(
    findings: Findings,
    reader: Reader,
    verified: Sequence[VerifiedClaim],
    candidates: Sequence[ClaimCandidates],
    tell: Tell,
) -> Findings:
    return with_conflicts(findings, reader, verified, candidates, tell, relate=related)


def related(relation: TextRelation, asked: str, text: str) -> float | None:
    """How strongly the embedded encoder sees ``relation`` between two texts, 0 to 1; ``None`` when it cannot say."""
    from critique_core.verifiers.embedded.relating import related as read  # noqa: PLC0415 - loads weights on first use

    return read(relation, asked, text)


@dataclass(frozen=True, slots=True)
class Stages:
    """One object a stage that rules or a model can do."""

    claims: ReadsClaims = _claims
    contradictions: FindsConflicts = _contradictions
    completeness: FindsMissing = _missing
    relevance: RatesRelevance = _relevance
    usefulness: RatesUsefulness = _usefulness
    revision: Revises = _revise
    queries: WritesQueries = _queries


RULES = Stages()
"""Every stage by rules, offline."""


# --- what a request is checked with --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """What a request is checked with: a verifier, an object for each other stage, and what decides."""

    verifier: Verifier
    profile: Profile = field(default_factory=Profile)
    gate: Gate = field(default_factory=Gate)
    stages: Stages = RULES

    @classmethod
    def of(
        cls, verifier: Verifier | None, profile: Profile | None, gate: Gate | None, stages: Stages | None
    ) -> "Parts":
        """The parts given, and the usual ones for those that are ``None``.

        Raises ``SettingsError`` when ``profile`` was tuned for another verifier.
        """
        judge = verifier or _embedded_verifier()
        return cls(judge, fitting(profile or Profile(), judge.spec), gate or Gate(), stages or RULES)


def _embedded_verifier() -> Verifier:
    from critique_core.verifiers.embedded import EmbeddedVerifier  # noqa: PLC0415 - loads weights on first use

    return EmbeddedVerifier()


def fitting(profile: Profile, verifier: VerifierSpec) -> Profile:
    """The profile, if it may be used with ``verifier``; raises ``SettingsError`` when it was tuned for another."""
    bound = profile.verifier_fingerprint
    if bound is not None and bound != verifier.fingerprint:
        raise SettingsError(
            f"profile {profile.name!r} was tuned for another verifier ({bound[:12]}…) than {verifier.spec} "
            f"({verifier.fingerprint[:12]}…); tune it again on this verifier, or use the default profile"
        )
    return profile
