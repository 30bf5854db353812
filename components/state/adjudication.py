"""The claim being ruled on, and the rulings of this session."""

import time

from components.state import session
from critique_core.models import Decision

_CASE = "case"
_RULINGS = "rulings"


def case() -> tuple[tuple[str, str] | None, int]:
    """The claim being ruled on, by item and claim, and its place in the list."""
    return session.get(_CASE, (None, 0))


def put_case(key: tuple[str, str] | None, place: int) -> None:
    """Bring a claim in view, or with no key the one at that place."""
    session.put(_CASE, (key, place))


def rulings(since: float = 0.0) -> dict[tuple[str, str], Decision | None]:
    """What was ruled in this session after a moment of the monotonic clock, by item and claim, oldest first."""
    noted: dict[tuple[str, str], tuple[float, Decision | None]] = session.get(_RULINGS, {})
    return {key: ruling for key, (moment, ruling) in noted.items() if moment > since}


def note_ruling(key: tuple[str, str], ruling: Decision | None) -> None:
    """Remember a ruling, or with ``None`` that it was taken back."""
    others = {other: one for other, one in session.get(_RULINGS, {}).items() if other != key}
    session.put(_RULINGS, {**others, key: (time.monotonic(), ruling)})


def last_ruling() -> Decision | None:
    """The last ruling of this session that stands."""
    return next((one for one in reversed(rulings().values()) if one is not None), None)
