"""Flat segments from overlapping spans, which a browser can draw without counting characters.

Python counts code points and a browser UTF-16 units, so offsets stay here and only text is sent.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class NamedSpan(NamedTuple):
    """``text[start:end]`` in code points, half-open; several spans may share an id."""

    id: str
    start: int
    end: int


class Segment(NamedTuple):
    """A stretch of text and the ids of all spans that cover it, smallest span first."""

    text: str
    ids: tuple[str, ...]


def segments(text: str, spans: Iterable[NamedSpan]) -> list[Segment]:
    """Cut ``text`` wherever a span starts or ends; the segments joined give the text back.

    Spans may overlap, nest and repeat. Parts outside the text are cut off; empty spans are left out.
    """
    clipped = [NamedSpan(span.id, max(span.start, 0), min(span.end, len(text))) for span in spans]
    kept = [span for span in clipped if span.start < span.end]
    starts: dict[int, list[NamedSpan]] = {}
    for span in kept:
        starts.setdefault(span.start, []).append(span)
    cuts = sorted({0, len(text), *(span.start for span in kept), *(span.end for span in kept)})
    found: list[Segment] = []
    covering: list[NamedSpan] = []
    for start, end in pairwise(cuts):
        covering = [span for span in covering if span.end > start]
        covering.extend(starts.get(start, ()))
        found.append(Segment(text[start:end], _ids(covering)))
    return found


def _ids(covering: Sequence[NamedSpan]) -> tuple[str, ...]:
    """Each id once, that of the smallest span first; ties keep the order of the text."""
    ordered = sorted(covering, key=lambda span: (span.end - span.start, span.start))
    return tuple(dict.fromkeys(span.id for span in ordered))


def paragraphs(cut: Iterable[Segment]) -> list[list[Segment]]:
    """Group segments by line, each line keeping its line feed; the texts joined still give the text back."""
    lines: list[list[Segment]] = [[]]
    for segment in cut:
        for piece in segment.text.splitlines(keepends=True):
            lines[-1].append(Segment(piece, segment.ids))
            if piece.endswith("\n"):
                lines.append([])
    return [line for line in lines if line]
