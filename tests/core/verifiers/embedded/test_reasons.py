"""A reason says what the sources say, in one English sentence."""

import pytest

from tests.makers.judged import judged

REASONS = [
    (
        "The stock grew from 61,000 to 82,000 books.",
        "The stock has grown from 61,000 books to a total of 82,000 books now, said Ms Orr.",
        "The source too says 61,000 and 82,000.",
    ),
    (
        "Late fees have been abolished since January 2024.",
        "Since 1 January 2024 no late fees are charged.",
        "The source says 1 January 2024.",
    ),
    ("The pool opens at 9:00 am.", "From 9.00 am on the pool is open.", "The source too says 9.00 am."),
]


@pytest.mark.parametrize(("claim", "source", "reason"), REASONS)
def test_what_agrees_is_told_once_and_as_the_source_has_it(claim: str, source: str, reason: str) -> None:
    found = judged(claim, source)
    assert found.status == "supported"
    assert found.verdict is not None
    assert found.verdict.reasoning.startswith(reason.removesuffix("."))
