"""The database itself keeps decisions, from whoever writes to it by other means than the store as well."""

import pytest
from sqlalchemy import text

from critique_core.errors import StoreError
from critique_core.store import Store
from tests.makers.stored_reviews import critique_of, event


def with_decisions(store: Store) -> str:
    """Two decisions, one of them taken back."""
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    store.append(event(item_id, critique_id=critique.id, claim_id=critique.claims[0].id))
    store.append(event(item_id, "note", note="says 60"))
    store.undo(item_id, "ann")
    return item_id


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE decisions SET action = 'reject'",
        "UPDATE decisions SET note = NULL WHERE note IS NULL",
        "UPDATE decisions SET sequence = sequence + 100",
        "DELETE FROM decisions",
        "DELETE FROM decisions WHERE action = 'undo'",
    ],
)
def test_a_decision_is_neither_changed_nor_removed(store: Store, statement: str) -> None:
    item_id = with_decisions(store)
    before = store.decisions(item_id)
    with (
        pytest.raises(StoreError, match=r"decisions are only ever added; .* delete the whole review"),
        store._database.writing() as connection,
    ):
        connection.execute(text(statement))
    assert store.decisions(item_id) == before


@pytest.mark.parametrize("keys", ["'other', sequence", "id, 77"])
def test_a_decision_is_not_replaced_on_sqlite(store: Store, url: str, keys: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("only SQLite knows INSERT OR REPLACE")
    item_id = with_decisions(store)
    before = store.decisions(item_id)
    columns = "item_id, reviewer, authenticated, origin, created_at"
    replacing = (
        f"INSERT OR REPLACE INTO decisions (id, sequence, action, {columns}) "
        f"SELECT {keys}, 'reject', {columns} FROM decisions WHERE action = 'note'"
    )
    with pytest.raises(StoreError, match="only ever added"), store._database.writing() as connection:
        connection.execute(text(replacing))
    assert store.decisions(item_id) == before


def test_the_table_is_not_emptied_on_postgresql(store: Store, url: str) -> None:
    if not url.startswith("postgresql"):
        pytest.skip("only PostgreSQL knows TRUNCATE")
    item_id = with_decisions(store)
    before = store.decisions(item_id)
    with pytest.raises(StoreError, match="only ever added"), store._database.writing() as connection:
        connection.execute(text("TRUNCATE items CASCADE"))
    assert store.decisions(item_id) == before


def test_a_whole_review_is_deleted_and_leaves_the_others_guarded(store: Store) -> None:
    gone, kept = with_decisions(store), store.save_review(critique_of("Another draft."), who="ann").item_id
    store.append(event(kept))
    review = store.export_review(gone)
    store.delete_item(gone)
    assert store.decisions(gone) == ()
    assert len(store.decisions(kept)) == 1
    for item_id in (kept, store.restore(review)[0]):  # what came back is guarded as before
        with pytest.raises(StoreError, match="only ever added"), store._database.writing() as connection:
            connection.execute(text("DELETE FROM decisions WHERE item_id = :item"), {"item": item_id})
    assert len(store.decisions(gone)) == 3
