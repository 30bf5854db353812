"""The searches of the corrective loop: what is asked, what of the answers is used, and which sources are set aside."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from critique_core.corrective import rules
from critique_core.errors import InvalidInput
from critique_core.models import (
    Critique,
    RetrievalGrade,
    Search,
    SourceDocument,
    StopReason,
    Strip,
    TargetedQuery,
    VerifiedClaim,
)
from critique_core.pipeline.stages import RULES, WritesQueries
from critique_core.retrieval.queries import searchable
from critique_core.retrieval.search import COOLING, TIMED_OUT, Cooldown, search_all
from critique_core.retrieval.strips import decompose

OWN_QUERY = "the question itself"
_SOUGHT_FROM = 0.85  # relevance for its claim (about three fifths of its words) of what does not concern the query
_BEARS = 0.5  # score of a quote from which a source, poor for the query as it is, is kept for a claim's sake


class Searchable(Protocol):
    """What a retriever must be able to do: find sources for a query."""

    def search(self, query: str) -> Sequence[SourceDocument]:
        """The sources that concern ``query``, best first."""
        ...


Retrievers = Searchable | Sequence[Searchable]


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the loop goes; defaults are the seeds' (S3's thresholds and budget, S4's attempts).

    ``queries`` targeted queries a round besides the reader's own, ``results`` sources a search; ``timeout`` is what one
    round of searches may take, in seconds.
    """

    correct_threshold: float = 0.7
    incorrect_threshold: float = 0.3
    strip_threshold: float = 0.5
    token_budget: int = 4096
    max_attempts: int = 2
    queries: int = 4
    results: int = 4
    timeout: float = 10.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a round of searches came to: ``sources`` to read from now on, and every strip, kept or dropped."""

    sources: tuple[SourceDocument, ...]
    searches: tuple[Search, ...]
    strips: tuple[Strip, ...]


class Searcher:
    """Asks the retrievers, no query twice; ``trouble`` says what was in the way of the last round, if anything."""

    def __init__(
        self,
        retrievers: Retrievers,
        limits: Limits,
        cooldown: Cooldown | None,
        asked: Collection[str] = (),
        write_queries: WritesQueries = RULES.queries,
    ) -> None:
        self._retrievers = as_retrievers(retrievers)
        self._write_queries = write_queries
        self._thought_of: dict[str, tuple[TargetedQuery, ...]] = {}
        self._limits, self._cooldown = limits, cooldown
        self._asked = set(asked)
        self.searched_before = bool(asked)
        self.trouble: StopReason | None = None

    @property
    def can_search(self) -> bool:
        """Whether there is anything to search in."""
        return bool(self._retrievers)

    def open_queries(self, critique: Critique) -> tuple[TargetedQuery, ...]:
        """What is to be asked next: the reader's own query and those of the failing claims, as far as still unasked."""
        if not self._retrievers:
            return ()
        own = searchable(critique.request.query)
        asked = [TargetedQuery(text=own, reason=OWN_QUERY)] if own else []
        claims = [_as_failed(claim) for claim in rules.failing(critique)]
        asked += self._targeted(critique, claims)
        distinct = {one.text: one for one in reversed(asked) if one.text not in self._asked}
        return tuple(reversed(distinct.values()))[: self._limits.queries + 1]

    def _targeted(self, critique: Critique, claims: Sequence[VerifiedClaim]) -> tuple[TargetedQuery, ...]:
        """The queries for failing claims; of one critique a model is asked once."""
        if critique.id not in self._thought_of:
            self._thought_of[critique.id] = self._write_queries(critique.request.query, claims)
        return self._thought_of[critique.id]

    def search(self, critique: Critique, grade: RetrievalGrade) -> Found:
        """Ask, and say which sources the draft is read against from now on."""
        queries = self.open_queries(critique)
        self._asked |= {query.text for query in queries}
        found = self._ask(queries)
        known = critique.request.sources
        searches, fresh = _new_sources(found, known)
        strips = self._strips(critique, fresh, searches)
        speaking = {strip.source_id for strip in strips if strip.kept}
        used = tuple(source for source in fresh if source.id in speaking)
        again = {name for search in searches for name in search.source_ids}
        stay = _worth_keeping(critique, again) if used and grade.quality == "incorrect" else known
        return Found((*stay, *used), searches, strips)

    def retrieve(self, query: str) -> tuple[tuple[Search, ...], tuple[SourceDocument, ...]]:
        """Ask the reader's own query alone: the searches, and the sources found, best first."""
        own = searchable(query)
        return _new_sources(self._ask([TargetedQuery(text=own, reason=OWN_QUERY)] if own else []), ())

    def _ask(self, queries: Sequence[TargetedQuery]) -> Sequence[tuple[Search, tuple[SourceDocument, ...]]]:
        self.trouble = None
        if not queries:
            return ()
        limits = self._limits
        found = search_all(
            queries, self._retrievers, limit=limits.results, timeout=limits.timeout, cooldown=self._cooldown
        )
        failures = [search.failure for search, _ in found]
        if all(failures):
            cooling = all((failure or "").startswith(COOLING) for failure in failures)
            late = any((failure or "").startswith(TIMED_OUT) for failure in failures)
            self.trouble = "cooldown" if cooling else "timed_out" if late else "search_failed"
        return found

    def _strips(
        self, critique: Critique, fresh: Sequence[SourceDocument], searches: Sequence[Search]
    ) -> tuple[Strip, ...]:
        """All strips, each judged by the reader's query; a found source of which none is kept, by its claim.

        For a claim a source must be nearer than for the query: what shares but a few of its words bears nothing out.
        """
        request, limits = critique.request, self._limits
        sources = (*request.sources, *fresh)
        strips = decompose(request.query, sources, threshold=limits.strip_threshold, token_budget=limits.token_budget)
        spent = sum(strip.tokens for strip in strips if strip.kept)
        claims = {claim.id: claim.text for claim in critique.claims}
        for source in fresh:
            if any(strip.kept for strip in strips if strip.source_id == source.id):
                continue
            sought = [one.query.claim_id for one in searches if one.query.claim_id and source.id in one.source_ids]
            for text in dict.fromkeys(claims[name] for name in sought):
                left = limits.token_budget - spent
                least = max(limits.strip_threshold, _SOUGHT_FROM)
                again = decompose(text, [source], threshold=least, token_budget=left)
                if any(strip.kept for strip in again):
                    strips = (*(strip for strip in strips if strip.source_id != source.id), *again)
                    spent += sum(strip.tokens for strip in again if strip.kept)
                    break
        return strips


def as_retrievers(given: Retrievers) -> tuple[Any, ...]:
    """The retrievers as a tuple; raises ``InvalidInput`` for what has no ``search``."""
    found: tuple[Any, ...] = tuple(given) if isinstance(given, Sequence) else (given,)
    for one in found:
        if not callable(getattr(one, "search", None)):
            raise InvalidInput(f"a retriever must have search(query); {type(one).__name__} has none")
    return found


def _as_failed(claim: VerifiedClaim) -> VerifiedClaim:
    """What could not be verified is searched for like what no source supports."""
    return claim.model_copy(update={"status": "unsupported"}) if claim.status == "unverified" else claim


def _new_sources(
    found: Sequence[tuple[Search, tuple[SourceDocument, ...]]], known: Sequence[SourceDocument]
) -> tuple[tuple[Search, ...], tuple[SourceDocument, ...]]:
    """The searches, and the sources found that are not known yet: given by their text, each under an id of its own.

    A passage of a known source is known. A found source whose id is another text's is renamed, in its search too.
    """
    by_text = {source.content.strip(): source.id for source in known}
    taken = {source.id for source in known}
    named: dict[str, str] = {}
    fresh: list[SourceDocument] = []
    for _, sources in found:
        for source in sources:
            text = source.content.strip()
            holder = by_text.get(text) or next((one.id for one in known if text in one.content), None)
            if not text or holder is not None:
                named[source.id] = holder or source.id
                continue
            name = source.id
            while name in taken:
                name = f"found {name}"
            named[source.id] = by_text[text] = name
            taken.add(name)
            fresh.append(source if name == source.id else source.model_copy(update={"id": name}))
    searches = tuple(
        search.model_copy(update={"source_ids": tuple(dict.fromkeys(named.get(i, i) for i in search.source_ids))})
        for search, _ in found
    )
    return searches, tuple(fresh)


def _worth_keeping(critique: Critique, found_again: Collection[str]) -> tuple[SourceDocument, ...]:
    """Of sources that do not fit the query together: those that the search found too or a supported claim rests on.

    All stay where the draft cites them by number: ``[2]`` means the second source, and taking one away would make it
    mean another.
    """
    if critique.citations:
        return critique.request.sources
    quoted = {
        part.source_id
        for claim in critique.claims
        if claim.status == "supported" and claim.verdict
        for part in claim.verdict.evidence
        if part.relation == "supports" and part.match != "not_found" and part.score >= _BEARS
    }
    return tuple(source for source in critique.request.sources if source.id in quoted or source.id in found_again)
