"""What a user gets who installs the wheel alone; tests/browser/test_installed_app.py looks at the app in it."""

import json
import subprocess
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.makers.installed import ENVIRONMENT, ROOT, build_wheel, install

REQUEST = {
    "query": "What is the timeout?",
    "draft": "The timeout is 30 seconds.",
    "sources": [{"id": "1", "content": "Timeout: 60 seconds"}],
}

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """``run(program, *arguments)`` runs a program of an environment that holds the wheel without its extras."""
    programs = install(str(wheel), tmp_path_factory.mktemp("lean") / "venv")
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def run(program: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        command = [programs / program, *arguments]
        options = {"cwd": elsewhere, "env": ENVIRONMENT, "capture_output": True, "text": True, "timeout": 120}
        return subprocess.run(command, input=given, check=False, **options)

    return run


def test_the_wheel_holds_two_packages_and_the_notices(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert top == {"critique_core", "claimlens_app", f"claimlens-{VERSION}.dist-info"}
    assert {name.split("/")[-1] for name in names if "/licenses/" in name} == {"LICENSE", "NOTICE"}


def test_every_file_of_the_core_and_the_app_is_in_the_wheel(wheel):
    folders = ("critique_core", "components", "pages", ".streamlit")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    here = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    wanted = {name if name.startswith("critique_core/") else f"claimlens_app/{name}" for name in here}
    assert wanted | {"claimlens_app/app.py", "claimlens_app/served_app.py"} <= set(zipfile.ZipFile(wheel).namelist())


def test_the_core_is_imported_without_streamlit(run):
    code = """
import sys, critique_core
from critique_core import CritiqueRequest, SourceDocument, critique
sources = (SourceDocument(id="1", content="Timeout: 60 seconds"),)
print(critique(CritiqueRequest(query="", draft="The timeout is 30 seconds.", sources=sources)).is_valid)
assert not {"streamlit", "pandas", "plotly"} & set(sys.modules)
"""
    done = run("python", "-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")
    assert run("python", "-c", "import streamlit").returncode == 1


def test_no_common_name_is_taken_at_the_top(run):
    for name in ("app", "pages", "components", "tests", "benchmarks", "training"):
        done = run("python", "-c", f"import {name}")
        assert f"No module named '{name}'" in done.stderr


def test_the_command_tells_its_version(run):
    assert run("claimlens", "--version").stdout == f"claimlens {VERSION}\n"


def test_the_command_checks_a_line(run):
    done = run("claimlens", "check", given=json.dumps(REQUEST) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    critique = json.loads(done.stdout)
    assert critique["claims"][0]["status"] == "contradicted"
    assert "unsupported" in {issue["type"] for issue in critique["issues"]}


def test_without_the_extra_the_app_says_what_to_install(run):
    done = run("claimlens", "app")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "claimlens: the app needs the extra: pip install 'claimlens[app]'\n"
