"""doccano's sequence labelling rows: ``{id, text, label: [[start, end, label]]}``; offsets are code points."""

from pathlib import Path
from typing import Any, cast

from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.labels import claim_labels
from critique_core.formats.span_tasks import DRAFTS, QUERIES, SOURCES, item_of, lost_of, task_fields
from critique_core.models import NewItem


def _spans(record: Record) -> Any:
    return record.get("label", record.get("labels"))


def _fits(record: Record) -> bool:
    spans = _spans(record)
    return "text" in record and isinstance(spans, list) and all(map(_is_span, cast("list[Any]", spans)))


def _is_span(value: Any) -> bool:
    return isinstance(value, list) and len(cast("list[Any]", value)) == 3


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    beside = dict(record.get("meta") or {}) | dict(record)
    given: list[tuple[Any, Any, Any]] = _spans(record) or []
    spans = [(start, end, word, None) for start, end, word in given]
    return (item_of(beside, record.get("text"), spans),)


def _write(reviewed: ReviewedItem) -> Written:
    spans = [[label.start, label.end, label.status] for label in claim_labels(reviewed)]
    record = {"id": reviewed.item.number, "text": reviewed.critique.request.draft, "label": spans}
    return Written((record | task_fields(reviewed),), lost_of(reviewed))


FORMAT = Format(
    name="doccano",
    title="doccano",
    fields=(
        (("text",), "the draft"),
        (tuple(name for name in DRAFTS if name != "text"), "the draft, where text is null"),
        (("label", "labels"), "[[start, end, label]]: a label of those words"),
        (QUERIES, "the query, by the first of its names that is filled"),
        (SOURCES, "the sources, by the first of their names that is filled"),
        (("source_group", "title", "gold"), "ours: as they are; doccano keeps them as metadata"),
        (("meta",), "any of these fields, where the row itself has none"),
        (("id",), "not read"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
