"""Numbers in digits and words: their values, their places, and what is no number."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.typed_values.digits import parse_digits
from critique_core.typed_values.numbers import numbers
from tests.makers.rows import each_of


def values(text: str, code: str = "en") -> list[float]:
    return [round(number.value, 6) for number in numbers(text, code)]


@each_of(
    ("text", "code", "value"),
    [
        ("23,000 people", "en", 23000),
        ("1 000 000 people", "en", 1_000_000),
        ("1\u202f482\u202f000 habitants", "fr", 1_482_000),
        ("1'482'000 Einwohner", "de", 1_482_000),
        ("12,34,567 voters", "en", 1_234_567),
        ("1.482 Einwohner", "de", 1482),
        ("1.482 points", "en", 1.482),
        ("1,5 Millionen Menschen", "de", 1_500_000),
        ("1,2 Mrd. Einwohner", "de", 1.2e9),
        ("3 млн человек", "ru", 3e6),
        ("2.1万人", "zh", 21000),
        ("三百二十人", "zh", 320),
        ("the sixty-four turbines", "en", 64),
        ("vierundsechzig Turbinen", "de", 64),
        ("soixante-quatre éoliennes", "fr", 64),
        ("treinta y dos casas", "es", 32),
        ("ventuno case", "it", 21),
        ("vinte e um barcos", "pt", 21),
        ("vierenzestig molens", "nl", 64),
        ("two and a half miles", "en", 2.5),
        ("1½ cups", "en", 1.5),
        ("2 1/2 cups", "en", 2.5),
        ("zweieinhalb Jahre", "de", 2.5),
        ("anderthalb Stunden", "de", 1.5),
        ("trois et demi", "fr", 3.5),
        ("half a million voters", "en", 500_000),
        ("three dozen eggs", "en", 36),
        ("10k runners", "en", 10_000),
        ("-5 and falling", "en", -5),
        ("a loss of −12", "en", -12),
    ],
)
def test_a_written_number_has_its_value(text: str, code: str, value: float) -> None:
    assert values(text, code)[0] == pytest.approx(value)


@each_of(
    ("text", "code", "share"),
    [
        ("one in three adults", "en", 1 / 3),
        ("9 out of 10 dentists", "en", 0.9),
        ("a fifth of the cost", "en", 0.2),
        ("leaves a fifth to the holder", "en", 0.2),
        ("two-thirds of members", "en", 2 / 3),
        ("three sevenths", "en", 3 / 7),
        ("3/4 of the seats", "en", 0.75),
        ("Three of every ten groups are held out", "en", 0.3),
        ("Three groups in ten are held out", "en", 0.3),
        ("Four vines out of seven were lost", "en", 4 / 7),
        ("die Hälfte der Sitze", "de", 0.5),
        ("zwei Drittel der Sitze", "de", 2 / 3),
        ("un tiers des sièges", "fr", 1 / 3),
        ("la mitad de los votos", "es", 0.5),
        ("tre quarti dei voti", "it", 0.75),
        ("metade dos votos", "pt", 0.5),
        ("de helft van de stemmen", "nl", 0.5),
    ],
)
def test_a_share_is_a_fraction(text: str, code: str, share: float) -> None:
    found = numbers(text, code)
    assert [(n.value, n.fraction) for n in found] == [(pytest.approx(share), True)]


@pytest.mark.parametrize(
    "text",
    ["three goals in ten matches", "three visits in ten years", "two meetings in 2019", "eight quarter-finalists"],
)
def test_a_count_within_a_larger_one_of_another_thing_is_no_share(text: str) -> None:
    assert not any(n.fraction for n in numbers(text, "en"))


@each_of(
    "text",
    [
        "the A320 at gate B22", "tower K-19", "B2B sales", "H2O and CO2", "covid-19 cases", "COVID-19",
        "the 5G network in 3D",
        "call +49 30 1234567 now", "call 555-123-4567", "as shown [3] and [4,5]", "open 24/7", "since 9/11",
        "`retry_5` is set",
        "hundreds of people", "no one came", "the second half", "her half brother", "see https://x.org/2024/5",
        "in her 30s",
        "ISBN 978-3-16-148410-0", "half past",
    ],
)  # fmt: skip
def test_digits_and_words_that_are_no_numbers(text: str) -> None:
    assert not numbers(text, "en")


@each_of(
    ("text", "stated"),
    [
        ("The blue one sleeps four people, the green one two.", [4, 2]),
        ("The large room seats twelve, the small one only six.", [12, 6]),
        ("A new one costs more than the old one was worth.", []),
        ("Give the patient one tablet.", [1]),
        ("The council one year later had one seat more.", [1, 1]),
        ("the top one percent", [1]),
    ],
)
def test_one_that_stands_for_a_noun_is_no_number(text: str, stated: list[float]) -> None:
    assert values(text) == stated


def test_list_numbers_are_left_alone() -> None:
    assert values("1. Take 4 eggs\n2) Add 200 of the nuts\n(3) Stir") == [4, 200]


@pytest.mark.parametrize(
    ("text", "value"), [("a third attempt", 3), ("the thirtieth day", 30), ("his 21st win", 21), ("la tercera vez", 3)]
)
def test_ordinals_are_marked(text: str, value: float) -> None:
    found = numbers(text, "es" if "tercera" in text else "en")
    assert [(n.value, n.ordinal) for n in found] == [(value, True)]


@pytest.mark.parametrize(
    ("text", "value"),
    [("paid £22m. He left", 22e6), ("$1.5T in debt", 1.5e12), ("a fee of $5k", 5000), ("£22 million", 22e6)],
)
def test_magnitudes_beside_money(text: str, value: float) -> None:
    assert values(text) == [pytest.approx(value)]


def test_a_full_stop_after_an_abbreviation_stays_outside() -> None:
    text = "He cost £22m. He left."
    found = numbers(text, "en")[0]
    assert text[found.start : found.end] == "22m"


@given(st.integers(0, 10**12), st.sampled_from(["", ",", "\u202f", "'"]))
def test_thousands_separators_do_not_change_the_value(value: int, separator: str) -> None:
    written = f"{value:,}".replace(",", separator)
    assert values(f"there are {written} of them") == [value]


@given(st.integers(1, 999_999), st.integers(0, 99))
def test_decimal_comma_and_point_are_read_by_language(whole: int, cents: int) -> None:
    english, german = f"{whole:,}.{cents:02d}", f"{whole:,}".replace(",", ".") + f",{cents:02d}"
    assert parse_digits(english, "en")[0] == pytest.approx(whole + cents / 100)
    assert parse_digits(german, "de")[0] == pytest.approx(whole + cents / 100)


@given(
    st.text(alphabet="0123456789 .,-/%°'abcKmhLinotwe½€$\n\"[]()", max_size=60),
    st.sampled_from(["en", "de", "fr", "zh"]),
)
def test_numbers_of_any_text_lie_inside_it_in_order(text: str, code: str) -> None:
    found = numbers(text, code)
    assert all(0 <= n.start < n.end <= len(text) for n in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
