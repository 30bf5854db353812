"""Corrective results for the pages: real critiques of small texts, wrapped in what a search is said to have given."""

from functools import lru_cache

from critique_core import pipeline
from critique_core.models import Critique, CritiqueRequest, SourceDocument
from critique_core.models.corrective import (
    CorrectiveAttempt,
    CorrectiveResult,
    RetrievalGrade,
    RetrievalSignal,
    Search,
    Strip,
    TargetedQuery,
)

QUESTION = "How is the gateway set up?"
DRAFT = "The gateway times out after 30 seconds. Uploads are limited to 100 MB."
CORRECTED = "The gateway times out after 60 seconds. Uploads are limited to 100 MB."
UPLOADS = SourceDocument(id="uploads.md", title="Uploads", content="Uploads are limited to 100 MB per file.")
TIMEOUTS = SourceDocument(
    id="timeouts.md", title="Timeouts", content="Gateway timeouts\n\nThe gateway times out after 60 seconds."
)
QUERY = TargetedQuery(text="gateway times out seconds", claim_id=None, reason="no source speaks of it")


def critique(draft: str, *sources: SourceDocument) -> Critique:
    return _critique(draft, tuple(source.id for source in sources))


@lru_cache
def _critique(draft: str, ids: tuple[str, ...]) -> Critique:
    sources = tuple(source for source in (UPLOADS, TIMEOUTS) if source.id in ids)
    return pipeline.critique(CritiqueRequest(query=QUESTION, draft=draft, sources=sources))


@lru_cache
def grade(quality: str = "ambiguous", score: float | None = 0.52) -> RetrievalGrade:
    signals = (
        RetrievalSignal(name="rerank", value=None, weight=0.0, reasoning="no rerank scores were given"),
        RetrievalSignal(name="coverage", value=0.5, weight=0.5, reasoning="2 of 4 words of the question are covered"),
        RetrievalSignal(name="agreement", value=0.54, weight=0.5, reasoning="the sources speak of different things"),
    )
    return RetrievalGrade.model_validate({
        "quality": quality, "score": score, "confidence": score, "reasoning": "Half of the question is covered",
        "suggested_action": "combine_with_web_search", "signals": signals,
    })  # fmt: skip


def strip(source: SourceDocument, start: int, end: int, *, kept: bool, relevance: float, why: str = "") -> Strip:
    return Strip(
        source_id=source.id, start=start, end=end, text=source.content[start:end], relevance=relevance, tokens=9,
        kept=kept, why=why,
    )  # fmt: skip


def attempt(*, kept: bool = True, failure: str | None = None) -> CorrectiveAttempt:
    """One round that finds the right source, or in which the search fails."""
    first = critique(DRAFT, UPLOADS)
    wrong = first.claims[0]
    query = QUERY.model_copy(update={"claim_id": wrong.id})
    found = () if failure else (TIMEOUTS.id,)
    after = critique(CORRECTED, UPLOADS, TIMEOUTS) if kept else None
    return CorrectiveAttempt(
        number=1,
        grade=grade(),
        action="combine_with_web_search",
        searches=(Search(query=query, retriever="library", source_ids=found, milliseconds=4.2, failure=failure),),
        strips=() if failure else (
            strip(TIMEOUTS, 18, 57, kept=True, relevance=0.9),
            strip(TIMEOUTS, 0, 16, kept=False, relevance=0.3, why="relevance 0.30 lies below 0.50"),
        ),
        sources=(UPLOADS,) if failure else (UPLOADS, TIMEOUTS),
        critique=after,
        fixed=(wrong.id,) if kept else (),
        confidence_before=first.confidence,
        confidence_after=after.confidence if after else None,
        kept=kept,
        reason="one claim more is supported" if kept else "nothing new was found",
        milliseconds=120.0,
    )  # fmt: skip


def corrected() -> CorrectiveResult:
    """A draft with one wrong claim, put right in one attempt."""
    first, one = critique(DRAFT, UPLOADS), attempt()
    return CorrectiveResult(
        query=QUESTION, draft=DRAFT, final_response=CORRECTED, grade=grade(), sources=(UPLOADS,), first=first,
        searches=(Search(query=TargetedQuery(text=QUESTION, reason="the question itself"), retriever="library",
                         source_ids=(UPLOADS.id,), milliseconds=3.1),),
        attempts=(one,), final=one.critique, stopped="confident", milliseconds=260.0,
    )  # fmt: skip


def failed(message: str = "the library is locked") -> CorrectiveResult:
    """The same draft, with a search that fails in the attempt to correct it."""
    first = critique(DRAFT, UPLOADS)
    return corrected().model_copy(update={
        "final_response": DRAFT, "final": first, "attempts": (attempt(kept=False, failure=message),),
        "stopped": "nothing_found",
    })  # fmt: skip
