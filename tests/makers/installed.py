"""A wheel of this checkout, and environments of their own to install it into."""

import os
import subprocess
import sys
from pathlib import Path

from uv import find_uv_bin

from tests.makers.places import ROOT

# A user's settings must not reach what is tested, nor must this checkout.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith(("CLAIMLENS_", "PYTHON", "VIRTUAL_ENV"))
}


def build_wheel(folder: Path, source: Path = ROOT) -> Path:
    """Build without a new environment: the build backend is among the tests' own packages."""
    _uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(requirement: str, folder: Path) -> Path:
    """Install into an empty environment, at the locked versions; returns the folder of its programs."""
    _uv("venv", "--python", sys.executable, str(folder))
    command = ["pip", "install", "--python", str(folder), "--constraints", str(ROOT / "requirements.lock"), requirement]
    try:
        _uv(*command, "--offline")  # the set-up has left these packages in uv's cache
    except subprocess.CalledProcessError:
        _uv(*command)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def _uv(*arguments: str) -> None:
    subprocess.run([find_uv_bin(), *arguments], cwd=ROOT, env=ENVIRONMENT, check=True)
