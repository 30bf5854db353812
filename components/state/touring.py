"""At which step of the tour a session is."""

from components.state.session import Entry

_STEP = Entry[int | None]("tour_step", None)


def step() -> int | None:
    """The step on screen, from 0; ``None`` without a tour."""
    return _STEP.get()


def begin() -> None:
    """Go to the first step."""
    _STEP.put(0)


def go_on() -> None:
    """Go to the next step."""
    _STEP.put((_STEP.get() or 0) + 1)


def end() -> None:
    """Leave the tour."""
    _STEP.put(None)
