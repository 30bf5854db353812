"""The programs of ``docs/recipes`` run, and print what they are for."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.makers.places import ROOT

FOLDER = ROOT / "docs" / "recipes"
RECIPES = {
    "langgraph_node.py": ("langgraph", ["2 The timeout is 60 seconds."]),
    "llamaindex_evaluator.py": ("llama_index", ["True", "False"]),
    "openai_agents_guardrail.py": ("agents", ["False []", "True ['The timeout is 30 seconds.']"]),
}


def test_the_page_lists_every_recipe():
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    files = {path.name for path in FOLDER.glob("*.py")}
    assert set(re.findall(r"`docs/recipes/(\w+\.py)`", page)) == files == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_runs(name, tmp_path):
    library, printed = RECIPES[name]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CLAIMLENS_")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, FOLDER / name], cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, printed), done.stderr
