"""The records of a file, one after the other: JSON lines, a JSON array, CSV, TSV or Parquet; plain, gzip or xz.

A line that cannot be decoded is given as the error it is, in its place, so that the lines after it are still read. Such
an error holds the line as it is in the file (``raw``); its number is given next to it.
"""

import csv
import gzip
import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO, cast

from critique_core.errors import FormatError

Line = tuple[int, dict[str, Any] | FormatError]
"""The number of a line or row, from 1, and what is there."""

_OPENERS = {".gz": gzip.open, ".xz": lzma.open}
_LARGEST_LINE = 64 * 1024 * 1024
_LARGEST_ARRAY = 512 * 1024 * 1024
_BATCH_ROWS = 1_000


def records_of(path: Path) -> Iterator[Line]:
    """Go through the records of a file, reading no more of it than is asked for.

    Raises ``FormatError`` naming the file when it cannot be read at all; what goes wrong in one line is given there.
    """
    suffixes = [suffix.casefold() for suffix in path.suffixes]
    packed = suffixes[-1] if suffixes and suffixes[-1] in _OPENERS else None
    kind = (suffixes[-2] if len(suffixes) > 1 else "") if packed else (suffixes[-1] if suffixes else "")
    try:
        if kind == ".parquet":
            yield from _parquet(path)
            return
        opened = _OPENERS[packed] if packed else open
        with opened(path, "rt", encoding="utf-8-sig", newline="" if kind in (".csv", ".tsv") else None) as text:
            yield from _table(text, "\t" if kind == ".tsv" else ",") if kind in (".csv", ".tsv") else _json(text)
    except FileNotFoundError:
        raise FormatError("there is no such file", file=path.name) from None
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise FormatError(f"cannot be read: {error}", file=path.name) from error
    except UnicodeDecodeError as error:
        raise FormatError("is not UTF-8; save it as UTF-8 text", file=path.name) from error


def _json(text: TextIO) -> Iterator[Line]:
    first = text.read(1)
    while first.isspace():
        first = text.read(1)
    if first == "[":
        yield from _array(first + text.read(_LARGEST_ARRAY))
        return
    rest = first
    for number, line in enumerate(iter(lambda: text.readline(_LARGEST_LINE), ""), 1):
        whole, rest = rest + line, ""
        if number == 1 and whole.strip() == "{":  # one object over many lines, as programs print an answer
            yield 1, _decoded(whole + text.read(_LARGEST_ARRAY))
            return
        if whole.strip():
            yield number, _decoded(whole)


def _decoded(line: str) -> dict[str, Any] | FormatError:
    try:
        record: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        return FormatError(f"is not JSON: {_fault(error)}", raw=line.rstrip("\r\n"))
    if isinstance(record, dict):
        return cast("dict[str, Any]", record)
    return FormatError("is JSON, but no object", raw=line.rstrip("\r\n"))


def _fault(error: ValueError | RecursionError) -> str:
    """What is wrong and where; the decoder's own words count lines from where the record begins."""
    if not isinstance(error, json.JSONDecodeError):
        return str(error)[:200]
    below = f", {error.lineno - 1} lines further down" if error.lineno > 1 else ""
    return f"{error.msg.removesuffix(' at')} at column {error.colno}{below}"


def _array(text: str) -> Iterator[Line]:
    try:
        listed: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"is a JSON array that cannot be decoded: {str(error)[:200]}") from error
    for number, record in enumerate(listed, 1):
        yield number, record if isinstance(record, dict) else FormatError("is no object", raw=json.dumps(record))


def _table(text: TextIO, delimiter: str) -> Iterator[Line]:
    csv.field_size_limit(min(_LARGEST_LINE, sys.maxsize))
    lines: list[str] = []  # those of the row at hand, for the error when it cannot be used
    rows = csv.DictReader(_noted(text, lines), delimiter=delimiter, restkey="")
    while True:
        try:
            if rows.fieldnames:
                lines.clear()
            row = next(rows, None)
        except csv.Error as error:
            yield rows.line_num, FormatError(f"cannot be split into cells: {error}", raw=_joined(lines))
            continue
        if row is None:
            return
        if row.pop("", None):
            yield rows.line_num, FormatError("has more cells than the first line has names", raw=_joined(lines))
            continue
        yield rows.line_num, {name: _cell(value) for name, value in row.items() if value not in (None, "")}


def _noted(text: TextIO, lines: list[str]) -> Iterator[str]:
    for line in text:
        lines.append(line)
        yield line


def _joined(lines: list[str]) -> str:
    return "".join(lines).rstrip("\r\n")


def _cell(value: str) -> Any:
    """A cell that holds a JSON list or object is that list or object: CSV has no other way to write one."""
    if value[:1] in "[{":
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _parquet(path: Path) -> Iterator[Line]:
    try:
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
    except ImportError as error:
        raise FormatError("Parquet needs pyarrow: pip install 'claimlens[app]'", file=path.name) from error
    number = 0
    try:
        for batch in parquet.ParquetFile(path).iter_batches(batch_size=_BATCH_ROWS):  # pyright: ignore
            for record in batch.to_pylist():  # pyright: ignore
                number += 1
                yield number, record
    except (ValueError, OSError) as error:
        raise FormatError(f"is no Parquet file that can be read: {error}", file=path.name) from error
