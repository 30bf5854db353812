"""What only several sentences together say: the order of events."""

import pytest

from critique_core.language.sentence import analyse
from critique_core.verifiers.embedded.checks.order import read_order
from tests.makers.observations import seen_across
from tests.makers.rows import each_of

_ORDERS = [
    ("The vault was sealed before the crown was moved.", "The vault was sealed, then the crown was moved.", "agrees"),
    (
        "The crown was moved before the vault was sealed.",
        "The vault was sealed, then the crown was moved.",
        "conflicts",
    ),
    (
        "The glue sets after the clamp is removed.",
        "Once the glue has set, the clamp is removed. Wipe off the rest.",
        "conflicts",
    ),
    ("The mill burned down before the dam broke.", "The dam broke in 1903. The mill burned down in 1911.", "conflicts"),
    (
        "The dam broke earlier than the mill burned down.",
        "The dam broke in 1903; the mill burned down in 1911.",
        "agrees",
    ),
    (
        "By the time the verdict fell, Lorne had resigned.",
        "Lorne resigned on Monday. The verdict fell on Thursday.",
        "agrees",
    ),
    (
        "By the time Lorne resigned, the verdict had fallen.",
        "Lorne resigned on Monday. The verdict fell on Thursday.",
        "conflicts",
    ),
    ("The flour goes in later than the eggs.", "Beat the eggs. Add the flour and stir well.", "agrees"),
    ("The eggs go in later than the flour.", "Beat the eggs in a bowl. Add the flour and stir well.", "conflicts"),
    (
        "When the keel was laid, the plans had not yet been approved.",
        "The keel was laid a year after the plans had been approved.",
        "conflicts",
    ),
]


@each_of(("claim", "source", "agreement"), _ORDERS)
def test_the_order_of_two_events(claim: str, source: str, agreement: str):
    assert seen_across(claim, source) == [agreement]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The vault was sealed before the crown was moved.", "The vault was sealed and the crown was moved."),
        ("The school offers care after lunch.", "Several schools offer after-school care."),
        ("The dam broke before the mill burned down.", "The dam broke in May 1903. The mill burned down in 1903."),
    ],
)
def test_an_order_that_no_source_tells_is_left_open(claim: str, source: str):
    assert seen_across(claim, source) == []


def test_a_compound_links_no_events():
    assert read_order(analyse("Every school in the county offers after-school care.")) is None
