"""The way something went: "from Basel to Lyon" beside "from Lyon to Basel", and "is now in Basel" beside the first.

A claim that gives both ends conflicts where the source has them the other way round and tells of no way back; one that
says where something is now, where the source says that it was there before it moved.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, is_among
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.82
_LEAST_INSIDE = 0.3
_NOW = frozenset("now today currently still nowadays".split())
_BACK = regex.compile(
    r"\b(?:back|return(?:s|ed|ing)?|both ways|both directions|vice versa|round trip)\b", regex.IGNORECASE
)
_MOVED = regex.compile(
    r"\b(?:mov|relocat|transferr?|shift|switch|chang|migrat|convert|renam)(?:e|es|ed|ing)?\b", regex.IGNORECASE
)
_STOPS = frozenset("in on at by for with from to since after before when while because and but or until".split())
_MOST = 4  # words of an end


class _Way(NamedTuple):
    start: tuple[Word, ...]
    end: tuple[Word, ...]


def moves(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first way of a source that the claim has turned round, or whose end the claim does not know of."""
    if any(word.denied for word in claim.words):
        return
    mine = _way(claim)
    told = [
        (alignment, theirs)
        for alignment in alignments
        if alignment.inside >= _LEAST_INSIDE
        and (theirs := _way(alignment.scope.sentence))
        and not _BACK.search(alignment.scope.sentence.text)
    ]
    if mine is not None:
        if any(_are_one(mine.start, way.start) and _are_one(mine.end, way.end) for _, way in told):
            return
        for alignment, way in told:
            if _are_one(mine.start, way.end) and _are_one(mine.end, way.start):
                text = f"the source has it from “{_worded(way.start)}” to “{_worded(way.end)}”"
                yield alignment, between("role", "conflicts", mine.start[0].token, way.end[0].token, text, _SURE)
                return
    elif _NOW & claim.functions.union(word.token.norm for word in claim.words):
        for alignment, way in told:
            if not _MOVED.search(alignment.scope.sentence.text):
                continue
            there = next((w for w in claim.words if is_among(w, way.start, "en")), None)
            if there and not any(is_among(w, way.end, "en") for w in claim.words):
                text = f"the source has it move from “{_worded(way.start)}” to “{_worded(way.end)}”"
                yield alignment, between("role", "conflicts", there.token, way.end[0].token, text, _SURE)
                return


def _way(sentence: Sentence) -> _Way | None:
    """The words behind "from", and those behind the "to" that follows; values and spans of time have none."""
    norms = [token.norm for token in sentence.tokens]
    for place, norm in enumerate(norms):
        if norm != "from":
            continue
        to = next((i for i in range(place + 1, min(place + _MOST + 3, len(norms))) if norms[i] == "to"), None)
        if to is None or any(norms[i] in _STOPS for i in range(place + 1, to)):
            continue
        stop = next(
            (i for i in range(to + 1, len(norms)) if norms[i] in _STOPS or sentence.tokens[i].kind == "mark"),
            len(norms),
        )
        start = tuple(w for w in sentence.words if place < w.index < to)
        end = tuple(w for w in sentence.words if to < w.index < min(stop, to + 1 + _MOST))
        if start and end:
            return _Way(start, end)
    return None


def _are_one(mine: Sequence[Word], theirs: Sequence[Word]) -> bool:
    return min(covered(mine, theirs, "en"), covered(theirs, mine, "en")) >= 0.5


def _worded(words: Sequence[Word]) -> str:
    return " ".join(word.token.text for word in words)
