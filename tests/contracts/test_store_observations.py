"""What a store tells of its use over time: dated runs, and reviewers' words on the verifier's statuses."""

from critique_core.metrics.usage import measure
from critique_core.models import NewItem, RunMetadata, Shown, StageTime
from critique_core.store import Store
from tests.makers.stored_reviews import critique_of, event


def judged(store: Store) -> list[tuple[str, bool, str | None]]:
    return [(one.reviewer, one.agrees, one.verifier) for one in store.observations().judgements]


def test_runs_come_oldest_first_with_their_dates_and_items(store: Store) -> None:
    first, second = critique_of(), critique_of("The port is 8080.", verifier="embedded-2")
    kept = [store.save_review(one, who="ann") for one in (first, second)]
    found = store.observations()
    assert [(one.at, one.measures.item_id) for one in found.runs] == [(one.created_at, one.item_id) for one in kept]
    assert [one.measures.verifier for one in found.runs] == ["embedded-1", "embedded-2"]
    assert found.verifiers == {"embedded-1": "embedded", "embedded-2": "embedded"}
    assert found.runs[0].measures.contradicted == measure(first).contradicted == 1
    item = found.items[kept[0].item_id]
    assert (item.number, item.title, item.imported) == (1, "How long is the timeout?", False)
    assert item.request_fingerprint == first.request.fingerprint


def test_an_answer_that_is_only_decided_again_counts_as_it_was_judged(store: Store) -> None:
    first = critique_of(confidence=0.5)
    store.save_review(first, who="ann")
    before = store.observations().runs, store.measures()
    store.save_review(first.model_copy(update={"id": "y" * 64, "confidence": 0.9}), who="ann")
    assert (store.observations().runs, store.measures()) == before
    assert len(before[0]) == len(before[1]) == 1
    other = RunMetadata(stages=(StageTime(stage="verdicts", milliseconds=3.0),))
    judged_anew = first.metadata.model_copy(update={"run": other})
    store.save_review(first.model_copy(update={"id": "z" * 64, "metadata": judged_anew}), who="ann")
    assert len(store.observations().runs) == len(store.measures()) == 2


def test_an_answer_that_waits_for_its_critique_is_not_there(store: Store) -> None:
    begun = store.begin_import("answers.jsonl", "claimlens", who="ann")
    store.add_items(begun.id, [NewItem(request=critique_of().request)])
    assert store.observations() == ((), (), {}, {})


def test_the_last_standing_word_of_each_reviewer_on_each_claim_counts(store: Store) -> None:
    critique = critique_of()
    item = store.save_review(critique, who="ann").item_id
    wrong, right, _ = critique.claims

    def say(action: str, claim, reviewer: str = "ann", **fields) -> None:
        shown = Shown.of(critique, claim)
        store.append(
            event(item, action, reviewer, critique_id=critique.id, claim_id=claim.id, shown=shown, **fields)
        )  # fmt: skip

    say("accept", wrong)
    say("reject", right)
    assert judged(store) == [("ann", True, "embedded-1"), ("ann", False, "embedded-1")]
    store.undo(item, "ann")
    say("relabel", wrong, status="supported")
    say("relabel", right, "bob", status="supported")
    assert judged(store) == [("ann", False, "embedded-1"), ("bob", True, "embedded-1")]
    assert store.observations().items[item].reviewers == {"ann", "bob"}


def test_a_blind_label_is_compared_with_what_the_verifier_said(store: Store) -> None:
    critique = critique_of()
    item = store.save_review(critique, who="ann").item_id
    for claim, status in zip(critique.claims, ("contradicted", "unsupported", "not_checkable"), strict=True):
        store.append(event(item, "relabel", critique_id=critique.id, claim_id=claim.id, status=status))
    store.append(event(item, "relabel", critique_id=critique.id, claim_id="made-by-ann", status="supported"))
    assert [agrees for _, agrees, _ in judged(store)] == [True, False, True]


def test_labels_of_imported_answers_count_once_they_are_submitted(store: Store) -> None:
    critique = critique_of()
    begun = store.begin_import("answers.jsonl", "claimlens", who="ann")
    store.add_items(begun.id, [NewItem(request=critique.request)])
    item = store.save_review(critique, who="ann").item_id
    assert store.observations().items[item].imported
    store.append(event(item, "accept", critique_id=critique.id, claim_id=critique.claims[0].id))
    assert judged(store) == []
    store.append(event(item, "submit", "bob"))
    assert judged(store) == []
    store.append(event(item, "submit"))
    assert judged(store) == [("ann", True, "embedded-1")]


def test_imported_labels_are_no_reviewers(store: Store) -> None:
    critique = critique_of()
    item = store.save_review(critique, who="ann").item_id
    claim = critique.claims[0].id
    store.append(event(item, "accept", "file", critique_id=critique.id, claim_id=claim, origin="imported"))
    assert judged(store) == []
