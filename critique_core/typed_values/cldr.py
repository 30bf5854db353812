"""Tables of CLDR that the typed values read: unit patterns, currency names, compact numbers (all through babel)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from babel import Locale

CODES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja")


class UnitPattern(NamedTuple):
    """One way to write a unit: "length-kilometer", "de", "long", "other" and "{0} Kilometer"."""

    unit: str
    code: str
    style: str
    form: str
    pattern: str


def _data(code: str) -> Any:
    return cast("Any", Locale(code))._data  # babel has no public list of these tables


@lru_cache(maxsize=1)
def unit_patterns() -> tuple[UnitPattern, ...]:
    """The long and short patterns of every unit in our languages; the form "per" is a rate ("{0} pro Tag")."""
    return tuple(
        UnitPattern(str(unit), code, style, str(form), pattern)
        for code in CODES
        for unit, styles in _data(code)["unit_patterns"].items()
        for style in ("long", "short")
        for form, pattern in styles.get(style, {}).items()
        if isinstance(pattern, str)
    )


def currency_names(currency: str) -> Iterator[str]:
    """Names and plurals of a currency in our languages."""
    for code in CODES:
        data = _data(code)
        plurals = data["currency_names_plural"].get(currency, {})
        for name in (data["currency_names"].get(currency), *(plurals[form] for form in plurals)):
            if name:
                yield str(name)


def currency_symbols(currency: str) -> Iterator[str]:
    """Symbols of a currency in our languages."""
    for code in CODES:
        symbol = _data(code)["currency_symbols"].get(currency)
        if symbol:
            yield str(symbol)


@lru_cache(maxsize=1)
def compact_numbers() -> tuple[tuple[str, float], ...]:
    """Magnitude words and abbreviations ("million", "Mrd.", "万") with what one of them amounts to."""
    found: list[tuple[str, float]] = []
    for code in CODES:
        formats = cast("dict[str, dict[str, dict[str, Any]]]", Locale(code).compact_decimal_formats)
        for style in ("long", "short"):
            for by_size in formats.get(style, {}).values():
                for size, pattern in by_size.items():
                    text = str(pattern.pattern)
                    word = "".join(c for c in text if c not in "0'" and not c.isspace()).casefold()
                    if word and "0" in text and not any(c in word for c in "¤#;"):
                        found.append((word, 10.0 ** (len(str(size)) - text.count("0"))))
    return tuple(found)


def weekdays() -> Iterator[tuple[str, int]]:
    """The names of the days of the week, whole and short, in small letters, Monday being 0."""
    for code in CODES:
        for forms in _data(code)["days"].values():
            for style in ("wide", "abbreviated"):
                for day, name in dict(forms.get(style, {})).items():
                    yield str(name).casefold().rstrip("."), int(day)
