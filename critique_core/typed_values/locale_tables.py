"""Words of CLDR for units, currencies, magnitudes, months and days, in the languages that typed values are read in.

The tables are package data, made by ``training/build_locale_tables.py``.
"""

import json
from functools import lru_cache
from importlib import resources
from typing import TypedDict

Months = dict[str, dict[str, list[str]]]


class Tables(TypedDict):
    """``units`` holds factor, offset and exponents by name; the other tables name a unit, a currency or a number.

    ``months`` are twelve names by language, form ("format", "stand-alone") and width ("wide", "abbreviated").
    """

    made_of: str
    units: dict[str, tuple[float, float, dict[str, int]]]
    unit_names: dict[str, str]
    unit_symbols: dict[str, str]
    rates: dict[str, str]
    currency_names: dict[str, str]
    currency_signs: dict[str, str]
    magnitudes: dict[str, float]
    weekdays: dict[str, int]
    months: dict[str, Months]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, read once for the process."""
    packed = resources.files("critique_core.typed_values").joinpath("locale_tables.json").read_text("utf-8")
    return json.loads(packed)
