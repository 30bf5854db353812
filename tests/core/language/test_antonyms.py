"""Opposite words conflict where they stand in each other's place, and only there."""

import pytest

from critique_core.language.opposites import opposed
from critique_core.language.tokens import keys
from tests.makers.observations import conflicts


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The central bank raised its key rate in March.",
            "In March the central bank lowered its key rate by 0.25 points.",
        ),
        ("Residents voted in favour of the bypass.", "In the referendum the residents rejected the planned bypass."),
        ("The query cache is enabled by default.", "The query cache is disabled by default. Logging is enabled."),
        ("The north gate is open in winter.", "The north gate is closed in winter."),
        ("Unemployment fell in the south.", "Unemployment increased in the south."),
        ("Participation is optional for trainees.", "Participation is mandatory for trainees."),
        ("The parliament approved the budget.", "The parliament rejected the budget."),
        ("The brewer earned money on it.", "The brewer lost money on it."),
        ("The upper lock was drained.", "The lower lock was drained."),
        ("The front has been advancing.", "The front has been retreating."),
        ("Kovac lost the final.", "Kovac won the final."),
        ("The valve is above the tank.", "The valve is below the tank."),
        ("The meeting was held before the vote.", "The meeting was held after the vote."),
        (
            "The reform is opposed by the Greens, the Liberals and the Agrarian Union.",
            "It was opposed by the Greens and the Agrarian Union, while the Liberals and the Democrats supported it.",
        ),
    ],
)
def test_the_opposite_word_conflicts(claim: str, source: str):
    assert conflicts(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Warmer water holds less oxygen than the cold water further north.",
            "As expected, the cold northern water contained more oxygen than the warm water in the south.",
        ),
        (
            "The new cache is turned off by default.",
            "The query cache introduced in this release is disabled by default. Logging and metrics are enabled.",
        ),
        ("The exam finishes at noon.", "The written exam begins at 9 a.m. and ends at 12:00."),
        ("The shop closes at six.", "The shop is open until six."),
        ("The old bridge was demolished.", "The new bridge was built beside the old bridge, which was demolished."),
        (
            "The council rejected the plan for a car-free centre.",
            "Councillors voted down the plan for a car-free centre.",
        ),
        ("Sales rose in Spain.", "Sales rose in Spain and fell in Portugal."),
        (
            "The insurer covers most of the bill, which leaves a fifth to the holder.",
            "We reimburse most of the bill and the holder bears the remaining fifth.",
        ),
        (
            "The north gate stays closed during winter.",
            "In winter only the south gate is open; the north gate is shut.",
        ),
    ],
)
def test_opposites_elsewhere_say_nothing(claim: str, source: str):
    assert not conflicts(claim, source)


@pytest.mark.parametrize(
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
