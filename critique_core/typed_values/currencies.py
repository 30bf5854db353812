"""Currencies next to a number: names and symbols from CLDR, and the families that share a word or sign."""

from functools import lru_cache
from typing import NamedTuple

import regex

from critique_core.typed_values.locale_tables import tables

_FAMILIES = {"USD": "dollar", "CAD": "dollar", "AUD": "dollar", "NZD": "dollar", "SGD": "dollar", "HKD": "dollar",
    "GBP": "pound",
             "CHF": "franc", "SEK": "krone", "NOK": "krone", "DKK": "krone", "ISK": "krone", "MXN": "peso",
             "ARS": "peso",
             "CLP": "peso", "COP": "peso", "PHP": "peso", "INR": "rupee", "JPY": "yen", "CNY": "yen",
             "CZK": "krone"}  # fmt: skip
_SIGNS = {"$": "dollar", "€": "EUR", "£": "pound", "¥": "yen", "₹": "INR", "₩": "KRW", "元": "CNY", "₽": "RUB",
    "kr": "krone",
          "US$": "USD", "R$": "BRL", "Rs": "rupee", "Fr": "franc", "zł": "PLN", "Kč": "CZK", "Ft": "HUF",
          "руб": "RUB"}  # fmt: skip
_WORDS = {"kronor": "krone", "kroner": "krone", "crown": "krone", "crowns": "krone", "kronen": "krone", "quid": "pound",
          "bucks": "dollar", "euros": "EUR", "euro": "EUR", "pounds sterling": "GBP", "dollari": "dollar",
          "dólares": "dollar",
          "dollaro": "dollar", "dólar": "dollar", "sterline": "pound", "pfund": "pound", "franken": "franc",
          "livres sterling": "GBP",
          "libras": "pound", "rubel": "RUB", "рублей": "RUB", "рубля": "RUB", "рубль": "RUB", "евро": "EUR",
          "долларов": "dollar",
          "доллара": "dollar", "доллар": "dollar", "欧元": "EUR", "美元": "USD", "人民币": "CNY",
          "块": "CNY"}  # fmt: skip
_CENTS = regex.compile(
    r"[\s\u00a0]?(?:ct\b|¢)"
    r"|[\s\u00a0-](?:(?:euro|US)[\s-]?)?(?:cents?|centimes?|céntimos?|cêntimos?|centavos?|centesimi|центов|цента)\b",
    regex.IGNORECASE,
)
_PENCE = regex.compile(r"p\b(?![./])|[\s-](?:pence|penny|pennies)\b", regex.IGNORECASE)
_BEFORE = regex.compile(
    r"(?:(?<!\p{L})(?:US|CA|C|A|AU|NZ|HK|S|R)\$|\p{Sc}|(?<!\p{L})\p{Lu}{3}|(?<!\p{L})(?:kr|Rs"
    r"|Fr)\.?)[\s\u00a0\u202f]?[-−]?$"
)
_PADDING = regex.compile(r"[\s\u00a0\u202f.−-]")
_SIGN_AFTER = regex.compile(
    r"[\s\u00a0\u202f]?(\p{Sc}(?!\s?\d)|\p{Lu}{3}(?!\p{L}|\s?\d)|(?:kr|zł|Kč|Ft|руб)(?!\p{L})|元)"
)
_PREFIXED = {"CA$": "CAD", "C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD"}


# What is between a number and its currency in words, with "of" and without; nothing needs to be in Chinese.
_JOINTS = tuple(
    regex.compile(joint, regex.IGNORECASE)
    for joint in (
        r"[\s\u00a0\u202f-](?:of\s+|de\s+|di\s+|d['’])(?=\p{L})",
        r"[\s\u00a0\u202f-](?=\p{L})|(?=\p{Han})",
    )
)
_GOES_ON = regex.compile(r"\p{Latin}|\p{Cyrillic}")


class _Tables(NamedTuple):
    """Words and signs by what they mean; a word several currencies share ("dollars") means the family."""

    words: dict[str, str]
    signs: dict[str, str]
    longest: int  # characters of a word


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    words, signs = dict(tables()["currency_names"]), tables()["currency_signs"] | _SIGNS
    for family in ("dollar", "pound", "franc", "krone", "peso", "rupee", "yen"):
        words[family] = words[family + "s"] = family
    words |= _WORDS
    signs |= _PREFIXED | {code: code for code in tables()["currency_names"].values()}
    return _Tables(words, signs, max(map(len, words)))


def _word_after(text: str, end: int) -> tuple[int, str] | None:
    """The longest name of a currency behind a number: where it ends, and its code or family."""
    words, _, longest = _tables()
    for joint in _JOINTS:
        if match := joint.match(text, end):
            start = match.end()
            for length in range(min(longest, len(text) - start), 0, -1):
                found = words.get(text[start : start + length].casefold())
                if found and not _GOES_ON.match(text, start + length):
                    return start + length, found
    return None


def currency_before(text: str, start: int) -> tuple[int, str] | None:
    """The currency sign or code before a number that starts at ``start``: where it starts, and its code or family."""
    match = _BEFORE.search(text[max(0, start - 6) : start])
    if match is None:
        return None
    sign = _PADDING.sub("", match.group())
    code = _tables().signs.get(sign) or _tables().signs.get(sign[-1:] if not sign[-1:].isalpha() else "")
    return (start - len(match.group()), code) if code else None


def currency_after(text: str, end: int) -> tuple[int, str, float] | None:
    """The currency after a number: where it ends, its code or family, and the size of its unit (0.01 for cents)."""
    following = text[end : end + 2]
    if not following or following[0] in ".,;:)!?" or following[0].isdigit():
        return None
    cents = _CENTS.match(text, end)
    if cents:
        return cents.end(), "cent", 0.01
    pence = _PENCE.match(text, end)
    if pence:
        return pence.end(), "pound", 0.01
    if named := _word_after(text, end):
        return *named, 1.0
    sign, signs = _SIGN_AFTER.match(text, end), _tables().signs
    if sign and sign.group(1) in signs:
        return sign.end(), signs[sign.group(1)], 1.0
    return None


def is_code(word: str) -> bool:
    """Whether letters glued to a number are a currency's code or sign ("EUR500", "500kr")."""
    return word in _tables().signs


def same_currency(first: str, second: str) -> bool:
    """Whether two currency codes or families can mean the same money; cents belong to any but pounds."""
    if "cent" in (first, second):
        return "pound" not in (first, second) and "GBP" not in (first, second)
    return first == second or _FAMILIES.get(first) == second or _FAMILIES.get(second) == first
