"""What annotation tools have in common: a text, labelled stretches of it, and next to it what else there is to know."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import Placing, Record, ReviewedItem, new_item, sources_of
from critique_core.formats.labels import status_of
from critique_core.models import CritiqueRequest, ImportedLabel, NewItem

DRAFTS = ("draft", "text", "response", "answer", "output")
QUERIES = ("query", "question", "prompt", "input", "instruction")
SOURCES = ("sources", "context", "contexts", "source", "document", "documents", "passages")
Span = tuple[Any, Any, Any, Any]
"""Start, end, label word, and the stretch's text where the tool gives it."""


def task_fields(reviewed: ReviewedItem) -> dict[str, Any]:
    """Query, sources, title, group and gold mark as they are written next to a draft."""
    item, request = reviewed.item, reviewed.critique.request
    fields: dict[str, Any] = {"query": request.query, "sources": source_dicts(request)}
    if item.source_group is not None:
        fields["source_group"] = item.source_group
    if item.title != losses.title_of(request):
        fields["title"] = item.title
    return fields | ({"gold": True} if item.gold else {})


def source_dicts(request: CritiqueRequest) -> list[dict[str, Any]]:
    """The sources with every field that is set."""
    return [source.model_dump(mode="json", exclude_defaults=True) for source in request.sources]


def lost_of(reviewed: ReviewedItem) -> tuple[str, ...]:
    """What no tool's spans can hold of a review."""
    whose = any(event.origin != "model" for event in reviewed.decisions)
    return (
        *losses.of_review(reviewed),
        *losses.of_spans(reviewed),
        *["whose word a label is, is left out"] * whose,
        *["that all faults were marked is left out"] * reviewed.item.labels_complete,
    )


def item_of(record: Record, draft: str | None, spans: Sequence[Span], annotator: str | None = None) -> NewItem:
    """An item from the fields next to the text; raises ``FormatError`` when there is no text or a span is not in it."""
    text = draft if draft is not None else first_of(record, DRAFTS)
    if not isinstance(text, str) or not text.strip():
        raise FormatError(f"has no text; one of {', '.join(DRAFTS)} is looked for")
    placing = Placing(text)
    labels = [placing.label(status_of(word), start, end, said, annotator=annotator) for start, end, word, said in spans]
    placing.check()
    group = record.get("source_group")
    return new_item(
        query=str(first_of(record, QUERIES) or ""),
        draft=text,
        sources=sources_in(first_of(record, SOURCES)),
        labels=tuple(dict.fromkeys(label for label in labels if label)),
        source_group=None if group is None else str(group),
        title=str(record["title"]) if record.get("title") else None,
        gold=record.get("gold") is True,
    )


def merged(items: Sequence[NewItem]) -> NewItem:
    """One item with the labels of all; they are of one request."""
    labels: dict[ImportedLabel, None] = {}
    for item in items:
        labels |= dict.fromkeys(item.labels)
    return items[0].model_copy(update={"labels": tuple(labels)})


def sources_in(given: Any) -> list[dict[str, Any]]:
    """Sources from our own objects, or from a text or a list of texts; ``None`` is none."""
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    numbered = [dict(cast("Mapping[str, Any]", one)) for one in listed if isinstance(one, Mapping) and "content" in one]
    if numbered and len(numbered) == len(listed):
        return [{"id": str(number)} | one for number, one in enumerate(numbered, 1)]
    return sources_of(given)


def first_of(record: Record, names: Sequence[str]) -> Any:
    """The first of the fields that says something."""
    return next((record[name] for name in names if record.get(name)), None)
