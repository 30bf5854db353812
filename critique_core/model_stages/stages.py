"""Stages done by a model: each asks the rules first, and gives the model's answer or, where that fails, the rules'.

One call a stage at most, two where an answer has to be asked for again; see each stage's own module. What a model reads
of a source never includes orders to its reader.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from critique_core.evidence.index import SourceIndex
from critique_core.llm.base import ChatModel
from critique_core.model_stages import claims, completeness, contradictions, queries, reflection, revision
from critique_core.models import (
    CitationCheck,
    Claim,
    ClaimCandidates,
    CritiqueRequest,
    Findings,
    Hunk,
    Issue,
    Missing,
    ModelStageName,
    Reflection,
    SourceDocument,
    TargetedQuery,
    VerifiedClaim,
)
from critique_core.pipeline.cross_checks import Reader, plain
from critique_core.pipeline.stages import (
    FindsConflicts,
    FindsMissing,
    RatesRelevance,
    RatesUsefulness,
    ReadsClaims,
    Revises,
    Stages,
    WritesQueries,
)
from critique_core.runs import ledger
from critique_core.text.injections import without_orders
from critique_core.verifiers.run import Tell

_UNPLACED_SHOWN = 3
_LONGEST_SHOWN = 80


def with_model(stages: Stages, model: ChatModel, names: Iterable[ModelStageName]) -> Stages:
    """The stages with ``model`` in the place of those named; "generation" is no stage of a critique and has no place.

    The replaced stage stays behind the model: it does the work where the model fails.
    """
    made = {name: _BY_MODEL[name](model, getattr(stages, name)) for name in names if name in _BY_MODEL}
    return replace(stages, **made)


def _claims(model: ChatModel, rules: ReadsClaims) -> ReadsClaims:
    def read(draft: str, source_names: Collection[str]) -> tuple[Claim, ...]:
        found, unplaced = claims.llm_claims(model, draft, rules(draft, source_names))
        if unplaced:
            shown = "; ".join(f"“{one.quote[:_LONGEST_SHOWN]}” ({one.why})" for one in unplaced[:_UNPLACED_SHOWN])
            more = f" and {len(unplaced) - _UNPLACED_SHOWN} more" if len(unplaced) > _UNPLACED_SHOWN else ""
            ledger.ledger().note(f"claims: {len(unplaced)} of the model's could not be placed: {shown}{more}")
        return found

    return read


def _conflicts(model: ChatModel, rules: FindsConflicts) -> FindsConflicts:
    def find(
        findings: Findings,
        reader: Reader,
        verified: Sequence[VerifiedClaim],
        candidates: Sequence[ClaimCandidates],
        tell: Tell,
    ) -> Findings:
        by_rules = rules(findings, reader, verified, candidates, tell)
        found = contradictions.conflicts(model, plain(verified), by_rules.conflicts)
        return by_rules.model_copy(update={"conflicts": found})

    return find


def _missing(model: ChatModel, rules: FindsMissing) -> FindsMissing:
    def find(request: CritiqueRequest, verified: Sequence[VerifiedClaim], index: SourceIndex) -> tuple[Missing, ...]:
        by_rules = rules(request, verified, index)
        return completeness.missing(model, request.query, request.draft, _harmless(request.sources), by_rules)

    return find


def _relevance(model: ChatModel, rules: RatesRelevance) -> RatesRelevance:
    def rate(
        query: str, sources: Sequence[SourceDocument], verified: Sequence[VerifiedClaim], *, abstained: bool
    ) -> Reflection | None:
        by_rules = rules(query, sources, verified, abstained=abstained)
        return by_rules if abstained else reflection.relevance(model, query, _harmless(sources), by_rules)

    return rate


def _usefulness(model: ChatModel, rules: RatesUsefulness) -> RatesUsefulness:
    def rate(
        query: str,
        draft: str,
        verified: Sequence[VerifiedClaim],
        *,
        abstained: bool,
        relevance: Reflection | None,
        sources: Sequence[SourceDocument],
    ) -> Reflection | None:
        by_rules = rules(query, draft, verified, abstained=abstained, relevance=relevance, sources=sources)
        return by_rules if abstained else reflection.usefulness(model, query, draft, by_rules)

    return rate


def _revision(model: ChatModel, rules: Revises) -> Revises:
    def revise(
        request: CritiqueRequest,
        claims: Sequence[VerifiedClaim],
        issues: Sequence[Issue],
        citations: Sequence[CitationCheck],
        findings: Findings,
    ) -> tuple[Hunk, ...]:
        by_rules = rules(request, claims, issues, citations, findings)
        return revision.revise(model, request.query, request.draft, issues, _harmless(request.sources), by_rules)

    return revise


def _queries(model: ChatModel, rules: WritesQueries) -> WritesQueries:
    def write(query: str, failing: Sequence[VerifiedClaim]) -> tuple[TargetedQuery, ...]:
        return queries.targeted(model, query, failing, rules(query, failing), limit=len(failing) or 1)

    return write


def _harmless(sources: Sequence[SourceDocument]) -> tuple[SourceDocument, ...]:
    return tuple(without_orders(source) for source in sources)


_BY_MODEL: Mapping[str, Callable[[ChatModel, Any], Any]] = {
    "claims": _claims,
    "contradictions": _conflicts,
    "completeness": _missing,
    "relevance": _relevance,
    "usefulness": _usefulness,
    "revision": _revision,
    "queries": _queries,
}
