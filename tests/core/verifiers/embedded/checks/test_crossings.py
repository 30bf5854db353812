"""What a source says of one thing is no support for another, be every word of the claim found there."""

import pytest

from tests.makers.observations import conflicts, observations

_DASHBOARDS = "Viewers see dashboards; analysts also write queries; admins also manage users."
_SILT = "Sand settles in a minute, silt in some hours, clay in days."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Viewers can write queries.", _DASHBOARDS),
        ("Silt settles in a minute.", _SILT),
        (
            "The stores are open to the public on Wednesdays.",
            "The library is open to the public on Wednesdays; the stores can be visited by appointment.",
        ),
        ("The sugar has weevils.", "Flour has weevils, sugar has ants."),
    ],
)
def test_what_is_said_of_another_thing_conflicts(claim: str, source: str):
    assert [seen.kind for seen in observations(claim, source)] == ["role"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Analysts write queries.", _DASHBOARDS),
        ("Sand settles in a minute.", _SILT),
        (
            "Loaves were entered by Vos.",
            "Second place went to the baker, Renske Vos, who had also entered a last loaf.",
        ),
        ("The cannery lasted for years.", "The cannery opened in March with forty hands, and lasted some years."),
        ("Viewers cannot write queries.", _DASHBOARDS),
    ],
)
def test_what_is_said_of_the_thing_itself_does_not(claim: str, source: str):
    assert not conflicts(claim, source)
