"""Typed mentions of a text: kinds, ranges, bounds, ages, versions, identifiers, and exact places."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.typed_values.mentions import Mention, mentions
from tests.makers.rows import each_of


def kinds(text: str, code: str = "en") -> list[tuple[str, str]]:
    return [(m.kind, m.text) for m in mentions(text, code)]


def first(text: str, code: str = "en") -> Mention:
    return mentions(text, code)[0]


@each_of(
    "code",
    ["K-19", "L-07", "A320", "B22", "E_PRIO", "KL-7731", "max_retries", "E4012", "/v2/users", "fetchPage", "F-16"],
)
def test_codes_are_identifiers(code: str) -> None:
    assert kinds(f"It shows {code} now.") == [("identifier", code)]


@each_of("word", ["B2B", "H2O", "covid-19", "COVID-19", "MacLane", "e.g.", "and/or", "CO2", "well-known"])
def test_words_are_no_identifiers(word: str) -> None:
    assert kinds(f"It is {word} here.") == []


def test_a_unit_in_mixed_case_after_a_number_is_no_identifier() -> None:
    assert kinds("It takes 3 kVA at 31 ct/kWh.") == [("quantity", "3 kVA"), ("currency", "31 ct")]


@each_of(
    ("text", "version", "bound"),
    [
        ("needs Node 16 or newer", "16 or newer", "min"), ("needs Node.js 18 or later", "18 or later", "min"),
        ("needs Node 20+", "20+", "min"),
        ("at least Python 3.8", "3.8", "min"), ("Release 5.6 is out", "5.6", ""), ("runs on Ubuntu 18.04", "18.04", ""),
        ("the 4.x branch", "4.x", ""), ("version 7 is out", "7", ""), ("ab Version 3.2", "3.2", "min"),
    ],
)  # fmt: skip
def test_versions(text: str, version: str, bound: str) -> None:
    assert [(m.text, m.bound) for m in mentions(text, "en") if m.kind == "version"] == [(version, bound)]


def test_a_range_of_versions_keeps_both_ends() -> None:
    assert first("Python 3.8 to 3.12").alternatives == ((3, 8), (3, 12))
    assert first("from 1.8.0 up to and including 1.9.6").alternatives == ((1, 8, 0), (1, 9, 6))


@each_of(
    ("text", "low", "high"),
    [
        ("from 6 to 12 items", 6, 12), ("between 3 and 7 items", 3, 7), ("3–7 items", 3, 7),
        ("5.5-6.5 items", 5.5, 6.5),
        ("from 0 (lowest) to 10 (highest)", 0, 10), ("zwischen 3 und 7", 3, 7), ("entre 3 et 7", 3, 7),
        ("entre 3 y 7", 3, 7),
        ("tra 3 e 7", 3, 7), ("от 3 до 7", 3, 7),
    ],
)  # fmt: skip
def test_ranges_hold_both_ends(text: str, low: float, high: float) -> None:
    code = {"z": "de", "о": "ru", "t": "it"}.get(text[0], "fr" if " et " in text else "es" if " y " in text else "en")
    found = mentions(text, code)
    assert [(m.low, m.high) for m in found] == [(low, high)]


@pytest.mark.parametrize(
    "text",
    [
        "sales rose from 12 to 19",
        "it fell from 5% to 9%",
        "increased from 3 to 7",
        "3 and 7 items",
        "3, 7",
        "2.1 Up to 20 kg",
    ],
)
def test_two_values_that_are_no_range(text: str) -> None:
    assert [m.is_range for m in mentions(text, "en")] == [False, False]


_YEAR = 365.25 * 86400


@each_of(
    ("text", "low", "high"),
    [
        ("children aged two to twelve", 2, 12), ("children from 6 to 12 years of age", 6, 12),
        ("for children between 2 and 5, drops", 2, 5),
        ("people over 65", 65, 65), ("the under-18s", 18, 18), ("at the age of thirteen", 13, 13),
        ("a 5-year-old", 5, 5),
        ("menores de tres años", 3, 3),
    ],
)  # fmt: skip
def test_ages_are_years(text: str, low: int, high: int) -> None:
    found = first(text, "es" if "años" in text else "en")
    assert (found.unit, found.low, found.high) == ("[time]", pytest.approx(low * _YEAR), pytest.approx(high * _YEAR))


@pytest.mark.parametrize(
    "text", ["people from 6 countries", "children between 2 camps", "over 65 cars", "under 18 metres"]
)
def test_counts_beside_people_are_no_ages(text: str) -> None:
    assert first(text).unit != "[time]"


@each_of(
    ("text", "code", "bound"),
    [
        ("at least 5 items", "en", "min"), ("5 or more items", "en", "min"), ("more than 5 items", "en", "over"),
        ("under 18 items", "en", "under"),
        ("no more than 5 items", "en", "max"), ("up to 5 items", "en", "max"),
        ("18 years of age or older", "en", "min"),
        ("no later than 5 May", "en", "max"), ("before 5 May", "en", "under"), ("mindestens 5 Teile", "de", "min"),
        ("au moins 5", "fr", "min"), ("un maximum de 5", "fr", "max"), ("un máximo de 5 libros", "es", "max"),
        ("un minimo di 5", "it", "min"),
        ("almeno 5", "it", "min"), ("pelo menos 5", "pt", "min"), ("meer dan 5", "nl", "over"),
        ("не менее 5", "ru", "min"), ("5 items", "en", ""),
        ("rose from 5 to 3 items", "en", ""), ("five minutes ago", "en", ""), ("hand over 12 hens", "en", ""),
        ("it takes over half an hour", "en", "min"), ("the order totals 500 euros", "en", ""),
        ("tot 500 euro", "nl", "max"),
    ],
)  # fmt: skip
def test_bounds(text: str, code: str, bound: str) -> None:
    assert first(text, code).bound == bound


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("just under 2 km", -1),
        ("almost 2 km", -1),
        ("knapp 2 km", -1),
        ("just over 2 km", 1),
        ("about 2 km", 0),
        ("2 km or so", 0),
    ],
)
def test_approximations_lean_to_their_side(text: str, lean: int) -> None:
    assert (first(text).approximate, first(text).lean) == (True, lean)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a fee of £22m. He", [("currency", "£22m")]),
        ("rose by 2 percentage points to 5%", [("quantity", "2 percentage points"), ("percentage", "5%")]),
        ("from 7 to 9:30", [("time", "7 to 9:30")]),
        ("an average score of 25 points", [("number", "25")]),
        ("in 1996 , at age 36 , 32 games", [("date", "1996"), ("quantity", "36"), ("number", "32")]),
        ("a third attempt cost a third of it", [("number", "third"), ("percentage", "a third")]),
        ("He was 36m/120ft deep", [("quantity", "36m"), ("quantity", "120ft")]),
    ],
)
def test_what_a_sentence_states(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


_WORDS = st.sampled_from(
    """the of between and from to at least 5 12 2021 1,482 1.5 km km/h kg % percent May third half an hour £22m $5 euros
    K-19 v1.2 version Node 16 or newer two twelve aged 3:30 pm Q3 2024 - – ( ) , . just under million 18 h 30 2019–2021
    3-5 zwei Wochen °C −5 ½ одна 5月3日 三百 "quoted" `code_5` per night""".split()
)


@given(
    st.lists(_WORDS, max_size=14), st.sampled_from(["en", "de", "fr", "zh"]), st.sampled_from([" ", "\u00a0", "\n", ""])
)
def test_offsets_point_at_the_text_and_never_overlap(words: list[str], code: str, gap: str) -> None:
    text = gap.join(words)
    found = mentions(text, code)
    assert all(text[m.start : m.end] == m.text and m.text for m in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("A day ticket costs 4 euros.", ["4 euros"]),
        ("A week pass costs 12 euros.", ["12 euros"]),
        ("It lasts a day.", ["a day"]),
        ("She waited an hour and a half.", ["an hour and a half"]),
    ],
)
def test_an_article_counts_a_length_of_time_but_not_what_is_named_after_one(text: str, values: list[str]) -> None:
    assert [mention.text for mention in mentions(text, "en")] == values
