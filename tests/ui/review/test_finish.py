"""The end of a review: the rest is right, the verdict on the whole answer, and what comes next."""

from streamlit.testing.v1 import AppTest

from components import services
from critique_core.labels.answer_label import said_of_answer
from critique_core.models import Decision
from tests.makers.pages import REVIEWER, shown


def open_example(app: AppTest, name: str) -> AppTest:
    return app.button(key=f"example_{name}").click().run()


def events(app: AppTest) -> tuple[Decision, ...]:
    return services.get_store().decisions(str(app.query_params["item"]))


def keys_of(app: AppTest) -> set[str]:
    return {button.key for button in app.button if button.key}


def test_the_rest_is_right_is_one_event_with_what_was_in_view(app: AppTest) -> None:
    open_example(app, "02_timeout_right")
    app.button(key="confirm_rest").click().run()
    [event] = events(app)
    assert (event.action, event.reviewer, event.claim_id) == ("confirm", REVIEWER, None)
    assert [(one.shown.status, one.shown.probability is not None) for one in event.confirmed or ()] == [
        ("supported", True)
    ]
    assert "confirm_rest" not in keys_of(app)
    app.button(key="undo").click().run()
    assert "confirm_rest" in keys_of(app)


def test_claims_in_doubt_are_not_confirmed_with_the_rest(app: AppTest) -> None:
    open_example(app, "01_timeout_wrong")
    assert "confirm_rest" not in keys_of(app)
    assert not app.exception


def test_the_verdict_on_the_answer_is_offered_when_all_is_decided_and_kept_as_an_event(app: AppTest) -> None:
    open_example(app, "01_timeout_wrong")
    assert "answer_reject" not in keys_of(app)
    app.button(key="accept").click().run()
    app.button(key="answer_reject").click().run()
    app.button(key="answer_reject").click().run()
    assert [(one.action, one.answer) for one in events(app)] == [("accept", None), ("answer", "reject")]
    assert f"{REVIEWER}: Block" in shown(app)
    app.button(key="answer_retry").click().run()
    assert [one.answer for one in said_of_answer(events(app))] == ["retry"]
    app.button(key="undo").click().run()
    assert [one.answer for one in said_of_answer(events(app))] == ["reject"]
    app.switch_page("pages/history.py").run()
    assert f"The whole answer: Block, {REVIEWER}" in shown(app)


def test_what_was_found_wrong_and_stays_in_the_answer_is_named_and_can_be_left_out(app: AppTest) -> None:
    open_example(app, "08_medicine_leaflet")
    app.button(key="confirm_rest").click().run()
    app.button(key="accept").click().run()
    app.button(key="next_in_doubt").click().run()
    app.button(key="accept").click().run()
    assert "Lacking support and still in the answer: claims 2, 4." in shown(app)
    app.button(key="finish_leave_out").click().run()
    assert "Lacking support and still in the answer: claim 2." in shown(app)
    taken = [one for one in events(app) if one.action == "hunk_accept"]
    assert [(one.text or "").strip() for one in taken] == [""]


def decide_all(app: AppTest) -> None:
    """Call every verdict of the machine right."""
    while "next_in_doubt" in keys_of(app):
        app.button(key="next_in_doubt").click().run()
        app.button(key="accept").click().run()
    if "confirm_rest" in keys_of(app):
        app.button(key="confirm_rest").click().run()


def test_an_answer_with_what_was_found_wrong_is_sent_with_a_second_press_only(app: AppTest) -> None:
    open_example(app, "08_medicine_leaflet")
    decide_all(app)
    assert "finish_send_anyway" not in keys_of(app)
    app.button(key="answer_accept").click().run()
    assert said_of_answer(events(app)) == ()
    assert "Not sent. Lacking support and still in the answer" in shown(app)
    app.button(key="finish_send_anyway").click().run()
    assert [one.answer for one in said_of_answer(events(app))] == ["accept"]
    assert "finish_send_anyway" not in keys_of(app)


def test_another_verdict_takes_the_wish_to_send_back(app: AppTest) -> None:
    open_example(app, "01_timeout_wrong")
    decide_all(app)
    app.button(key="answer_accept").click().run()
    app.button(key="answer_reject").click().run()
    assert [one.answer for one in said_of_answer(events(app))] == ["reject"]
    assert "finish_send_anyway" not in keys_of(app)


def test_an_answer_that_holds_nothing_wrong_is_sent_at_once(app: AppTest) -> None:
    open_example(app, "02_timeout_right")
    decide_all(app)
    app.button(key="answer_accept").click().run()
    assert [one.answer for one in said_of_answer(events(app))] == ["accept"]


def test_a_verdict_called_wrong_is_no_claim_found_wrong(app: AppTest) -> None:
    open_example(app, "01_timeout_wrong")
    app.button(key="reject").click().run()
    assert "answer_accept" in keys_of(app)
    assert "Lacking support and still in the answer" not in shown(app)


def test_only_what_was_said_of_a_claim_looks_chosen(app: AppTest) -> None:
    open_example(app, "01_timeout_wrong")
    looks = {key: app.button(key=key).proto.type for key in ("accept", "reject", "relabel_contradicted")}
    assert set(looks.values()) == {"secondary"}
    app.button(key="accept").click().run()
    assert app.button(key="accept").proto.type == "primary"
    assert app.button(key="reject").proto.type == "secondary"
    app.button(key="relabel_supported").click().run()
    assert app.button(key="relabel_supported").proto.type == "primary"
    assert app.button(key="accept").proto.type == "secondary"
