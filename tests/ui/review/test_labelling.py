"""Labelling on the Review page: submit, pass over, flag, go back, blind first, guidelines, conflicts, haste."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pandas import DataFrame
from streamlit.testing.v1 import AppTest

from components import services
from components.review import decisions
from components.review.labelling.guidelines import guidelines_html
from components.review.labelling.task import blinded
from components.review.labelling.words import HASTY_SECONDS, hasty_words
from components.state import inputs, keys
from components.words.review import status_words
from critique_core.batch.importing import import_file, verify_waiting
from critique_core.labels.fold import fold, person_says
from critique_core.models import Action, parse_decision
from tests.makers.pages import shown
from tests.makers.queued_store import QUEUE, fill_queue, follow, item, label_next, own, press, toasts

OpenApp = Callable[[], AppTest]
MACHINE = ("probability of support", "Confidence", "Judged by", "high severity")


@pytest.fixture
def queue(app: AppTest, tmp_path: Path) -> AppTest:
    fill_queue(tmp_path, 3)
    return app.switch_page(QUEUE).run()


def on_screen(app: AppTest) -> str:
    return app.query_params["item"]


def blind(app: AppTest) -> AppTest:
    app.toggle(key=keys.QUEUE_BLIND).set_value(True).run()
    return label_next(app)


def as_bob(open_app: OpenApp, item_id: str) -> AppTest:
    """Another reviewer opens an answer by its link."""
    app = open_app().run()
    app.text_input(key="reviewer").set_value("Bob").run()
    app.query_params["item"] = item_id
    return app.run()


def test_the_answer_is_the_reviewers_until_it_is_submitted_and_the_next_one_comes(queue: AppTest) -> None:
    app = label_next(queue)
    first = on_screen(app)
    held = services.get_store().item(first)
    assert held is not None
    assert held.assignee == "Ada"
    press(app, "relabel_supported")
    press(app, "next_claim")
    press(app, "accept")
    press(app, "label_submit")
    assert on_screen(app) != first
    done = services.get_store().item(first)
    assert done is not None
    assert (done.state, done.assignee) == ("submitted", None)
    assert str(app.get("progress")[0].proto.text) == "1 of 3 submitted by you"


def test_one_button_submits_and_stands_in_the_row_that_ends_the_review_once_there_is_one(queue: AppTest) -> None:
    def way_on() -> list[str]:
        return [button.label for button in app.button if button.label.startswith(("Submit", "Next answer"))]

    app = label_next(queue)
    first = on_screen(app)
    assert way_on() == ["Submit"]
    press(app, "relabel_supported")
    press(app, "next_claim")
    press(app, "accept")
    assert way_on() == ["Submit"]
    drawn = [button.key for button in app.button]
    assert drawn.index("label_submit") > drawn.index("answer_reject")
    press(app, "label_submit")
    app.query_params["item"] = first
    app.run()
    assert way_on() == ["Next answer"]


def test_the_claim_selected_first_is_one_that_can_be_checked(app: AppTest, tmp_path: Path) -> None:
    draft = "Sure! Gateway 2 times out after 60 seconds. Gateway 2 was built in 1999."
    source = "Gateway 2 times out after 60 seconds. Gateway 2 was built in 1999."
    row = {"query": "When?", "draft": draft, "sources": [{"id": "1", "content": source}]}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    import_file(services.get_store(), path, who="Ada", form="rows")
    verify_waiting(services.get_store(), services.get_critic())
    label_next(app.switch_page(QUEUE).run())
    critique = services.get_store().latest_critique(item(1).id)
    assert critique is not None
    statuses = [claim.status for claim in sorted(critique.claims, key=lambda claim: claim.start)]
    assert statuses == ["not_checkable", "supported", "supported"]
    press(app, "accept")
    [decision] = own(item(1).id)
    [accepted] = [claim for claim in critique.claims if claim.id == decision.claim_id]
    assert accepted.text == "Gateway 2 times out after 60 seconds."


def test_claims_in_doubt_without_a_label_are_told_once_and_then_submitted(queue: AppTest) -> None:
    app = press(queue, f"label_{item(1).id}")
    app = follow(app)
    press(app, "label_submit")
    assert toasts(app) == ["2 claims have no label. Press s again to submit."]
    assert own(item(1).id) == []
    press(app, "label_submit")
    assert [event.action for event in own(item(1).id)] == ["submit"]


def take_fix(app: AppTest, claim_id: str) -> AppTest:
    """What the map sends for Enter."""
    sent = {"outbox": {"mount": f"in {id(app)}", "events": [{"serial": 1, "kind": "fix", "claim": claim_id}]}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.CLAIM_MAP else None)
        return app.run()


def test_a_fix_taken_in_the_queue_is_a_label_that_undo_takes_back_after_the_fix(queue: AppTest) -> None:
    app = follow(press(queue, f"label_{item(1).id}"))
    critique = app.session_state["review"].critique
    doubted = next(claim for claim in critique.claims if claim.status == "contradicted")
    take_fix(app, doubted.id)
    written = [(event.action, event.claim_id, event.shown and event.shown.status) for event in own(item(1).id)]
    assert written == [("accept", doubted.id, "contradicted"), ("hunk_accept", doubted.id, None)]
    for left in (["contradicted"], []):
        press(app, "undo")
        labels = fold(critique, services.get_store().decisions(item(1).id))
        assert [person_says(one) for one in labels if one.decision] == left


def test_a_fix_leaves_what_the_reviewer_has_said_of_its_claim(queue: AppTest) -> None:
    app = follow(press(queue, f"label_{item(1).id}"))
    claim_id = app.session_state["selection"].claim_id
    press(app, "relabel_unsupported")
    take_fix(app, claim_id)
    assert [event.action for event in own(item(1).id)] == ["relabel", "hunk_accept"]


def test_undo_on_an_untouched_answer_takes_back_the_submission_before_it(queue: AppTest) -> None:
    app = label_next(queue)
    first = on_screen(app)
    press(app, "accept")
    press(app, "label_submit")
    assert on_screen(app) != first
    press(app, "undo")
    assert on_screen(app) == first
    back = services.get_store().item(first)
    assert back is not None
    assert (back.state, back.assignee) == ("draft", "Ada")
    press(app, "undo")
    assert [event.action for event in own(first)] == ["accept", "submit", "undo", "undo"]


def test_a_passed_over_answer_comes_after_the_others(queue: AppTest) -> None:
    app = label_next(queue)
    passed = [on_screen(app)]
    for _ in range(2):
        press(app, "label_skip")
        passed.append(on_screen(app))
    assert len(set(passed)) == 3
    press(app, "label_skip")
    assert on_screen(app) == passed[0]


def test_a_flag_is_set_and_taken_off_by_the_one_who_set_it(queue: AppTest, open_app: OpenApp) -> None:
    app = label_next(queue)
    flagged = on_screen(app)
    press(app, "label_flag")
    assert services.get_store().item(flagged).flagged  # pyright: ignore[reportOptionalMemberAccess]
    bob = as_bob(open_app, flagged)
    press(bob, "label_flag")
    assert "Somebody else has flagged this answer" in toasts(bob)[0]
    press(app, "label_flag")
    assert not services.get_store().item(flagged).flagged  # pyright: ignore[reportOptionalMemberAccess]


def test_two_reviewers_are_never_given_the_same_answer_and_are_told_who_has_one(
    queue: AppTest, open_app: OpenApp
) -> None:
    ada = label_next(queue)
    bob = as_bob(open_app, on_screen(ada))
    assert any("Ada has this answer in hand until" in str(box.value) for box in bob.warning)
    press(bob, "label_skip")
    assert on_screen(bob) != on_screen(ada)


def test_blind_mode_shows_nothing_of_the_machine_and_takes_statuses_only(queue: AppTest) -> None:
    app = blind(queue)
    words = shown(app)
    assert not [word for word in MACHINE if word in words]
    assert "What the machine found is shown once you have submitted" in words
    buttons = {button.key for button in app.button}
    assert not buttons & {"accept", "reject", "next_in_doubt", "find_more"}
    assert len(app.get("plotly_chart")) == 0
    press(app, "relabel_unsupported")
    assert [(event.status, event.shown) for event in own(on_screen(app))] == [("unsupported", None)]


@pytest.mark.parametrize("action", ["accept", "reject"])
def test_what_is_not_in_view_cannot_be_accepted_by_a_message_from_the_page(
    action: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    claim = SimpleNamespace(id="c1", start=0, end=5)
    current = SimpleNamespace(
        item_id="item", blind=True, in_order=(claim,), reviewed=(), critique=SimpleNamespace(id="critique")
    )
    monkeypatch.setattr(decisions, "read_open", lambda: current)
    monkeypatch.setattr(decisions, "append", lambda *given, **_: written.append(given))
    decisions.decide(action, "c1")
    assert not written


def claim_list(app: AppTest) -> DataFrame:
    return next(table.value for table in app.dataframe if "Machine" in table.value).set_index("#")


def test_after_the_reveal_the_list_has_the_machines_word_beside_ones_own_and_a_first_label_is_no_correction(
    queue: AppTest,
) -> None:
    app = blind(queue)
    press(app, "relabel_unsupported")
    press(app, "next_claim")
    press(app, "relabel_supported")
    press(app, "label_submit")
    machine = services.get_store().latest_critique(on_screen(app))
    assert machine is not None
    claims = claim_list(app).sort_index()
    assert claims["Label"].to_list() == ["○ unsupported", "● supported"]
    assert claims["Machine"].to_list() == [status_words(claim.status) for claim in machine.claims]
    assert claims["Decision"].to_list() == ["Labelled: differs", "Labelled"]
    columns = json.loads(next(table for table in app.dataframe if "Machine" in table.value).proto.columns)
    widths = {name: column.get("width") for name, column in columns.items() if name != "_index"}
    assert None not in widths.values()
    assert widths.keys() == set(claims.reset_index().columns)
    assert sum(widths.values()) <= 950, "what the page has for them at 1280 pixels"
    assert "Labelled · ● supported" in shown(app).replace("**", "")
    press(app, "relabel_contradicted")
    assert claim_list(app).loc[2, "Decision"] == "Relabelled: differs"


def test_before_anybody_has_labelled_the_list_has_the_machines_word_alone(queue: AppTest) -> None:
    assert "Label" not in claim_list(label_next(queue)).columns


def test_a_blind_claim_carries_nothing_that_the_machine_found(queue: AppTest) -> None:
    critique = services.get_store().latest_critique(item(1).id)
    assert critique is not None
    assert any(claim.verdict for claim in critique.claims)
    for one in blinded(fold(critique, ())):
        hidden = (one.status, one.claim.status, one.claim.probability, one.claim.verdict, one.claim.why)
        assert hidden == ("unverified", "unverified", None, None, None)
        assert (one.claim.kind, one.claim.disputed) == ("fact", False)


def test_a_submitted_blind_answer_is_revealed_and_both_labels_are_kept(queue: AppTest) -> None:
    app = blind(queue)
    answer = on_screen(app)
    press(app, "relabel_unsupported")
    press(app, "next_claim")
    press(app, "relabel_supported")
    press(app, "label_submit")
    assert toasts(app) == ["Submitted. Enter opens the next answer."], "longer ones are cut"
    assert on_screen(app) == answer
    assert "Labelled blind:" in shown(app)
    assert "probability of support" in shown(app)
    press(app, "previous_claim")
    press(app, "relabel_supported")
    assert "Ada said blind: ○ unsupported" in shown(app)
    seen = [event.shown is not None for event in own(answer) if event.action == "relabel"]
    assert seen == [False, False, True]
    press(app, "label_next_item")
    assert on_screen(app) != answer
    assert "probability of support" not in shown(app)


def test_undoing_a_blind_submission_does_not_hide_again_what_was_seen(queue: AppTest) -> None:
    app = blind(queue)
    press(app, "relabel_unsupported")
    press(app, "label_submit")
    press(app, "label_submit")
    press(app, "undo")
    assert own(on_screen(app))[-1].action == "undo"
    assert "probability of support" in shown(app)
    press(app, "relabel_contradicted")
    assert own(on_screen(app))[-1].shown is not None


def test_what_was_labelled_with_the_machines_word_in_view_is_not_labelled_blind_afterwards(queue: AppTest) -> None:
    app = label_next(queue)
    answer = on_screen(app)
    press(app, "relabel_contradicted")
    press(app, "undo")
    app.query_params["item"], app.query_params["label"] = answer, '{"blind": true}'
    app = follow(app)
    assert on_screen(app) == answer
    assert "probability of support" in shown(app)
    press(app, "relabel_unsupported")
    assert own(answer)[-1].shown is not None


def test_an_address_that_anyone_may_have_written_is_the_plain_queue(queue: AppTest) -> None:
    queue.query_params["item"] = item(1).id
    queue.query_params["label"] = '{"wanted": {"order": "<script>"}, "blind": "yes"}'
    app = follow(queue)
    assert not app.exception
    assert "Answer 1" in shown(app)


def test_others_labels_are_neither_shown_nor_counted_before_the_own_submission(
    queue: AppTest, open_app: OpenApp
) -> None:
    ada = follow(press(queue, f"label_{item(1).id}"))
    press(ada, "relabel_contradicted")
    press(ada, "next_claim")
    press(ada, "accept")
    press(ada, "label_submit")
    bob = as_bob(open_app, item(1).id)
    assert "Ada" not in shown(bob)
    assert "Not decided yet" in shown(bob)
    press(bob, "relabel_supported")
    press(bob, "label_submit")
    bob.query_params["item"] = item(1).id
    bob.run()
    words = shown(bob)
    assert "Conflict: reviewers differ" in words
    assert "Ada: ≠ contradicted" in words
    assert "Bob: ● supported" in words


def test_each_decision_names_the_version_of_the_guidelines_in_view(queue: AppTest) -> None:
    services.get_store().put_guideline("Supported means stated.", who="Bob")
    services.get_store().put_guideline("Supported means stated or implied.", who="Ada")
    app = label_next(queue)
    press(app, "accept")
    assert own(on_screen(app))[-1].guideline == "2"
    app.session_state["guidelines"] = True
    app.run()
    app.text_area(key="guidelines_text").set_value("Third.")
    app.button(key="save_guidelines").click().run()
    press(app, "reject")
    assert own(on_screen(app))[-1].guideline == "3"


def test_each_decision_names_the_order_of_the_queue_that_led_to_it(queue: AppTest, open_app: OpenApp) -> None:
    app = label_next(queue)
    press(app, "accept")
    uncertain = own(on_screen(app))[-1].shown
    assert uncertain is not None
    assert uncertain.order == "uncertain"
    linked = as_bob(open_app, item(2).id)
    press(linked, "relabel_supported")
    by_link = own(item(2).id, "Bob")[-1].shown
    assert by_link is not None
    assert by_link.order is None


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "![x](http://example.org/a.png)", "[x](javascript:alert(1))", "<http://example.org>"],
)
def test_guidelines_fetch_nothing_lead_nowhere_and_run_nothing(text: str) -> None:
    html = guidelines_html(f"# Rules\n\n- *one*\n\n{text}")
    assert "<h1>Rules</h1>" in html
    assert "<em>one</em>" in html
    assert not [tag for tag in ("<script", "<img", "<a ", "href", "src=") if tag in html]


def test_acceptances_faster_than_reading_are_warned_of_and_not_blocked(queue: AppTest) -> None:
    app = label_next(queue)
    app.session_state["accepted"] = (0.4,) * 5
    app.run()
    assert any("5 of your last 5 acceptances took under 2 seconds each" in str(box.value) for box in app.warning)
    press(app, "accept")
    assert own(on_screen(app))[-1].action == "accept"


def test_haste_is_said_from_five_acceptances_on() -> None:
    assert hasty_words([HASTY_SECONDS - 0.1] * 4) is None
    assert hasty_words([HASTY_SECONDS] * 10) is None
    assert hasty_words([*[0.5] * 5, *[9.0] * 5]) is not None


def test_an_answer_checked_on_its_own_has_no_labelling_bar(app: AppTest) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    assert "label_submit" not in {button.key for button in app.button}
    press(app, "accept")
    assert own(on_screen(app))[-1].guideline is None


def test_an_imported_answer_opened_by_its_link_leads_to_imported_ones_alone(queue: AppTest, open_app: OpenApp) -> None:
    tried = open_app().run().button(key="example_01_timeout_wrong").click().run()
    assert "label_submit" not in {button.key for button in tried.button}
    app = open_app()
    app.query_params["item"] = item(2).id
    app.run()
    assert app.get("progress")[0].proto.text == "0 of 3 submitted by you"
    seen: list[str] = []
    while "label_submit" in {button.key for button in app.button}:
        seen.append(on_screen(app))
        press(app, "label_submit")
    assert set(seen) == {item(number).id for number in (1, 2, 3)}


def test_an_imported_answer_opened_by_its_link_is_labelled_too(queue: AppTest, open_app: OpenApp) -> None:
    services.get_store().append(
        parse_decision({"item_id": item(1).id, "action": "note", "reviewer": "Bob", "note": "look twice"})
    )
    app = open_app()
    app.query_params["item"] = item(1).id
    app.run()
    assert "label_submit" in {button.key for button in app.button}
    assert "look twice" not in shown(app)
