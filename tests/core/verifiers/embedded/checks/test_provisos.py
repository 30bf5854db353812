"""If, unless, only if and except: how a condition or an exception is tied to a statement."""

import pytest

from tests.makers.observations import conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Items can be returned if they have been worn.", "Items can be returned unless they have been worn."),
        ("The gate opens unless the alarm is active.", "The gate opens only if the alarm is active."),
        ("A fine is due if the form arrives on time.", "A fine is due unless the form arrives on time."),
        ("If the seal is broken, the warranty applies.", "The warranty does not apply if the seal is broken."),
        ("Refunds are given for gift cards.", "Refunds are given for all purchases except gift cards."),
        ("Dogs are allowed in the hall.", "Dogs are allowed everywhere except the hall."),
    ],
)
def test_a_condition_turned_round(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Items cannot be returned if they have been worn.", "Items can be returned unless they have been worn."),
        ("Items can be returned only if they are unworn.", "Items can be returned if they are unworn."),
        ("The key is not accepted unless it is signed.", "The key is accepted only if it is signed."),
        ("Gift cards are not refunded.", "All purchases are refunded except gift cards."),
        ("The gate opens if the alarm is off.", "The gate opens if the alarm is off. It closes if the alarm is on."),
        ("The pool is heated if it rains.", "The sauna is heated unless it is Monday."),
    ],
)
def test_the_same_condition_in_another_form(claim: str, source: str):
    assert not conflicts(claim, source)
