"""Units from stretches of a source: trimmed, never too long to read, always equal to the source at their offsets."""

from critique_core.models import Unit, UnitKind
from critique_core.text.sentences import sentences

MAX_UNIT_CHARACTERS = 1_000
"""A longer stretch (a minified line, text without full stops) is cut at white space, so that reading it stays cheap."""


def trimmed(content: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without white space at its ends; empty at ``start`` when it is blank."""
    stretch = content[start:end]
    inner = stretch.strip()
    if not inner:
        return start, start
    start += len(stretch) - len(stretch.lstrip())
    return start, start + len(inner)


def units_of(content: str, start: int, end: int, kind: UnitKind, label: str = "") -> list[Unit]:
    """The stretch as one unit, or as several where it is longer than ``MAX_UNIT_CHARACTERS``; none when blank."""
    units: list[Unit] = []
    start, end = trimmed(content, start, end)
    while start < end:
        stop = end if end - start <= MAX_UNIT_CHARACTERS else _cut_before(content, start, start + MAX_UNIT_CHARACTERS)
        first, last = trimmed(content, start, stop)
        if first < last:
            units.append(Unit(start=first, end=last, text=content[first:last], kind=kind, label=label))
        start = stop
    return units


def _cut_before(content: str, start: int, limit: int) -> int:
    """The last white space in the second half of ``start:limit``, or ``limit`` where there is none."""
    for position in range(limit, start + MAX_UNIT_CHARACTERS // 2, -1):
        if content[position].isspace():
            return position
    return limit


def sentence_units(
    content: str, start: int, end: int, *, label: str = "", kind: UnitKind = "prose", reading: str | None = None,
    language: str = "en",
) -> list[Unit]:  # fmt: skip
    """The sentences of a stretch.

    ``reading`` is the stretch as sentences should be sought in it, of equal length: comment marks and escapes blanked.
    """
    text = content[start:end] if reading is None else reading
    units: list[Unit] = []
    for span in sentences(text, language):
        units += units_of(content, start + span.start, start + span.end, kind, label)
    return units
