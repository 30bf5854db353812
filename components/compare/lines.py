"""The claims of a comparison on the screen, as a Streamlit component: a line a claim, a column a contender."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from components.claim_map import TEXTS_SCRIPT
from components.escape import visible
from components.palette import css_rules
from components.state import inputs, keys
from critique_core.comparing import Comparison, Line, Said
from critique_core.comparing.words import label_words, like, share_words, truth_words
from critique_core.text.shortening import one_line, shortened

_FOLDER = Path(__file__).parent
_table = component(
    "claimlens_compare",
    css="\n".join([css_rules(), (_FOLDER / "lines.css").read_text(encoding="utf-8")]),
    js="\n".join([TEXTS_SCRIPT, (_FOLDER / "lines.js").read_text(encoding="utf-8")]),
)
_LONGEST = 600
_TITLE = 60


def draw_lines(found: Comparison, lines: Sequence[Line], *, several: bool) -> Line | None:
    """Draw lines of a comparison; returns the one whose review is asked for, once. ``several`` names the answers."""
    held = inputs.chosen(keys.COMPARE_LINES, Mapping) or {}
    asked = held.get("open")
    _table(key=keys.COMPARE_LINES, data=payload(found, lines, several=several), on_open_change=_nothing)
    return next((line for line in lines if line.name == asked), None)


def _nothing() -> None:
    """A trigger of the component reaches the page only if something listens."""


def payload(found: Comparison, lines: Sequence[Line], *, several: bool) -> dict[str, Any]:
    """What the script draws; every word of it is shown as text."""
    return {
        "unit": found.unit,
        "columns": [visible(tally.name) for tally in found.tallies],
        "lines": [
            {
                "key": line.name,
                "number": "" if found.unit == "answer" else str(line.number),
                "text": shortened(line.text, _LONGEST),
                "title": shortened(line.answer.title, _TITLE) if several and found.unit == "claim" else "",
                "truth": truth_words(line),
                "differs": "support" if line.at_odds else "status" if line.differs else "",
                "cells": [_cell(said) for said in line.said],
            }
            for line in lines
        ],
    }


def _cell(said: Said) -> dict[str, Any]:
    return {
        "status": like(said.label),
        "word": label_words(said.label),
        "share": share_words(said),
        "why": one_line(said.reasoning),
        "out": one_line(said.left_out or ""),
    }
