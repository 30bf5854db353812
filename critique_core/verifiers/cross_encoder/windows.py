"""A claim's passages as premises that fit a model: in the order of the sources, overlapping, nothing left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from critique_core.models import ClaimCandidates, SourceDocument, Unit

_AROUND = 8
"""Tokens allowed for what is around a unit: a line break, the words "passage 3: "."""
_SHORTEST = 4
"""Characters below which a unit is not halved any more."""
_LONGEST_GAP = 4
"""Characters between neighbours that belong to neither unit, such as a list's number."""
_LONGEST_LABEL = 200
"""A longer one would crowd out what it stands for; it is source text itself, and read where it is."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of a source, or a part of one too long for the model, with what it is about (``label``)."""

    source_id: str
    start: int
    end: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """Pieces that are read together as one premise; neighbours follow each other in one stretch."""

    stretches: tuple[tuple[Piece, ...], ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of them, in order."""
        return tuple(chain.from_iterable(self.stretches))

    def texts(self, sources: Mapping[str, SourceDocument]) -> list[str]:
        """Each stretch in the source's own characters, behind what its first field or row is about."""
        texts: list[str] = []
        for stretch in self.stretches:
            first = stretch[0]
            text = sources[first.source_id].content[first.start : max(piece.end for piece in stretch)]
            texts.append(f"{first.label}: {text}" if first.label else text)
        return texts


def windows_of(
    candidates: ClaimCandidates,
    sources: Mapping[str, SourceDocument],
    *,
    count: Callable[[str], int],
    room: int,
    packed: bool,
) -> list[Window]:
    """Windows of at most about ``room`` tokens, by ``count``, that together hold all passages.

    Not ``packed``, each passage is a window in its rank's order. Packed, passages that touch are joined and windows are
    filled in the order of the sources; each begins with the last piece of the one before where both fit.
    """
    windows: list[Window] = []
    for units in _groups(candidates, packed=packed):
        windows += _filled(_stretches(units, sources), sources, count, room)
    return list(dict.fromkeys(windows))


def halves(window: Window) -> tuple[Window, Window] | None:
    """The window in two, for one that turned out too long; ``None`` when nothing is left to part."""
    pieces = window.pieces
    if len(pieces) > 1:
        middle = len(pieces) // 2
        return _regrouped(window, pieces[:middle]), _regrouped(window, pieces[middle:])
    parts = _cut(window.stretches[0][0])
    return (Window(((parts[0],),)), Window(((parts[1],),))) if parts else None


def _groups(candidates: ClaimCandidates, *, packed: bool) -> Iterator[list[tuple[str, Unit]]]:
    """The units that may share a window: those of all passages, or of each passage."""
    each = [[(one.passage.source_id, unit) for unit in one.passage.units] for one in candidates.passages]
    if not packed:
        yield from each
    elif each:
        yield list(dict.fromkeys(unit for units in each for unit in units))


def _stretches(units: Sequence[tuple[str, Unit]], sources: Mapping[str, SourceDocument]) -> list[list[Piece]]:
    """Units in source order; a stretch ends where the next unit is not the next text of the same source."""
    order = {source_id: place for place, source_id in enumerate(sources)}
    stretches: list[list[Piece]] = []
    for source_id, unit in sorted(units, key=lambda each: (order[each[0]], each[1].start, each[1].end)):
        content = sources[source_id].content
        if not content[unit.start : unit.end].strip():
            continue
        labelled = unit.label if unit.kind in ("record", "table") and len(unit.label) <= _LONGEST_LABEL else ""
        piece = Piece(source_id, unit.start, unit.end, labelled)
        last = stretches[-1][-1] if stretches else None
        gap = content[last.end : unit.start] if last and last.source_id == source_id else None
        if gap is not None and (len(gap) <= _LONGEST_GAP or not any(map(str.isalnum, gap))):
            stretches[-1].append(piece)
        else:
            stretches.append([piece])
    return stretches


def _filled(
    stretches: Sequence[Sequence[Piece]], sources: Mapping[str, SourceDocument], count: Callable[[str], int], room: int
) -> Iterator[Window]:
    """Windows filled piece by piece; lengths are added up, so the caller still checks the whole."""
    kept: list[list[Piece]] = []
    used = 0
    last: tuple[Piece, int] | None = None
    for stretch in stretches:
        begins = True
        for piece, length in _fitting(stretch, sources, count, room):
            if kept and used + length > room:
                yield Window(tuple(map(tuple, kept)))
                kept, used = [], 0
                if last and last[1] + length <= room:  # the last piece once more, so that no neighbours part
                    kept, used = [[last[0]]], last[1]
            if begins or not kept:
                kept.append([piece])
            else:
                kept[-1].append(piece)
            begins, used, last = False, used + length, (piece, length)
    if kept:
        yield Window(tuple(map(tuple, kept)))


def _fitting(
    pieces: Sequence[Piece], sources: Mapping[str, SourceDocument], count: Callable[[str], int], room: int
) -> Iterator[tuple[Piece, int]]:
    """The pieces with their lengths in tokens; one longer than the room in overlapping parts."""
    for piece in pieces:
        length = count(sources[piece.source_id].content[piece.start : piece.end]) + count(piece.label) + _AROUND
        parts = _cut(piece) if length > room else None
        if parts:
            yield from _fitting(parts, sources, count, room)
        else:
            yield piece, length


def _cut(piece: Piece) -> tuple[Piece, Piece] | None:
    """The piece in two halves that share an eighth of it."""
    length = piece.end - piece.start
    if length < _SHORTEST:
        return None
    middle, shared = piece.start + length // 2, length // 16
    return (
        Piece(piece.source_id, piece.start, middle + shared, piece.label),
        Piece(piece.source_id, middle - shared, piece.end, piece.label),
    )


def _regrouped(window: Window, kept: Sequence[Piece]) -> Window:
    wanted = set(kept)
    stretches = (tuple(piece for piece in stretch if piece in wanted) for stretch in window.stretches)
    return Window(tuple(stretch for stretch in stretches if stretch))
