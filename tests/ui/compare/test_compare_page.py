"""The Compare page: contenders on one draft, on saved reviews and on a file; what is hidden, what opens, what fails."""

import json
import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.compare.lines import payload
from components.state import keys
from components.work.comparisons import Access
from critique_core import critique
from critique_core.assembly.contenders import offers
from critique_core.comparing import Answer, Line, Said, Truth
from critique_core.comparing.outcome import Cost, comparison
from critique_core.comparing.words import (
    accuracy_note,
    kappa_line,
    label_words,
    left_out_lines,
    threshold_line,
    tokens_words,
)
from critique_core.models import NewItem, Profile, parse_decision, parse_request
from critique_core.store import ReviewFilter
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.pages import errors, markup, shown, word_tables

OpenApp = Callable[[], AppTest]
PAGE = "pages/compare.py"
DRAFT = "The limit is 20 MB. Uploads expire after a week."
SOURCE = "The limit is 10 MB. Uploads expire after a week."
REQUEST = parse_request({"query": "", "draft": DRAFT, "sources": [{"id": "1", "content": SOURCE}]})


@pytest.fixture
def page(app: AppTest) -> AppTest:
    app.switch_page(PAGE).run()
    assert not app.exception
    return app


def compare(page: AppTest) -> AppTest:
    """Press the button, wait for the result, and have it drawn."""
    page.button(key="begin_comparison").click().run()
    asked = page.session_state["comparison"]
    job = services.get_comparisons().find(asked.number)
    deadline = time.monotonic() + 60
    while not job.done(0.2):
        assert time.monotonic() < deadline
    page.run()
    assert not page.exception
    return page


def own_text(page: AppTest, draft: str = DRAFT, source: str = SOURCE) -> AppTest:
    page.selectbox(key=keys.COMPARE_TEXT).set_value("A text of your own").run()
    page.text_area(key=keys.COMPARE_DRAFT).set_value(draft)
    page.text_area(key=keys.COMPARE_SOURCE).set_value(source).run()
    return page


def imported(*labels: str, submit: bool = True) -> str:
    """An imported answer that Ada has labelled; returns its item's id."""
    store = services.get_store()
    begun = store.begin_import("answers.jsonl", "rows", who="Ada")
    store.add_items(begun.id, [NewItem(request=REQUEST, title="Limits")])
    [(item_id, asked)] = store.take_unverified(1)
    judged = critique(asked)
    store.save_review(judged, who="verifier")
    for claim, status in zip(judged.claims, labels, strict=False):
        event = {"item_id": item_id, "reviewer": "Ada", "action": "relabel", "status": status,
                 "critique_id": judged.id, "claim_id": claim.id}  # fmt: skip
        store.append(parse_decision(event))
    if submit and labels:
        store.append(parse_decision({"item_id": item_id, "reviewer": "Ada", "action": "submit"}))
    return item_id


def saved(page: AppTest) -> AppTest:
    page.segmented_control(key=keys.COMPARE_ON).set_value("saved").run()
    return compare(page)


# --- one draft ----------------------------------------------------------------------------------------------------


def test_verifiers_on_a_text_of_ones_own_are_told_in_a_sentence_and_a_table(page: AppTest) -> None:
    compare(own_text(page))
    assert "They differ on 1 of 2 claims, about whether it is supported." in shown(page)
    assert "On your text. Support is the probability that the sources support a claim." in shown(page)
    assert "supported from" not in shown(page), "both by the usual threshold"
    [figures] = [table for table in word_tables(page) if "per claim" in table[0]]
    assert [(row["Contender"], row["● supported"], row["≠ contradicted"], row["tokens"]) for row in figures] == [
        ("Embedded", "1", "1", "–"),
        ("Word overlap", "2", "0", "–"),
    ]
    assert "Cohen's kappa 0.00: the same status on 50% of 2 claims" in shown(page)
    assert "Only where they differ (1)" in page.toggle(key=keys.COMPARE_ONLY).label


def test_policies_on_one_draft_say_what_each_would_do(page: AppTest) -> None:
    page.segmented_control(key=keys.COMPARE_WHAT).set_value("policies").run()
    page.selectbox(key=keys.COMPARE_TEXT).set_value("Medicine leaflet").run()
    compare(page)
    assert "They differ: Calibrated says Block, Critic says Fix." in shown(page)
    assert word_tables(page) == []


def test_one_contender_and_five_are_not_compared(page: AppTest) -> None:
    page.button_group(key=keys.COMPARE_VERIFIERS).set_value(["embedded"]).run()
    assert page.button(key="begin_comparison").disabled
    assert "Choose a second one" in shown(page)
    page.segmented_control(key=keys.COMPARE_WHAT).set_value("policies").run()
    page.button_group(key=keys.COMPARE_POLICIES).set_value(
        ["calibrated", "draft_critique", "critic", "self_rag", "grounded"]
    ).run()
    assert page.button(key="begin_comparison").disabled
    assert "At most 4 at once" in shown(page)


def test_an_empty_draft_is_refused_with_what_to_do(page: AppTest) -> None:
    own_text(page, draft="  ")
    page.button(key="begin_comparison").click().run()
    assert errors(page) == ["Draft: there is no text; paste the answer to check"]


def test_no_source_and_nothing_to_check_are_said(page: AppTest) -> None:
    compare(own_text(page, source=""))
    assert "Nothing could be compared: there are no sources to check it against." in shown(page)
    page.session_state[keys.COMPARE_OPEN] = True
    page.run()
    compare(own_text(page, draft="Hello!"))
    assert "There is nothing to compare: nothing in the draft can be checked." in shown(page)


def test_a_verifier_that_cannot_be_loaded_is_named_with_the_remedy(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_text(page)
    page.button_group(key=keys.COMPARE_VERIFIERS).set_value(["embedded", "similarity"]).run()
    settings = services.get_settings().model_copy(update={"embedder": "onnx:/nowhere"})
    monkeypatch.setattr(services, "get_settings", lambda: settings)
    compare(page)
    [told] = errors(page)
    assert told.startswith("The comparison could not be made. ")
    assert "/nowhere" in told


def test_what_is_typed_stays_text(page: AppTest) -> None:
    compare(own_text(page, draft="The [limit](http://a.b) is **20 MB** <b>now</b>."))
    assert not page.exception
    assert markup(page) == set()


def test_the_review_that_is_open_is_offered_and_its_claim_opened(app: AppTest) -> None:
    app.button(key="example_08_medicine_leaflet").click().run()
    review = app.session_state["review"]
    app.switch_page(PAGE).run()
    assert app.selectbox(key=keys.COMPARE_TEXT).value == "The review that is open"
    compare(app)
    chosen = review.critique.claims[3].id
    app.session_state[keys.COMPARE_LINES] = {"open": f"{review.item_id}/{chosen}"}
    app.run()
    assert not app.exception
    assert app.session_state["selection"].claim_id == chosen


def test_a_claim_of_a_new_text_opens_as_a_review_that_begins_with_it(page: AppTest) -> None:
    compare(own_text(page))
    assert services.get_store().search(ReviewFilter()).total == 0
    compared = services.get_comparisons().find(page.session_state["comparison"].number).result().comparison
    [second] = [one for one in compared.lines if one.number == 2]  # the first is the most doubtful one
    page.session_state[keys.COMPARE_LINES] = {"open": second.name}
    page.run()
    assert not page.exception
    [row] = services.get_store().search(ReviewFilter()).rows
    stored = services.get_store().latest_critique(row.item_id)
    assert stored is not None
    assert stored.request.draft == DRAFT
    assert page.session_state["selection"].claim_id == second.claim_id == stored.claims[1].id


# --- saved reviews and files --------------------------------------------------------------------------------------


def test_saved_reviews_with_labels_say_how_often_each_is_right(page: AppTest) -> None:
    imported("contradicted", "supported")
    saved(page)
    [figures] = [table for table in word_tables(page) if "right" in table[0]]
    assert [row["right"][:4].strip() for row in figures] == ["100%", "50%"]
    assert "labels of people on 2 claims" in shown(page)


def test_answers_of_an_import_that_are_not_verified_yet_are_left_out_and_counted(page: AppTest) -> None:
    imported()
    store = services.get_store()
    [begun] = store.imports()
    page.segmented_control(key=keys.COMPARE_ON).set_value("saved").run()
    page.selectbox(key=keys.COMPARE_SAVED).set_value(begun.id).run()
    assert "not verified yet" not in shown(compare(page))
    store.add_items(begun.id, [NewItem(request=REQUEST.model_copy(update={"query": "Which limit?"}), title="More")])
    page.session_state[keys.COMPARE_OPEN] = True
    assert "1 not verified yet and left out" in shown(compare(page.run()))


def test_what_is_being_labelled_is_hidden_until_it_is_submitted(page: AppTest) -> None:
    imported("contradicted", submit=False)
    saved(page)
    assert "2 claims hidden until you submit your labels" in shown(page)
    assert "Only where they differ (0)" in page.toggle(key=keys.COMPARE_ONLY).label


def test_who_labels_blind_sees_no_verdict_on_answers_not_begun(page: AppTest) -> None:
    imported()
    page.session_state[keys.QUEUE_BLIND] = True
    saved(page)
    assert "2 claims hidden until you submit your labels" in shown(page)


@pytest.mark.parametrize(
    ("access", "blind", "hidden"),
    [
        (Access(frozenset({"Ada"}), frozenset(), imported=True), False, True),
        (Access(frozenset({"Ben"}), frozenset(), imported=True), False, False),
        (Access(frozenset(), frozenset(), imported=True), True, True),
        (Access(frozenset(), frozenset({"Ada"}), imported=True), True, False),
        (Access(frozenset(), frozenset(), imported=False), True, False),
    ],
)
def test_who_must_not_see_verdicts(access: Access, blind: bool, hidden: bool) -> None:
    assert access.hidden_from("Ada", blind=blind) == hidden


def test_an_import_is_compared_by_its_name_and_nothing_saved_says_so(page: AppTest) -> None:
    page.segmented_control(key=keys.COMPARE_ON).set_value("saved").run()
    assert "Nothing is saved yet" in shown(page)
    imported("contradicted", "supported")
    page.run()
    [*_, kind] = page.selectbox(key=keys.COMPARE_SAVED).options
    assert kind == "Imported: answers.jsonl"
    page.selectbox(key=keys.COMPARE_SAVED).select(services.get_store().imports()[0].id).run()
    compare(page)
    assert "On saved reviews (Imported: answers.jsonl)" in shown(page)


def test_a_file_of_answers_is_compared_without_being_saved(page: AppTest) -> None:
    page.segmented_control(key=keys.COMPARE_ON).set_value("file").run()
    page.button(key="begin_comparison").click().run()
    assert errors(page) == ["No file yet: drop one above"]
    rows = [
        {"draft": DRAFT, "sources": [SOURCE], "query": "?"},
        {"draft": "Uploads never expire.", "sources": [SOURCE]},
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    page.file_uploader(key=keys.COMPARE_FILE).upload("answers.jsonl", content, "application/json").run()
    compare(page)
    assert "On answers.jsonl, 2 answers" in shown(page)
    assert services.get_store().search(ReviewFilter()).total == 0


def test_a_file_that_is_none_of_answers_is_refused(page: AppTest) -> None:
    page.segmented_control(key=keys.COMPARE_ON).set_value("file").run()
    page.file_uploader(key=keys.COMPARE_FILE).upload("notes.jsonl", b'{"a": 1}\n', "application/json").run()
    page.button(key="begin_comparison").click().run()
    [told] = errors(page)
    assert "otes.jsonl" in told


def test_a_comparison_is_cancelled(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, held = EmbeddedVerifier.verify, []

    def slowly(self, request):
        held.append(request)
        [job] = services.get_comparisons()._jobs.values()
        job.cancel()
        return judge(self, request)

    monkeypatch.setattr(EmbeddedVerifier, "verify", slowly)
    compare(own_text(page))
    assert "Cancelled." in shown(page)
    assert len(held) == 1


# --- words and what the script gets -------------------------------------------------------------------------------


def line(*said: Said, name: str = "1", truth: bool | None = None, claim_id: str | None = "c") -> Line:
    known = None if truth is None else Truth(truth, "human")
    return Line(Answer(name, "An answer", REQUEST, group=name), 1, "A claim", said, claim_id, known)


def test_the_script_gets_words_icons_and_reasons() -> None:
    left = Said("supported", 0.9, "it says\nso", left_out="stood in")
    found = comparison("claim", ["a", "b\u202e"], [line(Said("contradicted", 0.1, "no"), left)], answers=2)
    drawn = payload(found, found.lines, several=True)
    assert "\u202e" not in drawn["columns"][1]
    [one] = drawn["lines"]
    assert (one["title"], one["differs"], one["number"]) == ("An answer", "", "1")
    assert one["cells"] == [
        {"status": "contradicted", "word": "≠ contradicted", "share": "support 0.10", "why": "no", "out": ""},
        {"status": "supported", "word": "● supported", "share": "support 0.90", "why": "it says so", "out": "stood in"},
    ]


def test_thresholds_other_than_the_usual_one_are_told_by_contender() -> None:
    def told(*profiles: Profile) -> str:
        lines = [line(Said("supported", 0.7), Said("unsupported", 0.65))]
        return threshold_line(comparison("claim", ["Embedded", "Rules"], lines, answers=1, profiles=profiles))

    usual, tuned = Profile(), Profile(support_threshold=0.7123, slices={"claim_kind=inference": 0.8})
    assert told(usual, usual) == ""
    assert told(Profile(support_threshold=0.6), Profile(support_threshold=0.6)) == (
        "Each contender calls a claim supported from 0.6."
    )
    assert told(tuned, usual) == (
        "A claim is supported from 0.7123 (with 1 other threshold for some claims) for Embedded; from 0.5 for Rules."
    )


def test_the_threshold_of_the_profile_in_use_is_told_on_the_page(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingerprint = services.get_verifier().spec.fingerprint
    tuned = Profile(name="mine", support_threshold=0.71, verifier_fingerprint=fingerprint)
    found = {one.key: one for one in offers(services.get_settings(), tuned)}
    monkeypatch.setattr(services, "get_offers", lambda: found)
    compare(own_text(page))
    assert "A claim is supported from 0.71 for Embedded; from 0.5 for Word overlap." in shown(page)


def test_recommendations_have_their_words_and_a_status_to_look_like() -> None:
    found = comparison("answer", ["a", "b"], [line(Said("retry"), Said("accept"), claim_id=None)], answers=1)
    [one] = payload(found, found.lines, several=False)["lines"]
    assert [(cell["status"], cell["word"]) for cell in one["cells"]] == [
        ("partially_supported", "✎ Fix"),
        ("supported", "→ Send"),
    ]
    assert one["differs"] == "support"
    assert label_words("reject") == "■ Block"


def test_a_kappa_that_is_undefined_has_its_reason_in_the_pages_words() -> None:
    same = [line(Said("retry"), Said("retry"), name=str(n), claim_id=None) for n in range(3)]
    assert kappa_line(comparison("answer", ["a", "b"], same, answers=3)) == (
        "Cohen's kappa: none, both always say ✎ Fix, so agreement by chance would be complete too."
    )


def test_of_several_pairs_the_kappas_furthest_apart_are_named() -> None:
    lines = [
        line(Said("supported"), Said("supported"), Said("unsupported"), name="1"),
        line(Said("unsupported"), Said("unsupported"), Said("unsupported"), name="2"),
    ]
    told = kappa_line(comparison("claim", ["a", "b", "c"], lines, answers=2))
    assert told.startswith("Cohen's kappa from 0.00 (a and c) to 1.00 (a and b)")


def test_what_labels_were_measured_against_is_told_with_how_sure_it_is() -> None:
    few = comparison("claim", ["a", "b"], [line(Said("supported"), Said("supported"), truth=True)], answers=1)
    assert "labels of people on 1 claim." in accuracy_note(few)
    assert "Wilson's, as too few answers are labelled" in accuracy_note(few)
    many = [line(Said("supported"), Said("supported"), name=str(n), truth=n % 2 == 0) for n in range(8)]
    assert accuracy_note(comparison("claim", ["a", "b"], many, answers=8)).endswith("resampling answers.")


def test_tokens_are_a_dash_without_a_model_and_not_told_where_a_server_does_not_count() -> None:
    assert tokens_words(Cost()) == "–"
    assert tokens_words(Cost(calls=2, tokens=1234, kept=3)) == "1,234, 3 answers kept"
    assert tokens_words(Cost(calls=2)) == "not told"
    assert tokens_words(Cost(kept=1)) == "1 answer kept"


def test_what_was_not_counted_is_told_by_contender_with_the_runs_notes() -> None:
    said = Said("supported", left_out="the model gave no answer")
    spec = EmbeddedVerifier().spec
    costs = [(spec, Cost()), (spec, Cost(notes=("verdicts: the server is away",)))]
    found = comparison("claim", ["a", "b"], [line(Said("supported"), said)], answers=1, costs=costs)
    assert left_out_lines(found) == [
        "b: 1 claim not counted, the model gave no answer",
        "b: verdicts: the server is away",
    ]


def test_a_comparison_of_one_session_is_not_shown_to_another(page: AppTest, open_app: OpenApp) -> None:
    compare(own_text(page))
    other = open_app().run()
    other.switch_page(PAGE).run()
    assert "They differ" not in shown(other)
