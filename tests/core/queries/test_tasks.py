"""Orders to write about the sources are told from orders about a subject."""

import pytest

from critique_core.queries import answer_types, question
from tests.makers.rows import each_of


@each_of("query", [
    "Summarize the article.", "Please summarise this text", "Give me a short summary of the report.",
    "List the three main points of the document.", "Describe the contract", "What is the article about?",
    "Fasse den Artikel zusammen.", "Nenne die wichtigsten Punkte im Dokument.", "Résume cet article.",
    "tl;dr", "Resume el texto.", "Riassumi il documento.", "Resuma o texto.", "Vat de tekst samen.",
    "Fass das zusammen.", "Kannst du den Bericht zusammenfassen?", "Worum geht es in dem Text?",
    "Beschreibe das Dokument.",
    "Peux-tu résumer le texte ?", "Fais un résumé de l'article.", "De quoi parle l'article ?", "Décris le document.",
    "¿Puedes resumir el texto?", "¿De qué trata el texto?", "Enumera los puntos principales.", "Describe el documento.",
    "Fammi un riassunto dell'articolo.", "Di cosa parla il testo?", "Elenca i punti principali del testo.",
    "Faça um resumo do artigo.", "Do que trata o texto?", "Liste os pontos principais do relatório.",
    "What are the main points?", "What are the most important findings?", "What does the report conclude?",
    "What's in the document?", "Can you sum this up?", "What is this about?", "Was sind die wichtigsten Punkte?",
    "Quels sont les points essentiels ?", "¿Cuáles son las ideas principales?", "Was steht im Text?",
    "Geef een samenvatting van het artikel.", "Waar gaat de tekst over?", "Noem de belangrijkste punten van de tekst.",
])  # fmt: skip
def test_an_order_without_a_subject_is_about_the_sources(query):
    assert question.read(query).about_sources


@each_of("query", [
    "Describe the water cycle.", "Compare cats and dogs.", "List the planets closest to the Sun.", "Who wrote it?",
    "Summarize the causes of the war.", "What is a contract?", "Tell me more", "", "Is the report late?",
    "What are the main exports of Chile?", "What is in the salad?", "Which page mentions bees?",
    "What is the point of composting?", "What is the page limit?",
])  # fmt: skip
def test_a_query_with_a_subject_is_not(query):
    assert not question.read(query).about_sources


@each_of(("query", "expects"), [
    ("Ist der Pazifik der größte Ozean?", "yes_no"), ("Est-ce que le musée est ouvert ?", "yes_no"),
    ("¿Está abierto el museo?", "yes_no"), ("Il museo è aperto?", "yes_no"), ("Was ist der Pazifik?", "definition"),
    ("Fährt der Bus sonntags?", "yes_no"), ("La boutique est-elle ouverte ?", "yes_no"), ("Serve un visto?", "yes_no"),
    ("¿Cierra la tienda los domingos?", "yes_no"), ("Preciso de visto?", "yes_no"),
    ("Rijdt de bus op zondag?", "yes_no"),
    ("博物馆开放吗？", "yes_no"), ("博物館は開いていますか？", "yes_no"), ("何時に開きますか？", "date"),
    ("这座桥有多长？", "number"),
    ("誰ですか？", "person"), ("为什么关门？", "reason"), ("De quelle couleur est-il ?", None),
    ("In welchem Jahr?", None),
    ("Und der Preis?", None), ("Hoe laat opent het?", None), ("¿Con qué dinero?", None),
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


@pytest.mark.parametrize(("query", "words"), [
    ("Vergleiche Hunde und Katzen.", ["Hunde", "Katzen"]), ("Explique la gravité.", ["gravité"]),
    ("Compara los gatos y los perros.", ["gatos", "perros"]), ("Elenca i pianeti.", ["pianeti"]),
    ("Explique a gravidade.", ["gravidade"]), ("Beschrijf de kat.", ["kat"]), ("Vergleich", ["Vergleich"]),
])  # fmt: skip
def test_the_verb_of_an_order_is_no_part_of_its_subject(query, words):
    assert [term.text for term in question.read(query).terms] == words


@each_of(("query", "text", "language", "held"), [
    ("Wann öffnet das Museum?", "Das Museum ist ein Schloss.", "de", False),
    ("Quand ouvre le musée ?", "Le musée ouvre demain.", "fr", True),
    ("When was the march held?", "It was held in the maart of the old town.", "en", False),
    ("Pourquoi est-il fermé ?", "Il est fermé pour travaux.", "fr", True),
    ("Why is it closed?", "They pour water on the floor.", "en", False),
])  # fmt: skip
def test_words_of_another_language_name_no_day_and_no_reason_in_english(query, text, language, held):
    [part] = question.read(query).parts
    assert bool(answer_types.holds(part, text, language)) is held
