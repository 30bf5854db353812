"""The answers of a file, one after the other, and the blocks they are judged in.

Every file is read as ``claimlens check`` and ``claimlens import`` read it. What cannot be used is a row with a fault,
in its place.
"""

from collections.abc import Container, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from critique_core.batch.critiques.inputs import InputFile, on_disk
from critique_core.batch.importing import read_record
from critique_core.errors import FormatError, InvalidInput
from critique_core.formats import registry
from critique_core.formats.base import Reader, Record
from critique_core.formats.records import records_of
from critique_core.models import CritiqueRequest, NewItem, parse_request

REQUESTS = "requests"
"""The name of the form that ``claimlens check`` reads: one request an object, here with an ``id`` where it has one."""
LARGEST_BLOCK = 16 * 1024 * 1024
"""A block ends early at so many characters, so that memory stays bounded where answers come with large sources."""
SEARCHED_FOR_UNREAD = 200
"""Records of a file in which fields that are not read are looked for, so that a large file is not read twice."""
_IDS = ("id", "row_id", "_id", "uid", "request_id", "question_id", "sample_id")
_LONGEST_ID = 500
_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Row:
    """One answer: the number of its line or row, from 1, which of that row's answers it is, and the row's own id.

    It has a request, as JSON, or a fault. Number 0 stands for a file that cannot be read at all.
    """

    number: int
    answer: int = 1
    id: str | None = None
    request: str | None = None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Some neighbouring rows of one file, which are judged and written together.

    ``file`` is the file's place among the inputs, ``number`` the block's in the file, both from 0; ``last`` says that
    the file has no more.
    """

    file: int
    name: str
    number: int
    rows: tuple[Row, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be read, and how it is cut: the same job gives the same blocks on every engine.

    ``form`` names a format, ``None`` detects each file's. ``done`` holds the finished blocks of each file, or ``None``
    for a file that is finished.
    """

    inputs: tuple[InputFile, ...]
    form: str | None
    block_rows: int
    done: tuple[frozenset[int] | None, ...]

    @property
    def open_files(self) -> tuple[int, ...]:
        """The places of the files that are not finished."""
        return tuple(place for place, done in enumerate(self.done) if done is not None)

    def blocks(self) -> Iterator[Block]:
        """All blocks that are not done, reading no further than is asked for."""
        for place in self.open_files:
            yield from self.blocks_of(place)

    def blocks_of(self, place: int) -> Iterator[Block]:
        """Those of one file."""
        file, done = self.inputs[place], self.done[place] or frozenset()
        yield from cut(place, file.name, rows_of(file, self.form), self.block_rows, done)


def rows_of(file: InputFile, form: str | None) -> Iterator[Row]:
    """The rows of a file; a fault that ends it, such as a broken archive, is its last row."""
    number = 0
    with ExitStack() as opened:
        try:
            path = opened.enter_context(on_disk(file))
            read = reader_of(path, form)
            for number, record in records_of(path):
                yield from _rows(number, record, read)
        except (FormatError, InvalidInput) as error:
            # The row names its file.
            reason = error.reason if isinstance(error, FormatError) else str(error)
            at_all = f"the file cannot be read any further: {reason}" if number else reason
            yield Row(number + 1 if number else 0, fault=at_all)


def cut(place: int, name: str, rows: Iterator[Row], size: int, done: Container[int] = ()) -> Iterator[Block]:
    """Blocks of ``size`` rows, or of as many as ``LARGEST_BLOCK`` allows; those that are done are passed over."""
    number, held, characters = 0, list[Row](), 0
    for row in rows:  # a block is given when a row is there that follows it, so that the last one is known
        if len(held) >= size or characters >= LARGEST_BLOCK:
            if number not in done:
                yield Block(place, name, number, tuple(held), last=False)
            number, held, characters = number + 1, [], 0
        held.append(row)
        characters += len(row.request or row.fault or "")
    if held and number not in done:
        yield Block(place, name, number, tuple(held), last=True)


def reader_of(path: Path, form: str | None) -> Reader:
    """What reads the records of a file. Raises ``FormatError`` for one in no known format."""
    if form == REQUESTS or (form is None and _holds_requests(path)):
        return _read_request
    chosen = registry.by_name(form, "read") if form else registry.detect(path)
    if chosen.open is None:
        raise FormatError(f"format {chosen.name} holds no answers to check", file=path.name)
    return chosen.open(path)


def unread_of(path: Path, form: str | None) -> tuple[str, ...]:
    """The fields of a file's first records that its format has no use for; a request's are used, or refused by name."""
    if form == REQUESTS or (form is None and _holds_requests(path)):
        return ()
    chosen = registry.by_name(form, "read") if form else registry.detect(path)
    records = (record for _, record in islice(records_of(path), SEARCHED_FOR_UNREAD) if isinstance(record, dict))
    names = dict.fromkeys(name for record in records for name in record)
    read = chosen.meanings(names)
    return tuple(name for name in names if name not in read)


def _holds_requests(path: Path) -> bool:
    records = [record for _, record in islice(records_of(path), _LOOKED_AT) if isinstance(record, dict)]
    return 2 * sum(map(_is_request, records)) > len(records)


def _is_request(record: Record) -> bool:
    return "draft" in record and record.keys() <= {"id", *CritiqueRequest.model_fields} and _has_documents(record)


def _has_documents(record: Record) -> bool:
    """Texts in place of documents are another format's."""
    sources: Any = record.get("sources", [])
    return isinstance(sources, list) and all(isinstance(one, dict) for one in sources)  # pyright: ignore[reportUnknownVariableType]


def _read_request(record: Record) -> tuple[NewItem, ...]:
    try:
        return (NewItem(request=parse_request({name: record[name] for name in record if name != "id"})),)
    except InvalidInput as error:
        raise FormatError("; ".join(str(error).splitlines())) from error


def _rows(number: int, record: dict[str, Any] | FormatError, read: Reader) -> Iterator[Row]:
    items, faults = read_record(number, record, read)
    own = None if isinstance(record, FormatError) else _id_of(record)
    for answer, item in enumerate(items, 1):
        # What a request does not set is left to the settings.
        yield Row(number, answer, own, request=item.request.model_dump_json(exclude_unset=True))
    for answer, fault in enumerate(faults, len(items) + 1):
        yield Row(number, answer, own, fault=fault.reason)


def _id_of(record: Record) -> str | None:
    found = next((record[name] for name in _IDS if isinstance(record.get(name), (str, int))), None)
    # Half a surrogate pair, which JSON can write, has no place in a file.
    return None if found is None else str(found)[:_LONGEST_ID].encode("utf-8", "backslashreplace").decode("utf-8")
