"""What a source lists on one side and a claim tells of the other: "lunch is included", listed under "Not included"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language import signs
from critique_core.language.sentence import Sentence
from critique_core.language.signs import Sign
from critique_core.models import Agreement, Unit
from critique_core.text.permission_words import AUDIENCE, HANDLING
from critique_core.text.side_words import QUALIFIED, Axis
from critique_core.verifiers.embedded.alignment.align import COVERED, Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.85
_STRONG = 0.7
_LEAST_TOLD = 0.6  # of the weight of the claim's other words that a line must have to be what the claim tells
_LEAST_KNOWN = 0.45  # of the weight of the claim's other words that the lines must have together
_LEAST_LEAD = 0.25  # by which it must have more of them than each line of the other side
_ALL = 0.95
_BETWEEN = "›"
_PREFIX = regex.compile(r"[\s*•-]*(?P<name>[^:–]{2,40})(?::|\s–)\s+(?=\S)")
LIGHT = frozenset("you we possible able ask".split()).union(*AUDIENCE.values(), *HANDLING.values())
"""Words that tell no line or question from another."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line on a side, its share of the claim's words, whether it has all of them, and the places of those it has."""

    alignment: Alignment
    sign: Sign
    share: float
    whole: bool
    held: frozenset[int]


def listed(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """For the line that tells what the claim tells, whether the claim puts it on the line's side of a list."""
    signed = [(a, sign) for a in alignments if (sign := _sign_of(a.scope.unit)) is not None]
    axes: dict[Axis, None] = dict.fromkeys(sign.axis for _, sign in signed)
    for axis in axes:
        mine = signs.of_claim(claim, axis)
        if mine is None:
            continue
        lines = _lines(claim, mine, [(a, sign) for a, sign in signed if sign.axis == axis])
        line = _told(mine, lines)
        if line is not None and (line.sign.positive != mine.positive or _is_all_told(claim, line)):
            yield line.alignment, _seen(mine, line, claim)


def _told(mine: Sign, lines: Sequence[_Line]) -> _Line | None:
    """The line that tells what the claim tells; of lines of both sides one of the other, "both on Windows and macOS".

    That one must tell something that no line of the claim's own side does.
    """
    best = max(lines, key=lambda line: line.share, default=None)
    if best is None or best.share < _LEAST_TOLD:
        return None
    rivals = [line for line in lines if line.sign.positive != best.sign.positive]
    if all(best.share >= line.share + _LEAST_LEAD for line in rivals):
        return best
    near = [line for line in lines if line.share >= max(_LEAST_TOLD, best.share - _LEAST_LEAD)]
    own = frozenset[int]().union(*(line.held for line in lines if line.sign.positive == mine.positive))
    return next((line for line in near if line.sign.positive != mine.positive and line.held - own), None)


def _is_all_told(claim: Sentence, line: _Line) -> bool:
    """Whether a line has all of a claim, and a condition only if the other has one: "beehives, once we agree"."""
    conditions = [QUALIFIED.search(text) is not None for text in (claim.text, line.alignment.scope.sentence.text)]
    return line.whole and conditions[0] == conditions[1]


def _seen(mine: Sign, line: _Line, claim: Sentence) -> Observation:
    unit, mark = line.alignment.scope.unit, line.sign.mark
    agreement: Agreement = "agrees" if mine.positive == line.sign.positive else "conflicts"
    too = " too" if agreement == "agrees" else ""
    marked = signs.of_mark(unit.text) is not None
    said = f"the source{too} marks this “{mark}”" if marked else f"the source{too} has this under “{mark}”"
    start, end = (mine.start, mine.end) if mine.mark else (claim.words[0].token.start, claim.words[0].token.end)
    place = (line.sign.start, line.sign.end, mark) if marked else (0, 0, "")
    return Observation("antonym", agreement, start, end, claim.text[start:end], *place, said, _SURE, line.whole)


def _sign_of(unit: Unit) -> Sign | None:
    """The side that a unit is put on by a mark, by words before its colon, or by the nearest heading that does so."""
    if unit.kind not in ("prose", "record"):
        return None
    marked = signs.of_mark(unit.text)
    if marked is not None:
        return marked
    prefix = _PREFIX.match(unit.text)
    headings = unit.label.split(_BETWEEN) if unit.kind == "prose" else []  # a record's label is the path of its key
    parts = [*([prefix["name"]] if prefix else []), *reversed(headings)]
    return next((sign for part in parts if (sign := signs.of_heading(part)) is not None), None)


def _lines(claim: Sentence, mine: Sign, signed: Sequence[tuple[Alignment, Sign]]) -> list[_Line]:
    """The lines with the share that each has of the words that any of them has of the claim.

    Words that put the claim on a side do not count. Nothing is told where most of the others are in no line, heading
    or neighbour.
    """
    words = [(at, w) for at, w in enumerate(claim.words) if not mine.start <= w.token.start < mine.end]
    held = [frozenset(p.claim.index for p in a.pairs if p.strength >= _STRONG) for a, _ in signed]
    told = frozenset[int]().union(*held)
    around = {
        w.index
        for at, w in words
        if w.index not in told and any(a.context and a.context[at] >= COVERED for a, _ in signed)
    }
    weights = {w.index: w.weight for _, w in words if w.index not in around and w.keys.isdisjoint(LIGHT)}
    whole, total = sum(weights.values()), sum(weights[index] for index in weights if index in told)
    if not total or total < _LEAST_KNOWN * whole:
        return []
    shares = [sum(weights[index] for index in own if index in weights) for own in held]
    return [
        _Line(a, sign, share / total, share >= _ALL * whole, own & weights.keys())
        for (a, sign), own, share in zip(signed, held, shares, strict=True)
    ]
