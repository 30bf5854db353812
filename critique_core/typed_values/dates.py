"""Dates in any common written form, with month names from CLDR: days, months, quarters, years, decades."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import zip_longest

import regex

from critique_core.typed_values import measures
from critique_core.typed_values.locale_tables import tables
from critique_core.typed_values.number_words import ordinal

_CODES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru")
_FIRST, _LAST = 1000, 2199


@dataclass(frozen=True, slots=True)
class DateMatch:
    """A date, month, year, decade or century: ``low`` and ``high`` are its first and last day (proleptic ordinals).

    ``readings`` are (year, month, day) with 0 for what is not said: a day and month without a year match that day of
    any year, and a span of years matches its first and its last. A part of a year ("Q3 2024") has no reading.
    """

    start: int
    end: int
    low: float
    high: float
    readings: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def _months(language: str) -> dict[str, int]:
    """Month names and abbreviations; Russian ones also in the case that follows "in" ("в октябре")."""
    found: dict[str, int] = {}
    for code in dict.fromkeys(("en", language)):
        names = tables()["months"][code]
        for form in ("format", "stand-alone"):
            for style in ("wide", "abbreviated"):
                for number, name in enumerate(names[form][style], 1):
                    found.setdefault(name.casefold().rstrip("."), number)
                    if code == "ru" and form == "stand-alone" and style == "wide":
                        found.setdefault(regex.sub(r"[ьй]$", "", name.casefold()) + "е", number)
    found["sept"] = 9
    return found


_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|\.|º|°)?"
_YEAR = r"(?P<year>[12]\d{3})(?!\d|[.,]\d|\s?%)"
_OF = r"(?:of\s|de\s|del\s|do\s)?"
_ORDINAL_NAMES = (
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}+teenth|twentieth|thirtieth"
    r"|(?:twenty|thirty)[\s-]\p{L}+"
)
_PART = (
    r"(?P<number>[1-4](?:st|nd|rd|th|\.|er|e|ème)?|first|second|third|fourth|erste[sn]?|zweite[sn]?|dritte[sn]?"
    r"|vierte[sn]?|premier|deuxième|troisième|quatrième|primer|segundo|tercer|cuarto|primo|secondo|terzo|quarto)"
)


_LEADS = (
    r"anfang|mitte|ende|début|fin|mi"
    r"|im|in|ab|von|bis|seit|en|de|du|à|au|a|al|da|ad|hasta|desde|até|van|tot|vanaf|em|entre|dal|dans|nel"
)

_JOINING = "und|oder|sowie|et|ou|y|o|e|en|of"


def _month_alone(language: str, name: str, month: str) -> str:
    """A month without a day or a year, behind a word that says it is one ("may" and "march" are verbs as well)."""
    if language != "en":
        whole = (names.casefold() for names in tables()["months"][language]["format"]["wide"])
        full = "|".join(regex.escape(one) for one in whole)
        lead = rf"(?:{_LEADS})\s|d[’']|(?:{full})(?:,|\s(?:{_JOINING}))\s"  # "im Juli und August"
        return rf"(?<=(?<!\p{{L}})(?:{lead}))(?P<name>{full})(?!\p{{L}}|\s?\d|\sde\s\d)"
    return (
        rf"(?<=\b(?:in|during|for|from|to|until|till|through|the|last|next|this"
        rf"|every|each|early|late|mid|(?:end|start|beginning|middle) of)[\s-]){name}"
        rf"(?!\s?\d(?!\S*\s(?:euros?|dollars?|pounds?)\b)|\s(?-i:\p{{Lu}})|\p{{L}}|[’'-])"
        rf"|(?<!\p{{L}}){name}(?=\s(?:to|until|till|through)\s(?:(?:early|mid|late)[\s-])?(?:{month})(?!\p{{L}}))"
        rf"|(?<!\p{{L}})(?=(?-i:\p{{Lu}})){name}(?=(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s)(?=(?-i:\p{{Lu}}))(?:{month})(?!\p{{L}}|\s?\d))"
        rf"|(?<=(?<!\p{{L}})(?:{month})(?:,\s(?:and\s|or\s)?|\s(?:and|or)\s))(?=(?-i:\p{{Lu}})){name}(?!\s?\d|\p{{L}}|[’'-])"
        rf"|(?<!\p{{L}})(?=(?-i:\p{{Lu}})){name}(?=\s(?:brought|saw|recorded|had)(?!\p{{L}}))"
        rf"|(?<=[:=|\t]\s?[\"']?)(?=(?-i:\p{{Lu}})){name}(?=[\"']?\s?(?:\Z|[|,;\n\t}}]))|\A(?=(?-i:\p{{Lu}})){name}\Z"
    )


@lru_cache(maxsize=16)
def _with_months(language: str) -> dict[str, str]:
    """The patterns of the forms that name a month."""
    months = _months(language)
    month = "|".join(regex.escape(name) for name in sorted(months, key=len, reverse=True))
    # the period behind "Dec." is part of it, the one behind "May." ends a sentence
    short = "|".join(regex.escape(one) for one in months if any(one != o and o.startswith(one) for o in months))
    name, year_after = rf"(?P<name>{month})(?!\p{{L}})(?:(?<=\b(?:{short}))\.)?", rf"(?:\s?,?\s{_OF}{_YEAR})?"
    return {
        "day_span": rf"(?<![\d.,:])(?:the\s)?{_DAY}\s?(?:[-–—]|to|until|bis|au|al|and"
        rf"|und)\s?(?:the\s)?(?P<last>[0-3]?\d)(?:st|nd|rd|th|er|\.)?\s{_OF}{name}{year_after}",
        "month_span": rf"(?<!\p{{L}}){name}\s(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s?[-–—]\s?(?P<last>[0-3]?\d)(?:st|nd"
        rf"|rd|th)?(?!\d|[.:,]\d){year_after}",
        "day_month": rf"(?<![\d.,:/-])(?:the\s)?{_DAY}\s{_OF}{name}{year_after}",
        "word_month": rf"(?<!\p{{L}})(?:the\s)?(?P<dayword>{_ORDINAL_NAMES})\sof\s{name}{year_after}",
        "month_word": rf"(?<!\p{{L}}){name}\s(?:the\s)?(?P<dayword>{_ORDINAL_NAMES})\b{year_after}",
        "month_day": rf"(?<!\p{{L}}){name}\s(?:the\s)?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?!\d|[.:,]\d|\s?[%€$£]"
        rf"|\p{{L}}|\s(?:euros?|dollars?|pounds?|francs?|crowns?|percent|per\scent)(?!\p{{L}})){year_after}",
        "month_year": rf"(?<!\p{{L}}){name},?\s(?:in\s)?{_OF}{_YEAR}",
        "month_alone": _month_alone(language, name, month),
    }  # fmt: skip


_FIXED = {
    "iso": r"(?<!\d|\d-)(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>[0-3]\d)(?![\d-])|(?![\d-]"
    r"|\s(?:season|academic|fiscal|school)))",
    "cjk": r"(?P<year>[12]\d{3})\s?年(?:\s?(?P<month>[01]?\d)\s?月(?:\s?(?P<day>[0-3]?\d)\s?[日号])?)?"
    r"|(?P<month2>[01]?\d)月(?P<day2>[0-3]?\d)[日号]",
    "slashed": r"(?<![\d/.])(?P<a>[0-3]?\d)(?P<sep>[/.-])(?P<b>[0-3]?\d)(?P=sep)"
    r"(?P<year>(?:[12]\d)?\d{2})(?![\d/])",
    "decade": r"(?<!\d)(?:(?P<part>early|mid|late)[\s-](?:the\s)?)?(?P<year>[12]\d{2}0)['’]?s\b|(?:(?<=\b(?:the"
    r"|early|late|mid)[\s-])['’]?|(?<!\p{L})['’])(?P<short>[2-9]0)s\b",
    "quarter": rf"(?:\bQ(?P<q>[1-4])(?:\s(?:of\s)?|/|\s?FY\s?)|(?<!\p{{L}}){_PART}[\s-](?:quarter|quartals?"
    rf"|trimestre|kwartaal)(?:\s(?:of|de|des|del|di|d['’])?\s?)?(?:the\s)?(?:fiscal\s)?){_YEAR}"
    rf"|(?P<year2>[12]\d{{3}})[\s-]?Q(?P<q2>[1-4])\b|(?<!\d)(?P<h2>[12])H\s?(?P<year3>[12]\d{{3}})(?!\d)",
    "halfyear": rf"(?:\bH(?P<q>[12])(?:\s(?:of\s)?|/|\s?FY\s?)|\b(?P<number>first"
    rf"|second)[\s-]half\sof\s(?:fiscal\s)?){_YEAR}",
    "span": r"(?<![\d\p{L}.,/-])(?P<year>1[5-9]\d{2}|20\d{2})\s?[-–/]\s?(?P<until>(?:1[5-9]|20)?\d{2})(?!\d"
    r"|[.,/:-]\d|\s?%)",
    "fiscal": r"\b(?:FY\s?['’]?|fiscal(?:\syear)?\s|Geschäftsjahr\s|exercice\s)(?P<year>20\d{2}"
    r"|\d{2})(?:[/-](?P<until>\d{2}))?(?!\d)",
    "century": r"(?<!\p{L})(?P<century>\d{1,2}(?:st|nd|rd|th)|\p{L}+(?:-\p{L}+)?)[\s-]century\b"
    r"|(?<![\d.,])(?P<cent>\d{1,2})(?:\.\sJahrhunderts?|e\ssiècle|\.\s?Jh\.)",
    "part": r"\b(?P<part>early|mid|late|Anfang|Mitte|Ende|début|mi)[\s-](?P<year>1[5-9]\d{2}"
    r"|20\d{2})(?![\d\p{L}]|[.,]\d)",
    "season": r"\b(?P<season>spring|summer|autumn|fall|Frühjahr|Frühling|Sommer|Herbst|printemps|été|automne"
    r"|primavera|verano|otoño|estate|autunno)\s(?:of\s|de\s|del\s|des\s)?(?P<year>1[5-9]\d{2}|20\d{2})(?!\d"
    r"|[.,/]\d)",
    "year": r"(?<![\d\p{L}.,/:$€£#_+*=])(?<!\p{L}-)(?<![\d.]-)(?P<year>1[0-9]\d{2}|20\d{2}"
    r"|21\d{2})(?![\d\p{Latin}\p{Cyrillic}_%/]|:\S|[.,]\d|-\d|\s?(?:%|percent\b|\p{Sc}))",
}  # fmt: skip


@lru_cache(maxsize=256)
def _pattern(form: str, language: str) -> regex.Pattern[str]:
    return regex.compile(_FIXED.get(form) or _with_months(language)[form], regex.IGNORECASE)


_DIGIT = regex.compile(r"\d")
_FOUR = regex.compile(r"\d{4}")
_LETTERS = regex.compile(r"\p{L}+")
_PARTS = {
    "early": (1, 4),
    "anfang": (1, 4),
    "début": (1, 4),
    "mid": (4, 9),
    "mitte": (4, 9),
    "mi": (4, 9),
    "late": (9, 12),
    "ende": (9, 12),
    "fin": (9, 12),
}
_SEASONS = {"spring": (3, 6), "frühjahr": (3, 6), "frühling": (3, 6), "printemps": (3, 6), "primavera": (3, 6),
            "summer": (6, 9), "sommer": (6, 9),
            "été": (6, 9), "verano": (6, 9), "estate": (6, 9)}  # fmt: skip
_PART_NUMBERS = {"erste": 1, "primer": 1, "premier": 1, "primo": 1, "first": 1, "zweite": 2, "deuxième": 2,
    "segundo": 2, "secondo": 2,
                 "second": 2, "dritte": 3, "troisième": 3, "tercer": 3, "terzo": 3, "third": 3, "vierte": 4,
                 "quatrième": 4, "cuarto": 4,
                 "quarto": 4, "fourth": 4}  # fmt: skip


def days_of(year: int, first: int = 1, last: int = 12, day: int = 0) -> tuple[int, int] | None:
    """First and last day (ordinals) of months ``first`` to ``last`` of a year, or one day of its month."""
    try:
        if day:
            return date(year, first, day).toordinal(), date(year, first, day).toordinal()
        following = date(year + last // 12, last % 12 + 1, 1)
        return date(year, first, 1).toordinal(), (following - timedelta(days=1)).toordinal()
    except ValueError:
        return None


@lru_cache(maxsize=20_000)
def dates(text: str, code: str) -> tuple[DateMatch, ...]:
    """All dates of a text in order, longest form first."""
    language = code if code in _CODES else "en"
    found: list[DateMatch] = []
    for form in _possible(text, language):
        for match in _pattern(form, language).finditer(text):
            if not any(d.start < match.end() and match.start() < d.end for d in found):
                found += _read(form, match, text, language)
    found.sort(key=lambda d: d.start)
    return tuple(_inherited(text, found))


_NAMED = (
    "day_span",
    "month_span",
    "day_month",
    "word_month",
    "month_word",
    "month_day",
    "month_year",
    "month_alone",
)
_WITHOUT_DIGITS = frozenset(("word_month", "month_word", "month_alone"))
_YEARLY = (
    "iso",
    "cjk",
    "slashed",
    "decade",
    "quarter",
    "halfyear",
    "span",
    "fiscal",
    "century",
    "part",
    "season",
    "year",
)
_CENTURY = regex.compile(r"centur|Jahrh|Jh\.|siècle", regex.IGNORECASE)
_SHORT = regex.compile(r"\d[/.-]\d{1,2}[/.-]\d\d|\d0s\b|FY|fiscal|\d月")


def _possible(text: str, language: str) -> list[str]:
    """The forms worth looking for, by what a text holds: month names, four digits in a row, "century"."""
    digits = _DIGIT.search(text) is not None
    named = any(word in _months(language) for word in _LETTERS.findall(text.casefold()))
    forms = [form for form in _NAMED if digits or form in _WITHOUT_DIGITS] if named else []
    if digits and (_FOUR.search(text) or _SHORT.search(text)):
        return [*forms, *_YEARLY]
    return [*forms, "century"] if _CENTURY.search(text) else forms


_VERBS = frozenset(("may", "mar", "march", "sun", "dec"))


def _read(form: str, match: regex.Match[str], text: str, language: str) -> Iterator[DateMatch]:
    groups = match.groupdict()
    name = groups.get("name") or ""
    if form == "month_alone":
        if language != "en" or match.group()[:1].isupper():
            yield DateMatch(match.start(), match.end(), 0, 0, ((0, _months(language)[name.casefold()], 0),))
        return
    if name in _VERBS and language == "en" and not groups.get("year") and not text.islower():
        return
    if form == "year" and not (_is_key if text.startswith(":", match.end()) else _is_year)(text, match):
        return
    reader = _READERS.get(form, _named)
    found = reader(match, groups, language)
    if found is not None:
        yield found


def _named(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    """A day, a month or a year, in digits or with a month's name."""
    year = int(groups.get("year") or 0)
    month = _months(language).get((groups.get("name") or "").casefold(), 0) or int(
        groups.get("month") or groups.get("month2") or 0
    )
    day = int(groups.get("day") or groups.get("day2") or 0) or ordinal((groups.get("dayword") or "").casefold())
    last = int(groups.get("last") or 0)
    if day > 31 or last > 31 or (last and last <= day) or not (year or (month and day)) or month > 12:
        return None
    if not year:
        readings = ((0, month, day), (0, month, last))[: 2 if last else 1]
        return DateMatch(match.start(), match.end(), 0, 0, readings)
    span = days_of(year, month or 1, month or 12, day) if _FIRST <= year <= _LAST else None
    until = days_of(year, month, month, last) if last else span
    if span is None or until is None:
        return None
    readings = ((year, month, day), (year, month, last))[: 2 if last else 1]
    return DateMatch(match.start(), match.end(), span[0], until[1], readings)


def _part(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    """A part of a year: quarter, half-year, season, or its beginning, middle or end."""
    year = int(groups["year"] or groups.get("year2") or groups.get("year3") or 0)
    written = groups.get("q") or groups.get("q2") or groups.get("h2") or groups.get("number") or ""
    number = (
        int(written[0])
        if written[:1].isdigit()
        else _PART_NUMBERS.get(written.casefold().rstrip("sn"), _PART_NUMBERS.get(written.casefold(), 0))
    )
    half = match.re is _pattern("halfyear", language) or bool(groups.get("h2"))
    if number:
        size = 6 if half else 3
        months = (size * (number - 1) + 1, size * number)
    elif groups.get("season"):
        months = _SEASONS.get((groups["season"] or "").casefold(), (9, 12))
    else:
        months = _PARTS[(groups["part"] or "").casefold()]
    span = days_of(year, *months)
    readings = () if number else ((year, 0, 0),)
    return DateMatch(match.start(), match.end(), span[0], span[1], readings) if span else None


def _span(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    """Two years joined by a dash ("2019–2021", "2023/24"), or a fiscal year."""
    del language
    year, written = int(groups["year"] or 0), groups["until"]
    year += 2000 if year < 100 else 0
    until = int(written) if written else year
    until += year // 100 * 100 if until < 100 else 0
    first, last = days_of(year), days_of(until)
    if until < year or (written and until == year) or not first or not last:
        return None
    return DateMatch(
        match.start(),
        match.end(),
        first[0],
        last[1],
        ((year, 0, 0), (until, 0, 0)) if until > year else ((year, 0, 0),),
    )


def _decade(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    del language
    year = int(groups["year"] or 0) or 1900 + int(groups["short"] or 0)
    first, last = days_of(year), days_of(year + 9)
    return DateMatch(match.start(), match.end(), first[0], last[1], ()) if first and last else None


def _century(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    del language
    word = groups["century"] or groups["cent"] or ""
    digits = regex.match(r"\d+", word)
    number = int(digits.group()) if digits else ordinal(word.casefold())
    first, last = (days_of(max(1, (number - 1) * 100)), days_of(number * 100)) if 1 <= number <= 21 else (None, None)
    return DateMatch(match.start(), match.end(), first[0], last[1], ()) if first and last else None


def _slashed(match: regex.Match[str], groups: dict[str, str | None], language: str) -> DateMatch | None:
    first, second, year = int(groups["a"] or 0), int(groups["b"] or 0), int(groups["year"] or 0)
    dotted = groups["sep"] == "."
    if year < 100:
        if dotted:
            return None
        year += 2000 if year < 70 else 1900
    readings = [(second, first)] if dotted or language not in ("en",) else [(second, first), (first, second)]
    spans = [
        (span, (year, month, day))
        for month, day in readings
        if month <= 12 and (span := days_of(year, month, month, day))
    ]
    if not spans:
        return None
    return DateMatch(
        match.start(), match.end(), spans[0][0][0], spans[0][0][1], tuple(dict.fromkeys(r for _, r in spans))
    )


_READERS = {"quarter": _part, "halfyear": _part, "part": _part, "season": _part, "span": _span, "fiscal": _span,
            "decade": _decade,
            "century": _century, "slashed": _slashed}  # fmt: skip


def _inherited(text: str, found: list[DateMatch]) -> Iterator[DateMatch]:
    """Give "1 April" the year of "1 April and 9 August 2022"."""
    for date_match, following in zip_longest(found, found[1:]):
        joint = text[date_match.end : following.start] if following else ""
        near = (
            following is not None
            and following.readings
            and len(date_match.readings) == 1
            and not date_match.low
            and following.low
        )
        if near and following and _JOINT.fullmatch(joint):
            _, month, day = date_match.readings[0]
            year = following.readings[0][0] - ((month, day) > following.readings[0][1:])
            span = days_of(year, month, month, day)
            yield replace(date_match, low=span[0], high=span[1], readings=((year, month, day),)) if span else date_match
        else:
            yield date_match


_JOINT = regex.compile(
    r"\s?(?:[-–—]|and|to|until|or|through|bis|und|au|et|y|al|e|en|tot)\s?(?:the\s)?", regex.IGNORECASE
)
_STRONG = regex.compile(
    r"(?:\b(?:in|since|until|before|after|during|by|year|years|early|late|mid|season|en|im|seit|depuis|desde|vor"
    r"|nach|jahr|jahre|année|año|anno|nel|em|sinds|"
    r"spring|summer|autumn|winter|fall|founded|est\.?|born|died|circa|c\.|ca\.|в|с|до|после)[\s,-]*"
    r"|[(©]\s?)$", regex.IGNORECASE)  # fmt: skip
_WEAK = regex.compile(
    r"(?:\b(?:of|from|to|and|for|between|bis|von|fin|début|de|du|del|the|or|through|till)[\s,-]*|[–—-]\s?|^\s*)$",
    regex.IGNORECASE,
)
_PLURAL = regex.compile(
    r"\s(?!(?:is|was|has|as|its|his|this|thus|plus|census|us)\b)(?:\p{Ll}+(?<![usi])s\b|people\b|men\b|women\b|children\b)"
)
_COUNTS = regex.compile(r"\b(?:than|over|under|least|most|about|nearly|almost|only)\s$", regex.IGNORECASE)
_CLOSES = regex.compile(
    r"\s*(?:[.,;:!?)\]\"”–—-]|$|and\b|was\b|is\b|the\b|season\b|by\b|when\b|with\b|at\b|in\b|as\b|he\b|she\b|it\b"
    r"|they\b|election|edition|film|album)"
)


def _is_key(text: str, match: regex.Match[str]) -> bool:
    """Whether a year before a colon opens a line of a chronicle: "2018: A dairy is built"."""
    behind = text[match.end() + 2 : match.end() + 3]
    return 1800 <= int(match.group("year")) <= 2099 and not text[: match.start()].strip() and behind.isalpha()


def _is_year(text: str, match: regex.Match[str]) -> bool:
    """Tell a year from a count: by the word before, and by a unit or plural noun after."""
    year, start, end = int(match.group("year")), match.start(), match.end()
    plural = bool(_PLURAL.match(text, end))
    if measures.unit_after(text, end) is not None:
        return False
    if _STRONG.search(text, max(0, start - 16), start):
        return not (plural and year % 100 == 0 and year != 2000) or year % 10 != 0
    if plural:
        return False
    if _COUNTS.search(text, max(0, start - 12), start):
        return False
    if _WEAK.search(text, max(0, start - 16), start):
        return 1200 <= year <= 2100
    return 1500 <= year <= 2099 and bool(_CLOSES.match(text, end))
