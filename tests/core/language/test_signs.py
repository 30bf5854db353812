"""On which side of a list a heading, a mark or a claim puts a thing."""

import pytest

from critique_core.language import signs
from critique_core.language.sentence import analyse
from tests.makers.rows import each_of


@each_of(
    ("heading", "side"),
    [
        ("Included", ("inclusion", True)),
        ("Not included:", ("inclusion", False)),
        ("**What you pay yourself**", ("inclusion", False)),
        ("Nicht enthalten", ("inclusion", False)),
        ("Forbidden in hand luggage", ("permission", False)),
        ("Don't", ("permission", False)),
        ("Pros", ("merit", True)),
        ("Weaknesses of the proposal", ("merit", False)),
        ("Open points", ("completion", False)),
        ("Unsupported file types", ("support", False)),
        ("Absent", ("presence", False)),
        ("Leave at home", ("bringing", False)),
        ("What we do in the summer", None),
        ("Is breakfast included?", None),
        ("A long sentence that says that lunch is included in the price of the room", None),
    ],
)
def test_a_heading_puts_what_is_under_it_on_a_side(heading: str, side: tuple[str, bool] | None):
    found = signs.of_heading(heading)
    assert (None if found is None else (found.axis, found.positive)) == side


@each_of(
    ("text", "axis", "positive"),
    [
        ("Lunch is not included.", "inclusion", False),
        ("Guests pay for the journey themselves.", "inclusion", False),
        ("The parking space costs extra.", "inclusion", False),
        ("You may not carry liquids.", "permission", False),
        ("Lighters are allowed.", "permission", True),
        ("A drawback is that it has no socket.", "merit", False),
        ("The low weight is no advantage.", "merit", False),
        ("The help pages have been translated.", "completion", True),
        ("The help pages have not yet been translated.", "completion", False),
        ("The contract still has to be cancelled.", "completion", False),
        ("The contract does not have to be cancelled.", "completion", None),
        ("Lunch is included and dinner is extra separately.", "inclusion", None),
    ],
)
def test_a_claim_puts_its_thing_on_a_side(text: str, axis: signs.Axis, positive: bool | None):
    found = signs.of_claim(analyse(text, "en"), axis)
    assert (None if found is None else found.positive) == positive


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("[x] done", ("completion", True)),
        ("[ ] open", ("completion", False)),
        ("❌ pool", ("plain", False)),
        ("pool", None),
    ],
)
def test_a_mark_before_an_item_says_its_side(text: str, side: tuple[str, bool] | None):
    found = signs.of_mark(text)
    assert (None if found is None else (found.axis, found.positive)) == side
