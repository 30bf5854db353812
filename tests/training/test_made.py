"""Made windows: every label is true by construction."""

import json
import re
from random import Random

import pytest

from tests.makers.rows import each_of
from training import records
from training.made import false_sentence, passage_window, replaced
from training.records import Record, changed_identifier, record_of
from training.siblings import KINDS, siblings

SEEDS = range(60)
SENTENCES = [
    "The bakery adds almonds and honey to every cake that it sells on Tuesday.",
    "Our logistics partner handles the parcels and returns in 3 days.",
    "The nurse called the doctor at the hospital in Madrid.",
    "Cats sleep for about 15 hours a day, and dogs for 12.",
    "Customers paid a deposit of 20 euros in March 2021.",
]
STRANGERS = ["A lighthouse keeper wrote the oldest known logbook of the coast."]
BOOK = Record(
    "Fog", (("author", "Ann Lee"), ("translator", "Bo Dahl"), ("pages", "355"), ("ISBN", "978-1-4028-9462-6"))
)


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


@each_of("seed", SEEDS)
@each_of("alike", [True, False])
def test_a_replaced_word_is_one_that_the_passage_does_not_hold(seed, alike):
    rng = Random(seed)
    sentence = rng.choice(SENTENCES)
    edit = replaced(sentence, rng, " ".join(SENTENCES), alike=alike)
    assert edit is not None
    other = edit.text[edit.start : edit.end]
    assert not words(other) & words(" ".join(SENTENCES))
    assert edit.text[: edit.start] == sentence[: edit.start]
    assert sentence.endswith(edit.text[edit.end :])
    assert edit.label == "unsupported"


def test_a_word_of_the_same_kind_keeps_its_number_and_its_capital():
    known, rng = siblings(), Random(1)
    kinds = [line.split() for line in KINDS.read_text("utf-8").splitlines() if "almond" in line]
    assert {known.of("almond", rng) for _ in range(60)} == set(kinds[0]) - {"almond"}
    assert known.of("Cats", rng, frozenset({"cats"})).istitle()
    assert known.of("cats", rng).endswith("s")
    assert known.of("march", rng) is None  # to march is no month
    assert known.of("almond", rng, frozenset(kinds[0])) is None
    assert known.stranger("quickly", rng) is None
    assert known.stranger("things", rng) is None


@each_of("seed", SEEDS)
def test_a_supported_claim_stands_in_its_window_and_a_false_one_does_not(seed):
    found = passage_window(SENTENCES, STRANGERS, Random(seed))
    if found is None:
        return
    near, claims = found
    for claim in claims:
        if claim.label == "supported":
            assert claim.spans == ()
            assert claim.text in near
        else:
            assert claim.text not in near
    # A claim that is word for word in the window it is read with is supported, whatever else was edited.
    assert all(claim.label == "supported" for claim in claims if claim.text in near)


def test_a_false_sentence_stands_in_the_source_only_where_no_other_sentence_says_what_is_true():
    same = ["The hall in Rome opened on Tuesday.", "The hall in Rome opened on Tuesday, at nine."]
    windows = [found for seed in range(200) if (found := passage_window(same, STRANGERS, Random(seed)))]
    assert any(len(near) == 2 for near, _ in windows)
    for near, claims in windows:
        for claim in claims:
            if len(near) == 2 and claim.label != "supported":
                assert claim.text not in same  # "opened on Tuesday" holds by the other sentence, whatever became of one


def test_many_copies_and_some_turned_windows_are_there():
    windows = [passage_window(SENTENCES, STRANGERS, Random(seed)) for seed in range(300)]
    claims = [(claim, near) for found in windows if found for near, some in [found] for claim in some]
    copied = sum(claim.text in near for claim, near in claims)
    turned = sum(claim.label != "supported" and claim.text in SENTENCES for claim, _ in claims)
    assert copied > len(claims) / 6
    assert turned > len(claims) / 20  # the false sentence is in the source


def test_no_false_form_of_a_sentence_is_the_sentence():
    for seed in SEEDS:
        for form in ("sibling", "noun", "edit"):
            edit = false_sentence(SENTENCES[seed % 5], form, Random(seed), SENTENCES[seed % 5])
            assert edit is None or (edit.text != SENTENCES[seed % 5] and edit.label != "supported")


@each_of("seed", SEEDS)
def test_a_field_read_out_has_its_own_value_and_a_false_one_another(seed):
    rng = Random(seed)
    record = records.made(rng) if seed % 2 else BOOK
    values = dict(record.fields)
    for claim in records.claims(record, [records.made(rng) for _ in range(5)], rng, 3):
        said = claim.text.replace("_", " ").casefold()
        key = max((key for key in values if key.replace("_", " ").casefold() in said), key=len)
        if claim.label == "supported":
            assert values[key] in claim.text
        else:
            assert values[key] not in claim.text
            for start, end in claim.spans or ():  # a value that is right in part has no marks
                assert not words(claim.text[start:end]) & words(values[key])


@pytest.mark.parametrize(
    "value", ["978-1-4028-9462-6", "+44 20 7946 0958", "8080", "Flight KL 1234", "a1b2c3", "press"]
)
def test_a_changed_identifier_has_the_same_form_and_is_another(value):
    for seed in SEEDS:
        other = changed_identifier(value, Random(seed))
        assert other != value
        assert re.sub(r"\d", "0", other).casefold() == re.sub(r"\d", "0", value).casefold() or value == "press"
    assert changed_identifier("--", Random(1)) == ""


def test_a_record_is_read_from_json_with_joined_keys():
    text = json.dumps(
        {"name": "Quay", "hours": {"Monday": "9-5", "Tuesday": "9-8"}, "tags": ["fish", "bar"], "x": None}
    )
    assert record_of(text) == Record("Quay", (("hours Monday", "9-5"), ("hours Tuesday", "9-8"), ("tags", "fish, bar")))
    assert record_of('{"one": "field"}') is None
    assert record_of("no json") is None


@each_of("seed", range(10))
def test_every_form_of_a_record_holds_its_values(seed):
    written = BOOK.written(Random(seed))
    assert all(value in written for _, value in BOOK.fields)
