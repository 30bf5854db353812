"""What a path that someone names is, before it is opened: a file, or what would be read for ever."""

import os
from pathlib import Path


def no_file(path: Path) -> str | None:
    """Why a path is no file to read more than once, in words; ``None`` where it is one.

    A pipe is none: its bytes come once, and to know a file's format is to read its beginning twice.
    """
    if path.is_file():
        return None
    if path.is_dir():
        return "is a folder; name the files in it"
    if path.exists():
        return "is a pipe or a device, which can be read only once; save it as a file first"
    return "there is no such file"


def never_ends(path: Path) -> str | None:
    """Why reading a path once might never end, in words; ``None`` where it does, or where opening it says why not.

    A pipe by the number that the shell gave it, as in ``claimlens check <(jq . FILE)``, ends with its writer. One with
    a name of its own may have no writer.
    """
    try:
        is_pipe, is_device = path.is_fifo(), path.is_char_device() or path.is_block_device() or path.is_socket()
        is_empty = is_device and path.samefile(os.devnull)
    except (OSError, ValueError):
        return None
    if (is_device and not is_empty) or (is_pipe and path.parts[:2] not in (("/", "dev"), ("/", "proc"))):
        return "is a pipe, a socket or a device, which may never end; save what comes out of it as a file first"
    return None
