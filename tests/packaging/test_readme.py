"""The README is run: what it shows is what happens."""

import doctest
import os
import subprocess
import sys
import sysconfig
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from critique_core.settings import load_settings
from tests.makers.places import ROOT
from tests.makers.rows import each_of

TOKENS = MarkdownIt().enable("table").parse((ROOT / "README.md").read_text(encoding="utf-8"))
FENCES = [(token.info, token.content) for token in TOKENS if token.type == "fence"]


# A fence of text is what the fence before it prints.
EXAMPLES = [(language, code, text) for (language, code), (info, text) in pairwise(FENCES) if info == "text"]
RUNNERS = {"sh": ("bash", "-c"), "python": (sys.executable, "-c")}


def links() -> list[str]:
    """Targets of links and images inside the project."""
    children = [child for token in TOKENS for child in token.children or ()]
    targets = [str(child.attrs.get("href") or child.attrs.get("src") or "") for child in children]
    return sorted({target for target in targets if target and "://" not in target})


def run(*command: str, folder: Path) -> str:
    """What a command of this environment prints, with no settings of the user's."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMLENS_")}
    environment |= {
        "PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}",
        "XDG_CONFIG_HOME": str(folder),
        "COLUMNS": "120",
    }
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, cwd=folder, env=environment, text=True, check=False, timeout=120, **output)
    return done.stdout


@pytest.mark.parametrize(("language", "code", "wanted"), EXAMPLES, ids=[code.split()[0] for _, code, _ in EXAMPLES])
def test_an_example_prints_what_is_shown(language, code, wanted, tmp_path):
    """Three dots stand for words or lines that are left out."""
    got = run(*RUNNERS[language], code, folder=tmp_path)
    assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), got


def test_the_settings_shown_are_settings(tmp_path):
    (shown,) = (content for info, content in FENCES if info == "yaml")
    path = tmp_path / "config.yaml"
    path.write_text(shown, encoding="utf-8")
    assert load_settings({"CLAIMLENS_CONFIG": str(path)}).strictness == "strict"


def test_the_two_commands_exist():
    (_, commands), *_ = FENCES
    for line in commands.splitlines():
        command = line.split("#")[0].split()
        subprocess.run([*command, "--dry-run"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@each_of("target", links())
def test_what_is_linked_is_there(target):
    assert (ROOT / target.split("#")[0]).is_file()
