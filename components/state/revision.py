"""The revision requested for the critique on screen."""

from components.state.session import Entry

_REVISING = Entry[str | None]("revising", None)
_UNCHANGED = Entry[str | None]("nothing_to_revise", None)


def begin_revising(critique_id: str) -> None:
    """Remember that a revision of this critique was requested."""
    _REVISING.put(critique_id)
    _UNCHANGED.take()


def revising(critique_id: str) -> bool:
    """Whether a revision of this critique is under way."""
    return _REVISING.get() == critique_id


def end_revising(*, unchanged: str | None = None) -> None:
    """Remember that the revision has ended; ``unchanged`` is the id of a critique without anything to change."""
    _REVISING.take()
    if unchanged is not None:
        _UNCHANGED.put(unchanged)


def nothing_to_revise(critique_id: str) -> bool:
    """Whether a revision of this critique found nothing to change."""
    return _UNCHANGED.get() == critique_id


def forget_revision() -> None:
    """Forget both, because another critique comes on screen."""
    _REVISING.take()
    _UNCHANGED.take()
