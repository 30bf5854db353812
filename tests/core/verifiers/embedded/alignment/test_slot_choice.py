"""Which of several like values of a source a claim mentions, and what a source says of another entry."""

import pytest

from critique_core.typed_values.mentions import mentions
from critique_core.verifiers.embedded.features import judge_of
from tests.makers.alignments import outcomes, reading

NEXT_DAY = "The bridge reopened on 3 June 2022. A ceremony was held the following day."


def test_another_value_of_the_source_in_the_place_of_a_limit_conflicts() -> None:
    source = "A connection idle for 300 seconds is closed. A request waits at most 30 seconds for a free connection."
    assert outcomes("A request waits 300 seconds for a free connection.", source) == ["conflicts"]


def test_a_mere_one_that_no_source_states_is_not_missing() -> None:
    assert outcomes("One councillor was ill.", "A councillor was ill on Monday.") == ["unsaid"]
    assert outcomes("Nine councillors were ill.", "A councillor was ill on Monday.") == ["missing"]


def test_half_as_many_is_a_comparison_and_no_missing_share() -> None:
    source = "Those who had been ignored ate twice as many biscuits as those who had been included."
    assert outcomes("Those who had been included had half as many biscuits.", source) == ["unsaid"]


@pytest.mark.parametrize(("text", "bounds"), [("trip 5.1 km -> 8.4 km", ["", ""]), ("a load > 8.4 kg", ["over"])])
def test_an_arrow_is_no_limit(text: str, bounds: list[str]) -> None:
    assert [m.bound for m in mentions(text)] == bounds


def test_no_later_than_a_length_of_time_is_a_limit() -> None:
    [found] = mentions("due no later than 28 days after that")
    assert found.bound == "max"


def test_a_date_of_another_event_does_not_conflict() -> None:
    source = (
        "The quartet was founded in 2011 by four students. Its first album came out in spring. A tour followed in 2017."
    )
    assert outcomes("The quartet recorded its debut album in February 2014.", source) == ["missing"]


def test_a_value_that_no_source_states_is_never_accepted() -> None:
    read_ = reading(
        "The desk opens at 8:00 on Thursday, and the keynote starts at 9:15.", "On Thursday the desk opens at 8 am."
    )
    assert "missing" in [v.outcome for v in read_.values]
    assert judge_of(read_, None, "typed+alignment")(0.0).supported < 0.5


ORDERS = "Purchase order 55-2091 covers the goods in TGHU 118 930-0; order 55-2088 covers those in MSKU 402 771-3."
BERTHS = "Container MSKU 402 771-3 was unloaded on Tuesday. Container TGHU 118 930-0 stayed, as its seal was broken."


@pytest.mark.parametrize(
    ("claim", "source", "conflicts"),
    [
        ("The goods in MSKU 402 771-3 belong to order 55-2091.", ORDERS, True),
        ("The goods in MSKU 402 771-3 belong to order 55-2088.", ORDERS, False),
        ("The seal of container MSKU 402 771-3 was broken.", BERTHS, True),
        ("The seal of container TGHU 118 930-0 was broken.", BERTHS, False),
        (
            "Error E1042 means that the licence has expired.",
            "E1042: licence file is malformed.\nE1043: licence expired.",
            True,
        ),
        (
            "Error E1043 means that the licence has expired.",
            "E1042: licence file is malformed.\nE1043: licence expired.",
            False,
        ),
    ],
)
def test_what_is_said_of_another_entry_conflicts(claim: str, source: str, conflicts: bool) -> None:
    found = [o for _, o in reading(claim, source).observations if o.kind == "identifier" and o.agreement == "conflicts"]
    assert bool(found) == conflicts


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("Container MSKU 402 771-3 was unloaded", "MSKU 402 771-3"),
        ("container MSKT 448120-7 was unloaded", "MSKT 448120-7"),
        ("order 55-2091 covers the goods", "55-2091"),
    ],
)
def test_reference_numbers_with_spaces_are_one_identifier(text: str, identifier: str) -> None:
    assert [m.text for m in mentions(text) if m.kind == "identifier"] == [identifier]


@pytest.mark.parametrize("text", ["EUR 448120 was paid", "from 1998-2004 it grew", "ISO 27001 applies"])
def test_money_years_and_standards_are_no_reference_numbers(text: str) -> None:
    assert not [m for m in mentions(text) if m.kind == "identifier"]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("minimum 0, maximum 10", 0, 10),
        ("at least 2 and at most 8 guests", 2, 8),
        ("no less than 35 minutes and no more than 40", 35 * 60, 40 * 60),
    ],
)
def test_a_lower_and_an_upper_limit_make_a_range(text: str, low: float, high: float) -> None:
    [found] = mentions(text)
    assert (found.low, found.high) == (low, high)


def test_minus_in_words_is_a_sign_of_degrees_only() -> None:
    [cold] = mentions("stored at minus 80 degrees Celsius")
    assert cold.low == pytest.approx(193.15)
    assert [m.low for m in mentions("10 minus 3")] == [10, 3]


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The ceremony was held on 4 June 2022.", NEXT_DAY, "derived"),
        ("The ceremony was held on 6 June 2022.", NEXT_DAY, "missing"),
        ("The outage lasted an hour and 25 minutes.", "At 03:40 the database stopped. It was up at 05:05.", "derived"),
        ("The choir has 42 singers.", "The choir has 14 sopranos, 12 altos, 7 tenors and 9 basses.", "derived"),
        ("The client can wait 300 seconds at most.", "`timeout`: the client waits in seconds (maximum 300).", "agrees"),
        ("The server version must be at least 13.", "The extension supports server versions 13 through 16.", "agrees"),
    ],
)  # fmt: skip
def test_values_that_follow_from_stated_ones(claim: str, source: str, expected: str) -> None:
    assert outcomes(claim, source)[0] == expected


def test_a_record_with_another_identifier_says_nothing_of_the_claims() -> None:
    first = '{"ticket": "OPS-417", "status": "open", "assignee": "M. Ferrand"}'
    second = '{"ticket": "OPS-418", "status": "closed", "assignee": "T. Okoye"}'
    assert not reading("OPS-418 has been closed.", first, second).conflicts
    assert reading("OPS-417 has been closed.", first, second).conflicts


def test_another_value_told_elsewhere_of_little_that_the_claim_says_does_not_conflict() -> None:
    source = "The night ferry leaves Stornby in the evening and has beds. The day ferry takes five hours and has none."
    assert outcomes("The overnight crossing takes eight hours.", source) == ["missing"]


def test_another_value_in_the_place_of_the_claims_conflicts() -> None:
    assert outcomes("Teams pay 40 pounds for the hall.", "Teams pay 14 pounds for the hall.") == ["conflicts"]
