"""Reviews out of the store into a file of an interchange format, one item after the other."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from critique_core.errors import FormatError, InvalidInput
from critique_core.formats import registry
from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.labels import claim_labels, unplaced_labels
from critique_core.formats.sinks import Sink, new_file, sink
from critique_core.models import ItemState, Origin
from critique_core.store import Store

STANDARD_OUTPUT = "-"
Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: items, records, and each thing that the format could not hold with how many items lost it.

    ``unverified`` items wait for a critique and are not written, ``unlabelled`` ones had no label. ``companion`` is the
    file next to, if there is one.
    """

    format: str
    items: int
    records: int
    lost: dict[str, int]
    unverified: int
    unlabelled: int
    companion: Path | None = None


def export_file(
    store: Store, out: Path | str, form: str, *, origins: tuple[Origin, ...] = ("human", "imported"),
    states: tuple[ItemState, ...] = (), labelled: bool = True, tell: Tell | None = None,
) -> ExportReport:  # fmt: skip
    """Write the reviewed items to a file, ``-`` for standard output; memory holds one item at a time.

    ``origins`` says whose labels are written, ``states`` which items; unless ``labelled`` is false, only items with a
    label are. ``tell`` is called with the number of items so far, and what it raises leaves no file. Raises
    ``FormatError`` for a format that is not written, ``InvalidInput`` when the file cannot be, ``StoreError``.
    """
    chosen = registry.by_name(form, "write")
    companion, unlabelled = _companion(chosen, out), 0
    with ExitStack() as files:
        main = files.enter_context(_opened(out, chosen))
        beside = files.enter_context(_opened(companion, chosen)) if companion else None
        writing = _Writing(sink(main, chosen.suffix, chosen.columns), sink(beside, ".jsonl") if beside else None)
        for reviewed in _reviewed(store, origins, states):
            if labelled and not (claim_labels(reviewed) or unplaced_labels(reviewed)):
                unlabelled += 1
                continue
            writing.add(_written(store, chosen, reviewed))
            if tell:
                tell(writing.items)
        writing.end()
    waiting, failed = store.count_unverified()
    return ExportReport(
        form, writing.items, writing.records, dict(writing.lost), waiting + failed, unlabelled, companion
    )


def _reviewed(store: Store, origins: tuple[Origin, ...], states: tuple[ItemState, ...]) -> Iterator[ReviewedItem]:
    for item, critique, decisions in store.reviews(states=states):
        yield ReviewedItem(item, critique, decisions, origins)


def _written(store: Store, form: Format, reviewed: ReviewedItem) -> Written:
    if form.whole:
        return Written((store.export_review(reviewed.item.id).model_dump(mode="json"),))
    if form.write is None:
        raise FormatError(f"format {form.name} is only read, not written")
    return form.write(reviewed)


class _Writing:
    """Counts what is written, and keeps what lies next to from being written twice."""

    def __init__(self, main: Sink, beside: Sink | None) -> None:
        self._main, self._beside = main, beside
        self._known: set[bytes] = set()
        self.items = self.records = 0
        self.lost: Counter[str] = Counter()

    def add(self, written: Written) -> None:
        for record in written.records:
            self._main.add(record)
        for record in written.beside:
            self._add_beside(record)
        self.items += 1
        self.records += len(written.records)
        self.lost.update(set(written.lost))

    def end(self) -> None:
        self._main.end()
        if self._beside:
            self._beside.end()

    def _add_beside(self, record: dict[str, Any]) -> None:
        key = sha256(json.dumps(record, sort_keys=True).encode()).digest()
        if self._beside and key not in self._known:
            self._known.add(key)
            self._beside.add(record)


def _companion(form: Format, out: Path | str) -> Path | None:
    if form.writes_beside is None:
        return None
    if str(out) == STANDARD_OUTPUT:
        raise InvalidInput(f"format {form.name} writes two files; name one in place of -")
    return form.writes_beside(Path(out))


@contextmanager
def _opened(out: Path | str, form: Format) -> Generator[BinaryIO]:
    if str(out) != STANDARD_OUTPUT:
        with new_file(Path(out)) as stream:
            yield stream
        return
    if form.suffix == ".parquet":
        raise InvalidInput("a Parquet file cannot go to standard output; name a file")
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when a shell closed it
        raise InvalidInput("standard output is closed; name a file")
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()
