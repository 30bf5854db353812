"""Files of answers into the store, and the answers there through the verifier: both can stop and go on later."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from threading import Event

from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError, FormatError, InvalidInput
from critique_core.formats import registry, reviews
from critique_core.formats.base import Format, Reader, Record
from critique_core.formats.records import Line, records_of
from critique_core.models import Import, NewItem
from critique_core.store import ReviewExport, Store

Tell = Callable[[Import], None]
_ROWS_AT_ONCE = 250
_REVIEWS_AT_ONCE = 25
_SHOWN = 20
_LOOKED_AT = 200
_MOST_FIELDS = 1_000
"""So many different names are looked at; a file whose names are values has any number."""
_VERIFIER = "verifier"
"""Who a run is signed by that no person asked for."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """One record that could not be used: its line or row, from 1, why, and the record or, undecoded, its text."""

    line: int
    reason: str
    record: Record | str | None = None


@dataclass(frozen=True, slots=True)
class _Review:
    line: int
    record: Record
    review: ReviewExport


@dataclass(frozen=True, slots=True)
class Preview:
    """How the first records of a file would be read: the format, items and faults.

    ``records`` is how many were looked at, ``whole`` says that the file has no more.
    """

    format: Format
    items: tuple[NewItem, ...]
    rejected: tuple[Rejected, ...]
    records: int
    whole: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of a file. ``rejected`` are the first faults, ``rejects`` the file that keeps the refused records.

    ``unread`` are the fields that the format has no use for, with the number of records that have them.
    """

    counts: Import
    rejected: tuple[Rejected, ...]
    rejects: Path | None
    unread: dict[str, int]


def preview(path: Path, form: str | Format | None = None, *, records: int = _LOOKED_AT) -> Preview:
    """Read the first records of a file without storing any. Raises ``FormatError``."""
    chosen = _format(path, form)
    items: list[NewItem] = []
    rejected: list[Rejected] = []
    looked, every = count(), records_of(path)
    first = (line for line, _ in zip(islice(every, records), looked, strict=False))
    for found in _items(first, _reader(path, chosen)):
        if isinstance(found, Rejected):
            rejected.append(found)
        elif isinstance(found, tuple):
            items += found
    return Preview(chosen, tuple(items), tuple(rejected), next(looked), whole=next(every, None) is None)


def import_file(
    store: Store, path: Path, *, who: str, form: str | Format | None = None, name: str | None = None,
    tell: Tell | None = None, rejects: Path | None = None,
) -> ImportReport:  # fmt: skip
    """Take in a file: good records become items, bad ones are counted, reported and written to ``rejects``.

    ``tell`` is called after every step with the counts so far; whatever it raises ends the import, and what was taken
    in stays. The same file again goes on where it was: a request that is there is a duplicate. ``name`` is shown in
    place of the path's. Raises ``FormatError`` when the file cannot be read at all, ``StoreError``.
    """
    chosen = _format(path, form)
    # A missing companion is reported before the import begins.
    names = Counter[str]()
    rows = _reviews(path) if chosen.whole else _items(_counted(records_of(path), names), _reader(path, chosen))
    begun = store.begin_import(name or path.name, chosen.name, who=who)
    faults: list[Rejected] = []
    kept: Path | None = None
    while step := list(islice(rows, _REVIEWS_AT_ONCE if chosen.whole else _ROWS_AT_ONCE)):
        bad = [found for found in step if isinstance(found, Rejected)]
        bad += _restore(store, begun.id, [found for found in step if isinstance(found, _Review)])
        good = [item for found in step if isinstance(found, tuple) for item in found]
        if bad:
            faults += bad[: max(0, _SHOWN - len(faults))]
            kept = _keep(rejects, bad)
        counts = store.add_items(begun.id, good, rejected=len(bad))
        if tell:
            tell(counts)
    read = chosen.meanings(names)
    unread = {name: number for name, number in names.items() if name not in read}
    return ImportReport(store.finish_import(begun.id), tuple(faults), kept, unread)


def verify_waiting(
    store: Store, critic: Critic, *, stop: Event | None = None, tell: Callable[[str], None] | None = None
) -> int:
    """Verify the items that wait, oldest first, until none is left or ``stop`` is set; returns how many were done.

    Several processes may do this at once: none takes what another has in hand. An item that cannot be verified keeps
    the reason and holds nothing up; one at which this is broken off waits again. ``tell`` is called with each
    item's id.
    """
    done = 0
    while not (stop and stop.is_set()):
        taken = store.take_unverified(1)
        if not taken:
            return done
        for item_id, request in taken:
            try:
                store.save_review(critic.critique(request), who=_VERIFIER)
            except ClaimlensError as error:
                store.fail_verification(item_id, str(error))
            except BaseException:
                store.give_back(item_id)
                raise
            done += 1
            if tell:
                tell(item_id)
    return done


def _format(path: Path, form: str | Format | None) -> Format:
    if not form:
        return registry.detect(path)
    named = registry.by_name(form, "read") if isinstance(form, str) else form
    registry.require_record(path)
    return named


def _reader(path: Path, form: Format) -> Reader:
    if form.open is None:
        raise FormatError(f"format {form.name} is only written, not read", file=path.name)
    return form.open(path)


def read_record(line: int, record: Record | FormatError, read: Reader) -> tuple[tuple[NewItem, ...], list[Rejected]]:
    """The items of one record of a file, and why the record, or one of its answers, cannot be used."""
    if isinstance(record, FormatError):
        return (), [Rejected(line, str(record), record.raw)]
    try:
        found = read(record)
    except (FormatError, InvalidInput) as error:
        return (), [Rejected(line, str(error), record)]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        return (), [Rejected(line, f"is not of the form its format has: {error!r:.300}", record)]
    rejected = [Rejected(line, str(one), record) for one in found if isinstance(one, FormatError)]
    return tuple(one for one in found if not isinstance(one, FormatError)), rejected


def _items(lines: Iterator[Line], read: Reader) -> Iterator[tuple[NewItem, ...] | _Review | Rejected]:
    for line, record in lines:
        items, rejected = read_record(line, record, read)
        yield from rejected
        if items or not rejected:
            yield items


def _counted(lines: Iterator[Line], names: Counter[str]) -> Iterator[Line]:
    """The lines as they are; the names of their fields are counted on the way."""
    for line, record in lines:
        if not isinstance(record, FormatError):
            names.update(name for name in record if name in names or len(names) < _MOST_FIELDS)
        yield line, record


def _reviews(path: Path) -> Iterator[tuple[NewItem, ...] | _Review | Rejected]:
    for line, record in records_of(path):
        if isinstance(record, FormatError):
            yield Rejected(line, str(record), record.raw)
            continue
        try:
            yield _Review(line, record, reviews.review_of(record))
        except FormatError as error:
            yield Rejected(line, str(error), record)


def _restore(store: Store, import_id: str, found: Sequence[_Review]) -> list[Rejected]:
    """Put the reviews back, each by itself; returns those that cannot be."""
    bad: list[Rejected] = []
    for one in found:
        try:
            store.restore(one.review, import_id=import_id)
        except InvalidInput as error:
            bad.append(Rejected(one.line, str(error), one.record))
    return bad


def _keep(rejects: Path | None, bad: Sequence[Rejected]) -> Path | None:
    if rejects is None:
        return None
    try:
        with rejects.open("a", encoding="utf-8") as out:
            for one in bad:
                row = {"line": one.line, "reason": one.reason, "record": one.record}
                out.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
    except OSError as error:
        raise InvalidInput(f"{rejects}: refused records cannot be written there: {error.strerror}") from error
    return rejects
