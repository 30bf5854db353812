"""The container's files name what is there, and its build steps do what they are for: no engine runs them here."""

import re
import shlex
import shutil
import subprocess
import tomllib
import zipfile
from fnmatch import fnmatch

import pytest
import yaml

from critique_core import cli
from critique_core.settings import Settings
from critique_core.settings.values import PREFIX
from tests.makers.installed import build_wheel
from tests.makers.places import ROOT
from tests.makers.rows import each_of

FOLDER = ROOT / ".docker"
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COPIES = [
    (line.split()[1:-1], line.split()[-1])
    for line in DOCKERFILE.splitlines()
    if line.startswith("COPY ") and "--from" not in line
]
COPIED = [name for names, _ in COPIES for name in names]
IGNORED = (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
LET_THROUGH = [line.removeprefix("!") for line in IGNORED if line.startswith("!")]


@each_of("name", COPIED)
def test_what_is_copied_is_there_and_not_ignored(name):
    assert (ROOT / name).exists()
    assert any(fnmatch(name, pattern) for pattern in LET_THROUGH)


def test_the_extras_are_ours_and_what_the_project_names_is_copied():
    (named,) = re.findall(r'"\.\[([a-z,-]+)\]"', DOCKERFILE)
    assert set(named.split(",")) <= set(PROJECT["optional-dependencies"])
    assert {PROJECT["readme"], "LICENSE", "NOTICE"} <= set(COPIED)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The folder in which the image is built: what is copied and let through, and nothing else."""
    folder = tmp_path_factory.mktemp("image")
    left_out = shutil.ignore_patterns(*(line.removeprefix("**/") for line in IGNORED if line.startswith("**/")))
    for names, target in COPIES:
        for name in names:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / target, ignore=left_out)
            else:
                place = folder / target / name if target.endswith("/") else folder / target
                place.parent.mkdir(exist_ok=True)
                shutil.copy(ROOT / name, place)
    return folder


def test_the_constraints_are_every_version_of_the_lock(copied):
    [step] = re.findall(r"^RUN (sed .*?) && ", DOCKERFILE, re.MULTILINE)
    subprocess.run(["sh", "-ec", step], cwd=copied, check=True)
    constraints = (copied / "constraints.txt").read_text(encoding="utf-8").splitlines()
    locked = re.findall(
        r"^([\w.-]+)(?:\[[a-z,-]+\])?(==[^ ;\\\n]+)", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE
    )
    assert constraints == ["".join(one) for one in locked]
    assert len(constraints) > 100


@pytest.mark.slow
def test_the_wheel_of_what_is_copied_is_that_of_the_checkout(copied, tmp_path):
    inside, whole = (zipfile.ZipFile(build_wheel(tmp_path / name, place)).namelist()
                     for name, place in (("inside", copied), ("whole", ROOT)))  # fmt: skip
    assert sorted(inside) == sorted(whole)


def test_the_command_is_one_of_ours_and_does_not_run_as_root():
    *_, user, command = re.findall(r"^(?:USER|CMD) .+", DOCKERFILE, re.MULTILINE)
    assert user == "USER claimlens"
    program, action, *_ = shlex.split(command.removeprefix("CMD ").strip("[]").replace(",", " "))
    assert program in PROJECT["scripts"]
    assert action in cli.parser_of_all().format_help()


def test_the_services_use_settings_that_there_are():
    app = COMPOSE["services"]["app"]
    assert (FOLDER / app["build"]["context"] / app["build"]["dockerfile"]).resolve() == FOLDER / "Dockerfile"
    assert set(app["depends_on"]) <= set(COMPOSE["services"])
    ours = [name for name in app["environment"] if name.startswith(PREFIX)]
    assert ours
    assert {name.removeprefix(PREFIX).lower() for name in ours} <= set(Settings.model_fields)
    volumes = {one.split(":")[0] for service in COMPOSE["services"].values() for one in service["volumes"]}
    assert volumes == set(COMPOSE["volumes"])
