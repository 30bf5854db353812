"""How often something happens, as the time from one occurrence to the next: "quarterly", "every three months"."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import regex

from critique_core.text.word_classes import folded
from critique_core.typed_values import bounds
from critique_core.typed_values.measures import counted_base
from critique_core.typed_values.period_words import WORDS, pattern

UNIT = "[period]"
_DAY = 86400.0
_YEAR = 365.25 * _DAY
UNITS = {"seconds": 1.0, "minute": 60.0, "hour": 3600.0,
          "day": _DAY, "night": _DAY, "week": 7 * _DAY, "fortnight": 14 * _DAY,
          "month": _YEAR / 12, "quarter": _YEAR / 4, "year": _YEAR, "decade": 10 * _YEAR}  # fmt: skip
"""Seconds of each unit by which something recurs or is counted ("twice a week", "2 days a month")."""
_ADVERBS = {"hourly": 3600.0, "daily": _DAY, "nightly": _DAY, "weekly": 7 * _DAY, "fortnightly": 14 * _DAY,
            "monthly": _YEAR / 12, "quarterly": _YEAR / 4, "half-yearly": _YEAR / 2, "yearly": _YEAR,
            "annually": _YEAR, "every other day": 2 * _DAY, "half-hourly": 1800.0, "every half hour": 1800.0,
            "every half-hour": 1800.0, "every half an hour": 1800.0, "every quarter of an hour": 900.0,
            "every quarter hour": 900.0}  # fmt: skip
_COUNTS = {"once": 1, "one": 1, "twice": 2, "two": 2, "thrice": 3, "three": 3, "four": 4, "five": 5, "six": 6,
           "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15,
           "twenty": 20, "thirty": 30, "forty": 40, "ninety": 90, "other": 2, "second": 2, "third": 3}  # fmt: skip
_COUNT = r"[1-9]\d{0,2}|" + "|".join(sorted(_COUNTS, key=len, reverse=True))
_UNIT = "|".join(UNITS)
_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_PERIOD = regex.compile(
    rf"(?<![\p{{L}}\d-])(?:(?P<adverb>{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})"
    rf"|(?:every|each)\s(?P<nth>first|last)(?=\s(?:{_WEEKDAY}))"
    rf"|every\s(?P<weeks>other|second|third)(?=\s(?:{_WEEKDAY}))"
    rf"|(?:every|each)\s(?:(?P<step>{_COUNT})\s)?(?P<every>{_UNIT})s?"
    rf"|(?:(?P<once>once|twice|thrice)|(?P<times>{_COUNT})\stimes)\s(?:a|an|per|each|every)\s(?P<per>{_UNIT}))"
    r"(?![\p{L}\d-])(?!\s(?:to|or)\b|\sof\b(?!\s(?:the|each|every|a)\s(?:month|year)))",
    regex.IGNORECASE,
)


class Period(NamedTuple):
    """The span of the words and the seconds from one occurrence to the next."""

    start: int
    end: int
    seconds: float


def periods(text: str, code: str) -> Iterator[Period]:
    """Periods written in words; a range of them ("every 6 to 8 hours") is none, nor is a bounded number."""
    if code != "en":
        yield from _abroad(text, code)
        return
    for match in _PERIOD.finditer(text):
        if bounds.amount_cue(text, match.start(), match.end(), measured=False, priced=False).bound:
            continue  # "at least three times a day" is no period
        yield Period(match.start(), match.end(), _seconds(match))


def _abroad(text: str, code: str) -> Iterator[Period]:
    """Periods in the words of another language."""
    words = WORDS.get(code)
    for match in _pattern(code).finditer(text) if words else ():
        assert words is not None  # else there is no match
        if match["adverb"]:
            seconds = words.adverbs[folded(match["adverb"])]
        elif match["unit"]:
            step = folded(match["step"] or "1")
            seconds = (int(step) if step.isdigit() else words.counts[step]) * words.units[folded(match["unit"])]
        else:
            seconds = words.units[folded(match["per"])] / words.often[folded(match["often"])]
        yield Period(match.start(), match.end(), seconds)


@cache
def _pattern(code: str) -> regex.Pattern[str]:
    return pattern(WORDS[code])


def _seconds(match: regex.Match[str]) -> float:
    if match["adverb"]:
        return _ADVERBS[folded(match["adverb"])]
    if match["nth"]:
        return _YEAR / 12
    if match["weeks"]:
        return _count(match["weeks"]) * UNITS["week"]
    if match["every"]:
        return _count(match["step"] or "one") * UNITS[folded(match["every"])]
    return UNITS[folded(match["per"])] / _count(match["once"] or match["times"])


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[folded(word)]


_BASE = regex.compile(rf"\b(?:an?|per|each|every)\s(?:{'|'.join(UNITS)})\b", regex.IGNORECASE)
_BASE_WITHIN = 60  # letters after the amount of a rate


def rate_base(text: str, end: int) -> tuple[int, int] | None:
    """Where the base of a rate whose amount ends at ``end`` stands: "an hour", "per half hour"."""
    if counted := counted_base(text, end):
        return end + len(text[end:]) - len(text[end:].lstrip()), counted[2]
    found = _BASE.search(text, end, end + _BASE_WITHIN)
    return found.span() if found else None
