"""The fixes of the answer on screen: taken from the map, the rewritten answer checked again, nothing while blind."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.review.cards import cards_of, tells_reason
from components.review.fixes import Fixes, fixes_of
from components.review.open_review import read_review
from components.state import inputs, keys
from tests.makers.pages import shown


def opened(app: AppTest) -> Any:
    review = app.session_state["review"]
    return read_review(review.critique, review.item_id)


def press(app: AppTest, monkeypatch: pytest.MonkeyPatch, kind: str, claim: str, serial: int = 1) -> AppTest:
    """The map sends an event, as it does for a key."""
    event = {"serial": serial, "kind": kind, "claim": claim, "status": None}
    sent = {"outbox": {"mount": f"a mount for {kind}", "events": [event]}}
    monkeypatch.setattr(inputs, "chosen", lambda key, kind: sent if key == keys.CLAIM_MAP else None)
    return app.run()


@pytest.fixture
def wrong(app: AppTest) -> AppTest:
    return app.button(key="example_01_timeout_wrong").click().run()


def test_a_card_says_why_and_sets_the_two_values_against_each_other(wrong: AppTest) -> None:
    critique = wrong.session_state["review"].critique
    [card] = cards_of(critique, fixes_of(opened(wrong))).values()
    assert "60 seconds" in card.reason
    assert card.pairs == (("30 seconds", "60 seconds"),)
    assert [(old, new) for _, _, old, new in card.fixes] == [("30 seconds", "60 seconds")]


def test_a_reason_that_stands_in_the_draft_is_not_said_again_below(wrong: AppTest) -> None:
    review = opened(wrong)
    [card] = cards_of(review.critique, fixes_of(review)).values()
    assert card.reason not in shown(wrong)
    [claim] = review.critique.claims
    assert claim.verdict is not None
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
    fixes = fixes_of(opened(app))
    assert fixes.text == "The timeout is 60 seconds."
    assert fixes.fixed == {claim}
    assert fixes.confidence is not None
    assert fixes.confidence > critique.confidence
    assert "1 of 1 fix taken: now" in shown(app)
    again = press(app, monkeypatch, "fix", claim, serial=2)
    assert len(services.get_store().decisions(again.query_params["item"])) == 1


def test_nothing_is_offered_while_the_machines_word_is_hidden(wrong: AppTest) -> None:
    current = opened(wrong)
    hidden = type(current)(current.critique, current.item_id, current.task, current.events, blind=True)
    assert fixes_of(hidden) == Fixes()
