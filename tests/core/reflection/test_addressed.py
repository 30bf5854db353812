"""What shows that a draft passes over its query: evasions, the query said again, a nearer sentence of the sources."""

import json
from pathlib import Path

import pytest

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.queries.question import read
from critique_core.reflection import addressed
from critique_core.scoring.issues import is_useless
from tests.makers.rows import each_of

OPEN = Path(__file__).parents[2] / "data" / "gate_open.jsonl"
FERRY = SourceDocument(id="a", content="The ferry to Ulva leaves from the north pier. Tickets cost 9 pounds.")


def base(draft: str, *sources: SourceDocument, language: str = "en") -> addressed.Base:
    return addressed.base_of(draft, language, (), sources)


@each_of("draft", [
    "It depends on the situation.", "That depends.", "Opening times can vary.", "There are many reasons for this.",
    "You asked whether dogs are allowed.", "Das kommt darauf an.", "Cela dépend.", "Depende de la situación.",
    "Dipende.",
    "Isso depende.", "Dat hangt ervan af.", "要看情况。", "場合によります。", "상황에 따라 다릅니다.",
])  # fmt: skip
def test_an_evasion_is_known(draft):
    assert addressed.evades("May I bring a dog?", draft)


@pytest.mark.parametrize(("query", "draft"), [
    ("What does the price depend on?", "It depends on the season."),
    ("How long is it?", "It depends: 3 hours by bus, 2 by train."),
    ("May I bring a dog?", "It depends on the room. Dogs are welcome in the garden rooms."),
    ("Is it open?", "Yes."),
])  # fmt: skip
def test_an_answer_that_says_what_it_depends_on_is_no_evasion(query, draft):
    assert not addressed.evades(query, draft)


def test_the_query_said_again_has_no_word_of_its_own():
    question = read("How do I export my notes from Papirus?")
    assert addressed.circles(question, "You can export your notes from Papirus.")
    assert not addressed.circles(question, "You can export your notes from Papirus in the settings.")


def test_a_sentence_of_the_sources_that_is_nearer_to_the_query_counts_as_passed_over():
    question = read("Where does the ferry to Ulva leave from?")
    off, on = "Tickets cost 9 pounds.", "From the north pier."
    assert addressed.passed_over(question, off, base(off, FERRY)) > 0.9
    assert addressed.passed_over(question, on, base(on, FERRY)) == 0
    assert addressed.passed_over(question, off, base(off)) == 0
    assert addressed.passed_over(question, "They do so.", base("They do so.", FERRY)) > 0.9, "it rests on no sentence"


def test_a_summary_covers_one_sentence_in_three():
    text = SourceDocument(
        id="t", content="The bridge closes in June. Buses may use it. Repairs cost too much. The mayor regrets it."
    )
    whole = "The bridge closes in June because repairs cost too much."
    assert addressed.summarised(whole, "en", base(whole, text)) == 1
    assert addressed.summarised("It is about a topic.", "en", base("It is about a topic.", text)) == 0


def test_of_every_second_open_case_most_that_are_of_no_use_are_held_back_and_hardly_any_of_use():
    rows = [json.loads(line) for line in OPEN.read_text("utf-8").splitlines()[1::2]]
    held = {True: [], False: []}
    for row in rows:
        sources = tuple(SourceDocument(**source) for source in row["sources"])
        found = critique(CritiqueRequest(query=row["query"], draft=row["draft"], sources=sources))
        useless = is_useless(found.scores.usefulness)
        held[row["useful"]].append(useless)
        assert not (useless and found.recommendation == "accept")
    assert sum(held[False]) / len(held[False]) >= 0.85
    assert sum(held[True]) / len(held[True]) <= 0.06
