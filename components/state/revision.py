"""The revision that was asked for of the critique on screen."""

from components.state import session

_REVISING = "revising"
_UNCHANGED = "nothing_to_revise"


def begin_revising(critique_id: str) -> None:
    """A revision of this critique was asked for."""
    session.put(_REVISING, critique_id)
    session.take(_UNCHANGED)


def revising(critique_id: str) -> bool:
    """Whether a revision of this critique is under way."""
    return session.get(_REVISING) == critique_id


def end_revising(*, unchanged: str | None = None) -> None:
    """The revision has ended; ``unchanged`` is the critique in which there was nothing to change."""
    session.take(_REVISING)
    if unchanged is not None:
        session.put(_UNCHANGED, unchanged)


def nothing_to_revise(critique_id: str) -> bool:
    """Whether a revision of this critique was asked for and there was nothing to change."""
    return session.get(_UNCHANGED) == critique_id


def forget_revision() -> None:
    """Another critique comes on screen."""
    session.take(_REVISING)
    session.take(_UNCHANGED)
