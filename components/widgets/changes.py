"""A text with what changed in it, drawn as one: what went is struck through, what came is bold, each on a ground."""

from collections.abc import Iterator, Sequence

import streamlit as st

from components.escape import escape
from components.widgets.text_changes import Piece, changes

_APART = "\u2060"  # a colon before a directive would keep it from being read
_LINES_SHOWN = 60
_SAME_SHOWN = 700  # characters shown of a stretch that stayed


def draw_changes(before: str, after: str) -> None:
    """Draw ``after`` with the words that it lost and gained; long stretches that stayed are cut and counted."""
    if before == after:
        st.caption("The words are the same.")
        return
    lines = list(_lines(changes(before, after)))
    for line in lines[:_LINES_SHOWN]:
        st.markdown(changed_markdown(line))
    if len(lines) > _LINES_SHOWN:
        st.caption(f"and {len(lines) - _LINES_SHOWN} more lines")


def changed_markdown(pieces: Sequence[Piece]) -> str:
    """Pieces of one line as Markdown that reads as their words."""
    return "".join(_dressed(piece) for piece in pieces).strip(" ")


def _dressed(piece: Piece) -> str:
    text = _cut(piece.text) if piece.kind == "same" else piece.text.replace("\n", " ↵ ")
    words = escape(text)
    before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
    if not words:
        return before
    if piece.kind == "gone":
        return f"{before}{_APART}:orange-background[~~{words}~~]{after or ' '}"
    if piece.kind == "new":
        return f"{before}{_APART}:blue-background[**{words}**]{after}"
    return f"{before}{words}{after}"


def _cut(text: str) -> str:
    if len(text) <= _SAME_SHOWN:
        return text
    half = _SAME_SHOWN // 2
    return f"{text[:half]} … ({len(text) - 2 * half:,} more characters) … {text[-half:]}"


def _lines(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces line by line; a line break that went is shown in its line."""
    line: list[Piece] = []
    for piece in pieces:
        if piece.kind == "gone":
            line.append(piece)
            continue
        for number, part in enumerate(piece.text.split("\n")):
            if number and any(one.text.strip() for one in line):
                yield line
            line = [] if number else line
            if part:
                line.append(Piece(piece.kind, part))
    if any(one.text.strip() for one in line):
        yield line
