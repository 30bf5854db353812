"""The container's files name what is there: no engine runs them here."""

import re
import shlex
import tomllib
from fnmatch import fnmatch

import yaml

from critique_core import cli
from critique_core.settings import Settings
from critique_core.settings.values import PREFIX
from tests.makers.places import ROOT
from tests.makers.rows import each_of

FOLDER = ROOT / ".docker"
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COPIED = [
    name
    for line in DOCKERFILE.splitlines()
    if line.startswith("COPY ") and "--from" not in line
    for name in line.split()[1:-1]
]
LET_THROUGH = [
    line.removeprefix("!")
    for line in (FOLDER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    if line.startswith("!")
]


@each_of("name", COPIED)
def test_what_is_copied_is_there_and_not_ignored(name):
    assert (ROOT / name).exists()
    assert any(fnmatch(name, pattern) for pattern in LET_THROUGH)


def test_the_extras_are_ours_and_what_the_project_names_is_copied():
    (named,) = re.findall(r'"\.\[([a-z,-]+)\]"', DOCKERFILE)
    assert set(named.split(",")) <= set(PROJECT["optional-dependencies"])
    assert {PROJECT["readme"], "LICENSE", "NOTICE"} <= set(COPIED)


def test_the_constraints_are_every_version_of_the_lock(tmp_path):
    (program,) = re.findall(r"RUN sed -n '([^']+)' requirements\.lock", DOCKERFILE)
    pattern, kept = program.removeprefix("s/^").removesuffix("/p").rsplit("/", 1)
    assert kept == r"\1"
    pattern = pattern.replace(r"\(", "(").replace(r"\)", ")").replace(r"\{0,1\}", "?")
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    found = [match[1] for line in lock if (match := re.match(pattern, line))]
    assert len(found) == sum("==" in line and not line.startswith((" ", "#")) for line in lock)
    assert all(re.fullmatch(r"[\w.-]+(\[[a-z,-]+\])?==[\w.+!]+", one) for one in found)


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
