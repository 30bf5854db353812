"""The Review page: check, see, decide, undo, come back."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.claim_map.payload import ClaimPlace
from components.review import result
from components.review.fixes import fixes_of
from components.review.open_review import read_review
from components.state import inputs, keys
from components.words.review import needs_reviewer, status_words
from critique_core.errors import StoreError
from critique_core.examples import Example, load_examples
from critique_core.labels.fold import fold
from critique_core.store import Store
from tests.makers.pages import REVIEWER, errors, markup, open_tab, shown

OpenApp = Callable[[], AppTest]


def run_example(app: AppTest, name: str) -> AppTest:
    return app.button(key=f"example_{name}").click().run()


def button_keys(app: AppTest) -> set[str]:
    return {button.key for button in app.button if button.key}


def test_the_empty_page_offers_inputs_and_examples(app: AppTest) -> None:
    assert app.title[0].value == "Claimlens"
    assert {f"example_{example.name}" for example in load_examples()} <= button_keys(app)
    assert not app.exception


def test_a_wrong_example_says_so_in_words(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    assert "Block: 1 of 1 claim is contradicted" in shown(app)
    assert "Contradicts · Service settings · quoted exactly" in shown(app)
    assert app.button(key="next_in_doubt").label == "1 in doubt"
    assert not app.exception


def test_the_card_below_repeats_neither_the_claim_nor_its_quote_unless_the_texts_have_other_words(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    review = app.session_state["review"]
    [claim] = review.critique.claims
    [quote] = claim.verdict.evidence
    assert claim.text not in shown(app)
    assert quote.quote not in shown(app)
    misquoted = claim.verdict.model_copy(
        update={"evidence": (quote.model_copy(update={"quote": "It is sixty", "match": "fuzzy"}),)}
    )
    other = claim.model_copy(update={"text": "The service's timeout is 30 seconds.", "verdict": misquoted})
    app.session_state["review"] = replace(review, critique=review.critique.model_copy(update={"claims": (other,)}))
    app.run()
    assert "The service's timeout is 30 seconds." in shown(app)
    assert "It is sixty" in shown(app)


def test_a_value_that_no_source_has_is_named_once(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The drone weighs 249 g and flies for up to 45 minutes.")
    app.text_area(key="paste_text").set_value("Take-off weight: 249 g. The drone has a camera.")
    app.button(key="check").click().run()
    [claim] = app.session_state["review"].critique.claims
    assert "45 minutes" in claim.verdict.reasoning
    assert [one.explanation for one in claim.verdict.findings if one.agreement == "missing"] == [
        "no source states 45 minutes"
    ]
    assert "45 minutes" not in shown(app)


GREETED = (
    "Hello! Thanks for your question. The hotel has 40 rooms. A night costs 32 euros. Breakfast is served from 7 to "
    "10. Marta Silva is the manager. I hope this helps!"
)
HOTEL = "The hotel has 45 rooms. A night costs 38 euros. Breakfast is served from 7 to 10. Maria Silva is the manager."


@pytest.fixture
def greeted(app: AppTest) -> AppTest:
    """The review of a draft with four claims and three sentences that are none."""
    app.text_area(key="draft").set_value(GREETED)
    app.text_area(key="paste_text").set_value(HOTEL)
    return app.button(key="check").click().run()


def test_greetings_count_as_claims_nowhere_on_the_screen(greeted: AppTest) -> None:
    reviewed = fold(greeted.session_state["review"].critique, ())
    assert len(reviewed) == 7
    assert sum(ClaimPlace.of(one.claim, blind=False).counts for one in reviewed) == 4
    words = "\n".join([shown(greeted), *(tab.label for tab in greeted.tabs)])
    assert re.findall(r"of (\d+)", words) == ["4"]
    assert re.findall(r"Claims \((\d+)\)", words) == ["4"]
    assert "Claim 3  \nContradicted:" in words.replace("**", "")


def test_a_first_name_that_the_source_has_otherwise_waits_for_the_reviewer_with_its_fix(greeted: AppTest) -> None:
    current = greeted.session_state["review"]
    opened = read_review(current.critique, current.item_id)
    [manager] = [one for one in opened.reviewed if "Marta" in one.claim.text]
    assert needs_reviewer(manager)
    assert [(one.hunk.replacement, one.helps) for one in fixes_of(opened).of(manager.claim.id)] == [("Maria", True)]


def test_what_cannot_be_told_of_a_source_is_empty(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    open_tab(app, "Scores")
    assert "Empty where it cannot be told" in shown(app)
    assert app.dataframe[0].proto.placeholder == ""
    assert app.dataframe[0].proto.HasField("placeholder")


def test_a_right_example_is_quiet(app: AppTest) -> None:
    run_example(app, "02_timeout_right")
    assert "Send: the claim is supported" in shown(app)
    assert "next_in_doubt" not in button_keys(app)


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.name)
@pytest.mark.slow
def test_every_example_runs_to_a_result(app: AppTest, example: Example) -> None:
    run_example(app, example.name)
    assert not app.exception
    assert errors(app) == []
    assert len(app.header) == 1
    assert "item" in app.query_params


def test_a_refusal_is_named_and_has_no_number(app: AppTest) -> None:
    run_example(app, "14_refusal")
    assert "Refusal, and rightly: the sources do not hold the answer" in shown(app)
    assert "0 %" not in shown(app)


def test_without_sources_nothing_is_checked_and_that_is_said(app: AppTest) -> None:
    run_example(app, "15_no_sources")
    assert "No sources: 2 claims could not be checked" in shown(app)


def test_an_acceptance_is_stored_with_who_and_what_was_shown(app: AppTest, open_app: OpenApp) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="accept").click().run()
    critique = _store().latest_critique(app.query_params["item"])
    assert critique is not None
    assert f"Called right · {status_words(critique.claims[0].status)}" in shown(app).replace("**", "")
    assert REVIEWER in shown(app)
    decision = _store().decisions(app.query_params["item"])[-1]
    assert (decision.action, decision.reviewer, decision.authenticated) == ("accept", REVIEWER, False)
    assert decision.shown is not None
    assert decision.shown.status == critique.claims[0].status
    assert decision.shown.probability == critique.claims[0].probability
    assert decision.shown.verifier_fingerprint
    assert decision.seconds is not None


def test_another_reviewers_same_decision_is_kept_and_ones_own_is_not_written_twice(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="reject").click().run()
    app.button(key="reject").click().run()
    app.text_input(key="reviewer").set_value("Bob").run()
    app.button(key="reject").click().run()
    decisions = _store().decisions(app.query_params["item"])
    assert [(one.action, one.reviewer) for one in decisions] == [("reject", REVIEWER), ("reject", "Bob")]


def test_reject_relabel_edit_and_note_are_events_of_their_own(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="reject").click().run()
    assert "status wrong" in shown(app)
    app.button(key="relabel_unsupported").click().run()
    assert "Relabelled · ○ unsupported" in shown(app).replace("**", "")
    app.text_area(key=_key(app, "edit_")).set_value("The timeout is 60 seconds.")
    app.button(key="save_edit").click().run()
    app.text_area(key=_key(app, "note_")).set_value("The settings page is the authority.")
    app.button(key="save_note").click().run()
    assert "The settings page is the authority." in shown(app)
    actions = [decision.action for decision in _store().decisions(app.query_params["item"])]
    assert actions == ["reject", "relabel", "edit", "note"]


def test_a_wording_that_was_not_saved_is_there_again_after_another_claim(app: AppTest) -> None:
    run_example(app, "10_quarterly_report")
    app.button(key="next_claim").click().run()
    stored = app.text_area(key=_key(app, "edit_")).value
    app.text_area(key=_key(app, "edit_")).set_value("In the words of a person.").run()
    assert "Not saved yet" in shown(app)
    app.button(key="next_claim").click().run()
    assert "Not saved yet: your wording on claim " in shown(app)
    app.button(key="previous_claim").click().run()
    assert app.text_area(key=_key(app, "edit_")).value == "In the words of a person."
    app.button(key="save_edit").click().run()
    assert "Not saved yet" not in shown(app)
    assert app.text_area(key=_key(app, "edit_")).value == "In the words of a person."
    app.button(key="undo").click().run()
    assert "Not saved yet" not in shown(app)
    assert app.text_area(key=_key(app, "edit_")).value == stored


def test_undo_walks_back_one_event_at_a_time(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="accept").click().run()
    app.button(key="reject").click().run()
    app.button(key="undo").click().run()
    assert "Called right" in shown(app)
    app.button(key="undo").click().run()
    assert "Not decided yet" in shown(app)
    app.button(key="undo").click().run()
    assert "Nothing of yours to undo here." in shown(app)


def test_the_same_decision_again_is_not_stored_again(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    for key in ("accept", "accept", "relabel_unsupported", "relabel_unsupported", "relabel_supported", "accept"):
        app.button(key=key).click().run()
    for _ in range(2):
        app.text_area(key=_key(app, "edit_")).set_value("The timeout is 60 seconds.")
        app.button(key="save_edit").click().run()
    actions = [decision.action for decision in _store().decisions(app.query_params["item"])]
    assert actions == ["accept", "relabel", "relabel", "accept", "edit"]


def test_an_undo_selects_its_claim_and_names_it_also_after_a_reload(app: AppTest, open_app: OpenApp) -> None:
    run_example(app, "10_quarterly_report")
    number = _claim_number(app)
    app.button(key="accept").click().run()
    again = open_app()
    again.query_params["item"] = app.query_params["item"]
    again.run()
    again.button(key="previous_claim").click().run() if number > 1 else again.button(key="next_claim").click().run()
    again.button(key="undo").click().run()
    assert f"Undone: “Right” for claim {number}" in shown(again)
    assert _claim_number(again) == number


@pytest.mark.parametrize(
    ("button", "said"), [("reject", "“Wrong” for claim 1"), ("relabel_unsupported", "“○ unsupported” for claim 1")]
)
def test_an_undo_is_named_by_the_button_that_it_takes_back(app: AppTest, button: str, said: str) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key=button).click().run()
    app.button(key="undo").click().run()
    assert f"Undone: {said}" in shown(app)


def test_issues_of_a_claim_are_one_entry_under_its_status(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    words = shown(open_tab(app, "Issues (1)"))
    assert "**High severity**\n**≠ contradicted**" in words
    assert words.count("The source says 60 seconds, the draft says 30 seconds.") == 1
    assert "contradicts this." not in words, "the status says so"
    assert "do not support" not in words, "the source says the opposite"


def test_only_the_tab_in_view_is_drawn(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    assert len(app.dataframe) == 1
    assert "Verifier:" not in shown(app)
    assert "Verifier:" in shown(open_tab(app, "What was checked"))
    assert len(app.dataframe) == 0


def test_a_decision_is_drawn_once(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the map reports is taken before anything is drawn, so no drawing is thrown away."""
    run_example(app, "01_timeout_wrong")
    drawn: list[int] = []
    claim = app.session_state["review"].critique.claims[0].id
    event = {"serial": 1, "kind": "accept", "claim": claim, "status": None}
    sent = {"outbox": {"mount": "one mount", "events": [event]}}
    banner = result.draw_banner
    monkeypatch.setattr(result, "draw_banner", lambda *given: (drawn.append(1), banner(*given)))
    monkeypatch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.CLAIM_MAP else None)
    app.run()
    assert [decision.action for decision in _store().decisions(app.query_params["item"])] == ["accept"]
    assert "None in doubt" in shown(app)
    assert len(drawn) == 1


def test_decided_doubts_no_longer_wait(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="accept").click().run()
    assert "None in doubt" in shown(app)


def test_the_address_brings_the_review_back_with_its_decisions(app: AppTest, open_app: OpenApp) -> None:
    run_example(app, "05_returns_policy")
    before = shown(app)
    app.button(key="accept").click().run()
    item = app.query_params["item"]
    again = open_app()
    again.query_params["item"] = item
    again.run()
    assert again.header[0].value == app.header[0].value
    assert "By your labels" in shown(again)
    assert "Asked: Can I return a lamp" in before
    assert "Asked: Can I return a lamp" in shown(again)


def test_an_address_that_names_nothing_says_so(open_app: OpenApp) -> None:
    app = open_app()
    app.query_params["item"] = "0" * 32
    app.run()
    assert any("not in the store" in message for message in errors(app))
    assert app.title[0].value == "Claimlens"


def test_next_and_previous_walk_through_the_claims_in_order(app: AppTest) -> None:
    run_example(app, "10_quarterly_report")
    start = _claim_number(app)
    app.button(key="next_claim").click().run()
    assert _claim_number(app) == start + 1
    app.button(key="previous_claim").click().run()
    assert _claim_number(app) == start


def test_inputs_unfold_again_with_what_was_checked(app: AppTest) -> None:
    run_example(app, "05_returns_policy")
    app.session_state["inputs_open"] = True
    app.run()
    assert app.text_input(key="query").value.startswith("Can I return a lamp")
    assert "2 sources" in shown(app)


def test_a_new_review_starts_empty_and_leaves_the_address(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.button(key="new_review").click().run()
    assert app.title[0].value == "Claimlens"
    assert app.text_area(key="draft").value == ""
    assert "item" not in app.query_params


def test_a_store_that_fails_keeps_the_critique_on_screen(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: disk is full; free some disk space and try again")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "save_review", refuse)
        run_example(app, "01_timeout_wrong")
        assert any("free some disk space" in message for message in errors(app))
        assert "Block: 1 of 1 claim is contradicted" in shown(app)
        app.button(key="accept").click().run()
        assert any("not saved yet" in message for message in errors(app))
    app.button(key="save_again").click().run()
    assert errors(app) == []
    assert "item" in app.query_params


def test_a_decision_that_cannot_be_written_is_said_and_not_shown_as_made(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: locked; close that program and try again")

    run_example(app, "01_timeout_wrong")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", refuse)
        app.button(key="accept").click().run()
    assert any("Your last act was not saved" in message for message in errors(app))
    assert "Not decided yet" in shown(app)
    app.button(key="accept").click().run()
    assert errors(app) == []
    assert "Called right" in shown(app)


def test_words_that_cannot_be_saved_stay_in_their_field(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: the connection was lost; try again")

    run_example(app, "01_timeout_wrong")
    app.button(key="open_note").click().run()
    field = next(area for area in app.text_area if area.label == "Note")
    field.set_value("The manual says 60.")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", refuse)
        app.button(key="save_note").click().run()
    assert any("Your last act was not saved" in message for message in errors(app))
    assert next(area for area in app.text_area if area.label == "Note").value == "The manual says 60."
    app.button(key="save_note").click().run()
    assert errors(app) == []
    assert "The manual says 60." in shown(app)
    assert next(area for area in app.text_area if area.label == "Note").value == ""


def test_a_note_that_cannot_be_kept_is_named_and_nothing_breaks(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    app.text_area(key=_key(app, "note_")).set_value("see\x00page")
    app.button(key="save_note").click().run()
    assert not app.exception
    assert any("note: holds a NUL byte at character 3" in message for message in errors(app))
    assert _store().decisions(app.query_params["item"]) == ()


def test_the_reviewers_name_signs_the_decision(app: AppTest) -> None:
    app.text_input(key="reviewer").set_value("<b>Grace</b> :smile:").run()
    run_example(app, "01_timeout_wrong")
    app.button(key="accept").click().run()
    assert _store().decisions(app.query_params["item"])[-1].reviewer == "<b>Grace</b> :smile:"
    assert "<b>Grace</b> :smile:" in shown(app)
    assert markup(app) == set()


def _store() -> Store:
    return services.get_store()


def _key(app: AppTest, prefix: str) -> str:
    return next(area.key for area in app.text_area if area.key and area.key.startswith(prefix))


def _claim_number(app: AppTest) -> int:
    heading = next(part.value for part in app.markdown if part.value.startswith("**Claim "))
    return int(heading.split()[1])


def test_the_quotes_of_supported_claims_are_to_be_copied_as_text_and_as_markdown(app: AppTest) -> None:
    policy = "Annual plans can be refunded within 14 days of purchase if fewer than 5 seats have been activated."
    app.text_area(key="draft").set_value(f"{policy} Monthly plans cost 30 euros.")
    app.text_area(key="paste_text").set_value(f"{policy} Monthly plans cost 20 euros.")
    app.button(key="check").click().run()
    app.session_state[keys.CITATIONS] = True
    app.run()
    text, markdown = [block.value for block in app.code if policy in block.value]
    assert text.startswith(f"{policy}\n“{policy}” (")
    assert markdown.startswith(f"**{policy}**\n\n> {policy}\n>\n> — ")
    assert "euros" not in text + markdown
    assert "Left out: 1 claim disputed or without such a quote." in shown(app)


def test_an_answer_in_another_language_than_english_is_said_to_be_judged_with_less_certainty(app: AppTest) -> None:
    app.button(key="example_11_german").click().run()
    assert "take the verdicts as hints" in shown(app)
    app.button(key="new_review").click().run()
    app.button(key="example_01_timeout_wrong").click().run()
    assert "take the verdicts as hints" not in shown(app)


def test_a_claim_that_no_quote_contradicts_by_itself_says_so(app: AppTest) -> None:
    run_example(app, "01_timeout_wrong")
    assert "No quote contradicts it by itself" not in shown(app)
    review = app.session_state["review"]
    [claim] = review.critique.claims
    context = tuple(one.model_copy(update={"relation": "context"}) for one in claim.verdict.evidence)
    claim = claim.model_copy(update={"verdict": claim.verdict.model_copy(update={"evidence": context})})
    app.session_state["review"] = replace(review, critique=review.critique.model_copy(update={"claims": (claim,)}))
    assert "No quote contradicts it by itself. The nearest passage:" in shown(app.run())
