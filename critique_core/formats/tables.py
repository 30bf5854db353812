"""Our labelled rows as a table, one row an item: CSV for a spreadsheet, and Parquet.

In CSV lists are JSON in a cell, and a text that a spreadsheet would run as a formula, or that would read as JSON, gets
an apostrophe before it; reading takes it off again.
"""

import json
import re
from pathlib import Path
from typing import Any

from critique_core.formats.base import Fields, Format, Reader, Record, ReviewedItem, Written
from critique_core.formats.labelled_rows import FIELDS, read_row, write_row
from critique_core.models import NewItem

_COLUMNS = (
    "claimlens", "number", "state", "confidence", "query", "draft", "sources", "spans", "complete", "source_group",
    "title", "gold",
)  # fmt: skip
_TRUTHS = {"true": True, "false": False}
# What OWASP lists as the beginnings of formulas, full-width forms included; then what reads as JSON.
_RISKY = re.compile(r"'*[=+\-@\t\r\n＝＋－＠\[{]")
_GUARDED = re.compile(r"''*[=+\-@\t\r\n＝＋－＠\[{]")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula; ``unguarded`` gives the text back."""
    return f"'{text}" if _RISKY.match(text) else text


def unguarded(text: str) -> str:
    """The text that was guarded."""
    return text[1:] if _GUARDED.match(text) else text


def _fits_csv(record: Record) -> bool:
    return record.get("claimlens") == "csv"


def _fits_parquet(record: Record) -> bool:
    return record.get("claimlens") == "parquet"


def _open_csv(_path: Path) -> Reader:
    return _read_csv


def _open_parquet(_path: Path) -> Reader:
    return read_row


def _read_csv(record: Record) -> tuple[NewItem, ...]:
    row: dict[str, Any] = {
        name: unguarded(value) if isinstance(value, str) else value for name, value in record.items()
    }
    row |= {name: _TRUTHS.get(str(row.get(name)).casefold()) for name in ("complete", "gold")}
    return read_row({**row, "sources": row.get("sources", [])})


def _row(reviewed: ReviewedItem, form: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    written = write_row(reviewed)
    item = reviewed.item
    told = {"claimlens": form, "number": item.number, "state": item.state, "confidence": reviewed.critique.confidence}
    row = told | written.records[0]
    return {name: row[name] for name in _COLUMNS}, written.lost


def _write_csv(reviewed: ReviewedItem) -> Written:
    row, lost = _row(reviewed, "csv")
    cells = {name: guarded(value) if isinstance(value, str) else value for name, value in row.items()}
    for name in ("sources", "spans"):
        cells[name] = json.dumps(row[name], ensure_ascii=False)
    return Written((cells,), lost)


def _write_parquet(reviewed: ReviewedItem) -> Written:
    row, lost = _row(reviewed, "parquet")
    row["sources"] = [_flat(source) for source in row["sources"]]
    return Written((row,), lost)


def _flat(source: dict[str, Any]) -> dict[str, Any]:
    if "metadata" not in source:
        return source
    return source | {"metadata": json.dumps(source["metadata"], ensure_ascii=False)}


_OURS: Fields = (
    (("claimlens",), "names the form"),
    (("number", "state", "confidence"), "written for a reader, not read"),
    *FIELDS,
)
CSV = Format(
    name="csv",
    title="CSV",
    fields=_OURS,
    fits=_fits_csv,
    open=_open_csv,
    write=_write_csv,
    suffix=".csv",
    columns=_COLUMNS,
)
PARQUET = Format(
    name="parquet",
    title="Parquet",
    fields=_OURS,
    fits=_fits_parquet,
    open=_open_parquet,
    write=_write_parquet,
    suffix=".parquet",
    columns=_COLUMNS,
)
