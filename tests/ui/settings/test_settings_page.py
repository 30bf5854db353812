"""The Settings page: what is changed there is saved and in use; secrets are masked, a wrong file is explained."""

from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import services
from components.state import keys
from tests.makers.pages import errors, shown, word_tables

SETTINGS = "pages/settings.py"


def settings_table(app: AppTest) -> dict[str, dict[str, str]]:
    """The rows of all settings, by the setting's name."""
    [table] = word_tables(app)
    return {row["Setting"]: row for row in table}


def test_issues_shown_has_the_words_that_it_has_in_the_options_of_a_review(app: AppTest) -> None:
    there = list(app.segmented_control(key=keys.STRICTNESS).options)
    app.switch_page(SETTINGS).run()
    assert list(app.selectbox(key="setting_strictness").options) == there


def test_every_setting_is_listed_with_its_origin(app: AppTest) -> None:
    app.switch_page(SETTINGS).run()
    table = settings_table(app)
    assert table["confidence_threshold"]["Value"] == "0.7"
    assert table["reviewer"]["Set by"] == "CLAIMLENS_REVIEWER"
    assert "Verifier: embedded" in shown(app)
    assert "config.yaml" in shown(app)


def test_secrets_are_masked(open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMLENS_OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("CLAIMLENS_DATABASE_URL", "sqlite://")
    app = open_app().run()
    app.switch_page(SETTINGS).run()
    table = settings_table(app)
    assert table["openai_api_key"]["Value"] == "set (hidden)"
    assert "sk-very-secret" not in shown(app) + str(table)


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
    assert not app.exception
    assert any("strictness" in message and "moderate" in message for message in errors(app))
    assert not app.text_area  # nor is anything else there: the file may say that people are to sign in


def test_the_file_is_named_where_the_environment_says(
    open_app: Callable[[], AppTest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("confidence_threshold: 0.8\n", encoding="utf-8")
    monkeypatch.setenv("CLAIMLENS_CONFIG", str(file))
    app = open_app().run()
    app.switch_page(SETTINGS).run()
    assert "Settings file, not there yet" not in shown(app)
    assert str(file) in shown(app)
    row = settings_table(app)["confidence_threshold"]
    assert (row["Value"], row["Set by"]) == ("0.8", "settings file")
    st.cache_resource.clear()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text("# mine\nstrictness: lenient  # for now\n", encoding="utf-8")
    monkeypatch.setenv("CLAIMLENS_CONFIG", str(path))
    return path


def test_what_is_saved_is_in_the_file_and_in_use_without_a_restart(open_app: Callable[[], AppTest], file: Path) -> None:
    app = open_app().run()
    assert services.get_critic().options.strictness == "lenient"
    app.switch_page(SETTINGS).run()
    assert app.button(key="save_settings").disabled
    app.selectbox(key="setting_strictness").set_value("strict").run()
    app.slider(key="setting_confidence_threshold").set_value(0.85).run()
    assert "Not saved yet: Issues shown, Gate: send from this confidence" in shown(app)
    assert services.get_settings().strictness == "lenient"
    app.button(key="save_settings").click().run()
    assert not app.exception
    assert file.read_text(encoding="utf-8") == "# mine\nstrictness: strict  # for now\nconfidence_threshold: 0.85\n"
    said = next(str(toast.value).replace("\\", "") for toast in app.toast)
    assert "Saved in mine.yaml and in use: Issues shown, Gate: send from this confidence" in said
    assert app.button(key="save_settings").disabled
    options = services.get_critic().options
    assert (options.strictness, options.confidence_threshold) == ("strict", 0.85)
    app.switch_page("pages/review.py").run()
    assert app.slider(key="threshold").value == 0.85


def test_a_page_follows_what_another_session_has_saved(open_app: Callable[[], AppTest], file: Path) -> None:
    here, there = (open_app().run().switch_page(SETTINGS).run() for _ in range(2))
    there.selectbox(key="setting_verifier").set_value("similarity").run()
    there.button(key="save_settings").click().run()
    assert here.run().selectbox(key="setting_verifier").value == "similarity"
    assert "Verifier: similarity" in shown(here)


def test_what_the_environment_fixes_is_shown_with_its_variable_and_cannot_be_changed(
    open_app: Callable[[], AppTest], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMLENS_STRICTNESS", "strict")
    app = open_app().run().switch_page(SETTINGS).run()
    field = app.selectbox(key="setting_strictness")
    assert (field.disabled, field.value) == (True, "strict")
    assert "Fixed by CLAIMLENS_STRICTNESS" in shown(app)
    assert not app.selectbox(key="setting_verifier").disabled


def test_a_value_that_is_not_allowed_is_explained_and_nothing_is_written(
    open_app: Callable[[], AppTest], file: Path
) -> None:
    before = file.read_text(encoding="utf-8")
    app = open_app().run().switch_page(SETTINGS).run()
    app.text_input(key="setting_llm_base_url").set_value("<b>gpu</b>:8000").run()
    app.button(key="save_settings").click().run()
    assert any("'<b>gpu</b>:8000' is not allowed; allowed are http://HOST" in message for message in errors(app))
    assert file.read_text(encoding="utf-8") == before
    assert app.text_input(key="setting_llm_base_url").value == "<b>gpu</b>:8000"


def test_a_verifier_that_cannot_be_made_is_not_put_in_use(open_app: Callable[[], AppTest], file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    app = open_app().run().switch_page(SETTINGS).run()
    app.selectbox(key="setting_verifier").set_value("llm").run()
    app.button(key="save_settings").click().run()
    assert any("Nothing is saved" in message and "model" in message for message in errors(app))
    assert file.read_text(encoding="utf-8") == before
    assert services.get_critic().verifier.spec.spec == "embedded"
