"""Dropped files are copies in a folder for passing use, which goes when no one needs it any more."""

import gc
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from components.queue import import_panel
from components.work.dropped_files import save_dropped
from components.work.imports import Imports
from critique_core.store import Store
from tests.makers.places import ROOT

ROW = b'{"draft": "The pump runs.", "sources": [], "spans": []}\n'


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for temporary files of the test's own."""
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    return made


def left(temporary: Path) -> list[str]:
    return sorted(path.name for path in temporary.rglob("*") if path.is_file())


def test_a_session_that_ends_without_a_word_leaves_nothing(temporary: Path) -> None:
    dropped = save_dropped([("a.jsonl", ROW)])
    dropped = save_dropped([("b.jsonl", ROW)], dropped)
    gc.collect()
    assert left(temporary) == ["a.jsonl", "b.jsonl"]
    del dropped
    gc.collect()
    assert list(temporary.iterdir()) == []


def test_discarding_removes_all_at_once(temporary: Path) -> None:
    save_dropped([("a.jsonl", ROW)]).forget()
    assert list(temporary.iterdir()) == []


def test_an_import_keeps_the_file_until_it_is_done_and_what_was_refused_until_it_is_dismissed(
    temporary: Path, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(1) as workers, Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        imports = Imports(workers)
        dropped = save_dropped([("a.jsonl", ROW + b"no json\n")])
        imports.begin(store, dropped.paths[0], "rows", who="Ada")
        del dropped  # the session has ended meanwhile
        gc.collect()
        current = imports.current()
        assert current is not None
        assert current.result().counts.imported == 1
        assert left(temporary) == ["a.jsonl.rejected.jsonl"]
        imports.dismiss()
        assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_an_import_spares_the_collector_the_modules_of_the_server(tmp_path: Path) -> None:
    gc.unfreeze()
    with ThreadPoolExecutor(1) as workers, Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        imports = Imports(workers)
        dropped = save_dropped([("a.jsonl", ROW)])
        imports.begin(store, dropped.paths[0], "rows", who="Ada")
        current = imports.current()
        assert current is not None
        current.result()
    assert gc.get_freeze_count() > 0


def test_the_next_import_takes_the_place_of_the_last_one(temporary: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as workers, Store.open(f"sqlite:///{tmp_path / 's.db'}") as store:
        imports = Imports(workers)
        dropped = save_dropped([("a.jsonl", b"no json\n" + ROW), ("b.jsonl", b"no json\n" + ROW)])
        for path in dropped.paths:
            imports.begin(store, path, "rows", who="Ada")
            current = imports.current()
            assert current is not None
            current.result()
        assert left(temporary) == ["b.jsonl.rejected.jsonl"]


@pytest.mark.slow
def test_the_end_of_the_process_removes_what_is_still_held(temporary: Path) -> None:
    script = (
        "from components.work.dropped_files import save_dropped; "
        "kept = save_dropped([('a.jsonl', b'{}')]); print(kept.folder)"
    )
    environment = os.environ | {"TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    folder = Path(done.stdout.strip())
    assert folder.parent == temporary
    assert not folder.exists()


def test_what_a_killed_process_left_is_removed_days_later(temporary: Path) -> None:
    old, new = temporary / "claimlens-import-old", temporary / "claimlens-import-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "a.jsonl").write_bytes(ROW)
    days_ago = time.time() - 3 * 24 * 3600
    os.utime(old, (days_ago, days_ago))
    dropped = save_dropped([("a.jsonl", ROW)])
    assert not old.exists()
    assert new.exists()
    assert dropped.folder.exists()


def test_the_server_takes_as_large_a_file_as_the_page_offers_to() -> None:
    served = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert served["server"]["maxUploadSize"] >= import_panel._MEGABYTES
