"""Agreement as figures: counts of two parties' statuses as a heat map."""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.palette import STATUS_STYLES
from critique_core.models import Status

_TRANSPARENT = "rgba(0,0,0,0)"
_WHITE_FROM = 0.95  # share from which white is the readable ink


def confusion(counts: Mapping[tuple[Status, Status], int]) -> go.Figure:
    """People's statuses (rows) against the machine's (columns): the count, shaded by its share of the row.

    The inks hold on a light and on a dark page: cells have a colour of their own.
    """
    rows: list[Status] = [status for status in STATUS_STYLES if any(said == status for said, _ in counts)]
    columns: list[Status] = [status for status in STATUS_STYLES if any(machine == status for _, machine in counts)]
    numbers = [[counts.get((row, column), 0) for column in columns] for row in rows]
    shares = [[number / max(sum(line), 1) for number in line] for line in numbers]
    figure = go.Figure(
        go.Heatmap(
            z=shares, x=[_words(column) for column in columns], y=[_words(row) for row in rows], zmin=0, zmax=1,
            colorscale=[[0, "#E8F1F8"], [1, "#0072B2"]], showscale=False, xgap=2, ygap=2,
            hovertemplate="people: %{y}<br>machine: %{x}<br>%{customdata} claims, %{z:.0%} of the row<extra></extra>",
            customdata=numbers,
        )
    )  # fmt: skip
    for y, line in enumerate(numbers):
        for x, number in enumerate(line):
            share = shares[y][x]
            ink = "#FFFFFF" if share >= _WHITE_FROM else "#000000"
            figure.add_annotation(
                x=x, y=y, text=f"<b>{number:,}</b><br>{share:.0%}", showarrow=False, font={"color": ink, "size": 13}
            )
    figure.update_layout(
        height=110 + 62 * len(rows), margin={"l": 8, "r": 8, "t": 46, "b": 8},
        paper_bgcolor=_TRANSPARENT, plot_bgcolor=_TRANSPARENT,
        xaxis={"side": "top", "title": {"text": "the machine said"}, "fixedrange": True},
        yaxis={"autorange": "reversed", "title": {"text": "people said"}, "fixedrange": True},
    )  # fmt: skip
    return figure


def _words(status: Status) -> str:
    style = STATUS_STYLES[status]
    return f"{style.icon} {style.word}"
