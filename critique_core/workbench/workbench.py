"""The work that callers ask for: critic, store and library, without any protocol. Safe to share between threads."""

from dataclasses import dataclass

from pydantic import ValidationError

from critique_core.assembly import Critic, under_active_profile
from critique_core.errors import InvalidInput
from critique_core.library import Library
from critique_core.models import (
    Critique,
    CritiqueOptions,
    CritiqueRequest,
    Shown,
    SourceDocument,
    explain,
    parse_decision,
)
from critique_core.runs.progress import Progress
from critique_core.store import Store
from critique_core.store.search import ReviewFilter, ReviewPage
from critique_core.workbench import results
from critique_core.workbench.arguments import CritiqueAnswer, RecordDecision, SearchSources, ValidateAnswer

PAGE = 50


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a server offers. Every method raises a ``ClaimlensError`` that says what to do about it.

    ``who`` names the caller in the runs that are stored. ``tell`` is called with a stage and the fraction of it that is
    done; what it raises ends the work.
    """

    critic: Critic
    store: Store
    library: Library
    who: str

    def critique_answer(self, asked: CritiqueAnswer, tell: Progress) -> results.CritiqueAnswered:
        """Check a draft and keep the critique as a review of the store."""
        given = {"auto_revise": asked.auto_revise, "strictness": asked.strictness}
        options = CritiqueOptions.model_validate({name: one for name, one in given.items() if one is not None})
        return results.critique_answered(self._kept(asked.query, asked.draft, self._sources(asked), options, tell))

    def validate_answer(self, asked: ValidateAnswer, tell: Progress) -> results.AnswerValidated:
        """Check an answer and keep the critique, told in S2's shape."""
        options = CritiqueOptions()
        return results.answer_validated(self._kept(asked.query, asked.answer, self._sources(asked), options, tell))

    def search_sources(self, asked: SearchSources, _: Progress) -> results.SourcesFound:
        """Find passages in the source library."""
        found = tuple(results.passage(one) for one in self.library.search(asked.query, asked.limit))
        return results.SourcesFound(passages=found, documents_in_library=self.library.count)

    def record_decision(self, asked: RecordDecision, _: Progress) -> results.DecisionRecorded:
        """Add a reviewer's event, marked as not authenticated, with the status that the claim was given."""
        critique = self.critique(asked.critique_id)
        claim = next((claim for claim in critique.claims if claim.id == asked.claim_id), None)
        if claim is None:
            raise InvalidInput(f"claimId: the critique has no claim {asked.claim_id!r}; take an id from its claims")
        item = self.store.item_by_fingerprint(critique.request.fingerprint)
        if item is None:
            raise InvalidInput(f"critiqueId: the review of {asked.critique_id!r} was deleted; check the answer again")
        event = {
            "item_id": item.id, "critique_id": critique.id, "claim_id": claim.id, "action": asked.action,
            "status": asked.status, "reviewer": asked.reviewer, "note": asked.note, "authenticated": False,
            "shown": Shown.of(critique, claim),
        }  # fmt: skip
        return results.decision_recorded(self.store.append(parse_decision(event)))

    def critique(self, critique_id: str) -> Critique:
        """A stored critique, whole; raises ``InvalidInput`` when there is none of that id."""
        found = self.store.critique(critique_id)
        if found is None:
            raise InvalidInput(
                f"critiqueId: no critique {critique_id!r} is stored; take it from critique_answer or validate_answer"
            )
        return found

    def reviews(self, offset: int) -> ReviewPage:
        """Stored reviews from this place on, newest work first, ``PAGE`` at most."""
        return self.store.search(ReviewFilter(limit=PAGE, offset=offset))

    def _sources(self, asked: CritiqueAnswer | ValidateAnswer) -> tuple[SourceDocument, ...]:
        try:
            named = tuple(self.library.document(one) for one in asked.source_ids)
        except InvalidInput as error:
            raise InvalidInput(f"sourceIds: {error} with search_sources, or give its text in sources") from error
        return (*named, *asked.sources)

    def _kept(
        self, query: str, draft: str, sources: tuple[SourceDocument, ...], options: CritiqueOptions, tell: Progress
    ) -> Critique:
        try:
            request = CritiqueRequest(query=query, draft=draft, sources=sources, options=options)
        except ValidationError as error:
            raise InvalidInput(explain(error)) from error
        ready, _ = under_active_profile(self.critic, self.store)
        critique = ready.critique(request, tell)
        self.store.save_review(critique, who=self.who)
        return critique
