"""The claim being ruled on, and the rulings of this session."""

from collections.abc import Mapping

from components.state.session import Entry
from critique_core.models import Decision

_CASE = Entry[tuple[tuple[str, str] | None, int]]("case", (None, 0))
_RULINGS = Entry[Mapping[tuple[str, str], Decision | None]]("rulings", {})


def case() -> tuple[tuple[str, str] | None, int]:
    """The claim being ruled on, by item and claim, and its place in the list."""
    return _CASE.get()


def put_case(key: tuple[str, str] | None, place: int) -> None:
    """Bring a claim into view, or without a key the one at that place."""
    _CASE.put((key, place))


def note_ruling(key: tuple[str, str], ruling: Decision | None) -> None:
    """Remember a ruling, or with ``None`` that it was taken back."""
    others = {other: one for other, one in _RULINGS.get().items() if other != key}
    _RULINGS.put({**others, key: ruling})


def last_ruling() -> Decision | None:
    """The last ruling of this session that was not taken back."""
    return next((one for one in reversed(tuple(_RULINGS.get().values())) if one is not None), None)
