"""What every database behind the store must do."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, update

from critique_core.errors import InvalidInput, StoreError
from critique_core.models import Critique, Evidence, Profile, RunMetadata, Shown
from critique_core.store import ReviewExport, ReviewFilter, Store
from critique_core.store.database import Database, _config
from critique_core.store.tables import VERSION_TABLE, critiques, items, metadata
from critique_core.store.writing import append_event
from tests.makers.stored_reviews import DRAFT, critique_of, event

HOSTILE = [
    "'; DROP TABLE items; --",
    '" OR 1=1 --',
    "Robert'); DELETE FROM decisions WHERE ('1'='1",
    "%_\\ :name %(name)s ? $1 {x}",
    "<script>alert(1)</script>",
    "👩‍👩‍👧‍👦 \u202egnp.exe\u202c \u2066x\u2069 𝔘𝔫𝔦 ﷽ e\u0301 \ufeff",
    "line\r\nbreak\ttab \u0001 \x7f \u2028",
]


def ids(store: Store, **wanted: object) -> list[str]:
    return [row.item_id for row in store.search(ReviewFilter.model_validate(wanted)).rows]


# --- reviews ---------------------------------------------------------------------------------------------------------


def test_a_review_comes_back_equal_after_reopening(url: str) -> None:
    critique = critique_of()
    with Store.open(url) as store:
        run = store.save_review(critique, who="ann", title="Timeouts")
    with Store.open(url) as store:
        assert store.critique(critique.id) == critique
        assert store.latest_critique(run.item_id) == critique
        assert store.runs(run.item_id) == (run,)
        item = store.item(run.item_id)
    assert item is not None
    assert (item.title, item.state, item.request_fingerprint) == ("Timeouts", "draft", critique.request.fingerprint)
    assert run.run == critique.metadata.run
    assert run.created_at.utcoffset() == item.created_at.utcoffset() == timedelta(0)


def test_the_same_request_again_is_a_run_of_the_same_item(store: Store) -> None:
    first = store.save_review(critique_of(verifier="old"), who="ann", title="Mine")
    better = critique_of(verifier="new", statuses=("supported",), confidence=0.9, level="high", recommendation="accept")
    second = store.save_review(better, who="bob")
    assert second.item_id == first.item_id
    assert [run.who for run in store.runs(first.item_id)] == ["ann", "bob"]
    assert store.latest_critique(first.item_id) == better
    row = store.search(ReviewFilter()).rows[0]
    assert (row.title, row.verifier_fingerprint, row.confidence, row.recommendation) == ("Mine", "new", 0.9, "accept")
    assert row.status_counts == {"supported": 3}


def test_an_equal_critique_is_kept_once_and_each_run_keeps_its_own_timings(store: Store) -> None:
    first = critique_of()
    again = first.model_copy(
        update={"metadata": first.metadata.model_copy(update={"run": RunMetadata(tokens=7, cache_hits=1)})}
    )
    item_id = store.save_review(first, who="ann").item_id
    store.save_review(again, who="ann")
    assert [run.run.tokens for run in store.runs(item_id)] == [None, 7]
    assert store.latest_critique(item_id) == again
    assert store.export_review(item_id).critiques == (first,)


def test_a_critique_that_differs_only_in_who_judged_replaces_nothing(store: Store) -> None:
    first = critique_of(verifier="old")
    again = critique_of(verifier="new", profile=Profile(name="strict", support_threshold=0.9))
    assert again.id == first.id
    item_id = store.save_review(first, who="ann").item_id
    for tokens in (7, 8):
        timed = again.metadata.model_copy(update={"run": RunMetadata(tokens=tokens)})
        again = again.model_copy(update={"metadata": timed})
        store.save_review(again, who="ann")
        assert store.latest_critique(item_id) == again
        assert store.critique(first.id) == first
    assert store.search(ReviewFilter()).rows[0].verifier_fingerprint == "new"
    assert [one.verifier.fingerprint for one in store.export_review(item_id).critiques] == ["old", "new"]
    store.save_review(first, who="ann")
    assert store.latest_critique(item_id) == first
    store.delete_item(item_id)
    assert store.critique(first.id) is None


def test_different_requests_are_different_items(store: Store) -> None:
    first = store.save_review(critique_of(), who="ann")
    second = store.save_review(critique_of(source="Something else."), who="ann")
    assert first.item_id != second.item_id
    found = store.item_by_fingerprint(critique_of().request.fingerprint)
    assert found == store.item(first.item_id)


def test_a_review_without_a_title_is_named_after_its_query_else_its_draft(store: Store) -> None:
    store.save_review(critique_of(query="How  long\nis it?"), who="ann")
    store.save_review(critique_of("A long draft. " * 40, query=""), who="ann")
    named = {row.title: row.draft_excerpt for row in store.search(ReviewFilter()).rows}
    assert set(named) == {"How long is it?", ("A long draft. " * 40)[:79] + "…"}
    assert named["How long is it?"] == DRAFT


def test_what_is_not_there_is_none_or_an_error_that_names_it(store: Store) -> None:
    assert store.item("nothing") is None
    assert store.item_by_fingerprint("nothing") is None
    assert store.critique("nothing") is None
    assert store.latest_critique("nothing") is None
    assert store.runs("nothing") == ()
    assert store.decisions("nothing") == ()
    assert store.undo("nothing", "ann") is None
    with pytest.raises(StoreError, match="item 'nothing' is not in the store"):
        store.set_state("nothing", "submitted")
    with pytest.raises(StoreError, match="item 'nothing' is not in the store"):
        store.export_review("nothing")
    with pytest.raises(StoreError, match="item 'nothing' is not in the store"):
        store.append(event("nothing"))


def test_the_state_of_a_review_moves(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    store.set_state(item_id, "submitted")
    item = store.item(item_id)
    assert item is not None
    assert item.state == "submitted"
    assert store.search(ReviewFilter()).rows[0].state == "submitted"


def test_a_critique_in_another_form_is_named_with_what_to_do(url: str, store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    database = Database(url)
    with database.writing() as connection:
        connection.execute(update(critiques).values(body='{"id": "x"}'))
    database.close()
    with pytest.raises(StoreError, match=rf"critique {critique.id}: was written in another form .* check the request"):
        store.latest_critique(item_id)


def test_a_critique_that_is_no_json_is_refused_and_leaves_nothing(store: Store) -> None:
    critique = critique_of()
    request = critique.request.model_copy(
        update={"sources": (critique.request.sources[0].model_copy(update={"relevance_score": float("nan")}),)}
    )
    with pytest.raises(StoreError, match="cannot be written as JSON"):
        store.save_review(critique.model_copy(update={"request": request}), who="ann")
    assert store.search(ReviewFilter()).total == 0


# --- decisions -------------------------------------------------------------------------------------------------------


def test_an_event_comes_back_with_all_its_fields(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    draft = event(
        item_id, "relabel", critique_id=critique.id, claim_id=critique.claims[0].id, start=0, end=26,
        status="supported", text="as text", note="as note", authenticated=True, seconds=2.5, guideline="g1",
        evidence=(Evidence(source_id="guide", start=0, end=3, quote="The", relation="supports", score=0.25),),
        shown=Shown(status="contradicted", probability=0.1, profile="default", verifier_fingerprint="v"),
        origin="imported",
    )  # fmt: skip
    before = datetime.now(UTC)
    stored = store.append(draft)
    assert stored.model_dump(exclude={"id", "sequence", "created_at"}) == draft.model_dump()
    assert store.decisions(item_id) == (stored,)
    assert before <= stored.created_at <= datetime.now(UTC)
    assert stored.created_at.utcoffset() == timedelta(0)


def test_events_are_numbered_upwards_over_all_items(store: Store) -> None:
    first = store.save_review(critique_of(), who="ann").item_id
    second = store.save_review(critique_of(source="Another."), who="ann").item_id
    stored = [store.append(event(item_id, "note", note="x")) for item_id in (first, second, first)]
    sequences = [one.sequence for one in stored]
    assert sequences == sorted(set(sequences))
    assert len({one.id for one in stored}) == 3
    assert store.decisions(first) == (stored[0], stored[2])


def test_a_number_is_never_used_again_after_a_deletion(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    last = store.append(event(item_id))
    store.delete_item(item_id)
    item_id = store.save_review(critique_of(), who="ann").item_id
    assert store.append(event(item_id)).sequence > last.sequence


def test_an_event_from_another_store_is_numbered_anew(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    first = store.append(event(item_id, note="x"))
    second = store.append(first)
    assert (second.sequence, second.note) == (first.sequence + 1, "x")
    assert second.id != first.id


def test_an_event_on_a_claim_is_given_its_span(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    claim = critique.claims[1]
    stored = store.append(event(item_id, critique_id=critique.id, claim_id=claim.id))
    assert (stored.start, stored.end) == (claim.start, claim.end)
    given = store.append(event(item_id, "respan", critique_id=critique.id, claim_id=claim.id, start=2, end=5))
    assert (given.start, given.end) == (2, 5)


def test_undo_walks_back_over_the_reviewers_own_events(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    first = store.append(event(item_id, critique_id=critique.id, claim_id=critique.claims[0].id))
    store.append(event(item_id, reviewer="bob"))
    second = store.append(event(item_id, "reject"))
    undos = [store.undo(item_id, "ann") for _ in range(3)]
    assert [undo.supersedes if undo else None for undo in undos] == [second.id, first.id, None]
    assert undos[1] is not None
    assert (undos[1].action, undos[1].claim_id, undos[1].end) == ("undo", first.claim_id, first.end)
    assert [one.action for one in store.decisions(item_id)] == ["accept", "accept", "reject", "undo", "undo"]


def test_claims_called_right_together_and_the_verdict_on_the_answer_come_back_equal(store: Store) -> None:
    critique = critique_of(statuses=("supported", "supported"))
    item_id = store.save_review(critique, who="ann").item_id
    claims = critique.claims[:2]
    confirmed = [{"claim_id": c.id, "start": c.start, "end": c.end, "shown": {"status": c.status}} for c in claims]
    together = store.append(event(item_id, "confirm", critique_id=critique.id, confirmed=confirmed))
    word = store.append(event(item_id, "answer", critique_id=critique.id, answer="retry"))
    assert store.decisions(item_id) == (together, word)
    [row] = store.search(ReviewFilter()).rows
    assert row.decided == len(claims)
    assert store.answers_said([item_id, "unknown"]) == {item_id: (word,)}
    store.undo(item_id, "ann")
    assert store.answers_said([item_id]) == {}
    store.undo(item_id, "ann")
    assert store.search(ReviewFilter()).rows[0].decided == 0
    for empty in ("confirm", "answer"):
        with pytest.raises(InvalidInput, match=empty):
            store.append(event(item_id, empty))


def test_undo_leaves_imported_labels_alone_and_an_undone_undo_can_be_undone(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    store.append(event(item_id, origin="imported"))
    assert store.undo(item_id, "ann") is None
    own = store.append(event(item_id))
    undo = store.undo(item_id, "ann")
    assert undo is not None
    store.append(event(item_id, "undo", supersedes=undo.id))
    again = store.undo(item_id, "ann")
    assert again is not None
    assert again.supersedes == own.id


def test_events_that_say_too_little_are_refused(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    other = store.save_review(critique_of(source="Another."), who="ann").item_id
    elsewhere = store.append(event(other))
    with pytest.raises(InvalidInput, match="relabel: gives no status"):
        store.append(event(item_id, "relabel"))
    with pytest.raises(InvalidInput, match="undo: names no event"):
        store.append(event(item_id, "undo"))
    with pytest.raises(InvalidInput, match=f"decision '{elsewhere.id}' is none of item"):
        store.append(event(item_id, "undo", supersedes=elsewhere.id))
    with pytest.raises(StoreError, match="names an item, critique or decision that is not in the store"):
        store.append(event(item_id, critique_id="unknown"))
    assert store.decisions(item_id) == ()


# --- lists -----------------------------------------------------------------------------------------------------------


def test_a_list_shows_statuses_as_reviewers_left_them_and_how_far_they_are(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    row = store.search(ReviewFilter()).rows[0]
    assert row.status_counts == {"contradicted": 1, "supported": 1, "not_checkable": 1}
    assert (row.decided, row.checkable, row.reviewers) == (0, 2, ())
    on_first = {"critique_id": critique.id, "claim_id": critique.claims[0].id}
    store.append(event(item_id, "relabel", reviewer="zoë", status="supported", **on_first))
    store.append(event(item_id, "note", note="hm", **on_first))
    row = store.search(ReviewFilter()).rows[0]
    assert row.status_counts == {"supported": 2, "not_checkable": 1}
    assert (row.decided, row.checkable, row.reviewers) == (1, 2, ("ann", "zoë"))
    assert ids(store, statuses=["contradicted"]) == []
    store.undo(item_id, "zoë")
    row = store.search(ReviewFilter()).rows[0]
    assert (row.decided, row.status_counts["contradicted"]) == (0, 1)


def test_a_row_repeats_what_its_critique_says(store: Store) -> None:
    critique = critique_of()
    run = store.save_review(critique, who="ann")
    row = store.search(ReviewFilter()).rows[0]
    assert (row.item_id, row.critique_id) == (run.item_id, critique.id)
    for name in ("recommendation", "confidence", "level"):
        assert getattr(row, name) == getattr(critique, name)
    assert row.verifier_fingerprint == critique.verifier.fingerprint
    assert row.created_at == run.created_at <= row.updated_at


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", True),
        ("TIMEOUT IS", True),
        ("how long is  the\ntimeout", True),
        ("über uns", True),
        ("ÜBER", True),
        ("u\u0308ber", True),
        ("HAUPTSTRASSE", True),
        ("retried thrice", False),
        ("100%", False),
        ("tim_out", False),
        ("%", False),
        ("/", False),
        ("Failed requests", False),
    ],
)
def test_text_is_looked_for_in_title_query_and_draft(store: Store, text: str, found: bool) -> None:
    store.save_review(critique_of(), who="ann", title="Über Uns in der Hauptstraße")
    assert bool(ids(store, text=text)) is found


def test_signs_that_mean_something_to_the_database_are_looked_for_as_they_are(store: Store) -> None:
    for sign in ("100%", "a_b", "c\\d", "e/f", "it's"):
        store.save_review(critique_of(f"It says {sign} here."), who="ann")
    for sign in ("0%", "a_", "c\\", "e/", "t's"):
        assert len(ids(store, text=sign)) == 1


def test_statuses_find_reviews_with_any_of_them(store: Store) -> None:
    one = store.save_review(critique_of("One.", statuses=("contradicted",)), who="ann").item_id
    two = store.save_review(critique_of("Two.", statuses=("unsupported",)), who="ann").item_id
    store.save_review(critique_of("Three.", statuses=("supported",)), who="ann")
    assert ids(store, statuses=["contradicted"]) == [one]
    assert ids(store, statuses=["contradicted", "unsupported"]) == [two, one]
    assert ids(store, statuses=["unverified"]) == []


def test_a_reviewer_finds_what_they_decided(store: Store) -> None:
    one = store.save_review(critique_of("One."), who="ann").item_id
    store.save_review(critique_of("Two."), who="ann")
    store.append(event(one, reviewer="bob"))
    assert ids(store, reviewer="bob") == [one]
    assert ids(store, reviewer="ann") == []
    assert store.reviewers() == ("bob",)


def test_dates_find_reviews_begun_or_worked_on_in_between(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    between = datetime.now(UTC)
    assert ids(store, until=between) == [item_id]
    assert ids(store, since=between) == []
    store.append(event(item_id))
    assert ids(store, since=between) == [item_id]
    assert ids(store, since=between, until=between + timedelta(hours=1)) == [item_id]
    assert ids(store, until=between - timedelta(hours=1)) == []
    in_kolkata = between.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert ids(store, since=in_kolkata) == [item_id]


def test_a_recommendation_finds_the_latest_ones(store: Store) -> None:
    rejected = store.save_review(critique_of("One."), who="ann").item_id
    accepted = store.save_review(critique_of("Two.", recommendation="accept"), who="ann").item_id
    assert ids(store, recommendation="accept") == [accepted]
    assert ids(store, recommendation="reject") == [rejected]
    assert ids(store, recommendation="retry") == []


def test_filters_narrow_each_other(store: Store) -> None:
    one = store.save_review(critique_of("One thing."), who="ann").item_id
    store.save_review(critique_of("One other.", recommendation="accept"), who="ann")
    assert ids(store, text="one", recommendation="reject", statuses=["contradicted"]) == [one]


def test_pages_go_from_the_last_touched_backwards(store: Store) -> None:
    made = [store.save_review(critique_of(f"Draft {n}."), who="ann").item_id for n in range(5)]
    store.append(event(made[0]))
    expected = [made[0], made[4], made[3], made[2], made[1]]
    assert ids(store) == expected
    page = store.search(ReviewFilter(limit=2, offset=2))
    assert (page.total, [row.item_id for row in page.rows]) == (5, expected[2:4])
    assert store.search(ReviewFilter(offset=9)).rows == ()


def test_every_word_is_looked_for_in_any_order(store: Store) -> None:
    one = store.save_review(critique_of("A lamp takes 30% of it."), who="ann").item_id
    store.save_review(critique_of("The lamp is red."), who="ann")
    assert ids(store, text="TAKES lamp") == [one]
    assert ids(store, text="30% takes") == [one]
    assert ids(store, text="“takes”, lamp?") == [one]
    assert ids(store, text="takes red") == []
    assert ids(store, text="t_kes lamp") == []
    with pytest.raises(InvalidInput, match="201 different words, 200 allowed"):
        store.search(ReviewFilter(text=" ".join(map(str, range(201)))))
    assert ids(store, text=" ".join(map(str, range(200)))) == []


def test_a_text_too_long_to_look_for_is_refused_in_words(store: Store) -> None:
    store.save_review(critique_of("x" * 5_000), who="ann")
    assert len(ids(store, text="x" * 5_000)) == 1
    assert ids(store, text="%" * 5_000) == []
    with pytest.raises(InvalidInput, match="5,001 characters, 5,000 allowed"):
        store.search(ReviewFilter(text="x" * 5_001))


def test_five_thousand_reviews_are_listed_without_opening_a_critique(url: str, store: Store) -> None:
    store.save_review(critique_of(), who="ann")
    database = Database(url)
    with database.writing() as connection:
        row = dict(connection.execute(select(items)).mappings().one())
        connection.execute(
            insert(items),
            [row | {"id": f"{n:032}", "request_fingerprint": str(n), "number": n + 2} for n in range(4_999)],
        )
        connection.execute(update(critiques).values(body="unreadable", claims="unreadable"))
    database.close()
    page = store.search(ReviewFilter(text="timeout", limit=20, offset=4_980))
    assert (page.total, len(page.rows)) == (5_000, 20)


# --- deleting and exporting ------------------------------------------------------------------------------------------


def test_deleting_takes_all_that_belongs_to_the_item_and_nothing_else(url: str, store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    store.append(event(item_id, critique_id=critique.id))
    store.undo(item_id, "ann")
    other = critique_of("Another draft.")
    kept = store.save_review(other, who="bob").item_id
    store.append(event(kept, critique_id=other.id, reviewer="bob"))
    store.delete_item(item_id)
    store.delete_item(item_id)
    assert store.item(item_id) is None
    assert store.critique(critique.id) is None
    assert store.runs(item_id) == store.decisions(item_id) == ()
    assert ids(store) == [kept]
    assert store.latest_critique(kept) == other
    assert len(store.decisions(kept)) == 1
    assert store.reviewers() == ("bob",)


def test_a_critique_that_another_items_event_is_about_outlives_its_own_item(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    other = store.save_review(critique_of("Another draft."), who="ann").item_id
    store.append(event(other, critique_id=critique.id))
    store.delete_item(item_id)
    assert store.critique(critique.id) == critique


def test_an_export_is_one_json_that_reads_back_equal(store: Store) -> None:
    old, new = critique_of(), critique_of(statuses=("supported",), verifier="new")
    item_id = store.save_review(old, who="ann").item_id
    store.append(event(item_id, critique_id=old.id, claim_id=old.claims[0].id, note=HOSTILE[5]))
    store.save_review(new, who="bob")
    store.save_review(old, who="ann")
    export = store.export_review(item_id)
    assert export.critiques == (old, new)
    assert [run.critique_id for run in export.runs] == [old.id, new.id, old.id]
    assert export.decisions == store.decisions(item_id)
    assert ReviewExport.model_validate_json(export.model_dump_json()) == export
    assert json.loads(export.model_dump_json())["version"] == 1


# --- texts from outside ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_ever_taken_for_a_statement(store: Store, text: str) -> None:
    critique = critique_of(f"{text} is said.", query=text, source=text, verifier=text)
    run = store.save_review(critique, who=text, title=text)
    stored = store.append(
        event(
            run.item_id, "edit", reviewer=text, critique_id=critique.id, claim_id=text, text=text, note=text,
            guideline=text, shown=Shown(status="supported", profile=text, verifier_fingerprint=text),
            evidence=(Evidence(source_id=text, start=0, end=1, quote=text, relation="context"),),
        )
    )  # fmt: skip
    assert store.latest_critique(run.item_id) == critique
    assert store.decisions(run.item_id) == (stored,)
    item = store.item(run.item_id)
    assert item is not None
    assert item.title == text
    assert ids(store, text=text, reviewer=text) == [run.item_id]
    assert store.item(text) is None
    assert store.item_by_fingerprint(text) is None
    assert store.undo(run.item_id, f"{text} ") is None
    assert store.critique(text) is None


@pytest.mark.parametrize("bad", ["a\x00b", "a\ud800b"])
def test_what_no_database_can_hold_is_refused_by_all(store: Store, bad: str) -> None:
    with pytest.raises(InvalidInput, match="title: holds a NUL byte or a lone surrogate"):
        store.save_review(critique_of(), who="ann", title=bad)
    item_id = store.save_review(critique_of(), who="ann").item_id
    assert ids(store) == [item_id]


def test_a_nul_byte_is_refused_by_all(store: Store) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    with pytest.raises(InvalidInput, match="guideline: holds a NUL byte"):
        store.append(event(item_id, guideline="a\x00b"))
    with pytest.raises(InvalidInput, match="text: holds a NUL byte"):
        store.search(ReviewFilter(text="a\x00b"))
    assert store.decisions(item_id) == ()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=60))
def test_any_text_comes_back_and_is_found(store: Store, text: str) -> None:
    critique = critique_of(f"x{text}x", query=text)
    item_id = store.save_review(critique, who="ann", title=text).item_id
    assert store.latest_critique(item_id) == critique
    assert item_id in ids(store, text=text, limit=1_000)


# --- schema, threads -------------------------------------------------------------------------------------------------


def test_the_migrations_end_at_the_tables_the_code_uses(url: str, store: Store) -> None:
    database = Database(url)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
    database.close()


def test_a_store_of_the_first_schema_is_brought_up_to_date_with_all_it_holds(url: str) -> None:
    critique = critique_of()
    with Store.open(url) as store:
        run = store.save_review(critique, who="ann")
    database = Database(url)
    with database.writing() as connection:
        command.downgrade(_config(connection), "0001")
    database.close()
    with Store.open(url) as store:
        assert store.latest_critique(run.item_id) == critique
        assert store.runs(run.item_id) == (run,)


def test_a_schema_from_the_future_is_refused(url: str, store: Store) -> None:
    store.save_review(critique_of(), who="ann")
    database = Database(url)
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    database.close()
    with pytest.raises(StoreError, match=r"newer claimlens \(schema 9999\); upgrade claimlens"):
        Store.open(url)
    assert store.search(ReviewFilter()).total == 1


def test_writers_take_turns_so_that_numbers_follow_commits(url: str, store: Store) -> None:
    one = store.save_review(critique_of("One."), who="ann").item_id
    two = store.save_review(critique_of("Two."), who="ann").item_id
    database = Database(url)
    with ThreadPoolExecutor(1) as pool:
        with database.writing() as connection:
            first = append_event(connection, event(one))
            waiting = pool.submit(store.append, event(two))
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.3)
            assert store.decisions(one) == ()
        assert waiting.result().sequence > first.sequence
    database.close()


def test_threads_share_a_store(store: Store) -> None:
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id

    def review(reviewer: str) -> Critique | None:
        for claim in critique.claims:
            store.append(event(item_id, reviewer=reviewer, critique_id=critique.id, claim_id=claim.id))
            store.search(ReviewFilter(text="timeout"))
        store.undo(item_id, reviewer)
        return store.latest_critique(item_id)

    with ThreadPoolExecutor(8) as pool:
        assert set(map(type, pool.map(review, [f"r{n}" for n in range(8)]))) == {Critique}
    stored = store.decisions(item_id)
    assert len(stored) == len({one.sequence for one in stored}) == 32
    assert Counter(one.action for one in stored) == {"accept": 24, "undo": 8}
