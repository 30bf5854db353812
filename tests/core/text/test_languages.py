"""A text's language, in short questions above all."""

import json
from pathlib import Path

import pytest

from critique_core.text.languages import language_of, language_of_query
from tests.makers.rows import each_of

QUESTIONS: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "questions_by_language.json").read_text(encoding="utf-8")
)


@each_of(("language", "question"), [(language, one) for language, asked in QUESTIONS.items() for one in asked])
def test_a_short_question_shows_its_language(language, question):
    assert language_of(question) == language


@pytest.mark.parametrize(
    "text",
    [
        "Müller resigned.",
        "The Größe of it",
        "Was it sold?",
        "Zürich",
        "He was elected.",
        "The ferry crosses the Rio de la Plata.",
        "The Conde de la Vega praised the manager.",
    ],
)
def test_an_english_text_with_foreign_names_stays_english(text):
    assert language_of(text) == "en"


@pytest.mark.parametrize(("language", "text"), [("es", "Universidad de la Plata"), ("de", "Der Preis der Fahrt")])
def test_words_within_a_name_count_where_no_word_is_english(language, text):
    assert language_of(text) == language


def test_the_parts_of_an_identifier_are_no_words_of_a_language():
    assert language_of("Data is encrypted at rest. max_login_attempts: 5 max_upload_mb: 25 log_level: warning") == "en"


SHORT: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[2] / "data" / "everyday" / "short_queries_by_language.json").read_text(encoding="utf-8")
)


@each_of(("language", "query"), [(code, query) for code, all_ in SHORT.items() for query in all_])
def test_the_language_of_a_query_of_two_to_five_words_is_known(language, query):
    assert language_of_query(query) == language


@pytest.mark.parametrize(
    "query",
    [
        "Do Labradors shed a lot?",
        "Who was Otto von Bismarck?",
        "X200",
        "",
        "best pizza Berlin",
        "How long do refunds take?",
        "How do refunds work?",
    ],
)
def test_a_query_that_shows_no_other_language_is_english(query):
    assert language_of_query(query) == "en"
