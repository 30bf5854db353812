"""The rows of CSV, TSV and XLSX files, one after the other, as people export them.

Cells are cut at the comma, semicolon, tab or bar that the first line has most of. Text is UTF-8, UTF-16 with its mark,
or else Windows-1252. A row that cannot be cut is given as the error it is, in its place. A quote that opens a cell and
never closes costs its own line alone: reading goes on at the next one.
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
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
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
_LOOKED_AT = 20  # rows of a workbook in which the names may follow a title of one cell
_OPEN_QUOTE = "a quote opens a cell here and is not closed; close it, or put the cell in quotes and double those inside"
_PYTHON_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_TEXT}(?:(?:\s*,\s*|\s+){_PYTHON_TEXT})*\s*,?\s*\]\Z", re.DOTALL)
_ONE_TEXT = re.compile(_PYTHON_TEXT, re.DOTALL)


def rows_of(path: Path, opened: Callable[[Path], IO[bytes]], *, tabs: bool) -> Iterator[Line]:
    """Go through the rows of a text table; ``tabs`` prefers the tab where a line has one."""
    with opened(path) as stream:
        encoding = _encoding(stream)
    with opened(path) as stream, io.TextIOWrapper(stream, encoding=encoding, newline="") as text:
        yield from _rows(text, path.name, tabs=tabs)


def sheet_rows(path: Path) -> Iterator[Line]:
    """Go through the rows of a workbook's first sheet. Raises ``FormatError`` naming the file."""
    stamp = path.stat()
    rows = _first_sheet(path, stamp.st_mtime_ns, stamp.st_size)
    filled = {place: sum(map(bool, row)) for place, row in enumerate(rows[:_LOOKED_AT]) if any(row)}
    start = next((place for place, cells in filled.items() if cells > 1), next(iter(filled), len(rows)))
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


class _Lines:
    """The lines of a text. ``row`` holds those of the row at hand, ``number`` counts from 1 to the last one read."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._again: deque[str] = deque()
        self.row: list[str] = []
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else next(self._text)
        self.row.append(line)
        self.number += 1
        return line

    def give_back(self, kept: int) -> None:
        """Let the row be its first ``kept`` lines; the others are read again."""
        self._again.extendleft(reversed(self.row[kept:]))
        self.number -= len(self.row) - kept
        del self.row[kept:]

    @property
    def begun(self) -> int:
        """The number of the line at which the row at hand begins."""
        return self.number - len(self.row) + 1

    def joined(self) -> str:
        """The row as it is in the file."""
        return "".join(self.row).rstrip("\r\n")


def _rows(text: TextIO, file: str, *, tabs: bool) -> Iterator[Line]:
    csv.field_size_limit(min(_LARGEST_CELL, sys.maxsize))
    lines = _Lines(text)
    first = next(lines, "")
    if chosen := _CHOSEN.match(first):
        lines.row.clear()
        first = next(lines, "")
    delimiter = chosen[1] if chosen else _delimiter(first, tabs=tabs)
    lines.give_back(0)
    rows = csv.reader(lines, delimiter=delimiter)
    names: list[str] | None = None
    while True:
        lines.row.clear()
        row, problem = _next_row(rows)
        if (kept := _lines_to_open_quote(lines.row, delimiter)) is not None:
            lines.give_back(kept)
            problem = _OPEN_QUOTE
        number = lines.number if problem == _OPEN_QUOTE else lines.begun
        if problem and names is None:
            raise FormatError(f"{problem}: the names of the columns cannot be read", file=file, line=number)
        if problem:
            yield number, FormatError(problem, raw=lines.joined())
        elif row is None:
            return
        elif not any(row):
            continue
        elif names is None:
            names = _names(row)
        elif any(row[len(names) :]):
            fault = FormatError("has more cells than the first line has names", raw=lines.joined())
            yield number, fault
        else:
            yield number, _record(names, row)


def _next_row(rows: Iterator[list[str]]) -> tuple[list[str] | None, str]:
    """The next row, ``None`` at the end, or why it cannot be cut."""
    try:
        return next(rows, None), ""
    except csv.Error as error:
        return None, f"cannot be split into cells: {error}"


def _lines_to_open_quote(row: Sequence[str], delimiter: str) -> int | None:
    """How many lines of the row there are up to a quote that opens a cell and is not closed as it should be.

    Such a quote takes in the lines below up to the next quote, which was to open a cell there, or the file's end.
    """
    text = "".join(row)
    cell = re.compile(rf'(?:\A|(?<={re.escape(delimiter)}))"[^"]*+(?:""[^"]*+)*+("?)') if '"' in text else None
    for found in cell.finditer(text) if cell else ():
        closed = found[1] and text[found.end() : found.end() + 1] in ("", delimiter, " ", "\r", "\n")
        if not closed and (not found[1] or not {"\r", "\n"}.isdisjoint(found[0])):
            return bisect_right(list(accumulate(map(len, row))), found.start()) + 1
    return None


def _delimiter(first: str, *, tabs: bool) -> str:
    bare = _QUOTED.sub("", first)
    if tabs and "\t" in bare:
        return "\t"
    return max(_DELIMITERS, key=bare.count) if any(mark in bare for mark in _DELIMITERS) else ","


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
