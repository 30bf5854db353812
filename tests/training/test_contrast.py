"""Contrast edits: every label has to be true whatever the random choices were."""

import random
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.contrast import Edit, edits, reworded
from training.contrast_values import ordinal

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
        assert edit.label in ("supported", "contradicted", "unsupported")
        if edit.label == "supported":
            continue
        assert edit.start < edit.end, edit
        # outside its span a false edit leaves the sentence as it was
        if edit.kind not in ("condition_dropped", "scope"):
            assert sentence.startswith(edit.text[: edit.start].rstrip(" "))
            assert sentence.endswith(edit.text[edit.end :])


@given(sentences, seeds)
def test_no_text_is_both_kept_and_false(sentence: str, seed: int) -> None:
    found = edits(sentence, random.Random(seed))
    kept = {edit.text for edit in found if edit.label == "supported"}
    assert kept.isdisjoint(edit.text for edit in found if edit.label != "supported")


@given(sentences, seeds)
def test_a_kind_comes_at_most_twice_and_a_seed_decides_all(sentence: str, seed: int) -> None:
    found = edits(sentence, random.Random(seed))
    assert found == edits(sentence, random.Random(seed))
    assert all(sum(other.kind == edit.kind for other in found) <= 2 for edit in found)


@settings(max_examples=300)
@given(st.text(alphabet=st.sampled_from("aeT .,;()0159%$-'\"\n‘éÀ"), max_size=60), seeds)
def test_any_text_is_taken(text: str, seed: int) -> None:
    for edit in edits(text, random.Random(seed)):
        assert edit.text != text
        assert 0 <= edit.start <= edit.end <= len(edit.text)
    reworded(text, random.Random(seed), 3)


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


@given(st.integers(1_000, 900_000), seeds)
def test_a_less_exact_number_stays_true(value: int, seed: int) -> None:
    for edit in edits(f"The archive holds {value:,} letters.", random.Random(seed)):
        if edit.kind != "less_exact":
            continue
        told = edit.text[edit.start : edit.end]
        bound = int(re.sub(r"\D", "", told))
        if told.startswith(("more than", "over")):
            assert bound < value
        elif told.startswith("at least"):
            assert bound <= value
        elif told.startswith("fewer than"):
            assert bound > value
        else:
            assert abs(bound - value) <= value / 50


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
METRES |= {"day": 86400.0, "weeks": 604800.0, "week": 604800.0, "a fortnight": 1209600.0}
SMALL: tuple[str, ...] = tuple("zero one two three four five six seven eight nine ten eleven twelve".split())


@pytest.mark.parametrize("unit", ["km", "miles", "metres", "feet", "cm", "hours", "minutes", "kg", "weeks", "days"])
@given(value=st.integers(2, 40), seed=seeds)
def test_a_converted_amount_is_the_same_and_a_changed_unit_is_not(unit: str, value: int, seed: int) -> None:
    for edit in edits(f"The test stretched for {value} {unit}.", random.Random(seed)):
        told = edit.text[edit.start : edit.end]
        if edit.kind == "unit":
            assert METRES.get(told, 0) != METRES[unit]
        if edit.kind == "unit_form":
            number, _, other = told.removeprefix("about ").partition(" ")
            amount = (
                (1 if number == "a" else SMALL.index(number)) if number.isalpha() else float(number.replace(",", ""))
            )
            meaning = amount * METRES["a fortnight" if other == "fortnight" else other]
            assert meaning == pytest.approx(value * METRES[unit], rel=0.03 if told.startswith("about") else 1e-9)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The crew of Apollo 11 flew home.", "number"),
        ("The Boeing 747 was sold.", "number"),
        ("It peaked on the Billboard Hot 100 chart.", "number"),
        ("He wore No. 23 for the club.", "number"),
        ("She studied at the high school in Ohio.", "opposite"),
        ("It is known as the War of Currents.", "opposite"),
        ("No more than 30 people came.", "less_exact"),
        ("The shop is open 24 hours a day.", "unit_form"),
        ("It did not open on 4 May 2010.", "less_exact"),
        ("He played for the team in 1990 and 476 was the year of the fall.", "less_exact"),
        ("Anna married Peter.", "role_swapped"),
        ("She was the first doctor, who lived in Rome.", "left_out"),
        ("He was the father of modern physics.", "converse"),
        ("She taught the course.", "converse"),
        ("Brazil beat Germany and was named the team of the year.", "passive"),
        ("Brazil was beaten by Germany after leaving Rome.", "active"),
        ("Nobody bought a violin.", "broader"),
        ("Did the shop close?", "negation_added"),
    ],
)
def test_what_cannot_be_sure_is_left_alone(sentence: str, kind: str) -> None:
    assert made(sentence, kind) == set()


@pytest.mark.parametrize(
    ("sentence", "kind", "text", "label"),
    [
        ("Brazil beat Germany in the final.", "role_swapped", "Germany beat Brazil in the final.", "contradicted"),
        ("Brazil beat Germany.", "passive", "Germany was beaten by Brazil.", "supported"),
        ("Brazil beat Germany.", "role_passive", "Brazil was beaten by Germany.", "contradicted"),
        ("Brazil beat Germany.", "converse", "Germany lost to Brazil.", "supported"),
        ("Brazil beat Germany.", "role_converse", "Brazil lost to Germany.", "contradicted"),
        ("He was hired by Google.", "active", "Google hired him.", "supported"),
        ("He was hired by Google.", "role_active", "He hired Google.", "contradicted"),
        ("Everest is taller than Elbrus.", "converse", "Elbrus is shorter than Everest.", "supported"),
        ("Zac Brown is the founder of Camp Nord.", "converse", "Camp Nord was founded by Zac Brown.", "supported"),
        ("Google bought the tool from Oracle.", "converse", "Oracle sold the tool to Google.", "supported"),
        ("Google bought the tool from Oracle.", "role_converse", "Google sold the tool to Oracle.", "contradicted"),
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
        ("It opens at 3 pm daily.", "time_form", "It opens at 15:00 daily.", "supported"),
        ("It opened on 5 March 2021.", "date_form", "It opened on March 5, 2021.", "supported"),
        ("It opened on 5 March 2021.", "date_form", "It opened on 2021-03-05.", "supported"),
        ("It opened on 5 March 2021.", "less_exact", "It opened in March 2021.", "supported"),
        ("She sold 2.5 million copies.", "number_form", "She sold 2,500,000 copies.", "supported"),
        ("They spent two nights there.", "number_form", "They spent 2 nights there.", "supported"),
        ("They left 50% of the food.", "share_form", "They left half of the food.", "supported"),
        ("They stayed for 14 days.", "unit_form", "They stayed for a fortnight.", "supported"),
        ("It is not open now.", "contraction", "It isn't open now.", "supported"),
        ("She bought a car.", "synonym", "She purchased a car.", "supported"),
        ("She plays a violin.", "broader", "She plays an instrument.", "supported"),
        ("When the war ended, the army left.", "moved", "The army left when the war ended.", "supported"),
        ("The army left when the war ended.", "moved", "When the war ended, the army left.", "supported"),
        ("The old bridge, which burned in May, was rebuilt.", "left_out", "The old bridge was rebuilt.", "supported"),
        ("There were 10 deaths and 25 recoveries.", "numbers_swapped", "There were 25 deaths and 10 recoveries.",
         "contradicted"),
    ],
)  # fmt: skip
def test_an_edit_that_is_expected_is_made(sentence: str, kind: str, text: str, label: str) -> None:
    assert (text, label) in made(sentence, kind)


def test_a_name_is_replaced_from_the_passage_first() -> None:
    found = [
        edit
        for edit in edits("Peter Novak lives in Norway.", random.Random(1), names=("Iceland", "Laura Bianchi"))
        if edit.kind == "entity"
    ]
    assert {edit.text[edit.start : edit.end] for edit in found} == {"Iceland", "Laura Bianchi"}
    assert {edit.label for edit in found} == {"unsupported"}


def test_a_said_name_is_an_attribution() -> None:
    assert "attribution" in kinds("Helen Castillo said the bridge is safe.", "unsupported")


def test_the_article_fits_the_new_word() -> None:
    [edit] = [edit for edit in edits("He took an early train.", random.Random(2)) if edit.kind == "opposite"]
    assert edit == Edit("opposite", "He took a late train.", 8, 14, "contradicted")


@pytest.mark.parametrize("number", range(1, 131))
def test_ordinals_have_their_endings(number: int) -> None:
    endings = {1: "st", 2: "nd", 3: "rd"}
    expected = "th" if 10 < number % 100 < 14 else endings.get(number % 10, "th")
    assert ordinal(number) == f"{number}{expected}"


@given(sentences, seeds, st.integers(1, 4))
def test_rewording_composes_keeping_edits(sentence: str, seed: int, steps: int) -> None:
    text = reworded(sentence, random.Random(seed), steps)
    assert text == reworded(sentence, random.Random(seed), steps)
    assert text
    assert "  " not in text


def test_more_steps_change_more_words() -> None:
    def changed(steps: int) -> int:
        texts = [(s, reworded(s, random.Random(seed), steps)) for s in SENTENCES for seed in range(10)]
        return sum(len(set(s.split()) ^ set(text.split())) for s, text in texts)

    assert changed(4) > 1.5 * changed(1) > 0
