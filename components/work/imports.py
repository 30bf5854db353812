"""The import of a file in a thread, which every session can follow."""

from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

from components.work.dropped_files import REJECTED, Folder, folder_of, forget_folder
from components.work.jobs import Job, OneAtATime, Progress, Watched, spare_collector, until_the_end
from critique_core.batch.importing import ImportReport, import_file
from critique_core.formats.base import Format
from critique_core.models import Import
from critique_core.store import Store

_COUNTED_BYTES = 1 << 20


@dataclass(frozen=True)
class Importing(Watched[ImportReport]):
    """The file being imported, or the last one; ``rows`` is the number of its lines, where known.

    ``form`` is how it is read. ``place`` keeps the folder of a dropped file alive. ``number`` is unique among the
    imports of the process.
    """

    name: str
    path: Path
    job: Job[ImportReport]
    form: str | Format
    place: Folder | None = None
    counts: list[Import] = field(default_factory=list[Import])
    rows: list[int] = field(default_factory=list[int])
    number: int = 0

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
        return self.path.with_name(self.path.name + REJECTED)


class Imports(OneAtATime[Importing]):
    """The import under way, else the last one: one at a time for the whole app."""

    def __init__(self, workers: Executor) -> None:
        super().__init__()
        self._workers = workers
        self._begun = 0

    def begin(self, store: Store, path: Path, form: str | Format, *, who: str) -> bool:
        """Begin to import a file; ``False`` when another import is under way."""

        def begin(last: Importing | None) -> Importing:
            if last is not None and last.path != path:
                self._dismissed(last)
            self._begun += 1
            importing = Importing(path.name, path, Job[ImportReport](), form, folder_of(path), number=self._begun)
            importing.rejects.unlink(missing_ok=True)
            importing.job.begin(
                lambda tell: _imported(store, importing, who, until_the_end(tell, self._workers)), self._workers
            )
            return importing

        return self._begin(begin)

    def _dismissed(self, last: Importing) -> None:
        """Remove a dropped file that was imported, and its refused records."""
        if last.place is None:
            return
        for path in (last.path, last.rejects):
            path.unlink(missing_ok=True)
        forget_folder(last.path.parent)


def _imported(store: Store, importing: Importing, who: str, progress: Progress) -> ImportReport:
    def tell(counts: Import) -> None:
        importing.counts.append(counts)
        progress("rows", importing.fraction or 0.0)

    spare_collector()
    importing.rows.append(_lines(importing.path))
    report = import_file(store, importing.path, who=who, form=importing.form, tell=tell, rejects=importing.rejects)
    if importing.place is not None:  # a dropped file is a copy; its refused records stay for download
        importing.path.unlink(missing_ok=True)
    return report


def _lines(path: Path) -> int:
    """The number of lines of a JSON lines file; 0 for other files, whose rows cannot be counted as fast."""
    if path.suffix.casefold() != ".jsonl":
        return 0
    with path.open("rb") as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(_COUNTED_BYTES), b""))
