"""The list of what is measured again: each command is there to be run, and the run keeps what it prints."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.figures import FIGURES, Figures, run
from tests.makers.places import ROOT


def test_each_command_is_a_module_and_its_files_are_there() -> None:
    assert len({figures.name for figures in FIGURES}) == len(FIGURES)
    for figures in FIGURES:
        module, *arguments = figures.command.split()
        assert importlib.util.find_spec(module), figures.command
        for path in (one for one in arguments if one.startswith("tests/")):
            assert list(ROOT.glob(path)), figures.command


def test_every_benchmark_of_the_readme_is_run() -> None:
    told = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    named = set(re.findall(r"benchmarks[./](\w+)", told))
    ran = {figures.command.split()[0].removeprefix("benchmarks.") for figures in FIGURES}
    assert named - ran == {"figures", "encoders", "rules"}  # the weights of other runs; half an hour for deleting


def test_what_a_command_prints_is_kept_and_a_failure_apart(tmp_path: Path) -> None:
    assert run(Figures("accuracy", "well", "calendar 2026 1"), tmp_path, tmp_path)
    assert "January 2026" in (tmp_path / "well.txt").read_text(encoding="utf-8")
    assert not run(Figures("accuracy", "ill", "calendar no"), tmp_path, tmp_path)
    assert not (tmp_path / "ill.txt").exists()
    assert "invalid" in (tmp_path / "ill.failed").read_text(encoding="utf-8")


def test_a_listing_says_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "speed.txt").write_text("", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "benchmarks.figures",
        "--data",
        tmp_path,
        "--out",
        tmp_path,
        "--part",
        "times",
        "--list",
    ]
    told = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.split() for line in told.splitlines()][:2] == [["times", "speed", "there"], ["times", "stages", "-"]]
