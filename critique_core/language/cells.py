"""The cells of a table's row as they are read: "B2,95.5,24" holds three values and not one long number."""

import re

DELIMITERS = "|\t;,"
_QUOTED = re.compile(r'"[^"]*"')


def delimiter_of(row: str) -> str:
    """What parts the cells of a row: the mark that it has most of; of two the one that is seldom part of a value."""
    return max(DELIMITERS, key=row.count)


def parted(row: str, mark: str = "|") -> str:
    """The row with ``mark`` for each delimiter that is not in quotes; of the same length where the mark is one long."""
    delimiter = delimiter_of(row)
    if delimiter == "|" or delimiter not in row:
        return row
    found, end = list[str](), 0
    for quoted in _QUOTED.finditer(row):
        found += [row[end : quoted.start()].replace(delimiter, mark), quoted.group()]
        end = quoted.end()
    return "".join([*found, row[end:].replace(delimiter, mark)])
