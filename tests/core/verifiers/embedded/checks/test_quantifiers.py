"""All, none, most and only, against counts, exceptions and longer lists."""

import pytest

from tests.makers.observations import agreements, conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("All the students passed the practical exam.", "Of the 46 students, 43 passed the practical exam."),
        ("All the flights were cancelled.", "Nine of the 14 flights were cancelled."),
        ("Every branch has a lift.", "Some branches have a lift, others only stairs."),
        ("All members voted for the motion.", "Most members voted for the motion."),
        (
            "All employees can work from home on Fridays.",
            "All staff can work from home on Fridays except warehouse employees.",
        ),
        ("None of the endpoints require a token.", "All endpoints require a token."),
        ("None of the sites were inspected.", "Three of the eight sites were inspected."),
        (
            "The only supported login methods are password and passkey.",
            "Three login methods are supported: password, passkey and single sign-on.",
        ),
        ("Only Norland and Esk voted against the treaty.", "Norland, Esk and Tavia voted against the treaty."),
        ("The Alto is available in green.", "The Alto is dimmable and comes in black only."),
        ("The lift always stops at the third floor.", "The lift sometimes stops at the third floor."),
    ],
)
def test_quantities_that_cannot_both_be_true(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Not every patient responded to the therapy.",
            "Among the 58 patients, 49 showed a clear response to the therapy.",
        ),
        (
            "All 14 workers got out safely.",
            "All 14 workers on the night shift got out safely and there were no injuries.",
        ),
        ("All the students passed.", "Of the 46 students, 46 passed."),
        ("There's no way to get it back.", "Deleting is irreversible: all of its contents are removed."),
        ("Every room has a balcony.", "All rooms have a balcony. Some rooms have a kitchen."),
        ("Only members can vote.", "Only members can vote. Guests can speak."),
        (
            "The pass is valid on buses, trams and the funicular.",
            "The pass gives rides on trams, buses, the metro and the funicular.",
        ),
        (
            "Both of the relay teams were disqualified.",
            "Two relay teams were entered. The first was disqualified, and so was the second.",
        ),
        (
            "The museum is free on the first Sunday.",
            "Entry costs 11 euros, except on the first Sunday of the month, when it is free.",
        ),
    ],
)
def test_quantities_that_fit(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Every jacket is made from recycled polyester.", "The Fjell jacket is made of recycled polyester."),
        (
            "Every jacket in the collection is made from recycled polyester.",
            "The shop's carrier bags are made of recycled polyester.",
        ),
    ],
)
def test_one_case_does_not_make_all(claim: str, source: str):
    assert agreements(claim, source) == {"missing"}
