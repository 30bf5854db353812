"""What an interchange format is: records of a file in, items to review out, and the other way round.

Each format lies in a file of its own that ends in ``FORMAT``; ``registry`` lists them. Offsets are code points here;
a format that counts otherwise converts in its own file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from critique_core.errors import FormatError, InvalidInput
from critique_core.models import Critique, Decision, ImportedLabel, Item, NewItem, Status, parse_request

Record = Mapping[str, Any]
"""One line or row of a file, decoded."""
Reader = Callable[[Record], Sequence[NewItem]]
"""One record as items; raises ``FormatError`` or ``InvalidInput`` for a record that cannot be used."""


@dataclass(frozen=True, slots=True)
class ReviewedItem:
    """What there is to write of one item: its latest critique and every event, in sequence."""

    item: Item
    critique: Critique
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """The records of one item, and what of it the format could not hold, each in a few words."""

    records: tuple[dict[str, Any], ...]
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """One interchange format.

    ``fields`` says what becomes of each field. ``fits`` tells from a record whether it is of this format. ``open``
    makes the reader for one file, so that what lies beside it is read once. ``write`` is the way back;
    ``suffix`` names the file it makes. ``companions`` are files it writes or reads beside the one named.
    """

    name: str
    title: str
    fields: tuple[tuple[str, str], ...]
    fits: Callable[[Record], bool] | None = None
    open: Callable[[Path], Reader] | None = None
    write: Callable[[ReviewedItem], Written] | None = None
    suffix: str = ".jsonl"
    companions: tuple[str, ...] = ()


@dataclass(slots=True)
class Placing:
    """Where a file's spans lie in a draft: by their offsets where the text there is theirs, else by their text.

    ``lost`` tells what could not be placed.
    """

    draft: str
    lost: list[str] = field(default_factory=list[str])

    def label(
        self, status: Status, start: Any, end: Any, text: Any = None, *, annotator: str | None = None,
        note: str | None = None,
    ) -> ImportedLabel | None:  # fmt: skip
        """A label at its place; ``None``, with a line in ``lost``, when there is none or more than one."""
        placed = self._place(start, end, text)
        if placed is None:
            self.lost.append(f"{str(text)[:60]!r} at {start}–{end} is not in the answer")
            return None
        first, last = placed
        return ImportedLabel(
            status=status, start=first, end=last, text=self.draft[first:last], annotator=annotator, note=note
        )

    def _place(self, start: Any, end: Any, text: Any) -> tuple[int, int] | None:
        given = isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(self.draft)
        if not isinstance(text, str) or not text.strip():
            return (start, end) if given else None
        if given and self.draft[start:end] == text:
            return start, end
        places = _places_of(text, self.draft)
        if not places:
            return None
        if len(places) > 1 and not isinstance(start, int):
            return None
        first = min(places, key=lambda place: abs(place - start)) if isinstance(start, int) else places[0]
        return first, first + len(text)


def _places_of(text: str, draft: str) -> list[int]:
    places: list[int] = []
    place = draft.find(text)
    while place >= 0:
        places.append(place)
        place = draft.find(text, place + 1)
    return places


def needed(record: Record, *names: str) -> Any:
    """The first of the fields that the record has. Raises ``FormatError`` naming what lacks."""
    for name in names:
        if record.get(name) is not None:
            return record[name]
    raise FormatError(f"lacks {' or '.join(names)}")


def new_item(**fields: Any) -> NewItem:
    """An item from decoded values. Raises ``FormatError`` with what the request is refused for."""
    request = {name: fields.pop(name) for name in ("query", "draft", "sources") if name in fields}
    try:
        return NewItem(request=parse_request(request), **fields)
    except InvalidInput as error:
        raise FormatError("; ".join(str(error).splitlines())) from error


def sources_of(texts: Any) -> list[dict[str, Any]]:
    """Sources with the ids 1, 2, … from a text or a list of texts; blank ones are left out."""
    listed = [texts] if isinstance(texts, str) else list(texts or ())
    return [
        {"id": str(number), "content": text}
        for number, text in enumerate((str(one) for one in listed if str(one).strip()), 1)
    ]
