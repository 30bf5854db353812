"""Jobs that take longer than a page run: each begins once for its key, in a thread, and pages look until it is done."""

import gc
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Generic, TypeVar

_KEPT = 200

Result = TypeVar("Result")
Progress = Callable[[str, float], None]
Current = TypeVar("Current", bound="Watched[Any]")


@dataclass
class Job(Generic[Result]):
    """One job in a thread.

    ``stage`` and ``fraction`` (0 to 1) say how far it is, ``fractions`` how far each of its stages is.
    """

    stage: str = ""
    fraction: float = 0.0
    fractions: dict[str, float] = field(default_factory=dict[str, float])
    begun: bool = False
    _cancelled: Event = field(default_factory=Event)
    _future: "Future[Result]" = field(default_factory=Future[Result])

    def begin(self, work: Callable[[Progress], Result], workers: Executor) -> "Job[Result]":
        """Start the work in a thread."""
        self.begun = True
        self._future = workers.submit(work, self._progress)
        return self

    def done(self, patience: float = 0.0) -> bool:
        """Whether it has ended, waiting at most ``patience`` seconds for that."""
        try:
            self._future.exception(timeout=patience)
        except TimeoutError:
            return False
        except CancelledError:
            return True
        return True

    def result(self) -> Result:
        """What the work returned; raises what it raised, ``CancelledError`` when it was cancelled."""
        return self._future.result()

    def cancel(self) -> None:
        """Have it stop when it next reports progress."""
        self._cancelled.set()
        self._future.cancel()

    def _progress(self, stage: str, done: float) -> None:
        if self._cancelled.is_set():
            raise CancelledError
        self.stage, self.fraction = stage, done
        self.fractions[stage] = done


class Watched(Generic[Result]):
    """What a page shows of a job, with facts about it."""

    job: Job[Result]

    @property
    def under_way(self) -> bool:
        """Whether the job has not ended yet."""
        return not self.job.done()

    def result(self) -> Result:
        """The result of the job; raises what went wrong, ``CancelledError`` when it was cancelled."""
        return self.job.result()


class OneAtATime(Generic[Current]):
    """The job under way, else the last one until it is dismissed: one at a time for all sessions."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._current: Current | None = None

    def current(self) -> Current | None:
        """The job under way, or the last one until it is dismissed."""
        return self._current

    def stop(self) -> None:
        """Have the job under way stop when it next reports progress; what it did before stays."""
        if self._current is not None:
            self._current.job.cancel()

    def dismiss(self) -> None:
        """Forget the last job; one under way goes on."""
        with self._lock:
            if self._current is not None and not self._current.under_way:
                self._dismissed(self._current)
                self._current = None

    def _begin(self, begin: Callable[[Current | None], Current]) -> bool:
        """Begin a job, given the last one; ``False`` when one is under way."""
        with self._lock:
            if self._current is not None and self._current.under_way:
                return False
            self._current = begin(self._current)
            return True

    def _dismissed(self, last: Current) -> None:
        """Clean up after a job that is dismissed."""


class Jobs:
    """Jobs by key. Ended jobs are forgotten, least recently used first. Share one between sessions."""

    def __init__(self, workers: Executor, *, kept: int = _KEPT) -> None:
        self._workers, self._kept = workers, kept
        self._jobs: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, work: Callable[[Progress], Result]) -> Job[Result]:
        """The job with that key; begun now if there is none."""
        with self._lock:
            if key not in self._jobs:
                self._jobs[key] = Job[Result]().begin(work, self._workers)
            self._jobs.move_to_end(key)
            self._forget_ended(key)
            return self._jobs[key]

    def find(self, key: Hashable) -> Job[Any] | None:
        """The job with that key, ``None`` when there is none."""
        with self._lock:
            if key in self._jobs:
                self._jobs.move_to_end(key)
            return self._jobs.get(key)

    def forget(self, key: Hashable) -> None:
        """Cancel the job with that key; the next ``of`` begins a new one."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.cancel()

    def _forget_ended(self, wanted: Hashable) -> None:
        """Forget ended jobs beyond the number kept. Running jobs stay: their users wait for them."""
        over = len(self._jobs) - self._kept
        if over > 0:
            for key in [key for key, job in self._jobs.items() if key != wanted and job.done()][:over]:
                del self._jobs[key]


def _ending(workers: Executor) -> bool:
    """Whether the process is about to end. It waits for its threads then, so long work must stop by itself."""
    try:
        workers.submit(int)
    except RuntimeError:  # the executor takes no more work
        return True
    return False


def until_the_end(progress: Progress, workers: Executor) -> Progress:
    """``progress``, which also raises ``CancelledError`` once the process is about to end."""

    def tell(stage: str, done: float) -> None:
        if _ending(workers):
            raise CancelledError
        progress(stage, done)

    return tell


def spare_collector() -> None:
    """Exclude all objects that exist now from garbage collection; they live as long as the process.

    Streamlit collects all generations after every script run, also after a look at the progress, and everything waits
    for it. With its own modules included that takes longer than the rest of such a run (measured: 150 ms of 160).
    """
    gc.collect()
    gc.freeze()
