"""OpenAI's answers with citations: a response with ``output[].content[].annotations``, or a chat completion.

``url_citation{start_index, end_index, title, url}`` counts code points of its text. The answer holds no text of the
pages: give them next to it as ``documents[{url, text}]``, else the sources are empty and nothing can be supported.
"""

from pathlib import Path
from typing import Any

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Placing, Reader, Record, object_in, objects
from critique_core.formats.cited_answers import CitedSources, text_in
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    return isinstance(record.get("output"), list) or isinstance(record.get("choices"), list)


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    parts = _parts(record)
    draft = "".join(text for text, _ in parts)
    if not draft.strip():
        raise FormatError("has no text in output[].content[] or choices[].message")
    placing, sources, before = Placing(draft), CitedSources(), 0
    known = {str(one.get("url")): one for one in objects(record.get("documents"))}
    for text, annotations in parts:
        for citation in annotations:
            _keep(citation, before, placing, sources, known)
        before += len(text)
    return (sources.item(draft, record.get("query", record.get("input")), placing),)


def _keep(
    citation: Record, before: int, placing: Placing, sources: CitedSources, known: dict[str, dict[str, Any]]
) -> None:
    url = citation.get("url")
    if not url:
        return
    source = sources.of(url, url=str(url), title=citation.get("title"), content=text_in(known.get(str(url))))
    start, end = citation.get("start_index"), citation.get("end_index")
    if not isinstance(start, int) or not isinstance(end, int) or start == end:
        return
    place = placing.place(before + start, before + end)
    if place is not None:
        source.places.append(place)


def _parts(record: Record) -> list[tuple[str, list[dict[str, Any]]]]:
    """The texts of the answer in order, each with its citations."""
    parts: list[tuple[str, list[dict[str, Any]]]] = []
    for message in objects(record.get("output")):
        texts = [part for part in objects(message.get("content")) if part.get("type") == "output_text"]
        parts += [(str(part.get("text") or ""), objects(part.get("annotations"))) for part in texts]
    for choice in objects(record.get("choices"))[:1]:
        message = object_in(choice, "message")
        flat = [one | object_in(one, "url_citation") for one in objects(message.get("annotations"))]
        parts.append((str(message.get("content") or ""), flat))
    return parts


FORMAT = Format(
    name="openai",
    title="OpenAI answers with citations",
    fields=(
        (("output",), "output[].content[].text: the draft"),
        (("choices",), "choices[0].message.content: the draft"),
        (
            ("output", "choices"),
            "annotations[] url_citation: a source: url, title; where it is cited stands in the source's metadata",
        ),
        (("documents",), "documents[{url, text}] (ours): the sources' texts; without them the sources are empty"),
        (("query", "input"), "the query"),
    ),
    fits=_fits,
    open=_open,
)
