"""Metrics as figures: values in, Plotly figures out, readable on a light and on a dark page."""

from collections.abc import Sequence
from functools import lru_cache

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
_MARK = "#d55e00"
_TRANSPARENT = "rgba(0,0,0,0)"


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

    A step is its name, what was measured (``None``: nothing was) and its effect; the gate is a line across. Signs and
    numbers say what the colours do. The figure is cached; callers must not change it.
    """
    names = [_step_name(name, value) for name, value, _ in steps]
    effects = [effect for _, _, effect in steps]
    figure = go.Figure(_bars([*names, "Confidence"], [*effects, total]))
    figure.add_vline(x=threshold, line={"color": _MARK, "width": 3})
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
        text=[f"{move * 100:+.1f}" for move in moves[:-1]] + [f"<b>{moves[-1]:.0%}</b>"],
        textposition="outside",
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
