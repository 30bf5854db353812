"""Lengths of time and ages drawn from two dates or clock times, and the end that a start and a length give."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values.dates import days_of
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, derived, own_words, says_more

_DAY, _YEAR = 86400.0, 365.25 * 86400.0
_ROUGH = 0.06
_MOST_STEPS, _FEW_DATES = 3, 6
_COMMON_YEARS = (2023, 2024)


def between(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A claim's length of time from two stated ends, or its clock time from a start and a length."""
    if mention.kind == "time":
        return _ends(mention, terms)
    for year in _years(mention, terms):
        own, dated = _in_year(mention, year), [replace(t, mention=_in_year(t.mention, year)) for t in terms]
        found = _days(own, dated) if mention.kind == "date" else _dates(claim, own, dated)
        if found is not None:
            return replace(found, mention=mention)
    return None if mention.kind == "date" else _clocks(claim, mention, terms)


def _years(mention: Mention, terms: Sequence[Term]) -> list[int]:
    """The years in which a date without one is read: that of the claim, else a common year and a leap year."""
    dates = [m for m in (mention, *(t.mention for t in terms)) if m.kind == "date"]
    if all(m.low for m in dates):
        return [0]
    return [date.fromordinal(int(mention.low)).year] if mention.kind == "date" and mention.low else list(_COMMON_YEARS)


def _in_year(mention: Mention, year: int) -> Mention:
    if mention.kind != "date" or mention.low or len(mention.alternatives) != 1:
        return mention
    _, month, day = mention.alternatives[0]
    span = days_of(year, month, month, day) if month else None
    return replace(mention, low=span[0], high=span[1]) if span else mention


def _ends(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    clocks = [t for t in terms if t.mention.kind == "time" and not t.mention.is_range]
    spans = [
        t for t in terms if t.mention.unit == "[time]" and t.value < _DAY and not t.mention.bound and not t.mention.per
    ]
    for start, steps in itertools.product(clocks, _chains(spans)):
        total = sum(span.value for span in steps) / 60
        back = [-total] if len(steps) == 1 and start.is_near(steps[0]) else []
        if all(start.is_of_account(span) for span in steps):
            for minutes in (total, *back):
                if (round(start.value + minutes) % 1440,) in mention.alternatives:
                    lengths = " and ".join(span.mention.text for span in steps)
                    told = (
                        f"{start.mention.text} and {lengths} give"
                        if minutes > 0
                        else f"{lengths} before {start.mention.text} is"
                    )
                    return derived(mention, start, steps[-1], f"{told} {mention.text}")
    return None


def _chains(spans: Sequence[Term]) -> Iterator[Sequence[Term]]:
    """Lengths of time, one and then several that follow each other."""
    for count in range(1, _MOST_STEPS + 1):
        for start in range(len(spans) - count + 1):
            steps = spans[start : start + count]
            if not any(_WITHIN.search(span.sentence.text[: span.mention.start]) for span in steps[1:]):
                yield steps


_NEXT_DAY = regex.compile(r"\b(?:the (?:following|next) (?:day|morning)|the day after|a day later)\b")
_DAY_BEFORE = regex.compile(r"\b(?:the (?:previous|preceding) day|the day before|a day earlier|the eve)\b")
_WITHIN = regex.compile(r"\b(?:includ\p{L}*|incl\.|with)\W+(?:\p{L}+\W+)?$", regex.IGNORECASE)
_TOLD = 2  # words of a claim that a third date's part has, and that of one of two has not
_ONWARD = regex.compile(r"\s+(?:later|older\s+than)\b", regex.IGNORECASE)
_BACKWARD = regex.compile(r"\s+(?:earlier|younger\s+than)\b", regex.IGNORECASE)
_LATER, _EARLIER = regex.compile(r"\s(?:later|after|of|from)\b"), regex.compile(r"\s(?:earlier|before)\b")


def _days(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A day that a stated day and a distance give: "3 June ... the following day", "14 May ... two weeks later"."""
    days = [t for t in terms if t.mention.kind == "date" and t.mention.low and t.mention.low == t.mention.high]
    if not mention.low:
        return None
    if mention.low != mention.high:
        return _later_by_a_term(mention, terms)
    for day in days:
        if (shift := mention.low - day.value) in (1.0, -1.0) and _names_neighbouring_day(day, shift):
            return _moved(mention, day, day, shift)
    for day, term in itertools.product(days, terms):
        for shift in _shifts(term):
            if day.is_of_account(term) and day.value + shift == mention.low:
                return _moved(mention, day, term, shift)
    return _later_by_a_term(mention, terms)


def _later_by_a_term(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A date that a stated one and a length of months or years in its sentence give.

    "Died in 1204 after a reign of 31 years" began in 1173; "five years from 1 October 2019" end on 30 September 2024.
    """
    dated = [t for t in terms if t.mention.kind == "date" and t.mention.low]
    lengths = [t for t in terms if t.mention.unit == "[time]" and t.mention.size > 27 * _DAY and not t.mention.per]
    for start, span in itertools.product(dated, lengths):
        own, exactness = start.mention, mention.high - mention.low
        # a year is no day of a year; it may be a day shorter than a leap year
        more_exact = exactness < own.high - own.low - 1
        if start.alignment is not span.alignment or more_exact or mention.low <= own.low <= mention.high:
            continue
        months = round(span.mention.low / (_YEAR / 12))
        for moved in _moved_by(start.mention, months, _signs(span)):
            if mention.low <= moved <= mention.high:
                return derived(
                    mention, start, span, f"{start.mention.text} and {span.mention.text} give {mention.text}"
                )
    return None


def _signs(span: Term) -> tuple[int, ...]:
    """Whether a length of time leads on from its date (1), back from it (-1), or may do both; the older came first."""
    text, end = span.sentence.text, span.mention.end
    return (1,) if _ONWARD.match(text, end) else (-1,) if _BACKWARD.match(text, end) else (1, -1)


def _moved_by(start: Mention, months: int, signs: Sequence[int] = (1, -1)) -> Iterator[int]:
    """The days some months after and before a date, and the last day of the term that begins on it."""
    first = date.fromordinal(int(start.low))
    for sign in signs:
        count = first.year * 12 + first.month - 1 + sign * months
        span = days_of(count // 12, count % 12 + 1, count % 12 + 1, min(first.day, 28)) if count > 12 else None
        if span is not None:
            day = span[0] + max(0, first.day - 28)
            yield day
            if sign == 1 and start.low == start.high:
                yield day - 1


def _moved(mention: Mention, day: Term, term: Term, shift: float) -> Derived:
    days = "the day" if abs(shift) == 1 else f"{abs(shift):.0f} days"
    side = "after" if shift > 0 else "before"
    return derived(mention, day, term, f"{days} {side} {day.mention.text} is {mention.text}")


def _names_neighbouring_day(day: Term, shift: float) -> bool:
    """Whether the text around a day mentions the next or the previous one."""
    wanted = _NEXT_DAY if shift > 0 else _DAY_BEFORE
    texts = (day.sentence.text, *(s.text for _, s in day.alignment.scope.around))
    return any(wanted.search(text) for text in texts)


def _shifts(term: Term) -> Iterator[float]:
    """The days by which a stated length ("two weeks later") moves a day."""
    text = term.sentence.text
    if term.mention.unit == "[time]" and term.value % _DAY == 0 and term.mention.bound in ("", "max"):
        if _LATER.match(text, term.mention.end):
            yield term.value / _DAY
        if _EARLIER.match(text, term.mention.end):
            yield -term.value / _DAY


def _clocks(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    clocks = [t for t in terms if t.mention.kind == "time"]
    spans = [t for t in clocks if t.mention.is_range]
    for term in spans:  # "between 18:00 and 19:30"
        if any(says_more(claim, other, term) for other in spans if other.alignment is term.alignment):
            continue  # "on Saturdays from 9 to 6, on Sundays from 11 to 4"
        if _same(mention, (term.mention.high - term.mention.low) % 1440 * 60):
            return derived(mention, term, term, f"{term.mention.text} is {mention.text}")
    single = [t for t in clocks if not t.mention.is_range]
    for first, second in itertools.combinations(single, 2):
        if not first.is_of_account(second):
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


def _dates(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """Days between two days, years between two years; a year's distance may be one less for an age."""
    if mention.size < _DAY:
        return None
    found = [t for t in terms if t.mention.kind == "date" and t.mention.low]
    for term in terms:  # "from 12 to 14 May": three days, two nights
        days = _days_of_span(term.mention)
        if days and mention.low in (days * _DAY, (days + 1) * _DAY):
            return derived(mention, term, term, f"{term.mention.text} is {mention.text}")
    for first, second in itertools.combinations(found, 2):
        if (
            (first.is_of_account(second) or len(found) <= _FEW_DATES)
            and _between_days(mention, *sorted((first, second), key=lambda t: t.value))
            and not _of_a_third(claim, mention, (first, second), found)
        ):
            return derived(
                mention, first, second, f"from {first.mention.text} to {second.mention.text} is {mention.text}"
            )
    return None


def _of_a_third(claim: Sentence, mention: Mention, ends: Sequence[Term], dates: Sequence[Term]) -> bool:
    """Whether a claim tells what is dated by another day beside two: "the first trains ran eight years after"."""
    here = claim.clause_at(mention.start)
    own = {w.index for w in claim.words if w.clause == here}
    beside = [(t, end) for t in dates if t not in ends for end in ends if t.alignment is end.alignment]
    return any(len(own & own_words(claim, t) - own_words(claim, end)) >= _TOLD for t, end in beside)


def _days_of_span(mention: Mention) -> int:
    """The days from the first day of "12 to 14 May" to the last; 0 for any other date."""
    if mention.kind != "date" or len(mention.alternatives) != 2 or not regex.search(r"\d.*\d", mention.text):
        return 0
    first, last = (days_of(year or _COMMON_YEARS[0], month, month, day) for year, month, day in mention.alternatives)
    return last[0] - first[0] if first and last and last[0] > first[0] else 0


def _between_days(mention: Mention, first: Term, second: Term) -> bool:
    precise = not first.mention.is_range and not second.mention.is_range
    wanted = round(mention.low / mention.size) if mention.size else 0
    if wanted <= 0:
        return False
    years = date.fromordinal(int(second.value)).year - date.fromordinal(int(first.value)).year
    if abs(mention.size - _YEAR) < 2 * _DAY:
        if _known_months(first, second):
            exact = (second.value - first.value) * _DAY / _YEAR
            if mention.approximate and abs(exact - wanted) > max(0.35, wanted * _ROUGH):
                return False
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


def _known_months(first: Term, second: Term) -> bool:
    """Whether both dates are known to the month."""
    return max(first.mention.high - first.mention.low, second.mention.high - second.mention.low) <= 31
