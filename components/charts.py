"""Metrics as figures: values in, Plotly figures out, readable on a light and on a dark page."""

from functools import lru_cache

import plotly.graph_objects as go

from critique_core.models import Level

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
_MARK = "#d55e00"
_TRANSPARENT = "rgba(0,0,0,0)"


@lru_cache(maxsize=256)
def confidence_gauge(confidence: float | None, threshold: float, level: Level | None) -> go.Figure:
    """A half dial from 0 to 100 % with the levels as bands and the gate's threshold marked.

    Without a confidence the dial stays empty and says so: nothing to measure is not zero. The figure is kept, because a
    page draws it again after every decision; callers must not change it.
    """
    figure = go.Figure(_dial(confidence, threshold))
    figure.add_annotation(
        text=f"<b>{LEVEL_WORDS[level]}</b><br><span style='color:{_MARK}'>▎</span>gate at {threshold:.0%}",
        x=0.5,
        y=0,
        yanchor="top",
        showarrow=False,
        font={"size": 13},
    )
    figure.update_layout(
        height=150, margin={"l": 24, "r": 24, "t": 8, "b": 42}, paper_bgcolor=_TRANSPARENT, plot_bgcolor=_TRANSPARENT
    )
    return figure


def _dial(confidence: float | None, threshold: float) -> go.Indicator:
    bands = [
        {"range": [low, high], "color": shade}
        for low, high, shade in zip(_LEVEL_BOUNDS, _LEVEL_BOUNDS[1:], _BANDS, strict=False)
    ]
    return go.Indicator(
        mode="gauge" if confidence is None else "gauge+number",
        value=None if confidence is None else round(confidence * 100),
        number={"suffix": " %", "font": {"size": 28}},
        gauge={
            "axis": {"range": [0, 100], "tickvals": [0, 100], "ticks": "", "tickfont": {"size": 11}},
            "bar": {"color": _BAR, "thickness": 0.5 if confidence is not None else 0},
            "borderwidth": 0,
            "steps": bands,
            "threshold": {"line": {"color": _MARK, "width": 4}, "thickness": 1, "value": threshold * 100},
        },
    )
