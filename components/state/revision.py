"""The revision that was asked for of the critique on screen."""

from components.state.session import Entry

_REVISING = Entry[str | None]("revising", None)
_UNCHANGED = Entry[str | None]("nothing_to_revise", None)


def begin_revising(critique_id: str) -> None:
    """A revision of this critique was asked for."""
    _REVISING.put(critique_id)
    _UNCHANGED.take()


def revising(critique_id: str) -> bool:
    """Whether a revision of this critique is under way."""
    return _REVISING.get() == critique_id


def end_revising(*, unchanged: str | None = None) -> None:
    """The revision has ended; ``unchanged`` is the critique in which there was nothing to change."""
    _REVISING.take()
    if unchanged is not None:
        _UNCHANGED.put(unchanged)


def nothing_to_revise(critique_id: str) -> bool:
    """Whether a revision of this critique was asked for and there was nothing to change."""
    return _UNCHANGED.get() == critique_id


def forget_revision() -> None:
    """Another critique comes on screen."""
    _REVISING.take()
    _UNCHANGED.take()
