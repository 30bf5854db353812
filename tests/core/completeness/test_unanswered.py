"""What answers the query by its meaning, and what the draft says in its own words."""

import json

import pytest

from critique_core.completeness import missing
from critique_core.evidence.index import SourceIndex
from critique_core.models import SourceDocument
from critique_core.verifiers.embedded.relating import related
from critique_core.verifiers.relating import unknown
from tests.makers.places import DATA

PAIRS = [json.loads(line) for line in (DATA / "gaps.jsonl").read_text("utf-8").splitlines()]
OPERA = "The opera was written by Ilse Marten. It was first performed in Basel in 1931. The score has 300 pages."
BOTH = "Who wrote the opera and when was it first performed?"


def quotes(query: str, draft: str, text: str, relate=related) -> list[str]:
    sources = (SourceDocument(id="1", content=text),)
    return [one.quote for one in missing(query, draft, (), sources, index=SourceIndex(sources), relate=relate)]


def test_a_question_left_open_is_named_with_the_sentence_that_answers_it():
    assert quotes(BOTH, "Ilse Marten wrote it.", OPERA) == ["It was first performed in Basel in 1931."]


def test_an_answer_in_its_own_words_is_complete():
    assert quotes(BOTH, "Ilse Marten wrote it; the premiere was in Basel in 1931.", OPERA) == []


def test_a_second_question_word_leans_on_the_first_question():
    text = "The grant is open to artists of the county. Applications must arrive by 31 March. Last year 40 were given."
    query = "Who can apply for the grant and by when?"
    assert quotes(query, "Artists of the county can apply.", text) == ["Applications must arrive by 31 March."]
    assert quotes(query, "Artists of the county, until 31 March.", text) == []


def test_one_of_several_reasons_is_missed():
    text = "The expedition failed because its ponies died in the cold. Fuel had leaked from the depots."
    assert quotes("Why did the expedition fail?", "Its ponies died of cold.", text) == [
        "Fuel had leaked from the depots."
    ]


def test_two_things_joined_before_a_shared_verb_are_two_needs():
    text = "Revenue rose by 12 % in the spring. Profit fell to 3 million euros. The firm moved its seat to Bonn."
    query = "How did the firm's revenue and profit develop?"
    assert quotes(query, "Revenue grew by 12 %.", text) == ["Profit fell to 3 million euros."]


def test_without_the_encoder_meaning_is_not_guessed():
    text = "The expedition failed because its ponies died in the cold. Fuel had leaked from the depots."
    assert quotes("Why did the expedition fail?", "Its ponies died of cold.", text, relate=unknown) == []


@pytest.mark.parametrize(("part", "found"), [("open", 0.55), ("sealed", 0.34)])
def test_gaps_of_the_written_pairs_are_found_and_complete_answers_left_alone(part: str, found: float):
    rows = [row for row in PAIRS if row["part"] == part]
    reported = {row["id"]: quotes(row["query"], row["draft"], row["sources"][0]["content"]) for row in rows}
    lacking = [row["id"] for row in rows if row["missing"]]
    whole = [row["id"] for row in rows if not row["missing"]]
    assert sum(bool(reported[one]) for one in lacking) >= found * len(lacking)
    assert sum(bool(reported[one]) for one in whole) <= 0.05 * len(whole)
