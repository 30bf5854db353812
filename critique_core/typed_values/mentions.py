"""Typed mentions: the numbers, quantities, dates, times, versions and identifiers that a text states."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import regex

from critique_core.models import FindingKind
from critique_core.typed_values import amounts, bounds, compounds, dates, identifiers, periods, times
from critique_core.typed_values.amounts import Mention

__all__ = ["Mention", "mentions"]

_CYRILLIC = regex.compile(r"\p{Cyrillic}{3}")
_RAISED_POINT = regex.compile(r"(?<=\d)·(?=\d)")  # as medical journals write it: "9·9 per 1000"
_MINUS = regex.compile(r"(?<![\d%°] )\bminus (?=\d+(?:[.,]\d+)?\s?(?:°|degrees?\b|K\b|C\b|F\b))", regex.IGNORECASE)
_TIMED: tuple[FindingKind, ...] = ("date", "time")


def _dates(text: str, code: str) -> Iterator[Mention]:
    for d in dates.dates(text, code):
        yield Mention("date", d.start, d.end, text[d.start : d.end], d.low, d.high, unit="day", alternatives=d.readings)


def _identifiers(text: str, code: str) -> Iterator[Mention]:
    del code
    for start, end in identifiers.identifiers(text):
        yield Mention("identifier", start, end, text[start:end])


def _versions(text: str, code: str) -> Iterator[Mention]:
    del code
    for start, end in identifiers.versions(text):
        yield Mention("version", start, end, text[start:end])


def _times(text: str, code: str) -> Iterator[Mention]:
    for t in times.times(text, code):
        readings = tuple((m,) for m in t.minutes)
        yield Mention(
            "time",
            t.start,
            t.end,
            text[t.start : t.end],
            t.minutes[0],
            t.minutes[0],
            unit="clock",
            alternatives=readings,
        )


def _periods(text: str, code: str) -> Iterator[Mention]:
    for p in periods.periods(text, code):
        yield Mention("quantity", p.start, p.end, text[p.start : p.end], p.seconds, p.seconds, unit=periods.UNIT)


def _with_cue(text: str, mention: Mention) -> Mention:
    """Mark bounds and approximations; a bound right behind the value ("18 or newer") becomes part of it."""
    if mention.kind == "identifier" or mention.ordinal or mention.unit == periods.UNIT:
        return mention
    if mention.kind in _TIMED:
        cue = bounds.date_cue(text, mention.start, mention.end)
    else:
        start = identifiers.product_start(text, mention.start) if mention.kind == "version" else mention.start
        measured = mention.unit in ("[time]", "[length]")
        cue = bounds.amount_cue(
            text, start, mention.end, measured=measured, priced=mention.kind in ("currency", "version")
        )
    if not any(cue):
        return mention
    end = cue.end or mention.end
    return replace(
        mention, end=end, text=text[mention.start : end], approximate=cue.approximate, lean=cue.lean, bound=cue.bound
    )


_READERS = (_dates, _identifiers, _versions, _times, _periods, amounts.durations, amounts.amounts, amounts.articles)


@lru_cache(maxsize=50_000)
def mentions(text: str, code: str = "en") -> tuple[Mention, ...]:
    """All typed mentions of a text in order, none overlapping; ``code`` is the text's language."""
    if not text.isascii() and _CYRILLIC.search(text):
        code = "ru"
    text = _RAISED_POINT.sub(".", _MINUS.sub("     -", text))
    found: list[Mention] = []
    for reader in _READERS:
        for mention in reader(text, code):
            if reader is amounts.articles:  # "an hour and three quarters" holds the "three" that was read alone
                found = [m for m in found if m.kind != "number" or not mention.start <= m.start < mention.end]
            if not any(other.start < mention.end and mention.start < other.end for other in found):
                found.append(mention)
    if not found:
        return ()
    found.sort(key=lambda m: m.start)
    joined = compounds.ranges(text, [_with_cue(text, m) for m in compounds.compound(text, found)])
    joined = [compounds.in_part(text, m) for m in joined]
    return tuple(compounds.elided(text, [compounds.rated(text, compounds.aged(text, m)) for m in joined]))
