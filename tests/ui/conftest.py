"""The app with a store and settings of its own for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from tests.makers.databases import empty_sqlite
from tests.makers.pages import REVIEWER
from tests.makers.places import ROOT
from tests.makers.remembered import critiques_are_remembered


@pytest.fixture(scope="session", autouse=True)
def _installed_components() -> Iterator[None]:
    """Every ``AppTest`` looks through all installed packages for components; once a run is enough."""
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


@pytest.fixture(scope="package", autouse=True)
def _remembered_critiques() -> Iterator[None]:
    """Pages show the critiques of a few examples again and again: each is made once."""
    with critiques_are_remembered():
        yield


@pytest.fixture
def open_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], AppTest]]:
    """``open_app()`` starts one more session of the same app, as another window would."""
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", empty_sqlite(tmp_path / "reviews.db"))
    monkeypatch.setenv("CLAIMLENS_LIBRARY_PATH", str(tmp_path / "lib" / "library.sqlite3"))
    monkeypatch.setenv("CLAIMLENS_CACHE_PATH", str(tmp_path / "answers.sqlite3"))
    monkeypatch.setenv("CLAIMLENS_REVIEWER", REVIEWER)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CLAIMLENS_CONFIG", raising=False)
    st.cache_resource.clear()
    yield lambda: AppTest.from_file(ROOT / "app.py", default_timeout=60)
    st.cache_resource.clear()


@pytest.fixture
def app(open_app: Callable[[], AppTest]) -> AppTest:
    return open_app().run()
