"""What answers with citations have in common: the draft stays as it is, and a citation is kept with its source.

A citation says what a model took from where, not that it is right: it is no label. Which words of the draft cite a
source is in that source's metadata, ``cited_at``: code point offsets, as ``0-24, 40-52``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from critique_core.formats.base import Placing, new_item
from critique_core.models import NewItem

_TEXTS = ("content", "text", "snippet", "data", "contents")


@dataclass(slots=True)
class CitedSource:
    """A source that an answer cites, as far as its file says: ``quotes`` replace a content that is missing."""

    key: str
    content: str = ""
    title: str | None = None
    url: str | None = None
    quotes: list[str] = field(default_factory=list[str])
    places: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def as_document(self) -> dict[str, Any]:
        """The source's fields of a request."""
        metadata = {"cited_at": ", ".join(f"{start}-{end}" for start, end in dict.fromkeys(self.places))}
        if not self.content and self.quotes:
            metadata["content"] = "the cited passages alone"
        content = self.content or "\n\n".join(dict.fromkeys(self.quotes))
        fields = {"id": self.key, "content": content, "title": self.title, "url": self.url}
        told = {name: value for name, value in metadata.items() if value}
        return {name: value for name, value in fields.items() if value is not None} | {"metadata": told}


class CitedSources:
    """The sources of one answer, each once, in the order in which they are first named."""

    def __init__(self) -> None:
        self._sources: dict[str, CitedSource] = {}

    def of(self, key: Any, **fields: str | None) -> CitedSource:
        """The source of that key; fields that it lacks are taken on."""
        source = self._sources.setdefault(str(key), CitedSource(str(key)))
        for name, value in fields.items():
            if value and not getattr(source, name):
                setattr(source, name, value)
        return source

    def item(self, draft: str, query: Any, placing: Placing | None = None) -> NewItem:
        """The answer as an item; raises ``FormatError`` when a citation has no place in it."""
        if placing is not None:
            placing.check()
        sources = [source.as_document() for source in self._sources.values()]
        return new_item(query=str(query or ""), draft=draft, sources=sources)


def text_in(document: Any) -> str:
    """The text of a document that is one, or an object with one."""
    if isinstance(document, str):
        return document
    if isinstance(document, Mapping):
        parts = cast("Mapping[str, Any]", document)
        for name in ("source", "document"):
            if isinstance(parts.get(name), Mapping):
                return text_in(parts[name])
        return next((parts[name] for name in _TEXTS if isinstance(parts.get(name), str)), "")
    return ""
