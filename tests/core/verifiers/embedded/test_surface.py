"""The figures of wording, and the trees that join them."""

import io
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.boosted_trees import Trees, surface_trees
from critique_core.verifiers.embedded.surface import surface

HARBOUR = (
    "The harbour at Vessa was dredged in 1994. It took 18 months. Ships of up to 40,000 tonnes can dock there. "
    "No ferry calls at Vessa in winter."
)


def figures(claim: str, *sources: str, query: str = "") -> dict[str, float]:
    documents = [SourceDocument(id=str(place), content=text) for place, text in enumerate(sources)]
    return surface([Claim.of(claim, 0, len(claim))], claim, query, documents)[0]


def test_a_repeated_sentence_is_covered_in_one_run():
    found = figures("The harbour at Vessa was dredged in 1994.", HARBOUR)
    whole = ("cover", "bigrams", "trigrams", "longest_run", "best_unit", "ordered", "numbers_found", "names_found")
    assert [found[name] for name in whole] == [1.0] * len(whole)


def test_words_that_no_source_has_lower_the_cover_and_break_the_run():
    found = figures("The harbour at Vessa was painted in 1994.", HARBOUR)
    assert found["cover"] == 3 / 4
    assert found["longest_run"] == 5 / 8


def test_words_from_far_apart_are_known_but_do_not_stand_together():
    spread = figures("Ferry dredged 40,000 tonnes in winter.", HARBOUR)
    assert spread["cover"] == 1.0
    assert spread["best_unit"] < 0.6
    assert spread["spread"] == pytest.approx(spread["cover"] - spread["best_unit"])


def test_a_number_is_the_same_number_with_and_without_its_commas():
    assert figures("Ships of 40000 tonnes can dock.", HARBOUR)["numbers_found"] == 1.0
    assert figures("Ships of 50000 tonnes can dock.", HARBOUR)["numbers_found"] == 0.0


def test_a_records_field_is_read_with_its_key():
    record = json.dumps({"name": "Vessa Grill", "attributes": {"OutdoorSeating": False}})
    found = figures("It has no outdoor seating.", record)
    assert (found["best_record"], found["best_denies"], found["denies_apart"]) == (1.0, 1.0, 0.0)
    assert figures("It has outdoor seating.", record)["denies_apart"] == 1.0


def test_words_of_the_query_are_counted_as_such():
    assert figures("The harbour was dredged.", HARBOUR)["query_words"] == 0.0
    assert figures("The harbour was dredged.", HARBOUR, query="When was the harbour dredged?")["query_words"] == 1.0


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_has_finite_figures_that_the_trees_can_read(claim: str, source: str):
    claim, source = (text.replace("\0", " ").encode("utf-8", "ignore").decode() for text in (claim, source))
    found = figures(claim or "-", source)
    assert all(math.isfinite(value) for value in found.values())
    assert math.isfinite(surface_trees().log_odds(found))


def test_the_same_text_gives_the_same_figures_whatever_was_read_before():
    before = figures("Ships of up to 40,000 tonnes can dock there.", HARBOUR)
    figures("A tram crosses the river.", "The tram line opened in 1902.")
    assert figures("Ships of up to 40,000 tonnes can dock there.", HARBOUR) == before


def test_trees_add_up_the_leaves_that_a_row_falls_into():
    content = io.BytesIO()
    # one stump on "a" (at most 0.5: -1, else 2) and a single leaf of 0.25, over a bias of 10
    np.savez(
        content, names=np.array(["a", "b"]), feature=np.array([0, 0, 0, 0]), threshold=np.float32([0.5, 0, 0, 0]),
        left=np.array([1, 0, 0, 0]), right=np.array([2, 0, 0, 0]), value=np.float32([0, -1, 2, 0.25]),
        roots=np.array([0, 3]), bias=np.float64(10),
    )  # fmt: skip
    trees = Trees(content.getvalue())
    assert trees.log_odds({"a": 0.5, "b": 7.0}) == 9.25
    assert trees.log_odds({"a": 0.6, "b": 7.0}) == 12.25


def test_the_shipped_trees_take_repeated_wording_for_support():
    said = figures("Ships of up to 40,000 tonnes can dock there.", HARBOUR * 8)
    unsaid = figures("Its lighthouse keeper retired to a cottage in Marrow.", HARBOUR * 8)
    assert surface_trees().log_odds(said) < surface_trees().log_odds(unsaid) - 2
