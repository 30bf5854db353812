"""HaluBench's rows: ``id, passage, question, answer, label, source_ds, score``; label is PASS or FAIL."""

from pathlib import Path

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record, needed, new_item, sources_of
from critique_core.models import ImportedLabel, NewItem, Status

_STATUSES: dict[str, Status] = {"PASS": "supported", "FAIL": "unsupported"}


def _fits(record: Record) -> bool:
    return {"passage", "answer", "label"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    label = str(record["label"])
    if label not in _STATUSES:
        raise FormatError(f"label {label[:60]!r} is neither PASS nor FAIL")
    return (
        new_item(
            query=str(record.get("question") or ""),
            draft=str(needed(record, "answer")),
            sources=sources_of(needed(record, "passage")),
            labels=(ImportedLabel(status=_STATUSES[label]),),
        ),
    )


FORMAT = Format(
    name="halubench",
    title="HaluBench",
    fields=(
        (("question", "answer", "passage"), "query, draft and source"),
        (("label",), "of the whole answer. PASS: supported; FAIL: unsupported (it may also be contradicted)"),
        (("id", "source_ds", "score"), "not read"),
    ),
    fits=_fits,
    open=_open,
)
