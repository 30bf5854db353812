"""The committed tables of CLDR and of units are what the installed babel and pint give."""

import json
import sys
from importlib import resources

import pytest

from critique_core.typed_values.locale_tables import tables
from critique_core.typed_values.measures import unit_after
from critique_core.typed_values.units import lookup
from tests.makers.rows import each_of
from training import build_locale_tables


def test_the_tables_are_those_that_the_script_writes(tmp_path, monkeypatch):
    out = tmp_path / "tables.json"
    monkeypatch.setattr(sys, "argv", ["build_locale_tables", str(out)])
    build_locale_tables.main()
    packed = resources.files("critique_core.typed_values").joinpath("locale_tables.json").read_text("utf-8")
    assert json.loads(out.read_text("utf-8")) == json.loads(packed), "write them again"


def test_every_word_for_a_unit_names_one_of_the_table():
    named = {name for kind in ("unit_names", "unit_symbols", "rates") for name in tables()[kind].values()}
    assert named
    assert named <= tables()["units"].keys()


@each_of(
    ("text", "dimension", "base"),
    [
        ("5 km/h", "[length] / [time]", 5 / 3.6),
        ("2 kWh", "[length] ** 2 * [mass] / [time] ** 2", 7.2e6),
        ("3 VA", "[length] ** 2 * [mass] / [time] ** 3", 3.0),
        ("3 W", "[length] ** 2 * [mass] / [time] ** 3", 3.0),
        ("8 Mbit/s", "data 1 / [time]", 8e6),
        ("30 °C", "temperature", 303.15),
        ("86 degrees fahrenheit", "temperature", 303.15),
        ("2 m²", "[length] ** 2", 2.0),
        ("7.2 litros por hora", "[length] ** 3 / [time]", 2e-6),
        ("120 mmHg", "[mass] / [length] / [time] ** 2", 15998.7),
    ],
)
def test_a_unit_is_read_with_its_dimension_and_size(text: str, dimension: str, base: float):
    number = text.split(" ", maxsplit=1)[0]
    found = unit_after(text, len(number))
    assert found is not None
    assert found.end == len(text)
    assert found.dimension == dimension
    assert found.base(float(number)) == pytest.approx(base, rel=1e-5)


def test_letters_that_are_no_unit_are_none():
    assert lookup("people/km²") is None
    assert lookup("gadget") is None
