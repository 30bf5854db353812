"""The comparison of a session: what was asked for last, and whether its inputs are in view."""

from dataclasses import dataclass
from typing import Literal

from components.state.keys import COMPARE_OPEN, COMPARE_PAGE
from components.state.session import Entry, reset_widget, serial, set_widget

What = Literal["verifiers", "policies"]


@dataclass(frozen=True)
class Asked:
    """A comparison that was begun: ``number`` is its job's key, ``on`` names the texts."""

    number: int
    what: What
    on: str


_ASKED = Entry[Asked | None]("comparison", None)


def asked() -> Asked | None:
    """The comparison that was begun last in this session."""
    return _ASKED.get()


def ask(what: What, on: str) -> Asked:
    """Remember a new comparison, and fold the inputs away; only in a callback."""
    begun = Asked(serial(), what, on)
    _ASKED.put(begun)
    set_widget(COMPARE_OPEN, False)
    reset_widget(COMPARE_PAGE)
    return begun


def forget() -> None:
    """Forget the comparison, and unfold the inputs; only in a callback."""
    _ASKED.take()
    set_widget(COMPARE_OPEN, True)
