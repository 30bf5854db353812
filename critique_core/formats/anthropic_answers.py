"""Anthropic's answers with citations: ``content[]`` blocks of text, each with what it cites.

The draft is the blocks' text in order; a block's citations are for all of its words. The documents themselves may lie
next to the answer as ``documents[]``; without them a source holds the cited passages alone.
"""

from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record, objects
from critique_core.formats.cited_answers import CitedSources, text_in
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    content = record.get("content")
    return isinstance(content, list) and bool(objects(content)) and all("type" in one for one in objects(content))


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    sources, draft = CitedSources(), ""
    for number, document in enumerate(_documents(record.get("documents")), 1):
        sources.of(number, content=text_in(document), title=str(document.get("title") or "") or None)
    for block in objects(record["content"]):
        if block.get("type") != "text":
            continue
        start, draft = len(draft), draft + str(block.get("text") or "")
        for citation in objects(block.get("citations")):
            _keep(citation, (start, len(draft)), sources)
    if not draft.strip():
        raise FormatError("has no block of text in content[]")
    return (sources.item(draft, record.get("query")),)


def _documents(given: Any) -> list[dict[str, Any]]:
    """Objects, or texts as objects of a text each: their places count."""
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    return [cast("dict[str, Any]", one) if isinstance(one, dict) else {"text": str(one)} for one in listed]


def _keep(citation: Record, place: tuple[int, int], sources: CitedSources) -> None:
    index, url = citation.get("document_index"), citation.get("url")
    key = index + 1 if isinstance(index, int) else url or citation.get("source") or "?"
    title = citation.get("document_title") or citation.get("title")
    source = sources.of(key, title=title, url=str(url) if url else None)
    if place[0] < place[1]:
        source.places.append(place)
    if citation.get("cited_text"):
        source.quotes.append(str(citation["cited_text"]))


FORMAT = Format(
    name="anthropic",
    title="Anthropic answers with citations",
    fields=(
        (("content",), "content[].text: the draft, block after block"),
        (("content",), "citations[].document_index, document_title, url: the source"),
        (("content",), "citations[].cited_text: the source's content, where documents are not given"),
        (("documents",), "ours: the sources' texts"),
        (("query",), "ours: the query"),
    ),
    fits=_fits,
    open=_open,
)
