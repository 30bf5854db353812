"""Units and percent signs after a number: names from CLDR, symbols with SI prefixes and conversion from pint."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

import pint
import regex

from critique_core.typed_values import cldr

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
    "energy-therm-us": None, "length-earth-radius": None, "angle-degree": "degC",
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
# Single letters and words that are units only in the right place: glued to the number, or also after a space.
_SPACED = {"m": "meter", "s": "second", "h": "hour", "g": "gram", "l": "liter", "v": "volt", "w": "watt",
    "bar": "bar", "mi": "mile",
           "W": "watt", "V": "volt", "L": "liter", "K": "kelvin", "м": "meter", "ч": "hour", "г": "gram",
           "л": "liter", "с": "second"}  # fmt: skip
_GLUED = _SPACED | {"d": "day", "b": "byte", "a": "ampere", "in": "inch", "t": "metric_ton", "B": "byte",
    "A": "ampere", "Ki": "kibibyte", "Mi": "mebibyte", "Gi": "gibibyte", "Ti": "tebibyte"}  # fmt: skip
_SI_BASES = {"Wh": "", "W": "", "V": "", "A": "", "Ah": "", "Hz": "", "J": "", "N": "", "Pa": "", "eV": "", "Bq": "",
    "Sv": "", "Ω": "",
             "bit": "", "B": "", "g": "", "m": "", "l": "liter", "L": "liter", "s": "", "mol": "", "cal": "",
             "VA": ""}  # fmt: skip
_SI_PREFIXES = {"µ": "micro", "μ": "micro", "m": "milli", "c": "centi", "k": "kilo", "K": "kilo", "M": "mega",
    "G": "giga", "T": "tera",
                "n": "nano", "h": "hecto"}  # fmt: skip
_PERCENT = regex.compile(
    r"\s?[%％]|[\s-]per\s?cent\b|[\s-]pct\b|\s?Prozent\b|[\s\u00a0](?:pour|por|per) (?:cent|ciento|cento)\b"
    r"|\s?procent\b|\sпроцент\p{L}*",
    regex.IGNORECASE,
)
_POINTS = regex.compile(
    r"(?:[\s-]percentage|\s?%)[\s-]points?\b|\s?pp\b|\s?ppts?\b|\s?Prozentpunkte?n?\b|\spoints? de pourcentage\b"
    r"|\spuntos? porcentual(?:es)?\b|\spunt[oi] percentual[ei]\b|\spontos? percentua(?:l|is)\b|\s?procentpunt(?:en)?\b"
    r"|\sпроцентн\p{L}+ пункт\p{L}*|\s?个百分点",
    regex.IGNORECASE,
)
_BASIS = regex.compile(r"[\s-]basis[\s-]points?\b|\s?bps?\b|\s?Basispunkte?n?\b", regex.IGNORECASE)
_RUN = regex.compile(
    r"[\s\u00a0\u202f-]?(?:(?:working|business|calendar|consecutive|full|whole|more|further|additional|extra"
    r"|volle[nr]?|ganze[nr]?)\s)?"
    r"(?P<run>°\s?\p{L}?|(?:\p{Han})+|[\p{L}µμΩ]+[²³⁠]?(?:/(?!\p{Han})\p{L}+[²³]?)?(?:[23](?!\d))?(?:(?:[\s\u00a0-]"
    r"|[·⋅])\p{L}+[²³]?(?:/\p{L}+)?){0,3})",
    regex.IGNORECASE,
)
_CUT = regex.compile(r"[\s\u00a0·⋅-](?=[^\s\u00a0·⋅-]*$)")
_OPEN = regex.compile(r"['’]|/\p{L}")
_SQUASH = regex.compile(r"[\s\u00a0-]+")


@dataclass(frozen=True, slots=True)
class UnitMatch:
    """A unit that ends at ``end``: ``base(value)`` converts to the base unit of ``dimension``."""

    end: int
    dimension: str
    factor: float
    offset: float = 0.0
    name: str = ""

    def base(self, value: float) -> float:
        """The value in base units."""
        return value * self.factor + self.offset


@lru_cache(maxsize=1)
def _registry() -> Any:
    return cast("Any", pint.UnitRegistry)(cache_folder=None)


@lru_cache(maxsize=2048)
def _resolve(name: str) -> UnitMatch | None:
    """Dimension, factor and offset of a pint unit; months and years are calendar averages."""
    registry = _registry()
    try:
        zero = registry.Quantity(0.0, name).to_base_units()
        one = registry.Quantity(1.0, name).to_base_units()
    except (pint.errors.PintError, AttributeError, AssertionError):
        return None
    factor, offset = float(one.magnitude - zero.magnitude), float(zero.magnitude)
    if name in ("degC", "degF", "kelvin"):
        return UnitMatch(0, "temperature", factor, offset, name)
    dimension = str(one.dimensionality)
    return UnitMatch(0, f"data {dimension}" if "bit" in str(one.units) else dimension, factor, offset, name)


def _pint_name(unit: str) -> str | None:
    if not unit.startswith(_GROUPS):
        return None
    name = _PINT.get(unit, unit.split("-", 1)[1].replace("-per-", "/").replace("-", "_"))
    return name and regex.sub(r"square_(\w+)", r"\1**2", regex.sub(r"cubic_(\w+)", r"\1**3", name))


def _key(word: str) -> str:
    return _SQUASH.sub(" ", word).strip(" .").casefold()


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Every name, plural and short form of units that CLDR knows in our languages; German with its cases."""
    found: dict[str, str] = {}
    for unit, code, style, form, pattern in cldr.unit_patterns():
        name = _pint_name(unit) if form != "per" else None
        word = _key(pattern.replace("{0}", ""))
        if name and word and word not in _NOT_UNITS:
            for ending in ("", "n", "en", "s", "es") if code == "de" and style == "long" else ("",):
                found.setdefault(word + ending, name)
    found.update(_EXTRA)
    return found | _watt_hours(found)


def _watt_hours(names: dict[str, str]) -> dict[str, str]:
    """Power and hour as one word in every language: "megawatt hours", "Megawattstunden", "megawattora"."""
    powers = {word: name for word, name in names.items() if name.endswith("watt")}
    hours = [
        word for word, name in names.items() if name == "hour" and len(word) > 2 and not regex.search(r"\p{Han}", word)
    ]
    return {
        power + joint + hour: f"{name}*hour" for power, name in powers.items() for hour in hours for joint in ("", " ")
    }


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    """Unit symbols whose case matters ("MW" and "mW", "Mb" and "MB"), from pint's SI prefixes."""
    found = {base: name or base for base, name in _SI_BASES.items() if len(base) > 1}
    for base, name in _SI_BASES.items():
        found.update({sign + base: prefix + (name or base) for sign, prefix in _SI_PREFIXES.items()})
    found |= {"Mb": "megabit", "Gb": "gigabit", "kb": "kilobyte", "Mbit": "megabit", "Gbit": "gigabit", "min": "minute"}
    return {symbol: name for symbol, name in found.items() if _resolve(name)}


@lru_cache(maxsize=1)
def _rates() -> dict[str, str]:
    """How CLDR writes "per unit" in our languages ("pro tag", "par jour", "/h"), with the unit's pint name."""
    found: dict[str, str] = {}
    for unit, _, _, form, pattern in cldr.unit_patterns():
        name = _pint_name(unit) if form == "per" else None
        if name:
            found.setdefault(_key(pattern.replace("{0}", "")), name)
    return found


@lru_cache(maxsize=50_000)
def _lookup(word: str) -> str | None:
    """The pint name of a unit as written: as a symbol with its case, else as a name."""
    exact = _symbols().get(word)
    if exact:
        return exact
    if word.startswith("°") and len(word) > 1:
        return {"c": "degC", "f": "degF", "k": "kelvin"}.get(word[1:].strip().casefold())
    key = _key(word)
    found = _names().get(key)
    if found or not regex.search(r"[/²³23]", word):
        return found
    return _composed(word)


def _composed(word: str) -> str | None:
    """A unit written with a slash or a power: "mg/kg", "W/m²", "people/km²" is none."""
    power = regex.fullmatch(r"([^/²³]+)([²³23])", word)
    if power:
        base = _SPACED.get(power.group(1)) or _lookup(power.group(1))
        return f"{base}**{ {'²': 2, '³': 3}.get(power.group(2), power.group(2)) }" if base else None
    above, slash, below = word.partition("/")
    if not slash:
        return None
    first, second = _SPACED.get(above) or _lookup(above), _GLUED.get(below) or _lookup(below)
    return f"({first})/({second})" if first and second and _resolve(f"({first})/({second})") else None


def unit_after(text: str, end: int) -> UnitMatch | None:
    """The unit that follows a number ending at ``end``, if any, with the rate it is part of ("litres per minute")."""
    match = _RUN.match(text, end)
    if match is None:
        return None
    found = _longest(text, end, match)
    if found is None:
        return None
    name, stop = found
    name, stop = _with_rate(text, name, stop)
    resolved = _resolve(name)
    return replace(resolved, end=stop) if resolved else None


def _longest(text: str, end: int, match: regex.Match[str]) -> tuple[str, int] | None:
    """The longest known unit at the front of the words after a number."""
    start, run = match.start("run"), match.group("run")
    while run:
        following = text[start + len(run) : start + len(run) + 1]
        whole = not following or not (following.isalpha() or following in "_²³") or "\u4e00" <= run[-1] <= "\u9fff"
        name = _lookup(run) if whole and not (following.isdigit()) else None
        if name is None and whole and not _OPEN.match(text, start + len(run)) and len(run) <= 3:
            name = (_GLUED if start == end else _SPACED).get(run)
        if name:
            return name, start + len(run)
        cut = _CUT.search(run)
        run = (
            run[: cut.start()]
            if cut
            else run[:-1]
            if "\u4e00" <= run[0] <= "\u9fff"
            else run.partition("/")[0]
            if "/" in run
            else ""
        )
    return None


_PER = regex.compile(
    r"\s?(?P<slash>/)\s?(?=\p{L})|\s(?P<phrase>(?:(?:per|pro|par|por|al|alla|op|в)\s|all['’])(?=(?P<word>\p{L}+)))"
    r"|\s(?P<article>an?|each|every)\s(?=\p{L})|\s?(?P<each>每)(?=\p{Han})",
    regex.IGNORECASE,
)
_BASE_WORD = regex.compile(r"\p{Han}|\p{L}+")
_CALENDAR = frozenset(("hour", "day", "week", "month", "year", "fortnight", "decade", "century"))


def _per(text: str, end: int) -> tuple[str, str, int] | None:
    """What an amount is counted by: the pint name (or "") and the word of the base of a rate, and where it ends."""
    match = _PER.match(text, end)
    word = _BASE_WORD.match(text, match.end()) if match else None
    if match is None or word is None:
        return None
    if match.group("phrase"):
        known = _rates().get(_key(match.group("phrase") + word.group()))
        if known and text[word.end() : word.end() + 1] != "-":
            return known, word.group(), word.end()
    run = _RUN.match(text, match.end())
    name, stop = (_longest(text, match.end(), run) if run else None) or ("", word.end())
    if not name and match.group("article") and word.group().casefold() not in _COUNTED_BY:
        return None
    return name, word.group(), stop


_COUNTED_BY = frozenset("person head piece child adult night item unit user seat ticket share".split())


def _with_rate(text: str, name: str, end: int) -> tuple[str, int]:
    """Make "litres per minute" or "mg per kg" one unit; an amount by the day stays one (see ``per_after``)."""
    found = _per(text, end)
    unit = _resolve(name)
    if not found or not found[0] or unit is None or unit.dimension in ("[time]", "temperature"):
        return name, end
    slow = found[0] in _CALENDAR and not (found[0] == "hour" and unit.dimension in ("[length]", "[length] ** 3"))
    combined = f"({name})/({found[0]})"
    return (combined, found[2]) if not slow and _resolve(combined) else (name, end)


_COUNTED_NOUN = regex.compile(r"\s\p{L}+(?=\s(?:per|an?|each|every|pro|par|por|al|alla|op|в)\s)", regex.IGNORECASE)


def per_after(text: str, end: int) -> tuple[str, float] | None:
    """The base of a rate after an amount: its dimension and size ("[time]", 86400.0: "a day"), or its word and 1.0."""
    found = _per(text, end)
    if found is None:
        noun = _COUNTED_NOUN.match(text, end)
        found = _per(text, noun.end()) if noun else None
    if found is None:
        return None
    unit = _resolve(found[0]) if found[0] else None
    return (unit.dimension, unit.factor) if unit else (found[1].casefold(), 1.0)


@lru_cache(maxsize=20_000)
def is_symbol(word: str) -> bool:
    """Whether a word glued to a number ("5km", "30s") is a unit."""
    return word in _GLUED or _lookup(word) is not None


def percent_after(text: str, end: int) -> int | None:
    """Where a percent sign or word that follows a number ends."""
    match = _PERCENT.match(text, end)
    return match.end() if match else None


def points_after(text: str, end: int) -> tuple[int, float] | None:
    """Where "percentage points" or "basis points" after a number end, and their size in percentage points."""
    match = _POINTS.match(text, end)
    if match:
        return match.end(), 1.0
    match = _BASIS.match(text, end)
    return (match.end(), 0.01) if match else None
