"""The fields of the Settings page, and those of Review that begin with what the settings say."""

from collections.abc import Mapping
from typing import Any

from components.state.keys import SETTING, STRICTNESS, THRESHOLD
from components.state.session import Entry, reset_widget, serial

_IN_USE = Entry[Mapping[str, Any]]("settings_in_use", {})
_ASKING = Entry("settings_asking", 0)
_ON_REVIEW = {"strictness": STRICTNESS, "confidence_threshold": THRESHOLD}


def field_key(name: str) -> str:
    """Key of a setting's field."""
    return f"{SETTING}_{name}"


def asking() -> int:
    """The number under which this session asks the model's server; what another session asked is not shown to it."""
    if not _ASKING.held():
        _ASKING.put(serial())
    return _ASKING.get()


def follow(in_use: Mapping[str, Any]) -> None:
    """Let the fields of settings that have another value than when last drawn begin with it; before they are drawn.

    So a page follows what another session has saved.
    """
    for name, before in _IN_USE.get().items():
        if in_use.get(name) != before:
            reset_widget(field_key(name))
            if name in _ON_REVIEW:
                reset_widget(_ON_REVIEW[name])
    _IN_USE.put(dict(in_use))
