"""Claimlens' plain form for labelled answers and claims, one JSON object a line.

``sources[{id, content, …}], draft | claim`` are needed; ``query, title, label, spans[{start, end, label, text,
annotator, note}], complete, source_group, gold`` are used where given. Offsets are code points. ``label`` mentions the
whole answer, as a span without a place does; where ``spans`` is given it lists all that lacks support, unless
``complete`` is false.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

from critique_core.errors import FormatError
from critique_core.formats import losses
from critique_core.formats.base import Fields, Format, Placing, Reader, Record, ReviewedItem, Written, new_item
from critique_core.formats.labels import claim_labels, unplaced_labels
from critique_core.formats.source_cells import source_fields
from critique_core.formats.span_tasks import source_dicts
from critique_core.models import ImportedLabel, NewItem, Status

_STATUSES = frozenset(get_args(Status))
FIELDS: Fields = (
    (("draft", "claim"), "the draft"),
    (("query", "sources", "source_group", "title", "gold"), "as they are"),
    (("label",), "a label of the whole answer, where there are no spans"),
    (
        ("spans",),
        "spans[].start, end, text, label, annotator, note: a label of those words; without start and end of the answer",
    ),
    (("complete",), "false: what no span marks is not known; else it is supported"),
)


def _fits(record: Record) -> bool:
    return isinstance(record.get("sources"), list) and bool(record.keys() & {"draft", "claim"}) and _is_bare(record)


def _is_bare(record: Record) -> bool:
    """Not a table of ours, nor a seed's request with its result."""
    return not record.keys() & {"claimlens", "options", "isValid"}


def _open(_path: Path) -> Reader:
    return read_row


def read_row(record: Record) -> tuple[NewItem, ...]:
    """One row as its item; raises ``FormatError``."""
    given: list[Any] = [record[name] for name in ("draft", "claim") if record.get(name) is not None]
    draft: Any = next((text for text in given if text), given[0] if given else None)  # an empty one is refused as empty
    if not isinstance(draft, str):
        raise FormatError("lacks draft or claim")
    group = record.get("source_group")
    spans: Any = record.get("spans")
    return (
        new_item(
            query=record.get("query") or "",
            draft=draft,
            sources=_sources(record.get("sources")),
            source_group=None if group is None else str(group),
            title=str(record["title"]) if record.get("title") else None,
            labels=_of_spans(draft, spans) if spans is not None else _of_answer(record.get("label")),
            labels_complete=spans is not None and record.get("complete", True) is not False,
            gold=record.get("gold") is True,
        ),
    )


def write_row(reviewed: ReviewedItem) -> Written:
    """The row of a reviewed item, with all fields of the form."""
    item, request = reviewed.item, reviewed.critique.request
    labels = claim_labels(reviewed)
    spans: list[dict[str, Any]] = [
        {"start": one.start, "end": one.end, "text": one.text, "label": one.status} | _whose(one.annotator, one.note)
        for one in labels
    ]
    spans += [{"label": one.status} | _whose(one.annotator, one.note) for one in unplaced_labels(reviewed)]
    row: dict[str, Any] = {
        "query": request.query,
        "draft": request.draft,
        "sources": source_dicts(request),
        "spans": spans,
        "complete": item.labels_complete and "imported" in reviewed.origins,
        "source_group": item.source_group,
        "title": None if item.title == losses.title_of(request) else item.title,
        "gold": item.gold,
    }
    return Written((row,), tuple(losses.of_review(reviewed, notes=True)))


def _write(reviewed: ReviewedItem) -> Written:
    written = write_row(reviewed)
    rows = tuple({name: value for name, value in row.items() if value is not None} for row in written.records)
    return Written(rows, written.lost)


def _whose(annotator: str | None, note: str | None) -> dict[str, str]:
    return {name: value for name, value in (("annotator", annotator), ("note", note)) if value is not None}


def _sources(given: Any) -> list[Any]:
    """Objects as they are; a text, or a list of texts, by number."""
    if isinstance(given, list) and any(isinstance(one, Mapping) for one in cast("list[Any]", given)):
        return [_source(source) for source in cast("list[Any]", given)]
    return source_fields([] if given is None else [given], cut=False)


def _source(given: Any) -> Any:
    """Parquet gives every field of a source, also those that are not set, and our tables metadata as JSON."""
    if not isinstance(given, Mapping):
        return given
    source = {name: value for name, value in cast("Mapping[str, Any]", given).items() if value is not None}
    if isinstance(source.get("metadata"), str):
        source["metadata"] = json.loads(source["metadata"])
    return source


def _of_answer(label: Any) -> tuple[ImportedLabel, ...]:
    return () if label is None else (ImportedLabel(status=_status(label)),)


def _of_spans(draft: str, spans: list[dict[str, Any]]) -> tuple[ImportedLabel, ...]:
    placing = Placing(draft)
    labels = [_of_span(placing, span) for span in spans]
    placing.check()
    return tuple(label for label in labels if label)


def _of_span(placing: Placing, span: dict[str, Any]) -> ImportedLabel | None:
    status, annotator, note = _status(span.get("label", "unsupported")), span.get("annotator"), span.get("note")
    place = (span.get("start"), span.get("end"), span.get("text"))
    if place == (None, None, None):
        return ImportedLabel(status=status, annotator=annotator, note=note)
    return placing.label(status, *place, annotator=annotator, note=note)


def _status(label: Any) -> Status:
    if label not in _STATUSES:
        raise FormatError(f"label {label!r} is none of {', '.join(sorted(_STATUSES))}")
    return label


FORMAT = Format(
    name="rows",
    title="Labelled rows",
    fields=FIELDS,
    fits=_fits,
    open=_open,
    write=_write,
)
