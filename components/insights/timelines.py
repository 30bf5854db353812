"""Charts of the figures over time, each with its table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import streamlit as st

from components.widgets.charts import Line, Mark, timeline
from components.widgets.local_time import local_zone
from components.widgets.tables import word_table
from components.words.insights import (
    FIGURE_WORDS,
    change_words,
    enough_words,
    interval_words,
    is_share,
    number_words,
    switches,
    value_words,
)
from critique_core.metrics.accuracy import Interval
from critique_core.metrics.insights import Change, FigureName, Insights, Point, Step, span_start


@dataclass(frozen=True)
class _Chart:
    """Figures that share an axis; ``axis`` says of what, or in what unit."""

    key: str
    title: str
    axis: str
    names: tuple[FigureName, ...]


_CHARTS = (
    _Chart("rates", "Hallucination and revision rates", "share of drafts",
           ("critique_hallucination_rate", "critique_revision_rate")),
    _Chart("agreement", "Reviewers and verifier agree", "share of labels", ("reviewer_agreement",)),
    _Chart("latency", "Latency", "time of a run", ("latency_p50_ms", "latency_p90_ms", "latency_p99_ms")),
    _Chart("claims", "Claims per draft", "claims", ("claims_per_draft",)),
    _Chart("confidence", "Mean confidence", "confidence", ("critique_confidence_avg",)),
    _Chart("corrective", "Corrective retrieval", "share of answers", ("crag_trigger_rate", "crag_success_rate")),
)  # fmt: skip


def draw_timelines(found: Insights, step: Step, verifiers: Mapping[str, str]) -> None:
    """Draw a chart for each group of figures that has a point, with marks where verifier or profile changed.

    ``verifiers`` are their names by fingerprint.
    """
    st.header(f"By {step}", anchor=False)
    marks = _by_start(found.changes, step)
    st.caption(enough_words() + (" Dotted lines: a change." if marks and len(found.points) > 1 else ""))
    drawn = [chart for chart in _CHARTS if any(name in point.figures for point in found.points for name in chart.names)]
    for first in range(0, len(drawn), 2):
        for column, chart in zip(st.columns(2, gap="medium"), drawn[first : first + 2], strict=False):
            with column, st.container(gap="xsmall"):
                _draw_chart(chart, found.points, marks, step)
    if marks:
        with st.expander("What changed when"):
            rows = [(_day_words(start), "; ".join(switches(changes, verifiers))) for start, changes in marks.items()]
            st.html(word_table("Changes of verifier and profile", (step.capitalize(), "Change"), rows))


def _draw_chart(chart: _Chart, points: Sequence[Point], marks: dict[date, list[Change]], step: Step) -> None:
    unit, size = _unit(chart, points)
    lines = tuple(
        Line(
            FIGURE_WORDS[name],
            tuple(
                (point.start, figure.value / size, _divided(figure.interval, size), figure.provisional,
                 f"{value_words(figure)} ({interval_words(figure)}), n = {figure.n:,}")
                for point in points
                if (figure := point.figures.get(name)) is not None and figure.value is not None
            ),
        )
        for name in chart.names
    )  # fmt: skip
    st.markdown(f"**{chart.title}**")
    # A change has a side before it and one after it: a single point has none.
    shown = tuple(Mark(start, change_words(changes)) for start, changes in marks.items()) if len(points) > 1 else ()
    st.plotly_chart(
        timeline(lines, shown, share=is_share(chart.names[0]), unit=unit, titles=(step, chart.axis)),
        key=f"timeline_{chart.key}",
        config={"displayModeBar": False, "scrollZoom": False},
        alt=_alt(chart, points, marks),
    )
    with st.expander("As a table"):
        heads = (step.capitalize(), *(f"{FIGURE_WORDS[name]}" for name in chart.names))
        st.html(word_table(chart.title, heads, [_row(chart, point) for point in reversed(points)],
                           folds=True))  # fmt: skip


def _unit(chart: _Chart, points: Sequence[Point]) -> tuple[str, float]:
    """The unit of the axis, and how many of the figure's own make one; seconds from one second on, as in words."""
    if chart.key != "latency":
        return "", 1
    values = [figure.value or 0.0 for point in points for name in chart.names if (figure := point.figures.get(name))]
    return (" s", 1_000) if max(values, default=0.0) >= 1_000 else (" ms", 1)


def _divided(interval: Interval | None, size: float) -> tuple[float, float] | None:
    return None if interval is None else (interval.low / size, interval.high / size)


def _row(chart: _Chart, point: Point) -> list[str]:
    cells = [_day_words(point.start)]
    for name in chart.names:
        figure = point.figures.get(name)
        cells.append(
            "none" if figure is None else f"{value_words(figure)} ({interval_words(figure)}), n = {figure.n:,}"
        )
    return cells


def _alt(chart: _Chart, points: Sequence[Point], marks: dict[date, list[Change]]) -> str:
    told: list[str] = []
    for name in chart.names:
        values = [figure.value for point in points if (figure := point.figures.get(name)) and figure.value is not None]
        if values:
            first, last = (number_words(name, value) for value in (values[0], values[-1]))
            told.append(f"{FIGURE_WORDS[name]}: {first} at first, {last} at last, {len(values)} points")
    told += [f"{_day_words(start)}: {change_words(changes)}" for start, changes in marks.items()]
    return "; ".join(told) + ". The table below holds every point."


def _by_start(changes: Sequence[Change], step: Step) -> dict[date, list[Change]]:
    """The changes by the day or week that they fall in."""
    found: dict[date, list[Change]] = {}
    for change in changes:
        found.setdefault(span_start(change.at, local_zone(), step), []).append(change)
    return found


def _day_words(day: date) -> str:
    return f"{day.day} {day:%b %Y}"
