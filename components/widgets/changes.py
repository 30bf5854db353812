"""A text with its changes: removed words are struck through, new ones bold, both on a coloured background."""

from collections.abc import Iterator, Sequence

import streamlit as st

from components.escape import escape
from components.widgets.text_changes import Piece, changes

JOINER = "\u2060"
"""Goes before a piece with markup: a colon there would keep the markup from being read."""
_MARKUP = {"same": "{}", "gone": ":orange-background[~~{}~~]", "new": ":blue-background[**{}**]"}
_LINES_SHOWN = 60
_SAME_SHOWN = 700  # characters shown of an unchanged stretch


def draw_changes(before: str, after: str) -> None:
    """Draw ``after`` with removed and new words marked; long unchanged stretches are cut, and say by how much."""
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
    return "".join(_piece_of_line(piece) for piece in pieces).strip(" ")


def piece_markdown(piece: Piece, *, joiner: str = "") -> str:
    """One piece as Markdown, its outer white space outside the markup; a line break shows as an arrow."""
    words = escape(piece.text.replace("\n", " ↵ "))
    before, after = " " * piece.text[:1].isspace(), " " * piece.text[-1:].isspace()
    return f"{before}{joiner}{_MARKUP[piece.kind].format(words)}{after}" if words else before


def _piece_of_line(piece: Piece) -> str:
    if piece.kind == "same":
        return piece_markdown(Piece("same", _cut(piece.text)))
    drawn = piece_markdown(piece, joiner=JOINER)
    return f"{drawn} " if piece.kind == "gone" and piece.text.strip() and not drawn.endswith(" ") else drawn


def _cut(text: str) -> str:
    if len(text) <= _SAME_SHOWN:
        return text
    half = _SAME_SHOWN // 2
    return f"{text[:half]} … ({len(text) - 2 * half:,} more characters) … {text[-half:]}"


def _lines(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces line by line; a removed line break is shown in its line."""
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
