"""The gauge: a number where there is one, and never a zero where there is none."""

import re
from datetime import date

import pytest

from components.widgets.battery_chart import recall_chart
from components.widgets.charts import Line, confidence_gauge, timeline, waterfall
from critique_core.metrics.injection import Battery, KindRecall


def _dial(figure: object) -> dict[str, object]:
    return figure.to_plotly_json()["data"][0]  # type: ignore[attr-defined]


def test_the_dial_shows_the_confidence_and_marks_the_gate() -> None:
    figure = confidence_gauge(0.774, 0.7, "medium")
    dial = _dial(figure)
    assert dial["value"] == 77
    assert dial["mode"] == "gauge+number"
    assert dial["gauge"]["threshold"]["value"] == 70  # type: ignore[index]
    words = figure.layout.annotations[0].text
    assert "Medium" in words
    assert "gate at 70%" in words


def test_the_dial_has_the_places_of_the_number_beside_the_gate() -> None:
    assert _dial(confidence_gauge(0.774, 0.7, "medium"))["number"]["valueformat"] == ".0f"  # type: ignore[index]
    figure = confidence_gauge(0.6996, 0.7, "low")
    assert _dial(figure)["value"] == 69.96
    assert _dial(figure)["number"]["valueformat"] == ".2f"  # type: ignore[index]
    assert "gate at 70.00%" in figure.layout.annotations[0].text


def test_without_a_confidence_there_is_no_number_and_no_bar() -> None:
    figure = confidence_gauge(None, 0.7, None)
    dial = _dial(figure)
    assert dial.get("value") is None
    assert dial["mode"] == "gauge"
    assert dial["gauge"]["bar"]["thickness"] == 0  # type: ignore[index]
    assert "Nothing to measure" in figure.layout.annotations[0].text


def test_the_bands_are_the_levels() -> None:
    steps = _dial(confidence_gauge(0.5, 0.7, "low"))["gauge"]["steps"]  # type: ignore[index]
    assert [step["range"] for step in steps] == [[0, 50], [50, 70], [70, 90], [90, 100]]


def test_the_waterfall_has_a_bar_a_term_and_ends_at_the_confidence() -> None:
    steps = (("Supported share", 0.57, 0.57), ("Unsupported claims", 2.0, -0.2), ("Nothing unsupported", None, 0.0))
    figure = waterfall(steps, 0.37, 0.7)
    bars = _dial(figure)
    assert list(bars["y"]) == ["Supported share · 0.57", "Unsupported claims · 2", "Nothing unsupported", "Confidence"]  # type: ignore[call-overload]
    assert list(bars["x"]) == [0.57, -0.2, 0.0, 0.37]  # type: ignore[call-overload]
    assert list(bars["measure"])[-1] == "total"  # type: ignore[call-overload]
    assert list(bars["text"]) == ["+57.0", "-20.0", "+0.0", "<b>37%</b>"]  # type: ignore[call-overload]
    assert figure.layout.shapes[0].x0 == 0.7


def test_the_gate_goes_through_the_sum_and_no_number() -> None:
    figure = waterfall((("A", 0.5, 0.9), ("B", None, -0.17), ("C", None, -0.01)), 0.72, 0.7)
    [gate] = figure.layout.shapes
    assert 2.4 <= gate.y0 < gate.y1 <= 3.6, "the row of the sum"
    assert figure.data[0].textposition[-1] == "inside"
    assert waterfall((("A", None, 0.05),), 0.05, 0.7).data[0].textposition[-1] == "outside"


def test_the_waterfall_shows_all_of_a_sum_that_leaves_its_bounds() -> None:
    low, high = waterfall((("A", None, -0.4), ("B", None, 1.6), ("C", None, -0.2)), 1.0, 0.7).layout.xaxis.range
    assert low <= -0.4
    assert high >= 1.2


def test_a_few_days_are_ticked_once_each_and_many_by_plotly() -> None:
    def axis(*days: int) -> dict[str, object]:
        points = tuple((date(2026, 11, day), 0.5, None, False, "half") for day in days)
        figure = timeline((Line("Rate", points),), (), share=True, titles=("day", "share"))
        return figure.to_plotly_json()["layout"]["xaxis"]

    assert list(axis(26, 27)["tickvals"]) == ["2026-11-26", "2026-11-27"]  # type: ignore[call-overload]
    assert list(axis(26)["tickvals"]) == ["2026-11-26"]  # type: ignore[call-overload]
    assert list(axis(26)["range"]) == ["2026-11-25T00:00:00", "2026-11-27T00:00:00"]  # type: ignore[call-overload]
    assert "tickvals" not in axis(*range(1, 20))


def _luminance(channels: list[float]) -> float:
    """Relative luminance after WCAG."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (one / 255 for one in channels)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("page", [(255, 255, 255), (18, 24, 31)])
def test_the_interval_of_an_error_kind_shows_on_its_bar_on_a_light_and_a_dark_page(page: tuple[int, ...]) -> None:
    battery = Battery(
        verifier="embedded", seed=0, per_kind=4, claims=4, false_alarms=0, false_alarm_rate=0.0,
        false_alarm_interval=(0.0, 0.5), kinds=(
            KindRecall(kind="number", made=4, caught=4, recall=1.0, interval=(0.5, 1.0)),
            KindRecall(kind="negation", made=4, caught=2, recall=0.5, interval=(0.15, 0.85)),
            KindRecall(kind="date", made=0, caught=0, recall=None, interval=None),
        ),
    )  # fmt: skip
    bars = _dial(recall_chart(battery))
    assert list(bars["y"]) == ["number  4/4", "negation  2/4"], "the last one is on top"  # type: ignore[call-overload]
    colour = str(bars["marker"]["color"])  # type: ignore[index]
    found = re.fullmatch(r"rgba\((\d+),(\d+),(\d+),([\d.]+)\)", colour)
    rgb = (
        [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        if found is None
        else [int(one) for one in found.groups()[:3]]
    )
    alpha = 1.0 if found is None else float(found[4])
    bar = _luminance([alpha * own + (1 - alpha) * behind for own, behind in zip(rgb, page, strict=True)])
    line = str(bars["error_x"]["color"])  # type: ignore[index]
    interval = _luminance([int(line[at : at + 2], 16) for at in (1, 3, 5)])
    assert (max(bar, interval) + 0.05) / (min(bar, interval) + 0.05) > 1.8
