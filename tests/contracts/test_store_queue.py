"""Importing, verifying and handing out items to label, on every database."""

import json
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import select, update

from critique_core import critique
from critique_core.errors import StoreError
from critique_core.labels.fold import fold
from critique_core.models import (
    Calibrator,
    Critique,
    CritiqueRequest,
    ImportedLabel,
    NewItem,
    Profile,
    SourceDocument,
)
from critique_core.store import QueueFilter, Store
from critique_core.store.database import Database, _config
from critique_core.store.queue import QueueProgress
from critique_core.store.tables import critiques, items
from tests.makers.stored_reviews import DRAFT, SOURCE, critique_of, event

SLOW = DRAFT.index("30")


def new_item(draft: str = DRAFT, *labels: ImportedLabel, **fields: object) -> NewItem:
    return NewItem(request=request(draft), labels=labels, **fields)  # type: ignore[arg-type]


def request(draft: str = DRAFT) -> CritiqueRequest:
    return critique_of(draft).request


def imported(store: Store, *new: NewItem) -> str:
    begun = store.begin_import("answers.jsonl", "ragtruth", who="ann")
    store.add_items(begun.id, new)
    return begun.id


def listed(store: Store, **wanted: object) -> list[str]:
    return [row.title for row in store.queue(QueueFilter.model_validate(wanted)).rows]


def verified(store: Store, draft: str, *, uncertain: float = 0.1, **fields: object) -> str:
    critique = critique_of(draft, **fields)
    claims = tuple(claim.model_copy(update={"probability": uncertain}) for claim in critique.claims)
    return store.save_review(critique.model_copy(update={"claims": claims}), who="verifier").item_id


# --- importing -------------------------------------------------------------------------------------------------------


def test_rows_of_a_file_are_made_once_and_take_on_labels_they_lack(store: Store) -> None:
    wrong = ImportedLabel(status="contradicted", start=SLOW, end=SLOW + 2, text="30")
    begun = store.begin_import("answers.jsonl", "ragtruth", who="ann")
    store.add_items(begun.id, [new_item(), new_item("Another draft.", title="Second"), new_item()], rejected=1)
    done = store.add_items(begun.id, [new_item(DRAFT, wrong), new_item(DRAFT, wrong)])
    assert (done.read, done.imported, done.duplicate, done.rejected, done.finished) == (6, 2, 3, 1, False)
    assert store.finish_import(begun.id).finished
    assert store.imports()[0].imported == 2
    first = store.item_by_fingerprint(request().fingerprint)
    assert first is not None
    assert (first.number, first.imported_labels, first.state, first.import_id) == (1, (wrong,), "pending", begun.id)
    second = store.item_by_number(2)
    assert second is not None
    assert second.title == "Second"


def _drafts(store: Store, **wanted: object) -> list[str]:
    found = store.queue(QueueFilter.model_validate({"order": "oldest", **wanted}))
    return [row.draft_excerpt for row in found.rows]


def test_the_queue_holds_what_was_imported_or_put_in_by_hand(store: Store) -> None:
    tried, other = verified(store, "Tried."), verified(store, "Tried too.")
    begun = imported(store, new_item("Imported."))
    store.save_review(critique_of("Imported."), who="verifier")
    assert _drafts(store, queued=True) == ["Imported."]
    assert _drafts(store, queued=False) == ["Tried.", "Tried too."]
    assert store.put_in_queue(tried, "ann")
    assert not store.put_in_queue(tried, "bob")
    assert _drafts(store, queued=True) == ["Tried.", "Imported."]
    assert store.put_in_queue(other, "bob")
    by_hand = next(one for one in store.imports() if one.id != begun)
    assert (by_hand.name, by_hand.who, by_hand.imported) == ("Put in by hand", "ann", 2)
    with pytest.raises(StoreError, match="nothing"):
        store.put_in_queue("nothing", "ann")


def test_a_review_that_a_file_brings_again_comes_into_its_queue(store: Store) -> None:
    verified(store, "Tried.")
    begun = imported(store, new_item("Tried."))
    assert _drafts(store, import_id=begun, queued=True) == ["Tried."]


def test_an_import_that_is_not_there_takes_nothing_in(store: Store) -> None:
    with pytest.raises(StoreError, match="begin it again"):
        store.add_items("nothing", [new_item()])
    assert store.count_unverified() == (0, 0)


def test_items_wait_for_verification_in_one_hand_at_a_time(store: Store) -> None:
    imported(store, new_item("One."), new_item("Two."), new_item("Three."))
    (first, wanted), (second, _) = store.take_unverified(2)
    assert wanted == request("One.")
    third = store.take_unverified(5)
    assert [item_id for item_id, _ in third] == [store.item_by_number(3).id]  # type: ignore[union-attr]
    assert store.take_unverified(5) == ()
    assert store.save_review(critique_of("One."), who="verifier").item_id == first
    store.fail_verification(second, "the model's server is away")
    assert store.count_unverified() == (1, 1)
    assert [row.failure for row in store.queue(QueueFilter(verified=False)).rows if row.item_id == second] == [
        "the model's server is away"
    ]


def test_what_a_stopped_process_had_in_hand_is_anybodys_again(store: Store) -> None:
    imported(store, new_item("One."))
    taken = store.take_unverified(1, minutes=-1)
    assert store.take_unverified(1) == taken
    store.give_back(taken[0][0])
    assert store.take_unverified(1) == taken


def test_a_files_labels_stand_on_the_claims_they_share_a_word_with(store: Store) -> None:
    wrong = ImportedLabel(status="contradicted", start=SLOW, end=SLOW + 2, text="30", annotator="maker", note="no")
    imported(store, new_item(DRAFT, wrong, labels_complete=True))
    critique = critique_of()
    item_id = store.save_review(critique, who="verifier").item_id
    store.save_review(critique_of(verifier="newer"), who="verifier")
    events = store.decisions(item_id)
    assert [(event.status, event.origin, event.reviewer, event.start) for event in events] == [
        ("contradicted", "imported", "maker", 0),
        ("supported", "imported", "imported", critique.claims[1].start),
    ]
    assert all(claim.decision is None for claim in fold(critique, events))
    assert [claim.status for claim in fold(critique, events, origin="imported")][:2] == ["contradicted", "supported"]
    row = store.queue(QueueFilter()).rows[0]
    assert (row.decided, row.disagreement, row.severity, row.uncertainty) == (0, 0.0, 0.9, 0.2)
    assert store.reviewers() == ()


def test_labels_of_the_verifiers_other_mind_are_disagreement(store: Store) -> None:
    right = ImportedLabel(status="supported")
    imported(store, new_item(DRAFT, right))
    store.save_review(critique_of(), who="verifier")
    assert store.queue(QueueFilter()).rows[0].disagreement == 0.5


# --- the queue -------------------------------------------------------------------------------------------------------


def test_the_queue_is_ordered_by_what_makes_an_item_worth_looking_at(store: Store) -> None:
    for draft, probability, severity in (("A one.", 0.1, 0.2), ("B two.", 0.45, 0.9), ("C three.", 0.7, 0.5)):
        issue = critique_of().issues[0].model_copy(update={"severity": severity})
        verified(store, draft, uncertain=probability, query="", issues=(issue,))
    imported(store, new_item("D four."))
    assert listed(store) == ["B two.", "C three.", "A one."]
    assert listed(store, order="severity") == ["B two.", "C three.", "A one."]
    assert listed(store, order="oldest") == ["A one.", "B two.", "C three."]
    assert listed(store, order="oldest", limit=1, offset=1) == ["B two."]
    assert listed(store, text="three") == ["C three."]
    assert listed(store, verified=False) == ["How long is the timeout?"]
    assert listed(store, statuses=("supported",)) == []
    page = store.queue(QueueFilter(verified=None))
    assert (page.total, page.states) == (4, {"draft": 3, "pending": 1})


def checked() -> Critique:
    """A critique by the verifier that comes with the project, with evidence from sources of two types."""
    sources = (SourceDocument(id="a", content=SOURCE, type="record"), SourceDocument(id="b", content=DRAFT))
    found = critique(CritiqueRequest(draft=DRAFT, sources=sources))
    [first, *rest] = found.claims
    assert first.verdict is not None
    weak, strong = first.verdict.evidence
    evidence = (weak.model_copy(update={"score": 0.4}), strong)
    first = first.model_copy(update={"verdict": first.verdict.model_copy(update={"evidence": evidence})})
    return found.model_copy(update={"claims": (first, *rest)})


def profile(threshold: float, fingerprint: str, **more: object) -> str:
    return json.dumps({"name": "tuned", "threshold": threshold, "verifier_fingerprint": fingerprint, **more})


def test_what_is_uncertain_is_told_from_the_threshold_in_use_not_from_a_half(store: Store) -> None:
    ids = {
        draft: verified(store, draft, uncertain=at, query="")
        for draft, at in (("A one.", 0.1), ("B two.", 0.5), ("C three.", 0.8))
    }
    assert listed(store)[0] == "B two."
    own = critique_of().verifier.fingerprint
    careful = store.save_profile("careful", profile(0.83, own), who="ann")
    store.activate_profile(careful.id, support_threshold=0.5)
    assert listed(store) == ["C three.", "B two.", "A one."]
    assert store.queue(QueueFilter()).rows[0].uncertainty == pytest.approx(0.94)  # 0.03 from 0.83
    others = store.save_profile("another's", profile(0.83, "another verifier"), who="ann")
    store.activate_profile(others.id, support_threshold=0.15)
    assert listed(store)[0] == "A one."  # a profile of another verifier does not decide, the settings do
    store.activate_profile(None, support_threshold=0.5)
    assert listed(store)[0] == "B two."
    assert store.item(ids["B two."]).uncertainty == 1.0  # type: ignore[union-attr]


def test_a_critique_counts_that_is_saved_while_a_profile_is_put_in_use_or_later(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Database.write
    with Store.open(url) as other:

        def overtaken(database: Database, *step: Any, **options: Any) -> Any:
            monkeypatch.setattr(Database, "write", write)
            verified(other, "Between.", uncertain=0.2, query="")
            return write(database, *step, **options)

        monkeypatch.setattr(Database, "write", overtaken)
        store.activate_profile(None, support_threshold=0.2)
    assert store.queue(QueueFilter()).rows[0].uncertainty == 1.0
    verified(store, "Later, by a critic that had not heard.", uncertain=0.2, query="")
    assert [row.uncertainty for row in store.queue(QueueFilter()).rows] == [1.0, 1.0]


def test_another_threshold_opens_no_critique(url: str, store: Store) -> None:
    verified(store, "A one.", uncertain=0.3)
    database = Database(url)
    with database.writing() as connection:
        connection.execute(update(critiques).values(body="unreadable"))
    database.close()
    store.activate_profile(None, support_threshold=0.3)
    assert store.queue(QueueFilter()).rows[0].uncertainty == 1.0


def test_what_is_uncertain_is_told_anew_only_for_another_threshold_or_profile(url: str, store: Store) -> None:
    def spoil() -> None:
        database = Database(url)
        with database.writing() as connection:
            connection.execute(update(items).values(uncertainty=0.123))
        database.close()

    def uncertain() -> float | None:
        return store.queue(QueueFilter()).rows[0].uncertainty

    verified(store, "A one.", uncertain=0.3)
    store.measure_uncertainty(0.3)
    assert uncertain() == 1.0
    spoil()
    store.measure_uncertainty(0.3)
    assert uncertain() == 0.123
    store.measure_uncertainty(0.4)
    assert uncertain() == pytest.approx(0.8)
    kept = store.save_profile("tuned", profile(0.5, critique_of().verifier.fingerprint), who="ann")
    store.activate_profile(kept.id, support_threshold=0.4)
    assert uncertain() == pytest.approx(0.6)
    spoil()
    store.measure_uncertainty(0.4)
    assert uncertain() == 0.123
    store.delete_profile(kept.id)
    store.measure_uncertainty(0.4)
    assert uncertain() == pytest.approx(0.8)


def test_a_restored_review_is_as_uncertain_as_the_store_it_comes_into_has_it(store: Store, tmp_path: Path) -> None:
    item_id = verified(store, "A one.", uncertain=0.3)
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as other:
        other.measure_uncertainty(0.3)
        other.restore(store.export_review(item_id))
        assert other.queue(QueueFilter()).rows[0].uncertainty == 1.0


def test_items_of_an_older_schema_keep_what_their_uncertainty_is_told_from(url: str) -> None:
    def kept() -> list[str]:
        database = Database(url)
        with database.reading() as connection:
            found = list(connection.execute(select(items.c.beliefs).order_by(items.c.number)).scalars())
        database.close()
        return found

    calibrator = Calibrator(kind="platt", slope=1.5, intercept=0.25)
    with Store.open(url) as store:
        verified(store, "A one.", uncertain=0.3)
        verified(store, "B two, which is longer: " + "x" * 100, profile=Profile(calibrator=calibrator))
        store.save_review(checked(), who="ann")
    before = kept()
    assert all(before)
    database = Database(url)
    with database.writing() as connection:
        command.downgrade(_config(connection), "0004")
    database.close()
    with Store.open(url) as store:
        assert kept() == before
        store.measure_uncertainty(0.3)
        assert store.queue(QueueFilter()).rows[0].uncertainty == 1.0


def test_a_profiles_calibrator_and_slices_count_for_what_is_uncertain(store: Store) -> None:
    verified(store, "A one.", uncertain=0.5)
    own = critique_of().verifier.fingerprint
    everything = {f"length={name}": 0.6 for name in ("up to 60 characters", "61 to 120 characters")}
    store.activate_profile(
        store.save_profile("slices", profile(0.1, own, slices=everything), who="ann").id, support_threshold=0.5
    )
    assert store.queue(QueueFilter()).rows[0].uncertainty == pytest.approx(0.8)
    flat = {"kind": "isotonic", "points": [[0.0, 0.5], [1.0, 0.5]]}
    believed = profile(0.3, own, calibrator=flat)  # which takes everything for a half
    store.activate_profile(store.save_profile("flat", believed, who="ann").id, support_threshold=0.5)
    assert store.queue(QueueFilter()).rows[0].uncertainty == pytest.approx(0.6)


def test_a_critique_under_a_profile_is_uncertain_near_its_threshold(store: Store) -> None:
    verified(
        store, "A one.", uncertain=0.8, profile=Profile(name="tuned", support_threshold=0.83, verifier_fingerprint="x")
    )
    assert store.queue(QueueFilter()).rows[0].uncertainty == pytest.approx(0.94)


def test_a_queue_tells_how_far_it_is_whatever_it_is_narrowed_to(store: Store) -> None:
    one, two, three, gone = (verified(store, f"{name}.", query="") for name in ("One", "Two", "Three", "Gone"))
    for item_id, reviewer in ((one, "ann"), (one, "ben"), (two, "ben"), (gone, "ann")):
        store.append(event(item_id, "submit", reviewer=reviewer))
    store.set_state(gone, "discarded")
    store.reserve(three, "ben")
    for narrowed in ({}, {"states": ("pending",)}, {"free": True}, {"limit": 0}):
        page = store.queue(QueueFilter.model_validate({"reviewer": "ann", **narrowed}))
        assert tuple(dict(page.progress).values()) == (1, 2, 3)
    assert store.queue(QueueFilter(text="two")).progress == QueueProgress(own=0, anybody=1, total=1)
    counted = store.queue(QueueFilter(reviewer="ann", limit=0))
    assert (counted.rows, counted.total, counted.states) == ((), 2, {"submitted": 1, "draft": 1})


def test_a_random_order_is_the_same_for_a_seed_and_another_for_another(store: Store) -> None:
    for number in range(20):
        verified(store, f"Draft {number}.", query="")
    orders = {tuple(listed(store, order="random", seed=seed)) for seed in (1, 1, 2, 3)}
    assert len(orders) == 3
    assert {frozenset(order) for order in orders} == {frozenset(f"Draft {number}." for number in range(20))}
    first = listed(store, order="random", seed=1, limit=5) + listed(store, order="random", seed=1, limit=15, offset=5)
    assert tuple(first) in orders


def test_what_a_reviewer_skipped_comes_last_in_a_random_order_too(store: Store) -> None:
    for number in range(8):
        verified(store, f"Draft {number}.", query="")
    shuffled = QueueFilter(order="random", seed=1, reviewer="ann")
    first, *others = [row.item_id for row in store.queue(shuffled).rows]
    store.append(event(first, "skip"))
    assert [row.item_id for row in store.queue(shuffled).rows] == [*others, first]
    assert store.take_next(shuffled, "ann") == others[0]


def test_two_reviewers_are_never_handed_the_same_item(store: Store) -> None:
    for draft in ("A one.", "B two."):
        verified(store, draft, query="")
    oldest = QueueFilter(order="oldest")
    first, second = store.take_next(oldest, "ann"), store.take_next(oldest, "bob")
    assert None not in (first, second)
    assert first != second
    assert store.take_next(oldest, "eve") is None
    assert store.take_next(oldest, "ann") == first
    assert not store.reserve(first or "", "bob")
    assert [row.in_hand_of for row in store.queue(oldest).rows] == ["ann", "bob"]
    store.release(first or "", "bob")
    assert store.take_next(oldest, "eve") is None
    store.release(first or "", "ann")
    assert store.take_next(oldest, "eve") == first


def test_a_reservation_ends_by_itself(store: Store) -> None:
    item_id = verified(store, "A one.", query="")
    assert store.take_next(QueueFilter(), "ann", minutes=-timedelta(minutes=1).total_seconds()) == item_id
    assert store.queue(QueueFilter()).rows[0].in_hand_of is None
    assert store.take_next(QueueFilter(), "bob") == item_id


def test_what_was_submitted_is_not_offered_again_and_what_was_skipped_comes_last(store: Store) -> None:
    first, second = (verified(store, draft, query="") for draft in ("A one.", "B two."))
    oldest = QueueFilter(order="oldest")
    store.append(event(first, "skip"))
    assert store.take_next(oldest, "ann") == second
    assert store.queue(oldest.model_copy(update={"reviewer": "ann"})).rows[1].skipped
    store.append(event(second, "submit"))
    assert store.take_next(oldest, "ann") == first
    assert store.take_next(oldest, "bob") is None  # ann has both in hand
    store.release(second, "ann")
    assert store.take_next(oldest, "bob") == second
    assert store.submitters(second) == ("ann",)
    assert store.item(second).state == "submitted"  # type: ignore[union-attr]
    store.undo(second, "ann")
    assert store.item(second).state == "draft"  # type: ignore[union-attr]
    assert store.submitters(second) == ()


def test_a_flag_is_kept_and_taken_back(store: Store) -> None:
    item_id = verified(store, "A one.", query="")
    store.append(event(item_id, "flag", note="ask the author"))
    assert listed(store, flagged=True) == ["A one."]
    store.undo(item_id, "ann")
    assert listed(store, flagged=True) == []


def test_a_first_judgement_begins_the_review_of_an_imported_item(store: Store) -> None:
    imported(store, new_item())
    critique = critique_of()
    item_id = store.save_review(critique, who="verifier").item_id
    assert store.item(item_id).state == "pending"  # type: ignore[union-attr]
    store.append(event(item_id, critique_id=critique.id, claim_id=critique.claims[0].id))
    assert store.item(item_id).state == "draft"  # type: ignore[union-attr]


# --- guidelines and labels -------------------------------------------------------------------------------------------


def test_guidelines_have_versions_and_the_same_text_is_the_same_version(store: Store) -> None:
    assert store.guideline() is None
    first = store.put_guideline("# Be strict", who="ann")
    assert store.put_guideline("# Be strict", who="bob") == first
    assert store.put_guideline("# Be kind", who="bob").version == 2
    assert store.guideline() == store.guideline(2)
    assert store.guideline(1) == first


def test_one_profile_at_a_time_is_in_use(store: Store) -> None:
    first, second = (store.save_profile(name, '{"threshold": 0.4}', who="ann") for name in ("old", "new"))
    assert store.active_profile() is None
    store.activate_profile(first.id, support_threshold=0.5)
    store.activate_profile(second.id, support_threshold=0.5)
    assert store.active_profile() == second.model_copy(update={"active": True})
    assert [profile.name for profile in store.profiles()] == ["new", "old"]
    with pytest.raises(StoreError, match="not in the store"):
        store.activate_profile("gone", support_threshold=0.5)
    assert store.active_profile() is not None
    store.activate_profile(None, support_threshold=0.5)
    assert store.active_profile() is None
    store.delete_profile(second.id)
    store.delete_profile(second.id)
    assert store.profiles() == (first,)


def test_labelled_items_come_with_their_critique_and_events(store: Store) -> None:
    imported(store, new_item(DRAFT, labels_complete=True), new_item("Nobody looked."))
    critique = critique_of()
    item_id = store.save_review(critique, who="verifier").item_id
    assert list(store.labelled()) == []
    [(item, latest, events)] = list(store.labelled(("imported",)))
    assert (item.id, latest, len(events)) == (item_id, critique, 2)
    store.append(event(item_id, critique_id=critique.id, claim_id=critique.claims[0].id))
    [(item, _, events)] = list(store.labelled())
    assert len(events) == 3


def test_a_store_has_another_version_after_each_event_run_and_deletion_whatever_the_clocks_say(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = [store.version()]
    item_id = store.save_review(critique_of(), who="ann").item_id
    versions.append(store.version())
    store.append(event(item_id))
    versions.append(store.version())
    store.save_review(critique_of("Another draft."), who="ann")
    versions.append(store.version())
    monkeypatch.setattr("critique_core.store.writing.datetime", _AnHourAgo)
    store.append(event(item_id))
    versions.append(store.version())
    store.delete_item(item_id)
    versions.append(store.version())
    assert len(set(versions)) == len(versions)
    assert store.version() == versions[-1]


class _AnHourAgo(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "datetime":
        return datetime.now(tz) - timedelta(hours=1)


def test_of_labelled_items_those_with_a_new_event_have_another_version(store: Store) -> None:
    first, second = (store.save_review(critique_of(draft), who="ann").item_id for draft in (DRAFT, "Another draft."))
    for item_id in (first, second):
        store.append(event(item_id))
    before = store.labelled_versions()
    assert list(before) == [first, second]
    store.append(event(second))
    after = store.labelled_versions()
    assert (after[first] == before[first], after[second] == before[second]) == (True, False)
    assert [item.id for item, _, _ in store.labelled(item_ids=[second])] == [second]
    assert list(store.labelled(item_ids=[])) == []


def test_items_of_an_older_schema_are_numbered_by_age(url: str) -> None:
    with Store.open(url) as store:
        for draft in ("A one.", "B two."):
            verified(store, draft, query="")
    database = Database(url)
    with database.writing() as connection:
        command.downgrade(_config(connection), "0003")
    database.close()
    with Store.open(url) as store:
        assert [store.item_by_number(number).title for number in (1, 2)] == ["A one.", "B two."]  # type: ignore[union-attr]
        assert listed(store, order="oldest") == ["A one.", "B two."]


def test_a_source_of_an_imported_request_comes_back_whole(store: Store) -> None:
    wanted = CritiqueRequest(draft="x " + DRAFT, sources=(SourceDocument(id="a", content=SOURCE * 50, page=3),))
    imported(store, NewItem(request=wanted))
    assert store.take_unverified()[0][1] == wanted


def test_an_item_whose_request_cannot_be_read_does_not_hold_the_others_up(url: str, store: Store) -> None:
    imported(store, new_item("One."), new_item("Two."))
    database = Database(url)
    with database.writing() as connection:
        first = connection.execute(select(items.c.id).order_by(items.c.number).limit(1)).scalar_one()
        connection.execute(update(items).where(items.c.id == first).values(request="{}"))
    database.close()
    assert [wanted for _, wanted in store.take_unverified(2)] == [request("Two.")]
    assert store.count_unverified() == (1, 1)
