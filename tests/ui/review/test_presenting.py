"""A review as a presentation: asked for by the address or a button, left at a claim, never for what is hidden."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.review import presenting, revising
from components.state import inputs, keys
from critique_core.examples import load_examples
from tests.makers.pages import errors, open_tab, shown

OpenApp = Callable[[], AppTest]


@pytest.fixture
def presented(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The slides of each presentation that was drawn, oldest first."""
    drawn: list[dict[str, Any]] = []
    draw = presenting.present
    monkeypatch.setattr(
        presenting, "present", lambda content, key: (drawn.append(json.loads(content)), draw(content, key=key))
    )
    return drawn


def at(open_app: OpenApp, **address: str) -> AppTest:
    app = open_app()
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def leave(app: AppTest, monkeypatch: pytest.MonkeyPatch, claim: object) -> AppTest:
    """The browser says that the presentation is left, as it does for Escape."""
    with monkeypatch.context() as patch:
        chosen = inputs.chosen
        sent = {"left": {"claim": claim}}
        patch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.PRESENTER else chosen(key, kind))
        return app.run()


def selected(app: AppTest) -> str:
    return app.session_state["selection"].claim_id


def test_an_example_is_checked_and_presented_by_its_name_in_the_address(
    open_app: OpenApp, presented: list[dict[str, Any]]
) -> None:
    app = at(open_app, example="07_restaurant_record", present="1")
    assert not app.exception
    assert errors(app) == []
    [slides] = presented
    assert slides["opening"]["question"] == "Write a short overview of the restaurant."
    assert slides["opening"]["verdict"].split(":")[0] in ("Send", "Fix", "Block")
    assert "item" in app.query_params
    assert "example" not in app.query_params
    assert not app.header, "nothing of the review is drawn"
    assert "stSidebar" in "".join(part.proto.body for part in app.get("html")), "and nothing of the frame"


def test_an_example_is_opened_by_its_name_without_presenting_it(open_app: OpenApp) -> None:
    app = at(open_app, example="01_timeout_wrong")
    assert "Block: 1 of 1 claim is contradicted" in shown(app)


def test_an_example_that_does_not_exist_is_named_with_those_that_do(
    open_app: OpenApp, presented: list[dict[str, Any]]
) -> None:
    app = at(open_app, example="99_[nothing](x)", present="1")
    [message] = errors(app)
    assert "99_[nothing](x)" in message
    assert all(example.name in message for example in load_examples())
    assert presented == []
    assert app.title[0].value == "Claimlens"
    assert app.query_params == {}


def test_an_address_that_names_a_review_too_opens_the_review(app: AppTest, open_app: OpenApp) -> None:
    app.button(key="example_02_timeout_right").click().run()
    again = at(open_app, item=app.query_params["item"], example="01_timeout_wrong")
    assert "Send: the claim is supported" in shown(again)


def test_it_is_left_at_the_claim_in_view_and_taken_up_there(
    open_app: OpenApp, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = at(open_app, example="07_restaurant_record", present="1", claim="4", hide="1", kept="a")
    claims = [claim["id"] for claim in presented[0]["map"]["claims"]]
    assert selected(app) != claims[3]
    leave(app, monkeypatch, claims[3])
    assert not app.exception
    assert {"present", "claim", "hide"}.isdisjoint(app.query_params)
    assert selected(app) == claims[3]
    assert "Claim 4 of 8" in shown(app)
    app.button(key="present").click().run()
    assert len(presented) == 2
    assert (app.query_params["present"], app.query_params["claim"]) == ("1", "4")


def test_it_begins_at_the_first_slide_when_another_claim_is_selected(
    open_app: OpenApp, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = at(open_app, example="07_restaurant_record", present="1")
    leave(app, monkeypatch, presented[0]["map"]["claims"][3]["id"])
    app.button(key="next_claim").click().run()
    app.button(key="present").click().run()
    assert "claim" not in app.query_params


@pytest.mark.parametrize("claim", ["no claim", 7, None, {"a": 1}])
def test_whatever_else_the_browser_says_selects_nothing(
    open_app: OpenApp, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, claim: object
) -> None:
    app = at(open_app, example="07_restaurant_record", present="1")
    before = selected(app)
    leave(app, monkeypatch, claim)
    assert not app.exception
    assert selected(app) == before
    assert "present" not in app.query_params
    assert app.header


def test_nothing_can_be_decided_there(
    open_app: OpenApp, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = at(open_app, example="01_timeout_wrong", present="1")
    claim = presented[0]["map"]["claims"][0]["id"]
    event = {"serial": 1, "kind": "accept", "claim": claim, "status": None}
    sent = {"outbox": {"mount": "a presentation", "events": [event]}}
    chosen = inputs.chosen
    monkeypatch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.PRESENTER else chosen(key, kind))
    app.run()
    assert not app.button
    assert services.get_store().decisions(app.query_params["item"]) == ()


def test_an_answer_whose_verdicts_are_hidden_is_not_presented(
    app: AppTest, open_app: OpenApp, presented: list[dict[str, Any]]
) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    blind = at(open_app, item=app.query_params["item"], label='{"blind": true}', present="1")
    assert presented == []
    assert "once you have submitted it" in " ".join(errors(blind))
    assert "present" not in blind.query_params
    assert "contradicted" not in shown(blind).split("once you have submitted it")[0]


def test_the_last_slide_is_the_answer_with_all_that_is_proposed(
    open_app: OpenApp, presented: list[dict[str, Any]]
) -> None:
    at(open_app, example="01_timeout_wrong", present="1")
    closing = presented[0]["closing"]
    assert closing["pieces"] == [["same", "The timeout is "], ["gone", "30"], ["new", "60"], ["same", " seconds."]]
    assert int(closing["before"].rstrip("%")) < int(closing["after"].rstrip("%"))
    assert closing["note"] == "1 correction proposed from the sources; no one has taken any yet."


def test_once_a_fix_is_taken_the_last_slide_is_the_answer_with_the_fixes_taken(
    app: AppTest, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    claim = app.session_state["review"].critique.claims[0].id
    event = {"serial": 1, "kind": "fix", "claim": claim, "status": None}
    with monkeypatch.context() as patch:
        sent = {"outbox": {"mount": "before a presentation", "events": [event]}}
        patch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.CLAIM_MAP else None)
        app.run()
    app.button(key="present").click().run()
    assert presented[0]["closing"]["note"] == "1 of 1 fix taken"
    assert presented[0]["closing"]["after"]


def test_a_language_model_is_not_asked_for_the_number_of_what_no_one_has_taken(
    app: AppTest, presented: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    settings = services.get_settings().model_copy(update={"verifier": "llm"})
    monkeypatch.setattr(services, "get_settings", lambda: settings)
    asked: list[object] = []
    effect_of = revising.effect_of
    monkeypatch.setattr(revising, "effect_of", lambda *given: (asked.append(given), effect_of(*given))[1])
    app.button(key="present").click().run()
    assert asked == []
    closing = presented[0]["closing"]
    assert (closing["before"], closing["after"]) == ("", "")
    assert ["new", "60"] in closing["pieces"]


@pytest.mark.parametrize("name", ["02_timeout_right", "14_refusal", "15_no_sources"])
def test_without_a_correction_there_is_no_last_slide(
    open_app: OpenApp, presented: list[dict[str, Any]], name: str
) -> None:
    app = at(open_app, example=name, present="1")
    assert not app.exception
    assert presented[0]["closing"] is None
    told = presented[0]["opening"]["detail"]
    assert told == "" if name != "02_timeout_right" else "gate at" in told


def test_a_change_that_a_person_left_is_not_in_the_corrected_answer(
    app: AppTest, presented: list[dict[str, Any]]
) -> None:
    app.button(key="example_16_every_issue").click().run()
    open_tab(app, "Revision").button(key="propose_revision").click().run()
    hunks = app.session_state["review"].critique.revisions[0].hunks
    app.button(key="leave_1").click().run()
    app.button(key="present").click().run()
    closing = presented[0]["closing"]
    draft = app.session_state["review"].critique.request.draft.rstrip()
    assert "".join(text for kind, text in closing["pieces"] if kind != "new") == draft
    corrected = "".join(text for kind, text in closing["pieces"] if kind != "gone")
    assert draft[: hunks[1].start] in corrected, "the words of the first change are the draft's own"
    assert f"{len(hunks) - 1} corrections proposed" in closing["note"]
