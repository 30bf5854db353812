"""Critiques and events with everything in them that the store must give back."""

from datetime import UTC, date, datetime
from typing import Any

from critique_core.models import (
    Claim,
    Coverage,
    Critique,
    CritiqueMetadata,
    CritiqueRequest,
    DecisionDraft,
    Evidence,
    Finding,
    Issue,
    PolicyScore,
    Probabilities,
    RunMetadata,
    Scores,
    ScoreTerm,
    SourceDocument,
    Span,
    StageTime,
    Status,
    Verdict,
    VerifiedClaim,
    VerifierSpec,
)
from critique_core.pipeline.deciding import identified

DRAFT = "The timeout is 30 seconds. Requests are retried twice. I like it."
SOURCE = "The timeout is 60 seconds. Failed requests are retried twice."
STATUSES: tuple[Status, ...] = ("contradicted", "supported", "not_checkable")


def claims_of(draft: str, statuses: tuple[Status, ...] = STATUSES) -> tuple[VerifiedClaim, ...]:
    """One claim for each sentence of the draft; the last statuses are repeated as needed."""
    claims: list[VerifiedClaim] = []
    start = 0
    for place, sentence in enumerate(draft.split(". ")):
        end = min(start + len(sentence) + 1, len(draft))
        status = statuses[min(place, len(statuses) - 1)]
        kind = "opinion" if status == "not_checkable" else "fact"
        claim = Claim.of(draft, start, end, kind=kind)
        verdict = Verdict(
            claim_id=claim.id,
            probabilities=Probabilities(supported=0.1, unsupported=0.2, contradicted=0.7),
            marked=(Span(start=start, end=end),),
            findings=(
                Finding(
                    kind="quantity", agreement="conflicts", start=start, end=end, claim_value="30 s",
                    source_id="guide", source_start=15, source_end=25, source_value="60 s",
                    explanation="the source says 60 seconds, the draft says 30 seconds",
                ),
            ),
            evidence=(Evidence(source_id="guide", start=0, end=26, quote=SOURCE[:26], relation="contradicts"),),
            reasoning="the source says 60 seconds",
            method="typed_comparison",
        )  # fmt: skip
        claims.append(VerifiedClaim(**dict(claim), status=status, probability=0.1, verdict=verdict))
        start = end + 1
    return tuple(claims)


def critique_of(
    draft: str = DRAFT, *, query: str = "How long is the timeout?", source: str = SOURCE, verifier: str = "embedded-1",
    statuses: tuple[Status, ...] = STATUSES, **fields: Any,
) -> Critique:  # fmt: skip
    """A critique as the pipeline makes it, with something in every field that has a shape of its own."""
    guide = SourceDocument(id="guide", content=source, published=date(2024, 2, 29), metadata={"author": "Ann"})
    request = CritiqueRequest(query=query, draft=draft, sources=(guide,))
    claims = claims_of(draft, statuses)
    values: dict[str, Any] = {
        "id": "",
        "request": request,
        "claims": claims,
        "grounded_probability": 0.0812,
        "is_grounded": False,
        "confidence": 0.5,
        "level": "low",
        "is_valid": False,
        "recommendation": "reject",
        "needs_revision": True,
        "abstained": False,
        "issues": (Issue(type="unsupported", severity=0.9, description="30, not 60", claim_id=claims[0].id),),
        "scores": Scores(
            by_policy={
                "calibrated": PolicyScore(
                    confidence=0.5, is_valid=False, recommendation="reject",
                    terms=(ScoreTerm(name="claims", value=0.5, effect=-0.25),),
                )
            }
        ),
        "coverage": Coverage(sources_unread={"guide": (Span(start=1, end=2),)}),
        "verifier": VerifierSpec(spec="embedded", fingerprint=verifier),
        "metadata": CritiqueMetadata(
            facts_checked=2, facts_verified=1, sources_used=("guide",), characters_read=len(source),
            run=RunMetadata(
                started_at=datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
                stages=(StageTime(stage="claims.extract", milliseconds=1.25),), tokens=None, cache_hits=3,
            ),
        ),
    }  # fmt: skip
    made = Critique(**values | fields)
    return made if made.id else identified(made)


def event(item_id: str, action: str = "accept", reviewer: str = "ann", **fields: Any) -> DecisionDraft:
    """A reviewer's event that is not stored yet."""
    return DecisionDraft.model_validate({"item_id": item_id, "action": action, "reviewer": reviewer} | fields)
