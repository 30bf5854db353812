"""What a stated rate comes to, over as many of its base as the claim or the source names."""

import pytest

from tests.makers.alignments import outcomes, reading

ROOM = "One double room, 3 nights from 14 to 17 August, 118 euros a night, breakfast included."
SIGN_ON = "Single sign-on can be added to Team for $3 per user; it is not available in Starter."
RENT = "Upright piano: €45 a month, minimum one year."
BOATS = "Boats under 6 m go free; the rest pay by length, at 50 cents a metre."


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The three nights come to 354 euros.", ROOM, "derived"),
        ("The three nights come to 364 euros.", ROOM, "conflicts"),
        ("A Team customer with 20 users would pay $60 for single sign-on.", SIGN_ON, "derived"),
        ("A Team customer with 20 users would pay $30 for single sign-on.", SIGN_ON, "conflicts"),
        ("Renting an upright for the minimum time costs €540.", RENT, "derived"),
        ("Renting an upright for a year costs €450.", RENT, "conflicts"),
        ("A ten-metre boat owes five euros.", BOATS, "derived"),
    ],
)
def test_a_rate_times_its_count_gives_the_amount_or_another(claim: str, source: str, expected: str) -> None:
    assert outcomes(claim, source)[-1] == expected


def test_the_count_that_a_claim_supposes_is_no_value_that_a_source_must_state() -> None:
    found = reading("A Team customer with 20 users would pay $60 for single sign-on.", SIGN_ON)
    assert [v.mention.text for v in found.of("derived")] == ["20", "$60"]
    assert not found.of("missing")
