"""The Insights page: empty, with a few reviews, filtered, and down to one record."""

import csv
import io
import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.insights.export import figures_csv
from components.state import keys
from components.words.insights import switches, verifier_words
from critique_core.metrics.insights import Change, insights
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


def test_a_span_that_ends_before_it_begins_is_said_to(used: AppTest) -> None:
    used.date_input(key=keys.INSIGHTS_SINCE).set_value(date(2026, 11, 2)).run()
    used.date_input(key=keys.INSIGHTS_UNTIL).set_value(date(2026, 11, 1)).run()
    assert "“From” is after “Up to”: no day lies between them." in shown(used)


def test_verifiers_have_names_and_a_part_of_their_fingerprint_only_where_two_are_alike(used: AppTest) -> None:
    assert used.selectbox(key=keys.INSIGHTS_VERIFIER).options == ["embedded (in use)"]
    names = {"a" * 64: "embedded", "b" * 64: "embedded", "c" * 64: "nli"}
    assert [verifier_words(one, names, "c" * 64) for one in names] == [
        "embedded (aaaaaaaa)", "embedded (bbbbbbbb)", "nli (in use)",
    ]  # fmt: skip
    at = datetime(2026, 11, 2, tzinfo=UTC)
    changes = [
        Change(what="verifier", at=at, before="a" * 64, after="c" * 64),
        Change(what="profile", at=at, before="default", after="strict, 0.70"),
    ]
    assert switches(changes, names) == ["Profile: settings → strict, 0.70", "Verifier: embedded (aaaaaaaa) → nli"]


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(part.proto.spec) for part in app.get("plotly_chart")]


def test_axes_have_titles_and_the_units_of_the_figures(used: AppTest) -> None:
    titles = [tuple(chart["layout"][axis]["title"]["text"] for axis in ("xaxis", "yaxis")) for chart in charts(used)]
    assert titles == [
        ("day", words) for words in ("share of drafts", "share of labels", "time of a run", "claims", "confidence")
    ]


@pytest.mark.parametrize(("milliseconds", "unit", "top"), [(3500.0, " s", 3.5), (350.0, " ms", 350.0)])
def test_the_axis_of_latencies_counts_as_the_figure_does(milliseconds: float, unit: str, top: float) -> None:
    app = AppTest.from_function(_draw, args=("latency_p50_ms", milliseconds, 1)).run()
    [chart] = charts(app)
    assert chart["layout"]["yaxis"]["ticksuffix"] == unit
    assert chart["data"][0]["y"] == [top]
    assert "too few for an interval" in chart["data"][0]["text"][0]


@pytest.mark.parametrize(("days", "lines"), [(1, 0), (2, 1)])
def test_a_change_is_marked_where_there_is_a_point_before_or_after_it(days: int, lines: int) -> None:
    app = AppTest.from_function(_draw, args=("claims_per_draft", 6.0, days)).run()
    [chart] = charts(app)
    assert len(chart["layout"].get("shapes", ())) == lines
    assert ("Dotted lines" in shown(app)) == bool(lines)


def _draw(name: str, value: float, days: int) -> None:
    from datetime import UTC, date, datetime  # noqa: PLC0415

    from components.insights.timelines import draw_timelines  # noqa: PLC0415
    from critique_core.metrics.insights import Change, Figure, Insights, Point  # noqa: PLC0415
    from critique_core.metrics.usage import summarise  # noqa: PLC0415

    figure = Figure.model_validate({"name": name, "value": value, "n": 2, "interval": None})
    change = Change(what="profile", at=datetime(2026, 11, 2, 12, tzinfo=UTC), before="default", after="strict, 0.70")
    points = tuple(Point(start=date(2026, 11, 2 + day), figures={figure.name: figure}) for day in range(days))
    found = Insights(usage=summarise(()), figures={}, points=points, changes=(change,), worst={})
    draw_timelines(found, "day", {})


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
