"""Seed S0: ``query, draft, sources[{id, content, type, path, relevanceScore}], options``, with its result."""

from pathlib import Path
from typing import Any

from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.seed_requests import item_of, written
from critique_core.models import CritiqueOptions, NewItem
from critique_core.views import critique_result

_SOURCE_FIELDS = {"id", "content", "type", "path", "relevance_score"}


def _fits(record: Record) -> bool:
    return {"draft", "sources"} <= record.keys() and bool(record.keys() & {"options", "isValid"})


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    item = item_of(record.get("query"), record.get("draft"), record.get("sources"))
    known = {name: field.alias or name for name, field in CritiqueOptions.model_fields.items()}
    given: dict[str, Any] = dict(record.get("options") or {})
    told = {name: given.get(alias, given.get(name)) for name, alias in known.items()}
    options = CritiqueOptions.model_validate({name: value for name, value in told.items() if value is not None})
    return (item.model_copy(update={"request": item.request.model_copy(update={"options": options})}),)


def _write(reviewed: ReviewedItem) -> Written:
    request = reviewed.critique.request
    sources = [
        source.model_dump(mode="json", by_alias=True, include=_SOURCE_FIELDS, exclude_none=True)
        for source in request.sources
    ]
    told = {"query": request.query, "draft": request.draft, "sources": sources,
            "options": request.options.model_dump(mode="json", by_alias=True)}  # fmt: skip
    more = any(source.model_dump(exclude_defaults=True).keys() - _SOURCE_FIELDS for source in request.sources)
    lost = ["sources' titles and other details are left out"] * more
    return written(reviewed, told, critique_result(reviewed.critique).shape(), *lost)


FORMAT = Format(
    name="s0",
    title="Seed S0, draft critique",
    fields=(
        (("query", "draft"), "as they are"),
        (("sources",), "sources[{id, content, type, path, relevanceScore}]: as they are"),
        (("options",), "the request's options"),
        (
            ("isValid", "confidence", "issues", "suggestions", "revisedDraft", "metadata"),
            "written: the critique; not read",
        ),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
