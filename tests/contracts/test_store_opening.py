"""What can be wrong with a database, and what its user is told."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from sqlalchemy import inspect

from critique_core import cli
from critique_core.errors import StoreError
from critique_core.store import ReviewFilter, Store
from critique_core.store.backups import back_up
from critique_core.store.checking import faults
from critique_core.store.database import Database
from tests.makers.stored_reviews import critique_of


@contextmanager
def as_plain_user() -> Iterator[None]:
    """Root may write anywhere; be someone else meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everyone may enter; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory(prefix="claimlens-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_without_a_url_reviews_lie_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("critique_core.store.database.user_data_path", lambda *_, **__: tmp_path / "data" / "claimlens")
    with Store.open() as store:
        store.save_review(critique_of(), who="ann")
    assert (tmp_path / "data" / "claimlens" / "claimlens.sqlite3").exists()


def test_a_sqlite_file_waits_for_the_disk_and_lets_readers_and_writer_work_at_once(tmp_path: Path) -> None:
    path = tmp_path / "made" / "on the way" / "reviews #1 50%.sqlite3"
    with Store.open(f"sqlite:///{path}") as store, store._database.reading() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        store.save_review(critique_of(), who="ann")
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}


def test_a_database_in_memory_is_one_for_all_threads() -> None:
    with Store.open("sqlite://") as store:
        store.save_review(critique_of(), who="ann")
        assert store.search(ReviewFilter()).total == 1


def test_opening_waits_for_another_process_that_is_opening_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "reviews.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = Timer(0.3, other.rollback)
        release.start()
        with Store.open(f"sqlite:///{path}") as store:
            assert store.search(ReviewFilter()).total == 0
        release.join()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, not a database. " * 100)
    with pytest.raises(StoreError, match=r"notes\.txt: file is not a database; .* name another file"):
        Store.open(f"sqlite:///{path}")
    assert path.read_text() == "These are my notes, not a database. " * 100


def test_another_programs_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    for does in (Store.open, lambda url: list(faults(url))):
        with pytest.raises(StoreError, match=r"another program's tables \(bookmarks\); name another file"):
            does(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_a_database_without_tables_has_nothing_to_back_up(url: str, tmp_path: Path) -> None:
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()
    with pytest.raises(StoreError, match="there are no tables of claimlens in it"):
        back_up(url, tmp_path / "backup.sqlite3")
    assert list(tmp_path.glob("backup*")) == []


@pytest.mark.parametrize("command", [["keys", "make", "Ada"], ["keys", "list"], ["metrics"]])
def test_a_command_that_needs_what_is_in_a_database_makes_no_tables_in_an_empty_one(
    url: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", url)
    assert cli.main(command) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "there are no tables of claimlens in it; correct the database's name" in told.err
    with closing(Database(url, as_it_is=True)) as database, database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    Store.open(url).close()
    assert cli.main(command) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not read-only on Windows")
def test_a_read_only_folder_is_named(open_folder: Path) -> None:
    folder = open_folder / "locked"
    folder.mkdir()
    with Store.open(f"sqlite:///{folder / 'reviews.sqlite3'}") as store:
        store.save_review(critique_of(), who="ann")
    (folder / "reviews.sqlite3").chmod(0o444)
    folder.chmod(0o555)
    with as_plain_user():
        for name in ("new.sqlite3", "deeper/new.sqlite3", "reviews.sqlite3"):
            with pytest.raises(StoreError, match=r"locked.* name another file"):
                Store.open(f"sqlite:///{folder / name}")
    folder.chmod(0o755)


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match=r"file: the folder of the database cannot be made .* name another file"):
        Store.open(f"sqlite:///{tmp_path / 'file' / 'reviews.sqlite3'}")


def test_a_folder_where_the_file_should_be_is_named(tmp_path: Path) -> None:
    for does in (Store.open, lambda url: list(faults(url)), lambda url: back_up(url, tmp_path / "backup.sqlite3")):
        with pytest.raises(StoreError, match=f"{tmp_path}: is a folder; name a file in it"):
            does(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("", "not a database URL; use sqlite:///"),
        ("reviews.sqlite3", "not a database URL; use sqlite:///"),
        ("mongodb://host/name", "unknown kind of database 'mongodb'; use sqlite:///"),
        ("mysql://host/name", "unknown kind of database 'mysql'; use sqlite:///"),
        (
            "postgresql://ann:secret@host:port/x",
            "'postgresql://ann:****@host:port/x': not a database URL; use sqlite:///",
        ),
        ("postgresql//ann:secret@host/x", "'postgresql//ann:****@host/x': not a database URL; use sqlite:///"),
        ("postgresql://ann@127.0.0.1:1/x?password=secret", "127.0.0.1:1/x?password=****: "),
        ("sqlite+nothing:///x", "unknown driver; use sqlite:///"),
        (
            "postgresql://ann:secret@127.0.0.1:1/x",
            "check that the server runs and that the database's address names it",
        ),
        ("postgresql://ann:secret@nowhere.invalid/x", "correct the host's name in the database's address"),
    ],
)
def test_a_url_that_leads_nowhere_says_what_would(url: str, told: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(url)
    assert told in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_postgresql_database_that_does_not_exist_is_named(postgres_folder: Path) -> None:
    with pytest.raises(StoreError, match=r'database "nowhere" does not exist; create it'):
        Store.open(f"postgresql://claimlens@/nowhere?host={postgres_folder}")


def test_a_missing_driver_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'claimlens\[postgres\]'"):
        Store.open("postgresql://host/name")


def test_an_error_never_shows_what_was_stored(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'reviews.sqlite3'}") as store:
        with store._database.writing() as connection:
            connection.exec_driver_sql("DROP TABLE runs")
        with pytest.raises(StoreError) as caught:
            store.save_review(critique_of("A secret draft."), who="ann")
        assert "no such table" in str(caught.value)
        assert "secret" not in str(caught.value)
        assert store.search(ReviewFilter()).total == 0
