"""Past tenses, and a past denial told without its "not"."""

import pytest

from critique_core.language.denial import affirmative
from critique_core.language.grammar import past_of


@pytest.mark.parametrize(
    ("base", "past"),
    [
        ("buy", "bought"), ("go", "went"), ("write", "wrote"), ("lie", "lay"),
        ("visit", "visited"), ("plan", "planned"),
        ("carry", "carried"), ("survey", "surveyed"), ("serve", "served"), ("cut", "cut"), ("have", "had"),
        ("be", None),
        ("furniture", None), ("of", None),
    ],
)  # fmt: skip
def test_the_past_tense_of_a_verb(base: str, past: str | None) -> None:
    assert past_of(base) == past


@pytest.mark.parametrize(
    ("denial", "statement"),
    [
        ("The library did not buy forty laptops.", "The library bought forty laptops."),
        ("He didn't write the music.", "He wrote the music."),
        ("The plan did not only fail.", None),
    ],
)
def test_a_past_denial_without_its_not(denial: str, statement: str | None) -> None:
    assert affirmative(denial) == statement
