"""Seed S3: ``evaluate_retrieval(query, documents, rerank_scores)`` with its ``EvaluationResult``.

S3 grades what was retrieved before anything is written from it, so its record has no answer; ours is next to it as
``answer``, and a record without one is refused: there would be nothing to review.
"""

from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import documents, item_of, written
from critique_core.models import CritiqueRequest, NewItem
from critique_core.retrieval import grade as retrieval_grade
from critique_core.views import evaluation_result


def _fits(record: Record) -> bool:
    return "documents" in record and bool(record.keys() & {"quality", "suggested_action", "rerank_scores"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    if not record.get("answer"):
        raise FormatError("lacks answer: S3 grades what was retrieved, and there is no text to review")
    sources = documents(record.get("documents"))
    given: Any = record.get("rerank_scores")
    if given is not None:
        scores = cast("list[Any]", given)
        if len(scores) != len(sources):
            raise FormatError(f"has {len(scores)} rerank_scores for {len(sources)} documents; give one a document")
        sources = [source | {"relevance_score": score} for source, score in zip(sources, scores, strict=True)]
    return (item_of(record.get("query"), record.get("answer"), sources),)


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    scores = [source.relevance_score for source in request.sources]
    ranked = bool(scores) and None not in scores
    told = {"query": request.query, "documents": [source.content for source in request.sources]}
    told |= {"rerank_scores": scores} if ranked else {}
    grade = retrieval_grade.grade(request.query, request.sources)
    lost = losses.of_sources(_without_scores(request) if ranked else request)
    return written(reviewed, told | {"answer": request.draft}, evaluation_result(grade).shape(), *lost)


def _without_scores(request: CritiqueRequest) -> CritiqueRequest:
    bare = tuple(source.model_copy(update={"relevance_score": None}) for source in request.sources)
    return request.model_copy(update={"sources": bare})


FORMAT = Format(
    name="s3",
    title="Seed S3, retrieval evaluation",
    fields=(
        (("query", "documents"), "the query, and one source a document"),
        (("rerank_scores",), "the sources' relevance scores, when all have one"),
        (("answer",), "ours: the draft"),
        (("quality", "confidence", "reasoning", "suggested_action"), "written: the grade at S3's thresholds; not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
