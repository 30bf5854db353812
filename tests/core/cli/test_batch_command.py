"""``claimlens batch``: exit codes, what it says, and how it stops."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from critique_core import cli
from critique_core.batch.critiques.run import DEFAULT_BLOCK
from critique_core.cli import batch, progress
from critique_core.cli.batch import _duration, _making
from critique_core.errors import InvalidInput
from critique_core.settings import load_settings
from tests.makers.batch_critics import troubled
from tests.makers.copies import started
from tests.makers.places import ROOT

SOURCES = [{"id": "1", "content": "The right thing is said here."}]


@pytest.fixture(autouse=True)
def no_settings_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLAIMLENS_CONFIG", "")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", f"sqlite:///{tmp_path / 'nowhere' / 'none.sqlite3'}")
    monkeypatch.setattr("critique_core.settings.reading.user_config_path", lambda *_, **__: tmp_path / "nowhere")
    monkeypatch.setattr(batch, "_making", lambda *_: troubled)


def answers(path: Path, *drafts: str) -> str:
    path.write_text("".join(json.dumps({"draft": draft, "sources": SOURCES}) + "\n" for draft in drafts), "utf-8")
    return str(path)


def test_help_names_the_size_of_a_block_that_is_used():
    assert batch._BLOCK == DEFAULT_BLOCK


def test_good_rows_give_0_and_a_bad_row_1_with_its_place_and_reason(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress, "_SECONDS", 0.0)
    out = str(tmp_path / "out")
    path = answers(tmp_path / "a.jsonl", "It is right.", "It is wrong.")
    assert cli.main(["batch", path, "--out", out, "--workers", "1", "--block-rows", "1"]) == 0
    said = capsys.readouterr()
    assert said.out == f"{out}: 2 rows in 2 parts, 0 with an error\n"
    assert "2 rows, " in said.err
    assert " rows/s, 0 errors, 0 s left" in said.err
    assert cli.main(["batch", path, "--out", out, "--workers", "1", "--block-rows", "1"]) == 0
    assert "all was done before" in capsys.readouterr().err
    path = answers(tmp_path / "b.jsonl", "It is right.", "It is a FAULT.")
    assert cli.main(["batch", path, "--out", str(tmp_path / "b"), "--workers", "1"]) == 1
    assert f"claimlens: {path}, row 2: the verifier failed: RuntimeError('a fault of ours')" in capsys.readouterr().err


def test_fields_that_are_not_read_are_named_with_their_files(tmp_path, capsys):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("Answer,Source 1,Colour,label\nIt is right.,It is right.,red,supported\n", "utf-8")
    answers(tmp_path / "c.jsonl", "It is right.")
    out = ["--out", str(tmp_path / "out"), "--workers", "1"]
    assert cli.main(["batch", str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), str(tmp_path / "c.jsonl"), *out]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("claimlens: ")]
    assert told == [f"claimlens: {tmp_path / 'a.csv'} and 1 other file: not read: Colour"]


@pytest.mark.parametrize(("arguments", "told"), [
    (("nowhere.jsonl",), "nowhere.jsonl: there is no such file or folder"),
    ((os.devnull,), f"{os.devnull}: is a pipe or a device, which can be read only once"),
    (("a.jsonl", "--address", "auto"), "--address is for --engine ray"),
    (("a.jsonl", "--input-format", "ragtruth"), "none of the inputs can be read"),
    (("a.jsonl", "--input-format", "nonsense"), "format 'nonsense' is not known"),
])  # fmt: skip
def test_what_cannot_be_begun_gives_2_and_the_reason(tmp_path, capsys, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    answers(tmp_path / "a.jsonl", "It is right.")
    assert cli.main(["batch", *arguments, "--out", "out"]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_output_at_a_url_is_refused_and_no_folder_of_that_name_is_made(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = answers(tmp_path / "a.jsonl", "It is right.")
    assert cli.main(["batch", path, "--out", "s3://bucket/out", "--workers", "1"]) == 2
    assert "--out s3://bucket/out: the output is a folder on a disk" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_profile_that_cannot_be_read_is_named_with_the_reason(tmp_path):
    chosen = argparse.Namespace(profile=str(tmp_path / "none.json"))
    with pytest.raises(InvalidInput, match=r"none\.json: cannot be read: No such file or directory$"):
        _making(chosen, load_settings())


@pytest.mark.parametrize("flag", ["--workers", "--block-rows"])
@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5", "99999999999"])
def test_numbers_that_are_none_are_refused(capsys, flag, value):
    with pytest.raises(SystemExit) as ended:
        cli.main(["batch", "a.jsonl", "--out", "out", f"{flag}={value}"])
    assert ended.value.code == 2
    assert f"{value!r} is no number from 1 to" in capsys.readouterr().err


def test_ray_that_is_not_installed_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    path = answers(tmp_path / "a.jsonl", "It is right.")
    assert cli.main(["batch", path, "--out", str(tmp_path / "out"), "--engine", "ray"]) == 2
    assert "--engine ray needs Ray: pip install 'claimlens[ray]'" in capsys.readouterr().err


STOPPED = """
import signal, sys
from critique_core.cli import batch, main
from tests.makers.batch_critics import troubled
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes background jobs deaf to it
batch._making = lambda *_: troubled
sys.exit(main(["batch", sys.argv[1], "--out", sys.argv[2], "--workers", "1", "--block-rows", "1"]))
"""


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path):
    path, out = answers(tmp_path / "a.jsonl", *["It is SLOW."] * 60), tmp_path / "out"
    run = started("-c", STOPPED, path, str(out), cwd=ROOT, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 120
    while not list(out.glob("part-*")) and time.monotonic() < until:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert f"rows are kept in {out}. The same command goes on from there" in said
    assert "Traceback" not in said
    assert not list(out.glob(".part-*"))


def test_time_left_is_told_in_the_units_it_takes():
    assert [_duration(seconds) for seconds in (0.4, 59.6, 3_599, 7_260)] == [
        "0 s", "1 min 00 s", "59 min 59 s", "2 h 01 min"]  # fmt: skip
