"""Tables: one unit a row, labelled with the text of the header row."""

import csv
import io
import re

from critique_core.evidence.units.pieces import units_of
from critique_core.models import Unit

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_DELIMITERS = ",;\t|"
_FEWEST, _LONGEST_CELL = 2, 60


def cut_csv(content: str) -> list[Unit] | None:
    """Units of rows cut by comma, semicolon, tab or bar; quoted fields may span lines. ``None`` when unreadable."""
    lines = [(match.start(), match.end()) for match in _LINE.finditer(content)]
    texts = [content[start:end] for start, end in lines]
    reader = csv.reader(texts, delimiter=_delimiter(content), strict=False)
    units: list[Unit] = []
    header, read = "", 0
    try:
        for row in reader:
            start, end = lines[read][0], lines[reader.line_num - 1][1]
            read = reader.line_num
            if any(cell.strip() for cell in row):
                units += units_of(content, start, end, "table", header)
                header = header or content[start:end].strip()
    except csv.Error:
        return None
    return units


def looks_like_csv(content: str) -> bool:
    """Whether the first rows, three or more, all have the same three or more short fields."""
    head = content[:5_000].split("\n")[:20]
    if len(content) > 5_000:
        head.pop()
    try:
        rows = [row for row in csv.reader(io.StringIO("\n".join(head)), delimiter=_delimiter(content)) if row]
    except csv.Error:
        return False
    widths = {len(row) for row in rows}
    return len(rows) > _FEWEST and len(widths) == 1 and widths.pop() > _FEWEST and all(map(_short, rows))


def rows_within(lines: list[str]) -> tuple[int, int]:
    """Where a table is among lines of text: its first line, the header, and the line after its last; or 0, 0.

    The first run of three or more lines that have the same three or more short fields, most of them with a number.
    """
    first = 0
    for at in range(1, len(lines) + 1):
        if at < len(lines) and _width(lines[at], _delimiter(lines[first])) == _width(lines[first]) > _FEWEST:
            continue
        counted = sum(any(map(str.isdigit, line)) for line in lines[first + 1 : at])
        if at - first > _FEWEST and counted * 2 >= at - first:
            return first, at
        first = at
    return 0, 0


def _width(line: str, delimiter: str = "") -> int:
    """How many short fields a line has; 0 where one is long or ends like a sentence."""
    try:
        cells: list[str] = next(csv.reader([line.strip()], delimiter=delimiter or _delimiter(line)), [""])
    except csv.Error:
        return 0
    return len(cells) if _short(cells) else 0


def _short(cells: list[str]) -> bool:
    """Whether no cell is as long as a sentence and the last does not end one: "Room no.,Seats,vegan?" are heads."""
    asked = len(cells[-1].split()) > 1 if cells else False
    return all(len(cell) <= _LONGEST_CELL for cell in cells) and not (
        cells and cells[-1].rstrip().endswith((".", "!", "?") if asked else (".", "!"))
    )


def _delimiter(content: str) -> str:
    first_line = content.lstrip().split("\n", 1)[0]
    return max(_DELIMITERS, key=lambda delimiter: (first_line.count(delimiter), -_DELIMITERS.index(delimiter)))
