"""The benchmarks stay runnable: each is run once on next to nothing. Their numbers are not judged here."""

import json
from pathlib import Path

import pytest

from tests.makers.copies import ran
from tests.makers.places import ROOT

pytestmark = pytest.mark.slow


def run(*arguments: str | Path) -> str:
    command = [*map(str, arguments)]
    done = ran(*command, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_stages_are_timed_for_every_size_asked(tmp_path: Path) -> None:
    out = tmp_path / "stages.json"
    table = run("benchmarks/stages.py", "--quick", "--json", out)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [(cell["claims"], cell["sources"]) for cell in found["grid"]] == [(1, 1), (2, 1)]
    for stage in ("claims", "evidence", "verdicts", "scores", "all stages"):
        assert stage in table
        assert all(cell["milliseconds"][stage] > 0 for cell in found["grid"])
    assert found["peak_memory_mib"]["grid"] > 10


def test_the_claim_suite_counts_each_kind_and_all(tmp_path: Path) -> None:
    rows = (ROOT / "tests" / "data" / "claims_open.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    few, out = tmp_path / "few.jsonl", tmp_path / "suite.json"
    few.write_text("\n".join(rows), encoding="utf-8")
    run("benchmarks/claim_suite.py", few, "--json", out)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["all"]["claims"] == 3
    assert set(found) == {json.loads(row)["kind"] for row in rows} | {"all"}
