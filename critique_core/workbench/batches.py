"""Batches of answers, checked one after another in a thread of their own while callers ask how far they have come."""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from uuid import uuid4

from critique_core.errors import ClaimlensError, NotFound, fault_place
from critique_core.runs.progress import Progress
from critique_core.workbench.arguments import CheckBatch, CritiqueAnswer
from critique_core.workbench.results import BatchEvent, BatchRow, BatchState, BatchTold
from critique_core.workbench.workbench import Workbench

_MOST_WAITING = 16
_MOST_KEPT = 100
_MOST_EVENTS = 20_000
"""Events of batches that are over, the latest ones first: about two batches of a thousand answers."""
_STOPPED = "the server was stopped before; send the request again"
_log = logging.getLogger(__name__)


class TooManyBatches(ClaimlensError):
    """So many batches wait that no other is taken on."""


class _Stopped(Exception):
    """The batches are to end."""


@dataclass(slots=True)
class _Batch:
    """One batch; its thread writes, callers read, both under ``Batches``' lock."""

    id: str
    workbench: Workbench
    asked: Sequence[CritiqueAnswer]
    rows: list[BatchRow]
    state: BatchState = "waiting"
    events: list[BatchEvent] = field(default_factory=list[BatchEvent])
    noted: int = 0

    def told(self) -> BatchTold:
        finished, failed = self._counts()
        return BatchTold(
            batch_id=self.id, state=self.state, total=len(self.rows), finished=finished, failed=failed,
            requests=tuple(self.rows),
        )  # fmt: skip

    def note(
        self, kind: Literal["stage", "request", "end"], row: BatchRow | None = None, stage: str | None = None
    ) -> None:
        finished, failed = self._counts()
        self.events.append(
            BatchEvent(
                sequence=self.noted,
                kind=kind,
                state=self.state,
                total=len(self.rows),
                finished=finished,
                failed=failed,
                request=row,
                stage=stage,
            )
        )
        self.noted += 1

    def keep_outcomes(self) -> None:
        """Forget what happened on the way; what came of each request, and the end, stay."""
        self.events = [
            one for one in self.events if one.kind == "end" or (one.request and one.request.state in ("done", "failed"))
        ]

    def _counts(self) -> tuple[int, int]:
        """How many requests are over with, and how many of those failed."""
        failed = sum(row.state == "failed" for row in self.rows)
        return failed + sum(row.state == "done" for row in self.rows), failed


class Batches:
    """Batches waiting, running and done. Safe to share between threads.

    They are remembered until 100 later ones are done or the program ends; the critiques are in the store. Of batches
    that are over the latest 20,000 events are remembered, of those before only what came of each request.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._batches: OrderedDict[str, _Batch] = OrderedDict()
        self._waiting: deque[_Batch] = deque()
        self._work = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def add(self, asked: CheckBatch, workbench: Workbench) -> BatchTold:
        """Take a batch on. Raises ``TooManyBatches``."""
        rows = [BatchRow(index=index) for index in range(len(asked.requests))]
        batch = _Batch(uuid4().hex, workbench, asked.requests, rows)
        with self._lock:
            if len(self._waiting) >= _MOST_WAITING or self._stopping:
                raise TooManyBatches(f"{len(self._waiting)} batches wait; send this one again when one of them is done")
            self._waiting.append(batch)
            self._batches[batch.id] = batch
            self._forget()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="batches", daemon=True)
                self._thread.start()
            self._work.set()
            return batch.told()

    def told(self, batch_id: str) -> BatchTold:
        """How far a batch has come. Raises ``NotFound``."""
        with self._lock:
            return self._found(batch_id).told()

    def events(self, batch_id: str, since: int = 0) -> tuple[tuple[BatchEvent, ...], bool]:
        """The batch's events from this number on, and whether no more will come. Raises ``NotFound``."""
        with self._lock:
            batch = self._found(batch_id)
            return tuple(one for one in batch.events if one.sequence >= since), self._stopping or batch.state in (
                "done",
                "stopped",
            )

    def stop(self) -> None:
        """End what runs at its next sign of progress, and begin nothing more."""
        with self._lock:
            self._stopping = True
        self._work.set()

    def join(self, seconds: float) -> None:
        """Wait for what runs to end, for so long at most."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _found(self, batch_id: str) -> _Batch:
        batch = self._batches.get(batch_id)
        if batch is None:
            raise NotFound(
                f"batchId: no batch {batch_id!r} is known; its critiques, if any, are in the list of critiques"
            )
        return batch

    def _forget(self) -> None:
        over = [batch.id for batch in self._batches.values() if batch.state in ("done", "stopped")][:-_MOST_KEPT]
        for batch_id in over:
            del self._batches[batch_id]

    def _shorten(self) -> None:
        """Bound the events in memory; a follower of the batch that just ended may not have read its last ones."""
        events = 0
        for batch in reversed(self._batches.values()):
            if batch.state in ("done", "stopped"):
                events += len(batch.events)
                if events > _MOST_EVENTS:
                    batch.keep_outcomes()

    def _run(self) -> None:
        while True:
            self._work.wait()
            with self._lock:
                if not self._waiting:
                    self._work.clear()
                    if self._stopping:
                        return
                    continue
                batch = self._waiting.popleft()
            self._check(batch)

    def _check(self, batch: _Batch) -> None:
        with self._lock:
            batch.state = "running"
        for index, asked in enumerate(batch.asked):
            if self._stopping:
                break
            self._set(batch, BatchRow(index=index, state="running"))
            self._set(batch, self._row(batch, index, asked))
        with self._lock:
            batch.state = "stopped" if self._stopping else "done"
            batch.rows = [
                row.model_copy(update={"state": "failed", "failure": _STOPPED}) if row.state == "waiting" else row
                for row in batch.rows
            ]
            batch.asked = ()
            batch.note("end")
            self._shorten()

    def _row(self, batch: _Batch, index: int, asked: CritiqueAnswer) -> BatchRow:
        """What came of a request. Whatever it meets, the other ones are checked."""
        try:
            made = batch.workbench.critique_answer(asked, self._telling(batch, index))
        except _Stopped:
            failure = _STOPPED
        except ClaimlensError as error:
            failure = str(error)
        except Exception as error:
            place = fault_place(error)
            _log.error("a request of a batch failed: %s", place)
            failure = f"failed by a fault of Claimlens ({place}); please report it, with what was asked"
        else:
            return BatchRow(
                index=index,
                state="done",
                critique_id=made.critique_id,
                is_valid=made.is_valid,
                confidence=made.confidence,
            )
        return BatchRow(index=index, state="failed", failure=failure)

    def _set(self, batch: _Batch, row: BatchRow) -> None:
        with self._lock:
            batch.rows[row.index] = row
            batch.note("request", row)

    def _telling(self, batch: _Batch, index: int) -> Progress:
        reached = ""

        def tell(stage: str, _done: float) -> None:
            nonlocal reached
            if self._stopping:
                raise _Stopped
            if stage != reached:
                reached = stage
                with self._lock:
                    batch.note("stage", batch.rows[index], stage)

        return tell
