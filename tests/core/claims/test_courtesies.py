"""Greetings and refusals in twelve languages are nothing to check; statements with the same words are."""

import json
from pathlib import Path

import pytest

from critique_core.claims.extraction import extract, is_abstention
from critique_core.claims.kinds import classify
from tests.makers.rows import each_of

SAID: dict[str, dict[str, list[str]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "not_checkable.json").read_text(encoding="utf-8")
)


def each(kind: str) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in SAID[kind].items() for text in texts]


@each_of(("language", "text"), each("greetings"))
def test_a_greeting_holds_nothing_to_check(language, text):
    assert not [claim for claim in extract(text) if claim.checkable]


@each_of(("language", "text"), each("refusals"))
def test_a_refusal_is_an_abstention(language, text):
    assert is_abstention(text, extract(text))


@each_of(("language", "text"), each("claims"))
def test_a_statement_with_such_words_is_checked(language, text):
    assert classify(text, language)[0] == "fact"


@pytest.mark.parametrize(("draft", "text"), [
    ("No, it opens at nine.", "it opens at nine."),
    ("Yes: dogs are allowed.", "dogs are allowed."),
    ("Ja, der Zug hält dort.", "der Zug hält dort."),
    ("No dogs are allowed.", "No dogs are allowed."),
    ("No.", "No."),
])  # fmt: skip
def test_the_yes_or_no_of_an_answer_is_no_part_of_what_it_states(draft, text):
    [claim] = extract(draft)
    assert (claim.text, draft[claim.start : claim.end]) == (text, draft)
