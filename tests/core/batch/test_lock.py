"""The lock of an output folder, on this system and on Windows, whose part runs over a stand-in for its C runtime."""

import errno
import importlib.util
import os
import sys
from types import ModuleType

import pytest

from critique_core.batch.critiques import lock as this_system


class Msvcrt(ModuleType):
    """``locking`` as Python and Microsoft document it.

    It locks bytes from the file's current position on, for one open file alone, beyond the file's end too. What is
    locked by another one, and what is unlocked without having been locked as it is, is refused with EACCES. A file that
    is closed without being unlocked is freed by the system some time later, which here is never.
    """

    LK_UNLCK, LK_NBLCK = 0, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self._locked: dict[tuple[int, int], int] = {}

    def locking(self, fd: int, mode: int, nbytes: int) -> None:
        assert nbytes == 1
        place = (os.fstat(fd).st_ino, os.lseek(fd, 0, os.SEEK_CUR))
        if mode == self.LK_NBLCK and place not in self._locked:
            self._locked[place] = fd
        elif mode == self.LK_UNLCK and self._locked.get(place) == fd:
            del self._locked[place]
        else:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture(params=["this system", "Windows"])
def lock(request, monkeypatch):
    if request.param == "this system":
        return this_system.lock
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    spec = importlib.util.spec_from_file_location("lock_on_windows", this_system.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.lock


def test_a_second_lock_is_refused_until_the_first_one_is_closed(lock, tmp_path):
    first = lock(tmp_path / "_lock")
    assert lock(tmp_path / "_lock") is None
    assert lock(tmp_path / "_lock") is None
    first.close()
    again = lock(tmp_path / "_lock")
    assert again is not None
    again.close()


def test_what_is_written_to_the_file_frees_nothing(lock, tmp_path):
    first = lock(tmp_path / "_lock")
    with (tmp_path / "_lock").open("ab") as other:
        other.write(b"x")
    assert lock(tmp_path / "_lock") is None
    first.close()


def test_where_a_file_system_knows_no_locks_none_is_held(lock, tmp_path, monkeypatch):
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setitem(lock.__globals__, "_lock", none)
    first, second = lock(tmp_path / "_lock"), lock(tmp_path / "_lock")
    first.close()
    second.close()


def test_a_file_that_cannot_be_opened_is_an_error(lock, tmp_path):
    with pytest.raises(FileNotFoundError):
        lock(tmp_path / "none" / "_lock")
