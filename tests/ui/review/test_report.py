"""The report on the review on screen."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from components.review import report
from components.review.labelling.task import Task
from components.review.open_review import OpenReview
from components.review.verdict import StandingVerdict
from components.state.queueing import Labelling
from components.words.review import Headline
from critique_core.models import Gate, Item
from critique_core.reports.written import read_report
from tests.makers.timeout_answer import decide, timeout_answer


@pytest.fixture(autouse=True)
def _no_critic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.services, "gate", Gate)


def opened(*, blind: bool = False) -> OpenReview:
    critique = timeout_answer()
    return OpenReview(critique, "i", None, (decide(critique, 0, "reject", note="see the manual"),), blind)


def item(title: str = "An answer") -> Item:
    return Item(id="i", request_fingerprint="f", title=title, created_at=datetime(2026, 1, 1, tzinfo=UTC))


def test_the_files_tell_the_decisions_of_the_open_review() -> None:
    page = report.report_of(opened(), "html").decode()
    assert "see the manual" in page
    assert page.count('<article class="entry" id="claim-') == 3
    assert "see the manual" in report.report_of(opened(), "markdown").decode()
    found = read_report(report.report_of(opened(), "json"))
    assert found is not None
    assert found.decisions[0].note == "see the manual"


def test_an_answer_has_the_title_that_it_has_in_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.services, "get_store", lambda: SimpleNamespace(item=lambda _: item(title="Question 17")))
    assert "<title>Review: Question 17</title>" in report.report_of(opened(), "html").decode()


@pytest.mark.parametrize(("revealed", "told"), [(False, True), (True, False)])
def test_hidden_decisions_of_others_are_said_to_be_hidden(*, revealed: bool, told: bool) -> None:
    task = Task(
        item=item(), labelling=Labelling(), reviewer="Ada", revealed=revealed, seen=False, submitted=revealed, events=()
    )
    page = report.report_of(OpenReview(timeout_answer(), "i", task, (), blind=False), "html").decode()
    assert ("not shown until one’s own are submitted" in page) is told
    assert ("No decision was made." in page) is not told


def test_of_a_corrected_answer_the_report_says_what_the_screen_does(monkeypatch: pytest.MonkeyPatch) -> None:
    effect = SimpleNamespace(confidence=0.96)
    monkeypatch.setattr(report, "fixes_of", lambda _: SimpleNamespace(effect=effect, confidence=0.96))
    now = StandingVerdict(Headline("Now Send: 3 claims are supported", "", "calm"), (), "accept")
    monkeypatch.setattr(report, "standing_verdict", lambda *_: now)
    found = read_report(report.report_of(opened(), "json"))
    assert found is not None
    assert found.corrected is not None
    assert (found.corrected.words, found.corrected.confidence) == ("Now Send: 3 claims are supported", 0.96)


def test_there_is_a_button_for_each_file_and_it_gives_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: dict[str, Any] = {}

    def download_button(_label: str, data: Any, file_name: str, **_named: Any) -> None:
        drawn[file_name] = data()

    monkeypatch.setattr(report, "st", SimpleNamespace(download_button=download_button))
    review = opened()
    report.draw_report_buttons(review)
    forms = {"review.html": "html", "review.md": "markdown", "review.json": "json"}
    assert drawn == {name: report.report_of(review, form) for name, form in forms.items()}


def test_a_report_never_tells_the_verdicts_of_a_blind_review(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(report, "st", SimpleNamespace(caption=told.append))
    report.draw_report_buttons(opened(blind=True))
    assert len(told) == 1
    with pytest.raises(ValueError, match="hidden"):
        report.report_of(opened(blind=True), "html")
