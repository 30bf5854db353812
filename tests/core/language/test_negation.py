"""A statement and its denial conflict; a denial of the opposite agrees; a denial of something else says nothing."""

import pytest

from critique_core.language.sentence import analyse
from tests.makers.observations import agreements, conflicts, observations
from tests.makers.rows import each_of


@each_of(
    ("text", "denied"),
    [
        ("Webhooks are not retried if delivery fails.", {"retried"}),
        ("No serious side effects were seen in the group.", {"serious", "side", "effects", "seen"}),
        ("The soup is made without nuts and contains celery.", {"nuts"}),
        ("They refused to sign the treaty.", {"sign"}),
        ("Not all birds fly.", set()),
        ("The tickets aren't all refundable.", {"refundable"}),
        ("Not only members vote.", set()),
        ("The rate is 540, not 560, and the trip was paid.", set()),
        ("The hotel has 540 rooms not 560 rooms.", set()),
        ("The hotel has not 560 rooms but 540.", set()),
        ("The hotel has not 560 rooms.", {"rooms"}),
        ("It takes no more than ten minutes.", set()),
    ],
)
def test_a_negation_denies_its_own_word(text: str, denied: set[str]):
    assert {w.token.text for w in analyse(text, "en").words if w.denied} == denied


@pytest.mark.parametrize(
    ("claim", "near", "far"),
    [
        (
            "The server keeps log files.",
            "The server never keeps log files.",
            "In the months after a move of machines a new server never keeps files.",
        ),
    ],
)
def test_a_conflict_is_surer_the_nearer_the_statements_are(claim: str, near: str, far: str):
    first, second = ([s.sureness for s in observations(claim, source) if s.agreement == "conflicts"] for source in
                     (near, far))  # fmt: skip
    assert first > second > []


def test_a_number_denied_by_itself_conflicts_with_a_source_that_states_it():
    assert conflicts("The hotel has not 560 rooms.", "The hotel has 560 rooms.")
    assert conflicts("The hotel has 560 rooms.", "The hotel has not 560 rooms.")
    assert not conflicts("The hotel has 540 rooms.", "The hotel has 540 rooms, not 560.")


def test_denial_by_the_opposite_word_is_reported_as_agreement():
    assert "agrees" in agreements("Flood damage isn't covered.", "Flood damage is excluded.")
