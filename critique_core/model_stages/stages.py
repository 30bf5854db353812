"""Which stages a model does in place of the rules; the others pass through as the rules made them."""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.llm.base import ChatModel
from critique_core.model_stages import claims, completeness, contradictions, queries, reflection, revision
from critique_core.models import (
    Claim,
    Conflict,
    Hunk,
    Issue,
    Missing,
    ModelStageName,
    Reflection,
    SourceDocument,
    TargetedQuery,
    VerifiedClaim,
)
from critique_core.runs import ledger

_UNPLACED_SHOWN = 3
_LONGEST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class ModelStages:
    """A model and the stages it was asked to do: each takes the rules' result and gives a model's, or that one back.

    One call a stage at most, two where an answer has to be asked for again; see each stage's own function.
    """

    model: ChatModel
    names: frozenset[ModelStageName]

    def claims(self, draft: str, offline: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The draft's claims; what the model calls a claim and cannot be placed is told in the run's ledger."""
        if "claims" not in self.names:
            return offline
        found, unplaced = claims.llm_claims(self.model, draft, offline)
        if unplaced:
            shown = "; ".join(f"“{one.quote[:_LONGEST_SHOWN]}” ({one.why})" for one in unplaced[:_UNPLACED_SHOWN])
            more = f" and {len(unplaced) - _UNPLACED_SHOWN} more" if len(unplaced) > _UNPLACED_SHOWN else ""
            ledger.ledger().note(f"claims: {len(unplaced)} of the model's could not be placed: {shown}{more}")
        return found

    def relevance(self, query: str, sources: Sequence[SourceDocument], offline: Reflection | None) -> Reflection | None:
        """See ``reflection.relevance``."""
        chosen = "relevance" in self.names
        return reflection.relevance(self.model, query, sources, offline) if chosen else offline

    def usefulness(self, query: str, draft: str, offline: Reflection | None) -> Reflection | None:
        """See ``reflection.usefulness``."""
        chosen = "usefulness" in self.names
        return reflection.usefulness(self.model, query, draft, offline) if chosen else offline

    def missing(
        self, query: str, draft: str, sources: Sequence[SourceDocument], offline: tuple[Missing, ...]
    ) -> tuple[Missing, ...]:
        """See ``completeness.missing``."""
        chosen = "completeness" in self.names
        return completeness.missing(self.model, query, draft, sources, offline) if chosen else offline

    def conflicts(self, found: Sequence[Claim], offline: tuple[Conflict, ...]) -> tuple[Conflict, ...]:
        """See ``contradictions.conflicts``."""
        return contradictions.conflicts(self.model, found, offline) if "contradictions" in self.names else offline

    def revise(
        self,
        query: str,
        draft: str,
        issues: Sequence[Issue],
        sources: Sequence[SourceDocument],
        offline: tuple[Hunk, ...],
    ) -> tuple[Hunk, ...]:
        """See ``revision.revise``."""
        chosen = "revision" in self.names
        return revision.revise(self.model, query, draft, issues, sources, offline) if chosen else offline

    def targeted(
        self, query: str, failing: Sequence[VerifiedClaim], offline: tuple[TargetedQuery, ...]
    ) -> tuple[TargetedQuery, ...]:
        """See ``queries.targeted``."""
        chosen = "queries" in self.names
        return queries.targeted(self.model, query, failing, offline, limit=len(failing) or 1) if chosen else offline
