"""Units as numbers: what one amounts to in base units, and of what dimension; the table is derived from pint.

``training/build_locale_tables.py`` makes it, with every word for a unit that CLDR knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.typed_values.locale_tables import tables

_SQUASH = regex.compile(r"[\s\u00a0-]+")
_ALONE = ("degC", "degF", "kelvin")  # a temperature by itself, no part of another unit
# Single letters and words that are units only in the right place: glued to the number, or also after a space.
SPACED = {"m": "meter", "s": "second", "h": "hour", "g": "gram", "l": "liter", "v": "volt", "w": "watt",
    "bar": "bar", "mi": "mile", "t": "metric_ton",
           "W": "watt", "V": "volt", "L": "liter", "K": "kelvin", "м": "meter", "ч": "hour", "г": "gram",
           "л": "liter", "с": "second"}  # fmt: skip
GLUED = SPACED | {"d": "day", "b": "byte", "a": "ampere", "in": "inch", "B": "byte",
    "A": "ampere", "Ki": "kibibyte", "Mi": "mebibyte", "Gi": "gibibyte", "Ti": "tebibyte"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: a value in it times ``factor`` plus ``offset`` is the value in base units.

    ``powers`` are the exponents of the base dimensions ("[length]", "[time]", and "bit" for data).
    """

    name: str
    factor: float
    offset: float
    powers: tuple[tuple[str, int], ...]

    @property
    def dimension(self) -> str:
        """The dimension as text: "[length] / [time]", "data dimensionless", "temperature"."""
        return "temperature" if self.name in _ALONE else shown(self.powers)

    def over(self, other: "Unit") -> "Unit":
        """The unit per ``other``; degrees count as differences in it."""
        powers = _summed(self.powers, tuple((base, -power) for base, power in other.powers))
        return Unit(f"({self.name})/({other.name})", self.factor / other.factor, 0.0, powers)

    def raised(self, power: int) -> "Unit":
        """The unit to a power."""
        powers = tuple((base, own * power) for base, own in self.powers)
        return Unit(f"{self.name}**{power}", self.factor**power, 0.0, powers)


def _summed(first: tuple[tuple[str, int], ...], second: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    powers = dict(first)
    for base, power in second:
        powers[base] = powers.get(base, 0) + power
    return tuple(sorted((base, power) for base, power in powers.items() if power))


@lru_cache(maxsize=1024)
def shown(powers: tuple[tuple[str, int], ...]) -> str:
    """Exponents as text, with "data" in front where bits are counted."""
    plain = [(base, power) for base, power in powers if base != "bit"]
    above = [_power(base, power) for base, power in plain if power > 0]
    below = [_power(base, -power) for base, power in plain if power < 0]
    text = " / ".join([" * ".join(above) or "1", *below]) if plain else "dimensionless"
    return f"data {text}" if len(plain) < len(powers) else text


def _power(base: str, power: int) -> str:
    return base if power == 1 else f"{base} ** {power}"


def key(word: str) -> str:
    """A unit as written, the way the tables have it."""
    return _SQUASH.sub(" ", word).strip(" .").casefold()


@lru_cache(maxsize=1)
def _units() -> Mapping[str, Unit]:
    return {
        name: Unit(name, factor, offset, tuple(sorted(powers.items())))
        for name, (factor, offset, powers) in tables()["units"].items()
    }


def unit(name: str) -> Unit:
    """A unit of the table by its name there."""
    return _units()[name]


def spaced(word: str) -> Unit | None:
    """A unit of one letter or so, as it may follow a number and a space ("5 m")."""
    return unit(SPACED[word]) if word in SPACED else None


def glued(word: str) -> Unit | None:
    """A unit of one letter or so that follows a number at once ("30s")."""
    return unit(GLUED[word]) if word in GLUED else None


def rate_of(word: str) -> Unit | None:
    """The unit that something is counted by, as CLDR writes it ("pro tag", "/h")."""
    name = tables()["rates"].get(key(word))
    return unit(name) if name else None


@lru_cache(maxsize=50_000)
def lookup(word: str) -> Unit | None:
    """The unit that a word names: as a symbol with its case, else as a name, else by a slash or a power."""
    exact = tables()["unit_symbols"].get(word)
    if exact:
        return unit(exact)
    if word.startswith("°") and len(word) > 1:
        scale = {"c": "degC", "f": "degF", "k": "kelvin"}.get(word[1:].strip().casefold())
        return unit(scale) if scale else None
    found = tables()["unit_names"].get(key(word))
    if found:
        return unit(found)
    return _composed(word)


def _composed(word: str) -> Unit | None:
    """A unit written with a slash or a power: "mg/kg", "W/m²"; "people/km²" is none."""
    power = regex.fullmatch(r"([^/²³]+)([²³23])", word)
    if power:
        base = spaced(power.group(1)) or lookup(power.group(1))
        return base.raised(2 if power.group(2) in "2²" else 3) if base else None
    above, slash, below = word.partition("/")
    if not slash:
        return None
    first, second = spaced(above) or lookup(above), glued(below) or lookup(below)
    return first.over(second) if first and second else None
