"""Answers that wait for the verifier are checked one by one, unless paused, importing or at the end of the process."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from components.work.dropped_files import save_dropped
from components.work.imports import Imports
from components.work.verification import Verification
from critique_core.assembly import Critic
from critique_core.batch.importing import preview
from critique_core.models import CritiqueOptions, Gate, Import, Profile
from critique_core.store import Store
from tests.makers.verifiers import ScriptedVerifier

ROW = b'{"draft": "The pump runs.", "sources": [], "spans": []}\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened


@pytest.fixture
def workers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture
def critic() -> Critic:
    return Critic(verifier=ScriptedVerifier(), profile=Profile(), options=CritiqueOptions(), gate=Gate())


def fill(store: Store, folder: Path, answers: int) -> None:
    taken = store.begin_import("a.jsonl", "rows", who="Ada")
    rows = "".join(f'{{"draft": "Pump {n} runs.", "sources": [], "spans": []}}\n' for n in range(answers))
    (folder / "a.jsonl").write_text(rows, encoding="utf-8")
    store.add_items(taken.id, preview(folder / "a.jsonl", "rows", records=answers).items)


def wait_for_end(verification: Verification) -> None:
    deadline = time.monotonic() + 30
    while verification.under_way and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not verification.under_way


def test_it_rests_while_a_file_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store, workers: ThreadPoolExecutor, critic: Critic
) -> None:
    took_in, go_on = threading.Event(), threading.Event()
    finish = Store.finish_import

    def slow(store: Store, import_id: str) -> Import:
        took_in.set()
        go_on.wait(30)
        return finish(store, import_id)

    monkeypatch.setattr(Store, "finish_import", slow)
    imports = Imports(workers)
    verification = Verification(workers, imports=imports)
    dropped = save_dropped([("a.jsonl", ROW)])
    imports.begin(store, dropped.paths[0], "rows", who="Ada")
    assert took_in.wait(30)
    verification.ensure(store, critic)
    time.sleep(0.5)
    assert (verification.under_way, verification.done) == (True, 0)
    go_on.set()
    wait_for_end(verification)
    assert verification.done == 1


def test_the_end_of_the_process_waits_for_one_answer_not_for_all(tmp_path: Path, store: Store, critic: Critic) -> None:
    workers = ThreadPoolExecutor(2)
    fill(store, tmp_path, 20)
    verification = Verification(workers)
    verification.ensure(store, critic)
    workers.shutdown(wait=True)  # as Python does when it ends
    assert verification.done < 20
    assert not verification.under_way


def test_a_pause_waits_for_the_answer_in_hand_and_the_rest_is_checked_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store, workers: ThreadPoolExecutor, critic: Critic
) -> None:
    in_hand, go_on = threading.Event(), threading.Event()
    save = Store.save_review

    def slow(store: Store, *given: object, **named: object) -> object:
        in_hand.set()
        go_on.wait(30)
        return save(store, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "save_review", slow)
    fill(store, tmp_path, 3)
    verification = Verification(workers)
    verification.ensure(store, critic)
    assert in_hand.wait(30)
    verification.pause()
    verification.ensure(store, critic)
    go_on.set()
    wait_for_end(verification)
    assert (verification.done, verification.paused, verification.problem) == (1, True, None)
    assert store.count_unverified() == (2, 0)
    verification.resume()
    verification.ensure(store, critic)
    wait_for_end(verification)
    assert store.count_unverified() == (0, 0)


def test_after_a_fault_it_waits_for_the_reviewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store, workers: ThreadPoolExecutor, critic: Critic
) -> None:
    def fail(store: Store, *given: object, **named: object) -> None:
        raise RuntimeError("a fault in our code")

    fill(store, tmp_path, 2)
    verification = Verification(workers)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save_review", fail)
        verification.ensure(store, critic)
        wait_for_end(verification)
    assert verification.problem == "RuntimeError; the log of the app says where"
    verification.ensure(store, critic)
    assert not verification.under_way
    verification.resume()
    verification.ensure(store, critic)
    wait_for_end(verification)
    assert (verification.problem, verification.done) == (None, 2), "the answer it was at is free at once"
