"""One run at a time writes into a folder: a lock of the operating system, which is free again however a run ends."""

import errno
import sys
from pathlib import Path
from typing import BinaryIO

_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What a file system without locks answers; there, nothing keeps two runs apart."""


def lock(path: Path) -> BinaryIO | None:
    """Make the file if it is not there and lock it until it is closed; ``None`` when another run holds the lock.

    Raises ``OSError`` when it cannot be opened.
    """
    file = path.open("ab")
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return file
        file.close()
        if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return None
        raise
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
