"""What changed from one text to another, word by word. No screen."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from rapidfuzz.distance import Indel

_WORDS = re.compile(r"\w+(?:[.,:'’-]\w+)*|\n|[^\S\n]+|[^\w\s]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_MOST_WORDS = 6_000  # above this, compare lines: comparing words takes quadratic time and memory


class Piece(NamedTuple):
    """A stretch of text that is unchanged, removed or new."""

    kind: Literal["same", "gone", "new"]
    text: str


@lru_cache(maxsize=64)
def changes(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces in order: those not ``new`` join to ``before``, those not ``gone`` to ``after``."""
    pattern = _WORDS if max(len(_WORDS.findall(before)), len(_WORDS.findall(after))) <= _MOST_WORDS else _LINES
    return tuple(_joined(_bridged(list(_compared(pattern.findall(before), pattern.findall(after))))))


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    for step in Indel.opcodes(old, new):
        if step.tag == "equal":
            yield Piece("same", "".join(old[step.src_start : step.src_end]))
        elif step.tag == "delete":
            yield Piece("gone", "".join(old[step.src_start : step.src_end]))
        else:
            yield Piece("new", "".join(new[step.dest_start : step.dest_end]))


def _bridged(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Count an unchanged blank or comma between two changes as changed, so that three changed words are one change."""
    for place, piece in enumerate(pieces):
        inside = 0 < place < len(pieces) - 1
        if piece.kind == "same" and inside and "\n" not in piece.text and not re.search(r"\w", piece.text):
            yield Piece("gone", piece.text)
            yield Piece("new", piece.text)
        else:
            yield piece


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Join neighbouring changes: all that was removed, then all that is new."""
    gone, new = "", ""
    for piece in pieces:
        if piece.kind == "gone":
            gone += piece.text
        elif piece.kind == "new":
            new += piece.text
        else:
            yield from _change(gone, new)
            yield piece
            gone, new = "", ""
    yield from _change(gone, new)


def _change(gone: str, new: str) -> Iterator[Piece]:
    if gone:
        yield Piece("gone", gone)
    if new:
        yield Piece("new", new)
