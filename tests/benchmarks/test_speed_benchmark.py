"""The speed benchmark stays runnable and asks of each peer what a request asks of it. Its times are not judged here."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import speed
from benchmarks.speed import PEERS, Time, Tokens
from tests.makers.places import ROOT

pytestmark = pytest.mark.slow


def test_the_median_and_the_95th_percentile_are_told():
    times = [Time(clock=10.0 * number, processor=float(number)) for number in range(1, 22)]
    assert speed.summary(times) == {"p50": 110.0, "p95": 200.0, "cpu_p50": 11}


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("modernbert-base", [333]),
        ("t5-base-encoder", [313, 323]),
        ("deberta-v3-large", [113, 213, 123, 223]),
    ],
)
def test_each_peer_reads_its_own_mix_of_claims_and_sources(name: str, lengths: list[int]):
    assert PEERS[name].passes(Tokens(claims=(10, 20), sources=(100, 200))) == lengths


def test_a_peer_is_run_once_a_pass_over_as_many_ids_as_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shapes: list[tuple[int, ...]] = []
    stub = SimpleNamespace(run=lambda _, inputs: shapes.append(inputs["ids"].shape))
    monkeypatch.setattr(speed, "session", lambda path: stub)
    (tmp_path / "model.onnx").write_bytes(bytes(2_000_000))
    found = speed.beside(PEERS["deberta-v3-large"], tmp_path / "model.onnx", repeats=1, claims=2, sources=2)
    assert (found["passes"], found["megabytes"]) == (4, 2)
    assert len(shapes) == 2 * 4  # the run that warms up, and the one that is timed
    assert found["tokens"] == sum(length for _, length in shapes[4:]) > 4 * 300
    assert np.isclose(found["ratio"] * found["ours"]["p50"], found["peer"]["p50"])


def test_without_the_training_environment_peers_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match="uv pip install --group training transformers"):
        speed.measure_peers(tmp_path, repeats=1, claims=1, sources=1)


def test_the_command_times_every_set_of_evidence(tmp_path: Path):
    out = tmp_path / "out.json"
    command = [sys.executable, "-m", "benchmarks.speed", "--quick", "--json", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    kinds = ["typed+alignment", "encoder", "all"]
    assert [line["evidence"] for line in found["latency"]] == [*kinds, "the model alone"]
    assert all(line["p95"] >= line["p50"] > 0 for line in found["latency"])
    assert list(found["claims_a_second"]) == ["1 process", "1 process, 2 threads", "2 processes"]
    assert list(found["start"]) == kinds
    # Without the encoder nothing of it is loaded, in the time as in the memory.
    plain, full = found["start"]["typed+alignment"], found["start"]["all"]
    assert 10 * plain["encoder_milliseconds"] < full["encoder_milliseconds"]
    assert plain["peak_mebibytes"] + 50 < full["peak_mebibytes"]
    assert "load average before" in done.stdout
    assert "load average after" in done.stdout
