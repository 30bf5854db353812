"""Prodigy's tasks: ``text, spans[{start, end, label}], answer``; offsets are code points.

An answer ``reject`` or ``ignore`` says that the spans are not right, so the item comes in without them.
"""

from pathlib import Path
from typing import Any

from critique_core.formats.base import Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.labels import claim_labels
from critique_core.formats.span_tasks import QUERIES, SOURCES, item_of, lost_of, task_fields
from critique_core.models import NewItem


def _fits(record: Record) -> bool:
    return "text" in record and isinstance(record.get("spans"), list) and not record.keys() & {"draft", "claim"}


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    accepted = record.get("answer", "accept") == "accept"
    given: list[dict[str, Any]] = list(record.get("spans") or []) if accepted else []
    beside = dict(record.get("meta") or {}) | {name: value for name, value in record.items() if name != "answer"}
    spans = [(one.get("start"), one.get("end"), one.get("label"), one.get("text")) for one in given]
    return (item_of(beside, record.get("text"), spans),)


def _write(reviewed: ReviewedItem) -> Written:
    labels = claim_labels(reviewed)
    record = {
        "text": reviewed.critique.request.draft,
        "spans": [{"start": one.start, "end": one.end, "label": one.status} for one in labels],
        "answer": "ignore" if reviewed.item.flagged and not labels else "accept",
        "meta": task_fields(reviewed),
    }
    return Written((record,), lost_of(reviewed))


FORMAT = Format(
    name="prodigy",
    title="Prodigy",
    fields=(
        (("text",), "the draft"),
        (("spans",), "spans[].start, end, label: a label of those words, when the answer is accept"),
        (("answer",), "accept, or none: spans are read"),
        (QUERIES, "the query, by the first of its names that is filled"),
        (SOURCES, "the sources, by the first of their names that is filled"),
        (("source_group", "title", "gold"), "ours: as they are"),
        (("meta",), "meta.query, sources, source_group, title, gold (ours): as they are"),
    ),
    fits=_fits,
    open=_open,
    write=_write,
)
