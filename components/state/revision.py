"""The revision requested for the critique on screen, and the changes that one click has taken."""

from components.state.session import Entry

_REVISING = Entry[str | None]("revising", None)
_UNCHANGED = Entry[str | None]("nothing_to_revise", None)
_TOGETHER = Entry[tuple[frozenset[str], ...]]("taken_together", ())


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


def note_together(event_ids: frozenset[str]) -> None:
    """Remember events that one click has written, so that one undo takes them all back."""
    _TOGETHER.put((*_TOGETHER.get(), event_ids))


def together_with(event_id: str | None) -> frozenset[str]:
    """The events that the click which wrote this one has written, this one among them; else none."""
    return next((group for group in _TOGETHER.get() if event_id in group), frozenset())


def forget_revision() -> None:
    """Forget what was requested, because another critique comes on screen."""
    _REVISING.take()
    _UNCHANGED.take()
