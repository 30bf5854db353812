"""Which addition to the library this session has begun or watched, and whether its outcome was read."""

from components.state.session import Entry

_FOLLOWED = Entry[object]("addition_followed", None)
_READ = Entry[bool]("addition_read", False)


def follow(addition: object) -> None:
    """Remember an addition that this session began or watched."""
    _FOLLOWED.put(addition)
    _READ.take()


def follows(addition: object) -> bool:
    """Whether the outcome of an addition is for this session."""
    return _FOLLOWED.get() is addition


def outcome_shown(*, complete: bool) -> None:
    """Remember that the outcome was on screen; a ``complete`` one need not be shown again on a later visit."""
    _READ.put(complete)


def leave() -> None:
    """Another page is shown: an outcome with nothing left to do has been read."""
    if _READ.take():
        _FOLLOWED.take()
