"""Dates and times of a source in the draft's own form: "March 5, 2024" for 2024-03-05, "4:30 pm" for 16:30."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from critique_core.typed_values.locale_tables import tables

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
_ISO = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?\b")
_SLASHED = re.compile(r"\b(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4})\b")
_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20|21)\d{2}(?![\d.,]\d|\d)")
_DAY = re.compile(r"(?<![\d:.,/])(?P<day>\d{1,2})(?P<ordinal>st|nd|rd|th)?(?![\d:/]|[.,]\d)")
_TIME = re.compile(
    r"(?<!\d)(?P<hour>\d{1,2})(?::(?P<minute>\d{1,2}))?(?:(?P<gap>\s?)(?P<half>[ap]\.?m\b\.?))?(?![\d%])", re.IGNORECASE
)
_TO = re.compile(r"(\s*(?:-|–|—|\bto\b|\band\b|\buntil\b)\s*)")


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a date as written, with its place."""

    value: int
    start: int
    end: int


_Parts = dict[str, _Part]
_Width = Literal["wide", "abbreviated"]
_WIDTHS: tuple[_Width, ...] = ("wide", "abbreviated")


def redated(stated: str, source: str) -> str | None:
    """The source's date in the order and style of ``stated``; the source's own text when it lacks a stated part.

    ``None`` when either is no date, or when the order of day and month in one of them is unclear.
    """
    own, other = _date(stated), _date(source)
    if not own or not other:
        return None
    if own.keys() - other.keys():
        return source
    written = stated
    for name, part in sorted(own.items(), key=lambda item: -item[1].start):
        old = stated[part.start : part.end]
        written = written[: part.start] + _like(name, old, other[name].value) + written[part.end :]
    return written


def retimed(stated: str, source: str) -> str | None:
    """The source's time of day, or range of times, on the clock (12 or 24 hours) of ``stated``; ``None`` if none."""
    own, other = _TO.split(stated), _TO.split(source)
    if len(own) != len(other) or len(own) > 3:
        return None
    for place in range(0, len(own), 2):
        time = _time_like(own[place], other[place])
        if time is None:
            return None
        own[place] = time
    return "".join(own)


def _date(text: str) -> _Parts | None:
    if iso := _ISO.search(text):
        return {name: _part(iso, name) for name in ("year", "month", "day") if iso[name]}
    if slashed := _SLASHED.search(text):
        return _of_numbers(slashed)
    found: _Parts = {}
    if month := _month_names().search(text):
        found["month"] = _Part(_months()[month[0].casefold()][0], month.start(), month.end())
    if year := _YEAR.search(text):
        found["year"] = _Part(int(year[0]), year.start(), year.end())
    day = next((one for one in _DAY.finditer(text) if 1 <= int(one["day"]) <= 31), None) if "month" in found else None
    if day:
        found["day"] = _Part(int(day["day"]), day.start(), day.end())
    return found or None


def _of_numbers(match: re.Match[str]) -> _Parts | None:
    """Day and month, known by the dot (day first) or by one above 12; else no one can know."""
    first, second = int(match["first"]), int(match["second"])
    if match["mark"] == "/" and first <= 12 and second <= 12:
        return None
    day, month = ("second", "first") if match["mark"] == "/" and second > 12 else ("first", "second")
    return {"day": _part(match, day), "month": _part(match, month), "year": _part(match, "year")}


def _part(match: re.Match[str], name: str) -> _Part:
    return _Part(int(match[name]), match.start(name), match.end(name))


def _like(name: str, old: str, value: int) -> str:
    if name == "month" and not old[0].isdigit():
        return _month_like(old, value)
    digits = re.match(r"\d+", old)
    width = len(digits[0]) if digits and digits[0].startswith("0") else 1
    if name == "year" or digits is None:
        return str(value)
    return f"{value:0{width}d}" + (_ordinal(value) if re.search(r"[a-z]\Z", old) else "")


def _ordinal(value: int) -> str:
    return "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _month_like(old: str, value: int) -> str:
    _, language, width = _months()[old.casefold()]
    name = tables()["months"][language]["format"][width][value - 1].rstrip(".")
    name = name + "." if old.endswith(".") else name
    return name.upper() if old.isupper() else name.capitalize() if old[0].isupper() else name


@cache
def _months() -> dict[str, tuple[int, str, _Width]]:
    """Month by its written name: its number, and the language and width to write another one in."""
    known: dict[str, tuple[int, str, _Width]] = {}
    for language in _LANGUAGES:
        for width in _WIDTHS:
            for number, name in enumerate(tables()["months"][language]["format"][width], 1):
                known.setdefault(name.casefold().rstrip("."), (number, language, width))
    return known


@cache
def _month_names() -> re.Pattern[str]:
    names = sorted(_months(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)


def _time_like(stated: str, source: str) -> str | None:
    own, other = _TIME.search(stated), _TIME.search(source)
    if own is None or other is None or int(other["hour"]) > 24 or int(other["minute"] or 0) > 59:
        return None
    hour, minute = int(other["hour"]) % 24, int(other["minute"] or 0)
    if other["half"]:
        hour = hour % 12 + (12 if other["half"][0] in "pP" else 0)
    written = _on_clock(own, hour, minute, source_has_half=bool(other["half"] or other["minute"]))
    return stated[: own.start()] + written + stated[own.end() :]


def _on_clock(own: re.Match[str], hour: int, minute: int, *, source_has_half: bool) -> str:
    half = own["half"]
    shown = (hour % 12 or 12) if half and source_has_half else hour
    width = 2 if own["hour"].startswith("0") else 1
    text = f"{shown:0{width}d}" + (f":{minute:02d}" if own["minute"] or minute else "")
    if not half:
        return text
    letter = half[0] if not source_has_half else ("p" if hour >= 12 else "a")
    return text + own["gap"] + (letter.upper() if half[0].isupper() else letter) + half[1:]
