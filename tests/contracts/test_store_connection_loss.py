"""A connection that is lost in mid-write: the write is made once all the same, or the reviewer is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event as listening
from sqlalchemy import text

from critique_core.errors import StoreError
from critique_core.models import NewItem
from critique_core.store import Store
from tests.makers.postgresql import connected, make_database
from tests.makers.stored_reviews import critique_of, event

pytestmark = pytest.mark.postgresql


@pytest.fixture
def url(postgres_folder: Path, postgres_template: str) -> str:
    return make_database(postgres_folder, template=postgres_template)


class Cutting:
    """Ends the backend of a store's connection at one moment of its next write; ``cut`` counts how often."""

    def __init__(self, store: Store, folder: Path, *, times: int) -> None:
        self._engine, self._folder, self._times = store._database._engine, folder, times
        self.cut = 0

    def terminate(self, raw: Any) -> None:
        self.cut += 1
        pid = raw.info.backend_pid
        with connected(self._folder) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))

    @contextmanager
    def before(self, statement: str) -> Iterator[None]:
        """Before this statement is sent."""

        def cut(connection: Any, _cursor: Any, sent: str, *_: Any) -> None:
            if sent.startswith(statement) and self.cut < self._times:
                self.terminate(connection.connection.dbapi_connection)

        with self._listening("before_cursor_execute", cut):
            yield

    @contextmanager
    def at_commit(self, *, kept: bool) -> Iterator[None]:
        """When the transaction ends, before the server has it or, if ``kept``, with only its answer missing."""

        def cut(connection: Any) -> None:
            raw = connection.connection.dbapi_connection
            if not connection.get_execution_options().get("claimlens_write") or self.cut >= self._times:
                return
            if kept:
                raw.commit()
                raw.execute("SELECT 1")  # begins another transaction, whose end is what fails
            self.terminate(raw)

        with self._listening("commit", cut):
            yield

    @contextmanager
    def _listening(self, name: str, listener: Any) -> Iterator[None]:
        listening.listen(self._engine, name, listener)
        try:
            yield
        finally:
            listening.remove(self._engine, name, listener)


@pytest.fixture
def once(store: Store, postgres_folder: Path) -> Cutting:
    return Cutting(store, postgres_folder, times=1)


@pytest.fixture
def always(store: Store, postgres_folder: Path) -> Cutting:
    return Cutting(store, postgres_folder, times=100)


def moments(cutting: Cutting, moment: str, statement: str) -> Any:
    return cutting.before(statement) if moment == "mid-write" else cutting.at_commit(kept=moment == "kept")


MOMENTS = pytest.mark.parametrize("moment", ["mid-write", "not kept", "kept"])


@MOMENTS
def test_a_decision_is_stored_once(store: Store, once: Cutting, moment: str) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    with moments(once, moment, "INSERT INTO decisions"):
        stored = store.append(event(item_id, "note", note="says 60"))
    assert once.cut == 1
    assert store.decisions(item_id) == (stored,)


@MOMENTS
def test_an_undo_takes_one_decision_back(store: Store, once: Cutting, moment: str) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    store.append(event(item_id, "note", note="first"))
    second = store.append(event(item_id, "note", note="second"))
    with moments(once, moment, "INSERT INTO decisions"):
        undone = store.undo(item_id, "ann")
    assert once.cut == 1
    assert undone is not None
    assert undone.supersedes == second.id
    assert [one.action for one in store.decisions(item_id)] == ["note", "note", "undo"]


@MOMENTS
def test_a_review_is_saved_as_one_run(store: Store, once: Cutting, moment: str) -> None:
    with moments(once, moment, "INSERT INTO runs"):
        run = store.save_review(critique_of(), who="ann")
    assert once.cut == 1
    assert store.runs(run.item_id) == (run,)


@MOMENTS
def test_rows_of_a_file_are_counted_once_or_the_user_is_told(store: Store, once: Cutting, moment: str) -> None:
    begun = store.begin_import("f.jsonl", "rows", who="ann")
    new = [NewItem(request=critique_of().request)]
    with moments(once, moment, "INSERT INTO items"):
        if moment == "mid-write":
            assert store.add_items(begun.id, new).imported == 1
        else:
            with pytest.raises(StoreError, match="the connection was lost while this was being saved"):
                store.add_items(begun.id, new)
    assert once.cut == 1
    assert [(one.read, one.imported) for one in store.imports()] == [(0, 0) if moment == "not kept" else (1, 1)]


def test_a_connection_that_is_lost_again_is_reported_and_nothing_is_half_written(store: Store, always: Cutting) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    before = store.item(item_id)
    with (
        always.before("INSERT INTO decisions"),
        pytest.raises(StoreError, match=r"terminating connection .*; nothing of it is saved; try again"),
    ):
        store.append(event(item_id, "note", note="says 60"))
    assert always.cut == 2
    assert store.decisions(item_id) == ()
    assert store.item(item_id) == before
    assert store.append(event(item_id, "note", note="says 60")).note == "says 60"


def test_a_decision_in_doubt_is_not_called_unsaved(store: Store, always: Cutting) -> None:
    item_id = store.save_review(critique_of(), who="ann").item_id
    with (
        always.at_commit(kept=True),
        pytest.raises(StoreError, match="see whether it is there before you repeat it"),
    ):
        store.append(event(item_id, "note", note="says 60"))
    assert len(store.decisions(item_id)) == 1


@pytest.mark.parametrize("code", ["40001", "40P01"])
def test_a_transaction_that_gave_way_is_made_again(store: Store, code: str) -> None:
    tried: list[bool] = []

    def step(connection: Any) -> str:
        tried.append(True)
        if len(tried) == 1:
            connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'gave way' USING ERRCODE = '{code}'; END $$"))
        return "done"

    assert store._database.write(step, repeatable=False) == "done"
    assert len(tried) == 2


def test_writers_do_not_fail_where_the_database_is_serialisable_by_default(url: str, postgres_folder: Path) -> None:
    name = url.split("/")[3].split("?", maxsplit=1)[0]
    with connected(postgres_folder) as connection:
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'".encode())
    with Store.open(url) as store, store._database.reading() as connection:
        assert connection.execute(text("SHOW transaction_isolation")).scalar_one() == "read committed"
