"""The Settings page: to read only, secrets masked, a wrong file explained."""

from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.makers.pages import errors, shown

SETTINGS = "pages/settings.py"


def test_every_setting_is_listed_with_its_origin(app: AppTest) -> None:
    app.switch_page(SETTINGS).run()
    table = app.dataframe[0].value.set_index("Setting")
    assert table.loc["confidence_threshold", "Value"] == "0.7"
    assert table.loc["reviewer", "Set by"] == "environment"
    assert "Verifier: embedded" in shown(app)
    assert "config.yaml" in shown(app)


def test_secrets_are_masked(open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMLENS_OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", "sqlite://")
    app = open_app().run()
    app.switch_page(SETTINGS).run()
    assert app.dataframe[0].value.set_index("Setting").loc["openai_api_key", "Value"] == "set (hidden)"
    assert "sk-very-secret" not in shown(app) + app.dataframe[0].value.to_string()


@pytest.mark.parametrize("page", ["pages/review.py", "pages/history.py", SETTINGS])
def test_a_wrong_settings_file_is_explained_on_every_page(
    open_app: Callable[[], AppTest], page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("strictness: harsh\n", encoding="utf-8")
    monkeypatch.setenv("CLAIMLENS_CONFIG", str(file))
    app = open_app().run()
    if page != "pages/review.py":
        app.switch_page(page).run()
    else:
        app.button(key="example_01_timeout_wrong").click().run()
    assert not app.exception
    assert any("strictness" in message and "moderate" in message for message in errors(app))


def test_the_file_is_named_where_the_environment_says(
    open_app: Callable[[], AppTest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("confidence_threshold: 0.8\n", encoding="utf-8")
    monkeypatch.setenv("CLAIMLENS_CONFIG", str(file))
    app = open_app().run()
    app.switch_page(SETTINGS).run()
    assert "Settings file, found" in shown(app)
    assert str(file) in shown(app)
    table = app.dataframe[0].value.set_index("Setting")
    assert list(table.loc["confidence_threshold", ["Value", "Set by"]]) == ["0.8", "settings file"]
    st.cache_resource.clear()
