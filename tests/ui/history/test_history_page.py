"""The History page: find a review, open it as it was, delete it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.history.filters import _midnight
from components.words.review import status_words
from critique_core.errors import StoreError, VerifierUnavailable
from critique_core.models import Action, DecisionDraft, Recommendation, VerifierSpec
from critique_core.store import ReviewFilter, Store
from tests.makers.pages import REVIEWER, errors, markup, shown
from tests.makers.queued_store import fill_queue

HISTORY = "pages/history.py"


def test_the_empty_history_says_what_will_be_there(app: AppTest) -> None:
    app.switch_page(HISTORY).run()
    assert "Nothing reviewed yet." in shown(app)
    assert not app.exception


@pytest.fixture
def reviewed(app: AppTest) -> AppTest:
    """Two reviews, the first with its one claim accepted; the History page is open."""
    app.button(key="example_01_timeout_wrong").click().run()
    app.button(key="accept").click().run()
    app.button(key="new_review").click().run()
    app.button(key="example_07_restaurant_record").click().run()
    return app.switch_page(HISTORY).run()


def test_rows_tell_how_far_each_review_is(reviewed: AppTest) -> None:
    words = shown(reviewed)
    assert "2 reviews, newest work first" in words
    assert words.index("Write a short overview of the restaurant.") < words.index("What is the timeout?")
    assert "1 of 1 decided" in words
    assert REVIEWER in words


@pytest.mark.parametrize("text", ["olive & ASH", "restaurant"])
def test_search_finds_words_of_query_and_draft(reviewed: AppTest, text: str) -> None:
    reviewed.text_input(key="history_search").set_value(text).run()
    assert "1 review, newest" in shown(reviewed)
    assert "What is the timeout?" not in shown(reviewed)


def test_words_are_found_in_any_order(reviewed: AppTest) -> None:
    reviewed.text_input(key="history_search").set_value("restaurant OVERVIEW").run()
    assert "1 review, newest" in shown(reviewed)


def test_a_refusal_is_called_one_and_counts_nothing(app: AppTest) -> None:
    app.button(key="example_14_refusal").click().run()
    app.switch_page(HISTORY).run()
    assert " · refusal · " in shown(app)
    assert "advised" not in shown(app)
    assert "decided" not in shown(app)


def test_a_search_without_result_says_what_to_do(reviewed: AppTest) -> None:
    reviewed.text_input(key="history_search").set_value("no such words").run()
    assert "No review fits this search." in shown(reviewed)


def test_filters_narrow_the_list(reviewed: AppTest) -> None:
    reviewed.selectbox(key="history_reviewer").set_value(REVIEWER).run()
    assert "1 review, newest" in shown(reviewed)
    reviewed.selectbox(key="history_recommendation").set_value("accept").run()
    assert "No review fits this search." in shown(reviewed)
    reviewed.selectbox(key="history_recommendation").set_value("reject").run()
    assert "1 review, newest" in shown(reviewed)
    reviewed.multiselect(key="history_status").set_value(["supported"]).run()
    assert "No review fits this search." in shown(reviewed)


def test_filters_come_from_the_address(reviewed: AppTest, open_app: Callable[[], AppTest]) -> None:
    again = open_app().run()
    again.switch_page(HISTORY)
    again.query_params["history_search"] = "timeout"
    again.query_params["history_reviewer"] = REVIEWER
    again.query_params["history_status"] = [status_words("contradicted")]
    again.query_params["history_since"] = str(date.today() - timedelta(days=2))
    again.run()
    assert again.text_input(key="history_search").value == "timeout"
    assert again.selectbox(key="history_reviewer").value == REVIEWER
    assert again.multiselect(key="history_status").value == ["contradicted"]
    assert again.date_input(key="history_since").value == date.today() - timedelta(days=2)
    assert "1 review, newest" in shown(again)


def test_reviews_are_listed_while_the_verifier_cannot_be_used(
    reviewed: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise VerifierUnavailable("the weights cannot be read; install claimlens again")

    monkeypatch.setattr(services, "get_critic", refuse)
    reviewed.run()
    assert "2 reviews, newest work first" in shown(reviewed)
    assert "another verifier" not in shown(reviewed)
    assert errors(reviewed) == []


def test_dates_are_days_on_the_readers_clock(reviewed: AppTest) -> None:
    reviewed.date_input(key="history_since").set_value(date.today() + timedelta(days=2)).run()
    assert "No review fits this search." in shown(reviewed)
    reviewed.date_input(key="history_since").set_value(date.today() - timedelta(days=2)).run()
    reviewed.date_input(key="history_until").set_value(date.today() + timedelta(days=1)).run()
    assert "2 reviews" in shown(reviewed)


def test_a_day_begins_at_its_first_moment() -> None:
    assert _midnight(date(2026, 5, 3)) == datetime(2026, 5, 3, tzinfo=UTC)


def test_open_shows_the_review_as_it_was(reviewed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    item = _item("timeout")
    monkeypatch.setattr(type(services.get_critic()), "critique", _must_not_run)
    reviewed.button(key=f"open_{item}").click().run()
    reviewed.switch_page("pages/review.py")
    reviewed.query_params["item"] = item
    reviewed.run()
    assert "Asked: What is the timeout?" in shown(reviewed)
    assert "Called right" in shown(reviewed)


def test_deleting_asks_first(reviewed: AppTest) -> None:
    item = _item("timeout")
    reviewed.button(key=f"delete_{item}").click().run()
    assert _item("timeout") == item
    assert reviewed.button(key="confirm_deletion").proto.type == "secondary"
    assert reviewed.button(key="keep_review").proto.type == "primary"
    reviewed.button(key="confirm_deletion").click().run()
    assert services.get_store().item(item) is None
    reviewed.run()
    assert "1 review, newest" in shown(reviewed)


def test_a_deleted_review_leaves_the_screen(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.button(key="check").click().run()
    app.switch_page(HISTORY).run()
    app.button(key=f"delete_{_item('timeout')}").click().run()
    app.button(key="confirm_deletion").click().run()
    assert "review" not in app.session_state


def test_a_review_of_another_verifier_is_marked(reviewed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Judged by another verifier" not in shown(reviewed)
    verifier = type(services.get_critic().verifier)
    monkeypatch.setattr(verifier, "spec", VerifierSpec(spec="newer", fingerprint="n" * 64))
    reviewed.run()
    assert "Judged by another verifier" in shown(reviewed)
    item = _item("timeout")
    reviewed.switch_page("pages/review.py")
    reviewed.query_params["item"] = item
    reviewed.run()
    assert "Judged by another verifier" in shown(reviewed)
    reviewed.button(key="check_again").click().run()
    assert "Judged by another verifier" not in shown(reviewed)
    assert "None in doubt" in shown(reviewed)


def test_many_reviews_come_in_pages(app: AppTest) -> None:
    app.button(key="example_01_timeout_wrong").click().run()
    store = services.get_store()
    critique = store.latest_critique(app.query_params["item"])
    assert critique is not None
    for number in range(11):
        request = critique.request.model_copy(update={"query": f"Question {number}"})
        store.save_review(critique.model_copy(update={"id": f"{number:064}", "request": request}), who="Ada")
    app.switch_page(HISTORY).run()
    assert "12 reviews" in shown(app)
    assert "Question 10" in shown(app)
    assert "Question 0" not in shown(app)
    app.pagination(key="history_page").select(2).run()
    assert "Question 0" in shown(app)
    app.text_input(key="history_search").set_value("question 10").run()
    assert "1 review, newest" in shown(app)


def test_a_store_that_fails_is_explained(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: the file is damaged; restore it from a copy")

    monkeypatch.setattr(Store, "search", refuse)
    app.switch_page(HISTORY).run()
    assert errors(app) == ["reviews.db: the file is damaged; restore it from a copy"]


def test_hostile_titles_are_text(app: AppTest) -> None:
    app.text_input(key="query").set_value("<script>alert(1)</script> [x](javascript:alert(1)) :smile:")
    app.text_area(key="draft").set_value("The timeout is 30 seconds.")
    app.button(key="check").click().run()
    app.switch_page(HISTORY).run()
    assert "<script>alert(1)</script> [x](javascript:alert(1)) :smile:" in shown(app)
    assert markup(app) == set()
    app.button(key=f"delete_{_item('smile')}").click().run()
    assert app.button(key="confirm_deletion")
    assert markup(app) == set()


def _item(text: str) -> str:
    return services.get_store().search(ReviewFilter(text=text)).rows[0].item_id


def _must_not_run(*_args: object, **_kwargs: object) -> None:
    raise AssertionError("opening a stored review verifies nothing")


def test_anothers_verdict_on_an_answer_is_hidden_until_one_has_submitted_it(app: AppTest, tmp_path: Path) -> None:
    fill_queue(tmp_path, 1)
    store = services.get_store()
    [row] = store.search(ReviewFilter()).rows

    def said(reviewer: str, action: Action, answer: Recommendation | None = None) -> None:
        store.append(DecisionDraft(item_id=row.item_id, action=action, reviewer=reviewer, answer=answer))

    said("Zoe", "answer", "reject")
    app.switch_page(HISTORY).run()
    assert "The whole answer" not in shown(app)
    said(REVIEWER, "submit")
    assert "The whole answer: Block, Zoe" in shown(app.run())
