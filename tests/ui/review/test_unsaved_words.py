"""A note or a wording that was typed and not saved outlives its review's leaving the screen, and a reload."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from tests.makers.pages import open_tab, shown

OpenApp = Callable[[], AppTest]
NOTE, WORDING = "Ask Ana about this.", "The timeout is 60 seconds, says the settings page."


def key_of(app: AppTest, field: str) -> str:
    return next(area.key for area in app.text_area if area.key and area.key.startswith(f"{field}_"))


def field(app: AppTest, name: str) -> str:
    return app.text_area(key=key_of(app, name)).value


def selected(app: AppTest) -> str:
    return app.session_state["selection"].claim_id


def again(open_app: OpenApp, item_id: str) -> AppTest:
    """The review in another session, as a reload or a link in History brings it."""
    app = open_app()
    app.query_params["item"] = item_id
    return app.run()


@pytest.fixture
def typed(app: AppTest) -> AppTest:
    """A review with a note and a wording typed on the claim in view, which are not saved."""
    app.button(key="example_16_every_issue").click().run()
    app.text_area(key=key_of(app, "note")).set_value(NOTE).run()
    app.text_area(key=key_of(app, "edit")).set_value(WORDING).run()
    assert shown(app).count("Not saved yet") == 2
    return app


def test_what_was_typed_outlives_a_reload(typed: AppTest, open_app: OpenApp) -> None:
    reloaded = again(open_app, typed.query_params["item"])
    assert selected(reloaded) == selected(typed)
    assert (field(reloaded, "note"), field(reloaded, "edit")) == (NOTE, WORDING)
    assert shown(reloaded).count("Not saved yet") == 2
    assert [one.action for one in services.get_store().decisions(typed.query_params["item"])] == []


def test_a_claim_says_of_what_is_typed_on_another_and_leads_there(typed: AppTest, open_app: OpenApp) -> None:
    item_id, claim = typed.query_params["item"], selected(typed)
    open_tab(typed, "Revision").button(key="propose_revision").click().run()
    typed.button(key="take_rest").click().run()
    typed.button(key="check_revised").click().run()
    assert typed.query_params["item"] != item_id
    assert "Not saved yet" not in shown(typed)
    app = again(open_app, item_id)
    if selected(app) == claim:
        app.button(key="next_claim").click().run()
    assert "Not saved yet: your note on claim " in shown(app)
    assert "Not saved yet: your wording on claim " in shown(app)
    [way, *_] = [button for button in app.button if (button.key or "").startswith("unsaved_note_")]
    way.click().run()
    assert (selected(app), field(app, "note")) == (claim, NOTE)
    assert "Not saved yet: your note" not in shown(app)


def test_what_is_saved_or_cleared_is_no_longer_said_to_be_unsaved(typed: AppTest, open_app: OpenApp) -> None:
    typed.button(key="save_note").click().run()
    typed.text_area(key=key_of(typed, "edit")).set_value("").run()
    reloaded = again(open_app, typed.query_params["item"])
    assert "Not saved yet" not in shown(reloaded)
    assert field(reloaded, "note") == ""
    assert field(reloaded, "edit") == claim_text(reloaded)


def claim_text(app: AppTest) -> str:
    critique = app.session_state["review"].critique
    return next(claim.text for claim in critique.claims if claim.id == selected(app))


def test_another_reviewer_does_not_get_the_words(typed: AppTest, open_app: OpenApp) -> None:
    app = open_app().run()
    app.text_input(key="reviewer").set_value("Bob").run()
    app.query_params["item"] = typed.query_params["item"]
    app.run()
    assert "Not saved yet" not in shown(app)
    assert field(app, "note") == ""


def test_what_a_session_has_typed_itself_is_not_replaced(typed: AppTest, open_app: OpenApp) -> None:
    other = again(open_app, typed.query_params["item"])
    other.text_area(key=key_of(other, "note")).set_value("Mine.").run()
    typed.run()
    assert field(typed, "note") == NOTE
