"""Dropped conditions in prose are found on the open pairs, and hardly any is seen where none is dropped."""

import json

import pytest

from benchmarks.conditions import judged, measured, names, revised
from tests.makers.places import DATA


@pytest.mark.slow
def test_conditions_on_the_open_pairs_hold_their_level():
    rows = [json.loads(line) for line in (DATA / "conditions_open.jsonl").read_text("utf-8").splitlines()]
    figures = measured(judged(rows))
    assert figures["found"] >= 0.8
    assert figures["alarms"] <= 0.05


@pytest.mark.parametrize(
    ("source", "claim", "text"),
    [
        ("The upload limit is 10 MB for Free users and 100 MB for Pro users.", "The upload limit is 100 MB.",
         "The upload limit is 100 MB for Pro users."),
        ("If the battery is removed, the settings are lost.", "The settings are lost.",
         "The settings are lost if the battery is removed."),
    ],
)  # fmt: skip
def test_a_revision_puts_the_condition_in_the_sources_words(source: str, claim: str, text: str):
    assert revised({"source": source, "claim": claim}) == text
    assert names("for Pro users", "only for Pro users")
