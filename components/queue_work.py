"""Files being imported and answers being verified: in threads of the app, watched from any session."""

import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from components.jobs import Job
from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError
from critique_core.formats import registry
from critique_core.formats.files import clean_name
from critique_core.importing import ImportReport, import_file, verify_waiting
from critique_core.models import Import
from critique_core.store import Store

Progress = Callable[[str, float], None]
Files = Sequence[tuple[str, bytes]]
_COUNTED_BYTES = 1 << 20
_REJECTED = ".rejected.jsonl"
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Dropped:
    """Files saved beside each other in a folder of their own; ``paths`` are those that hold answers."""

    folder: Path
    paths: tuple[Path, ...]
    companions: tuple[Path, ...]

    def without(self, path: Path) -> "Dropped | None":
        """The files but for one, which stays where it is; ``None`` when no other holds answers."""
        rest = tuple(other for other in self.paths if other != path)
        return replace(self, paths=rest) if rest else None

    def forget(self) -> None:
        """Remove the files, and what they stand beside once no file with answers is left."""
        for path in self.paths:
            path.unlink(missing_ok=True)
        forget_folder(self.folder)


def forget_folder(folder: Path) -> None:
    """Remove a folder of dropped files if none with answers is left in it."""
    if not _sorted(folder).paths:
        shutil.rmtree(folder, ignore_errors=True)


def save_dropped(files: Files, before: Dropped | None = None) -> Dropped:
    """Save files that came by name and bytes, beside those dropped before. Raises ``OSError``."""
    folder = before.folder if before is not None else Path(tempfile.mkdtemp(prefix="claimlens-import-"))
    for name, content in files:
        (folder / clean_name(name)).write_bytes(content)
    return _sorted(folder)


def _sorted(folder: Path) -> Dropped:
    kept = sorted(path for path in folder.iterdir() if not path.name.endswith(_REJECTED))
    beside = {form.companion(path) for form in registry.FORMATS if form.companion for path in kept}
    answers = tuple(path for path in kept if path not in beside)
    return Dropped(folder, answers, tuple(path for path in kept if path in beside))


@dataclass(frozen=True)
class Importing:
    """The file being imported, or the last one; ``rows`` is how many lines it has, where that can be told."""

    name: str
    path: Path
    job: Job
    counts: list[Import] = field(default_factory=list[Import])
    rows: list[int] = field(default_factory=list[int])

    @property
    def under_way(self) -> bool:
        """Whether it has not ended yet."""
        return not self.job.done()

    @property
    def latest(self) -> Import | None:
        """The counts so far."""
        return self.counts[-1] if self.counts else None

    @property
    def fraction(self) -> float | None:
        """How much of the file is read, 0 to 1; ``None`` when its length is not known."""
        if not self.rows or not self.rows[0] or self.latest is None:
            return None
        return min(self.latest.read / self.rows[0], 1.0)

    @property
    def rejects(self) -> Path:
        """Where the refused records of the file are kept."""
        return self.path.with_name(self.path.name + _REJECTED)

    def result(self) -> ImportReport:
        """What came of the file; raises what went wrong, ``CancelledError`` when it was stopped."""
        return self.job.result()


class Imports:
    """The import under way, else the last one: one at a time for the whole app."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
        self._lock = Lock()
        self._current: Importing | None = None

    def begin(self, store: Store, path: Path, form: str, *, who: str) -> bool:
        """Begin to import a file; ``False`` when another import is under way."""
        with self._lock:
            if self._current is not None and self._current.under_way:
                return False
            importing = Importing(path.name, path, Job())
            importing.rejects.unlink(missing_ok=True)
            importing.job.begin(lambda tell: _imported(store, importing, form, who, tell), self._workers)
            self._current = importing
            return True

    def current(self) -> Importing | None:
        """The import under way, or the last one until it is dismissed."""
        return self._current

    def stop(self) -> None:
        """Stop the import under way at its next step; what was taken in stays."""
        if self._current is not None:
            self._current.job.cancel()

    def dismiss(self) -> None:
        """Forget the last import and its file; one under way goes on."""
        with self._lock:
            if self._current is None or self._current.under_way:
                return
            for path in (self._current.path, self._current.rejects):
                path.unlink(missing_ok=True)
            forget_folder(self._current.path.parent)
            self._current = None


def _imported(store: Store, importing: Importing, form: str, who: str, progress: Progress) -> ImportReport:
    def tell(counts: Import) -> None:
        importing.counts.append(counts)
        progress("rows", importing.fraction or 0.0)

    importing.rows.append(_lines(importing.path))
    return import_file(store, importing.path, who=who, form=form, tell=tell, rejects=importing.rejects)


def _lines(path: Path) -> int:
    """How many lines a file of JSON lines has; 0 for other files, whose rows cannot be counted as fast."""
    if path.suffix.casefold() != ".jsonl":
        return 0
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(_COUNTED_BYTES), b""))


class Verification:
    """Goes through the answers that wait for the verifier, in a thread; pauses and goes on when told."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
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
            verify_waiting(store, critic, stop=stop, tell=self._count)
        except ClaimlensError as error:
            self.problem = str(error)
        except Exception as error:  # a fault in our code: the page must be able to say so
            _logger.exception("verification failed")
            self.problem = f"{type(error).__name__}; the log of the app says where"

    def _count(self, _item_id: str) -> None:
        self.done += 1
