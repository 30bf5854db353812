"""The files of a batch: single ones, folders, globs, and object stores by fsspec."""

import glob
import hashlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, cast

from critique_core.errors import InvalidInput
from critique_core.given_files import no_file

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".tab", ".xlsx", ".parquet")
"""What is taken of a folder, also packed as ``.gz`` or ``.xz``; a file that is named itself may have any suffix."""
_LINES = (".jsonl", ".ndjson", ".csv", ".tsv", ".tab")
_PACKED = (".gz", ".xz")
MANIFEST = "_manifest.json"
"""The file that every output folder of a batch holds."""
_REFUSED = ".rejected.jsonl"  # what an import refused, each record inside one of its own
_HIDDEN = (".", "_")
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file: its name as the user gave it, bytes, and what tells its content from another.

    ``hash`` is ``sha256:`` and the digest, or for an object store ``store:`` and what the store tells objects apart by.
    ``lines`` is how many lines a text with one row a line has, where that is known.
    """

    name: str
    size: int
    hash: str
    lines: int | None = None

    @property
    def remote(self) -> bool:
        """Whether it lies in an object store, or anywhere else that a URL names."""
        return _is_url(self.name)


def find_inputs(names: Sequence[str]) -> tuple[InputFile, ...]:
    """The files that the names mean, in their order and each once; of a folder those of ``SUFFIXES``, by name.

    Raises ``InvalidInput`` for a name that means none, or a URL whose package is not installed.
    """
    found: dict[str, InputFile] = {}
    for name in names:
        listed = list(_of_store(name) if _is_url(name) else map(_local, _paths(name)))
        if not listed:
            raise InvalidInput(f"{name}: holds no file to read; {', '.join(SUFFIXES)} are taken, packed or not")
        for file in listed:
            found.setdefault(file.name, file)
    return tuple(found.values())


@contextmanager
def on_disk(file: InputFile) -> Generator[Path]:
    """The file as a path; one of an object store is fetched, and removed afterwards.

    Raises ``InvalidInput`` when it cannot be fetched.
    """
    if not file.remote:
        yield Path(file.name)
        return
    with TemporaryDirectory(prefix="claimlens-batch-") as folder:
        store, path = _store(file.name)
        copy = Path(folder) / PurePosixPath(path).name
        try:
            store.get_file(path, str(copy))
        except Exception as error:  # every store raises errors of its own kind
            raise InvalidInput(f"{file.name}: cannot be fetched: {error}") from error
        yield copy


def _is_url(name: str) -> bool:
    return "://" in name


def _paths(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        listed = [one for one in sorted(path.rglob("*")) if one.is_file() and _is_taken(one.relative_to(path).parts)]
        return [one for one in listed if not _is_written(one)]
    if path.exists():
        return [path]
    if not glob.has_magic(name):
        raise InvalidInput(f"{name}: there is no such file or folder")
    found = glob.glob(name, recursive=True)  # noqa: PTH207 - a path's own takes no pattern from the root
    return [Path(one) for one in sorted(found) if Path(one).is_file() and not _is_written(Path(one))]


def _is_taken(parts: Sequence[str]) -> bool:
    """Whether a file of a folder is one of answers; hidden ones, and those of our own making, are not."""
    hidden = any(part.startswith(_HIDDEN) for part in parts)
    return not hidden and _kind(parts[-1]) in SUFFIXES and not parts[-1].endswith(_REFUSED)


def _is_written(path: Path) -> bool:
    """Whether a batch or an import wrote the file among the inputs, where the same command finds it again."""
    part = path.name.startswith(("part-", "_")) and path.with_name(MANIFEST).is_file()
    return part or path.name.endswith(_REFUSED)


def _kind(name: str) -> str:
    suffixes = [suffix.casefold() for suffix in PurePosixPath(name).suffixes]
    if suffixes and suffixes[-1] in _PACKED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _local(path: Path) -> InputFile:
    try:
        path.as_posix().encode("utf-8")
    except UnicodeEncodeError as error:
        shown = path.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")
        raise InvalidInput(f"{shown}: the file's name is not in UTF-8; rename the file") from error
    if problem := no_file(path):
        raise InvalidInput(f"{path}: {problem}")
    digest, size, lines, end = hashlib.sha256(), 0, 0, b"\n"
    try:
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
                size, lines, end = size + len(block), lines + block.count(b"\n"), block[-1:]
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from error
    counted = path.suffix.casefold() in _LINES
    return InputFile(path.as_posix(), size, f"sha256:{digest.hexdigest()}", lines + (end != b"\n") if counted else None)


def _of_store(name: str) -> Iterator[InputFile]:
    store, path = _store(name)
    try:
        for found in _listed(store, path):
            size = int(store.info(found)["size"])
            yield InputFile(store.unstrip_protocol(found), size, f"store:{store.ukey(found)}")
    except Exception as error:  # every store raises errors of its own kind
        raise InvalidInput(f"{name}: cannot be listed: {error}; check address and access") from error


def _listed(store: Any, path: str) -> list[str]:
    if glob.has_magic(path):
        return sorted(found for found in store.glob(path) if store.isfile(found) and not found.endswith(_REFUSED))
    if store.isdir(path):
        within = len(PurePosixPath(path).parts)
        return sorted(found for found in store.find(path) if _is_taken(PurePosixPath(found).parts[within:]))
    store.info(path)  # raises what says that it is not there
    return [path]


def _store(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]  # noqa: PLC0415
    except ImportError as error:
        raise InvalidInput(f"{name}: needs fsspec: pip install 'claimlens[batch]'") from error
    try:
        return cast("tuple[Any, str]", url_to_fs(name))
    except ImportError as error:
        raise InvalidInput(f"{name}: {error}, for example with pip") from error
    except ValueError as error:
        raise InvalidInput(f"{name}: {error}; s3://, gs://, az:// and file:// are some that fsspec knows") from error
