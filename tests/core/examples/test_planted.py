"""The errors planted in the examples are found, as they stand and in three other wordings each.

The rewordings were written before the verifier was looked at. Those that it still approves are listed by name, so that
each mend takes one off the list and nothing is added unseen.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from critique_core import Critique, critique
from critique_core.examples import Example, Planted, load_examples
from tests.makers.options import STATUSES_ALONE
from tests.makers.rows import each_of

_FILE = Path(__file__).parents[2] / "data" / "planted_reworded.jsonl"
REWORDED = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
STILL_OTHERWISE: set[str] = {
    "Counters survive a restart of the process.",
    "The rain gauge resolves 0.2 mm of rain and must be cleaned every month.",
}
"""Planted errors that get another status than they must."""
STILL_APPROVED: set[str] = {
    "We pay for the return of orders over 50 euros.",
    "Sending an item back costs nothing if the order was more than 50 euros.",
    "Guests can park for free.",
    "Parking is free of charge.",
    "There is a free car park for guests.",
    "Calvorin is safe for people who take warfarin.",
    "Pupils go back to school on Thursday.",
    "State is persisted across restarts.",
    "Los lunes se puede entrar gratis.",
}
"""Rewordings of planted errors that are called supported."""


def cases() -> Iterator[tuple[Example, Planted]]:
    for example in load_examples():
        for planted in example.planted:
            yield example, planted


@cache
def checked(name: str) -> Critique:
    asked = next(example.request for example in load_examples() if example.name == name)
    return critique(asked.model_copy(update={"options": STATUSES_ALONE}))


@each_of(("example", "planted"), list(cases()))
def test_a_planted_error_is_found(example: Example, planted: Planted):
    start = example.request.draft.index(planted.text)
    end = start + len(planted.text)
    found = [claim.status for claim in checked(example.name).claims if claim.start < end and start < claim.end]
    assert found
    assert set(planted.statuses).isdisjoint(found) == (planted.text in STILL_OTHERWISE), found


@each_of("row", REWORDED)
def test_a_planted_error_in_other_words_is_found(row: dict[str, str]):
    example = next(example for example in load_examples() if example.name == row["example"])
    asked = example.request.model_copy(update={"draft": row["claim"], "options": STATUSES_ALONE})
    found = {claim.status for claim in critique(asked).claims}
    assert found
    assert (found == {"supported"}) == (row["claim"] in STILL_APPROVED), found


def test_each_planted_error_has_three_rewordings_and_stands_in_its_draft():
    for example, planted in cases():
        assert planted.text in example.request.draft
        assert planted.statuses
        own = [row for row in REWORDED if (row["example"], row["planted"]) == (example.name, planted.text)]
        assert len(own) == 3
    assert len(REWORDED) == 3 * len(list(cases()))
