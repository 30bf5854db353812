"""The fields of a file about to be imported: their first values, and what the format makes of them."""

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from components.escape import visible
from critique_core.errors import FormatError
from critique_core.formats.base import Format
from critique_core.formats.records import records_of
from critique_core.text.shortening import shortened

_RECORDS = 5
_FIELDS = 60
_VALUE_LENGTH = 90
_NAME_LENGTH = 80
UNUSED = "–"
_AS_IT_IS = "as they are"  # a format says so of a field whose name is its meaning
_NOT_READ = "not read"  # and so of one that its files have and that says nothing of an answer


class FileField(NamedTuple):
    """A field of the file's own records, what becomes of it, and the first value found in it."""

    name: str
    meaning: str
    example: str


def file_fields(path: Path, form: Format) -> list[FileField]:
    """The fields of the first records, and of the companion file read with it. Raises ``FormatError``."""
    beside = form.companion(path) if form.companion else None
    found = _examples(path)
    if beside is not None and beside.is_file():
        found = _examples(beside) | found
    meanings = form.meanings(found)
    return [
        FileField(visible(name[:_NAME_LENGTH]), _meaning(name, meanings), visible(example))
        for name, example in islice(found.items(), _FIELDS)
    ]


def _meaning(name: str, meanings: Mapping[str, str]) -> str:
    said = meanings.get(name, _NOT_READ)
    if said == _NOT_READ:
        return UNUSED
    return f"the {visible(name[:_NAME_LENGTH].replace('_', ' '))}" if said == _AS_IT_IS else said


def _examples(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for _, record in islice(records_of(path), _RECORDS):
        if not isinstance(record, FormatError):
            found |= {name: _words(value) for name, value in record.items() if not found.get(name)}
    return found


def _words(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shortened(text, _VALUE_LENGTH)
