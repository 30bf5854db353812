"""The rows of CSV, TSV and XLSX files, one after the other, as people export them.

Cells are cut at the comma, semicolon, tab or bar that the first line has most of. Text is UTF-8, UTF-16 with its mark,
or else Windows-1252. A row that cannot be cut is given as the error it is, in its place.
"""

import ast
import codecs
import csv
import gzip
import io
import json
import lzma
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, TextIO, cast

from critique_core.errors import FormatError, InvalidInput
from critique_core.formats.office import read_sheets

Line = tuple[int, dict[str, Any] | FormatError]
"""The number of a line or row, from 1, and what is there."""

_LARGEST_CELL = 64 * 1024 * 1024
_DELIMITERS = ",;\t|"
_CHOSEN = re.compile(r"sep=(.)\s*\Z", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')
_BLOCK = 1 << 20
_PYTHON_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_TEXT}(?:(?:\s*,\s*|\s+){_PYTHON_TEXT})*\s*,?\s*\]\Z", re.DOTALL)
_ONE_TEXT = re.compile(_PYTHON_TEXT, re.DOTALL)


def rows_of(path: Path, opened: Callable[[Path], IO[bytes]], *, tabs: bool) -> Iterator[Line]:
    """Go through the rows of a text table; ``tabs`` prefers the tab where a line has one."""
    with opened(path) as stream:
        encoding = _encoding(stream)
    with opened(path) as stream, io.TextIOWrapper(stream, encoding=encoding, newline="") as text:
        yield from _rows(text, tabs=tabs)


def sheet_rows(path: Path) -> Iterator[Line]:
    """Go through the rows of a workbook's first sheet. Raises ``FormatError`` naming the file."""
    stamp = path.stat()
    rows = _first_sheet(path, stamp.st_mtime_ns, stamp.st_size)
    start = next((place for place, row in enumerate(rows) if any(row)), len(rows))
    names = _names(rows[start]) if start < len(rows) else []
    for number, row in enumerate(rows[start + 1 :], start + 2):
        if any(row):
            yield number, _record(names, row)


def opener(packed: str | None) -> Callable[[Path], IO[bytes]]:
    """What opens a file for its bytes: plain, or packed as its last suffix says."""
    if packed == ".gz":
        return lambda path: cast("IO[bytes]", gzip.open(path, "rb"))
    if packed == ".xz":
        return lambda path: lzma.open(path, "rb")
    return lambda path: path.open("rb")


@lru_cache(maxsize=1)
def _first_sheet(path: Path, _changed: int, _size: int) -> Sequence[Sequence[str]]:
    """Kept for the page that shows a preview of the same file again and again."""
    try:
        return read_sheets(path.name, path.read_bytes(), first_only=True)[0].rows
    except InvalidInput as error:
        raise FormatError(str(error).removeprefix(path.name).lstrip(": "), file=path.name) from error


def _encoding(stream: IO[bytes]) -> str:
    """The encoding of a text, read to its end: a Windows-1252 letter may be its last."""
    block = stream.read(_BLOCK)
    if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while block:
            decoder.decode(block)
            block = stream.read(_BLOCK)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _rows(text: TextIO, *, tabs: bool) -> Iterator[Line]:
    csv.field_size_limit(min(_LARGEST_CELL, sys.maxsize))
    first = text.readline()
    chosen = _CHOSEN.match(first)
    skipped = 1 if chosen else 0
    lines: list[str] = []  # those of the row at hand, for the error when it cannot be used
    if chosen:
        first = text.readline()
    rows = csv.reader(_noted(first, text, lines), delimiter=chosen[1] if chosen else _delimiter(first, tabs=tabs))
    names: list[str] | None = None
    while True:
        lines.clear()
        try:
            row = next(rows, None)
        except csv.Error as error:
            fault = FormatError(f"cannot be split into cells: {error}", raw=_joined(lines))
            yield rows.line_num + skipped, fault
            continue
        if row is None:
            return
        if not any(row):
            continue
        if names is None:
            names = _names(row)
        elif any(row[len(names) :]):
            fault = FormatError("has more cells than the first line has names", raw=_joined(lines))
            yield rows.line_num + skipped, fault
        else:
            yield rows.line_num + skipped, _record(names, row)


def _delimiter(first: str, *, tabs: bool) -> str:
    bare = _QUOTED.sub("", first)
    if tabs and "\t" in bare:
        return "\t"
    return max(_DELIMITERS, key=bare.count) if any(mark in bare for mark in _DELIMITERS) else ","


def _noted(first: str, text: TextIO, lines: list[str]) -> Iterator[str]:
    if first:
        lines.append(first)
        yield first
    for line in text:
        lines.append(line)
        yield line


def _joined(lines: list[str]) -> str:
    return "".join(lines).rstrip("\r\n")


def _names(row: Sequence[str]) -> list[str]:
    """The names of the columns; a name that is there before gets a number, so that no cell is lost."""
    names: list[str] = []
    for cell in row:
        name = cell.strip()
        if name in names:
            name = next(f"{name} {number}" for number in range(2, len(row) + 2) if f"{name} {number}" not in names)
        names.append(name if name else "")
    return names


def _record(names: Sequence[str], row: Sequence[str]) -> dict[str, Any]:
    """A row by the names of its columns; a column without a name, such as a program's row number, is left out."""
    return {name: _cell(value) for name, value in zip(names, row, strict=False) if name and value}


def _cell(value: str) -> Any:
    """A cell that holds a list or object, as JSON or a list of texts as Python prints it, is that list or object."""
    if value[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    if not _PYTHON_LIST.match(value):
        return value
    try:
        return [ast.literal_eval(text) for text in _ONE_TEXT.findall(value)]
    except (ValueError, SyntaxError):
        return value
