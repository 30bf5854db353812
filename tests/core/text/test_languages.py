"""A text's language, in short questions above all."""

import json
from pathlib import Path

import pytest

from critique_core.text.languages import language_of

QUESTIONS: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "questions_by_language.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    ("language", "question"), [(language, one) for language, asked in QUESTIONS.items() for one in asked]
)
def test_a_short_question_shows_its_language(language, question):
    assert language_of(question) == language


@pytest.mark.parametrize("text", ["Müller resigned.", "The Größe of it", "Was it sold?", "Zürich", "He was elected."])
def test_an_english_text_with_foreign_names_stays_english(text):
    assert language_of(text) == "en"
