"""The table of what each check is worth: its counts on known claims, and its command."""

import json
import lzma
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.checks import Worth, worth
from benchmarks.encoders import Case
from critique_core.models import SourceDocument
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.encoder import EncoderReading
from tests.makers.copies import ran

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SOURCE = SourceDocument(id="s0", content="The museum did not open on Mondays in the winter of 1998.")


def case(claim: str, *, holds: bool) -> Case:
    return Case((claim,), (SOURCE,), (holds,))


@pytest.fixture
def silent_encoder(monkeypatch):
    """Checks count alone where the encoder cannot tell."""
    silent = SimpleNamespace(read=lambda claims, *_: tuple(EncoderReading((0.0, 0.0, 0.0), ()) for _ in claims))
    monkeypatch.setattr(encoder, "shipped", lambda: silent)


@pytest.mark.usefixtures("silent_encoder")
def test_a_check_that_alone_finds_a_conflict_is_missed_when_it_is_left_out():
    counts = worth([case("The museum opened on Mondays in the winter of 1998.", holds=False)])
    assert counts["polarity"] == Worth(fired=1, conflicts=1, right_conflicts=1, worse=1)
    assert {name for name, one in counts.items() if one.fired} == {"polarity"}


@pytest.mark.usefixtures("silent_encoder")
def test_a_wrong_conflict_counts_against_its_check():
    counts = worth([case("The museum opened on Mondays in the winter of 1998.", holds=True)])
    assert counts["polarity"] == Worth(fired=1, conflicts=1, better=1)


def test_a_check_that_finds_nothing_has_no_counts():
    counts = worth([case("The museum did not open on Mondays in the winter of 1998.", holds=True)])
    assert not any(one.conflicts or one.better or one.worse for one in counts.values())


@pytest.fixture
def folder(tmp_path):
    """Some rows of each natural set and of one suite, in the form in which they are stored."""
    pairs = {
        "vitaminc/vitaminc_real_test": "vitaminc", "infotabs/train": "infotabs", "fool_me_twice/dev": "fool_me_twice",
        "lfqa_verification/all": "lfqa",
    }  # fmt: skip
    for path, name in pairs.items():
        file = tmp_path / f"{path}.jsonl.xz"
        file.parent.mkdir()
        _write(file, [_row(name, number) for number in range(60)])
    (tmp_path / "ragtruth").mkdir()
    answers = [_row("ragtruth", number) | {"draft": "The hall has seats.", "spans": []} for number in range(60)]
    _write(tmp_path / "ragtruth" / "train.jsonl.xz", answers)
    suite = [json.dumps(_row("suite", number)) for number in range(3)]
    (tmp_path / "claims_open.jsonl").write_text("\n".join(suite), encoding="utf-8")
    return tmp_path


def _row(name, number):
    return {"id": f"{name}-{number}", "dataset": name, "query": "", "label": "contradicted", "page": f"p{number}",
            "task": "qa", "group": f"g{number}",
            "sources": [{"id": f"{number}", "content": f"The hall of town {number} does not have seats."}],
            "claim": f"The hall of town {number} has seats."}  # fmt: skip


def _write(path, found):
    path.write_bytes(lzma.compress("".join(json.dumps(row) + "\n" for row in found).encode()))


def test_the_command_writes_a_row_for_each_check(folder):
    out = folder / "table.md"
    command = [
        "benchmarks/checks.py", "--data", str(folder), "--suites", str(folder), "--rows", "4",
        "--suite-rows", "3", "--markdown", str(out),
    ]  # fmt: skip
    done = ran(*command, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    rows = out.read_text("utf-8").splitlines()
    assert "too good" in rows[0]
    cells = [cell.strip() for row in rows if row.startswith("| polarity") for cell in row.strip("|").split("|")]
    assert cells[6:10] == ["3", "100 % of 3", "-", "0"]
    assert cells[10] == "0"  # the encoder finds them by itself; the tests above have a silent one
    assert int(cells[1]) >= 4
