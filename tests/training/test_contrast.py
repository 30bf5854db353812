"""Contrast edits: every label has to be true whatever the random choices were."""

import random
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.makers.rows import each_of
from training.contrast import Edit, edits
from training.contrast_values import ordinal
from training.contrast_wordlists import PLACES

SENTENCES = (
    "On 8 March 2020, Bulgaria confirmed its first two cases, a 27-year-old man from Pleven and a woman from Gabrovo.",
    "The film grossed over $57 million on a $50 million budget and received positive reviews from 31% of the critics.",
    "Brazil beat Germany in the final on Sunday at 15:00, after the stadium had been closed for 14 days.",
    "The company was not allowed to sell more than 30 licences unless the customer agreed to pay at least 2.5 million.",
    "Some of the patients may require 5 mg per day if the doctor approves, but all of the children must stay at home.",
    "The bridge, which was built in 1932, is 2 km long and was designed by Helen Castillo.",
    "When the war ended, Maria Lindgren returned to Norway and bought a violin, a dog and 32,417 books.",
    "Version 3.4.1 fixes CVE-2021-4428 and raises the limit from 10 MB to 25 MB for two hours.",
    "He said that the council is expected to open the third school before 2025, except in London.",
    "Everest is taller than Elbrus.",
)
sentences = st.sampled_from(SENTENCES)
seeds = st.integers(0, 10_000)


def made(sentence: str, kind: str, seeds: int = 30) -> set[tuple[str, str]]:
    """Every (text, label) of a kind that some seed gives."""
    return {
        (edit.text, edit.label)
        for seed in range(seeds)
        for edit in edits(sentence, random.Random(seed))
        if edit.kind == kind
    }


def kinds(sentence: str, label: str) -> set[str]:
    return {edit.kind for seed in range(30) for edit in edits(sentence, random.Random(seed)) if edit.label == label}


@given(sentences, seeds)
def test_an_edit_changes_the_sentence_and_marks_what_it_changed(sentence: str, seed: int) -> None:
    for edit in edits(sentence, random.Random(seed)):
        assert edit.text != sentence
        assert 0 <= edit.start <= edit.end <= len(edit.text)
        assert edit.label in ("contradicted", "unsupported")
        assert edit.start < edit.end, edit
        # outside its span a false edit leaves the sentence as it was
        if edit.kind not in ("condition_dropped", "scope"):
            assert sentence.startswith(edit.text[: edit.start].rstrip(" "))
            assert sentence.endswith(edit.text[edit.end :])


@given(sentences, seeds)
def test_a_kind_comes_at_most_twice_and_a_seed_decides_all(sentence: str, seed: int) -> None:
    found = edits(sentence, random.Random(seed))
    assert found == edits(sentence, random.Random(seed))
    assert all(sum(other.kind == edit.kind for other in found) <= 2 for edit in found)


@settings(max_examples=100)
@given(st.text(alphabet=st.sampled_from("aeT .,;()0159%$-'\"\n‘éÀ"), max_size=60), seeds)
def test_any_text_is_taken(text: str, seed: int) -> None:
    for edit in edits(text, random.Random(seed)):
        assert edit.text != text
        assert 0 <= edit.start <= edit.end <= len(edit.text)


@given(st.integers(0, 900_000), seeds)
def test_another_number_is_another_value(value: int, seed: int) -> None:
    sentence = f"The archive holds {value:,} letters."
    for edit in edits(sentence, random.Random(seed)):
        if edit.kind == "number":
            assert int(edit.text[edit.start : edit.end].replace(",", "")) != value


@given(st.decimals(0, 90, places=1), seeds)
def test_another_decimal_is_another_value(value: Decimal, seed: int) -> None:
    for edit in edits(f"The share rose to {value} points.", random.Random(seed)):
        if edit.kind == "number":
            assert Decimal(edit.text[edit.start : edit.end].replace(",", "")) != value


@given(st.sampled_from(["more than", "at least", "over"]), st.integers(4, 900), seeds)
def test_a_floor_only_moves_to_where_it_no_longer_follows(bound: str, value: int, seed: int) -> None:
    for edit in edits(f"The archive holds {bound} {value} letters.", random.Random(seed)):
        if edit.kind == "number":
            assert int(edit.text[edit.start : edit.end]) > value
            assert edit.label == "unsupported"


@given(st.sampled_from(["less than", "at most", "up to"]), st.integers(4, 900), seeds)
def test_a_ceiling_only_moves_to_where_it_no_longer_follows(bound: str, value: int, seed: int) -> None:
    for edit in edits(f"The archive holds {bound} {value} letters.", random.Random(seed)):
        if edit.kind == "number":
            assert int(edit.text[edit.start : edit.end]) < value
            assert edit.label == "unsupported"


METRES = {"km": 1000.0, "m": 1.0, "miles": 1609.344, "metres": 1.0, "feet": 0.3048, "centimetres": 0.01, "cm": 0.01}
METRES |= {"kilometres": 1000.0, "inches": 0.0254, "mm": 0.001, "hours": 3600.0, "minutes": 60.0, "seconds": 1.0}
METRES |= {"hour": 3600.0, "minute": 60.0, "kg": 1.0, "grams": 0.001, "g": 0.001, "lb": 0.453592, "days": 86400.0}
METRES |= {"day": 86400.0, "weeks": 604800.0, "week": 604800.0}


@pytest.mark.parametrize("unit", ["km", "miles", "metres", "feet", "cm", "hours", "minutes", "kg", "weeks", "days"])
@given(value=st.integers(2, 40), seed=seeds)
def test_a_changed_unit_is_another_amount(unit: str, value: int, seed: int) -> None:
    for edit in edits(f"The test stretched for {value} {unit}.", random.Random(seed)):
        told = edit.text[edit.start : edit.end]
        if edit.kind == "unit":
            assert METRES.get(told, 0) != METRES[unit]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The crew of Apollo 11 flew home.", "number"),
        ("The Boeing 747 was sold.", "number"),
        ("It peaked on the Billboard Hot 100 chart.", "number"),
        ("He wore No. 23 for the club.", "number"),
        ("She studied at the high school in Ohio.", "opposite"),
        ("It is known as the War of Currents.", "opposite"),
        ("Did the shop close?", "negation_added"),
    ],
)
def test_what_cannot_be_sure_is_left_alone(sentence: str, kind: str) -> None:
    assert made(sentence, kind) == set()


@each_of(
    ("sentence", "kind", "text", "label"),
    [
        ("Prices rose in May.", "opposite", "Prices fell in May.", "contradicted"),
        ("The club was founded first.", "opposite", "The club was founded last.", "contradicted"),
        ("The lid is open.", "negation_added", "The lid is not open.", "contradicted"),
        ("The lid may be open.", "negation_added", "The lid may not be open.", "unsupported"),
        ("Some lids are open.", "negation_added", "Some lids are not open.", "unsupported"),
        ("He did not win the race.", "negation_removed", "He won the race.", "contradicted"),
        ("She won the race.", "negation_added", "She failed to win the race.", "contradicted"),
        ("It failed to open.", "negation_phrase", "It managed to open.", "contradicted"),
        ("It has yet to open in Rome.", "negation_phrase", "It has already opened in Rome.", "contradicted"),
        ("Some of the lids broke.", "quantifier", "All of the lids broke.", "unsupported"),
        ("All of the lids broke.", "quantifier", "None of the lids broke.", "contradicted"),
        ("The plan may change.", "modality", "The plan will change.", "unsupported"),
        ("Users must sign here.", "modality", "Users may sign here.", "contradicted"),
        ("It is expected to open in May.", "modality", "It opened in May.", "unsupported"),
        ("More than 30 people came.", "comparison", "Less than 30 people came.", "contradicted"),
        ("It closed before the war.", "temporal", "It closed after the war.", "contradicted"),
        ("Call us if the lamp is red.", "condition", "Call us unless the lamp is red.", "contradicted"),
        ("Refunds are given within a month, unless the seal is broken.", "condition_dropped",
         "Refunds are given within a month.", "unsupported"),
        ("It costs $5 today.", "currency", "It costs €5 today.", "contradicted"),
        ("It cost 5 million dollars.", "magnitude", "It cost 5 billion dollars.", "contradicted"),
        ("It opens at 3 pm daily.", "time", "It opens at 3 am daily.", "contradicted"),
        ("There were 10 deaths and 25 recoveries.", "numbers_swapped", "There were 25 deaths and 10 recoveries.",
         "contradicted"),
    ],
)  # fmt: skip
def test_an_edit_that_is_expected_is_made(sentence: str, kind: str, text: str, label: str) -> None:
    assert (text, label) in made(sentence, kind)


def test_a_name_is_replaced_by_one_of_its_kind() -> None:
    found = {edit.text[edit.start : edit.end] for seed in range(20)
             for edit in edits("The team of Norway lost.", random.Random(seed)) if edit.kind == "entity"}  # fmt: skip
    assert "Norway" not in found
    assert len(found) > 3
    assert found <= set(PLACES)


def test_a_said_name_is_an_attribution() -> None:
    assert "attribution" in kinds("Helen Castillo said the bridge is safe.", "unsupported")


def test_the_article_fits_the_new_word() -> None:
    [edit] = [edit for edit in edits("He took an early train.", random.Random(2)) if edit.kind == "opposite"]
    assert edit == Edit("opposite", "He took a late train.", 8, 14, "contradicted")


@each_of("number", range(1, 131))
def test_ordinals_have_their_endings(number: int) -> None:
    endings = {1: "st", 2: "nd", 3: "rd"}
    expected = "th" if 10 < number % 100 < 14 else endings.get(number % 10, "th")
    assert ordinal(number) == f"{number}{expected}"
