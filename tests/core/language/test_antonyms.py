"""Opposite words conflict where they are in each other's place, and only there."""

from critique_core.language.opposites import kindred, opposed
from critique_core.language.tokens import keys
from tests.makers.rows import each_of


@each_of(
    ("first", "second", "expected"),
    [
        ("covers", "excluded", True),
        ("allowed", "forbidden", True),
        ("supported", "opposed", True),
        ("paid", "unpaid", True),
        ("rose", "fell", True),
        ("cover", "discover", False),
        ("permit", "allow", False),
        ("warm", "warmer", False),
        ("charge", "discharge", False),
        ("public", "individual", False),
    ],
)
def test_which_words_are_opposites(first: str, second: str, *, expected: bool):
    assert opposed(keys(first), keys(second)) is expected
    assert opposed(keys(second), keys(first)) is expected


def test_a_verb_and_an_adverb_made_of_one_adjective_are_kindred():
    assert kindred(keys("loosens"), keys("loosely"))
    assert kindred(keys("softens"), keys("softly"))
    assert not kindred(keys("loosens"), keys("softly"))
