"""Changes told the wrong way round: both values are the source's, the direction is not."""

import pytest

from tests.makers.alignments import reading

TRIP = "Average trip 5.1 km -> 8.4 km. Car traffic on the parallel road: unchanged."
MAJORITY = "The alliance held the seat, though its majority shrank from 6,412 to just 317."
OUTING = "The outing was put off from 18 April to 2 May because the tower there has bats."
PRICE = "A ticket now costs 3.50 euros instead of 4.90 euros."


@pytest.mark.parametrize(
    ("claim", "source", "turned"),
    [
        ("The average trip went from 8.4 km to 5.1 km.", TRIP, True),
        ("The average trip went from 5.1 km to 8.4 km.", TRIP, False),
        ("Its majority went from 317 to 6,412.", MAJORITY, True),
        ("Its majority went from 6,412 to 317.", MAJORITY, False),
        ("The outing was put off from 2 May to 18 April.", OUTING, True),
        ("The outing was put off from 18 April to 2 May.", OUTING, False),
        ("The ticket went from 3.50 euros to 4.90 euros.", PRICE, True),
        ("The ticket went from 4.90 euros to 3.50 euros.", PRICE, False),
        ("The average trip went from 5.1 km to 9 km.", TRIP, False),
    ],
)
def test_a_change_between_the_same_values_the_other_way_round_conflicts(claim: str, source: str, turned: bool) -> None:
    seen = [o for _, o in reading(claim, source).observations if "the other way round" in o.explanation]
    assert [o.agreement for o in seen] == (["conflicts"] if turned else [])


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The price rose from $5 to $10 in May.",
            "The price rose from $5 to $10 in May and fell from $10 to $5 in June.",
        ),
        (
            "Visits rose from 200 to 300 in spring.",
            "In winter visits fell from 300 to 200. In spring visits rose from 200 to 300.",
        ),
    ],
)
def test_a_source_that_also_tells_the_claims_own_direction_does_not_conflict(claim: str, source: str) -> None:
    assert not reading(claim, source).conflicts
