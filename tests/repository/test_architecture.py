"""The rules of the house that import-linter cannot state."""

import ast
import re
import runpy
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests.makers.places import ROOT

FACE = ("app.py", "served_app.py", "pages/*.py", "components/**/*.py")
# Put together here, so that this file does not name them either.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("crates", "io"))
]
LOCKS_WITH_ADDRESSES = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json", "yarn.lock"}


def files(*patterns: str) -> Iterator[tuple[str, ast.Module]]:
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def files_naming(attribute: str, *patterns: str) -> set[str]:
    return {
        name
        for name, tree in files(*patterns)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr == attribute)
        or (isinstance(node, ast.alias) and node.name == attribute)
    }


def imported_modules(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def imported(tree: ast.Module) -> set[str]:
    return {name.split(".")[0] for name in imported_modules(tree)}


def test_session_state_is_named_in_one_file():
    spelt = {
        name
        for name, tree in files(*FACE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == "session_state"
    }
    assert files_naming("session_state", *FACE) | spelt == {"components/state/session.py"}


def test_what_a_session_remembers_is_reached_through_functions_with_names():
    using = files_naming("session", *FACE) | {
        name for name, tree in files(*FACE) if "components.state.session" in imported_modules(tree)
    }
    assert using
    assert {str(Path(name).parent) for name in using} == {"components/state"}


def test_resources_are_cached_in_one_file():
    assert files_naming("cache_resource", *FACE) == {"components/services.py"}


def test_no_page_imports_a_page():
    assert {name for name, tree in files(*FACE) if "pages" in imported(tree)} == set()


@pytest.mark.parametrize("name", ["utils.py", "helpers.py"])
def test_no_file_for_everything_else(name):
    assert not [path for folder in ("critique_core", "components", "pages") for path in (ROOT / folder).rglob(name)]


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """The files of the repository, with those that the next commit may add."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_names_a_package_registry(tracked):
    naming = [(path, host) for path in tracked for host in REGISTRY_HOSTS if host.encode() in path.read_bytes()]
    assert naming == []


def test_the_lock_holds_hashes_and_no_addresses(tracked):
    assert LOCKS_WITH_ADDRESSES.isdisjoint(path.name for path in tracked)
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "--hash=sha256:" in lock
    assert not [line for line in lock.splitlines() if "://" in line or line.startswith("-")]


def test_no_test_imports_another_test():
    importing = {
        (name, module)
        for name, tree in files("tests/**/*.py")
        for module in imported_modules(tree)
        if module.startswith("tests.") and not module.startswith("tests.makers")
    }
    assert importing == set()


def test_the_picture_of_the_packages_is_current():
    assert runpy.run_path(str(ROOT / "docs" / "draw_architecture.py"))["picture"]() == (
        ROOT / "docs" / "architecture.svg"
    ).read_text(encoding="utf-8")


def test_every_file_that_the_architecture_names_is_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:\w+/)+\w+\.(?:py|md|svg)\b", text))
    assert len(named) > 15
    places = ("", "critique_core", "critique_core/verifiers/embedded", "components")
    assert {name for name in named if not any((ROOT / place / name).exists() for place in places)} == set()


def test_no_module_imports_itself_by_a_detour():
    """Circles between modules, imports inside functions and for type checkers included; contracts see only layers."""
    names = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree
        for name, tree in files("critique_core/**/*.py", *FACE)
    }
    needs = {name: set(_needed(tree, names)) - {name} for name, tree in names.items()}
    while free := {name for name, needed in needs.items() if not needed}:
        needs = {name: needed - free for name, needed in needs.items() if name not in free}
    while free := needs.keys() - set[str]().union(*needs.values()):
        needs = {name: needed for name, needed in needs.items() if name not in free}
    assert sorted(needs) == []


def _needed(tree: ast.Module, known: Collection[str]) -> Iterator[str]:
    """The known modules that a module imports; of ``from package import module`` the module, not the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (one if one in known else node.module for one in names if {one, node.module} & set(known))
