"""How far the session is: in its frame, past its first run, and the check that it waits for."""

from components.state import session
from components.work.check import Check

_BEGUN = "begun"
_FRAMED = "in_frame"
_PENDING = "running_check"


def enter_frame() -> None:
    """Remember that the session has a frame around its pages."""
    session.put(_FRAMED, True)


def in_frame() -> bool:
    """Whether the session has a frame around its pages."""
    return session.has(_FRAMED)


def first_run() -> bool:
    """Whether this is the first run of the session; true once."""
    if session.has(_BEGUN):
        return False
    session.put(_BEGUN, True)
    return True


def begin_check(check: Check) -> None:
    """Remember the running check, so that every run of the page comes back to it."""
    session.put(_PENDING, check)


def running_check() -> Check | None:
    """The running check, ``None`` when nothing is being checked."""
    return session.get(_PENDING)


def end_check() -> None:
    """Forget the check: it has ended, one way or another."""
    session.take(_PENDING)
