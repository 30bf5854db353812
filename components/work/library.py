"""Adding to the library: one addition at a time, in a thread, which every session can follow."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from components.work.dropped_files import Files
from components.work.jobs import Job, OneAtATime, Progress, Watched
from critique_core.formats.files import clean_name
from critique_core.library import Addition, Library, Refusal


@dataclass(frozen=True)
class Adding(Watched[Addition]):
    """The addition under way, or the last one; ``what`` names it on screen."""

    what: str
    job: Job[Addition]


class Additions(OneAtATime[Adding]):
    """The addition under way, else the last one. A stop takes effect at the next file."""

    def __init__(self, workers: Executor) -> None:
        super().__init__()
        self._workers = workers

    def begin(self, what: str, work: Callable[[Progress], Addition]) -> bool:
        """Begin to add; ``False`` when another addition is still under way."""
        return self._begin(lambda _last: Adding(what, Job[Addition]().begin(work, self._workers)))


def add_path(library: Library, path: Path, progress: Progress) -> Addition:
    """Add a folder, or one file. Raises ``StoreError``."""
    if path.is_file():
        return library.add_file(path)
    return library.add_folder(path, lambda done, total, file: progress(f"{done:,} of {total:,}: {file}", done / total))


def add_dropped(library: Library, folder: Path, files: Files, progress: Progress) -> Addition:
    """Add files given by name and bytes. They are kept in ``folder``, so that one of the same name is an update.

    Raises ``StoreError``.
    """
    parts: list[Addition] = []
    for number, (name, content) in enumerate(files, 1):
        parts.append(_add_dropped(library, folder, clean_name(name), content))
        progress(f"{number:,} of {len(files):,}: {name}", number / len(files))
    return Addition(
        **{name: tuple(entry for part in parts for entry in getattr(part, name)) for name in Addition.model_fields}
    )


def is_kept(folder: Path, name: str) -> bool:
    """Whether a file of this name was dropped before, which a new one would replace."""
    return (folder / clean_name(name)).exists()


def is_copy(folder: Path, file: Path | None) -> bool:
    """Whether a file of the library is the app's own copy of a dropped one, which is kept in ``folder``."""
    return file is not None and file.parent == folder.absolute()


def remove_document(library: Library, folder: Path, document_id: str) -> str | None:
    """Take a document out, and delete the app's own copy of its file where no other document is of it.

    Returns why the copy could not be deleted. Raises ``ClaimlensError``.
    """
    file = library.remove(document_id)
    if file is None or not is_copy(folder, file):
        return None
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        return f"the copy {file} cannot be deleted: {error.strerror}"
    return None


def _add_dropped(library: Library, folder: Path, name: str, content: bytes) -> Addition:
    file = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as error:
        return Addition(refused=(Refusal(name=name, reason=f"cannot be kept in {folder}: {error.strerror}"),))
    added = library.add_file(file)
    if added.refused:
        file.unlink(missing_ok=True)
    return added
