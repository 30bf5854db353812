"""A store from one engine to the other and back keeps every row, number and time; and what ``check`` finds on both."""

from pathlib import Path

import pytest
from sqlalchemy import text

from critique_core.errors import StoreError
from critique_core.models import NewItem
from critique_core.store import Store
from critique_core.store.backups import back_up, move, put_back
from critique_core.store.checking import faults
from critique_core.store.copying import count_rows
from critique_core.store.database import Database
from tests.makers.postgresql import make_database
from tests.makers.stored_reviews import critique_of, event


def filled(store: Store) -> None:
    """Something in every table, an undo, a run with another body, a deleted review and text of every script."""
    begun = store.begin_import("f.jsonl", "rows", who="ann")
    waiting = critique_of("Waits for a critique: žluťoučký 日本 🙂.").request
    store.add_items(begun.id, [NewItem(request=waiting, gold=True)])
    critique = critique_of()
    item_id = store.save_review(critique, who="ann").item_id
    store.save_review(critique_of(verifier="embedded-2"), who="bob")
    for claim in critique.claims:
        store.append(event(item_id, critique_id=critique.id, claim_id=claim.id, seconds=0.1 + 0.2, note="ß \x7f"))
    store.undo(item_id, "ann")
    store.append(event(item_id, "skip", "bob"))
    gone = store.save_review(critique_of("Another draft."), who="ann").item_id
    store.append(event(gone))
    store.delete_item(gone)
    store.put_guideline("Read the source first.", who="ann")
    store.add_key("reporting", "lead", "0" * 64)
    profile = store.save_profile("strict", "{}", who="ann")
    store.activate_profile(profile.id, support_threshold=0.5)


def everything(url: str) -> list[object]:
    database = Database(url)
    try:
        with database.reading() as connection:
            ids = connection.execute(text("SELECT id FROM items ORDER BY number")).scalars().all()
            counts = count_rows(connection)
        with Store.open(url) as store:
            reviews = [store.export_review(one) for one in ids]
            return [counts, reviews, store.imports(), store.profiles(), store.guideline(), store.measures(),
                    store.observations(), store.version()]  # fmt: skip
    finally:
        database.close()


def test_a_backup_is_the_whole_store_and_comes_back(url: str, store: Store, tmp_path: Path) -> None:
    filled(store)
    counts = back_up(url, tmp_path / "backup.sqlite3")
    assert min(counts.values()) >= 1
    assert list(faults(url)) == list(faults(f"sqlite:///{tmp_path / 'backup.sqlite3'}")) == []
    put_back(tmp_path / "backup.sqlite3", f"sqlite:///{tmp_path / 'back.sqlite3'}")
    assert everything(f"sqlite:///{tmp_path / 'back.sqlite3'}") == everything(url)
    with pytest.raises(StoreError, match="is not empty"):
        put_back(tmp_path / "backup.sqlite3", url)


def test_a_trigger_that_was_dropped_is_reported(url: str, store: Store) -> None:
    filled(store)
    name, where = ("decisions_not_removed", "") if url.startswith("sqlite") else ("decisions_kept", " ON decisions")
    with store._database.writing() as connection:
        connection.execute(text(f"DROP TRIGGER {name}{where}"))
    [fault] = faults(url)
    assert f"the trigger {name} is gone" in fault


@pytest.mark.postgresql
def test_a_sqlite_store_is_moved_to_postgresql_and_back(postgres_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "reviews.sqlite3"
    with Store.open(f"sqlite:///{file}") as store:
        filled(store)
    target = make_database(postgres_folder)
    move(file, target)
    assert list(faults(target)) == []
    assert everything(target) == everything(f"sqlite:///{file}")
    back_up(target, tmp_path / "back.sqlite3")
    assert everything(f"sqlite:///{tmp_path / 'back.sqlite3'}") == everything(target)
    with Store.open(target) as there, Store.open(f"sqlite:///{file}") as here:
        said = [
            one.append(event(one.item_by_number(2).id, "note", note="after")).sequence  # type: ignore[union-attr]
            for one in (there, here)
        ]
        assert said[0] == said[1]
    with pytest.raises(StoreError, match="is not empty"):
        move(file, target)
