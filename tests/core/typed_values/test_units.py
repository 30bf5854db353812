"""Units, rates, percent signs and currencies next to a number."""

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.typed_values.compare import agrees, comparable, follows
from critique_core.typed_values.mentions import Mention, mentions
from tests.makers.rows import each_of

REGISTRY = pint.UnitRegistry(cache_folder=None)


def only(text: str, code: str = "en") -> Mention:
    found = mentions(text, code)
    assert len(found) == 1, found
    return found[0]


def same(first: str, second: str, code: str = "en", other: str | None = None) -> bool:
    a, b = only(first, code), only(second, other or code)
    return comparable(a, b) and agrees(a, b)


@each_of(
    ("first", "second", "code"),
    [
        ("zwei Wochen", "mit 14 Tagen", "de"),
        ("un giorno intero", "24 ore", "it"),
        ("1,8 l Fassungsvermögen", "von 1,8 Litern", "de"),
        ("the 400 m, final", "ran 400 metres", "en"),
        ("a fortnight", "14 days", "en"),
        ("7.5 t", "7,500 kg", "en"),
        ("über 3,5 t", "über 3500 kg", "de"),
        ("half an hour", "30 minutes", "en"),
        ("an hour and a half", "90 minutes", "en"),
        ("two-and-a-half years", "30 months", "en"),
        ("half a percent", "0.5 %", "en"),
        ("half a kilo", "500 g", "en"),
        ("half a million pounds", "£500,000", "en"),
        ("two and a half hours", "150 min", "en"),
        ("one and a half days", "36 hours", "en"),
        ("one and a quarter hours", "75 minutes", "en"),
        ("60 km/h", "60 kilometres per hour", "en"),
        ("5 m/s", "18 km/h", "en"),
        ("5 mg/kg", "5 milligrams per kilogram", "en"),
        ("150 megawatt-hours", "150 MWh", "en"),
        ("150 Megawattstunden", "150 MWh", "de"),
        ("2 hours and 20 minutes", "140 minutes", "en"),
        ("5 feet 11 inches", "71 inches", "en"),
        ("1:02:03", "3723 seconds", "en"),
        ("31 ct/kWh", "31 cents per kilowatt-hour", "en"),
        ("$90/night", "90 dollars a night", "en"),
        ("12 euros a month", "144 euros per year", "en"),
        ("640 millions d'euros", "640 000 000 €", "fr"),
        ("1,2 Mrd. Euro", "1,2 Milliarden Euro", "de"),
        ("50 cents", "€0.50", "en"),
        ("50p", "£0.50", "en"),
        ("3 млн рублей", "3 000 000 ₽", "ru"),
        ("640 метров", "0,64 км", "ru"),
        ("5公里", "5000米", "zh"),
        ("dos horas y media", "150 minutos", "es"),
        ("trois kilomètres", "3 000 mètres", "fr"),
        ("cinco quilos", "5 kg", "pt"),
        ("twee weken", "14 dagen", "nl"),
        ("百分之二十", "20%", "zh"),
    ],
)
def test_two_writings_of_one_amount_agree(first: str, second: str, code: str) -> None:
    assert same(first, second, code)


@each_of(
    ("first", "second"),
    [
        ("150 megawatt-hours", "150 MW"), ("150 megawatts", "150 MWh"), ("3 mW", "3 MW"), ("100 Mb", "100 MB"),
        ("60 km/h", "60 km"),
        ("2 percentage points", "2 percent"), ("20 mg", "20 mg/kg"), ("5 square miles", "5 miles"),
        ("12 euros a month", "12 euros a year"),
        ("20 °C", "20 °F"), ("-5 °C", "5 °C"), ("$5", "€5"), ("5 GB", "5 GB/s"), ("5 metres", "5 miles"),
    ],
)  # fmt: skip
def test_amounts_of_different_units_do_not_agree(first: str, second: str) -> None:
    assert not same(first, second)


@each_of(
    ("claim", "source", "agree"),
    [
        ("20 °C", "20.4 °C", True), ("20 °C", "22 °C", False), ("64 °F", "18 °C", True), ("350 °F", "180 °C", True),
        ("about 18 °C", "19 °C", True), ("about 18 degrees", "8 degrees", False), ("about 200 °C", "190 °C", True),
        ("almost 30 °C", "29 °C", True), ("almost 30 °C", "22 °C", False),
        ("just over 5 °C", "6 °C", True), ("290 K", "300 K", False),
    ],
)  # fmt: skip
def test_temperatures_are_rounded_by_their_own_degrees(claim: str, source: str, agree: bool) -> None:
    one, other = mentions(claim, "en")[0], mentions(source, "en")[0]
    assert follows(one, other) == agree


def test_the_article_is_the_base_of_a_rate_not_an_hour_long() -> None:
    assert [m.text for m in mentions("It costs 20 euros an hour, 62,000 euros a year.", "en")] == [
        "20 euros",
        "62,000 euros",
    ]
    assert [m.text for m in mentions("It takes an hour.", "en")] == ["an hour"]


@pytest.mark.parametrize(
    "text", ["In 2019 he moved", "take 5 in the morning", "12 a side", "5 as before", "10 to go", "Chapter 5 a reader"]
)
def test_small_words_are_no_units(text: str) -> None:
    assert all(m.kind != "quantity" for m in mentions(text, "en"))


_LENGTHS = [
    ("km", "kilometer"),
    ("metres", "meter"),
    ("miles", "mile"),
    ("feet", "foot"),
    ("cm", "centimeter"),
    ("yards", "yard"),
]
_MASSES = [("kg", "kilogram"), ("grams", "gram"), ("pounds", "pound"), ("ounces", "ounce"), ("tonnes", "metric_ton")]


@pytest.mark.parametrize("family", [_LENGTHS, _MASSES[:2] + _MASSES[4:]])
@given(data=st.data(), value=st.integers(1, 9999))
def test_another_unit_with_pints_factor_agrees(family: list[tuple[str, str]], data: st.DataObject, value: int) -> None:
    (written, name), (other, target) = data.draw(st.sampled_from(family)), data.draw(st.sampled_from(family))
    converted = REGISTRY.Quantity(value, name).to(target).magnitude
    assert same(f"{value} {written}", f"{converted:.9f} {other}")


@given(st.integers(2, 999_999), st.sampled_from(["km", "kg", "°C", "MWh", "km/h", "GB", "euros", "%", "hours", ""]))
def test_a_tenth_more_conflicts(value: int, unit: str) -> None:
    first, second = only(f"exactly {value * 10} {unit}"), only(f"exactly {value * 11} {unit}")
    if first.unit != "temperature":
        assert not agrees(first, second)
        assert not agrees(second, first)
    assert agrees(first, first)
