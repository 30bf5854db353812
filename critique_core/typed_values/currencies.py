"""Currencies next to a number: names and symbols from CLDR, and the families that share a word or sign."""

from functools import lru_cache

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


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[str, str], regex.Pattern[str]]:
    """Words, signs, and the pattern of the words; a word several currencies share ("dollars") stands for the family."""
    words, signs = dict(tables()["currency_names"]), tables()["currency_signs"] | _SIGNS
    for family in ("dollar", "pound", "franc", "krone", "peso", "rupee", "yen"):
        words[family] = words[family + "s"] = family
    words |= _WORDS
    signs |= _PREFIXED | {code: code for code in tables()["currency_names"].values()}
    ordered = "|".join(regex.escape(word) for word in sorted(words, key=len, reverse=True))
    return (
        words,
        signs,
        regex.compile(
            rf"(?:[\s\u00a0\u202f-](?:of\s+|de\s+|di\s+|d['’])?|(?=\p{{Han}}))({ordered})(?!\p{{Latin}}"
            rf"|\p{{Cyrillic}})",
            regex.IGNORECASE,
        ),
    )


def currency_before(text: str, start: int) -> tuple[int, str] | None:
    """The currency sign or code before a number that starts at ``start``: where it starts, and its code or family."""
    match = _BEFORE.search(text[max(0, start - 6) : start])
    if match is None:
        return None
    sign = _PADDING.sub("", match.group())
    code = _tables()[1].get(sign) or _tables()[1].get(sign[-1:] if not sign[-1:].isalpha() else "")
    return (start - len(match.group()), code) if code else None


def currency_after(text: str, end: int) -> tuple[int, str, float] | None:
    """The currency after a number: where it ends, its code or family, and the size of its unit (0.01 for cents)."""
    following = text[end : end + 2]
    if not following or following[0] in ".,;:)!?" or following[0].isdigit():
        return None
    words, signs, pattern = _tables()
    cents = _CENTS.match(text, end)
    if cents:
        return cents.end(), "cent", 0.01
    pence = _PENCE.match(text, end)
    if pence:
        return pence.end(), "pound", 0.01
    follow = pattern.match(text, end)
    if follow:
        return follow.end(), words[follow.group(1).casefold()], 1.0
    sign = _SIGN_AFTER.match(text, end)
    if sign and sign.group(1) in signs:
        return sign.end(), signs[sign.group(1)], 1.0
    return None


def is_code(word: str) -> bool:
    """Whether letters glued to a number are a currency's code or sign ("EUR500", "500kr")."""
    return word in _tables()[1]


def same_currency(first: str, second: str) -> bool:
    """Whether two currency codes or families can mean the same money; cents belong to any but pounds."""
    if "cent" in (first, second):
        return "pound" not in (first, second) and "GBP" not in (first, second)
    return first == second or _FAMILIES.get(first) == second or _FAMILIES.get(second) == first
