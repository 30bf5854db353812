"""Labelled rows to windows: what lies on which side, which claims share a window, how long it is."""

from importlib import resources

import pytest

from critique_core.verifiers.embedded import encoder, windows
from training.prepare import LENGTHS, answers, apart, group_of, held_out, length_for, single_claims


@pytest.fixture(scope="module")
def tokenizer():
    folder = resources.files(encoder.__package__).joinpath("encoder_files")
    return windows.tokenizer_of(folder.joinpath("tokenizer.json").read_text("utf-8"))


def snippet(number: int, page: str) -> dict:
    text = f"Snippet {number} of the page."
    return {"dataset": "fool_me_twice", "claim": f"Claim {number}.", "label": "supported",
            "sources": [{"id": page, "content": text}]}  # fmt: skip


def test_what_is_said_of_a_page_of_the_dev_part_is_no_part_of_training():
    found = [snippet(number, f"page {number % 30}") for number in range(120)]
    kept = apart(found)
    sides = {
        side: {row["sources"][0]["id"] for row in kept if held_out(group_of(row)) == side} for side in (True, False)
    }
    assert sides[True]
    assert not sides[True] & sides[False]
    assert [row for row in kept if held_out(group_of(row))] == [row for row in found if held_out(group_of(row))]


def test_a_text_of_the_dev_part_is_no_part_of_training_under_another_name():
    rows = [
        {"dataset": "infotabs", "claim": f"Claim {number}.", "label": "supported", "source_group": f"T{number}",
         "sources": [{"id": f"T{number}", "content": f"record {number // 2}"}]}
        for number in range(200)
    ]  # fmt: skip
    kept = apart(rows)
    dev = {row["sources"][0]["content"] for row in kept if held_out(group_of(row))}
    assert 0 < len(kept) < len(rows)
    assert not dev & {row["sources"][0]["content"] for row in kept if not held_out(group_of(row))}


def test_claims_over_one_source_share_windows_and_a_repeated_one_comes_once(tokenizer):
    rows = [
        {"dataset": "vitaminc_real", "page": "p", "label": "contradicted",
         "claim": f"The pump has {number % 9} valves.", "sources": [{"id": "1", "content": "The pump has ten valves."}]}
        for number in range(12)
    ]  # fmt: skip
    made = single_claims(tokenizer, rows)
    assert sorted(claim.text for _, claims, _ in made for claim in claims) == sorted({row["claim"] for row in rows})
    assert {len(window.claims) for window, _, _ in made} <= {1, 2, 3}
    assert all(len(window.claims) == len(claims) for window, claims, _ in made)


def test_windows_that_are_measured_have_the_full_length_and_others_one_of_three(tokenizer):
    groups = [f"ragtruth:{number}" for number in range(60)]
    assert {length_for(group) for group in groups if held_out(group)} == {windows.MAX_TOKENS}
    assert {length_for(group) for group in groups if not held_out(group)} == set(LENGTHS)


def test_an_answer_is_cut_into_claims_whose_marked_words_are_known(tokenizer):
    draft = "The dam was built in 1998. It is 40 metres high."
    row = {"dataset": "ragtruth", "source_group": "g", "draft": draft,
           "sources": [{"id": "1", "content": "The dam, built in 1998, is 30 metres high."}],
           "spans": [{"start": 33, "end": 42, "label": "contradicted", "text": "40 metres"}]}  # fmt: skip
    ((_, claims, group),) = answers(tokenizer, [row])
    assert [claim.label for claim in claims] == ["supported", "contradicted"]
    ((start, end),) = claims[1].spans
    assert claims[1].text[start:end] == draft[33:42]
    assert group == "ragtruth:g"
