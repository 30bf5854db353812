"""What the source only supposes, and the draft tells as certain."""

import pytest

from tests.makers.observations import agreements, conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It is certain that ice caused the crash at Tarn.", "Ice probably caused the crash at Tarn."),
    ],
)
def test_what_the_source_supposes_is_not_certain(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A gas leak is suspected to have caused the blast.", "Police suspect that a gas leak caused the blast."),
        ("Frost is likely to have killed the vines.", "Frost probably killed the vines at Ello."),
        ("The pass is used by hikers.", "The pass may be used by hikers all year round."),
        ("Elna lies on the coast.", "Her parents may have moved there from Elna, which lies on the coast."),
        (
            "Ice caused the crash.",
            "At first ice was thought to have caused the crash. Ice caused the crash, a court found.",
        ),
    ],
)
def test_hedged_drafts_and_permissions_are_no_suppositions_told_as_facts(claim: str, source: str):
    assert not agreements(claim, source) & {"missing", "conflicts"}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("On Saturdays a ticket is obligatory.", "A ticket is obligatory on Sundays and recommended on Saturdays."),
        (
            "On the short trail boots are mandatory.",
            "Boots are mandatory on the long trail and advised on the short one.",
        ),
        ("Leaving out the password is allowed.", "Every call must carry a password. A note may be added."),
        (
            "A tenant who pays late twice must be evicted by the landlord.",
            "The landlord may evict a tenant who pays late twice.",
        ),
    ],
)
def test_force_is_compared_case_by_case(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("On Sundays a ticket is obligatory.", "A ticket is obligatory on Sundays and recommended on Saturdays."),
        ("Leaving out the note is allowed.", "Every call must carry a password. A note may be added."),
        ("Osk Mills plans to sell its yard.", "Osk Mills plans to sell its yard in Trill if the price is right."),
    ],
)
def test_the_force_of_the_same_case_is_no_conflict(claim: str, source: str):
    assert not agreements(claim, source) & {"missing", "conflicts"}
