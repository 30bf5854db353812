"""The Break it live page: a change turns a verdict, Undo turns it back, nothing is saved; the battery of errors."""

import gc
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.state import keys
from components.state.breaking import Trial
from components.words.trial import places
from critique_core.examples import load_examples
from critique_core.metrics import injection
from critique_core.store import ReviewFilter
from tests.makers.pages import shown

PAGE = "pages/break_it.py"
LEAFLET = next(example for example in load_examples() if example.name == "08_medicine_leaflet")


@pytest.fixture
def page(app: AppTest) -> AppTest:
    app.switch_page(PAGE).run()
    app.selectbox(key=keys.TRIAL_EXAMPLE).set_value(LEAFLET.title).run()
    assert not app.exception
    return app


def breaking_of(page: AppTest) -> Trial:
    return page.session_state["trial"]


def choose(page: AppTest, old: str, new: str, serial: int) -> AppTest:
    """What the screen sends when a change is chosen there."""
    place = next(p for p in places(None, LEAFLET.request.draft) if p.old == old)
    change = {"serial": serial, "source": None, "start": place.start, "old": old, "new": new}
    page.session_state[keys.TRIAL] = {"change": change}
    return page.run()


def test_a_change_turns_its_claim_and_undo_turns_it_back(page: AppTest) -> None:
    assert "Click any framed word" in shown(page)
    choose(page, "200", "400", 1)
    assert "Claim 1 is ≠ contradicted. Confidence" in shown(page)
    page.button(key="trial_undo").click().run()
    assert "Click any framed word" in shown(page)


def again(open_app: Callable[[], AppTest], address: Mapping[str, Any]) -> AppTest:
    """The page in another session, as a reload brings it."""
    app = open_app()
    for name, value in address.items():
        app.query_params[name] = value
    return app.switch_page(PAGE).run()


def test_the_changes_outlive_a_reload_and_each_can_be_undone(open_app: Callable[[], AppTest], page: AppTest) -> None:
    choose(choose(page, "200", "400", 1), "1,600", "1,200", 2)
    reloaded = again(open_app, page.query_params)
    assert breaking_of(reloaded).changes == breaking_of(page).changes
    assert breaking_of(reloaded).name == LEAFLET.title
    assert "200" in {change.old for change in breaking_of(reloaded.button(key="trial_undo").click().run()).changes}
    reloaded.button(key="trial_undo").click().run()
    assert "Click any framed word" in shown(reloaded)
    assert "changes" not in reloaded.query_params


def test_the_review_that_was_open_is_broken_again_after_a_reload(open_app: Callable[[], AppTest], app: AppTest) -> None:
    app.button(key="example_08_medicine_leaflet").click().run()
    page = choose(app.switch_page(PAGE).run(), "200", "400", 1)
    reloaded = again(open_app, page.query_params)
    assert (breaking_of(reloaded).name, len(breaking_of(reloaded).changes)) == ("The review that is open", 1)


@pytest.mark.parametrize("changes", ["no JSON", '[{"source": null, "start": 3, "old": "x", "new": "y"}]'])
def test_an_address_with_changes_that_do_not_fit_changes_nothing(open_app: Callable[[], AppTest], changes: str) -> None:
    page = again(open_app, {"texts": LEAFLET.title, "changes": changes})
    assert not page.exception
    assert (breaking_of(page).name, breaking_of(page).changes) == (LEAFLET.title, ())


def test_what_was_loaded_is_not_collected_after_each_change(app: AppTest) -> None:
    gc.unfreeze()
    app.switch_page(PAGE).run()
    assert gc.get_freeze_count() > 0


def test_own_words_are_taken_and_a_place_that_is_not_there_is_not(page: AppTest) -> None:
    choose(page, "200", "a thousand", 1)
    assert "Claim 1 is" in shown(page)
    page.session_state[keys.TRIAL] = {"change": {"serial": 9, "source": "gone", "start": 0, "old": "x", "new": "y"}}
    page.run()
    page.session_state[keys.TRIAL] = {"change": {"serial": "9", "source": None}}
    page.run()
    assert not page.exception
    trial = breaking_of(page)
    assert [(change.old, change.new) for change in trial.changes] == [("200", "a thousand")]


def test_a_change_is_not_made_again_when_its_text_comes_back(page: AppTest) -> None:
    choose(page, "200", "400", 1)
    page.selectbox(key=keys.TRIAL_EXAMPLE).set_value("Returns policy").run()
    page.session_state[keys.TRIAL] = {"change": dict(page.session_state[keys.TRIAL]["change"])}
    page.selectbox(key=keys.TRIAL_EXAMPLE).set_value(LEAFLET.title).run()
    assert breaking_of(page).changes == ()


def test_a_surprise_changes_one_word_and_all_is_put_back(page: AppTest) -> None:
    page.button(key="surprise").click().run()
    assert "Click any framed word" not in shown(page)
    page.button(key="surprise").click().run()
    page.button(key="trial_reset").click().run()
    assert "Click any framed word" in shown(page)


def test_nothing_is_saved_and_the_texts_can_be_reviewed(page: AppTest) -> None:
    choose(page, "200", "400", 1)
    assert services.get_store().search(ReviewFilter()).total == 0
    page.button(key="review_trial").click().run()
    [review] = services.get_store().search(ReviewFilter()).rows
    stored = services.get_store().latest_critique(review.item_id)
    assert stored is not None
    assert stored.request.draft == LEAFLET.request.draft.replace("200 mg", "400 mg", 1)
    assert stored.request.options == LEAFLET.request.options, "a trial's own are for the trial"


def test_the_review_that_is_open_can_be_broken(app: AppTest) -> None:
    app.button(key="example_07_restaurant_record").click().run()
    app.switch_page(PAGE).run()
    assert app.selectbox(key=keys.TRIAL_EXAMPLE).value == "The review that is open"


def test_the_battery_says_what_the_command_says(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    one = injection.shipped()[:2]
    monkeypatch.setattr(injection, "shipped", lambda: one)
    app.session_state["break_it_tab"] = "Error battery"
    app.switch_page(PAGE).run()
    app.number_input(key=keys.BATTERY_SIZE).set_value(2).run()
    app.button(key="run_battery").click().run()
    battery = injection.run(one, services.get_verifier(), per_kind=2, profile=services.get_critic().profile)
    made, caught = sum(k.made for k in battery.kinds), sum(k.caught for k in battery.kinds)
    assert made
    assert f"{caught} of {made} errors noticed" in shown(app)
    assert not app.exception


def test_the_battery_runs_any_verifier_that_can_be_compared(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    one = injection.shipped()[:2]
    monkeypatch.setattr(injection, "shipped", lambda: one)
    app.session_state["break_it_tab"] = "Error battery"
    app.switch_page(PAGE).run()
    app.selectbox(key="battery_verifier").set_value("words").run()
    app.button(key="run_battery").click().run()
    assert "Word overlap, seed 0" in shown(app)
    assert "**0 of" in shown(app)
    assert not app.exception
