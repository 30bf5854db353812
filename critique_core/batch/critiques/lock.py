"""One run at a time writes into a folder: a lock of the operating system, which is free again however a run ends."""

import errno
import sys
from pathlib import Path
from typing import BinaryIO

_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What a file system without locks answers; there, nothing keeps two runs apart."""


class Lock:
    """A file that is locked until it is closed."""

    def __init__(self, file: BinaryIO, *, held: bool) -> None:
        self._file, self._held = file, held

    def close(self) -> None:
        """Free the lock at once: Windows takes its time to free one whose file was only closed."""
        if self._held:
            _unlock(self._file)
        self._file.close()


def lock(path: Path) -> Lock | None:
    """Make the file if it is not there and lock it; ``None`` when another run holds the lock.

    Raises ``OSError`` when it cannot be opened.
    """
    file = path.open("ab")
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return Lock(file, held=False)
        file.close()
        if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return None
        raise
    return Lock(file, held=True)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(0)  # bytes are locked from the current position, which is else the file's end as it was opened
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
