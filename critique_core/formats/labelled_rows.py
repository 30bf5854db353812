"""Claimlens' plain form for labelled answers and claims, one JSON object a line.

``sources[{id, content, …}], draft | claim`` are needed; ``query, label, spans[{start, end, label, text}],
source_group`` are used where given. Offsets are code points. ``label`` speaks of the whole answer; where ``spans`` is
given it lists all that lacks support.
"""

from pathlib import Path
from typing import Any, get_args

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Placing, Reader, Record, new_item
from critique_core.models import ImportedLabel, NewItem, Status

_STATUSES = frozenset(get_args(Status))


def _fits(record: Record) -> bool:
    return isinstance(record.get("sources"), list) and ("draft" in record or "claim" in record)


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    draft = record.get("draft") or record.get("claim")
    if not isinstance(draft, str):
        raise FormatError("lacks draft or claim")
    group = record.get("source_group")
    spans: Any = record.get("spans")
    return (
        new_item(
            query=record.get("query") or "",
            draft=draft,
            sources=record["sources"],
            source_group=None if group is None else str(group),
            labels=_of_spans(draft, spans) if spans is not None else _of_answer(record.get("label")),
            labels_complete=spans is not None,
        ),
    )


def _of_answer(label: Any) -> tuple[ImportedLabel, ...]:
    return () if label is None else (ImportedLabel(status=_status(label)),)


def _of_spans(draft: str, spans: list[dict[str, Any]]) -> tuple[ImportedLabel, ...]:
    placing = Placing(draft)
    labels = [
        placing.label(_status(span.get("label", "unsupported")), span.get("start"), span.get("end"), span.get("text"))
        for span in spans
    ]
    if placing.lost:
        raise FormatError("; ".join(placing.lost))
    return tuple(label for label in labels if label)


def _status(label: Any) -> Status:
    if label not in _STATUSES:
        raise FormatError(f"label {label!r} is none of {', '.join(sorted(_STATUSES))}")
    return label


FORMAT = Format(
    name="rows",
    title="Labelled rows",
    fields=(
        ("draft or claim", "the draft"),
        ("query, sources, source_group", "as they are"),
        ("label", "a label of the whole answer, where there are no spans"),
        ("spans[].start, end, text, label", "a label of those words; all else is supported"),
    ),
    fits=_fits,
    open=_open,
)
