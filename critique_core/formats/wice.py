"""WiCE's claims: ``label, supporting_sentences[[…]], claim, evidence[], meta``; the evidence is one source's lines."""

from pathlib import Path
from typing import Any, cast

from critique_core.formats.base import Format, Reader, Record, needed, new_item
from critique_core.formats.labels import status_of
from critique_core.models import ImportedLabel, NewItem


def _fits(record: Record) -> bool:
    return {"claim", "evidence", "label"} <= record.keys()


def _open(_path: Path) -> Reader:
    return _read


def _read(record: Record) -> tuple[NewItem, ...]:
    given: Any = needed(record, "evidence")
    lines = cast("list[Any]", given if isinstance(given, list) else [given])
    meta: dict[str, Any] = dict(record.get("meta") or {})
    label = ImportedLabel(status=status_of(record["label"]), note=_note(record.get("supporting_sentences")))
    return (
        new_item(
            draft=str(needed(record, "claim")),
            sources=[{"id": "1", "content": "\n".join(str(line) for line in lines)}],
            source_group=str(meta["claim_title"]) if meta.get("claim_title") else None,
            labels=(label,),
        ),
    )


def _note(sets: Any) -> str | None:
    """Which lines, from 0, the annotators named; each set is enough by itself."""
    listed: list[list[Any]] = sets or []
    named = [", ".join(str(number) for number in one) for one in listed if one]
    return f"supporting lines: {' or '.join(named)}" if named else None


FORMAT = Format(
    name="wice",
    title="WiCE",
    fields=(
        (("claim",), "the draft"),
        (("evidence",), "one source, a sentence a line"),
        (("label",), "of the whole claim: supported, partially_supported, not_supported (unsupported)"),
        (("supporting_sentences",), "the label's note"),
        (("meta",), "meta.claim_title: the source group"),
    ),
    fits=_fits,
    open=_open,
)
