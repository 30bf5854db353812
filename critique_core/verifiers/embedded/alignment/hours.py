"""An hour or a day at which a claim says that something is open or possible, set against what a source gives.

"Open at 3 pm" follows from "10 am to 6 pm", and so does "closed at 9 pm"; "starts at 3 pm" is another time. "Valid on
15 September" follows from "between 1 and 30 September".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from critique_core.language.sentence import Sentence
from critique_core.text.side_words import DENIALS
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.slots import Slot

_FIT, _LEAD = 0.2, 0.25
_MONTH = 31
_TO = regex.compile(r"\s*(?:to|until|till|through|and|[–—-])\s*(?:the\s+)?", regex.IGNORECASE)
_OPEN = frozenset(
    """open possible available served staffed reachable running allowed can cannot can't may able sold
    admitted valid runs seen visited""".split()
)
_SHUT = frozenset("closed shut unavailable impossible".split())
_ENDS = frozenset(
    """start starts started begin begins began opens opened closes ends ended from until till last first before after
    by since earliest latest""".split()
)
_PARTS = regex.compile(r"[,;|]|[.:](?=\s)")
_UNTIL = regex.compile(r"\b(?:until|till|up to|to)\s+$", regex.IGNORECASE)
_OPENS = regex.compile(r"\bopens?\s+(?:daily\s+)?at\s+$", regex.IGNORECASE)
_CLOSES = regex.compile(r"\b(?:closes?|shuts?)\s+(?:again\s+)?at\s+$", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AtThatHour:
    """The hours that a claim's hour is set against, whether it is in them, and where the claim says "closed"."""

    slot: Slot
    agrees: bool
    inside: bool
    denied: tuple[int, int] | None


_Hours = tuple[Slot, float, float]


def at_that_hour(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> AtThatHour | None:
    """What the sources' hours say to a claim that something is open, or closed, at an hour; ``None`` where unknown."""
    norms = {token.norm for token in claim.tokens}
    point = mention.kind in ("time", "date") and not mention.bound and len(mention.alternatives) == 1
    point = point and (not mention.is_range if mention.kind == "time" else bool(mention.alternatives[0][2]))
    if claim.code != "en" or not point or not norms & (_OPEN | _SHUT) or norms & _ENDS:
        return None
    shut = next(((t.start, t.end) for t in claim.tokens if t.norm in _SHUT), None)
    denials = [*filter(None, (shut, *(match.span() for match in DENIALS.finditer(claim.text))))]
    hours = _of_its_day(claim, [(slot, first, last) for slot in found for first, last in _hours(slot, mention)])
    hours = [one for one in hours if one[0].fit >= hours[0][0].fit - _LEAD or one[0].alignment is hours[0][0].alignment]
    at = mention.low if mention.kind == "time" else _place(mention.alternatives[0])
    if not hours or len(denials) > 1 or (mention.kind == "time" and any(at == last for _, _, last in hours)):
        return None  # whether it is open at the very hour that it closes nobody can say
    holding = next((s for s, first, last in hours if (first <= at) + (at <= last) + (last < first) > 1), None)
    slot = holding or hours[0][0]
    source = {token.norm for token in slot.alignment.scope.sentence.tokens}
    closure = bool(source & _SHUT) and not source & _OPEN
    if closure and holding is None:
        return None  # "closed from 2 to 20 June" says nothing of the 25th
    agrees = ((holding is not None) != bool(denials)) != closure
    return AtThatHour(replace(slot, agrees=agrees), agrees, holding is not None, next(iter(denials), None))


def _of_its_day(claim: Sentence, hours: list[_Hours]) -> list[_Hours]:
    """The hours of the weekday that a claim names, else those of every day."""
    days = weekdays(claim.text)
    own = [one for one in hours if _days(one[0]) & days]
    general = [one for one in hours if not _days(one[0])]
    return own or general or ([] if days else hours)


def _days(slot: Slot) -> frozenset[int]:
    return days_of_hours(slot.alignment.scope.sentence, slot.mention)


def days_of_hours(source: Sentence, stated: Mention) -> frozenset[int]:
    """The weekdays that hours are given for: those before them in their part of a sentence, or all."""
    start = max((match.end() for match in _PARTS.finditer(source.text, 0, stated.start)), default=0)
    alone = len([m for m in source.mentions if m.kind == "time"]) == 1
    return weekdays(source.text[start : stated.start]) or (weekdays(source.text) if alone else frozenset())


def _hours(slot: Slot, mention: Mention) -> Iterator[tuple[float, float]]:
    """The first and the last hour or day that a slot gives, the last of which may be a value after it."""
    source, stated = slot.alignment.scope.sentence, slot.mention
    poor = slot.fit < _FIT and slot.alignment.scope.unit.kind not in ("record", "table")
    if poor or stated.kind != mention.kind or DENIALS.search(source.text):
        return
    after = [m for m in source.mentions if m.kind == stated.kind and m.start >= stated.end]
    if stated.kind == "time":
        closing = (m.low for m in after if _CLOSES.search(source.text, 0, m.start))
        if _OPENS.search(source.text, 0, stated.start) and (end := next(closing, None)) is not None:
            yield stated.low, end
        elif stated.is_range:
            yield stated.low, stated.high
        elif _UNTIL.search(source.text, 0, stated.start) and _days(slot):  # "10 am to 6 pm, on Fridays until 8 pm"
            yield from ((m.low, stated.low) for m in source.mentions if m.kind == "time" and m.is_range)
        return
    days = list(stated.alternatives)
    if len(days) == 1 and after and _TO.fullmatch(source.text, stated.end, after[0].start):
        days += after[0].alternatives[:1]
    if len(days) == 2 and _place(days[0]) <= _place(days[1]):
        years = {day[0] for day in (*days, *mention.alternatives)} - {0}
        if len(years) < 2:
            yield _place(days[0]), _place(days[1])


def _place(date: tuple[int, ...]) -> float:
    """A day's place in a year. A month without a day counts from its first."""
    return _MONTH * date[1] + date[2]
