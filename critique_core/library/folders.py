"""Files on disk: which of a folder are read, what they are called, and their bytes, with limits."""

import os
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from critique_core.errors import InvalidInput
from critique_core.evidence.units import CODE_SUFFIXES
from critique_core.formats.files import HTML_SUFFIXES
from critique_core.library.values import Refusal

MAX_FILE_BYTES = 50_000_000
READ_SUFFIXES = (
    frozenset({".txt", ".md", ".markdown", ".rst", ".pdf", ".docx", ".xlsx"})
    | frozenset({".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".csv", ".tsv"})
    | HTML_SUFFIXES
    | CODE_SUFFIXES
)  # fmt: skip
_FOREIGN_FOLDERS = frozenset({"node_modules", "__pycache__", "venv", "site-packages", "bower_components"})


def files_in(folder: Path) -> Iterator[Path | Refusal]:
    """Every file under the folder that is read, in order, and everything that is passed over, with the reason.

    Links are never followed: they may lead in circles, or out of the folder to files that were not meant.
    """
    faults: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=faults.append):
        here = Path(place)
        kept: list[str] = []
        for name in sorted(folders):
            if reason := _why_not_entered(here / name):
                yield Refusal(name=shown(here / name), reason=reason)
            else:
                kept.append(name)
        folders[:] = kept
        for name in sorted(names):
            reason = _why_not_read(here / name)
            yield Refusal(name=shown(here / name), reason=reason) if reason else here / name
        while faults:
            yield _unreadable(faults.pop())
    while faults:
        yield _unreadable(faults.pop())


def _unreadable(fault: OSError) -> Refusal:
    name = shown(Path(os.fsdecode(fault.filename)))
    return Refusal(name=name, reason=f"the folder cannot be read ({fault.strerror}); make it readable and add it again")


def _why_not_entered(folder: Path) -> str:
    if folder.is_symlink():
        return "a link is not followed; add the folder it leads to by itself"
    if folder.name.startswith("."):
        return "a hidden folder is passed over; add it by itself if it is meant"
    return "a folder of installed packages is passed over" if folder.name in _FOREIGN_FOLDERS else ""


def _why_not_read(file: Path) -> str:
    if file.is_symlink():
        return "a link is not followed; add the file it leads to by itself"
    if file.name.startswith("."):
        return "a hidden file is passed over; add it by itself if it is meant"
    if file.suffix.casefold() not in READ_SUFFIXES:
        kind = f"files of kind {shown(Path(file.suffix))}" if file.suffix else "files without an ending"
        return f"{kind} are passed over; add it by itself if it is text, or save it as TXT or PDF"
    return ""


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file of at most ``MAX_FILE_BYTES``.

    Raises ``InvalidInput`` for what is missing, no regular file (a pipe would never end), too large or not readable.
    """
    name = shown(path)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
            raise InvalidInput(f"{name} is {what}; name a file with text")
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1) if found.st_size <= MAX_FILE_BYTES else None
    except FileNotFoundError:
        raise InvalidInput(f"{name}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InvalidInput(f"{name} cannot be read ({reason}); make it readable and add it again") from error
    if content is None or len(content) > MAX_FILE_BYTES:
        size = max(found.st_size, MAX_FILE_BYTES + 1) / 1e6
        raise InvalidInput(f"{name} is {size:,.1f} MB, over the limit of {MAX_FILE_BYTES / 1e6:.0f} MB; split it")
    return content


def identity(path: Path) -> bytes:
    """What identifies a file on this machine: its absolute path, as the system's own bytes."""
    return os.fsencode(path)


def shown(path: Path) -> str:
    r"""A path to be read by people: control, formatting and undecodable characters spelt out as ``\x1b``."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(c if unicodedata.category(c)[0] != "C" else c.encode("unicode_escape").decode() for c in text)
