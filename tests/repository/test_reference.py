"""``docs/reference`` says what the code says."""

import runpy

import pytest

from tests.makers.places import ROOT
from tests.makers.rows import each_of

pytest.importorskip("fastapi", reason="the extra serve is not installed: pip install 'claimlens[serve]'")

FOLDER = ROOT / "docs" / "reference"
PAGES = runpy.run_path(str(ROOT / "docs" / "write_reference.py"))["pages"]()


def test_there_is_no_page_that_is_not_written():
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


@each_of("name", PAGES)
def test_a_page_is_what_the_code_says(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name], "run: python docs/write_reference.py"
