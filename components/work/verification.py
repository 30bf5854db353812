"""The answers that wait for the verifier, checked in a thread of the app."""

import logging
from concurrent.futures import Executor, Future
from threading import Event, Lock

from components.work.imports import Imports
from components.work.jobs import ending, spare_collector
from critique_core.assembly import Critic
from critique_core.batch.importing import verify_waiting
from critique_core.errors import ClaimlensError
from critique_core.store import Store

_REST_SECONDS = 0.5
_logger = logging.getLogger(__name__)


class Verification:
    """Goes through the answers that wait for the verifier, in a thread; pauses and goes on when told.

    While one of ``imports`` is under way it rests: the answers are in sooner, and there is more to choose from.
    """

    def __init__(self, workers: Executor, *, imports: Imports | None = None) -> None:
        self._workers, self._imports = workers, imports
        self._lock = Lock()
        self._stop = Event()
        self._paused = False
        self._future: Future[None] | None = None
        self.problem: str | None = None
        self.done = 0

    @property
    def paused(self) -> bool:
        """Whether a reviewer has paused it."""
        return self._paused

    @property
    def under_way(self) -> bool:
        """Whether it is at work."""
        return self._future is not None and not self._future.done()

    def ensure(self, store: Store, critic: Critic) -> None:
        """Go through what waits, unless it is paused or at work; a failure is tried again only after ``resume``."""
        with self._lock:
            if self._paused or self.under_way or self.problem is not None:
                return
            self._stop = Event()
            self.done = 0
            self._future = self._workers.submit(self._work, store, critic, self._stop)

    def pause(self) -> None:
        """Stop after the answer in hand."""
        with self._lock:
            self._paused = True
            self._stop.set()

    def resume(self) -> None:
        """Let it go on when it is next asked for."""
        with self._lock:
            self._paused, self.problem = False, None

    def _work(self, store: Store, critic: Critic, stop: Event) -> None:
        try:
            self._rest(stop)
            verify_waiting(store, critic, stop=stop, tell=self._count)
        except ClaimlensError as error:
            self.problem = str(error)
        except Exception as error:  # a fault in our code: the page must be able to say so
            _logger.exception("verification failed")
            self.problem = f"{type(error).__name__}; the log of the app says where"

    def _count(self, _item_id: str) -> None:
        self.done += 1
        if self.done == 1:  # the verifier is loaded by now
            spare_collector()
        self._rest(self._stop)
        if ending(self._workers):
            self._stop.set()

    def _rest(self, stop: Event) -> None:
        """Wait until no file is being imported."""
        while self._imports is not None and not stop.is_set() and not ending(self._workers):
            current = self._imports.current()
            if current is None or current.job.done(_REST_SECONDS):
                return
