"""What lists show of an item's claims is what its decisions say, however many there are."""

import random
from typing import Any

import pytest

from critique_core import critique
from critique_core.labels.fold import fold, progress
from critique_core.models import Confirmed, Critique, CritiqueRequest, Shown, SourceDocument
from critique_core.pipeline import proposed
from critique_core.store import ReviewFilter, Store, records
from tests.makers.stored_reviews import critique_of, event

DRAFT = "The timeout is 30 seconds. Requests are retried twice. The port is 8080. I like it."
REVIEWERS = ("ann", "ben", "cy")


def shown_in_lists(store: Store) -> tuple[dict[str, int], int, int]:
    [row] = store.search(ReviewFilter()).rows
    return dict(row.status_counts), row.decided, row.checkable


def said_by_all(of: Critique, events: Any) -> tuple[dict[str, int], int, int]:
    reviewed = fold(of, events)
    counts: dict[str, int] = {}
    for claim in reviewed:
        counts[claim.status] = counts.get(claim.status, 0) + 1
    return counts, *progress(reviewed)


def some_event(chance: random.Random, critiques: list[Critique], item_id: str, ids: list[str]) -> Any:
    one = chance.choice(critiques)
    claim = chance.choice(one.claims)
    fields: dict[str, Any] = {"critique_id": one.id, "reviewer": chance.choice(REVIEWERS)}
    action = chance.choice(("accept", "reject", "relabel", "adjudicate", "confirm", "note", "undo", "undo", "skip"))
    if action == "undo":
        return event(item_id, "undo", supersedes=chance.choice(ids), **fields) if ids else None
    if action == "confirm":
        named = [
            Confirmed(claim_id=each.id, start=each.start, end=each.end, shown=Shown.of(one, each))
            for each in chance.sample(one.claims, 2)
        ]
        return event(item_id, "confirm", confirmed=tuple(named), **fields)
    if action in ("relabel", "adjudicate"):
        fields["status"] = chance.choice(("supported", "unsupported", "contradicted"))
    if action in ("accept", "reject") and chance.random() < 0.7:
        fields["shown"] = Shown.of(one, claim)
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
    found = critique_of(DRAFT)
    item_id = store.save_review(found, who="ann").item_id
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
            claim = found.claims[place % 4]
            action = "accept" if place // 4 % 2 else "reject"
            store.append(event(item_id, action, REVIEWERS[place % 3], critique_id=found.id, claim_id=claim.id))
        return read

    decide(40)
    few = decide(8)
    decide(150)
    assert decide(8) == few


def test_a_claim_with_two_changes_is_dealt_with_once_both_are_taken(store: Store) -> None:
    source = SourceDocument(id="s", content="The dose is 200 mg every 8 hours for adults.")
    found = critique(CritiqueRequest(draft="The dose is 400 mg every 6 hours for adults.", sources=(source,)))
    item_id = store.save_review(found, who="ann").item_id
    first, second = proposed(found)
    for hunk, decided in ((first, 0), (second, 1)):
        store.append(event(
            item_id, "hunk_accept", critique_id=found.id, claim_id=hunk.claim_id, start=hunk.start, end=hunk.end,
            text=hunk.replacement,
        ))  # fmt: skip
        assert shown_in_lists(store)[1:] == (decided, 1)
