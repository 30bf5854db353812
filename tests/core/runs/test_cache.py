"""What models answered is kept on disk: bounded, for any number of processes, and never at the price of a critique."""

import multiprocessing
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from critique_core.runs.answer_cache import AnswerCache


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "answers.sqlite3"


def test_an_answer_is_there_for_the_next_process(path):
    first = AnswerCache(path)
    first.put({"a": {"status": "supported", "quotes": ["“é”", 1.5, None]}, "b": 2})
    first.close()
    second = AnswerCache(path)
    assert second.get(["a", "b", "c"]) == {"a": {"status": "supported", "quotes": ["“é”", 1.5, None]}, "b": 2}
    assert second.notes == ()


def test_the_file_is_its_owners_alone(path):
    AnswerCache(path).put({"a": 1})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_answer_takes_the_place_of_the_old_one(path):
    cache = AnswerCache(path)
    cache.put({"a": 1})
    cache.put({"a": 2})
    assert cache.get(["a"]) == {"a": 2}


def test_what_was_used_longest_ago_makes_room(path):
    cache = AnswerCache(path, most_bytes=1000)
    for number in range(10):
        cache.put({f"key{number}": "x" * 90})
        cache.get(["key0"])
    cache.put({"last": "x" * 90})
    kept = cache.get([f"key{number}" for number in range(10)] + ["last"])
    assert "key0" in kept
    assert "last" in kept
    assert "key1" not in kept
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT SUM(bytes) FROM answers").fetchone()[0] <= 1000
    connection.close()


def test_the_file_is_at_most_twice_as_large_as_its_answers(path):
    cache = AnswerCache(path)
    cache.put({f"{number:064d}": "x" * 1500 for number in range(2000)})
    cache.close()
    assert path.stat().st_size < 2 * 2000 * 1500


def test_more_keys_than_one_statement_takes(path):
    cache = AnswerCache(path)
    cache.put({str(number): number for number in range(2500)})
    assert cache.get(map(str, range(2500))) == {str(number): number for number in range(2500)}


@pytest.mark.parametrize("rubbish", [b"this is no database" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_broken_file_is_begun_anew_and_told_of(path, rubbish):
    path.parent.mkdir(parents=True)
    path.write_bytes(rubbish)
    cache = AnswerCache(path)
    assert cache.get(["a"]) == {}
    cache.put({"a": 1})
    assert AnswerCache(path).get(["a"]) == {"a": 1}
    [note] = cache.notes
    assert "broken" in note
    assert "begun anew" in note


def test_a_file_that_breaks_while_it_is_open_is_begun_anew(path):
    cache = AnswerCache(path)
    cache.put({str(number): "x" * 500 for number in range(200)})
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 20_000)
    cache.close()
    again = AnswerCache(path)
    again.get([str(number) for number in range(200)])
    again.put({"new": 1})
    assert again.get(["new"]) == {"new": 1}
    assert again.notes


def test_a_file_of_another_format_is_begun_anew(path):
    AnswerCache(path).put({"a": 1})
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    cache = AnswerCache(path)
    assert cache.get(["a"]) == {}
    assert "begun anew" in cache.notes[0]
    cache.put({"a": 2})
    assert AnswerCache(path).get(["a"]) == {"a": 2}


@pytest.mark.skipif(os.name != "posix", reason="needs a device file")
def test_a_place_that_cannot_be_written_is_done_without(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    cache = AnswerCache(blocked / "answers.sqlite3")
    cache.put({"a": 1})
    assert cache.get(["a"]) == {}
    [note] = cache.notes
    assert "cannot be used" in note


def test_an_answer_that_is_no_json_any_more_is_no_answer(path):
    cache = AnswerCache(path)
    cache.put({"a": 1, "b": 2})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET value = '{' WHERE key = 'a'")
    connection.close()
    assert cache.get(["a", "b"]) == {"b": 2}


def _writer(path: str, name: str) -> None:
    cache = AnswerCache(path)
    for number in range(100):
        cache.put({f"{name}{number}": [name, number]})
    cache.close()


@pytest.mark.slow
def test_two_processes_write_side_by_side_and_lose_nothing(path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_writer, args=(str(path), name)) for name in "ab"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    cache = AnswerCache(path)
    assert cache.get([f"{name}{number}" for name in "ab" for number in range(100)]) == {
        f"{name}{number}": [name, number] for name in "ab" for number in range(100)
    }
    assert cache.notes == ()


def test_threads_share_one_cache(path):
    cache = AnswerCache(path)

    def write(name: int) -> None:
        for start in range(0, 1000, 50):
            cache.put({f"{name}-{number}": "x" * 200 for number in range(start, start + 50)})

    threads = [threading.Thread(target=write, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cache.get([f"{name}-{number}" for name in range(6) for number in range(1000)])) == 6000
    assert cache.notes == ()


def test_what_json_cannot_write_is_not_kept(path):
    cache = AnswerCache(path)
    cache.put({"a": float("nan"), "b": {1, 2}, "c": 3})
    assert cache.get(["a", "b", "c"]) == {"c": 3}


def test_clearing_forgets_everything(path):
    cache = AnswerCache(path)
    cache.put({"a": 1})
    cache.clear()
    assert cache.get(["a"]) == {}
