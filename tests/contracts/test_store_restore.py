"""The contract of putting an exported review back, on every database: all of it, once, and nothing is replaced."""

import pytest

from critique_core.errors import InvalidInput
from critique_core.formats.reviews import review_of
from critique_core.models import DecisionDraft, NewItem
from critique_core.store import QueueFilter, ReviewFilter, Store
from tests.makers.stored_reviews import critique_of


def reviewed(store: Store) -> str:
    """An item with a file's label, two runs, decisions of two people, a note, an undo and a submission."""
    critique = critique_of()
    begun = store.begin_import("f.jsonl", "rows", who="ann")
    label = {"status": "unsupported", "start": 0, "end": 26, "text": critique.request.draft[:26]}
    store.add_items(begun.id, [NewItem(request=critique.request, labels=(label,), source_group="g", gold=True)])
    item_id = store.save_review(critique, who="verifier").item_id
    store.save_review(critique_of(verifier="embedded-2"), who="ann")
    claim = critique.claims[0].id

    def say(action: str, reviewer: str = "ann", **fields: object) -> None:
        store.append(
            DecisionDraft(item_id=item_id, action=action, reviewer=reviewer, critique_id=critique.id, **fields)
        )

    say("relabel", claim_id=claim, status="contradicted", note="says 60", seconds=2.5)
    say("accept", claim_id=claim)
    store.undo(item_id, "ann")
    say("submit")
    say("relabel", "bob", claim_id=claim, status="unsupported")
    say("flag", "bob")
    return item_id


@pytest.fixture
def other(tmp_path):
    with Store.open(f"sqlite:///{tmp_path / 'other.sqlite3'}") as opened:
        yield opened


def through_json(store: Store, item_id: str):
    return review_of(store.export_review(item_id).model_dump(mode="json"))


def test_a_review_comes_back_as_it_was(store, other):
    item_id = reviewed(other)
    review = through_json(other, item_id)
    assert store.restore(review) == (item_id, True)
    back = store.export_review(item_id)
    assert (back.runs, back.critiques) == (review.runs, review.critiques)
    assert back.decisions == review.decisions
    changing = {"import_id", "assignee", "reserved_until"}
    assert back.item.model_dump(exclude=changing) == review.item.model_dump(exclude=changing)
    assert store.submitters(item_id) == other.submitters(item_id) == ("ann",)
    assert store.reviewers() == ("ann", "bob")
    [mine], [theirs] = store.search(ReviewFilter()).rows, other.search(ReviewFilter()).rows
    assert mine.model_dump(exclude={"updated_at"}) == theirs.model_dump(exclude={"updated_at"})
    assert store.measures() == other.measures()


def test_twice_is_once(store, other):
    review = through_json(other, reviewed(other))
    store.restore(review)
    before = store.export_review(review.item.id)
    assert store.restore(review) == (review.item.id, False)
    assert store.export_review(review.item.id) == before


def test_what_was_decided_here_stays_and_what_is_missing_is_added_after_it(store, other):
    review = through_json(other, reviewed(other))
    here = store.save_review(critique_of(), who="carl").item_id
    mine = store.append(DecisionDraft(item_id=here, action="submit", reviewer="carl"))
    assert store.restore(review) == (here, True)
    events = store.decisions(here)
    assert events[0] == mine
    assert [event.id for event in events[1:]] == [event.id for event in review.decisions]
    assert [event.sequence for event in events] == sorted(event.sequence for event in events)
    item = store.item(here)
    assert (item.state, item.gold, [label.status for label in item.imported_labels]) == (
        "submitted", False, ["unsupported"])  # fmt: skip
    assert store.submitters(here) == ("ann", "carl")


def test_a_restored_item_waits_for_no_verifier_and_is_queued(store, other):
    store.restore(through_json(other, reviewed(other)))
    assert store.count_unverified() == (0, 0)
    assert store.queue(QueueFilter()).total == 1


@pytest.mark.parametrize("broken", ["critiques", "run", "decision", "undo", "request"])
def test_parts_that_do_not_belong_together_are_refused_and_nothing_is_stored(store, other, broken):
    review = through_json(other, reviewed(other))
    changes = {
        "critiques": {"critiques": ()},
        "run": {"runs": (review.runs[0].model_copy(update={"critique_id": "none"}), *review.runs[1:])},
        "decision": {"decisions": (review.decisions[0].model_copy(update={"item_id": "other"}),)},
        "undo": {"decisions": (review.decisions[1].model_copy(update={"supersedes": "none"}),)},
        "request": {"critiques": (*review.critiques, critique_of("Another draft."))},
    }[broken]
    with pytest.raises(InvalidInput, match="review: "):
        store.restore(review.model_copy(update=changes))
    assert store.search(ReviewFilter()).total == 0


def test_an_event_of_another_item_here_is_refused(store, other):
    review = through_json(other, reviewed(other))
    store.restore(review)
    moved = critique_of("Another draft. It is so.")
    stolen = review.decisions[0].model_copy(update={"item_id": "x" * 32, "critique_id": None})
    item = review.item.model_copy(update={"id": "x" * 32, "request_fingerprint": moved.request.fingerprint})
    with pytest.raises(InvalidInput, match="is another item's in this store"):
        store.restore(
            review.model_copy(update={"item": item, "runs": (), "critiques": (moved,), "decisions": (stolen,)})
        )
    assert store.search(ReviewFilter()).total == 1
