"""Metrics as figures: values in, Plotly figures out, readable on a light and on a dark page."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

import plotly.graph_objects as go

from critique_core.models import Level
from critique_core.text.figures import distinct_figures

LEVEL_WORDS: dict[Level | None, str] = {
    "high": "High",
    "medium": "Medium",
    "low": "Low",
    "very_low": "Very low",
    None: "Nothing to measure",
}
_LEVEL_BOUNDS = (0, 50, 70, 90, 100)
_BANDS = ("rgba(128,140,152,0.12)", "rgba(128,140,152,0.22)", "rgba(128,140,152,0.32)", "rgba(128,140,152,0.44)")
_BAR = "#3f8fc4"
_LOSS = "#d55e00"
_TOTAL = "#8a8a8a"
_STEP_PIXELS = 30
_ROOM = 0.1  # of the axis, for a number inside its bar
_MARK = "#d55e00"
_TRANSPARENT = "rgba(0,0,0,0)"
_LINES = ((_BAR, "solid", "circle"), (_LOSS, "dash", "diamond"), (_TOTAL, "dot", "square"))
_DAYS_TICKED = 7
_MARKS_LABELLED, _MARK_ROWS = 6, 2  # more labels would cover each other


@lru_cache(maxsize=256)
def confidence_gauge(confidence: float | None, threshold: float, level: Level | None) -> go.Figure:
    """A half dial from 0 to 100 % with the levels as bands and the gate's threshold marked.

    Without a confidence the dial is empty and says so: nothing to measure is not zero. The figure is cached, because a
    page draws it again after every decision; callers must not change it.
    """
    shown, places, gate = _distinct(confidence, threshold)
    figure = go.Figure(_dial(shown, places, threshold))
    figure.add_annotation(
        text=f"<b>{LEVEL_WORDS[level]}</b><br><span style='color:{_MARK}'>▎</span>gate at {gate}",
        x=0.5,
        y=0,
        yanchor="top",
        showarrow=False,
        font={"size": 13},
    )
    figure.update_layout(
        height=150, margin={"l": 34, "r": 34, "t": 8, "b": 42}, paper_bgcolor=_TRANSPARENT, plot_bgcolor=_TRANSPARENT
    )
    return figure


def _distinct(confidence: float | None, threshold: float) -> tuple[float | None, int, str]:
    """The number on the dial, its decimals, and the gate's number; with enough decimals that the two differ."""
    if confidence is None:
        return None, 0, f"{threshold:.0%}"
    told, gate = distinct_figures(confidence, threshold, 0, "%")
    number = told.rstrip("%")
    return float(number), len(number.partition(".")[2]), gate


def _dial(confidence: float | None, places: int, threshold: float) -> go.Indicator:
    bands = [
        {"range": [low, high], "color": shade}
        for low, high, shade in zip(_LEVEL_BOUNDS, _LEVEL_BOUNDS[1:], _BANDS, strict=False)
    ]
    return go.Indicator(
        mode="gauge" if confidence is None else "gauge+number",
        value=confidence,
        number={"suffix": " %", "valueformat": f".{places}f", "font": {"size": 28}},
        gauge={
            "axis": {"range": [0, 100], "tickvals": [0, 100], "ticks": "", "tickfont": {"size": 11}},
            "bar": {"color": _BAR, "thickness": 0.5 if confidence is not None else 0},
            "borderwidth": 0,
            "steps": bands,
            "threshold": {"line": {"color": _MARK, "width": 4}, "thickness": 1, "value": threshold * 100},
        },
    )


@lru_cache(maxsize=64)
def waterfall(steps: tuple[tuple[str, float | None, float], ...], total: float, threshold: float) -> go.Figure:
    """How a confidence was computed: a bar for each step, from the end of the last one, and the sum below them.

    A step is its name, what was measured (``None``: nothing was) and its effect; the gate is a line across the sum, and
    goes through no number. Signs and numbers say what the colours do. The figure is cached; callers must not change it.
    """
    names = [_step_name(name, value) for name, value, _ in steps]
    effects = [effect for _, _, effect in steps]
    figure = go.Figure(_bars([*names, "Confidence"], [*effects, total]))
    last = len(steps)
    figure.add_shape(
        type="line", x0=threshold, x1=threshold, y0=last - 0.6, y1=last + 0.6, line={"color": _MARK, "width": 3}
    )
    figure.update_layout(
        height=_STEP_PIXELS * (len(steps) + 1) + 60,
        margin={"l": 8, "r": 24, "t": 8, "b": 32},
        paper_bgcolor=_TRANSPARENT,
        plot_bgcolor=_TRANSPARENT,
        showlegend=False,
        xaxis={"range": [min(0.0, *_reached(effects)), max(1.08, *_reached(effects))], "tickformat": ".0%",
               "tickvals": [0, 0.25, 0.5, 0.75, 1], "zeroline": True},
        yaxis={"autorange": "reversed", "automargin": True, "tickfont": {"size": 12}, "showgrid": False},
    )  # fmt: skip
    return figure


def _bars(names: list[str], moves: list[float]) -> go.Waterfall:
    return go.Waterfall(
        orientation="h",
        y=names,
        x=moves,
        measure=["relative"] * (len(moves) - 1) + ["total"],
        text=[f"{move * 100:+z.1f}" for move in moves[:-1]] + [f"<b>{moves[-1]:.0%}</b>"],
        textposition=["outside"] * (len(moves) - 1) + ["inside" if moves[-1] >= _ROOM else "outside"],
        insidetextanchor="start",
        cliponaxis=False,
        increasing={"marker": {"color": _BAR}},
        decreasing={"marker": {"color": _LOSS}},
        totals={"marker": {"color": _TOTAL}},
        connector={"line": {"color": "rgba(128,140,152,0.6)", "width": 1, "dash": "dot"}},
    )


def _step_name(name: str, value: float | None) -> str:
    return name if value is None else f"{name} · {value:.2f}".removesuffix(".00")


def _reached(effects: Sequence[float]) -> list[float]:
    """Where the bars end, one after another."""
    at, ends = 0.0, [0.0]
    for effect in effects:
        at += effect
        ends.append(at)
    return ends


# --- over time ----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A figure over time; each point is its day, value, interval, whether it is provisional, and the words of all."""

    name: str
    points: tuple[tuple[date, float, tuple[float, float] | None, bool, str], ...]


class Mark(NamedTuple):
    """A day on which something changed."""

    day: date
    label: str


@lru_cache(maxsize=64)
def timeline(
    lines: tuple[Line, ...], marks: tuple[Mark, ...], *, share: bool, titles: tuple[str, str], unit: str = ""
) -> go.Figure:
    """Figures over time with their intervals as bars; provisional points are hollow, changes are labelled lines.

    ``titles`` are those of the time axis and of the figures' axis; ``unit`` follows each number of the latter.
    Lines differ in dashes and symbols as well as in colour. The figure is cached; callers must not change it.
    """
    figure = go.Figure([_course(line, place) for place, line in enumerate(lines)])
    for place, mark in enumerate(marks):
        figure.add_shape(
            type="line", x0=mark.day.isoformat(), x1=mark.day.isoformat(), y0=0, y1=1, yref="paper",
            line={"color": _TOTAL, "width": 1.5, "dash": "dot"},
        )  # fmt: skip
        if len(marks) <= _MARKS_LABELLED:
            figure.add_annotation(
                x=mark.day.isoformat(), y=1 + 0.09 * (place % _MARK_ROWS), yref="paper", yanchor="bottom",
                text=mark.label, showarrow=False, font={"size": 11},
            )  # fmt: skip
    rows = min(len(marks), _MARK_ROWS) if len(marks) <= _MARKS_LABELLED else 0
    figure.update_layout(
        height=250,
        margin={"l": 8, "r": 16, "t": 12 + 18 * rows, "b": 8},
        paper_bgcolor=_TRANSPARENT,
        plot_bgcolor=_TRANSPARENT,
        showlegend=len(lines) > 1,
        legend={"orientation": "h", "y": -0.3, "yanchor": "top", "x": 0},
        xaxis={"title": _title(titles[0]), "showgrid": False, "type": "date",
               "tickformat": "%-d %b", **_days(lines, marks)},
        yaxis={"title": _title(titles[1]), "rangemode": "tozero", "tickformat": ".0%" if share else "",
               "ticksuffix": unit, "automargin": True,
               **({"range": [-0.02, 1.04]} if share else {})},
        hovermode="closest",
        dragmode=False,
    )  # fmt: skip
    return figure


def _title(words: str) -> dict[str, Any]:
    return {"text": words, "font": {"size": 12}, "standoff": 6}


def _days(lines: Sequence[Line], marks: Sequence[Mark]) -> dict[str, Any]:
    """The ticks of the time axis: of a few days each once, with room on either side of a single one."""
    days = sorted({day for line in lines for day, *_ in line.points} | {mark.day for mark in marks})
    if not 0 < len(days) <= _DAYS_TICKED:
        return {"nticks": _DAYS_TICKED}
    room = timedelta(days=1) if len(days) == 1 else (days[-1] - days[0]) / 8
    ends = (datetime.combine(day, time()) for day in (days[0], days[-1]))
    first, last = ends
    return {
        "tickvals": [day.isoformat() for day in days],
        "range": [(first - room).isoformat(), (last + room).isoformat()],
    }


def _course(line: Line, place: int) -> go.Scatter:
    colour, dash, symbol = _LINES[place % len(_LINES)]
    values = [value for _, value, _, _, _ in line.points]
    ends = [interval or (value, value) for _, value, interval, _, _ in line.points]
    return go.Scatter(
        name=line.name,
        x=[day.isoformat() for day, *_ in line.points],
        y=values,
        mode="lines+markers",
        line={"color": colour, "dash": dash, "width": 2},
        marker={"size": 7, "symbol": [f"{symbol}{'-open' if hollow else ''}" for *_, hollow, _ in line.points]},
        error_y={
            "type": "data", "symmetric": False, "thickness": 1, "width": 0, "color": colour,
            "array": [high - value for value, (_, high) in zip(values, ends, strict=True)],
            "arrayminus": [value - low for value, (low, _) in zip(values, ends, strict=True)],
        },
        text=[words for *_, words in line.points],
        hovertemplate="%{x|%-d %b %Y}: %{text}",
    )  # fmt: skip
