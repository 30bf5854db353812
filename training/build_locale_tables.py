"""Derive the words for units, currencies, months and days from CLDR, and what the units amount to from pint.

    python -m training.build_locale_tables critique_core/typed_values/locale_tables.json

The tables are package data because reading CLDR and pint's definitions takes longer than a check of a short draft.
"""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pint
import regex
from babel import Locale

from critique_core.typed_values.units import GLUED, SPACED, Unit, key

CODES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja")
MONTH_CODES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru")
CURRENCIES = """USD EUR GBP JPY CHF CAD AUD NZD CNY INR SEK NOK DKK PLN CZK HUF BRL MXN ZAR KRW SGD HKD RUB TRY ILS THB
    UAH ISK ARS CLP COP PHP IDR MYR VND""".split()
WIDTHS = ("wide", "abbreviated")
_GROUPS = ("area", "digital", "duration", "electric", "energy", "force", "frequency", "length", "mass", "power",
           "pressure", "speed", "temperature", "volume", "angle-degree", "angle-radian",
           "consumption-mile-per-gallon")  # fmt: skip
_PINT = {
    "duration-night": None, "duration-quarter": None, "length-point": None, "temperature-generic": "degC",
    "temperature-celsius": "degC", "temperature-fahrenheit": "degF", "temperature-kelvin": "kelvin",
    "mass-tonne": "metric_ton", "mass-ton": "short_ton", "energy-foodcalorie": "kilocalorie",
    "consumption-mile-per-gallon-imperial": None, "volume-gallon-imperial": "imperial_gallon",
    "volume-pint-metric": None, "volume-cup-metric": None, "volume-drop": None, "volume-pinch": None,
    "volume-jigger": None, "volume-quart-imperial": None, "speed-light-speed": None, "speed-beaufort": None,
    "pressure-gasoline-energy-density": None, "mass-grain": None, "mass-dalton": None, "mass-ounce-troy": "troy_ounce",
    "volume-fluid-ounce-imperial": "imperial_fluid_ounce", "pressure-inch-ofhg": "inch_Hg",
    "pressure-millimeter-ofhg": "millimeter_Hg", "energy-therm-us": None, "length-earth-radius": None,
    "angle-degree": "degC",
}  # fmt: skip
# What CLDR lacks: British spellings, other plurals and writings. "°" and "degrees" mean Celsius unless said.
_EXTRA = {
    "tonnes": "metric_ton", "tonne": "metric_ton", "tons": "metric_ton", "ton": "metric_ton", "secs": "second",
    "sec": "second", "mins": "minute", "hr": "hour", "hrs": "hour", "yrs": "year", "metres": "meter", "metre": "meter",
    "kilometres": "kilometer", "kilometre": "kilometer", "centimetres": "centimeter", "centimetre": "centimeter",
    "millimetres": "millimeter", "millimetre": "millimeter", "litre": "liter", "litres": "liter",
    "millilitres": "milliliter", "centilitres": "centiliter", "hectolitres": "hectoliter", "kilos": "kilogram",
    "quilo": "kilogram",
    "quilos": "kilogram", "chilo": "kilogram", "chili": "kilogram",
    "kilo": "kilogram", "grammes": "gram", "feet": "foot", "kph": "kilometer/hour", "kmh": "kilometer/hour",
    "square kilometres": "kilometer**2", "square metres": "meter**2", "square metre": "meter**2",
    "sq km": "kilometer**2",
    "sq ft": "foot**2", "sq m": "meter**2", "sqm": "meter**2", "m2": "meter**2", "km2": "kilometer**2",
    "m3": "meter**3",
    "cubic metres": "meter**3", "cubic metre": "meter**3", "cubic kilometres": "kilometer**3", "fortnight": "fortnight",
    "fortnights": "fortnight", "gib": "gibibyte", "mib": "mebibyte", "kib": "kibibyte", "tib": "tebibyte",
    "degree": "degC",
    "degrees": "degC", "degrees celsius": "degC", "degrees centigrade": "degC", "degrees fahrenheit": "degF",
    "°": "degC",
    "mcg": "microgram", "cc": "milliliter", "mbps": "megabit/second", "gbps": "gigabit/second",
    "kbps": "kilobit/second",
    "year old": "year", "years old": "year", "day old": "day", "month old": "month", "week old": "week",
    "années": "year", "année": "year", "journées": "day", "journée": "day", "jährige": "year", "jähriger": "year",
    "jähriges": "year", "jährigen": "year", "metri": "meter", "小时": "hour", "分钟": "minute", "公里": "kilometer",
    "千克": "kilogram", "公斤": "kilogram", "米": "meter", "天": "day", "年": "year", "个月": "month", "周": "week",
    "岁": "year", "秒": "second", "吨": "metric_ton", "度": "degC", "平方公里": "kilometer**2", "平方米": "meter**2",
}  # fmt: skip
_NOT_UNITS = frozenset(("in", "a", "d", "y", "w", "m", "to", "at", "as", "e", "t", "c", "h", "r", "s", "an", "l", "j",
    "g", "b",
                        "n", "o", "v", "p", "pt", "ct", "st", "yd", "mo", "nt", "mi", "q", "月", "日", "k", "bar",
                        "rad", "dot",
                        "м", "с", "ч", "г", "т", "л", "д", "н", "к", "в"))  # fmt: skip
_SI_BASES = {"Wh": "", "W": "", "V": "", "A": "", "Ah": "", "Hz": "", "J": "", "N": "", "Pa": "", "eV": "", "Bq": "",
    "Sv": "", "Ω": "",
             "bit": "", "B": "", "g": "", "m": "", "l": "liter", "L": "liter", "s": "", "mol": "", "cal": "",
             "VA": ""}  # fmt: skip
_SI_PREFIXES = {"µ": "micro", "μ": "micro", "m": "milli", "c": "centi", "k": "kilo", "K": "kilo", "M": "mega",
    "G": "giga", "T": "tera",
                "n": "nano", "h": "hecto"}  # fmt: skip


class Pattern(NamedTuple):
    """One way to write a unit: "length-kilometer", "de", "long", "other" and "{0} Kilometer"."""

    unit: str
    code: str
    style: str
    form: str
    pattern: str


def _data(code: str) -> Any:
    return Locale(code)._data  # babel has no public list of these tables


def patterns() -> Iterator[Pattern]:
    """The long and short patterns of every unit; the form "per" is a rate ("{0} pro Tag")."""
    for code in CODES:
        for unit, styles in _data(code)["unit_patterns"].items():
            for style in ("long", "short"):
                for form, pattern in styles.get(style, {}).items():
                    if isinstance(pattern, str):
                        yield Pattern(str(unit), code, style, str(form), pattern)


def pint_name(unit: str) -> str | None:
    """The pint expression of a unit of CLDR; ``None`` for one that is left out."""
    if not unit.startswith(_GROUPS):
        return None
    name = _PINT.get(unit, unit.split("-", 1)[1].replace("-per-", "/").replace("-", "_"))
    return name and regex.sub(r"square_(\w+)", r"\1**2", regex.sub(r"cubic_(\w+)", r"\1**3", name))


def names() -> dict[str, str]:
    """Every name, plural and short form of the units in our languages; German ones with their cases."""
    found: dict[str, str] = {}
    for unit, code, style, form, pattern in patterns():
        name = pint_name(unit) if form != "per" else None
        word = key(pattern.replace("{0}", ""))
        if name and word and word not in _NOT_UNITS:
            for ending in ("", "n", "en", "s", "es") if code == "de" and style == "long" else ("",):
                found.setdefault(word + ending, name)
    found.update(_EXTRA)
    return found | watt_hours(found)


def watt_hours(known: dict[str, str]) -> dict[str, str]:
    """Power and hour as one word in every language: "megawatt hours", "Megawattstunden", "megawattora"."""
    powers = {word: name for word, name in known.items() if name.endswith("watt")}
    hours = [
        word for word, name in known.items() if name == "hour" and len(word) > 2 and not regex.search(r"\p{Han}", word)
    ]
    return {
        power + joint + hour: f"{name}*hour" for power, name in powers.items() for hour in hours for joint in ("", " ")
    }


def symbols() -> dict[str, str]:
    """Unit symbols whose case matters ("MW" and "mW", "Mb" and "MB"), with SI prefixes."""
    found = {base: name or base for base, name in _SI_BASES.items() if len(base) > 1}
    for base, name in _SI_BASES.items():
        found.update({sign + base: prefix + (name or base) for sign, prefix in _SI_PREFIXES.items()})
    return found | {
        "Mb": "megabit", "Gb": "gigabit", "kb": "kilobyte", "Mbit": "megabit", "Gbit": "gigabit", "min": "minute"
    }  # fmt: skip


def rates() -> dict[str, str]:
    """How "per unit" is written in our languages ("pro tag", "par jour", "/h")."""
    found: dict[str, str] = {}
    for unit, _, _, form, pattern in patterns():
        name = pint_name(unit) if form == "per" else None
        if name:
            found.setdefault(key(pattern.replace("{0}", "")), name)
    return found


def resolved(registry: Any, name: str) -> Unit | None:
    """What a pint expression amounts to in base units; months and years are calendar averages."""
    try:
        zero = registry.Quantity(0.0, name).to_base_units()
        one = registry.Quantity(1.0, name).to_base_units()
    except (pint.errors.PintError, AttributeError, AssertionError, ValueError):
        return None
    powers = {str(base): int(power) for base, power in one.dimensionality.items()}
    data = {str(unit): int(power) for unit, power in one.units._units.items() if str(unit) == "bit"}
    assert all(float(power).is_integer() for power in one.dimensionality.values())
    exponents = tuple(sorted((powers | data).items()))
    return Unit(name, float(one.magnitude - zero.magnitude), float(zero.magnitude), exponents)


def currencies() -> tuple[dict[str, str], dict[str, str]]:
    """Names and plurals, and signs of more than one letter, of each currency in our languages."""
    words: dict[str, str] = {}
    signs: dict[str, str] = {}
    for currency in sorted(CURRENCIES):
        for code in CODES:
            data = _data(code)
            plurals = data["currency_names_plural"].get(currency, {})
            for name in (data["currency_names"].get(currency), *(plurals[form] for form in plurals)):
                if name:
                    words.setdefault(str(name).casefold(), currency)
            symbol = str(data["currency_symbols"].get(currency) or "")
            if len(symbol) > 1:
                signs.setdefault(symbol, currency)
    return words, signs


def magnitudes() -> dict[str, float]:
    """Magnitude words and abbreviations ("million", "Mrd.", "万") with what one of them amounts to."""
    found: dict[str, float] = {}
    for code in CODES:
        formats: Any = Locale(code).compact_decimal_formats
        for style in ("long", "short"):
            for by_size in formats.get(style, {}).values():
                for size, pattern in by_size.items():
                    text = str(pattern.pattern)
                    word = "".join(c for c in text if c not in "0'" and not c.isspace()).casefold()
                    if word and "0" in text and not any(c in word for c in "¤#;"):
                        found.setdefault(word, 10.0 ** (len(str(size)) - text.count("0")))
    return found


def weekdays() -> dict[str, int]:
    """The names of the days of the week, whole and short, in small letters, Monday being 0."""
    return {
        str(name).casefold().rstrip("."): int(day)
        for code in CODES
        for forms in _data(code)["days"].values()
        for style in ("wide", "abbreviated")
        for day, name in dict(forms.get(style, {})).items()
    }


def months() -> dict[str, dict[str, dict[str, list[str]]]]:
    """The names of the twelve months by language, form ("format", "stand-alone") and width ("wide", "abbreviated")."""
    return {
        code: {
            form: {width: [str(names[at]) for at in range(1, 13)] for width, names in widths.items() if width in WIDTHS}
            for form, widths in Locale(code).months.items()
        }
        for code in MONTH_CODES
    }


def main() -> None:
    """Write the tables."""
    registry = pint.UnitRegistry(cache_folder=None)
    written = {"unit_names": names(), "unit_symbols": symbols(), "rates": rates()}
    wanted = sorted({name for table in (*written.values(), SPACED, GLUED) for name in table.values()})
    units = {name: unit for name in wanted if (unit := resolved(registry, name))}
    words, signs = currencies()
    tables = {
        "made_of": f"CLDR by babel {version('babel')}, pint {version('pint')}",
        "units": {name: [unit.factor, unit.offset, dict(unit.powers)] for name, unit in units.items()},
        **{kind: {word: name for word, name in table.items() if name in units} for kind, table in written.items()},
        "currency_names": words, "currency_signs": signs, "magnitudes": magnitudes(), "weekdays": weekdays(),
        "months": months(),
    }  # fmt: skip
    Path(sys.argv[1]).write_text(json.dumps(tables, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    left = sorted({name for table in written.values() for name in table.values()} - units.keys())
    sys.stdout.write(f"{len(units)} units; unknown to pint and left out: {', '.join(left) or 'none'}\n")


if __name__ == "__main__":
    main()
