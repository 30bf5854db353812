"""Lengths of time and ages drawn from two dates or clock times, and the end that a start and a length give."""

import itertools
from collections.abc import Sequence
from datetime import date

from critique_core.verifiers.embedded.mentions import Mention
from critique_core.verifiers.embedded.terms import Derived, Term, derived

_DAY, _YEAR = 86400.0, 365.25 * 86400.0
_ROUGH = 0.06


def between(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A claim's length of time from two stated ends, or its clock time from a start and a length."""
    if mention.kind == "time":
        return _ends(mention, terms)
    return _clocks(mention, terms) or _dates(mention, terms)


def _ends(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    clocks = [t for t in terms if t.mention.kind == "time"]
    spans = [
        t for t in terms if t.mention.unit == "[time]" and t.value < _DAY and not t.mention.bound and not t.mention.per
    ]
    for start, span in itertools.product(clocks, spans):
        if not start.beside(span):
            continue
        for minutes in (start.value + span.value / 60, start.value - span.value / 60):
            if (round(minutes) % 1440,) in mention.alternatives:
                return derived(
                    mention, start, span, f"{start.mention.text} and {span.mention.text} give {mention.text}"
                )
    return None


def _clocks(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    clocks = [t for t in terms if t.mention.kind == "time"]
    for first, second in itertools.combinations(clocks, 2):
        if not first.beside(second):
            continue
        for seconds in (abs(first.value - second.value) * 60, _DAY - abs(first.value - second.value) * 60):
            if _same(mention, seconds):
                return derived(
                    mention, first, second, f"from {first.mention.text} to {second.mention.text} is {mention.text}"
                )
    return None


def _same(mention: Mention, seconds: float) -> bool:
    if mention.bound in ("min", "over"):
        return mention.low <= seconds <= mention.low * 1.5
    if mention.bound in ("max", "under"):
        return mention.low / 1.5 <= seconds <= mention.low
    return abs(mention.low - seconds) <= (_ROUGH if mention.approximate else 1e-6) * max(mention.low, seconds)


def _dates(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """Days between two days, years between two years; a year's distance may be one less for an age."""
    if mention.size < _DAY:
        return None
    found = [t for t in terms if t.mention.kind == "date" and t.mention.low]
    for first, second in itertools.combinations(found, 2):
        if first.beside(second) and _apart(mention, *sorted((first, second), key=lambda t: t.value)):
            return derived(
                mention, first, second, f"from {first.mention.text} to {second.mention.text} is {mention.text}"
            )
    return None


def _apart(mention: Mention, first: Term, second: Term) -> bool:
    precise = not first.mention.is_range and not second.mention.is_range
    wanted = round(mention.low / mention.size) if mention.size else 0
    if wanted <= 0:
        return False
    years = date.fromordinal(int(second.value)).year - date.fromordinal(int(first.value)).year
    if abs(mention.size - _YEAR) < 2 * _DAY:
        if precise:
            start, end = date.fromordinal(int(first.value)), date.fromordinal(int(second.value))
            years -= (end.month, end.day) < (start.month, start.day)
            return years == wanted
        aged = mention.text.rstrip().endswith(("old",)) or mention.text.isdigit()
        return (
            wanted == years
            or (aged and wanted == years - 1)
            or (mention.approximate and abs(wanted - years) <= max(1, wanted * _ROUGH))
        )
    days = second.value - first.value
    return precise and abs(days * _DAY - mention.low) <= max(
        mention.size * (0.12 if mention.size > 27 * _DAY else 0.0), 1.0
    )
