"""Which of two stated values is the later one, and so whether what they are of rose or fell.

The dates next to the values tell it, weekdays, counted quarters or weeks, or words such as "now" and "was", "this year"
and "last year", "at the beginning" and "at the end".
"""

from collections.abc import Sequence

import regex

from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import days_at
from critique_core.verifiers.embedded.arithmetic.terms import Term

_BEFORE = regex.compile(
    r"\b(?:was|were|had|last|previous(?:ly)?|before|earlier|former(?:ly)?|used|from|against|beginning|start(?:ed)?|"
    r"initial(?:ly)?|ago|old|then|first|compared|instead of|until)\b",
    regex.IGNORECASE,
)
_AFTER = regex.compile(
    r"\b(?:is|are|has|have|now|current(?:ly)?|today|this|end(?:ed)?|new|latest|to|later|final(?:ly)?|since|meanwhile)\b",
    regex.IGNORECASE,
)
_BEHIND = 20  # letters from a value to the date behind it that it is of
_MONTH = 32
_COUNTED = ("fir", "sec", "thi", "fou", "fif", "six")
_NTH = regex.compile(r"\b(first|second|third|fourth|fifth|sixth)\b(?!\s+(?:time|place))", regex.IGNORECASE)
_PERIOD = regex.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth) (?:quarter|half|week|day|month|year|term|round|season|session"
    r"|stage)\b",
    regex.IGNORECASE,
)
_FROM = regex.compile(r"\bfrom\s+(?:about\s+|around\s+)?[$€£¥]?$", regex.IGNORECASE)
_ONWARD = regex.compile(r"^[^.;]{0,40}?\bto\s+(?:about\s+|around\s+|just\s+)?[$€£¥]?$", regex.IGNORECASE)
_PARTED = regex.compile(r"[,;]|\b(?:and|while)\b")
_PARTS = regex.compile(r"[,;()|\n]|\.(?=\s)|\b(?:and|but|while|whereas|against|up from|down from|instead of)\b")


def later(one: Term, two: Term) -> Term | None:
    """The later of two values; ``None`` where nothing tells it."""
    if one.alignment is two.alignment:
        first, second = sorted((one, two), key=lambda term: term.mention.start)
        text = first.sentence.text
        onward = _ONWARD.search(text[first.mention.end : second.mention.start])
        if _FROM.search(text, 0, first.mention.start) and onward and not _PARTED.search(onward.group()):
            return second
    for place in (_day, _of_year, _weekday, _period):
        first, second = place(one), place(two)
        if first is not None and second is not None and first != second:
            return one if first > second else two
    signs = _sign(one, two), _sign(two, one)
    if sorted(signs) != [-1, 1]:
        return None
    return one if signs[0] > signs[1] else two


def tells_of_before(text: str) -> bool:
    """Whether words speak of an earlier time: "than last year", "than it was"."""
    return _BEFORE.search(text) is not None


def _day(term: Term) -> float | None:
    """The first day of the date next to a value."""
    dates = [m for m in term.sentence.mentions if m.kind == "date" and m.low and not _overlaps(m, term.mention)]
    return _beside(term, [(m.start, m.low) for m in dates])


def _of_year(term: Term) -> float | None:
    """The month or the day next to a value that goes without a year."""
    dates = [m for m in term.sentence.mentions if m.kind == "date" and not m.low and len(m.alternatives) == 1]
    return _beside(term, [(m.start, _MONTH * m.alternatives[0][1] + m.alternatives[0][2]) for m in dates])


def _weekday(term: Term) -> float | None:
    return _beside(term, [(start, float(day)) for start, day in days_at(term.sentence.text).items()])


def _period(term: Term) -> float | None:
    """The number of the quarter or week next to a value: "in the first quarter", "and 900 in the second"."""
    text = term.sentence.text
    if _PERIOD.search(text) is None:
        return None
    return _beside(term, [(m.start(), float(_COUNTED.index(m[1].casefold()[:3]))) for m in _NTH.finditer(text)])


def _beside(term: Term, told: Sequence[tuple[int, float]]) -> float | None:
    """Of times with their places the nearest to a value in its part of the sentence, or the only one there is."""
    here = _part(term)
    own = [one for one in told if here[0] <= one[0] < here[1]]
    near = own or (told if len({time for _, time in told}) == 1 else [])
    behind = next((one for one in own if 0 <= one[0] - term.mention.end <= _BEHIND), None)
    near = [behind] if behind else near  # "from 58,000 in 2018 to 97,000 in 2023"
    return min(near, key=lambda one: abs(one[0] - term.mention.start))[1] if near else None


def _sign(term: Term, other: Term) -> int:
    """1 for a value told of as the present or the last one, -1 for one of the past or the first, 0 for neither."""
    start, end = _part(term)
    if other.alignment is term.alignment:
        start = max(start, other.mention.end) if other.mention.end <= term.mention.start else start
        end = min(end, other.mention.start) if other.mention.start >= term.mention.end else end
    text = term.sentence.text[start:end]
    return bool(_AFTER.search(text)) - bool(_BEFORE.search(text))


def _part(term: Term) -> tuple[int, int]:
    """The part of a sentence that a value is in; a mark or word that parts it belongs to what follows."""
    text, mention = term.sentence.text, term.mention
    cuts = [match.start() for match in _PARTS.finditer(text) if not _within(match.start(), term.sentence.mentions)]
    return max((c for c in cuts if c < mention.start), default=0), min(
        (c for c in cuts if c >= mention.end), default=len(text)
    )


def _within(place: int, mentions: Sequence[Mention]) -> bool:
    return any(m.start < place < m.end for m in mentions)


def _overlaps(one: Mention, two: Mention) -> bool:
    return one.start < two.end and two.start < one.end
