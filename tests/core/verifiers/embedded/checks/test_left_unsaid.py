"""What values leave to the text around them: units, currencies, years, the thing they end."""

import pytest

from critique_core.typed_values.mentions import mentions
from tests.makers.alignments import outcomes

TRAIL = "The trail has three legs: 12 kilometres to Aster, 17 to the pass and 9 down to Quell."
QUEEN = "Queen Maude died in 1377 after ruling for 22 years. Her nephew followed her."
BICYCLE = "The bicycle was marked down from 800 to 600 pounds. Helmets were 30 percent off."
PRICES = "Entry costs 9 euros, or 4 euros for visitors under 16."


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (TRAIL, ["", "[length]", "[length]", "[length]"]),
        ("The jacket fell from 240 to 180 dollars.", ["dollar", "dollar"]),
        ("It lasted 90 minutes and was watched by 300.", ["[time]", ""]),
        ("Sales rose 4 percent, and 12 shops opened.", ["ratio", ""]),
    ],
)
def test_bare_numbers_of_a_list_share_its_unit(text: str, units: list[str]) -> None:
    assert [m.unit for m in mentions(text)] == units


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Entries close in May.", [(0, 5, 0)]),
        ("A wet June in 2023 followed.", [(2023, 6, 0)]),
        ("You may march in step.", []),
    ],
)
def test_months_are_dates(text: str, expected: list[tuple[int, ...]]) -> None:
    assert [r for m in mentions(text) if m.kind == "date" for r in m.alternatives] == expected


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("In all, the trail is 29 kilometres long.", TRAIL),
        ("Maude became queen in 1365.", QUEEN),
    ],
)
def test_a_neighbours_value_completes_nothing(claim: str, source: str) -> None:
    assert outcomes(claim, source)[-1] in ("missing", "conflicts")


def test_a_visitor_of_an_age_is_among_those_below_a_limit() -> None:
    assert outcomes("A 12-year-old visitor pays 4 euros.", PRICES) == ["agrees", "agrees"]
