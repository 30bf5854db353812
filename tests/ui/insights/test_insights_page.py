"""The Insights page: empty, with a few reviews, filtered, and down to one record."""

import csv
import io
from zoneinfo import ZoneInfo

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.insights.export import figures_csv
from components.state import keys
from critique_core.metrics.insights import insights
from critique_core.metrics.usage import summarise
from tests.makers.pages import shown

PAGE = "pages/insights.py"


def figures(app: AppTest) -> dict[str, str]:
    return {metric.label: str(metric.value) for metric in app.metric}


def test_an_empty_store_says_what_will_be_there(app: AppTest) -> None:
    app.switch_page(PAGE).run()
    assert not app.exception
    assert "Nothing to measure yet." in shown(app)


@pytest.fixture
def used(app: AppTest) -> AppTest:
    """Two reviews, one with its only claim accepted against the verifier; the Insights page is open."""
    app.button(key="example_01_timeout_wrong").click().run()
    app.button(key="reject").click().run()
    app.button(key="new_review").click().run()
    app.button(key="example_07_restaurant_record").click().run()
    app.switch_page(PAGE).run()
    assert not app.exception
    return app


def test_the_figures_are_those_of_the_command(used: AppTest) -> None:
    usage = summarise(services.get_store().measures())
    told = figures(used)
    assert told["Hallucination rate"] == f"{usage.critique_hallucination_rate:.1%}"
    assert told["Claims per draft"] == f"{usage.claims_per_draft:.2f}"
    assert told["Reviewers and verifier agree"] == "0.0%"
    assert "provisional, n = 2" in shown(used)


def test_filters_narrow_and_let_through_again(used: AppTest) -> None:
    used.button_group(key=keys.INSIGHTS_ORIGINS).set_value(["imported"]).run()
    assert "No review fits these filters." in shown(used)
    used.button(key="clear_insights").click().run()
    assert "2 drafts, 2 runs" in shown(used)


def test_a_worst_record_opens_its_review(used: AppTest) -> None:
    found = services.get_store().observations()
    worst = insights(found, zone=ZoneInfo("UTC")).worst["apart"]
    assert [one.value for one in worst] == [1.0]
    used.button(key=f"open_apart_{worst[0].item_id}").click().run()
    assert used.query_params["item"] in (worst[0].item_id, [worst[0].item_id])


def test_the_file_holds_the_figures_of_the_whole_and_of_each_day(used: AppTest) -> None:
    found = insights(services.get_store().observations(), zone=ZoneInfo("UTC"))
    rows = list(csv.DictReader(io.StringIO(figures_csv(found, "day"))))
    whole = {row["figure"]: row for row in rows if row["span"] == "all"}
    assert float(whole["claims_per_draft"]["value"]) == found.figures["claims_per_draft"].value
    assert {row["span"] for row in rows} == {"all", "day"}
