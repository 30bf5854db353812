"""The reviewer's name outlives a reload in its own browser, and what a cookie holds is taken for hostile text."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some
from streamlit.testing.v1 import AppTest

from components import services
from components.frame.remembered_name import COOKIE, NAME_LENGTH, blind_cookie, signing_name
from components.state import keys
from critique_core.store import ReviewFilter
from tests.makers.pages import markup, shown
from tests.makers.queued_store import QUEUE, fill_queue, label_next
from tests.makers.rows import each_of

HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1))"
OpenApp = Callable[[], AppTest]


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The cookies of the browser that the next session comes from."""
    cookies: dict[str, str] = {}
    monkeypatch.setattr(type(st.context), "cookies", property(lambda _self: dict[str, str](cookies)))
    return cookies


def sent_to_browser(app: AppTest) -> Mapping[str, str]:
    """What the page has the browser remember of the name."""
    return next(memory for memory in memories(app) if memory["cookie"] == COOKIE)


def memories(app: AppTest) -> list[Mapping[str, str]]:
    """All that the page has the browser remember."""
    parts = [part.proto for part in app.get("bidi_component") if part.proto.component_name.endswith("reviewer")]
    return [json.loads(part.json) for part in parts]


def remember(app: AppTest, browser: dict[str, str]) -> None:
    """Do what the browser does with what the page sends it."""
    browser |= {memory["cookie"]: quote(memory["name"]) for memory in memories(app) if memory["name"]}


def blind(app: AppTest) -> bool:
    return app.toggle(key=keys.QUEUE_BLIND).value


def queue_of(open_app: OpenApp, reviewer: str) -> AppTest:
    """A session in which this reviewer opens the Queue."""
    app = open_app().run()
    app.text_input(key="reviewer").set_value(reviewer).run()
    return app.switch_page(QUEUE).run()


def test_blind_first_outlives_a_reload_for_the_reviewer_who_switched_it_on(
    open_app: OpenApp, browser: dict[str, str], tmp_path: Path
) -> None:
    bob = queue_of(open_app, "Bob")
    assert not blind(bob)
    fill_queue(tmp_path, 1)
    bob.toggle(key=keys.QUEUE_BLIND).set_value(True).run()
    remember(bob, browser)
    assert blind(queue_of(open_app, "Bob"))
    again = open_app().run().switch_page(QUEUE).run()
    assert again.text_input(key="reviewer").value == "Bob"
    assert blind(again)
    assert "probability of support" not in shown(label_next(again))
    assert not blind(queue_of(lambda: _forgetting_the_name(open_app, browser), "Cy"))


def _forgetting_the_name(open_app: OpenApp, browser: dict[str, str]) -> AppTest:
    del browser[COOKIE]
    return open_app()


def test_blind_first_goes_off_by_hand_only_and_then_for_good(open_app: OpenApp, browser: dict[str, str]) -> None:
    app = queue_of(open_app, "Bob")
    app.toggle(key=keys.QUEUE_BLIND).set_value(True).run()
    remember(app, browser)
    app.text_input(key="reviewer").set_value("Cy").run()
    assert blind(app), "another name does not bring the machine's word in view"
    browser[COOKIE] = "Bob"
    again = open_app().switch_page(QUEUE).run()
    assert blind(again)
    again.toggle(key=keys.QUEUE_BLIND).set_value(False).run()
    assert [memory["name"] for memory in memories(again) if memory["cookie"] == blind_cookie("Bob")] == [""]


def test_a_fresh_session_of_the_same_browser_signs_with_the_name_typed_before(
    open_app: OpenApp, browser: dict[str, str]
) -> None:
    first = open_app().run()
    first.text_input(key="reviewer").set_value("Grace Hopper").run()
    browser[COOKIE] = quote(sent_to_browser(first)["name"])
    after_reload = open_app().run()
    assert after_reload.text_input(key="reviewer").value == "Grace Hopper"
    after_reload.button(key="example_01_timeout_wrong").click().run()
    [row] = services.get_store().search(ReviewFilter()).rows
    after_reload.button(key="accept").click().run()
    assert [event.reviewer for event in services.get_store().decisions(row.item_id)] == ["Grace Hopper"]


def test_another_browser_knows_nothing_of_it_and_an_emptied_field_is_forgotten(
    open_app: OpenApp, browser: dict[str, str]
) -> None:
    open_app().run().text_input(key="reviewer").set_value("Grace").run()
    other = open_app().run()
    assert other.text_input(key="reviewer").value == ""
    browser[COOKIE] = "Grace"
    again = open_app().run()
    again.text_input(key="reviewer").set_value("").run()
    assert sent_to_browser(again)["name"] == ""
    assert sent_to_browser(again)["remembered"] == "Grace"


@pytest.mark.parametrize(
    ("cookie", "name"),
    [
        (quote(HOSTILE), HOSTILE),
        (quote("Ada\r\nSet-Cookie: a=b\x00\x1b[31m"), "Ada Set-Cookie: a=b[31m"),
        ("%ff%fe", ""),
        ("%ed%a0%80", ""),
        ("A" * 5000, ""),
        ("%20%20", ""),
        (quote("\u200b\u2060\ufeff\u00ad"), ""),
    ],
)  # fmt: skip
def test_what_a_cookie_holds_is_text_cut_and_cleaned(
    open_app: OpenApp, browser: dict[str, str], cookie: str, name: str
) -> None:
    browser[COOKIE] = cookie
    app = open_app().run()
    assert app.text_input(key="reviewer").value == name
    app.button(key="example_01_timeout_wrong").click().run()
    app.button(key="accept").click().run()
    assert (name or "Ada") in shown(app)
    assert markup(app) == set()
    assert not app.exception


@given(some.text(some.characters(exclude_categories=()), max_size=300))
def test_a_cleaned_name_is_one_line_without_controls_and_stays_as_it_is(text: str) -> None:
    name = signing_name(text)
    assert len(name) <= NAME_LENGTH
    assert name == name.strip()
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in name)
    assert signing_name(name) == name
    name.encode()  # no half of a character


@each_of(
    ("typed", "signs"),
    [
        ("Ada\u200b", "Ada"),
        ("Ad\u200da", "Ada"),
        ("\u202eAda\u2066", "Ada"),
        ("\u200b\u200d\u2060", ""),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("ශ්\u200b\u200d\u200dරී", "ශ්\u200dරී"),
        ("ශ්\u200d", "ශ්"),
        ("ක" * (NAME_LENGTH - 2) + "්\u200dර", "ක" * (NAME_LENGTH - 2) + "්"),
    ],
)
def test_names_that_look_alike_sign_alike_and_a_joiner_stays_where_a_script_needs_it(typed: str, signs: str) -> None:
    assert signing_name(typed) == signs
    assert signing_name(signs) == signs
