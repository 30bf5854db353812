"""The interchange formats there are, and which one a file is in."""

from itertools import islice
from pathlib import Path

from critique_core.errors import FormatError
from critique_core.formats import labelled_rows, ragtruth
from critique_core.formats.base import Format
from critique_core.formats.records import records_of

FORMATS: tuple[Format, ...] = (ragtruth.FORMAT, labelled_rows.FORMAT)
"""In the order they are tried: a format that asks for more fields comes before one that asks for fewer."""

_LOOKED_AT = 20


def by_name(name: str) -> Format:
    """The format of that name. Raises ``FormatError`` naming those there are."""
    found = next((form for form in FORMATS if form.name == name), None)
    if found is None:
        raise FormatError(f"format {name!r} is not known; there are {', '.join(form.name for form in FORMATS)}")
    return found


def detect(path: Path) -> Format:
    """The format that the first records of a file are in. Raises ``FormatError`` when it is none, or holds nothing."""
    records = [record for _, record in islice(records_of(path), _LOOKED_AT) if isinstance(record, dict)]
    if not records:
        raise FormatError("holds no record that can be read", file=path.name)
    for form in FORMATS:
        if form.fits is not None and all(form.fits(record) for record in records):
            return form
    known = ", ".join(form.name for form in FORMATS if form.open)
    names = ", ".join(str(name)[:40] for name in list(records[0])[:12])
    raise FormatError(f"is in no known format (its fields: {names}); name one of {known}", file=path.name)
