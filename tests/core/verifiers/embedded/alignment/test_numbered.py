"""What is said of one numbered thing is not said of its likes, and a number that ends a name is no value."""

import pytest

from critique_core.language.sentence import analyse
from critique_core.verifiers.embedded.alignment.numbered import numbered
from tests.makers.judged import judged

KILNS = "Kiln 1 holds 300 pots and fires at 1,200 degrees. Kiln 2 holds 180 pots and fires at 1,050 degrees."
HALLS = "Hall 1 shows fossils and covers 400 square metres; Hall 2 shows minerals and covers 250 square metres."
ROUTES = "Route 12: 14 km, 320 m of climbing. Route 13: 22 km, 610 m of climbing. Route 14: 9 km, 80 m of climbing."
TEAMS = "Team A scored 14 goals and conceded 9. Team B scored 11 goals and conceded 12."
BUILDINGS = "Building 1: completed in 1998 and houses 120 people.\nBuilding 2: completed in 2003 and houses 85 people."
STATIONS = "\n\n".join(
    f"Station Alder {n}: opened in {1900 + n} and serves {1000 + 37 * n} passengers a day." for n in range(8)
)
CASES = [
    ("Kiln 2 holds 180 pots.", KILNS, True),
    ("Kiln 2 holds 300 pots.", KILNS, False),
    ("Hall 2 covers 250 square metres.", HALLS, True),
    ("Hall 1 covers 250 square metres.", HALLS, False),
    ("Route 14 has 80 m of climbing.", ROUTES, True),
    ("Route 13 has 80 m of climbing.", ROUTES, False),
    ("Team B conceded 12 goals.", TEAMS, True),
    ("Team A conceded 12 goals.", TEAMS, False),
    ("Building 2 houses 85 people.", BUILDINGS, True),
    ("Building 2 houses 120 people.", BUILDINGS, False),
    ("Station Alder 4 opened in 1904.", STATIONS, True),
    ("Station Alder 4 opened in 1905.", STATIONS, False),
    ("Station Alder 5 serves 1185 passengers a day.", STATIONS, True),
    ("Station Alder 5 serves 1148 passengers a day.", STATIONS, False),
]


OF_SEVERAL = [
    ("Room 1 and Room 2 cost 90 euros a night.", "Room 1 with breakfast costs 105 euros."),
    ("Team A leads Team B by 7 points.", "Team A has 31 points."),
    ("Building 4 is linked to Building 5 by a bridge of 30 metres.", "Building 4 is 55 metres tall."),
    ("Plan B replaced Plan A in 2019 and costs 30 euros.", "Plan B has a joining fee of 10 euros."),
    ("The council opened 30 places on Level 1 and 55 places on Level 2.", "Level 2 has 4 places for vans."),
]


@pytest.mark.parametrize(("said", "besides"), OF_SEVERAL)
def test_what_one_sentence_says_of_two_is_left_to_both(said: str, besides: str) -> None:
    assert judged(said, f"{said} {besides}").status == "supported"


def test_a_value_of_the_subject_is_not_taken_from_it_by_another_that_is_named_between() -> None:
    said = "Plan B includes everything in Plan A and costs 25 euros a month. Plan B costs 250 euros a year."
    assert judged("Plan B costs 25 euros a month.", said).status == "supported"


@pytest.mark.parametrize(("claim", "source", "right"), CASES)
def test_a_value_is_that_of_the_thing_with_the_number(claim: str, source: str, right: bool) -> None:
    found = judged(claim, source)
    assert (found.status == "supported") is right
    assert found.verdict is not None
    assert "case out" not in found.verdict.reasoning
    assert "says 1," not in found.verdict.reasoning


@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("Building 2 houses 85 people.", ["2"]),
        ("Boeing 747 carries 400 people.", ["747"]),
        ("The lamp in room 12 is red.", ["12"]),
        ("Nearly 300 people came.", []),
        ("Today 12 were found.", []),
        ("At Tesco 12 people were hurt.", []),
        ("In Paris 20 schools closed.", []),
    ],
)
def test_a_number_that_counts_something_ends_no_name(text: str, endings: list[str]) -> None:
    assert [one.ending for one in numbered(analyse(text))] == endings
