"""Seed S2: ``validate(query, answer, sources: ISource[])`` with its ``IValidationResult``."""

from pathlib import Path
from typing import Any

from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import item_of, written
from critique_core.models import NewItem, SourceDocument
from critique_core.views import hallucination_report, validation_result

_OF_SOURCE = ("title", "page", "section", "url", "domain")
_HELD = {"id", "content", "chunk_id", "relevance_score", *_OF_SOURCE}


def _fits(record: Record) -> bool:
    return {"answer", "sources"} <= record.keys() and bool(record.keys() & {"isSupported", "hallucinationReport"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    return (item_of(record.get("query"), record.get("answer"), record.get("sources")),)


def _write(reviewed: ReviewedItem) -> Written:
    critique = reviewed.critique
    told = {
        "query": critique.request.query,
        "answer": critique.request.draft,
        "sources": [_source(source) for source in critique.request.sources],
        "hallucinationReport": hallucination_report(critique).shape(),
    }
    more = any(source.model_dump(exclude_defaults=True).keys() - _HELD for source in critique.request.sources)
    lost = ["sources' paths and other details are left out"] * more
    return written(reviewed, told, validation_result(critique).shape(), *lost)


def _source(source: SourceDocument) -> dict[str, Any]:
    metadata = {name: getattr(source, name) for name in _OF_SOURCE if getattr(source, name) is not None}
    told = {"id": source.id, "document": source.name, "content": source.content, "metadata": metadata}
    told |= {"chunkId": source.chunk_id} if source.chunk_id is not None else {}
    return told | ({"score": source.relevance_score} if source.relevance_score is not None else {})


FORMAT = Format(
    name="s2",
    title="Seed S2, Self-RAG validation",
    fields=(
        (("query", "answer"), "query and draft"),
        (("sources",), "sources[].id, content, chunkId, metadata, score: the sources"),
        (("isRelevant", "isSupported", "isUseful", "confidence", "reasoning"), "written: the critique; not read"),
        (("citations", "issues", "recommendation", "hallucinationReport"), "written: the critique; not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
