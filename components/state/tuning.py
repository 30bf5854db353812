"""Where the slider of the tuning page stands."""

from collections.abc import Hashable

from components.state import session
from components.state.keys import TUNING_THRESHOLD

_TUNED = "tuned"


def aim(tuned: Hashable, threshold: float) -> None:
    """Put the slider on the best threshold, once for each choice; only before it is drawn in this run.

    A slider that was moved by hand stays where it is.
    """
    before, aimed = session.get(_TUNED, (None, None))
    at = session.get(TUNING_THRESHOLD)
    if before != tuned:
        session.put(_TUNED, (tuned, threshold))
        if at is None or at == aimed:
            session.put(TUNING_THRESHOLD, threshold)


def set_threshold(threshold: float) -> None:
    """Put the slider somewhere; in a callback."""
    session.put(TUNING_THRESHOLD, threshold)
