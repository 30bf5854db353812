"""Checks the answers that wait for the verifier, in a thread."""

import logging
from concurrent.futures import CancelledError, Executor
from threading import Lock

from components.work.imports import Imports
from components.work.jobs import Job, Progress, spare_collector, until_the_end
from critique_core.assembly import Critic
from critique_core.batch.importing import verify_waiting
from critique_core.errors import ClaimlensError, without_text
from critique_core.store import Store

_REST_SECONDS = 0.5
_logger = logging.getLogger(__name__)


class Verification:
    """Checks the answers that wait for the verifier; can be paused and resumed.

    While one of ``imports`` is under way it rests: the import ends sooner, and there is more to choose from. ``done``
    is how many answers it has checked since it last began.
    """

    def __init__(self, workers: Executor, *, imports: Imports | None = None) -> None:
        self._workers, self._imports = workers, imports
        self._lock = Lock()
        self._paused = False
        self._job = Job[None]()
        self.done = 0

    @property
    def paused(self) -> bool:
        """Whether a reviewer has paused it."""
        return self._paused

    @property
    def under_way(self) -> bool:
        """Whether it is checking answers now."""
        return self._job.begun and not self._job.done()

    @property
    def problem(self) -> str | None:
        """Why it stopped before all answers were checked; ``None`` when it did not, or was paused."""
        if not self._job.done():
            return None
        try:
            self._job.result()
        except CancelledError:
            return None
        except ClaimlensError as error:
            return str(error)
        except Exception as error:
            return f"{type(error).__name__}; the log of the app says where"
        return None

    def ensure(self, store: Store, critic: Critic) -> None:
        """Check the answers that wait, unless it is paused or under way. After a failure it waits for ``resume``."""
        with self._lock:
            if self._paused or self.under_way or self.problem is not None:
                return
            self.done = 0
            self._job = Job[None]().begin(lambda progress: self._work(store, critic, progress), self._workers)

    def pause(self) -> None:
        """Stop after the current answer."""
        with self._lock:
            self._paused = True
            self._job.cancel()

    def resume(self) -> None:
        """Let the next ``ensure`` begin again."""
        with self._lock:
            self._paused = False
            if not self.under_way:
                self._job = Job[None]()

    def _work(self, store: Store, critic: Critic, progress: Progress) -> None:
        go_on = until_the_end(progress, self._workers)

        def count(_item_id: str) -> None:
            self.done += 1
            if self.done == 1:  # the verifier is loaded by now
                spare_collector()
            self._rest(go_on)

        try:
            self._rest(go_on)
            verify_waiting(store, critic, tell=count)
        except (CancelledError, ClaimlensError):
            raise
        except Exception as error:  # a fault in our code: the page must be able to say so
            _logger.error("verification failed: %s", without_text(error))  # noqa: TRY400 - no text
            raise

    def _rest(self, go_on: Progress) -> None:
        """Wait until no file is being imported. Raises ``CancelledError`` when paused, and when the process ends."""
        go_on("verification", 0.0)
        while self._imports is not None and (current := self._imports.current()) is not None:
            if current.job.done(_REST_SECONDS):
                return
            go_on("verification", 0.0)
