"""Seed S1: a synthesis ``{query, answer}`` with its ranked sources ``[{text, …}]``, and its ``CriticResult``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import item_of, written
from critique_core.models import NewItem
from critique_core.views import critic_result

_SOURCE_FIELDS = {"id", "title", "url"}


def _fits(record: Record) -> bool:
    return "synthesis_result" in record or {"answer", "sources", "is_valid"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    synthesis: Any = record.get("synthesis_result")
    told: Record = cast("Record", synthesis) if isinstance(synthesis, Mapping) else record
    return (item_of(told.get("query", record.get("query")), told.get("answer"), record.get("sources")),)


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    sources = [
        {"text": source.content} | source.model_dump(mode="json", include=_SOURCE_FIELDS, exclude_none=True)
        for source in request.sources
    ]
    synthesis = {"query": request.query, "answer": request.draft, "abstained": reviewed.critique.abstained}
    more = any(
        source.model_dump(exclude_defaults=True).keys() - _SOURCE_FIELDS - {"content"} for source in request.sources
    )
    told = {"synthesis_result": synthesis, "sources": sources}
    lost = ["sources' paths and other details are left out"] * more
    return written(reviewed, told, critic_result(reviewed.critique).shape(), *lost)


FORMAT = Format(
    name="s1",
    title="Seed S1, critic agent",
    fields=(
        (("synthesis_result",), "synthesis_result.query, answer: query and draft"),
        (("query", "answer"), "query and draft, where there is no synthesis_result"),
        (("sources",), "sources[].text, id, title, url: the sources"),
        (
            (
                "is_valid",
                "confidence",
                "issues",
                "hallucination_score",
                "citation_accuracy",
                "factual_consistency",
                "needs_revision",
                "revision_suggestions",
            ),
            "written: the critique; not read",
        ),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
