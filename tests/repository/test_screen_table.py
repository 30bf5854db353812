"""The table of what is asked of the screen names tests that there are."""

import re

from tests.makers.places import ROOT


def test_each_test_that_the_table_names_is_there():
    table = (ROOT / "tests" / "browser" / "README.md").read_text(encoding="utf-8")
    there = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", table))
    assert len(named) > 40
    assert named <= there
