"""Whether two typed values agree: the rules of rounding, bounds, ranges, rates, dates, times, versions and currencies.

Rounding: a claim may round to the digits it writes, within 1 %; "about" on the claim's side allows 6 % (15 % when its
digits are that coarse), on the source's side 2 %; "just under" and "just over" allow 10 % on their own side and nothing
on the other. A plain count must be exact unless it is a round number within half of its last digit and 0.5 %. A range
agrees with the same range, and with any single value inside it. Shares of a temperature are those of its own scale.
"""

import math
from dataclasses import replace

import regex

from critique_core.typed_values.currencies import same_currency
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.periods import UNIT as PERIOD

_ROUGH = 0.06
_LEANING = 0.1
_COARSE = 0.15
_ROUNDING = 0.01
_ROUND = 100  # step of a plain number that may be a rounded one: 211 seats are not "210", 12,034 people may be "12,000"
_EXACT = 1e-6
_DAY, _MONTH, _YEAR = 86400.0, 365.25 * 86400.0 / 12, 365.25 * 86400.0
_MONTH_OF_DAYS = 0.02
_HALF_DAY = 720  # minutes
_FREEZING, _ZERO_FAHRENHEIT = 273.15, 255.37  # kelvins
_BOILING, _OVEN = 373.15, 5.0  # kelvins
_KELVIN = regex.compile(r"\d\s*(?:K\b|kelvin)", regex.IGNORECASE)
_AGED = regex.compile(r"[\s-]years?[\s-]olds?$|[\s-]month[\s-]olds?$")
_SAME_SIDE = {"min": ("min", "over"), "over": ("min", "over"), "max": ("max", "under"), "under": ("max", "under")}


def comparable(claim: Mention, source: Mention) -> bool:
    """Whether the two values are of one kind, so that they can agree or conflict."""
    if claim.kind == source.kind == "currency":
        return True
    if source.span and not claim.span and len(claim.alternatives) != 1:
        return False  # a season or a year is not in or out of a part of any year
    if _year_beside_day(claim, source) or _year_beside_day(source, claim):
        return False
    if claim.kind == source.kind:
        return claim.unit == source.unit and claim.ordinal == source.ordinal
    return _in_figures(claim, source) or _same_figure(claim, source)


def _in_figures(claim: Mention, source: Mention) -> bool:
    """Whether one is a version and the other a number that may be one: "7", not "four"."""
    pair = {claim.kind, source.kind} == {"version", "number"}
    return pair and all(any(map(str.isdigit, one.text)) for one in (claim, source))


def _year_beside_day(first: Mention, second: Mention) -> bool:
    """Whether one date gives a year alone and the other none: "2024" and "in May" can neither agree nor conflict."""
    return (
        first.kind == second.kind == "date"
        and bool(first.alternatives and second.alternatives)
        and all(year and not month and not day for year, month, day in first.alternatives)
        and all(not year for year, _, _ in second.alternatives)
    )


def _same_figure(claim: Mention, source: Mention) -> bool:
    same = _same_year(claim, source) or _same_hour(claim, source) or _same_age(claim, source)
    return same or _same_frequency(claim, source)


def _same_frequency(claim: Mention, source: Mention) -> bool:
    """Whether one says how often ("every 20 minutes") and the other how many in a time ("three an hour").

    Another count is no conflict: it may be of something else.
    """
    if {claim.kind, source.kind} != {"quantity", "number"}:
        return False
    period, count = (claim, source) if claim.unit == PERIOD else (source, claim)
    counted = period.unit == PERIOD and count.per == "[time]" and count.low > 0 and not count.bound
    return counted and math.isclose(count.per_size / count.low, period.low, rel_tol=_EXACT)


def _same_age(claim: Mention, source: Mention) -> bool:
    """Whether one is an age by its company ("younger than 18") and the other the same number alone ("is under 18").

    Another number is no conflict: whether it is an age at all, its neighbours would have to say.
    """
    if {claim.kind, source.kind} != {"quantity", "number"} or claim.bound != source.bound:
        return False
    age, bare = (claim, source) if claim.kind == "quantity" else (source, claim)
    alone = age.unit == "[time]" and age.text.isdigit() and not bare.is_range
    return alone and math.isclose(age.low, bare.low * _YEAR, rel_tol=_EXACT)


def _same_year(claim: Mention, source: Mention) -> bool:
    """Whether one is a year by its cue ("im Jahr 1954") and the other the same four digits without."""
    return {claim.kind, source.kind} == {"date", "number"} and claim.text == source.text and len(claim.text) == 4


def _same_hour(claim: Mention, source: Mention) -> bool:
    """Whether one is a full hour on the clock and the other the number alone ("opens at 9", "from 9 am").

    Another hour is no conflict: whether a number alone is a time at all, its neighbours would have to say.
    """
    if {claim.kind, source.kind} != {"time", "number"}:
        return False
    clock, bare = (claim, source) if claim.kind == "time" else (source, claim)
    if bare.ordinal or bare.unit or bare.bound or bare.low not in range(1, 25):
        return False
    if bare.is_range:
        ends = zip((clock.low, clock.high), (bare.low, bare.high), strict=True)
        return clock.is_range and all(one % _HALF_DAY == two * 60 % _HALF_DAY for one, two in ends)
    return any(minutes % _HALF_DAY == bare.low * 60 % _HALF_DAY for (minutes,) in clock.alternatives)


def agrees(claim: Mention, source: Mention) -> bool:
    """Whether a claim's value follows from a comparable value of the source."""
    if _same_figure(claim, source):
        return True
    if "version" in (claim.kind, source.kind):
        return _versions_agree(claim, source)
    if claim.unit == PERIOD:
        in_months = max(claim.low, source.low) > _MONTH * (1 - _MONTH_OF_DAYS)  # 90 days are three months
        return math.isclose(claim.low, source.low, rel_tol=_MONTH_OF_DAYS if in_months else _EXACT)
    if claim.kind in _BY_KIND:
        return _BY_KIND[claim.kind](claim, source)
    if claim.kind == "currency" and not same_currency(claim.unit, source.unit):
        return False
    return _rates_agree(claim, source)


def follows(claim: Mention, source: Mention) -> bool:
    """Whether the two are comparable and the claim's value follows from the source's."""
    return comparable(claim, source) and agrees(claim, source)


def _rates_agree(claim: Mention, source: Mention) -> bool:
    """Amounts by the same base, converted ("12 euros a month", "144 a year"); a base may be left out."""
    if claim.per and claim.per == source.per:
        return _amounts_agree(_rescaled(claim, source.per_size / claim.per_size), source)
    if claim.per and claim.bound and not source.per:
        return _close(claim, claim.low, source.low)  # what is above a rate is a rate, not any larger number
    return not ("[" in claim.per and "[" in source.per) and _amounts_agree(claim, source)


def _rescaled(claim: Mention, factor: float) -> Mention:
    """The claim's rate by the source's base: "12 euros a month" as 144 a year."""
    if math.isclose(factor, 1.0):
        return claim
    return replace(claim, low=claim.low * factor, high=claim.high * factor, step=claim.step * factor)


def _times_agree(claim: Mention, source: Mention) -> bool:
    """A range agrees with the same range; a time of day with the same time, or with either end of a range."""
    if claim.is_range and source.is_range:
        return set(claim.alternatives) == set(source.alternatives)
    if claim.is_range:
        return False
    if claim.approximate and not source.is_range:
        return any(abs(a - b) <= 10 for (a,) in claim.alternatives for (b,) in source.alternatives)
    return bool(set(claim.alternatives) & set(source.alternatives))


def _amounts_agree(claim: Mention, source: Mention) -> bool:  # noqa: PLR0911 - one case a shape of value
    low, high = _interval(source)
    if claim.is_range:
        if source.is_range:
            return _close(claim, claim.low, source.low) and _close(claim, claim.high, source.high)
        return low >= claim.low - _slack(claim, claim.low) and high <= claim.high + _slack(claim, claim.high)
    if claim.bound:
        return _bound_agrees(claim, source, low, high)
    if claim.limit and (source.bound or source.limit) not in ("", *_SAME_SIDE[claim.limit]):
        return False  # the least is not the most
    if source.is_range:
        return low - _slack(claim, low) <= claim.low <= high + _slack(claim, high)
    if source.bound and not (source.bound in ("min", "max") and _close(claim, claim.low, source.low)):
        if _AGED.search(claim.text):  # "a 22-year-old driver" is one of the "drivers under 25"
            return low <= claim.low <= high and claim.low != source.low
        return claim.approximate and low - _slack(claim, low) <= claim.low <= high + _slack(claim, high)
    if claim.lean:
        return _leans(claim, source)
    near = _close(claim, claim.low, source.low, rough=source.approximate)
    return near or _months_of_days(claim, source) or _same_oven(claim, source)


def _same_oven(claim: Mention, source: Mention) -> bool:
    """Whether two heats in degrees of two scales are those that cooks call the same: 180 °C and 350 °F."""
    if claim.unit != "temperature" or math.isclose(claim.size, source.size):
        return False
    return min(claim.low, source.low) > _BOILING and abs(claim.low - source.low) <= _OVEN


def _months_of_days(claim: Mention, source: Mention) -> bool:
    """Whether one is a length in months and the other in days of as many months of 30 or 31: "a month", "30 days"."""
    sizes = {round(claim.size / _DAY, 3), round(source.size / _DAY, 3)}
    months = sizes == {1.0, round(_MONTH / _DAY, 3)}
    return months and abs(claim.low - source.low) <= _MONTH_OF_DAYS * source.low


def _leans(claim: Mention, source: Mention) -> bool:
    """Whether the source's value lies a little on the side that the claim says ("just under 2 km" for 1,9 km)."""
    difference = (source.low - claim.low) * claim.lean
    scale = max(_size(claim, claim.low), 1e-12)
    if source.approximate:
        return abs(difference) <= _ROUGH * scale if source.lean in (0, claim.lean) else False
    most = max(_LEANING * scale, 2 * claim.size) if claim.unit == "temperature" else _LEANING * scale
    return _EXACT * scale < difference <= most


def _bound_agrees(claim: Mention, source: Mention, low: float, high: float) -> bool:
    beyond = (claim.bound, source.limit) in (
        ("over", "max"),
        ("under", "min"),
    )  # "beyond 100" beside "the limit is 100"
    if beyond or claim.bound in _SAME_SIDE.get(source.bound or source.limit, ()):  # two limits agree only when the same
        return _close(claim, claim.low, source.low) or _months_of_days(claim, source)
    value, slack = claim.low, _EXACT * max(1.0, abs(claim.low))
    if claim.bound == "min":
        return low >= value - slack
    if claim.bound == "over":
        return low >= value - slack and (low > value + slack or not math.isfinite(high))
    if claim.bound == "under":
        return high <= value + slack and (high < value - slack or not math.isfinite(low))
    return high <= value + slack


def _interval(mention: Mention) -> tuple[float, float]:
    if mention.bound in ("min", "over") and not mention.is_range:
        return mention.low, math.inf
    if mention.bound in ("max", "under") and not mention.is_range:
        return -math.inf, mention.high
    return mention.low, mention.high


def _slack(claim: Mention, value: float) -> float:
    return _size(claim, value) * (_ROUGH if claim.approximate else _EXACT) + 1e-12


def _size(claim: Mention, value: float) -> float:
    """How large a value is; a temperature by the degrees of the claim's scale, not the kelvins that it is kept in."""
    if claim.unit != "temperature" or _KELVIN.search(claim.text):
        return abs(value)
    return abs(value - (_FREEZING if math.isclose(claim.size, 1.0) else _ZERO_FAHRENHEIT))


def _close(claim: Mention, value: float, other: float, *, rough: bool = False) -> bool:
    """Equal, equal after rounding to the claim's written digits, or near when one side says "about"."""
    difference = abs(value - other)
    scale = max(_size(claim, value), _size(claim, other), 1e-12)
    if difference <= _EXACT * max(abs(value), abs(other), 1e-12):
        return True
    if claim.unit == "temperature":
        return difference <= _degrees(claim, scale, rough=rough)
    if claim.approximate:
        return difference <= max(_ROUGH * scale, min(0.5 * claim.step, _COARSE * scale))
    if rough or claim.kind == "percentage":
        return difference <= (_ROUNDING * 2 * scale if rough else _share_slack(claim, scale) * (1 + _EXACT))
    if claim.kind == "number":
        return claim.step >= _ROUND and difference <= 0.5 * claim.step and difference <= 0.5 * _ROUNDING * scale
    return difference <= _ROUNDING * scale and difference <= max(0.5 * claim.step, 0.002 * scale)


def _degrees(claim: Mention, scale: float, *, rough: bool) -> float:
    """By how much temperatures called the same may differ: half of the last written digit, at most half a degree.

    "About" allows a degree at least.
    """
    if claim.approximate or rough:
        return max(claim.size, scale * (_ROUGH if claim.approximate else 2 * _ROUNDING))
    return 0.5 * min(claim.step, claim.size)


def _share_slack(claim: Mention, scale: float) -> float:
    """Half of the last written digit, at most half a point; a spelt fraction ("a third") is a little rounder."""
    return max(0.005, 0.015 * scale) if claim.step == 0.0 else min(0.5 * claim.step, 0.005)


def _dates_agree(claim: Mention, source: Mention) -> bool:
    """A claim may leave out the day or year that the source gives, but not add one to it; a span must cover it."""
    if claim.span or source.span:
        return _in_span(claim, source)
    bounded = _bounded_dates(claim, source)
    if bounded is not None:
        return bounded
    dated = bool(claim.low and source.low)
    if dated and (claim.high < source.low or source.high < claim.low):
        return len(source.alternatives) > 1 and _same_date(claim, source)
    if _years(claim) > 1 and _years(source) == 1:
        return False
    if claim.alternatives and _same_date(claim, source):
        return True
    return dated and claim.low <= source.low and source.high <= claim.high


def _in_span(claim: Mention, source: Mention) -> bool:
    """Whether a month or day is in a part of the year, both ends included; two such parts have to be the same."""
    if claim.span:
        ends = zip(claim.alternatives, source.alternatives, strict=False) if source.span else ()
        same = [mine[1] == theirs[1] and mine[2] in (0, theirs[2]) for mine, theirs in ends]
        return bool(same) and all(same)
    if len(claim.alternatives) != 1:
        return False
    _, month, day = claim.alternatives[0]
    (_, first, opens), (_, last, closes) = source.alternatives
    start, end, here = (first, opens), (last, closes or 31), (month, day or opens if month == first else day)
    return start <= here <= end if start <= end else here >= start or here <= end


def _years(mention: Mention) -> int:
    return len({reading[0] for reading in mention.alternatives}) or 1


def _same_date(claim: Mention, source: Mention) -> bool:
    for reading in claim.alternatives:
        for other in source.alternatives:
            pairs = list(zip(reading, other, strict=False))
            finer = any(a and not b for a, b in pairs[1:])
            if not finer and all(a == b or 0 in (a, b) for a, b in pairs):
                return True
    return False


_SIDES = {"max": -1, "under": -1, "min": 1, "over": 1}


def _bounded_dates(claim: Mention, source: Mention) -> bool | None:
    """Whether "before 1980" or "no later than 5 May" fits the source's date; None when the claim has no bound."""
    side, other = _SIDES.get(claim.bound, 0), _SIDES.get(source.bound, 0)
    if not side or (side == other):
        return None
    if other:
        return False
    first, second = claim.low, source.low
    if not (first and second):
        first, second = _day_of_year(claim), _day_of_year(source)
        if not (first and second):
            return None
        return (second - first) * side > 0 or (first == second and claim.bound in ("min", "max"))
    if side < 0:
        return source.high <= claim.high if claim.bound == "max" else source.high < claim.low
    return source.low >= claim.low if claim.bound == "min" else source.low > claim.high


def _day_of_year(mention: Mention) -> int:
    """Month and day as one number for dates of which one gives no year, 0 when no day is known."""
    if len(mention.alternatives) != 1:
        return 0
    _, month, day = mention.alternatives[0]
    return month * 100 + day if month and day else 0


def _parts(text: str) -> list[str]:
    return regex.findall(r"\d+|x", text)


def _versions_agree(claim: Mention, source: Mention) -> bool:
    """Equal as far as both are written; inside a stated range; bounds only when they are the same bound."""
    if len(source.alternatives) == 2 and len(claim.alternatives) != 2:
        low, high = source.alternatives
        key = version_key(claim)
        if claim.bound:
            return _written_alike(_parts(claim.text), [str(part) for part in (low if claim.bound == "min" else high)])
        return low <= key[: max(len(low), 1)] and key <= high + (10**6,) * max(0, len(key) - len(high))
    if claim.alternatives or source.alternatives:
        return claim.alternatives == source.alternatives
    lower, stated = claim.bound in ("min", "over"), source.bound in ("min", "over")
    if lower and not stated:
        return False
    if stated and not claim.bound:
        return version_key(claim) >= version_key(source)
    return _written_alike(_parts(claim.text), _parts(source.text))


def _written_alike(first: list[str], second: list[str]) -> bool:
    """Whether a version's parts equal another's as far as both go; "4.x" is any 4, and "5.0" adds nothing to "5"."""
    for a, b in zip(first, second, strict=False):
        if "x" in (a, b):
            return True
        if a != b:
            return False
    return len(first) <= len(second) or all(part in ("0", "x") for part in first[len(second) :])


def version_key(mention: Mention) -> tuple[int, ...]:
    """A sortable key of a version; ``x`` counts as 0."""
    return tuple(0 if part == "x" else int(part) for part in _parts(mention.text))


def _identifiers_agree(claim: Mention, source: Mention) -> bool:
    return claim.text.casefold() == source.text.casefold()


_BY_KIND = {"identifier": _identifiers_agree, "date": _dates_agree, "time": _times_agree}
