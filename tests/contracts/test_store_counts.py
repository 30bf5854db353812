"""What lists show of an item's claims is what its decisions say, however many there are."""

import random
from typing import Any

import pytest

from critique_core.labels.fold import fold, progress
from critique_core.models import Confirmed, Critique, Shown
from critique_core.store import ReviewFilter, Store, records
from tests.makers.stored_reviews import critique_of, event

DRAFT = "The timeout is 30 seconds. Requests are retried twice. The port is 8080. I like it."
REVIEWERS = ("ann", "ben", "cy")


def shown_in_lists(store: Store) -> tuple[dict[str, int], int, int]:
    [row] = store.search(ReviewFilter()).rows
    return dict(row.status_counts), row.decided, row.checkable


def said_by_all(critique: Critique, events: Any) -> tuple[dict[str, int], int, int]:
    reviewed = fold(critique, events)
    counts: dict[str, int] = {}
    for claim in reviewed:
        counts[claim.status] = counts.get(claim.status, 0) + 1
    return counts, *progress(reviewed)


def some_event(chance: random.Random, critiques: list[Critique], item_id: str, ids: list[str]) -> Any:
    critique = chance.choice(critiques)
    claim = chance.choice(critique.claims)
    fields: dict[str, Any] = {"critique_id": critique.id, "reviewer": chance.choice(REVIEWERS)}
    action = chance.choice(("accept", "reject", "relabel", "adjudicate", "confirm", "note", "undo", "undo", "skip"))
    if action == "undo":
        return event(item_id, "undo", supersedes=chance.choice(ids), **fields) if ids else None
    if action == "confirm":
        chosen = chance.sample(critique.claims, 2)
        named = [
            Confirmed(claim_id=one.id, start=one.start, end=one.end, shown=Shown.of(critique, one)) for one in chosen
        ]
        return event(item_id, "confirm", confirmed=tuple(named), **fields)
    if action in ("relabel", "adjudicate"):
        fields["status"] = chance.choice(("supported", "unsupported", "contradicted"))
    if action in ("accept", "reject") and chance.random() < 0.7:
        fields["shown"] = Shown.of(critique, claim)
    return event(item_id, action, claim_id=claim.id, **fields)


@pytest.mark.parametrize("number", range(3))
def test_after_each_event_lists_show_what_all_events_say(store: Store, number: int) -> None:
    chance = random.Random(number)
    older, newer = critique_of(DRAFT), critique_of(DRAFT, statuses=("supported", "contradicted", "not_checkable"))
    store.save_review(older, who="ann")
    item_id = store.save_review(newer, who="ann").item_id
    ids: list[str] = []
    for _ in range(60):
        draft = some_event(chance, [older, newer], item_id, ids)
        if draft is None:
            continue
        ids.append(store.append(draft).id)
        assert shown_in_lists(store) == said_by_all(newer, store.decisions(item_id))


def test_a_decision_reads_no_more_events_where_many_were_made_before(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    critique = critique_of(DRAFT)
    item_id = store.save_review(critique, who="ann").item_id
    read = 0
    decision_of = records.decision_of

    def counting(row: Any) -> Any:
        nonlocal read
        read += 1
        return decision_of(row)

    monkeypatch.setattr(records, "decision_of", counting)

    def decide(times: int) -> int:
        nonlocal read
        read = 0
        for place in range(times):
            claim = critique.claims[place % 4]
            action = "accept" if place // 4 % 2 else "reject"
            store.append(event(item_id, action, REVIEWERS[place % 3], critique_id=critique.id, claim_id=claim.id))
        return read

    decide(40)
    few = decide(8)
    decide(150)
    assert decide(8) == few
