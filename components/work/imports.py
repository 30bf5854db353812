"""Files being imported and answers being verified: in threads of the app, watched from any session."""

import gc
import logging
import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock

from components.work.jobs import Job
from critique_core.assembly import Critic
from critique_core.batch.importing import ImportReport, import_file, verify_waiting
from critique_core.errors import ClaimlensError
from critique_core.formats import registry
from critique_core.formats.files import clean_name
from critique_core.models import Import
from critique_core.store import Store

Progress = Callable[[str, float], None]
Files = Sequence[tuple[str, bytes]]
_COUNTED_BYTES = 1 << 20
_REST_SECONDS = 0.5
_REJECTED = ".rejected.jsonl"
_PREFIX = "claimlens-import-"
_ABANDONED_SECONDS = 2 * 24 * 3600
_logger = logging.getLogger(__name__)


class _Folder:
    """A folder that is gone once nobody holds it any more, at the latest when the process ends.

    So a session that ends without a word, with files dropped and never taken in, leaves nothing behind. What a process
    that was killed left is removed by a later one.
    """

    def __init__(self) -> None:
        _sweep()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self.remove = weakref.finalize(self, _remove, self.path, os.getpid())
        _held[self.path] = self


_held: "weakref.WeakValueDictionary[Path, _Folder]" = weakref.WeakValueDictionary()


def _remove(path: Path, process: int) -> None:
    if os.getpid() == process:  # a forked child ends without taking its parent's files along
        shutil.rmtree(path, ignore_errors=True)


def _sweep() -> None:
    """Remove folders that no process can still be using, by their age."""
    before = time.time() - _ABANDONED_SECONDS
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            old = folder.is_dir() and folder.stat().st_mtime < before
        except OSError:  # somebody else's, or just removed
            continue
        if old and folder not in _held:
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Dropped:
    """Files saved beside each other in a folder of their own; ``paths`` are those that hold answers.

    The folder stays as long as this value, or an import of one of its files, does.
    """

    place: _Folder
    paths: tuple[Path, ...]
    companions: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self.place.path

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
    held = _held.get(folder)
    if held is not None and folder.is_dir() and not _sorted(held).paths:
        held.remove()


def save_dropped(files: Files, before: Dropped | None = None) -> Dropped:
    """Save files that came by name and bytes, beside those dropped before. Raises ``OSError``."""
    place = before.place if before is not None and before.folder.is_dir() else _Folder()
    for name, content in files:
        (place.path / clean_name(name)).write_bytes(content)
    return _sorted(place)


def _sorted(place: _Folder) -> Dropped:
    kept = sorted(path for path in place.path.iterdir() if not path.name.endswith(_REJECTED))
    beside = {form.companion(path) for form in registry.FORMATS if form.companion for path in kept}
    answers = tuple(path for path in kept if path not in beside)
    return Dropped(place, answers, tuple(path for path in kept if path in beside))


@dataclass(frozen=True)
class Importing:
    """The file being imported, or the last one; ``rows`` is how many lines it has, where that can be told.

    ``place`` keeps the folder of a dropped file; ``number`` tells this import from the others of the process.
    """

    name: str
    path: Path
    job: Job
    place: _Folder | None = None
    counts: list[Import] = field(default_factory=list[Import])
    rows: list[int] = field(default_factory=list[int])
    number: int = 0

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


def ending(workers: Executor) -> bool:
    """Whether the process is about to end: it waits for its threads, so what takes long must stop by itself."""
    try:
        workers.submit(int)
    except RuntimeError:  # nothing can be begun any more
        return True
    return False


def spare_collector() -> None:
    """Take what lives as long as the process out of the garbage collector's sight.

    Streamlit collects all generations after every script run, a look at the progress too, and nothing else goes on
    meanwhile: with its own modules in sight that costs more than the rest of such a run (measured: 150 ms of 160).
    """
    gc.collect()
    gc.freeze()


class Imports:
    """The import under way, else the last one: one at a time for the whole app."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
        self._lock = Lock()
        self._current: Importing | None = None
        self._begun = 0

    def begin(self, store: Store, path: Path, form: str, *, who: str) -> bool:
        """Begin to import a file; ``False`` when another import is under way."""
        with self._lock:
            if self._current is not None and self._current.under_way:
                return False
            if self._current is not None and self._current.path != path:
                _clear(self._current)
            self._begun += 1
            importing = Importing(path.name, path, Job(), _held.get(path.parent), number=self._begun)
            importing.rejects.unlink(missing_ok=True)
            importing.job.begin(lambda tell: _imported(store, importing, form, who, self._told(tell)), self._workers)
            self._current = importing
            return True

    def _told(self, progress: Progress) -> Progress:
        """``progress``, and the end of the import when the process ends; it goes on with the same file later."""

        def tell(stage: str, done: float) -> None:
            if ending(self._workers):
                raise CancelledError
            progress(stage, done)

        return tell

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
            _clear(self._current)
            self._current = None


def _clear(importing: Importing) -> None:
    """Remove a dropped file that was imported, with what was refused of it."""
    if importing.place is None:
        return
    for path in (importing.path, importing.rejects):
        path.unlink(missing_ok=True)
    forget_folder(importing.path.parent)


def _imported(store: Store, importing: Importing, form: str, who: str, progress: Progress) -> ImportReport:
    def tell(counts: Import) -> None:
        importing.counts.append(counts)
        progress("rows", importing.fraction or 0.0)

    spare_collector()
    importing.rows.append(_lines(importing.path))
    report = import_file(store, importing.path, who=who, form=form, tell=tell, rejects=importing.rejects)
    if importing.place is not None:  # a dropped file is a copy; what was refused of it can still be downloaded
        importing.path.unlink(missing_ok=True)
    return report


def _lines(path: Path) -> int:
    """How many lines a file of JSON lines has; 0 for other files, whose rows cannot be counted as fast."""
    if path.suffix.casefold() != ".jsonl":
        return 0
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(_COUNTED_BYTES), b""))


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
