"""Which end of a range a claim's hour or day is: "opens at 5 pm" beside "9 am to 5 pm".

A claim gives a start or an end by a preposition ("from", "until") or by a verb or noun beside the value. A source gives
both ends of a range, or one of them as the claim does. Nothing is found where a source has the value at the claim's own
end too, of something else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.hours import days_of_hours
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.85
_STARTS = frozenset("open opening start begin beginning commence launch become depart leave board".split())
_ENDS = frozenset("close closing shut end finish stop cease conclude expire expiry lapse deadline arrive land".split())
_STARTING = frozenset((("under", "way"), ("kick", "off"), ("set", "in"), ("take", "over"), ("take", "office")))
_ENDING = frozenset((("run", "out"), ("step", "down"), ("leave", "office")))
_LASTING = frozenset("open close shut start begin commence end finish stop conclude".split())
_OPEN = frozenset("open opening hour".split())
_FROM, _UNTIL = frozenset(("from", "since")), frozenset(("until", "till", "through"))
_OPENING = frozenset("at on in by of the a about around".split())
_PARTING = frozenset("and but or while whereas then before after when".split())
_REACH = 8  # tokens between a value and the word that says which end it is
_BETWEEN, _AND = regex.compile(r"\bbetween\s+$", regex.IGNORECASE), regex.compile(r"\s+and\s+", regex.IGNORECASE)
_TO = regex.compile(r"\s*(?:\b(?:to|until|till|through)\b|[–—-])\s*(?:the\s+)?", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a range, or a value that is told to be one: its readings, and what stands at the other end."""

    readings: tuple[tuple[int, ...], ...]
    start: bool
    place: Mention
    text: str
    other: str


def ends(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first hour or day of the claim that a source has at the other end of a range only."""
    if any(word.denied for word in claim.words):
        return
    for mention in claim.mentions:
        mine = _end_told(claim, mention)
        if mine is None:
            continue
        met = [(alignment, end) for alignment in alignments for end in _ends_with(alignment.scope.sentence, mention)]
        ranged = [(a, end) for a, end in met if end.other]
        if ranged and all(end.start != mine[1] for _, end in met):
            alignment, end = ranged[0]
            said = claim.text[min(mine[0].start, mention.start) : max(mine[0].end, mention.end)]
            told = f"the source says {end.text}, the draft says “{said}”"
            yield (
                alignment,
                Observation(
                    mention.kind, "conflicts", mention.start, mention.end, mention.text,
                    end.place.start, end.place.end, end.other, told, _SURE,
                ),
            )  # fmt: skip
            return


def as_range(claim: Sentence, mention: Mention, alignment: Alignment) -> list[tuple[int, int, str]]:
    """A claim's "closes at 6 pm" as "is open from 6:00 to 18:00", where a unit that agrees with the hour tells it so.

    Each part of the claim that is to be replaced has its start, its end and its new words; there may be none.
    """
    mine, source = _end_told(claim, mention), alignment.scope.sentence
    if mine is None or any(word.denied for word in claim.words):
        return []
    (token, start), bare = mine, mine[0].norm in _FROM | _UNTIL
    same = next((end for end in _ends_with(source, mention) if end.other and end.start == start), None)
    if same is None or (mention.kind == "date" if bare else token.keys.isdisjoint(_LASTING)):
        return []
    days = weekdays(claim.text)
    if days and not days & days_of_hours(source, same.place):
        return []
    before = [t for t in claim.tokens if token.start <= t.start and t.end <= mention.start]
    whole = before[-1].start if before and before[-1].norm in _OPENING | _FROM | _UNTIL else mention.start
    if whole < token.end and not bare:
        return []
    opens = any(not t.keys.isdisjoint(_OPEN) for t in source.tokens)
    verb = [] if bare else [(token.start, token.end, "is open" if opens else "runs")]
    return [*verb, (whole, mention.end, f"from {same.text}")]


def _ends_with(source: Sentence, mention: Mention) -> list[_End]:
    """The ends that a sentence tells with the hour or day of a claim."""
    found = _ends_of(source, mention.kind)
    return [end for end in found if any(_same(one, two) for one in mention.alternatives for two in end.readings)]


def _end_told(sentence: Sentence, mention: Mention) -> tuple[Token, bool] | None:
    """The word that says that an hour or a day is a start or an end, and whether it is a start."""
    if mention.kind not in ("time", "date") or mention.bound:
        return None
    if mention.is_range if mention.kind == "time" else len(mention.alternatives) != 1:
        return None  # "half past seven" has two readings, and is no range
    before = [t for t in sentence.tokens if t.end <= mention.start]
    nearest = next((t for t in reversed(before) if t.norm not in _OPENING), None)
    if nearest is not None and nearest.norm in _FROM | _UNTIL:
        return nearest, nearest.norm in _FROM
    for token in reversed(before[-_REACH:]):
        if token.kind == "mark" or token.norm in _PARTING or _in_value(sentence, token):
            return None
        if (start := _told_by(sentence, token)) is not None:
            return token, start
    after = [t for t in sentence.tokens if t.start >= mention.end and nearest is None][:_REACH]
    return next(((token, start) for token in after for start in [_told_by(sentence, token)] if start is not None), None)


def _in_value(sentence: Sentence, token: Token) -> bool:
    return any(m.start <= token.start < m.end for m in sentence.mentions)


def _told_by(sentence: Sentence, token: Token) -> bool | None:
    """Whether a word, or it with the next, says that its value is a start (true) or an end (false)."""
    following = next((t.norm for t in sentence.tokens if t.start >= token.end), "")
    both = {(key, following) for key in token.keys}
    start = not (token.keys.isdisjoint(_STARTS) and both.isdisjoint(_STARTING))
    end = not (token.keys.isdisjoint(_ENDS) and both.isdisjoint(_ENDING))
    return None if start == end else start


def _ends_of(sentence: Sentence, kind: str) -> Iterator[_End]:
    """Both ends of each range of hours or days, and each hour or day that is told to be an end."""
    mentions = [m for m in sentence.mentions if m.kind == kind and m.alternatives]
    for place, mention in enumerate(mentions):
        first, last = mention.alternatives[0], mention.alternatives[-1]
        parts = _TO.split(mention.text, maxsplit=1)
        if kind == "date" or _BETWEEN.search(sentence.text, 0, mention.start):  # hours with "and" are a list
            parts = parts if len(parts) > 1 else _AND.split(mention.text, maxsplit=1)
        if first != last and len(parts) == 2 and all(parts):
            yield _End((first,), True, mention, mention.text, parts[1])
            yield _End((last,), False, mention, mention.text, parts[0])
        following = next(iter(mentions[place + 1 : place + 2]), None)
        if following and _TO.fullmatch(sentence.text, mention.end, following.start):
            text = sentence.text[mention.start : following.end]
            yield _End(mention.alternatives, True, mention, text, following.text)
            yield _End(following.alternatives, False, mention, text, mention.text)
        elif told := _end_told(sentence, mention):
            yield _End(mention.alternatives, told[1], mention, mention.text, "")


def _same(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """Whether two readings of hours or days agree in what both say; a year alone is not the day of another."""
    told = [(a, b) for a, b in zip(one, two, strict=True) if len(one) == 1 or (a and b)]
    return bool(told) and all(a == b for a, b in told)
