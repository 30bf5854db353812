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
ROOMS = "Room 1 seats 20 people. Room 2 seats 40 people. Room 3 seats 40 people."
SEATS = "Room 1: 20 seats\nRoom 2: 35 seats\nRoom 3: 50 seats"
FLOORS = "Floor 2: 8 offices, 3 kitchens\nFloor 3: 12 offices, 2 kitchens"
PLANS = "Plan A: 5 GB\nPlan B: 10 GB\nPlan C: 20 GB"
PUMPS = "Pump A needs 250 watts. Pump B needs 400 watts."
LOTS = "Lot 15 sold for 2,400 euros, Lot 16 for 900 euros. Lot 17 found no buyer."
FORMS = "Version 2 of the form asks for 5 signatures. Version 3 asks for 2."
ENGINES = "Engine A uses 5 litres per 100 km, Engine B uses 7 litres per 100 km."
PHASES = "Phase 1 cost 3 million euros and ended in 2021. Phase 2 will cost 5 million euros and end in 2026."
CASES = [
    ("Room 2 has 35 seats.", SEATS, True),
    ("Room 2 has 20 seats.", SEATS, False),
    ("There are 35 seats in Room 2.", SEATS, True),
    ("Floor 3 has 2 kitchens.", FLOORS, True),
    ("Floor 2 has 2 kitchens.", FLOORS, False),
    ("Plan B includes 10 GB.", PLANS, True),
    ("Plan A includes 10 GB.", PLANS, False),
    ("Rooms 2 and 3 seat 40 people each.", ROOMS, True),
    ("Rooms 1 and 3 seat 40 people each.", ROOMS, False),
    ("Unlike Pump A, Pump B needs 400 watts.", PUMPS, True),
    ("Unlike Pump B, Pump A needs 400 watts.", PUMPS, False),
    ("Lot 16 sold for 900 euros.", LOTS, True),
    ("Lot 17 sold for 900 euros.", LOTS, False),
    ("Version 3 of the form asks for 2 signatures.", FORMS, True),
    ("Version 2 of the form asks for 2 signatures.", FORMS, False),
    ("Engine A uses 5 litres.", ENGINES, True),
    ("Engine B uses 5 litres.", ENGINES, False),
    ("The two phases cost 8 million euros together.", PHASES, True),
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


LEASE = "Section 4 of the lease forbids pets. Section 7 of the lease allows bicycles in the cellar."
TEAMS_OF_TWO = "Nina is on team 2, and Omar is on team 4. Team 4 plays on Friday. Team 2 plays on Sunday."
TRAINS = "Trains to Bath leave from platform 3. Trains to Wells leave from platform 5 at 10:20."
VERSIONS = "Version 2.1: adds dark mode\nVersion 2.2: fixes 14 bugs\nVersion 3: drops support for Windows 7"
FORM = "Version 3 of the form asks for 6 signatures. Version 2 of the form asked for 4 signatures."
GROUPS = "Group 1 raised 150 euros. Group 2 raised 90 euros. Group 3 raised 60 euros."
LANES = '{"lane 1": {"swimmer": "Ada", "time": 31.2}, "lane 2": {"swimmer": "Bea", "time": 29.8}}'
GARAGE = "Level 1 has 60 spaces, level 2 has 80 spaces."
WHICH = [
    ("Section 7 forbids pets.", LEASE, False),
    ("Section 4 forbids pets.", LEASE, True),
    ("Nina is on team 4.", TEAMS_OF_TWO, False),
    ("Omar is on team 4.", TEAMS_OF_TWO, True),
    ("Trains to Bath leave from platform 5.", TRAINS, False),
    ("Trains to Bath leave from platform 3.", TRAINS, True),
    ("Version 2.2 drops support for Windows 7.", VERSIONS, False),
    ("Version 3 asks for 2 more signatures than version 2.", FORM, True),
    ("Groups 2 and 3 raised 150 euros together.", GROUPS, True),
    ("Group 1 raised 60 euros more than Group 2.", GROUPS, True),
    ("The time in lane 2 was 29.8.", LANES, True),
    ("The garage has 140 spaces in total.", GARAGE, True),
    (
        "The 10 euro note is blue.",
        "Note,Size mm,Colour\n5 euro,120x62,grey\n10 euro,127x67,red\n20 euro,133x72,blue",
        False,
    ),
    ("Raum 3 hat 3 Plätze.", "Raum 1: 20 Plätze\nRaum 2: 35 Plätze\nRaum 3: 50 Plätze", False),
    ("Hall 2 is being repaired.", "Hall 1 and Hall 2 are open; Hall 3 is being repaired until May.", False),
    ("It is on floor 1.", "Phone 1: 555 0134\nPhone 2: 555 0178\nFloor: 2", False),
]


@pytest.mark.parametrize(("claim", "source", "right"), WHICH)
def test_a_number_of_a_name_tells_which_thing_is_meant_and_counts_nothing(claim: str, source: str, right: bool) -> None:
    assert (judged(claim, source).status == "supported") is right


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
        ("The north hall seats 500 people and the south hall 320.", []),
        ("Today 12 were found.", []),
        ("At Tesco 12 people were hurt.", []),
        ("In Paris 20 schools closed.", []),
    ],
)
def test_a_number_that_counts_something_ends_no_name(text: str, endings: list[str]) -> None:
    assert [one.ending for one in numbered(analyse(text))] == endings
