"""The app for people of each role; the provider's word is put in its place here, and real in tests/browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.frame import reviewer, sign_in
from tests.makers.pages import errors, shown

PAGES = ("review", "queue", "ask", "library", "agreement", "tuning", "insights", "history", "break_it", "settings")
GRACE = {"is_logged_in": True, "sub": "g-1", "email": "grace@example.org"}
ADA = {"is_logged_in": True, "sub": "a-1", "email": "ada@example.org"}


@pytest.fixture
def as_user(
    open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch
) -> Callable[[dict[str, object] | None], AppTest]:
    """The app as the person sees it whose token has these claims, or one who is not signed in."""
    monkeypatch.setenv("CLAIMLENS_SIGN_IN_ADMINS", "grace@example.org")
    monkeypatch.setattr(sign_in, "is_set_up", lambda: True)
    monkeypatch.setattr(sign_in, "_providers", lambda: [None])

    def opened(user: dict[str, object] | None) -> AppTest:
        for module in (sign_in, reviewer):
            monkeypatch.setattr(module, "token", lambda: user)
        return open_app().run()

    return opened


@pytest.mark.parametrize("page", PAGES)
def test_who_is_not_signed_in_sees_the_button_alone(as_user: Callable[..., AppTest], page: str) -> None:
    app = as_user(None).switch_page(f"pages/{page}.py").run()
    assert [button.label for button in app.button] == ["Sign in"]
    assert [title.value for title in app.title] == ["Claimlens"]
    assert not app.text_input
    assert not app.text_area
    assert not app.caption


def test_a_page_is_shown_to_who_is_signed_in(as_user: Callable[..., AppTest]) -> None:
    app = as_user(ADA)
    assert "Signed in as ada@example.org, reviewer" in shown(app)
    assert [button.label for button in app.sidebar.button] == ["Sign out"]
    assert app.text_area


def test_who_is_on_no_list_is_told_so(as_user: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMLENS_SIGN_IN_REVIEWERS", "@elsewhere.org")
    app = as_user(ADA)
    assert "ada@example.org, who is not on the list of reviewers" in errors(app)[0]
    assert [button.label for button in app.button] == ["Sign out"]
    assert not app.text_area


def test_a_reviewer_has_no_buttons_of_an_admin(as_user: Callable[..., AppTest]) -> None:
    app = as_user(ADA).switch_page("pages/settings.py").run()
    assert "An admin changes and tests the settings." in shown(app)
    assert not {"save_settings", "model_test", "model_list"} & {button.key for button in app.button}
    admin = as_user(GRACE).switch_page("pages/settings.py").run()
    assert {"save_settings", "model_test", "model_list"} <= {button.key for button in admin.button}


def test_a_reviewer_imports_no_answers(as_user: Callable[..., AppTest]) -> None:
    app = as_user(ADA).switch_page("pages/queue.py").run()
    assert "A lead imports answers." in shown(app)
    assert not app.get("file_uploader")
    assert as_user(GRACE).switch_page("pages/queue.py").run().get("file_uploader")


def test_without_a_provider_everyone_may_do_everything_and_no_name_is_proved(app: AppTest) -> None:
    assert "decisions are marked as not authenticated" in app.sidebar.text_input[0].help
    assert "save_settings" in {button.key for button in app.switch_page("pages/settings.py").run().button}


def test_where_sign_in_is_required_and_not_set_up_no_one_comes_in(
    open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAIMLENS_SIGN_IN_REQUIRED", "true")
    app = open_app().run()
    assert "no identity provider is set up, so no one is let in" in errors(app)[0]
    assert not app.text_area
    assert not app.button


def test_secrets_that_cannot_be_read_let_no_one_in(
    open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "secrets.toml"
    broken.write_text("[auth\n", encoding="utf-8")
    monkeypatch.setattr(st, "get_option", lambda name: [str(broken)] if name == "secrets.files" else None)
    app = open_app().run()
    assert "secrets.toml cannot be read as TOML" in errors(app)[0]
    assert not app.text_area
