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
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import Slot

_FIT, _LEAD = 0.2, 0.25
_YEAR, _MONTH = 372, 31
_TO = regex.compile(r"\s*(?:to|until|till|through|and|[–—-])\s*(?:the\s+)?", regex.IGNORECASE)
_FROM = regex.compile(r"\b(?:from|between)\s+(?:the\s+)?$", regex.IGNORECASE)
_OPEN = frozenset(
    """open possible available served staffed reachable running allowed can cannot can't may able sold
    admitted valid runs seen visited""".split()
)
_SHUT = frozenset("closed shut unavailable impossible".split())
_ENDS = frozenset(
    """start starts started begin begins began opens opened closes ends ended from until till last first before after
    by since earliest latest""".split()
)
_UNTIL = regex.compile(r"\b(?:until|till|up to|to)\s+$", regex.IGNORECASE)
_OPENS = regex.compile(r"\bopens?\s+(?:daily\s+)?at\s+$", regex.IGNORECASE)
_CLOSES = regex.compile(r"\b(?:closes?|shuts?)\s+(?:again\s+)?at\s+$", regex.IGNORECASE)
_PARTS = regex.compile(r"[,;|]|[.:](?=\s)")


@dataclass(frozen=True, slots=True)
class AtThatHour:
    """The hours that a claim's hour is set against, whether it is in them, and where the claim says "closed"."""

    slot: Slot
    agrees: bool
    inside: bool
    denied: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class _Hours:
    slot: Slot
    first: float
    last: float
    days: frozenset[int]
    shut: bool = False

    def have(self, minute: float) -> bool:
        """Whether a minute of the day is in the hours, which may go past midnight."""
        if self.first <= self.last:
            return self.first <= minute <= self.last
        return minute >= self.first or minute <= self.last

    def ends_at(self, minute: float) -> bool:
        """Whether they end at a minute: what is open then nobody can say. A day belongs to the days that it ends."""
        return minute == self.last and self.slot.mention.kind == "time"


def at_that_hour(
    claim: Sentence, mention: Mention, found: Sequence[Slot], ranked: Sequence[Alignment]
) -> AtThatHour | None:
    """What the sources' hours say to a claim that something is open, or closed, at an hour; ``None`` where unknown."""
    norms = {token.norm for token in claim.tokens}
    point = mention.kind in ("time", "date") and not mention.bound and len(mention.alternatives) == 1
    point = point and (not mention.is_range if mention.kind == "time" else bool(mention.alternatives[0][2]))
    if claim.code != "en" or not point or not norms & (_OPEN | _SHUT) or norms & _ENDS:
        return None
    denials = [match.span() for match in DENIALS.finditer(claim.text)]
    shut = next(((t.start, t.end) for t in claim.tokens if t.norm in _SHUT), None)
    if mention.kind == "date":
        hours, at = _plainest([*_days(mention, found)]), _place(mention.alternatives[0], mention.alternatives[0][0])
    else:
        hours, at = _of_its_day(claim, _plainest([*_hours(found)]) or [*_of_records(ranked)]), mention.low
    if not hours or len(denials) > 1 or (denials and shut) or any(one.ends_at(at) for one in hours):
        return None
    denied = shut or next(iter(denials), None)
    holding = next((one for one in hours if one.have(at)), None)
    if holding is None and any(one.shut for one in hours):
        return None  # "closed from 2 to 20 June" says nothing of the 25th
    inside = holding is not None
    slot = (holding or hours[0]).slot
    agrees = (inside == (denied is None)) != (holding is not None and holding.shut)
    return AtThatHour(replace(slot, agrees=agrees), agrees, inside, denied)


def _hours(found: Sequence[Slot]) -> Iterator[_Hours]:
    """The ranges of hours among the slots; "until 8 pm" goes on from the first hour of its sentence."""
    for slot in found:
        source, stated = slot.alignment.scope.sentence, slot.mention
        if slot.fit < _FIT or stated.kind != "time" or DENIALS.search(source.text):
            continue
        days = _days_beside(source, stated)
        if _OPENS.search(source.text, 0, stated.start):
            end = next(
                (m for m in source.mentions if m.kind == "time" and _CLOSES.search(source.text, 0, m.start)), None
            )
            if end is not None:
                yield _Hours(slot, stated.low, end.low, days)
        elif stated.is_range:
            yield _Hours(slot, stated.low, stated.high, days, _is_shut(source, stated, stated.end))
        elif days and _UNTIL.search(source.text, 0, stated.start):
            main = next((m for m in source.mentions if m.kind == "time" and m.is_range), None)
            if main is not None:
                yield _Hours(slot, main.low, stated.low, days)


def _days(mention: Mention, found: Sequence[Slot]) -> Iterator[_Hours]:
    """The stretches of days among the slots, written as one ("1 to 30 September") or from one date to another."""
    for slot in found:
        source, stated = slot.alignment.scope.sentence, slot.mention
        if slot.fit < _FIT or stated.kind != "date" or DENIALS.search(source.text):
            continue
        ends = [(stated, one) for one in stated.alternatives]
        after = next((m for m in source.mentions if m.kind == "date" and m.start >= stated.end), None)
        if after is not None and len(ends) == 1 and _TO.fullmatch(source.text, stated.end, after.start):
            ends += [(after, one) for one in after.alternatives[:1]]
        opened = _FROM.search(source.text, 0, stated.start) or stated.is_range or len(stated.alternatives) > 1
        if len(ends) == 2 and opened:
            dated = mention.alternatives[0][0] and all(one[0] for _, one in ends)
            first, last = (_place(one, one[0] if dated else 0) for _, one in ends)
            if first <= last and bool(dated) == bool(mention.alternatives[0][0]):
                yield _Hours(slot, first, last, frozenset(), _is_shut(source, stated, ends[-1][0].end))


def _is_shut(source: Sentence, stated: Mention, end: int) -> bool:
    """Whether something is closed in a stretch of hours or days up to ``end``, by the nearest word of its part."""
    start = _part_start(source.text, stated.start)
    close = _PARTS.search(source.text, end)
    words = [t for t in source.tokens if start <= t.start < (close.start() if close else len(source.text))]
    told = [t for t in words if t.norm in _SHUT or t.norm in _OPEN]
    before, after = [t for t in told if t.end <= stated.start], [t for t in told if t.start >= end]
    nearest = before[-1:] or after[:1]
    return any(t.norm in _SHUT for t in nearest)


def _place(date: tuple[int, ...], year: int) -> float:
    """A day's place in time; in any year where that is 0. A month without a day counts from its first."""
    _, month, day = date
    return _YEAR * year + _MONTH * month + day


def _plainest(hours: list[_Hours]) -> list[_Hours]:
    """The hours of what the claim speaks of, where others are given for something else."""
    best = max((one.slot.fit for one in hours), default=0.0)
    home = next((one.slot.alignment for one in hours if one.slot.fit == best), None)
    return [one for one in hours if one.slot.fit >= best - _LEAD or one.slot.alignment is home]


def _of_records(ranked: Sequence[Alignment]) -> Iterator[_Hours]:
    """The hours in fields and rows of a day: "Tuesday to Friday: 9:30 am - 6 pm"."""
    for alignment in ranked:
        if alignment.scope.unit.kind in ("record", "table"):
            text = alignment.scope.unit.text
            for stated in alignment.scope.sentence.mentions:
                days = weekdays(text[: stated.start])
                if stated.kind == "time" and stated.is_range and days:
                    yield _Hours(Slot(alignment, stated, _FIT, agrees=True), stated.low, stated.high, days)


def _days_beside(source: Sentence, stated: Mention) -> frozenset[int]:
    """The weekdays that hours are given for: those of their own part of a sentence, else of one that has no others."""
    own = source.text[_part_start(source.text, stated.start) : stated.start]
    times = [m for m in source.mentions if m.kind == "time"]
    label = source.text[: stated.start] if len(times) == 1 else own
    return weekdays(own) or weekdays(label) or (weekdays(source.text) if len(times) == 1 else frozenset())


def _part_start(text: str, end: int) -> int:
    return max((match.end() for match in _PARTS.finditer(text, 0, end)), default=0)


def _of_its_day(claim: Sentence, hours: Sequence[_Hours]) -> list[_Hours]:
    """The hours of the weekday that a claim names, else those of every day."""
    days = weekdays(claim.text)
    own = [one for one in hours if one.days & days]
    general = [one for one in hours if not one.days]
    return own or general if days else general or list(hours)
