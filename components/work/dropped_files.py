"""Dropped files, kept in a temporary folder until no session needs them."""

import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from critique_core.formats import registry
from critique_core.formats.files import clean_name

Files = Sequence[tuple[str, bytes]]
REJECTED = ".rejected.jsonl"
"""The suffix of the file with refused records."""
_PREFIX = "claimlens-import-"
_ABANDONED_SECONDS = 2 * 24 * 3600


class Folder:
    """A folder that is removed once nothing refers to it, at the latest when the process ends.

    So a session that ends with files dropped and never imported leaves nothing behind. Folders of a killed process are
    removed by a later one.
    """

    def __init__(self) -> None:
        _sweep()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self.remove = weakref.finalize(self, _remove, self.path, os.getpid())
        _held[self.path] = self


_held: "weakref.WeakValueDictionary[Path, Folder]" = weakref.WeakValueDictionary()


def _remove(path: Path, process: int) -> None:
    if os.getpid() == process:  # a forked child must not remove its parent's files
        shutil.rmtree(path, ignore_errors=True)


def _sweep() -> None:
    """Remove folders so old that no process can still use them."""
    before = time.time() - _ABANDONED_SECONDS
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            old = folder.is_dir() and folder.stat().st_mtime < before
        except OSError:  # another user's, or just removed
            continue
        if old and folder not in _held:
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Dropped:
    """Files saved together in one folder; ``paths`` are those that hold answers.

    The folder lives as long as this value, or an import of one of its files.
    """

    place: Folder
    paths: tuple[Path, ...]
    companions: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self.place.path

    def without(self, path: Path) -> "Dropped | None":
        """The files without one, which stays on disk; ``None`` when no other holds answers."""
        rest = tuple(other for other in self.paths if other != path)
        return replace(self, paths=rest) if rest else None

    def forget(self) -> None:
        """Remove the files with answers, and their folder unless another such file was added to it."""
        for path in self.paths:
            path.unlink(missing_ok=True)
        forget_folder(self.folder)


def folder_of(path: Path) -> Folder | None:
    """The folder of dropped files that holds a file; ``None`` for any other folder."""
    return _held.get(path.parent)


def forget_folder(folder: Path) -> None:
    """Remove a folder of dropped files if none with answers is left in it."""
    held = _held.get(folder)
    if held is not None and folder.is_dir() and not _sorted(held).paths:
        held.remove()


def save_dropped(files: Files, before: Dropped | None = None) -> Dropped:
    """Save files given by name and bytes, next to those dropped before. Raises ``OSError``."""
    place = before.place if before is not None and before.folder.is_dir() else Folder()
    for name, content in files:
        (place.path / clean_name(name)).write_bytes(content)
    return _sorted(place)


def _sorted(place: Folder) -> Dropped:
    kept = sorted(path for path in place.path.iterdir() if not path.name.endswith(REJECTED))
    beside = {form.companion(path) for form in registry.FORMATS if form.companion for path in kept}
    answers = tuple(path for path in kept if path not in beside)
    return Dropped(place, answers, tuple(path for path in kept if path in beside))
