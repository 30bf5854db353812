"""Whether the session has a frame, whether it has run before, and the check that it waits for."""

from components.state.session import Entry
from components.work.check import Check

_BEGUN = Entry[bool]("begun", False)
_FRAMED = Entry[bool]("in_frame", False)
_PENDING = Entry[Check | None]("running_check", None)


def enter_frame() -> None:
    """Remember that the session has a frame around its pages."""
    _FRAMED.put(True)


def in_frame() -> bool:
    """Whether the session has a frame around its pages."""
    return _FRAMED.get()


def first_run() -> bool:
    """Whether this is the first run of the session; true once."""
    if _BEGUN.get():
        return False
    _BEGUN.put(True)
    return True


def begin_check(check: Check) -> None:
    """Remember the running check, so that every run of the page finds it."""
    _PENDING.put(check)


def running_check() -> Check | None:
    """The running check, ``None`` when nothing is being checked."""
    return _PENDING.get()


def end_check() -> None:
    """Forget the check: it has ended, one way or another."""
    _PENDING.take()
