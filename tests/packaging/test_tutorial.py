"""The tutorial is run, line after line in one folder: what it shows is what happens."""

import doctest
import os
import subprocess
import sysconfig
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from tests.makers.places import ROOT

TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
FENCES = [(token.info, token.content) for token in MarkdownIt().parse(TEXT) if token.type == "fence"]
STEPS = [(code, text) for (language, code), (info, text) in pairwise(FENCES) if (language, info) == ("sh", "text")]


@pytest.mark.slow
def test_each_step_prints_what_is_shown(tmp_path):
    """Three dots stand for words or lines that are left out."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMLENS_")}
    environment |= {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "CACHE")}
    environment |= {"PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    folder = tmp_path / "work"
    folder.mkdir()
    for code, wanted in STEPS:
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", code], cwd=folder, env=environment, text=True, check=False, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, (code, done.stdout)
        assert doctest.OutputChecker().check_output(wanted, done.stdout, doctest.ELLIPSIS), (code, done.stdout)


def test_each_command_of_the_tutorial_is_run():
    assert len(STEPS) == sum(language == "sh" for language, _ in FENCES)


def test_what_is_linked_is_there():
    children = [child for token in MarkdownIt().parse(TEXT) for child in token.children or ()]
    targets = {str(child.attrs["href"]) for child in children if "href" in child.attrs}
    assert targets
    assert not [target for target in targets if not (ROOT / "docs" / target).is_file()]
