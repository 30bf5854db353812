"""Cohere's answers with citations, version 1 (``text, citations, documents``) and 2 (``message``)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Placing, Reader, Record, object_in, objects
from critique_core.formats.cited_answers import CitedSources, text_in
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    message = record.get("message")
    of_two = isinstance(message, Mapping) and "content" in message
    return of_two or ("text" in record and isinstance(record.get("citations"), list))


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    message: Any = record.get("message")
    told: Record = cast("Record", message) if isinstance(message, Mapping) else record
    draft = _text(told)
    if not draft.strip():
        raise FormatError("has no text")
    placing, sources = Placing(draft), CitedSources()
    for document in objects(record.get("documents")):
        _document(document, document.get("id"), sources)
    for citation in objects(told.get("citations")):
        place = placing.place(citation.get("start"), citation.get("end"), citation.get("text"))
        for key in _cited(citation, sources):
            if place is not None:
                sources.of(key).places.append(place)
    return (sources.item(draft, record.get("query"), placing),)


def _text(told: Record) -> str:
    content = told.get("content", told.get("text"))
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text") or "") for part in objects(content) if part.get("type") == "text")


def _cited(citation: Record, sources: CitedSources) -> list[str]:
    keys: list[Any] = list(citation.get("document_ids") or [])
    for source in objects(citation.get("sources")):
        _document(object_in(source, "document"), source.get("id"), sources)
        keys.append(source.get("id"))
    return [str(key) for key in keys]


def _document(document: Record, key: Any, sources: CitedSources) -> None:
    title, url = document.get("title"), document.get("url")
    sources.of(key, content=text_in(document), title=str(title) if title else None, url=str(url) if url else None)


FORMAT = Format(
    name="cohere",
    title="Cohere answers with citations",
    fields=(
        (("text",), "the draft"),
        (("message",), "message.content[].text: the draft; message.citations[]: as citations"),
        (("documents",), "the sources: id, text or snippet, title, url"),
        (("citations",), "citations[].sources[].document: the sources, as documents"),
        (
            ("citations",),
            "citations[].start, end, text: where a source is cited stands in its metadata; found by its text",
        ),
        (("query",), "ours: the query"),
    ),
    fits=_fits,
    open=_open,
)
