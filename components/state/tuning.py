"""The place of the slider on the Tuning page."""

from collections.abc import Hashable

from components.state.keys import TUNING_THRESHOLD
from components.state.session import Entry, set_widget, widget

_TUNED = Entry[tuple[Hashable, float | None]]("tuned", (None, None))

_FIRST_FLIPS = 5
MORE_FLIPS = 20
_FLIPS = Entry[int]("flips_shown", _FIRST_FLIPS)


def aim(tuned: Hashable, threshold: float) -> None:
    """Move the slider to the best threshold, once for each choice; only before it is drawn in this run.

    A slider that was moved by hand stays where it is.
    """
    before, aimed = _TUNED.get()
    at = widget(TUNING_THRESHOLD)
    if before != tuned:
        _TUNED.put((tuned, threshold))
        if at is None or at == aimed:
            set_widget(TUNING_THRESHOLD, threshold)


def flips_shown() -> int:
    """How many of the claims that flip are listed."""
    return _FLIPS.get()


def show_more_flips() -> None:
    """List more of the claims that flip."""
    _FLIPS.put(_FLIPS.get() + MORE_FLIPS)


def set_threshold(threshold: float) -> None:
    """Move the slider; only in a callback."""
    set_widget(TUNING_THRESHOLD, threshold)
