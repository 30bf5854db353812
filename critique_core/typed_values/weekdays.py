"""The days of the week that a text names, also as ranges: "Mon-Fri", "Montag bis Freitag", "weekdays"."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import regex

from critique_core.text.word_classes import folded
from critique_core.typed_values.locale_tables import tables

_WEEKDAYS = (
    "weekdays?|werktags|wochentags|an wochentagen|unter der woche|entre semana|en semaine|doordeweeks|giorni feriali"
)
_WEEKEND = "weekends?|wochenenden?|week-ends?|fins? de semana|fines de semana|fine settimana"
_GROUPS = tuple(
    (regex.compile(rf"(?<!\p{{L}})(?:{names})(?!\p{{L}})", regex.IGNORECASE), days)
    for names, days in ((_WEEKDAYS, range(5)), (_WEEKEND, range(5, 7)))
)
_TO = regex.compile(r"\.?\s?(?:-|–|—|to|through|till|until|bis|à|au|al|a|até|~|から|至|到)\s?", regex.IGNORECASE)
_PART_OF_DAY = r"(?:abend|morgen|mittag|vormittag|nachmittag|nacht)s?(?!\p{L})"  # "Samstagabend" is on a Saturday
_SHORT = 3  # letters: "so" and "sun" are words of their own
_LISTED = regex.compile(r"\.?\s*(?:[:/|]|\d|closed\b|$)", regex.IGNORECASE)
"""What follows a short form in a list of days."""


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, int], regex.Pattern[str]]:
    days = {name: day for name, day in tables()["weekdays"].items() if len(name) > 1}
    days |= {f"{name}s": day for name, day in days.items() if name.endswith(("day", "tag"))}
    names = "|".join(regex.escape(name) for name in sorted(days, key=len, reverse=True))
    one = rf"(?<!\p{{L}})(?:{names})(?={_PART_OF_DAY}|(?![\p{{Latin}}\p{{Cyrillic}}]))"
    return days, regex.compile(one, regex.IGNORECASE)


def _ranges(text: str, named: Sequence[regex.Match[str]]) -> Iterator[tuple[regex.Match[str], regex.Match[str]]]:
    """The days that are the ends of a range, of those that a text names."""
    reached = 0
    for first, last in pairwise(named):
        if first.start() >= reached and _TO.fullmatch(text, first.end(), last.start()):
            reached = last.end()
            yield first, last


@lru_cache(maxsize=20_000)
def weekdays(text: str) -> frozenset[int]:
    """The days named, Monday being 0; none for a text that names none. Short forms count in a list: "Sun: closed"."""
    days, one = _tables()
    found: set[int] = set()
    named = list(one.finditer(text))
    for ends in _ranges(text, named):
        first, last = (days[folded(name.group())] for name in ends)
        found.update(day % 7 for day in range(first, last + 1 + (7 if last < first else 0)))
    for match in named:
        name = match.group()
        if len(name) > _SHORT or not name.isascii() or (name[0].isupper() and _LISTED.match(text, match.end())):
            found.add(days[folded(name)])
    for group, members in _GROUPS:
        if group.search(text):
            found.update(members)
    return frozenset(found)


def day_named(word: str) -> int | None:
    """The day that a word is the name of in full; ``None`` for short forms, which may be other words."""
    days = weekdays(word) if len(word) > _SHORT and word.isalpha() else frozenset[int]()
    return next(iter(days)) if len(days) == 1 else None


@lru_cache(maxsize=20_000)
def days_at(text: str) -> Mapping[int, int]:
    """Where in a text a day is named, by the offset of its name: also "Tue" in "Tue-Sat" and before a time."""
    days, one = _tables()
    named = list(one.finditer(text))
    ends = {name.start() for both in _ranges(text, named) for name in both if name.group()[0].isupper()}
    found: dict[int, int] = {}
    for match in named:
        name, start = match.group(), match.start()
        listed = name[0].isupper() and _LISTED.match(text, match.end()) is not None
        if day_named(name) is not None or listed or start in ends:
            found[start] = days[folded(name)]
    return found
