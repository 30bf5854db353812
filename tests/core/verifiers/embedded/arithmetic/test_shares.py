"""Shares, parts of a group and groups that the source narrows."""

from tests.makers.observations import conflicts
from tests.makers.rows import each_of


@each_of(
    ("claim", "source"),
    [
        ("One of the kilns is in use again.", "One of the two kilns is in use again."),
        ("A minority of the visitors came by train.", "About one in three visitors came by train."),
        ("Most of the farms keep bees.", "Of the 40 farms in the valley, 31 keep bees."),
        ("All but one of the jurors favoured the tenor.", "Seven of the eight jurors voted for the tenor."),
        (
            "All pupils who live in the hostel can borrow a tablet.",
            "Pupils who live in the hostel can borrow a tablet.",
        ),
        ("Some of the lakes can be fished without a permit.", "Two of the five lakes require a permit."),
        ("None of the island's frogs are poisonous.", "Most of the island's frogs live in trees. All are harmless."),
        ("Few of the guests complained about noise.", "In an earlier survey, most guests had complained about noise."),
    ],
)
def test_shares_that_fit_do_not(claim: str, source: str):
    assert not conflicts(claim, source)
