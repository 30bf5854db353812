"""LLM-AggreFact's rows: ``dataset, doc, claim, label``; label 1 is supported, 0 is not, which of both ways unknown."""

from pathlib import Path
from typing import Any

from critique_core.errors import FormatError
from critique_core.formats.base import Format, Reader, Record, needed, new_item, sources_of
from critique_core.models import ImportedLabel, NewItem, Status

_STATUSES: dict[str, Status] = {"1": "supported", "0": "unsupported", "1.0": "supported", "0.0": "unsupported"}


def _fits(record: Record) -> bool:
    return {"doc", "claim", "label"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    return (
        new_item(
            draft=str(needed(record, "claim")),
            sources=sources_of(needed(record, "doc")),
            labels=(ImportedLabel(status=_status(record["label"])),),
        ),
    )


def _status(label: Any) -> Status:
    key = str(int(label)) if isinstance(label, bool) else str(label)
    if key not in _STATUSES:
        raise FormatError(f"label {key[:60]!r} is neither 0 nor 1")
    return _STATUSES[key]


FORMAT = Format(
    name="aggrefact",
    title="LLM-AggreFact",
    fields=(
        (("claim",), "the draft"),
        (("doc",), "the source"),
        (
            ("label",),
            "of the whole claim. 1: supported; 0: unsupported (it may also be contradicted or partly supported)",
        ),
        (("dataset",), "not read"),
    ),
    fits=_fits,
    open=_open,
)
