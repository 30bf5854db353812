"""``claimlens tune``: from a file or the store to a profile."""

import argparse
import json

import numpy as np
import pytest

from critique_core import assembly, parse_request, pipeline
from critique_core.batch import labels as gathering
from critique_core.cli import tune as command
from critique_core.errors import InvalidInput
from critique_core.models import Claim, DecisionDraft
from critique_core.store import ReviewFilter, Store
from critique_core.tuning import objectives
from critique_core.tuning.profiles import read_profile
from tests.makers.verifiers import ScriptedVerifier, believing


def tune(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers(dest="command"))
    return command.run(parser.parse_args(["tune", *arguments]))


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("CLAIMLENS_CONFIG", str(tmp_path / "none.yaml"))
    (tmp_path / "none.yaml").write_text("reviewer: ann\n", encoding="utf-8")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'reviews.sqlite3'}")
    monkeypatch.setenv("CLAIMLENS_CACHE_PATH", str(tmp_path / "answers.sqlite3"))


@pytest.fixture
def labels(tmp_path):
    """400 lines of a calibrated verifier, three a request."""
    random = np.random.default_rng(0)
    probability = random.beta(2, 1, 400).round(4)
    lines = [
        json.dumps({"probability": p, "label": bool(random.random() < p), "group": str(place // 3), "id": str(place)})
        for place, p in enumerate(probability.tolist())
    ]
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_file_of_labels_becomes_a_profile(labels, tmp_path, capsys):
    out = tmp_path / "careful.json"
    assert tune("--labels", str(labels), "--objective", "cost", "--cost", "3:1", "--out", str(out)) == 0
    made = read_profile(out.read_bytes())
    assert (made.name, made.author, made.labels, made.verifier_fingerprint) == ("careful", "ann", {"human": 400}, None)
    assert made.threshold == pytest.approx(0.75, abs=0.12)
    told = capsys.readouterr().out
    assert f"Threshold {made.threshold:g}" in told
    assert f"held out, {made.labels_held_out} labels" in told
    assert "UNBOUND" in told
    assert "to pass every claim" in told
    assert "400 labels in 134 groups (400 human)" in told


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("--objective", "f1"), "f1"),
        (("--objective", "f-beta", "--beta", "0.5"), "f_beta"),
        (("--objective", "balanced_accuracy"), "balanced_accuracy"),
        (("--objective", "precision-floor", "--floor", "0.8"), "precision_floor"),
        (("--objective", "conformal", "--alpha", "0.1", "--calibrate", "platt"), "conformal"),
    ],
)
def test_every_objective_can_be_asked_for(labels, tmp_path, arguments, name):
    out = tmp_path / "profile.json"
    assert tune("--labels", str(labels), *arguments, "--out", str(out)) == 0
    assert read_profile(out.read_bytes()).objective.name == name


def test_the_objectives_that_can_be_typed_are_all_there_are():
    assert tuple(name.replace("-", "_") for name in command.OBJECTIVES) == objectives.OBJECTIVES


def test_bad_lines_are_named_and_the_good_ones_used(labels, tmp_path, capsys):
    with labels.open("a", encoding="utf-8") as file:
        file.write(
            '\n{"probability": 2, "label": true}\n{"id": "\x1b[31m"}\n'
            '{"probability": 0.1, "label": true, "label": false}\n'
        )
    out = tmp_path / "profile.json"
    assert tune("--labels", str(labels), "--objective", "f1", "--out", str(out)) == 1
    assert read_profile(out.read_bytes()).labels == {"human": 400}
    told = capsys.readouterr().err
    assert "line 401: probability" in told
    assert "line 402: is not JSON: Invalid control character at character 9" in told
    assert "line 403: label: is given more than once" in told
    assert "\x1b" not in told


def test_only_peoples_labels_tune_unless_asked(labels, tmp_path, capsys):
    lines = labels.read_text(encoding="utf-8").splitlines()
    judged = [
        json.dumps(json.loads(line) | {"origin": "model", "id": f"m{place}"}) for place, line in enumerate(lines[:50])
    ]
    labels.write_text("\n".join(lines + judged), encoding="utf-8")
    out = tmp_path / "profile.json"
    arguments = ("--labels", str(labels), "--objective", "f1", "--out", str(out))
    tune(*arguments)
    assert read_profile(out.read_bytes()).labels == {"human": 400}
    assert "50 model labels left out" in capsys.readouterr().err
    tune(*arguments, "--include", "model")
    assert read_profile(out.read_bytes()).labels == {"human": 400, "model": 50}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--objective", "conformal"), "--objective conformal: needs --alpha"),
        (("--objective", "cost"), "--objective cost: needs --cost"),
        (("--objective", "f_beta"), "--objective f-beta: needs --beta"),
        (("--objective", "f1", "--beta", "2"), "--beta: is for --objective f-beta alone"),
        (("--objective", "cost", "--cost", "5"), r"--cost '5': write the cost"),
        (("--objective", "cost", "--cost", "a:b"), r"--cost 'a:b': write the cost"),
        (("--objective", "f1", "--width", "0"), "--width 0: must lie above 0"),
        (("--objective", "conformal", "--alpha", "0.001"), r"cannot be promised from \d+ answers"),
    ],
)
def test_what_cannot_be_done_is_said(labels, tmp_path, arguments, message):
    with pytest.raises(InvalidInput, match=message):
        tune("--labels", str(labels), *arguments, "--out", str(tmp_path / "profile.json"))
    assert not (tmp_path / "profile.json").exists()


def test_neither_the_labels_nor_a_database_are_written_over(labels, tmp_path):
    before = labels.read_bytes()
    with pytest.raises(InvalidInput, match="is the file that is read, which would be lost"):
        tune("--labels", str(labels), "--objective", "f1", "--out", str(labels))
    assert labels.read_bytes() == before
    database = tmp_path / "reviews.sqlite3"
    Store.open(f"sqlite:///{database}").close()
    with pytest.raises(InvalidInput, match="is a database, which would be lost"):
        tune("--labels", str(labels), "--objective", "f1", "--out", str(database))


def test_a_file_without_a_label_is_named(tmp_path, capsys):
    empty, model = tmp_path / "empty.jsonl", tmp_path / "model.jsonl"
    empty.touch()
    model.write_text('{"probability": 0.5, "label": true, "origin": "model"}\n', encoding="utf-8")
    for path in (empty, model):
        with pytest.raises(InvalidInput, match=f"{path.name}: holds no label to tune on; write one on a line"):
            tune("--labels", str(path), "--objective", "f1", "--out", str(tmp_path / "p.json"))
    assert "1 model label left out" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InvalidInput, match=r"none.jsonl: cannot be read: No such file"):
        tune("--labels", str(tmp_path / "none.jsonl"), "--objective", "f1", "--out", str(tmp_path / "p.json"))


# --- from the store ----------------------------------------------------------------------------------------------


@pytest.fixture
def verifier(monkeypatch):
    """Believes in a claim as its number says: 0 of claim 0 to 0.9 of claim 9."""
    scripted = ScriptedVerifier({f"number {one}": believing(one / 10) for one in range(10)}, name="scripted")
    monkeypatch.setattr(gathering, "critic", lambda _settings: argparse.Namespace(verifier=scripted))
    return scripted


def review(
    store: Store, number: int, verifier: ScriptedVerifier, supported: bool, reviewer: str = "ann", queued: bool = True
) -> None:
    """One answer of one claim, decided and submitted by a reviewer."""
    belief = number % 10
    draft = f"The pump of hall {number} has the serial number {belief}."
    request = parse_request({"draft": draft, "sources": [{"id": "1", "content": "A pump."}]})
    found = pipeline.critique(request, verifier=verifier)
    run = store.save_review(found, who=reviewer)
    if queued:
        store.put_in_queue(run.item_id, reviewer)
    [claim] = found.claims
    status = "supported" if supported else "unsupported"
    store.append(
        DecisionDraft(
            item_id=run.item_id, action="relabel", reviewer=reviewer, critique_id=found.id, claim_id=claim.id,
            status=status,
        )
    )  # fmt: skip
    store.append(DecisionDraft(item_id=run.item_id, action="submit", reviewer=reviewer, critique_id=found.id))


def test_stored_decisions_become_a_bound_profile(verifier, tmp_path, capsys):
    with assembly.open_store(assembly_settings()) as store:
        for number in range(60):
            review(store, number, verifier, supported=number % 10 >= 6)
        review(store, 60, ScriptedVerifier({"number": believing(0.1)}, name="older"), supported=True)
    out = tmp_path / "profile.json"
    assert tune("--objective", "f1", "--out", str(out)) == 0
    made = read_profile(out.read_bytes())
    assert made.threshold == 0.55
    assert (made.verifier, made.verifier_fingerprint) == ("scripted", verifier.spec.fingerprint)
    assert made.labels == {"human": 60}
    assert made.fitting(verifier.spec).support_threshold == 0.55
    assert "1 decided claim left out: another verifier judged it" in capsys.readouterr().err


@pytest.mark.slow
def test_a_claim_that_a_reviewer_added_counts_and_is_read_once(verifier, tmp_path, capsys):
    with assembly.open_store(assembly_settings()) as store:
        for number in range(60):
            review(store, number, verifier, supported=number % 10 >= 6)
        [first, *_] = store.search(ReviewFilter()).rows
        critique = store.latest_critique(first.item_id)
        draft = critique.request.draft
        start, end = draft.index("the serial number"), len(draft)
        told = {"item_id": first.item_id, "reviewer": "ann", "critique_id": critique.id, "start": start, "end": end}
        store.append(DecisionDraft(action="missed", **told))
        added = Claim.of(draft, start, end)
        store.append(DecisionDraft(action="relabel", status="supported", claim_id=added.id, **told))
    out = tmp_path / "profile.json"
    verifier.asked.clear()
    assert tune("--objective", "f1", "--out", str(out)) == 0
    assert read_profile(out.read_bytes()).labels == {"human": 61}
    assert [one.claims[0].text for one in verifier.asked] == [added.text]
    assert tune("--objective", "f1", "--out", str(out)) == 0
    assert len(verifier.asked) == 1
    assert "no probability" not in capsys.readouterr().err


def test_what_was_only_tried_gives_no_label_though_it_was_submitted(verifier, tmp_path, capsys):
    with assembly.open_store(assembly_settings()) as store:
        review(store, 1, verifier, supported=True, queued=False)
    with pytest.raises(InvalidInput, match="no labels to tune on; label some answers of the queue"):
        tune("--objective", "f1", "--out", str(tmp_path / "profile.json"))
    assert "1 decided claim left out: the answer was not put into the queue" in capsys.readouterr().err


def test_an_empty_store_has_nothing_to_tune_on(verifier, tmp_path):
    assembly.open_store(assembly_settings()).close()
    with pytest.raises(InvalidInput, match="there are no labels to tune on"):
        tune("--objective", "f1", "--out", str(tmp_path / "profile.json"))


def assembly_settings():
    from critique_core.settings import load_settings  # noqa: PLC0415

    return load_settings()
