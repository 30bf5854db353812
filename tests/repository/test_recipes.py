"""The programs of ``docs/recipes`` run, and print what they are for."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest
import yaml

from tests.makers.places import ROOT

FOLDER = ROOT / "docs" / "recipes"
RECIPES = {
    "langgraph_node.py": ("langgraph", ["2 The timeout is 60 seconds."]),
    "llamaindex_evaluator.py": ("llama_index", ["True", "False"]),
    "openai_agents_guardrail.py": ("agents", ["False []", "True ['The timeout is 30 seconds.']"]),
}


def test_the_page_lists_every_recipe():
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert set(re.findall(r"`docs/recipes/([\w.-]+)`", page)) == files == {*RECIPES, "pre-commit-config.yaml"}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_runs(name, tmp_path):
    assert printed_by(name, tmp_path) == RECIPES[name][1]


def test_the_node_goes_back_to_an_unsupported_answer_though_no_issue_is_listed(tmp_path):
    unlisted = {"CLAIMLENS_CHECK_FACTUAL": "false", "CLAIMLENS_CHECK_CONTRADICTIONS": "false"}
    printed = printed_by("langgraph_node.py", tmp_path, **unlisted)
    assert printed == ["2 The timeout is 60 seconds."]


def printed_by(name, folder, **settings):
    library, _ = RECIPES[name]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CLAIMLENS_")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(folder), **settings}
    done = subprocess.run(
        [sys.executable, FOLDER / name], cwd=folder, env=environment, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def repository(tmp_path):
    """A repository of documents with the recipe's configuration, and a ``claimlens`` on the PATH: this checkout's."""
    work, path = tmp_path / "work", tmp_path / "bin"
    for folder in (work, path):
        folder.mkdir()
    command = path / "claimlens"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m critique_core.cli "$@"\n')
    command.chmod(0o755)
    shutil.copy(FOLDER / "pre-commit-config.yaml", work / ".pre-commit-config.yaml")
    (work / "manual.txt").write_text("The timeout of the gateway is 60 seconds.\n")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CLAIMLENS_", "GIT_"))}
    search = f"{path}{os.pathsep}{kept['PATH']}"
    return work, {
        **kept,
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": str(tmp_path),
        "HOME": str(tmp_path),
        "PATH": search,
    }


def test_the_hook_for_other_repositories_and_the_recipe_are_one():
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    [repo] = yaml.safe_load((FOLDER / "pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    [own] = repo["hooks"]
    told = {"description", "language"}
    assert {key: hook[key] for key in hook if key not in told} == {key: own[key] for key in own if key not in told}


@pytest.mark.parametrize(("seconds", "passes"), [(60, True), (30, False)])
def test_the_hook_lets_only_documents_through_that_say_what_their_sources_say(repository, seconds, passes):
    work, environment = repository
    page = f"<!-- claimlens sources: manual.txt -->\n\nThe timeout of the gateway is {seconds} seconds.\n"
    (work / "page.md").write_text(page)
    done = subprocess.run(
        _hook(work, environment), cwd=work, env=environment, text=True, capture_output=True, check=False
    )
    assert (done.returncode == 0) == passes, done.stdout + done.stderr
    assert passes or f"page.md:3: error: contradicted: The timeout of the gateway is {seconds} seconds." in done.stdout


def _hook(work, environment) -> list[str]:
    """pre-commit itself where it is installed, else what it would run: the entry with the Markdown files."""
    if (found := shutil.which("pre-commit", path=environment["PATH"])) is None:
        [repo] = yaml.safe_load((work / ".pre-commit-config.yaml").read_text())["repos"]
        return [*shlex.split(repo["hooks"][0]["entry"]), "page.md"]
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=work, env=environment, check=True)
    return [found, "run"]
