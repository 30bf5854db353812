"""The report on the review on screen."""

from types import SimpleNamespace
from typing import Any

import pytest

from components.review import report
from components.review.open_review import OpenReview
from critique_core.models import Gate
from critique_core.reports.written import read_report
from tests.makers.timeout_answer import decide, timeout_answer


@pytest.fixture(autouse=True)
def _no_critic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report.services, "gate", Gate)


def opened(*, blind: bool = False) -> OpenReview:
    critique = timeout_answer()
    return OpenReview(critique, "i", None, (decide(critique, 0, "reject", note="see the manual"),), blind)


def test_the_files_tell_the_decisions_of_the_open_review() -> None:
    page = report.report_of(opened(), "html").decode()
    assert "see the manual" in page
    assert page.count('<article class="entry" id="claim-') == 3
    assert "see the manual" in report.report_of(opened(), "markdown").decode()
    found = read_report(report.report_of(opened(), "json"))
    assert found is not None
    assert found.decisions[0].note == "see the manual"


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
