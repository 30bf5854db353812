"""Orders to write about the sources are told from orders about a subject."""

import pytest

from critique_core.queries import question


@pytest.mark.parametrize("query", [
    "Summarize the article.", "Please summarise this text", "Give me a short summary of the report.",
    "List the three main points of the document.", "Describe the contract", "What is the article about?",
    "Fasse den Artikel zusammen.", "Nenne die wichtigsten Punkte im Dokument.", "Résume cet article.",
    "tl;dr", "Resume el texto.", "Riassumi il documento.", "Resuma o texto.", "Vat de tekst samen.",
])  # fmt: skip
def test_an_order_without_a_subject_is_about_the_sources(query):
    assert question.read(query).about_sources


@pytest.mark.parametrize("query", [
    "Describe the water cycle.", "Compare cats and dogs.", "List the planets closest to the Sun.", "Who wrote it?",
    "Summarize the causes of the war.", "What is a contract?", "Tell me more", "", "Is the report late?",
])  # fmt: skip
def test_a_query_with_a_subject_is_not(query):
    assert not question.read(query).about_sources


@pytest.mark.parametrize(("query", "expects"), [
    ("Ist der Pazifik der größte Ozean?", "yes_no"), ("Est-ce que le musée est ouvert ?", "yes_no"),
    ("¿Está abierto el museo?", "yes_no"), ("Il museo è aperto?", None), ("Was ist der Pazifik?", "definition"),
])  # fmt: skip
def test_a_question_for_yes_or_no_is_known_in_other_languages(query, expects):
    assert [part.expects for part in question.read(query).parts] == [expects]


@pytest.mark.parametrize(("query", "subject"), [
    ("Explain photosynthesis to a child", "Explain photosynthesis"),
    ("What does this document say about overtime?", "about overtime?"),
    ("Describe the refund policy in simple words.", "the refund policy ."),
    ("What is the deposit for children?", "What is the deposit for children?"),
    ("Summarize", "Summarize"),
])  # fmt: skip
def test_the_subject_of_a_query_leaves_out_the_form_that_the_answer_is_to_have(query, subject):
    assert " ".join(question.read(query).subject.split()) == subject
