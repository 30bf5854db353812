"""From a query to a verified, corrected answer in one call: retrieve, grade, refine, write, verify, correct (S4).

A composite of retrievers, a generator and the corrective loop. With the extractive generator, the default, all of it
runs without a model; the same query and sources then give the same answer.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from critique_core.claims.extraction import extract, is_abstention
from critique_core.corrective.generation import NO_ANSWER, ExtractiveGenerator, Generator
from critique_core.corrective.loop import Judge, corrective_rag_loop, graded, milliseconds_since, with_spent, within
from critique_core.corrective.search import Limits, Retrievers, Searcher
from critique_core.errors import InvalidInput
from critique_core.models import (
    CorrectiveResult,
    Critique,
    CritiqueOptions,
    CritiqueRequest,
    Gate,
    RetrievalGrade,
    Search,
    SourceDocument,
    StopReason,
    clean_text,
    parse_request,
)
from critique_core.retrieval.search import Cooldown
from critique_core.retrieval.strips import decompose, recompose
from critique_core.runs.progress import Progress, Timer

STAGES = ("retrieve", "grade", "draft", "verify", "correct")
MIN_DRAFT_LENGTH = 50
"""Characters below which an answer is not verified (S0's ``minDraftLength``)."""


def answer(
    query: str,
    retrievers: Retrievers,
    generator: Generator | None = None,
    *,
    draft: str | None = None,
    options: CritiqueOptions | None = None,
    enable_verification: bool = True,
    enable_crag: bool = True,
    min_draft_length: int = MIN_DRAFT_LENGTH,
    judge: Judge | None = None,
    limits: Limits | None = None,
    cooldown: Cooldown | None = None,
    progress: Progress | None = None,
) -> CorrectiveResult:
    """Answer ``query`` from what ``retrievers`` find, and verify and correct that answer (S4's flow, F1).

    The sources found are graded and reduced to the strips that concern the query; from these ``generator`` writes, by
    default the extractive one. Nothing is written from sources graded incorrect: the answer is then ``NO_ANSWER``. A
    ``draft`` of the caller's own is checked in place of a written one.

    ``enable_verification`` off hands the draft on unchecked, ``enable_crag`` off checks it and leaves it as it is;
    ``stopped`` is then ``off``. A draft shorter than ``min_draft_length`` characters is not checked (``too_short``; 0
    checks all); a refusal is no such draft. ``options.confidence_threshold`` is S4's threshold for correcting. A
    generator of your own writes the answer again where the extractive one leaves that to the reviser.

    ``progress`` is called for each of ``STAGES``; what it raises ends the run. Raises ``InvalidInput`` for an empty
    query and what ``corrective_rag_loop`` raises; ``ModelError`` when the generator cannot write a first draft.
    """
    begun, timer = time.perf_counter(), Timer(progress)
    limits = limits or Limits()
    judge = judge or Judge(gate=Gate(attempts_allowed=limits.max_attempts))
    given = _found(query, retrievers, limits, cooldown, timer)
    with timer.stage("draft"):
        request = (
            _written(given, generator or ExtractiveGenerator(), options, limits)
            if draft is None
            else _request(query, draft, given.sources, options)
        )
    stopped = _unchecked(request, enable_verification, min_draft_length)
    if stopped is not None:
        return with_spent(_as_it_is(given, request, None, stopped, begun), timer)
    with timer.stage("verify"):
        first = judge.check(request, within(timer, "verify"))
    if not enable_crag:
        return with_spent(_as_it_is(given, request, first, "off", begun), timer)
    result = corrective_rag_loop(
        first, retrievers, judge=judge, limits=limits, generator=generator, cooldown=cooldown, grade=given.grade,
        asked={search.query.text for search in given.searches if search.failure is None},
        progress=lambda stage, done: timer.tell(stage, done) if stage == "correct" else None,
    )  # fmt: skip
    told = {"searches": given.searches, "notes": (*given.notes, *result.notes)}
    return with_spent(result.model_copy(update={**told, "milliseconds": milliseconds_since(begun)}), timer)


def verify_response(
    query: str,
    response: str,
    context: str | Sequence[SourceDocument],
    *,
    options: CritiqueOptions | None = None,
    judge: Judge | None = None,
    progress: Progress | None = None,
) -> Critique:
    """Verify an answer against its context (S4 ``verify_response``); ``views.s4_verification`` gives S4's own shape.

    ``context`` is a text or the sources. Raises ``InvalidInput`` for what cannot be checked, such as an empty answer.
    """
    return (judge or Judge()).check(_request(query, response, context, options), progress)


def verify_and_correct(
    query: str,
    response: str,
    context: str | Sequence[SourceDocument],
    retrievers: Retrievers = (),
    *,
    options: CritiqueOptions | None = None,
    enable_crag: bool = True,
    generator: Generator | None = None,
    judge: Judge | None = None,
    limits: Limits | None = None,
    cooldown: Cooldown | None = None,
    progress: Progress | None = None,
) -> CorrectiveResult:
    """Verify an answer and, when its confidence is too low, correct it (S4 ``verify_and_correct``).

    Like ``verify_response`` and then ``corrective_rag_loop``; with ``enable_crag`` off no attempt is made.
    """
    request = _request(query, response, context, options)
    limits = limits or Limits()
    if enable_crag:
        return corrective_rag_loop(
            request, retrievers, judge=judge, limits=limits, generator=generator, cooldown=cooldown, progress=progress
        )
    begun = time.perf_counter()
    given = _Given(query, request.sources, graded(query, request.sources, limits))
    first = (judge or Judge()).check(request, progress)
    return _as_it_is(given, request, first, "off", begun)


# --- the steps -----------------------------------------------------------------------------------------------------


class _Given(NamedTuple):
    """What was found for a query, and how well it fits."""

    query: str
    sources: tuple[SourceDocument, ...]
    grade: RetrievalGrade
    searches: tuple[Search, ...] = ()
    notes: tuple[str, ...] = ()


def _found(query: str, retrievers: Retrievers, limits: Limits, cooldown: Cooldown | None, timer: Timer) -> _Given:
    if not query.strip():
        raise InvalidInput("query: is empty; ask something")
    try:
        clean_text(query)
    except ValueError as error:
        raise InvalidInput(f"query: {error}") from error
    with timer.stage("retrieve"):
        searches, sources = Searcher(retrievers, limits, cooldown).retrieve(query)
    with timer.stage("grade"):
        grade = graded(query, sources, limits)
    notes = tuple(f"{one.retriever} could not search: {one.failure}" for one in searches if one.failure)
    return _Given(query, sources, grade, searches, notes)


def _written(given: _Given, generator: Generator, options: CritiqueOptions | None, limits: Limits) -> CritiqueRequest:
    """The request with what the generator writes; what it read is first, as its citations count."""
    strips = decompose(given.query, given.sources, threshold=limits.strip_threshold, token_budget=limits.token_budget)
    read = () if given.grade.quality == "incorrect" else recompose(strips, given.sources)
    written = generator.generate(given.query, read) if read else NO_ANSWER
    places = {source.id: place for place, source in enumerate(read)}
    ordered = sorted(given.sources, key=lambda source: places.get(source.id, len(places)))
    return _request(given.query, written if written.strip() else NO_ANSWER, ordered, options)


def _unchecked(request: CritiqueRequest, enabled: bool, min_draft_length: int) -> StopReason | None:
    """Why the draft is handed on without being checked, if it is."""
    if not enabled:
        return "off"
    draft = request.draft.strip()
    if len(draft) < min_draft_length and not is_abstention(draft, extract(draft)):
        return "too_short"
    return None


def _as_it_is(
    given: _Given, request: CritiqueRequest, first: Critique | None, stopped: StopReason, begun: float
) -> CorrectiveResult:
    return CorrectiveResult(
        query=request.query,
        draft=request.draft,
        final_response=request.draft,
        grade=given.grade,
        searches=given.searches,
        sources=request.sources,
        first=first,
        final=first,
        stopped=stopped,
        notes=given.notes,
        milliseconds=milliseconds_since(begun),
    )


def _request(
    query: str, draft: str, context: str | Sequence[SourceDocument], options: CritiqueOptions | None
) -> CritiqueRequest:
    sources = (SourceDocument(id="context", content=context),) if isinstance(context, str) else tuple(context)
    return parse_request({"query": query, "draft": draft, "sources": sources, "options": options or CritiqueOptions()})
