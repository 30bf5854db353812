"""Numbers in digits: which digits are a value of their own, what they amount to, and the magnitude after them."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import regex

from critique_core.typed_values import currencies, measures
from critique_core.typed_values.locale_tables import tables

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")
_COMMA_DECIMAL = frozenset(("de", "fr", "es", "it", "pt", "nl", "ru"))
_SPACES = "\u00a0\u202f\u2009 "
_TOKEN = regex.compile(
    rf"(?P<body>\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?![\d])(?:[.,]\d+)?(?![.,]?\d)"
    rf"|(?:(?<![\d\p{{L}}])\.)?\d+(?:[.,'’]\d+)*)"
    r"(?P<ordinal>(?:st|nd|rd|th|er|ère|ème|e|º|ª|-?(?:й|го|я|ое))(?![\p{L}\d_]))?"
)
_SHAPE = regex.compile(
    rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?:[.,]\d+)?|\d{{1,3}}(?:['’]\d{{3}})+(?:[.,]\d+)?"
    rf"|\d{{1,2}}(?:,\d{{2}})+,\d{{3}}(?:\.\d+)?"
    r"|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d*(?:[.,]\d+)?"
)
_NOT_VALUES = regex.compile(
    r"^[ \t]*\(?\d{1,3}[.)][ \t]+(?=\p{L})|(?<![:=(,]\s?)\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,2}\]"
    r"|(?<!`)`[^`\n]{0,80}\p{L}[^`\n]{0,80}`(?!`)"
    r"|(?<![\w.]|\d\s)(?:\+\d{1,3}[\s-]|\(0\d{1,4}\)\s?|0\d{2,4}[\s/-])(?:\(?\d{1,4}\)?[\s-]?){1,5}\d{2,}"
    r"|(?<![\d-])\d{3}-\d{3,4}-\d{4}(?![\d-])"
    r"|(?<![\d-])\d+(?:-\d+){3,}(?![\d-])|\b(?:24/7|9/11)\b|\bhttps?://\S+|\b[\w.+-]+@[\w-]+\.\w+",
    regex.MULTILINE,
)
_MAYBE_NOT = regex.compile(r"[\[`@+]|\d-\d|\d[.)][ \t]|(?<!\d)0\d|://|\d/\d")
_BEFORE_HYPHEN = regex.compile(
    r"(?<![\p{L}\d])(?:mid|pre|post|sub|under|over|top|plus|minus|non|nach|vor|anti)$", regex.IGNORECASE
)
_LETTERS_BEFORE = regex.compile(r"[\p{L}$]+$")
_LETTERS_AFTER = regex.compile(r"[\p{Latin}\p{Greek}\p{Cyrillic}]+")
_PERSONS_YEARS = regex.compile(r"(?:\b(?:her|his|their|my|our|the|early|late|mid)[\s-]|['’])$", regex.IGNORECASE)
_MINUS = regex.compile(r"(?:^|[\s(\[{\p{Sc}=:<>~≈])[-−–]$")
_MINUS_AFTER_NUMBER = regex.compile(r"[\d%]\s[-−–]$")
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー]")


@dataclass(frozen=True, slots=True)
class Number:
    """A number at ``text[start:end]``: ``step`` is the unit of its last written digit, 0 when spelt out."""

    start: int
    end: int
    value: float
    step: float = 1.0
    ordinal: bool = False
    fraction: bool = False


@lru_cache(maxsize=1)
def magnitudes() -> dict[str, float]:
    """Magnitude words and abbreviations from CLDR's compact number patterns, plus finance's own (bn, mn, tn, k)."""
    found: dict[str, float] = {
        "k": 1e3,
        "m": 1e6,
        "mn": 1e6,
        "mln": 1e6,
        "bn": 1e9,
        "b": 1e9,
        "t": 1e12,
        "tn": 1e12,
        "trn": 1e12,
    }
    for word, size in tables()["magnitudes"].items():
        found.setdefault(word.rstrip("."), size)
    for wrong in ("e", "duizend", "mi", "bi", "tri", "md"):
        found.pop(wrong, None)
    more = {
        "thousand": 1e3,
        "thousands": 1e3,
        "millions": 1e6,
        "billions": 1e9,
        "trillions": 1e12,
        "hundred": 1e2,
        "mil": 1e3,
    }
    return found | more | {"duizend": 1e3, "lakh": 1e5, "crore": 1e7, "dozen": 12.0}


_PARTED = regex.compile(rf"['’{_SPACES}]")


def parse_digits(body: str, code: str) -> tuple[float, float]:
    """Read a written number; returns its value and the unit of its last digit.

    A comma or point before groups of exactly three digits separates thousands, unless the language writes decimals
    with that sign and only one group follows ("1.482" in English is a decimal, "30.000" is not).
    """
    text = _PARTED.sub("", body)
    decimal = "," if code in _COMMA_DECIMAL else "."
    other = "." if decimal == "," else ","
    last = max(text.rfind(","), text.rfind("."))
    if last >= 0:
        sign, tail = text[last], text[last + 1 :]
        both = "," in text and "." in text
        separates = text.count(sign) > 1 or sign == other or tail == "000"
        grouping = separates and len(tail) == 3 and not text.startswith("0")
        if both or (text.count(sign) == 1 and not grouping):
            text = text[:last].replace(",", "").replace(".", "") + "." + tail
        else:
            text = text.replace(sign, "")
    point = text.find(".")
    places = len(text) - point - 1 if point >= 0 else 0
    value = float(text)
    if places or not value:
        return value, 10.0**-places
    zeros = len(text) - len(text.rstrip("0"))
    return value, 10.0 ** min(zeros, len(text.lstrip("0")) - 1)


def digits(text: str, code: str) -> Iterator[Number]:
    """Numbers written in digits, with the magnitude that follows them; not list numbers, phone numbers or citations."""
    skipped = [m.span() for m in _NOT_VALUES.finditer(text)] if _MAYBE_NOT.search(text) else []
    for match in _TOKEN.finditer(text):
        start, body = match.start(), match.group("body")
        if any(s < match.end() and start < e for s, e in skipped) or not _SHAPE.fullmatch(body):
            continue
        negative = bool(_MINUS.search(text, max(0, start - 2), start)) and not _MINUS_AFTER_NUMBER.search(
            text, max(0, start - 3), start
        )
        if not negative and not _free_before(text, start):
            continue
        ordinal = bool(match.group("ordinal"))
        if not ordinal and not _free_after(text, match.end()):
            continue
        value, step = parse_digits(body, code)
        number = Number(start - negative, match.end(), -value if negative else value, step, ordinal=ordinal)
        yield number if ordinal else scaled(text, number)


def _free_before(text: str, start: int) -> bool:
    """Whether digits are a number of their own, not the end of a word or code ("B2", "K-19", "covid-19", "v1_2")."""
    before = text[start - 1 : start]
    if not before or before.isspace() or before in '([{"“”‘«<>=~≈±+#*|–—−%':
        return True
    if before in "-‐‑":
        return (
            not text[start - 2 : start - 1].isalpha()
            or bool(_BEFORE_HYPHEN.search(text, 0, start - 1))
            or _unit_before(text, start - 1)
        )
    if before in ".,":
        letters = _LETTERS_BEFORE.search(text, 0, start - 1)
        return currencies.is_code(letters.group()) if letters else text[start - 2 : start - 1] in " ("
    if before == "/":
        return not text[start - 2 : start - 1].isalpha() or _unit_before(text, start - 1)
    if before.isalpha() and not _CJK.match(before):
        letters = _LETTERS_BEFORE.search(text, 0, start)
        return bool(letters) and currencies.is_code(letters.group())
    return before not in "_\\@" and not (before in "'’" and text[start - 2 : start - 1].isalpha())


def _unit_before(text: str, end: int) -> bool:
    """Whether letters before a hyphen are the unit of another number ("10km-12km")."""
    letters = _LETTERS_BEFORE.search(text, 0, end)
    return bool(letters) and text[letters.start() - 1 : letters.start()].isdigit()


def _free_after(text: str, end: int) -> bool:
    """Whether letters glued to digits are a unit, a magnitude or a currency, not the rest of a code ("3D", "2fa")."""
    letters = _LETTERS_AFTER.match(text, end)
    if letters is None:
        return text[end : end + 1] != "_"
    word = letters.group()
    if text[letters.end() : letters.end() + 1].isdigit() and word not in ("m", "km", "cm"):
        return word == "h"
    if word == "s" and _PERSONS_YEARS.search(text, 0, len(text[:end].rstrip("0123456789"))):
        return False
    return word in ("x", "p") or word.casefold() in magnitudes() or measures.is_symbol(word) or currencies.is_code(word)


_MAGNITUDE = regex.compile(r"[\s\u00a0\u202f-]?(\p{Han}|\p{L}+)")
_MONEY_BEFORE = regex.compile(r"\p{Sc}\s?[-−]?$")
_MONEY_AFTER = regex.compile(
    r"[\s\u00a0]?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|people|users|customers|subscribers|viewers"
    r"|visitors|passengers|households)\b)"
)


def scaled(text: str, number: Number) -> Number:
    """Apply a magnitude that follows the number: "1.2bn", "3 million", "2.1万"."""
    match = _MAGNITUDE.match(text, number.end)
    if not match:
        return number
    word = match.group(1)
    if word in "万亿億萬千百" and text[number.end].isspace() is False:
        scale = magnitudes().get(word) or {"万": 1e4, "萬": 1e4, "千": 1e3, "百": 1e2}.get(word, 1e8)
        return replace(number, end=match.end(), value=number.value * scale, step=number.step * scale)
    scale = magnitudes().get(word.casefold())
    if scale is None or (len(word) == 1 and not _abbreviated(text, number, match)):
        return number
    dotted = len(word) > 1 and word.casefold() + "." in _dotted() and bool(_DOT_INSIDE.match(text, match.end()))
    return replace(number, end=match.end() + dotted, value=number.value * scale, step=number.step * scale)


_DOT_INSIDE = regex.compile(r"\.[\s\u00a0][\p{L}\p{Sc}]")


@lru_cache(maxsize=1)
def _dotted() -> frozenset[str]:
    """Abbreviated magnitudes that CLDR writes with a full stop ("Mio.", "Mrd.")."""
    return frozenset(word for word in tables()["magnitudes"] if word.endswith("."))


def _abbreviated(text: str, number: Number, match: regex.Match[str]) -> bool:
    """Whether one letter after a number stands for thousand, million, ...: next to money, or the "k" of "10k"."""
    word, glued = match.group(1), match.start(1) == number.end
    if _MONEY_BEFORE.search(text, 0, number.start):
        return glued or word.casefold() == "m"
    if word == "k" and glued:
        return True
    return (
        glued
        and word in "mMK"
        and text[number.start : number.end] not in ("2", "4", "8")
        and bool(_MONEY_AFTER.match(text, match.end()))
    )


_VULGAR = regex.compile(r"(?<![\d.,])(\d+)?\s?([¼½¾⅓⅔⅕⅖⅗⅘⅙⅛⅜⅝⅞])")
_SLASHED = regex.compile(
    r"(?<![\d/.,:\p{L}-])(?:(\d{1,3})[\s-])?([1-9])[/⁄](2|3|4|5|6|8|10|16|100)(?![\d/,.]\d|\d|/)(?=(\s+(?:of|des|der"
    r"|de|di|del|an?)\b)?)"
)


def slashed(text: str, code: str) -> Iterator[Number]:
    """Fractions with a slash next to a whole number, a unit or "of": "2 1/2", "1/2 cup", "3/4 of"."""
    del code
    for match in _SLASHED.finditer(text):
        part = int(match.group(2)) / int(match.group(3))
        if part < 1 and (match.group(1) or match.group(4) or measures.unit_after(text, match.end())):
            yield Number(match.start(), match.end(), int(match.group(1) or 0) + part, 0.0, fraction=not match.group(1))


def vulgar(text: str, code: str) -> Iterator[Number]:
    """Fraction signs, alone or after a whole number: "½", "1½"."""
    del code
    for match in _VULGAR.finditer(text):
        value = float(match.group(1) or 0) + unicodedata.numeric(match.group(2))
        yield scaled(
            text,
            Number(match.start() if match.group(1) else match.start(2), match.end(), value, 0.0, fraction=value < 1),
        )
