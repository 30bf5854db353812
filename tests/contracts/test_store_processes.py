"""What is stored survives a killed process, and processes write next to each other."""

import signal
import sqlite3
import subprocess

import pytest

from critique_core.store import ReviewFilter, Store
from tests.makers.copies import started
from tests.makers.places import ROOT
from tests.makers.stored_reviews import critique_of

pytestmark = pytest.mark.slow

APPENDING = ROOT / "tests" / "makers" / "append_decisions.py"
OPENING = """
import sys
from critique_core.store import Store
from tests.makers.places import ROOT
print("ready", flush=True)
sys.stdin.readline()
Store.open(sys.argv[1]).close()
"""


def python(*arguments: str) -> subprocess.Popen[str]:
    return started(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def item_in(url: str) -> str:
    with Store.open(url) as store:
        return store.save_review(critique_of(), who="ann").item_id


@pytest.mark.parametrize("shown", [1, 25, 60])
def test_kill_9_loses_no_decision_that_was_reported(url: str, shown: int) -> None:
    item_id = item_in(url)
    with python(str(APPENDING), url, item_id, "ann", "100000") as writer:
        assert writer.stdout is not None
        reported = [writer.stdout.readline().split() for _ in range(shown)]
        writer.send_signal(signal.SIGKILL)
        reported += [line.split() for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert writer.returncode == -signal.SIGKILL
    with Store.open(url) as store:
        kept = {(str(one.sequence), one.id) for one in store.decisions(item_id)}
        assert {tuple(line) for line in reported} <= kept
        assert len(kept) <= len(reported) + 1
        assert store.search(ReviewFilter(reviewer="ann")).total == 1
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.close()


def test_two_processes_write_at_once_without_loss(url: str) -> None:
    item_id = item_in(url)
    writers = [python(str(APPENDING), url, item_id, reviewer, "200") for reviewer in ("ann", "bob")]
    reported = [writer.communicate()[0].split("\n")[:-1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    with Store.open(url) as store:
        stored = store.decisions(item_id)
    assert len({one.sequence for one in stored}) == len(stored) == 400
    for reviewer, lines in zip(("ann", "bob"), reported, strict=True):
        own = [one for one in stored if one.reviewer == reviewer]
        assert [f"{one.sequence} {one.id}" for one in own] == lines
        assert [one.note for one in own] == [f"note {n}" for n in range(200)]


def test_processes_open_a_fresh_database_at_once(url: str) -> None:
    openers = [python("-c", OPENING, url) for _ in range(4)]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("go\n")
        opener.stdin.flush()
    for opener in openers:
        opener.communicate()
    assert [opener.returncode for opener in openers] == [0, 0, 0, 0]
    assert item_in(url)
