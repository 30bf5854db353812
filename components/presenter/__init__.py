"""The presenter: a review on the wall, one claim at a time, as a Streamlit component.

All slides are sent at once, and the browser moves between them by itself. It asks the server for one thing: to leave.
The address holds the slide (``claim``) and whether verdicts are hidden until revealed (``hide``), so that a reload or a
bookmark shows the same. No text from outside becomes HTML: the script writes text nodes.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from streamlit.components.v2 import component

from components.claim_map import TEXTS_SCRIPT
from components.palette import css_rules
from components.presenter.payload import Closing, Opening, slides
from components.state import inputs

__all__ = ["Closing", "Opening", "present", "slides", "take_left"]

_FOLDER = Path(__file__).parent
_SCRIPTS = ("address.js", "excerpts.js", "slides.js", "fitting.js", "keys.js", "presenter.js")
_LEFT = "left"

_presenter = component(
    "claimlens_presenter",
    css="\n".join([css_rules(), (_FOLDER / "presenter.css").read_text(encoding="utf-8")]),
    js="\n".join([TEXTS_SCRIPT, *((_FOLDER / name).read_text(encoding="utf-8") for name in _SCRIPTS)]),
)


def present(content: bytes, *, key: str) -> None:
    """Draw the slides over the whole window."""
    _presenter(key=key, data=content, on_left_change=_nothing)


def take_left(key: str) -> Mapping[str, Any] | None:
    """What the browser said when the presentation of this key was left; ``None`` while it goes on.

    ``claim`` is the id of the claim in view, ``None`` at another slide; anyone may have sent it.
    """
    held = inputs.chosen(key, Mapping)
    left = held.get(_LEFT) if held is not None else None
    return cast("Mapping[str, Any]", left) if isinstance(left, Mapping) else None


def _nothing() -> None:
    """Streamlit hands a trigger over only where a callback is named; the page reads it before it draws."""
