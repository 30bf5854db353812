"""What the seeds' formats have in common: a request in a seed's own names, with its result next to it.

A seed's result is what a machine said, so it brings no labels in. Written, the result is the critique in the seed's
shape, before any reviewer's word.
"""

from collections.abc import Mapping
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import ReviewedItem, Written, new_item
from critique_core.models import CritiqueRequest, NewItem, SourceDocument

_OWN_TEXT = ("content", "text")


def written(reviewed: ReviewedItem, request: dict[str, Any], result: dict[str, Any], *sources_lost: str) -> Written:
    """The request and its result in one record, with what it does not say of the review."""
    lost = [*losses.of_labels(reviewed), *losses.of_item(reviewed), *losses.of_review(reviewed), *sources_lost]
    return Written((result | request,), tuple(lost))


def item_of(query: Any, draft: Any, sources: Any, **fields: Any) -> NewItem:
    """An item from a seed's request; raises ``FormatError`` naming what cannot be used."""
    return new_item(query=str(query or ""), draft=str(draft or ""), sources=documents(sources), **fields)


def context_of(request: CritiqueRequest) -> str | list[str]:
    """S4's context: one text, or a list where there are several sources or an empty one."""
    texts = [source.content for source in request.sources]
    return texts[0] if len(texts) == 1 and texts[0].strip() else texts


def documents(given: Any) -> list[dict[str, Any]]:
    """Sources out of texts or objects; of an object every field that ours has, in either casing, is kept.

    ``metadata`` may hold such fields as well. Unknown fields are passed over.
    """
    if isinstance(given, str):
        return [{"id": "1", "content": given}] if given.strip() else []
    listed: list[Any] = list(given or [])
    return [_document(one, str(number)) for number, one in enumerate(listed, 1)]


def _document(given: Any, number: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        return {"id": number, "content": str(given)}
    told = cast("Mapping[str, Any]", given)
    metadata: Any = told.get("metadata")
    inner = cast("Mapping[str, Any]", metadata if isinstance(metadata, Mapping) else {})
    content = next((told[name] for name in _OWN_TEXT if isinstance(told.get(name), str)), None)
    if content is None:
        raise FormatError(f"source {number} has no content")
    found = {"id": number} | _known(inner) | _known(told) | {"content": content}
    if told.get("score") is not None and "relevance_score" not in found:
        found["relevance_score"] = told["score"]
    rest = {name: str(value) for name, value in inner.items() if name not in _ALIASES and value is not None}
    return found | ({"metadata": rest} if rest else {})


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {_ALIASES[name]: value for name, value in fields.items() if name in _ALIASES and value is not None}


def _names() -> dict[str, str]:
    names = [name for name in SourceDocument.model_fields if name != "metadata"]
    aliases = {SourceDocument.model_fields[name].alias or name: name for name in names}
    return {name: name for name in names} | aliases


_ALIASES = _names()
