"""The only file that touches ``st.session_state``; only the other modules of this package use it."""

import time
from typing import Generic, TypeVar

import streamlit as st

Kept = TypeVar("Kept")


class Entry(Generic[Kept]):
    """A value that a session remembers under a key of its own; ``default`` until something is put there."""

    def __init__(self, key: str, default: Kept) -> None:
        self._key, self._default = key, default

    def get(self) -> Kept:
        """The value."""
        return st.session_state.get(self._key, self._default)

    def put(self, value: Kept) -> None:
        """Replace the value."""
        st.session_state[self._key] = value

    def take(self) -> Kept:
        """The value, once: it is the default again afterwards."""
        return st.session_state.pop(self._key, self._default)

    def held(self) -> bool:
        """Whether a value was put there."""
        return self._key in st.session_state


def widget(key: str) -> object:
    """The value of a widget; ``None`` before it is drawn."""
    return st.session_state.get(key)


def set_widget(key: str, value: object) -> None:
    """Set the value of a widget; only before it is drawn in this run."""
    st.session_state[key] = value


def reset_widget(key: str) -> None:
    """Let a widget begin with its default again."""
    st.session_state.pop(key, None)


def serial() -> int:
    """A number that was not used before, in any session of the process; small enough for JavaScript."""
    return time.monotonic_ns() // 1_000_000
