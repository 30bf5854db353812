"""``claimlens db`` on SQLite; PostgreSQL is in ``tests/contracts/test_store_moving.py``."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from critique_core import cli
from critique_core.store import ReviewFilter, Store
from tests.makers.databases import empty_sqlite
from tests.makers.stored_reviews import critique_of, event

STRAY = (
    "INSERT INTO decisions"
    " (id, item_id, critique_id, claim_id, action, reviewer, authenticated, origin, created_at)"
    " SELECT 'x', id, critique_id, 'nowhere', 'accept', 'ann', 0, 'human', created_at FROM items"
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database that the settings name, with a review and a decision."""
    path = tmp_path / "reviews.sqlite3"
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", empty_sqlite(path))
    critique = critique_of()
    with Store.open(f"sqlite:///{path}") as store:
        item_id = store.save_review(critique, who="ann").item_id
        store.append(event(item_id, critique_id=critique.id, claim_id=critique.claims[0].id))
        store.append(event(item_id, "split", critique_id=critique.id, claim_id=critique.claims[0].id, start=11, end=11))
        made = store.export_review(item_id)
        assert made.decisions[-1].action == "split"
    return path


def changed(file: Path, *statements: str) -> None:
    """Change what the database itself would refuse, as a damaged disk or a careless script does."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["db", *map(str, arguments)])
    return code, *capsys.readouterr()


def test_a_sound_database_is_called_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check") == (0, "all is well\n", "")


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (["DELETE FROM runs"], "that lists show"),
        (["UPDATE runs SET item_id = 'gone'"], "1 of runs name a item_id that is not in items (gone)"),
        (["DROP TRIGGER decisions_not_changed"], "the trigger decisions_not_changed is gone"),
        (["INSERT INTO deleting VALUES ('x')"], "item x is marked as being deleted"),
        (["UPDATE critiques SET body = replace(body, 'The timeout is 30', 'The timeout is 90')"], "another request"),
        (["UPDATE critiques SET body = replace(body, '\"start\":27', '\"start\":28')"], "the checksum of claim"),
        (["UPDATE critiques SET body = replace(body, '30, not 60', '30, and 60')"], "its id is not that of what"),
        (["UPDATE critiques SET body = '{}'"], "was written in another form"),
        (["UPDATE claimlens_version SET version_num = '0007'"], "have version 0007, this claimlens uses"),
        (["UPDATE claimlens_version SET version_num = '9999'"], "of a newer claimlens"),
        ([STRAY], "(accept by ann) is on claim nowhere, which is not in its critique"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    file: Path, capsys: pytest.CaptureFixture[str], statements: list[str], told: str
) -> None:
    changed(file, *statements)
    code, out, _ = said(capsys, "check")
    assert code == 1
    assert told in out
    assert out.endswith(" found\n")


def test_a_torn_file_is_reported(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        place = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_decisions_item_id'").fetchone()[
            0
        ]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(file.read_bytes())
    content[(place - 1) * size : place * size] = bytes(size)
    file.write_bytes(content)
    code, out, _ = said(capsys, "check")
    assert code == 1
    assert "damaged" in out


def test_a_damage_that_ends_the_check_is_what_it_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _torn(file)
    code, out, err = said(capsys, "check")
    assert (code, err) == (1, "")
    assert "the file is damaged and cannot be read any further" in out
    assert "found" in out


def test_a_backup_is_whole_and_restored_into_an_empty_database_alone(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    backup, other = tmp_path / "monday.sqlite3", tmp_path / "new" / "other.sqlite3"
    counted = "1 item, 1 critique, 1 run, 2 decisions"
    assert said(capsys, "backup", backup) == (0, f"{backup}: {counted}\n", "")
    code, _, err = said(capsys, "backup", backup)
    assert code == 2
    assert "is there already; name a new file" in err
    assert said(capsys, "check", "--database", backup) == (0, "all is well\n", "")
    assert said(capsys, "restore", backup, "--database", other)[:2] == (
        0,
        f"restored {counted}, into sqlite:///{other}\n",
    )
    with Store.open(f"sqlite:///{file}") as old, Store.open(f"sqlite:///{other}") as new:
        [row] = old.search(ReviewFilter()).rows
        assert new.export_review(row.item_id) == old.export_review(row.item_id)
        assert new.version() == old.version()
    code, _, err = said(capsys, "restore", backup, "--database", other)
    assert code == 2
    assert "is not empty (1 items" in " ".join(err.split()).replace("1 critiques, ", "")
    assert said(capsys, "check", "--database", other)[0] == 0


def test_a_number_once_given_is_not_given_again_after_a_restore(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        gone = store.save_review(critique_of("Another draft."), who="ann").item_id
        last = store.append(event(gone)).sequence
        store.delete_item(gone)
    backup, other = tmp_path / "monday.sqlite3", tmp_path / "other.sqlite3"
    said(capsys, "backup", backup)
    said(capsys, "restore", backup, "--database", other)
    with Store.open(f"sqlite:///{other}") as store:
        [row] = store.search(ReviewFilter()).rows
        assert store.append(event(row.item_id)).sequence == last + 1


def test_upgrade_says_from_which_version_to_which(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert said(capsys, "upgrade")[1] == f"sqlite:///{file}: the tables have version 0010, as before\n"
    new = tmp_path / "new.sqlite3"
    made = f"sqlite:///{new}: the tables have version 0010, made now\n"
    assert said(capsys, "upgrade", "--database", new)[1] == made


@pytest.mark.parametrize("arguments", [["check"], ["backup", "out.sqlite3"]])
def test_a_database_that_is_not_there_is_not_made(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = said(capsys, *arguments, "--database", tmp_path / "none.sqlite3")
    assert code == 2
    assert "there is no such file" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?uri=true"])
@pytest.mark.parametrize("arguments", [["restore", "{file}"], ["upgrade"], ["backup", "{folder}/out"], ["check"]])
def test_a_database_in_memory_is_refused_since_nothing_is_kept_there(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], address: str
) -> None:
    named = [argument.format(file=file, folder=tmp_path) for argument in arguments]
    code, out, err = said(capsys, *named, "--database", address)
    assert (code, out) == (2, "")
    assert "is in memory, where nothing is kept; name a file, such as sqlite:///reviews.sqlite3" in err
    assert list(tmp_path.glob("out*")) == []


def test_an_import_into_memory_is_refused_since_nothing_would_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"query": "", "draft": "It is 5.", "sources": [{"id": "1", "content": "It is 6."}]}\n')
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", "sqlite://")
    assert cli.main(["import", str(answers)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "sqlite://: is in memory, where nothing is kept; name a file" in told.err


def test_a_backup_of_a_damaged_database_names_that_database(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    content = bytearray(file.read_bytes())
    content[12_288:32_768] = bytes(20_480)  # the copy is made, and cannot be read
    file.write_bytes(content)
    code, _, err = said(capsys, "backup", tmp_path / "out.sqlite3")
    assert code == 2
    assert err.startswith(f"claimlens: {file}: ")
    assert not (tmp_path / "out.sqlite3").exists()


def _torn(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[12_288:32_768] = bytes(20_480)  # it can be copied, and not be read
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_torn, "the file is damaged; restore it from a copy, or name another file"),
        (lambda path: path.write_bytes(b""), "there are no tables of claimlens in it; name another file"),
        (lambda path: path.write_text("notes " * 1000), "is not a database; the file is something else"),
        (lambda path: (path.unlink(), path.mkdir()), "is a folder; name a backup, or a store's SQLite file"),
    ],
)
def test_a_backup_that_cannot_be_restored_is_named_and_no_database_is_made_for_it(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, spoil: Callable[[Path], object], told: str
) -> None:
    backup, other = tmp_path / "monday.sqlite3", tmp_path / "other.sqlite3"
    said(capsys, "backup", backup)
    spoil(backup)
    code, out, err = said(capsys, "restore", backup, "--database", other)
    assert (code, out) == (2, "")
    assert err.startswith(f"claimlens: {backup}: ")
    assert told in err
    assert "db check" not in err  # it would look at the database of the settings
    assert not other.exists()


def test_another_programs_file_is_not_taken_for_a_backup(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    strange, text = tmp_path / "places.sqlite3", tmp_path / "notes.txt"
    changed(strange, "CREATE TABLE bookmarks (url TEXT)")
    text.write_text("notes " * 1000)
    for one in (strange, text):
        code, _, err = said(capsys, "restore", one, "--database", tmp_path / "empty.sqlite3")
        assert code == 2
        assert one.name in err
    code, _, err = said(capsys, "move", file, f"sqlite:///{tmp_path / 'other.sqlite3'}")
    assert code == 2
    assert "is not PostgreSQL" in err
