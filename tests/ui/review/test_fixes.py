"""The fixes of the answer on screen: taken from the map, the rewritten answer checked again, nothing while blind."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event
from time import monotonic
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.review import hunks, result, revising
from components.review.cards import cards_of, tells_reason
from components.review.fixes import Fixes, fixes_of
from components.review.labelling.words import cause_words
from components.review.open_review import read_review
from components.review.revising import Effect
from components.state import inputs, keys
from components.words.review import needs_reviewer
from components.work.jobs import Job, Progress
from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.labels.answer_label import by_labels
from critique_core.labels.fold import fold, progress
from critique_core.models import Critique, Decision, Hunk, Profile, Status
from critique_core.store import ReviewFilter
from tests.makers.pages import shown


def opened(app: AppTest) -> Any:
    review = app.session_state["review"]
    return read_review(review.critique, review.item_id)


def press(app: AppTest, monkeypatch: pytest.MonkeyPatch, kind: str, claim: str, serial: int = 1) -> AppTest:
    """The map sends an event, as it does for a key."""
    event = {"serial": serial, "kind": kind, "claim": claim, "status": None}
    sent = {"outbox": {"mount": f"a mount for {kind} in {id(app)}", "events": [event]}}
    monkeypatch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.CLAIM_MAP else None)
    return app.run()


def checked(app: AppTest) -> Fixes:
    """The fixes once the second check has ended, which the page watches for."""
    under_way = fixes_of(opened(app)).checking
    if under_way is not None:
        under_way.result()
    return fixes_of(opened(app))


@pytest.fixture
def wrong(app: AppTest) -> AppTest:
    return app.button(key="example_01_timeout_wrong").click().run()


def test_the_wording_to_edit_is_that_of_the_fix_once_it_is_taken(
    wrong: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def field(app: AppTest) -> Any:
        return next(one for one in app.text_area if str(one.key).startswith("edit_"))

    claim = next(one for one in opened(wrong).critique.claims if one.status == "contradicted")
    assert field(wrong).value == claim.text
    after = press(wrong, monkeypatch, "fix", claim.id)
    assert field(after).value == claim.text.replace("30 seconds", "60 seconds")
    monkeypatch.undo()
    after.button(key="undo").click().run()
    assert field(after).value == claim.text


def test_a_wording_that_was_typed_before_a_fix_was_taken_stays_in_its_field(
    wrong: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = next(one for one in opened(wrong).critique.claims if one.status == "contradicted")
    field = next(one for one in wrong.text_area if str(one.key).startswith("edit_"))
    field.set_value("In a person's words.").run()
    press(wrong, monkeypatch, "fix", claim.id)
    monkeypatch.undo()  # what is typed is asked for as well
    after = wrong.run()
    assert next(one for one in after.text_area if str(one.key).startswith("edit_")).value == "In a person's words."


def test_a_card_sets_the_two_values_against_each_other_and_then_has_no_sentence_that_does(wrong: AppTest) -> None:
    critique = wrong.session_state["review"].critique
    [card] = cards_of(critique, fixes_of(opened(wrong))).values()
    assert card.reason == ""
    assert card.pairs == (("30 seconds", "60 seconds"),)
    assert [(old, new) for _, _, old, new in card.fixes] == [("30 seconds", "60 seconds")]


@pytest.mark.parametrize(
    ("draft", "source", "pairs"),
    [
        ("He never paid the fee.", "He paid the fee in May.", ()),
        ("Dogs are welcome on the terrace.", "Dogs are not allowed on the terrace.", ()),
        ("The shop is open on Sunday.", "The shop is closed on Sunday.", (("open", "closed"),)),
    ],
)
def test_words_are_set_against_each_other_only_where_they_exclude_each_other(
    draft: str, source: str, pairs: tuple[tuple[str, str], ...]
) -> None:
    found = critique(CritiqueRequest(draft=draft, sources=(SourceDocument(id="s", content=source),)))
    assert found.claims[0].status == "contradicted"
    [card] = cards_of(found, Fixes()).values()
    assert card.reason
    assert card.pairs == pairs


def test_a_card_says_why_a_claim_could_not_be_checked_in_a_sentence() -> None:
    found = critique(CritiqueRequest(draft="The observatory was built in 1896.", sources=()))
    [card] = cards_of(found, Fixes()).values()
    assert card.reason.startswith("There are no sources")


def test_a_card_says_that_a_claim_is_likely_supported_where_a_stricter_threshold_alone_fails_it() -> None:
    request = CritiqueRequest(draft="The bus is red.", sources=(SourceDocument(id="s", content="The bus is red."),))
    found = critique(request, profile=Profile(support_threshold=1.0))
    assert found.claims[0].status == "unsupported"
    [card] = cards_of(found, Fixes()).values()
    assert card.reason.startswith("Likely supported (0.9")
    assert "below the threshold in use" in card.reason


RIDE = CritiqueRequest(
    draft="The bus costs 9 euros. The ride takes 50 minutes. The driver is called Ann. The bus is red.",
    sources=(SourceDocument(id="s", content="The bus costs 7 euros. The ride takes 40 minutes. The bus is red."),),
)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({0: "supported"}, "1 of 4 claims contradicted, 1 unsupported"),
        ({0: "supported", 1: "supported", 2: "partially_supported", 3: "unsupported"}, "1 of 4 claims is unsupported"),
        ({0: "supported", 1: "supported", 2: "supported"}, "you called 3 verdicts wrong"),
        ({3: "contradicted"}, "3 of 4 claims contradicted, 1 unsupported"),
    ],
)
def test_labels_give_the_cause_that_made_the_verdict(said: dict[int, Status], words: str) -> None:
    found = critique(RIDE)
    assert [one.status for one in found.claims] == ["contradicted", "contradicted", "unsupported", "supported"]
    claims = fold(
        found,
        [
            Decision(
                item_id="i", action="relabel", status=status, reviewer="Ada", critique_id=found.id,
                claim_id=found.claims[place].id, id=f"d{place}", sequence=place + 1, created_at=datetime.now(UTC),
            )
            for place, status in said.items()
        ],
    )  # fmt: skip
    verdict = by_labels(found, claims)
    assert verdict is not None
    assert cause_words(verdict, claims, own=True) == words


def test_right_and_wrong_name_the_verdict_that_they_are_said_of(wrong: AppTest) -> None:
    row = [one for one in wrong.main if one.type in ("markdown", "button")]
    names = [one.value if one.type == "markdown" else one.key for one in row]
    assert names[names.index("accept") - 1 : names.index("accept") + 2] == [
        "**Claim 1 of 1**  \nContradicted:",
        "accept",
        "reject",
    ]
    assert wrong.button(key="accept").help == "Right: it is contradicted (key a)"
    assert wrong.button(key="reject").help == "Wrong: it is not contradicted (key x)"
    wrong.button(key="reject").click().run()
    assert "Send by your labels: you called 1 verdict wrong" in shown(wrong)


def test_a_reason_that_stands_in_the_draft_is_not_said_again_below(wrong: AppTest) -> None:
    review = opened(wrong)
    [claim] = review.critique.claims
    assert claim.verdict is not None
    assert claim.verdict.reasoning not in shown(wrong)
    for more in ({"reasoning": "The source says otherwise. " * 20}, {"failure": "no server"}):
        assert not tells_reason(claim.model_copy(update={"verdict": claim.verdict.model_copy(update=more)}))


def test_a_fix_is_an_event_and_the_rewritten_answer_has_its_own_number(
    wrong: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    critique = wrong.session_state["review"].critique
    claim = critique.claims[0].id
    app = press(wrong, monkeypatch, "fix", claim)
    [event] = services.get_store().decisions(app.query_params["item"])
    assert (event.action, event.text, event.claim_id) == ("hunk_accept", "60 seconds", claim)
    fixes = checked(app)
    assert fixes.text == "The timeout is 60 seconds."
    assert fixes.fixed == {claim}
    assert fixes.confidence is not None
    assert fixes.confidence > critique.confidence
    assert "1 of 1 fix taken" in shown(app.run())
    assert "now" not in fixes.words, "the number stands beside the headline"
    again = press(app, monkeypatch, "fix", claim, serial=2)
    assert len(services.get_store().decisions(again.query_params["item"])) == 1


def test_the_headline_is_of_the_corrected_answer_once_a_fix_is_taken(
    wrong: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Block: 1 of 1 claim is contradicted" in shown(wrong)
    app = press(wrong, monkeypatch, "fix", wrong.session_state["review"].critique.claims[0].id)
    checked(app)
    assert "Now Send: the claim is supported" in shown(app.run())
    assert "The draft as it came: Block, 1 of 1 claim is contradicted" in shown(app)


def test_the_headline_is_by_the_labels_where_they_say_otherwise(wrong: AppTest) -> None:
    wrong.button(key="relabel_supported").click().run()
    assert "Send by your labels: you called 1 verdict wrong" in shown(wrong)
    assert "The machine on the draft: Block, 1 of 1 claim is contradicted" in shown(wrong)


@pytest.mark.parametrize("button", ["relabel_supported", "reject"])
def test_a_claim_that_a_reviewer_calls_supported_keeps_its_words(
    wrong: AppTest, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    wrong.button(key=button).click().run()
    app = press(wrong, monkeypatch, "fix", opened(wrong).critique.claims[0].id)
    assert fixes_of(opened(app)).taken == ()
    assert "its words stay" in shown(app)
    app.button(key="undo").click().run()
    app = press(app, monkeypatch, "fix", opened(app).critique.claims[0].id, serial=2)
    assert len(fixes_of(opened(app)).taken) == 1


@pytest.fixture
def fixed(app: AppTest) -> AppTest:
    """A review of four claims with the first fix taken."""
    app.button(key="example_08_medicine_leaflet").click().run()
    first = next(one for one in fixes_of(opened(app)).offered if one.helps)
    with pytest.MonkeyPatch.context() as patch:
        press(app, patch, "fix", str(first.hunk.claim_id))
    assert fixes_of(opened(app)).taken
    return app


def test_a_fixed_claim_is_dealt_with(fixed: AppTest) -> None:
    claims = opened(fixed).reviewed
    [mended] = [one for one in claims if one.fixed]
    assert mended.decision is None
    [waiting] = [one for one in claims if needs_reviewer(one)]
    assert fixed.button(key="next_in_doubt").label == "1 in doubt"
    for _ in range(2):
        fixed.button(key="next_in_doubt").click().run()
        assert fixed.session_state["selection"].claim_id == waiting.claim.id
    fixed.button(key="accept").click().run()
    fixed.button(key="confirm_rest").click().run()
    assert [one.decision for one in opened(fixed).reviewed if one.fixed] == [None], "not called right with the rest"
    assert fixed.button(key="answer_accept")


def test_taking_a_fix_back_leads_to_its_claim(fixed: AppTest) -> None:
    [mended] = [one.claim.id for one in opened(fixed).reviewed if one.fixed]
    fixed.button(key="next_in_doubt").click().run()
    assert fixed.session_state["selection"].claim_id != mended
    fixed.button(key="undo").click().run()
    assert fixed.session_state["selection"].claim_id == mended
    assert not any(one.fixed for one in opened(fixed).reviewed)


def test_no_run_of_the_page_waits_for_a_second_check(fixed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, ready, watched = Job[Effect](), checked(fixed).effect, list[Job[Effect]]()
    assert ready
    ended = Event()

    def work(_: Progress) -> Effect:
        ended.wait(20)
        return ready

    with ThreadPoolExecutor(1) as workers, monkeypatch.context() as patch:
        slow.begin(work, workers)
        patch.setattr(revising, "effect_of", lambda critique, hunks: slow)
        patch.setattr(result, "rerun_when_done", watched.append)
        begun = monotonic()
        assert fixes_of(opened(fixed)).checking is slow
        assert monotonic() - begun < 1
        assert "The changed answer is being checked again" in shown(fixed.run())
        assert watched == [slow]
        ended.set()
        slow.result()
        assert "being checked" not in shown(fixed.run())


def test_history_counts_what_the_review_counts_as_decided(fixed: AppTest) -> None:
    def counted() -> tuple[int, int]:
        [row] = services.get_store().search(ReviewFilter()).rows
        assert (row.decided, row.checkable) == progress(opened(fixed).reviewed)
        return row.decided, row.checkable

    assert counted() == (1, 6)
    fixed.button(key="next_in_doubt").click().run()
    fixed.button(key="accept").click().run()
    assert counted() == (2, 6)
    for left in (1, 0):
        fixed.button(key="undo").click().run()
        assert counted() == (left, 6)


@pytest.mark.parametrize(("words", "decided"), [("Take one tablet.", 1), (None, 0)])
def test_history_counts_a_claim_with_a_wording_of_its_own_as_the_review_does(
    wrong: AppTest, words: str | None, decided: int
) -> None:
    claim = opened(wrong).critique.claims[0]
    [field] = [one for one in wrong.text_area if one.label == "What it should say"]
    field.set_value(words or f"{claim.text} ").run()
    wrong.button(key="save_edit").click().run()
    [row] = services.get_store().search(ReviewFilter()).rows
    assert (row.decided, row.checkable) == progress(opened(wrong).reviewed) == (decided, 1)


def test_what_is_proposed_is_worked_out_once(fixed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def again(critique: Critique) -> tuple[Hunk, ...]:
        raise AssertionError(critique.id)

    monkeypatch.setattr(hunks, "proposed", again)
    assert fixes_of(opened(fixed.run())).offered


def test_a_claim_found_wrong_that_stays_is_counted_with_those_that_fail_the_second_check(fixed: AppTest) -> None:
    other = next(one for one in opened(fixed).in_order if one.status == "supported")
    with pytest.MonkeyPatch.context() as patch:
        press(fixed, patch, "select", other.id)
    fixed.button(key="relabel_contradicted").click().run()
    checked(fixed)
    assert "Now Block: 2 claims lack support" in shown(fixed.run())
    assert "Send" not in fixed.header[0].value


def test_what_may_be_left_out_is_no_fix_that_is_still_to_be_taken(fixed: AppTest) -> None:
    assert fixes_of(opened(fixed)).words == "1 of 1 fix taken"
    while any(button.key == "next_in_doubt" for button in fixed.button):
        fixed.button(key="next_in_doubt").click().run()
        fixed.button(key="accept").click().run()
    after = fixes_of(opened(fixed))
    assert any(one.removes for one in after.offered)
    assert after.words == "1 change made"


def test_nothing_is_offered_while_the_machines_word_is_hidden(wrong: AppTest) -> None:
    current = opened(wrong)
    hidden = type(current)(current.critique, current.item_id, current.task, current.events, blind=True)
    assert fixes_of(hidden) == Fixes()


def test_the_verdict_on_the_answer_is_offered_once_the_fixes_have_left_none_in_doubt(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = SourceDocument(id="s", title="Guide", content="The market is on Friday. Parking costs 2 pounds an hour.")
    found = critique(
        CritiqueRequest(draft="The market is on Friday. Parking costs 5 pounds an hour.", sources=(source,))
    )
    app.query_params["item"] = services.get_store().save_review(found, who="Ada").item_id
    app.run()
    assert "answer_accept" not in {one.key for one in app.button}
    [claim] = [one for one in found.claims if one.status == "contradicted"]
    with monkeypatch.context() as patch:
        press(app, patch, "fix", claim.id)
    assert {"answer_accept", "confirm_rest"} <= {one.key for one in app.button}
    assert "**None in doubt.** The answer:" in shown(app)


def test_a_fix_that_does_not_help_is_named_when_all_is_decided(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = "Keep 60 cm between plants. Water them every evening on the leaves."
    guide = "Distance between plants: 60 cm. Water tomatoes in the morning at the root, never on the leaves."
    sources = (SourceDocument(id="s", title="Guide", content=guide),)
    found = critique(CritiqueRequest(draft=draft, sources=sources))
    assert found.findings.doubted  # in reviews that are kept from before there were doubts such a change is offered
    found = found.model_copy(update={"findings": found.findings.model_copy(update={"doubted": ()})})
    app.query_params["item"] = services.get_store().save_review(found, who="Ada").item_id
    app.run()
    [claim] = [one for one in found.claims if one.status == "contradicted"]
    with monkeypatch.context() as patch:
        press(app, patch, "fix", claim.id)
    app.button(key="confirm_rest").click().run()
    fixes = checked(app)
    assert "every morning on the leaves" in fixes.text
    app.run()
    assert "Fixed and still lacking support: claim 2." in shown(app)
    app.button(key="undo").click().run()
    app.button(key="undo").click().run()
    assert "still lacking support" not in shown(app)
