"""Which place something has in an order: "the largest" beside "the second largest" and "one of the largest".

Also which of a month's Mondays it is. A claim is compared with a unit that says much of it and has the same word for
the order; where a unit gives the claim's own rank, too, nothing is found.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values.weekdays import day_named
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.8
_LEAST_INSIDE = 0.5
_AMONG = 0  # one of several: of which rank, is not said
_NTH = {
    "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "first": 1, "last": -1,
}  # fmt: skip
_PLACE = "|".join(_NTH)
_SUPERLATIVE = regex.compile(
    r"\b(?:(?P<among>(?:one|some|two|three|several|many) of|among)\s+(?:the|its|their|\p{L}+['’]s)"
    rf"\s+(?:\p{{L}}+['’]s\s+)?|(?:the|its|their|his|her|our|\p{{L}}+['’]s?)\s+)(?:(?P<nth>{_PLACE})[\s-]+)?"
    r"(?P<word>(?:most|least)\s+\p{L}+|\p{L}{2,}est)\b",
    regex.IGNORECASE,
)
_WEEKDAY = regex.compile(rf"\b(?P<nth>{_PLACE})\s+(?P<word>\p{{L}}+days?)\b", regex.IGNORECASE)
_SAME = {"biggest": "largest", "greatest": "largest", "highest": "tallest"}
_NO_RANK = frozenset("west guest forest interest request harvest honest latest modest invest digest protest".split())


class _Rank(NamedTuple):
    word: str
    place: int
    start: int
    end: int


def ranks(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first rank of the claim that a unit gives otherwise; it agrees where the claim says less, "one of"."""
    for mine in _ranks(claim.text):
        told = [
            (alignment, theirs)
            for alignment in alignments
            if alignment.inside >= _LEAST_INSIDE and alignment.scope.unit.kind == "prose"
            for theirs in _ranks(alignment.scope.sentence.text)
            if theirs.word == mine.word
        ]
        if not told or any(mine.place in (theirs.place, _AMONG) for _, theirs in told):
            continue
        alignment, theirs = told[0]
        own, other = claim.text[mine.start : mine.end], alignment.scope.sentence.text[theirs.start : theirs.end]
        places = (mine.start, mine.end, own, theirs.start, theirs.end, other)
        text = f"the source says “{other}”, the draft “{own}”"
        yield alignment, Observation("quantifier", "conflicts", *places, text, _SURE)
        return


def _ranks(text: str) -> Iterator[_Rank]:
    for found in _SUPERLATIVE.finditer(text):
        word = found["word"].casefold()
        if word not in _NO_RANK:
            place = _AMONG if found["among"] else _NTH[found["nth"].casefold()] if found["nth"] else 1
            yield _Rank(_SAME.get(word, word), place, *found.span())
    for found in _WEEKDAY.finditer(text):
        if day_named(found["word"]) is not None:
            yield _Rank(found["word"].casefold().rstrip("s"), _NTH[found["nth"].casefold()], *found.span())
