"""A claim with its values in the words of the source, for readers that cannot calculate.

"The trail is 8 km long" follows from "5 miles", and "67 %" from "two thirds". Typed comparison knows it; the encoder
and the figures of wording see another value. Each value that typed comparison has found equal is therefore put into the
source's words before they read the claim; what they say of its words is carried back to the claim as it is written.
What only repeats the heading above a line is left out, since they read the line: "in 2019" under "2019".
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from critique_core.models import Claim
from critique_core.typed_values.amounts import Mention
from critique_core.typed_values.periods import rate_base
from critique_core.verifiers.embedded.checks.days import as_days
from critique_core.verifiers.embedded.checks.ends import as_range
from critique_core.verifiers.embedded.checks.sections import told_by_heading
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.reading import Reading
from critique_core.verifiers.embedded.values import Value

_EQUAL = 0.02
_SHUT = ("closed", "shut")
_NAMING = r"(?:in|on|since|from|with|as of|during)\s+(?:the\s+)?(?:version\s+|release\s+)?v?"
_OPENS = regex.compile(rf"\s*{_NAMING}", regex.IGNORECASE)
_BEFORE = regex.compile(rf"\s+{_NAMING}$", regex.IGNORECASE)
_CLOSES = regex.compile(r"\s*[.!]?\s*$")
_COMMA = regex.compile(r"\s*,?\s*(?=\S)")


@dataclass(frozen=True)
class _Piece:
    """Where a value is in the claim as written and in the claim as restated."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class Restated:
    """``claim`` with the text that is read in place of the text as written."""

    claim: Claim
    pieces: tuple[_Piece, ...] = ()

    def as_written(self, reading: EncoderReading) -> EncoderReading:
        """What was read, its words given by their code points in the claim as written; a value is one word."""
        if not self.pieces:
            return reading
        words: list[tuple[int, int, float]] = []
        for start, end, chance in reading.words:
            piece = next((p for p in self.pieces if start < p.last and p.first < end), None)
            if piece is None:
                shift = next((p.end - p.last for p in reversed(self.pieces) if p.last <= start), 0)
                words.append((start + shift, end + shift, chance))
            elif words and words[-1][0] == piece.start:
                words[-1] = (piece.start, piece.end, max(chance, words[-1][2]))
            else:
                words.append((piece.start, piece.end, chance))
        return replace(reading, words=tuple(words))


def restated(claim: Claim, reading: Reading) -> Restated:
    """The claim with each value that a source has in other words in the source's own."""
    text, done = "", 0
    pieces: list[_Piece] = []
    agreeing = [value for value in reading.values if value.outcome == "agrees" and reading.claim.code == "en"]
    ranges = [part for v in agreeing if v.slot for part in as_range(reading.claim, v.mention, v.slot.alignment)]
    if reading.claim.code == "en" and reading.focus is not None and not ranges:
        ranges = as_days(reading.claim, reading.focus)
    parts = [part for value in reading.values for part in _parts(claim.text, value)]
    parts = [*ranges, *(p for p in parts if not any(p[0] < end and start < p[1] for start, end, _ in ranges))]
    for start, end, words in sorted([*parts, *_headed(claim.text, reading)]):
        if start < done:
            continue
        text += claim.text[done:start]
        pieces.append(_Piece(start, end, len(text), len(text) + len(words)))
        text += words
        done = end
    if not pieces:
        return Restated(claim)
    return Restated(claim.model_copy(update={"text": text + claim.text[done:]}), tuple(pieces))


def _headed(text: str, reading: Reading) -> Iterator[tuple[int, int, str]]:
    """What of a claim's text only repeats the heading above the line that tells the rest, at its start or end."""
    for own in told_by_heading(reading.claim, reading.alignments):
        before = _BEFORE.search(text, 0, own.start)
        if _OPENS.fullmatch(text, 0, own.start) and (after := _COMMA.match(text, own.end)):
            yield 0, after.end(), ""
        elif before and _CLOSES.match(text, own.end):
            yield before.start(), own.end, ""


def _parts(text: str, value: Value) -> list[tuple[int, int, str]]:
    """What of a claim's text is put into the source's words, and those words; of a rate its base too."""
    if value.outcome != "agrees" or value.slot is None:
        return []
    mine, theirs = value.mention, value.slot.mention
    amount = (mine.start, mine.end, theirs.text)
    if value.denied:  # "closed at 9 pm" beside "open from 10 am to 6 pm"
        return [(*value.denied, "open" if text[slice(*value.denied)].casefold() in _SHUT else ""), amount]
    if not is_rate_by_another_base(mine, theirs):
        return [amount] if value.within or _in_other_words(value) else []
    source = value.slot.alignment.scope.sentence.text
    base, other = rate_base(text, mine.end), rate_base(source, theirs.end)
    return [amount, (*base, source[slice(*other)])] if base and other else []


def is_rate_by_another_base(mine: Mention, theirs: Mention) -> bool:
    """Whether both are rates by time of another length: "2 days a month", "24 a year"."""
    return mine.per == theirs.per == "[time]" and not math.isclose(mine.per_size, theirs.per_size)


def _in_other_words(value: Value) -> bool:
    """Whether a value is the source's and written in another way; not one that merely lies within the source's."""
    if value.outcome != "agrees" or value.slot is None:
        return False
    mine, theirs = value.mention, value.slot.mention
    if mine.kind in ("identifier", "version") or mine.text.casefold() == theirs.text.casefold():
        return False
    if theirs.span and not mine.span:
        return True  # "in May" is read as "in April to October"
    if mine.alternatives or theirs.alternatives:
        return mine.kind == theirs.kind and bool(set(mine.alternatives) & set(theirs.alternatives))
    same = mine.bound == theirs.bound and mine.per == theirs.per
    near = all(math.isclose(a, b, rel_tol=_EQUAL) for a, b in ((mine.low, theirs.low), (mine.high, theirs.high)))
    return same and near
