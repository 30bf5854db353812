"""The error battery as a chart: the share of errors noticed, by kind, with its interval."""

import plotly.graph_objects as go

from critique_core.metrics.injection import Battery

_BAR = "rgba(63,143,196,0.45)"  # pale, so that the interval shows on it in either theme
_TRANSPARENT = "rgba(0,0,0,0)"
_ROW_PIXELS = 26


def recall_chart(battery: Battery) -> go.Figure:
    """Bars of recall with Wilson's intervals, the worst noticed kind on top; kinds without an error are left out."""
    kinds = sorted((k for k in battery.kinds if k.recall is not None), key=lambda k: -(k.recall or 0.0))
    shares = [k.recall or 0.0 for k in kinds]
    ends = [k.interval or (share, share) for k, share in zip(kinds, shares, strict=True)]
    figure = go.Figure(
        go.Bar(
            x=shares,
            y=[f"{k.kind}  {k.caught}/{k.made}" for k in kinds],
            orientation="h",
            marker_color=_BAR,
            error_x={
                "type": "data",
                "array": [high - share for (_, high), share in zip(ends, shares, strict=True)],
                "arrayminus": [share - low for (low, _), share in zip(ends, shares, strict=True)],
                "color": "#808c98",
                "thickness": 1.5,
                "width": 4,
            },
        )
    )
    figure.update_layout(
        height=60 + _ROW_PIXELS * len(kinds),
        margin={"l": 130, "r": 20, "t": 8, "b": 34},
        paper_bgcolor=_TRANSPARENT,
        plot_bgcolor=_TRANSPARENT,
        bargap=0.35,
    )
    figure.update_xaxes(range=[0, 1.02], tickformat=".0%", title=None, gridcolor="rgba(128,140,152,0.25)")
    return figure
