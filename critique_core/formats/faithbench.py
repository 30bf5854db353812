"""FaithBench's samples: a source, a summary, and several annotators' spans of it; offsets are code points.

Benign marks what the source does not say although it is true: unsupported. Questionable is partly supported.
"""

from pathlib import Path
from typing import Any, cast

from critique_core.formats.base import Format, Placing, Reader, Record, needed, new_item, sources_of
from critique_core.formats.labels import status_of
from critique_core.models import ImportedLabel, NewItem, Status

_WORST_FIRST: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported", "supported")


def _fits(record: Record) -> bool:
    return {"source", "summary", "annotations"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    draft = str(needed(record, "summary"))
    placing = Placing(draft)
    annotations: list[dict[str, Any]] = list(record["annotations"] or [])
    labels = [_label(placing, one) for one in annotations]
    placing.check()
    item = new_item(
        draft=draft,
        sources=sources_of(needed(record, "source")),
        labels=tuple(dict.fromkeys(label for label in labels if label)),
        labels_complete=True,
    )
    return (item,)


def _label(placing: Placing, annotation: dict[str, Any]) -> ImportedLabel | None:
    given: Any = annotation.get("label")
    words = cast("list[Any]", given if isinstance(given, list) else [given])
    statuses = [status_of(word) for word in words if word]
    status: Status | None = next((one for one in _WORST_FIRST if one in statuses), None)
    if status is None:
        return None
    place = (annotation.get("summary_start"), annotation.get("summary_end"), annotation.get("summary_span"))
    who, note = annotation.get("annotator"), annotation.get("note")
    return placing.label(status, *place, annotator=str(who) if who else None, note=str(note) if note else None)


FORMAT = Format(
    name="faithbench",
    title="FaithBench",
    fields=(
        (("source", "summary"), "source and draft"),
        (
            ("annotations",),
            "annotations[].summary_start, summary_end, summary_span: a label of those words; all else is supported",
        ),
        (
            ("annotations",),
            "annotations[].label: Unwanted.Intrinsic: contradicted; Unwanted, .Extrinsic, Benign: unsupported",
        ),
        (("annotations",), "annotations[].label: Questionable: partly supported"),
        (("annotations",), "annotations[].annotator, note: as they are"),
        (("annotations",), "annotations[].source_start, source_end: not read"),
        (("sample_id", "metadata"), "not read"),
    ),
    fits=_fits,
    open=_open,
)
