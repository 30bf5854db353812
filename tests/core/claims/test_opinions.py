"""Praise, blame and advice in seven languages are opinions; facts with words of the same kind are checked."""

import json
from pathlib import Path

from critique_core.claims.extraction import extract
from tests.makers.rows import each_of

SAID: dict[str, dict[str, list[str]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "opinions.json").read_text(encoding="utf-8")
)


def each(kind: str) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in SAID[kind].items() for text in texts]


@each_of(("language", "text"), each("opinions"))
def test_praise_blame_and_advice_are_opinions(language, text):
    assert {claim.kind for claim in extract(text)} == {"opinion"}


@each_of(("language", "text"), each("facts"))
def test_a_fact_in_such_words_is_checked(language, text):
    assert {claim.kind for claim in extract(text)} <= {"fact", "inference"}
