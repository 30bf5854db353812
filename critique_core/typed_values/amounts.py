"""Numbers with what is next to them: quantities, percentages, sums of money, rates, and "an hour"."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from critique_core.models import FindingKind
from critique_core.typed_values import currencies, measures, numbers


@dataclass(frozen=True, slots=True)
class Mention:
    """One typed value at ``text[start:end]``.

    ``low`` and ``high`` bound the value in the base unit of ``unit`` (a pint dimension, a currency, or empty);
    ``step`` is the precision it was written with; ``alternatives`` holds the readings of an ambiguous date or time.
    ``limit`` is "max" or "min" for a plain value that the sentence calls a limit ("the maximum is 20").
    ``lean`` is -1 for "just under" and 1 for "just over". ``per`` and ``per_size`` are the base of a rate: its
    dimension and size ("[time]" and 86400 for "a day"), or its word and 1. ``span`` says that the two readings of a
    date are the ends of a part of any year ("April to June").
    """

    kind: FindingKind
    start: int
    end: int
    text: str
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    step: float = 0.0
    approximate: bool = False
    bound: str = ""
    limit: str = ""
    ordinal: bool = False
    alternatives: tuple[tuple[int, ...], ...] = ()
    lean: int = 0
    per: str = ""
    per_size: float = 1.0
    size: float = 1.0
    span: bool = False

    @property
    def is_range(self) -> bool:
        """Whether both ends are stated."""
        return self.low != self.high and math.isfinite(self.low) and math.isfinite(self.high)


_DURATION = regex.compile(
    r"(?<![\d:])(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,](\d+))?(?![\d:])(\s?(?:min|minutes|hours|h)\b)?"
)


def durations(text: str, code: str) -> Iterator[Mention]:
    """Running times written as hours, minutes and seconds, or with their unit ("4:05 minutes")."""
    del code
    for match in _DURATION.finditer(text) if ":" in text else ():
        unit = (match.group(5) or "").strip()
        if not (match.group(1) or match.group(4) or unit):
            continue
        parts = [int(p or 0) for p in match.group(1, 2, 3)]
        seconds = parts[0] * 3600.0 + parts[1] * 60 + parts[2] + float(f"0.{match.group(4) or 0}")
        seconds *= 60 if unit.startswith("h") and not match.group(1) else 1
        yield Mention("quantity", match.start(), match.end(), match.group(), seconds, seconds, unit="[time]", step=1.0)


def amounts(text: str, code: str) -> Iterator[Mention]:
    """Numbers with the unit, currency or percent sign that is next to them."""
    for number in numbers.numbers(text, code):
        yield _amount(text, number)


def _amount(text: str, number: numbers.Number) -> Mention:
    start, end, value, step = number.start, number.end, number.value, number.step
    mention = Mention("number", start, end, text[start:end], value, value, step=step, ordinal=number.ordinal)
    if number.ordinal:
        return mention
    found = _percentage(text, mention) or _money(text, mention) or _quantity(text, mention)
    if found is None:
        found = replace(mention, kind="percentage", unit="ratio") if number.fraction else mention
    rate = measures.per_after(text, found.end)
    return replace(found, per=rate[0], per_size=rate[1]) if rate else found


def _percentage(text: str, mention: Mention) -> Mention | None:
    points = measures.points_after(text, mention.end)
    if points:
        end, size = points
        value, step = mention.low * size, mention.step * size
        return replace(
            mention,
            kind="quantity",
            end=end,
            text=text[mention.start : end],
            low=value,
            high=value,
            step=step,
            unit="percentage point",
        )
    end = measures.percent_after(text, mention.end)
    start = mention.start
    if not end and text[:start].endswith("百分之"):
        start, end = start - 3, mention.end
    if not end:
        return None
    value = mention.low / 100
    return replace(
        mention,
        kind="percentage",
        start=start,
        end=end,
        text=text[start:end],
        low=value,
        high=value,
        step=mention.step / 100,
        unit="ratio",
    )


def _money(text: str, mention: Mention) -> Mention | None:
    before = currencies.currency_before(text, mention.start)
    after = None if before else currencies.currency_after(text, mention.end)
    if before:
        start, unit = before
        negative = mention.low > 0 and text[mention.start - 1 : mention.start] in ("-", "−")
        value = -mention.low if negative else mention.low
        return replace(
            mention, kind="currency", start=start, text=text[start : mention.end], low=value, high=value, unit=unit
        )
    if after:
        end, unit, size = after
        value, step = mention.low * size, mention.step * size
        return replace(
            mention,
            kind="currency",
            end=end,
            text=text[mention.start : end],
            low=value,
            high=value,
            step=step,
            unit=unit,
        )
    return None


_AND_HALF = regex.compile(
    r"\s+(?:and\s+(an?|one|two|three)\s+(half|quarter|third)s?|et\s+demie?|y\s+medi[oa]|e\s+mezz[oa]|e\s+mei[oa])\b",
    regex.IGNORECASE,
)


BY_AGE = regex.compile(r"-$|(?<!\b(?:in|after|for|takes|lasts)\s)\b(?:under|over)\s$", regex.IGNORECASE)
"""Before the years of "under-12s" and "Under 12s"; "in under 12s" are seconds."""
_BELOW_ZERO = regex.compile(r"\s*(?:below zero|under zero|unter null)\b", regex.IGNORECASE)
_PARTS, _COUNTS = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}, {"two": 2, "three": 3}


def _quantity(text: str, mention: Mention) -> Mention | None:
    """A number with its unit, and the half of "an hour and a half"."""
    unit = measures.unit_after(text, mention.end)
    if unit is None or (text[mention.end : unit.end] == "s" and BY_AGE.search(text, 0, mention.start)):
        return None
    value, end = mention.low, unit.end
    half = _AND_HALF.match(text, end)
    if half:
        share = _PARTS.get((half.group(2) or "half").casefold(), 0.5) * _COUNTS.get((half.group(1) or "").casefold(), 1)
        value, end = value + share, half.end()
    below = _BELOW_ZERO.match(text, end) if unit.dimension == "temperature" and value > 0 else None
    if below:
        value, end = -value, below.end()
    low = unit.base(value)
    step = abs(unit.base(value + mention.step) - low)
    measured = replace(mention, kind="quantity", low=low, high=low, unit=unit.dimension, step=step, size=unit.factor)
    return replace(measured, end=end, text=text[mention.start : end])


_ARTICLES = {
    code: regex.compile(rf"\b{article}(?=(\p{{L}}+))", regex.IGNORECASE)
    for code, article in {
        "en": r"an?\s(?:(?:full|whole|entire)\s)?", "de": r"eine?[nmrs]?\s", "fr": r"une?\s", "es": r"una?\s",
        "it": r"un(?:[ao]?\s|['’])", "pt": r"uma?\s", "nl": r"(?:een|één)\s",
    }.items()
}  # fmt: skip
_MEASURES = frozenset(
    """minute hour day week month year fortnight decade century kilometer meter centimeter millimeter mile kilogram gram
    milligram liter milliliter metric_ton kilowatt*hour kilometer**2 hectare gigabyte megabyte""".split()
)
_NOT_RATE = frozenset(
    """for in after within lasts last lasted takes take took than of over about nearly almost every around is was least
    most only just under by one's be to until exceed exceeds runs ran spans spanned and or another quarters half during
    more less some up approximately roughly every wait waits waited waiting stay stays stayed need needs needed spend
    spends spent sleep sleeps slept""".split()
)
_DISTANT = regex.compile(r"\s(?:before|after|later|earlier|ago|long)\b")  # "closes an hour before the pool"
_NAMED_SO = regex.compile(  # "a day ticket" is no day
    r"[\s-](?:tickets?|pass(?:es)?|trips?|tours?|cards?|rates?|permits?|lessons?|class(?:es)?|courses?|subscriptions?"
    r"|memberships?|visits?|visitors?|guests?|fares?|rentals?|hire|shifts?|return|bag|care|nursery)\b"
)
_WORD_BEFORE = regex.compile(r"([\w%€$£'’]+)\s*$")


def articles(text: str, code: str) -> Iterator[Mention]:
    """Articles that count one ("an hour", "ein Tag"), not those that are the base of a rate ("20 euros an hour")."""
    pattern = _ARTICLES.get(code)
    for match in pattern.finditer(text) if pattern else ():
        if len(match.group(1)) < 3 or not measures.is_symbol(match.group(1)):
            continue
        before = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
        rate = code == "en" and before and before.group(1).casefold() not in _NOT_RATE
        if rate and not _DISTANT.match(text, match.end(1)):
            continue
        if code == "en" and _NAMED_SO.match(text, match.end(1)):
            continue
        end = match.end() - text[match.end() - 1].isspace()
        unit = measures.unit_after(text, end) if text[end].isspace() else measures.unit_after(text, match.end())
        found = (
            _quantity(text, Mention("number", match.start(), end if text[end].isspace() else match.end(), "", 1.0, 1.0))
            if unit
            else None
        )
        if found and unit and unit.unit.name in _MEASURES:
            yield found
