"""The work that callers ask for: critic, store and library, without any protocol. Safe to share between threads."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import ValidationError

from critique_core.assembly import Answerer, Critic, under_active_profile
from critique_core.errors import InvalidInput, NotFound
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
from critique_core.runs import caches
from critique_core.runs.progress import Progress
from critique_core.store import Store
from critique_core.store.search import ReviewFilter, ReviewPage
from critique_core.workbench import results
from critique_core.workbench.arguments import (
    AskQuestion,
    CritiqueAnswer,
    DecideClaim,
    FindCritiques,
    ListSources,
    RecordDecision,
    SearchSources,
    ValidateAnswer,
)

PAGE = 50
_REMEMBERED = 10_000  # words or sentences that each function remembers between two answers of a server that runs on


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a server offers. Every method raises a ``ClaimlensError`` that says what to do about it.

    ``who`` names the caller in the runs that are stored; ``answerer`` answers questions, where they are to be
    answered. ``tell`` is called with a stage and the fraction of it that is
    done; what it raises ends the work.
    """

    critic: Critic
    store: Store
    library: Library
    who: str
    answerer: Answerer | None = None

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

    def ask(self, asked: AskQuestion, tell: Progress) -> results.AnswerGiven:
        """Answer from the sources named or given, else from the whole library, and keep the check as a review."""
        if self.answerer is None:
            raise InvalidInput("this workbench answers no questions; give it a draft to check")
        ready, _ = under_active_profile(self.critic, self.store)
        answering = replace(self.answerer, critic=ready)
        with ExitStack() as opened:
            if sources := self._sources(asked):
                answering = replace(answering, local=(opened.enter_context(_library_of(asked.query, sources)),))
            result = answering.answer(asked.query, web=False, min_draft_length=0, progress=tell)
        caches.forget(caches.remembering(), _REMEMBERED)
        if result.final is not None:
            self.store.save_review(result.final, who=self.who)
        return results.answer_given(result)

    def add_source(self, document: SourceDocument, *, replace: bool = True) -> results.SourceKept:
        """Put a document into the source library, in place of the one with its id.

        Raises ``AlreadyThere`` without ``replace`` when another document has the id.
        """
        made = self.library.add(document, replace=replace)
        if made.refused:
            raise InvalidInput(f"content: {made.refused[0].reason}")
        outcome = "added" if made.added else "updated" if made.updated else "unchanged"
        return results.SourceKept(source_id=document.id, title=document.name, outcome=outcome)

    def source(self, source_id: str) -> SourceDocument:
        """A document of the source library; raises ``NotFound`` when there is none of that id."""
        try:
            return self.library.document(source_id)
        except NotFound as error:
            raise NotFound(f"sourceId: {error}") from error

    def remove_source(self, source_id: str) -> None:
        """Take a document out of the source library; raises ``NotFound`` when there is none of that id."""
        try:
            self.library.remove(source_id)
        except NotFound as error:
            raise NotFound(f"sourceId: {error}") from error

    def sources(self, asked: ListSources) -> results.SourcesListed:
        """Documents of the source library, by name."""
        found = self.library.documents(asked.text, asked.offset, asked.limit)
        return results.SourcesListed(sources=found, documents_in_library=self.library.count)

    def record_decision(self, asked: RecordDecision, _: Progress) -> results.DecisionRecorded:
        """Add the event of a reviewer whom the caller names: it is marked as not authenticated."""
        return self.decide(asked, asked.reviewer, authenticated=False)

    def decide(
        self, asked: DecideClaim | RecordDecision, reviewer: str, *, authenticated: bool
    ) -> results.DecisionRecorded:
        """Add a reviewer's event, with the status that the claim was given."""
        critique = self.critique(asked.critique_id)
        claim = next((claim for claim in critique.claims if claim.id == asked.claim_id), None)
        if claim is None:
            raise InvalidInput(f"claimId: the critique has no claim {asked.claim_id!r}; take an id from its claims")
        item = self.store.item_by_fingerprint(critique.request.fingerprint)
        if item is None:
            raise InvalidInput(f"critiqueId: the review of {asked.critique_id!r} was deleted; check the answer again")
        event = {
            "item_id": item.id, "critique_id": critique.id, "claim_id": claim.id, "action": asked.action,
            "status": asked.status, "reviewer": reviewer, "note": asked.note, "authenticated": authenticated,
            "shown": Shown.of(critique, claim),
        }  # fmt: skip
        return results.decision_recorded(self.store.append(parse_decision(event)))

    def critique(self, critique_id: str) -> Critique:
        """A stored critique, whole; raises ``NotFound`` when there is none of that id."""
        found = self.store.critique(critique_id)
        if found is None:
            raise NotFound(f"critiqueId: no critique {critique_id!r} is stored; take the id that a check gave")
        return found

    def reviews(self, offset: int) -> ReviewPage:
        """Stored reviews from this place on, newest work first, ``PAGE`` at most."""
        return self.store.search(ReviewFilter(limit=PAGE, offset=offset))

    def find(self, asked: FindCritiques) -> ReviewPage:
        """Stored reviews that a filter lets through, newest work first."""
        return self.store.search(ReviewFilter.model_validate(asked.model_dump()))

    def decisions(self, critique_id: str) -> results.DecisionsListed:
        """All events on the answer that a critique is of; raises ``NotFound`` when there is none of that id."""
        item = self.store.item_by_fingerprint(self.critique(critique_id).request.fingerprint)
        return results.DecisionsListed(decisions=self.store.decisions(item.id) if item else ())

    def _sources(self, asked: CritiqueAnswer | ValidateAnswer | AskQuestion) -> tuple[SourceDocument, ...]:
        try:
            named = tuple(self.library.document(one) for one in asked.source_ids)
        except InvalidInput as error:
            raise InvalidInput(f"sourceIds: {error}, or give its text in sources") from error
        return (*named, *asked.sources)

    def _kept(
        self, query: str, draft: str, sources: tuple[SourceDocument, ...], options: CritiqueOptions, tell: Progress
    ) -> Critique:
        request = _request(query, draft, sources, options)
        ready, _ = under_active_profile(self.critic, self.store)
        critique = ready.critique(request, tell)
        caches.forget(caches.remembering(), _REMEMBERED)
        self.store.save_review(critique, who=self.who)
        return critique


@contextmanager
def _library_of(query: str, sources: tuple[SourceDocument, ...]) -> Generator[Library]:
    """A library of these sources alone, so that they are searched as the reader's own are."""
    _request(query, query, sources, CritiqueOptions())  # a source id may be used once
    with TemporaryDirectory() as folder, Library.open(Path(folder) / "sources.sqlite3") as library:
        for source in sources:
            library.add(source)
        yield library


def _request(query: str, draft: str, sources: tuple[SourceDocument, ...], options: CritiqueOptions) -> CritiqueRequest:
    try:
        return CritiqueRequest(query=query, draft=draft, sources=sources, options=options)
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error
