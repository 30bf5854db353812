"""What an interchange format is: records of a file in, items to review out, and the other way round.

Each format lies in a file of its own that ends in ``FORMAT``; ``registry`` lists them. Offsets are code points here;
a format that counts otherwise converts in its own file.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from critique_core.errors import FormatError, InvalidInput
from critique_core.models import Critique, Decision, ImportedLabel, Item, NewItem, Origin, Status, parse_request

Record = Mapping[str, Any]
"""One line or row of a file, decoded."""
Reader = Callable[[Record], Sequence[NewItem | FormatError]]
"""One record as items; raises ``FormatError`` or ``InvalidInput`` for a record that cannot be used.

Of a record of several answers those that cannot be used are errors next to those that can.
"""
Fields = tuple[tuple[tuple[str, ...], str], ...]
"""Names of fields at the top of a record, and what becomes of them; a name may be more than once."""


@dataclass(frozen=True, slots=True)
class ReviewedItem:
    """What there is to write of one item: its latest critique, every event in sequence, and whose labels are meant."""

    item: Item
    critique: Critique
    decisions: tuple[Decision, ...] = ()
    origins: tuple[Origin, ...] = ("human", "imported")


@dataclass(frozen=True, slots=True)
class Written:
    """The records of one item, and what of it the format could not hold, each in a few words.

    ``beside`` are records of the companion file; one that was written before is not written again.
    """

    records: tuple[dict[str, Any], ...]
    lost: tuple[str, ...] = ()
    beside: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """One interchange format.

    ``fields`` says what becomes of each field. ``fits`` decides from a record whether it is of this format. ``open``
    makes the reader for one file, so that what lies next to it is read once. ``write`` is the way back;
    ``suffix`` names the kind of file it makes and ``columns`` its columns where that is a table. ``companion`` gives
    the path of the file that is read next to another, ``writes_beside`` that of the one that is written next to it,
    which no other file of the folder reads. ``roles`` says what becomes of a file's own columns where their names vary.
    ``whole`` marks the form that holds all that the store
    has of an item; it is restored, not imported.
    """

    name: str
    title: str
    fields: Fields
    fits: Callable[[Record], bool] | None = None
    open: Callable[[Path], Reader] | None = None
    write: Callable[[ReviewedItem], Written] | None = None
    roles: Callable[[Iterable[str]], Mapping[str, str]] | None = None
    suffix: str = ".jsonl"
    columns: tuple[str, ...] = ()
    companion: Callable[[Path], Path] | None = None
    writes_beside: Callable[[Path], Path] | None = None
    whole: bool = False

    @property
    def directions(self) -> str:
        """``read``, ``write`` or ``read and write``."""
        return " and ".join(["read"] * (self.open is not None) + ["write"] * (self.write is not None or self.whole))

    def meanings(self, names: Iterable[str]) -> dict[str, str]:
        """What becomes of each of a file's fields, but for those of which nothing does."""
        said = self.roles(names) if self.roles else self._of_fields()
        found = {name: said.get(name) or said.get(name.casefold()) for name in names}
        return {name: meaning for name, meaning in found.items() if meaning}

    def _of_fields(self) -> dict[str, str]:
        said: dict[str, list[str]] = {}
        for names, meaning in self.fields:
            for name in names:
                said.setdefault(name.casefold(), []).append(meaning)
        return {name: "; ".join(told) for name, told in said.items()}


@dataclass(slots=True)
class Placing:
    """Where a file's spans lie in a draft: by their offsets where the text there is theirs, else by their text.

    ``lost`` lists what could not be placed.
    """

    draft: str
    lost: list[str] = field(default_factory=list[str])

    def check(self) -> None:
        """Raise ``FormatError`` naming all that could not be placed."""
        if self.lost:
            raise FormatError("; ".join(self.lost))

    def label(
        self, status: Status, start: Any, end: Any, text: Any = None, *, annotator: str | None = None,
        note: str | None = None,
    ) -> ImportedLabel | None:  # fmt: skip
        """A label at its place; ``None``, with a line in ``lost``, when there is none or more than one."""
        placed = self.place(start, end, text)
        if placed is None:
            return None
        first, last = placed
        return ImportedLabel(
            status=status, start=first, end=last, text=self.draft[first:last], annotator=annotator, note=note
        )

    def place(self, start: Any, end: Any, text: Any = None) -> tuple[int, int] | None:
        """Where a span lies; ``None``, with a line in ``lost``, when there is no place for it or more than one."""
        placed = self._place(start, end, text)
        if placed is None:
            self.lost.append(f"{str(text)[:60]!r} at {start}–{end} is not in the answer")
        return placed

    def _place(self, start: Any, end: Any, text: Any) -> tuple[int, int] | None:
        given = _is_offset(start) and _is_offset(end) and start < end <= len(self.draft)
        if not isinstance(text, str) or not text.strip():
            return (start, end) if given else None
        if given and self.draft[start:end] == text:
            return start, end
        places = _places_of(text, self.draft)
        if not places:
            return None
        if len(places) > 1 and not _is_offset(start):
            return None
        first = min(places, key=lambda place: abs(place - start)) if _is_offset(start) else places[0]
        return first, first + len(text)


def _is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


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


def objects(given: Any) -> list[dict[str, Any]]:
    """The objects of a list; anything else in it is passed over."""
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    return [cast("dict[str, Any]", one) for one in listed if isinstance(one, dict)]


def object_in(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object in a field; an empty one where it is anything else."""
    given: Any = record.get(name)
    return cast("dict[str, Any]", given) if isinstance(given, dict) else {}
