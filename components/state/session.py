"""The only file that touches ``st.session_state``; only its neighbours in this package use it."""

import time
from typing import Any

import streamlit as st


def get(key: str, default: Any = None) -> Any:
    """What lies under a key."""
    return st.session_state.get(key, default)


def put(key: str, value: Any) -> None:
    """Put something under a key; under that of a widget only before it is drawn in this run."""
    st.session_state[key] = value


def has(key: str) -> bool:
    """Whether anything lies under a key."""
    return key in st.session_state


def take(key: str, default: Any = None) -> Any:
    """What lies under a key, once: it is gone then."""
    return st.session_state.pop(key, default)


def serial() -> int:
    """A number that has not been before, also across sessions of one process; small enough for a script."""
    return time.monotonic_ns() // 1_000_000
