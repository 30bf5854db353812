"""The app for people of each role; the provider's word is put in its place here, and real in tests/browser."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import services
from components.frame import reviewer, sign_in
from components.library import add
from tests.makers.labelled_store import fill
from tests.makers.pages import errors, shown
from tests.makers.places import ROOT

PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
VERIFIED = {"is_logged_in": True, "email_verified": True}
GRACE = {**VERIFIED, "sub": "g-1", "email": "grace@example.org"}  # an admin
LEA = {**VERIFIED, "sub": "l-1", "email": "lea@example.org"}  # a lead
ADA = {**VERIFIED, "sub": "a-1", "email": "ada@example.org"}


@pytest.fixture
def as_user(
    open_app: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch
) -> Callable[[dict[str, object] | None], AppTest]:
    """The app as the person sees it whose token has these claims, or one who is not signed in."""
    monkeypatch.setenv("CLAIMLENS_SIGN_IN_ADMINS", "grace@example.org")
    monkeypatch.setenv("CLAIMLENS_SIGN_IN_LEADS", "lea@example.org")
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


@pytest.mark.parametrize(
    ("page", "key", "roles"),
    [
        ("settings", "save_settings", "admin"),
        ("settings", "model_test", "admin"),
        ("library", "add_folder", "admin"),
        ("history", "delete_", "lead admin"),
        ("tuning", "save_profile", "lead admin"),
        ("tuning", "activate_", "lead admin"),
        ("tuning", "delete_", "lead admin"),
        ("tuning", "download_", "reviewer lead admin"),
        ("history", "open_", "reviewer lead admin"),
    ],
)
def test_each_role_has_the_buttons_of_what_it_may_do(
    as_user: Callable[..., AppTest], tmp_path: Path, page: str, key: str, roles: str
) -> None:
    with_button: list[str] = []
    for role, user in (("reviewer", ADA), ("lead", LEA), ("admin", GRACE)):
        app = as_user(user)
        if role == "reviewer":
            fill(tmp_path / "reviews.db", 4, services.get_verifier().spec)
            services.get_store().save_profile("kept", "{}", who="lea@example.org")
        app.switch_page(f"pages/{page}.py").run()
        keys = [str(one.key) for kind in ("button", "download_button") for one in app.get(kind)]
        if any(one.startswith(key) for one in keys):
            with_button.append(role)
    assert with_button == roles.split()


def test_only_a_lead_replaces_a_document_that_is_there(
    as_user: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    as_user(ADA)
    library = tmp_path / "lib" / "library.sqlite3"
    kept = library.with_name("library-files")
    kept.mkdir(parents=True)
    (kept / "handbook.txt").write_text("The timeout is 60 seconds.", encoding="utf-8")
    begun: list[str] = []
    monkeypatch.setattr(add, "_begin", lambda place, what, work: begun.append(what))
    monkeypatch.setattr(add.inputs, "uploaded", lambda: [SimpleNamespace(name="handbook.txt", getvalue=lambda: b"7")])
    said: list[tuple[str, ...]] = []
    monkeypatch.setattr(add.inputs, "set_faults", lambda place, told: said.append(told))
    add._add_files()
    assert begun == []
    assert "handbook.txt. A lead replaces documents" in said[0][0]
    monkeypatch.setattr(sign_in, "token", lambda: LEA)
    add._add_files()
    assert begun == ["1 file"]


def test_what_a_signed_in_person_takes_back_is_authenticated_too(as_user: Callable[..., AppTest]) -> None:
    app = as_user(ADA)
    app.button(key="example_01_timeout_wrong").click().run()
    app.button(key="accept").click().run()
    app.button(key="undo").click().run()
    events = services.get_store().decisions(str(app.query_params["item"]))
    assert [(one.action, one.reviewer, one.authenticated) for one in events] == [
        ("accept", "ada@example.org", True), ("undo", "ada@example.org", True),
    ]  # fmt: skip


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
