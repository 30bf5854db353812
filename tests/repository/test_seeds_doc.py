"""``docs/seeds.md`` names only files, policies and tests that are there."""

import doctest
import re

from tests.makers.places import ROOT
from tests.makers.rows import each_of

TABLE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
ROWS = [line for line in TABLE.splitlines() if line.startswith("|")]
TESTS = sorted(set(re.findall(r"`((?:tests/\w+/)?test_\w+\.py)(?:::(\w+))?`", TABLE)))
FILES = sorted(set(re.findall(r"`((?:[\w]+/)*[\w]+\.(?:py|md|yaml)|[\w/]+/)(?:`| )", TABLE)))


@each_of(("file", "name"), TESTS)
def test_every_test_it_names_is_there(file, name):
    path = ROOT / file if file.startswith("tests/") else next((ROOT / "tests").rglob(file))
    assert path.is_file()
    assert not name or f"def {name}(" in path.read_text(encoding="utf-8")


@each_of("name", [name for name in FILES if not name.rpartition("/")[2].startswith("test_")])
def test_every_file_it_names_is_there(name):
    assert (ROOT / "critique_core" / name).exists() or (ROOT / name).exists()


def test_every_row_has_all_its_columns():
    assert {line.count("|") for line in ROWS} == {5}


def test_every_row_names_its_place():
    assert [line for line in ROWS if line.split("|")[2].strip() == ""] == []


def test_what_it_runs_gives_what_it_says():
    told = doctest.testfile(str(ROOT / "docs" / "seeds.md"), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert told.attempted >= 50
    assert told.failed == 0
