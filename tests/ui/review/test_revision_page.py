"""The revision: proposed on request, taken change by change, each word an event that can be undone."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from critique_core.assembly import Critic
from critique_core.errors import StoreError, VerifierUnavailable
from critique_core.models import Critique
from critique_core.store import Store
from tests.makers.pages import REVIEWER, errors, markup, open_tab, shown

OpenApp = Callable[[], AppTest]


def critique_of(app: AppTest) -> Critique:
    return app.session_state["review"].critique


def events(app: AppTest) -> list[str]:
    return [event.action for event in services.get_store().decisions(app.query_params["item"])]


def keys(app: AppTest) -> set[str]:
    return {button.key for button in app.button if button.key}


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


@pytest.fixture
def checked(app: AppTest) -> AppTest:
    return open_tab(app.button(key="example_16_every_issue").click().run(), "Revision")


@pytest.fixture
def revised(checked: AppTest) -> AppTest:
    return checked.button(key="propose_revision").click().run()


def test_nothing_is_proposed_before_it_is_asked_for(checked: AppTest) -> None:
    assert "Nothing is applied by itself." in shown(checked)
    assert critique_of(checked).revisions == ()
    assert "take_1" not in keys(checked)


def test_a_proposal_is_stored_and_applies_nothing(revised: AppTest) -> None:
    critique = critique_of(revised)
    assert len(critique.revisions) >= 1
    assert {f"take_{number}" for number in range(1, len(critique.revisions[0].hunks) + 1)} <= keys(revised)
    stored = services.get_store().latest_critique(revised.query_params["item"])
    assert stored is not None
    assert stored.revisions == critique.revisions
    assert metrics(revised)["The draft"] == metrics(revised)[f"With 0 of {len(critique.revisions[0].hunks)} taken"]
    assert events(revised) == []
    assert markup(revised) == set()
    assert errors(revised) == []


def test_taking_a_change_is_an_event_and_shows_the_new_confidence(revised: AppTest) -> None:
    critique = critique_of(revised)
    before = critique.confidence
    assert before is not None
    hunk = critique.revisions[0].hunks[0]
    revised.button(key="take_1").click().run()
    expected = services.get_critic().with_hunks(critique, [hunk]).confidence
    assert expected is not None
    assert expected > before
    assert metrics(revised)[f"With 1 of {len(critique.revisions[0].hunks)} taken"] == f"{expected:.0%}"
    event = services.get_store().decisions(revised.query_params["item"])[-1]
    assert (event.action, event.start, event.end, event.text) == (
        "hunk_accept", hunk.start, hunk.end, hunk.replacement,
    )  # fmt: skip
    assert event.reviewer == REVIEWER
    assert "✓ Taken" in shown(revised)


def test_leaving_and_undoing_walk_back_one_event_at_a_time(revised: AppTest) -> None:
    count = len(critique_of(revised).revisions[0].hunks)
    revised.button(key="take_1").click().run()
    revised.button(key="leave_1").click().run()
    assert "✗ Left as it was" in shown(revised)
    assert f"With 0 of {count} taken" in metrics(revised)
    revised.button(key="undo_hunk").click().run()
    assert "✓ Taken" in shown(revised)
    assert "Undone: a change left" in shown(revised)
    revised.button(key="undo_hunk").click().run()
    assert f"With 0 of {count} taken" in metrics(revised)
    assert events(revised) == ["hunk_accept", "hunk_reject", "undo", "undo"]


def test_one_undo_takes_back_all_that_one_click_took(revised: AppTest) -> None:
    count = len(critique_of(revised).revisions[0].hunks)
    assert count > 2
    revised.button(key="take_1").click().run()
    revised.button(key="take_rest").click().run()
    assert f"With {count} of {count} taken" in metrics(revised)
    revised.button(key="undo_hunk").click().run()
    assert f"With 1 of {count} taken" in metrics(revised)
    assert f"Undone: {count - 1} changes taken" in shown(revised)
    revised.button(key="undo_hunk").click().run()
    assert f"With 0 of {count} taken" in metrics(revised)
    assert "Undone: a change taken" in shown(revised)


def test_the_advice_before_and_after_is_told_in_the_words_of_the_banner(revised: AppTest) -> None:
    revised.button(key="take_rest").click().run()
    before = critique_of(revised).recommendation
    assert before == "reject"
    told = re.search(r"Block → (Send|Fix) advised", shown(revised).replace("\\", ""))
    assert told, shown(revised)


def test_the_rest_leaves_out_what_a_reviewer_calls_supported(revised: AppTest) -> None:
    hunks = critique_of(revised).revisions[0].hunks
    revised.button(key="relabel_supported").click().run()
    [said] = services.get_store().decisions(revised.query_params["item"])
    others = sum(hunk.claim_id != said.claim_id for hunk in hunks)
    assert 0 < others < len(hunks)
    revised.button(key="take_rest").click().run()
    assert events(revised) == ["relabel"] + ["hunk_accept"] * others
    assert revised.button(key="take_rest").disabled


def test_the_rest_is_taken_at_once_and_what_was_left_stays(revised: AppTest) -> None:
    count = len(critique_of(revised).revisions[0].hunks)
    revised.button(key="leave_2").click().run()
    revised.button(key="take_rest").click().run()
    assert f"With {count - 1} of {count} taken" in metrics(revised)
    assert events(revised) == ["hunk_reject"] + ["hunk_accept"] * (count - 1)
    assert revised.button(key="take_rest").disabled


def test_with_a_change_of_the_reviewers_own_the_machines_changes_are_not_called_every_change(revised: AppTest) -> None:
    count = len(critique_of(revised).revisions[0].hunks)
    assert "With every change" in metrics(revised)
    while any(button.key == "next_in_doubt" for button in revised.button):
        revised.button(key="next_in_doubt").click().run()
        revised.button(key="accept").click().run()
    if "confirm_rest" in keys(revised):
        revised.button(key="confirm_rest").click().run()
    assert "and no source tells what is right" not in shown(revised)
    told = metrics(revised)
    listed = sum(key.startswith("take_") and key != "take_rest" for key in keys(revised))
    assert listed > count
    assert "With every change" not in told
    assert f"With only the machine’s {count}" in told


def test_the_same_changes_are_verified_once(revised: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    with_hunks = Critic.with_hunks
    monkeypatch.setattr(
        Critic, "with_hunks", lambda self, *given, **named: (asked.append(1), with_hunks(self, *given, **named))[1]
    )
    revised.button(key="take_1").click().run()
    revised.button(key="accept").click().run()
    revised.run()
    assert len(asked) == 1


def test_decisions_on_changes_outlive_a_new_session(revised: AppTest, open_app: OpenApp) -> None:
    revised.button(key="take_1").click().run()
    again = open_app()
    again.query_params["item"] = revised.query_params["item"]
    open_tab(again.run(), "Revision")
    assert "✓ Taken" in shown(again)
    assert metrics(again) == metrics(revised)


def test_the_text_holds_the_taken_changes_and_no_others(revised: AppTest) -> None:
    critique = critique_of(revised)
    hunk = critique.revisions[0].hunks[1]
    draft = critique.request.draft
    revised.button(key="take_2").click().run()
    revised.session_state["revised_text"] = True
    revised.run()
    expected = draft[: hunk.start] + hunk.replacement + draft[hunk.end :]
    assert expected.strip() in [block.value.strip() for block in revised.code]


def test_the_changed_text_can_be_checked_as_a_draft_of_its_own(revised: AppTest) -> None:
    item = revised.query_params["item"]
    revised.button(key="take_2").click().run()
    revised.button(key="check_revised").click().run()
    assert errors(revised) == []
    assert revised.query_params["item"] != item
    assert "for 30 days" in critique_of(revised).request.draft


def test_every_attempt_is_told_with_its_reason(revised: AppTest) -> None:
    revised.session_state["attempts"] = True
    revised.run()
    words = shown(revised)
    for attempt in critique_of(revised).revisions:
        assert f"Attempt {attempt.attempt} · {'✓ kept' if attempt.kept else '✗ not kept'}" in words
        assert attempt.reason in words


def test_a_change_that_does_not_help_is_marked_and_not_taken_with_the_rest(checked: AppTest) -> None:
    critique = services.get_critic().revise(critique_of(checked))
    whole = critique.revisions[0].model_copy(update={"kept": False, "reason": "the issues weigh more than before"})
    part = critique.revisions[0].model_copy(update={"hunks": whole.hunks[1:], "reason": "all but one kept"})
    in_part = critique.model_copy(update={"revisions": (whole, part)})
    services.get_store().save_review(in_part, who=REVIEWER)
    checked.session_state["review"] = replace(checked.session_state["review"], critique=in_part)
    app = checked.run()
    assert shown(app).count("The reviser left this one out") == 1
    assert metrics(app)[f"With the {len(part.hunks)} that help"]
    app.button(key="take_rest").click().run()
    assert events(app) == ["hunk_accept"] * len(part.hunks)
    assert "1 attempt)" in "".join(fold.label for fold in app.expander)


def test_a_change_for_the_worse_is_flagged(revised: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def worse(self: Critic, critique: Critique, hunks: object, progress: object = None) -> Critique:
        """The same draft with a claim that nothing supports added."""
        text = critique.request.draft + " Every customer gets a gold medal from the king."
        return self.critique(critique.request.model_copy(update={"draft": text}))

    monkeypatch.setattr(Critic, "with_hunks", worse)
    revised.button(key="take_1").click().run()
    [warning] = [str(one.value).replace("\\", "") for one in revised.warning]
    assert "Regression" in warning or "No improvement" in warning


def test_a_claim_that_nothing_supports_is_a_regression(revised: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def invents(self: Critic, critique: Critique, hunks: object, progress: object = None) -> Critique:
        text = critique.request.draft + " Marta Reis sold 4,000 shares in Ohio in 1999."
        return self.critique(critique.request.model_copy(update={"draft": text}))

    monkeypatch.setattr(Critic, "with_hunks", invents)
    revised.button(key="take_1").click().run()
    [warning] = [str(one.value).replace("\\", "") for one in revised.warning]
    assert "Regression:" in warning
    assert "sold 4,000 shares" in warning


def test_where_nothing_can_be_put_right_that_is_said(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    open_tab(app, "Revision")
    monkeypatch.setattr(Critic, "revise", lambda self, critique, **named: critique)
    app.button(key="propose_revision").click().run()
    assert "No change is proposed." in shown(app)
    assert "propose_revision" in keys(app)


def test_an_answer_without_issues_has_nothing_to_revise(app: AppTest) -> None:
    app.button(key="example_02_timeout_right").click().run()
    assert "there is nothing to revise" in shown(open_tab(app, "Revision"))


def test_a_reviser_that_fails_says_why(checked: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object, **_named: object) -> Critique:
        raise VerifierUnavailable("the weights cannot be read; install claimlens again")

    with monkeypatch.context() as broken:
        broken.setattr(Critic, "revise", refuse)
        checked.button(key="propose_revision").click().run()
    assert any("No revision could be made. the weights" in message for message in errors(checked))
    checked.button(key="propose_revision").click().run()
    assert errors(checked) == []
    assert "take_1" in keys(checked)


def test_a_change_that_cannot_be_written_is_not_shown_as_taken(
    revised: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: locked; close that program and try again")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", refuse)
        revised.button(key="take_1").click().run()
    assert any("was not saved" in message for message in errors(revised))
    assert "✓ Taken" not in shown(revised)


def test_a_revision_can_be_had_with_the_check(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.text_area(key="paste_text").set_value("The timeout is 60 seconds.")
    app.toggle(key="auto_revise").set_value(True)
    app.number_input(key="max_revisions").set_value(2)
    app.button(key="check").click().run()
    assert critique_of(app).request.options.max_revisions == 2
    assert critique_of(app).revised_draft == "The timeout is 60 seconds."
    open_tab(app, "Revision")
    assert "take_1" in keys(app)
