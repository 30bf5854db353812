"""When two typed values agree: rounding, bounds, ranges, approximations, versions, shares."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.typed_values.compare import agrees, comparable
from critique_core.typed_values.mentions import Mention, mentions
from tests.makers.rows import each_of


def one(text: str, code: str = "en") -> Mention:
    found = mentions(text, code)
    assert len(found) == 1, found
    return found[0]


def agree(claim: str, source: str) -> bool:
    first, second = one(claim), one(source)
    return comparable(first, second) and agrees(first, second)


@each_of(
    ("claim", "source"),
    [
        ("sixty-four turbines", "64 turbines"), ("£22 million", "£22m"), ("a third of it", "33%"), ("a fifth", "20%"),
        ("one in three", "33.3 %"),
        ("33%", "a third of it"), ("half of them", "49.8%"), ("about 18,000 people", "18,214 people"),
        ("just under 2 km", "1.9 km"),
        ("almost 500 people", "470 people"), ("just over 2 km", "2.05 km"), ("more than 100 people", "118 people"),
        ("at least 5 items", "5 items"),
        ("Node 18 or newer", "Node.js 18 or later"), ("version 3.12", "Python 3.10 or newer"),
        ("a limit of 9", "from 0 to 10"),
        ("between 2 and 6 days", "5 days"), ("from 3 to 5 days", "between 3 and 5 days"), ("2 km", "2.005 km"),
        ("€12.50", "12.50 euros"), ("exactly 2 km", "nearly 2 km"),
        ("a month", "30 days"), ("within two months", "within 60 days"), ("31 days", "one month"),
        ("2 vacation days a month", "24 vacation days a year"), ("One dog in ten is deaf", "10 % are deaf"),
        ("2 euros an hour", "1 euro per half hour"), ("1 euro per half hour", "2 euros an hour"),
        ("opens at 9", "opens at 9 am"), ("closes at six", "until 18:00"), ("at 9 pm", "until 9"),
    ],
)  # fmt: skip
def test_values_that_agree(claim: str, source: str) -> None:
    assert agree(claim, source)


@each_of(
    ("claim", "source"),
    [
        ("sixty-four turbines", "46 turbines"), ("a fifth", "25%"), ("34%", "a third of it"),
        ("just under 2 km", "2.1 km"), ("just under 2 km", "2 km"), ("just under 2 km", "1.5 km"),
        ("just over 2 km", "1.9 km"), ("almost 500 people", "510 people"), ("more than 100 people", "100 people"),
        ("at least 5 items", "4 items"),
        ("Node 16 or newer", "Node.js 18 or later"), ("version 3.8", "Python 3.10 or newer"),
        ("a limit of 11", "from 0 to 10"),
        ("children aged two to twelve", "from 6 to 12 years of age"), ("between 2 and 6 days", "from 1 to 5 days"),
        ("the third house", "3 houses"),
        ("between 2 and 6 days", "from 3 to 5 days"), ("about 900 people", "612 people"),
        ("opens at 9", "opens at 9:30"), ("closes at six", "until 19:00"), ("9 km", "9 am"), ("the ninth", "9 am"),
        ("a month", "28 days"), ("two months", "45 days"), ("3 vacation days a month", "24 vacation days a year"),
        ("One dog in five is deaf", "10 % are deaf"), ("1 euro an hour", "1 euro per half hour"),
        ("K-19 is down", "K-18 is down"), ("under 18 years", "over 18 years"), ("61 percent", "62 percent"),
    ],
)  # fmt: skip
def test_values_that_do_not(claim: str, source: str) -> None:
    assert not agree(claim, source)


@given(st.integers(11, 10**9))
def test_a_value_agrees_with_itself_and_not_with_another_digit(value: int) -> None:
    first = one(f"there are {value} of them")
    assert agrees(first, first)
    place = 10 ** (len(str(value)) - 2)  # the second digit: another one there is always more than one per cent away
    digit = value // place % 10
    other = value + ((digit + 1) % 10 - digit) * place
    assert not agree(f"there are {value} of them", f"there are {other} of them")


@given(st.integers(50, 10**7))
def test_an_approximation_bears_five_per_cent_and_no_fifth(value: int) -> None:
    claim = f"about {value} of them"
    assert agree(claim, f"exactly {value + value // 20} of them")
    assert not agree(claim, f"exactly {value + value // 5 + 1} of them")


@given(st.integers(100, 10**6), st.integers(1, 8))
def test_just_under_takes_only_the_lower_side(value: int, percent: int) -> None:
    assert agree(f"just under {value} of them", f"exactly {value - max(1, value * percent // 100)} of them")
    assert not agree(f"just under {value} of them", f"exactly {value + max(1, value * percent // 100)} of them")
