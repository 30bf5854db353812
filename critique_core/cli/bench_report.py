"""The result of the error-injection battery: a table for a terminal, and a page with a chart that loads nothing."""

from collections.abc import Iterator
from html import escape

from rich.console import Console
from rich.table import Table
from rich.text import Text

from critique_core.metrics.injection import Battery, Judgement
from critique_core.text.harmless import harmless

_CAUGHT, _ALARM = "#0072B2", "#D55E00"
_LEFT, _WIDE, _ROW, _TOP = 170, 520, 26, 30  # pixels: names, bars, a bar's row, the scale above

_Row = tuple[str, int, int, float | None, tuple[float, float] | None]
"""A name, how many of how many, the share and its interval."""


def print_battery(battery: Battery, console: Console) -> None:
    """Print recall by kind, false alarms, then what was missed and which right claims were not accepted."""
    console.print(_headline(battery))
    table = Table(box=None, pad_edge=False)
    for heading in ("kind of error", "made", "noticed", "recall", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "kind of error" else "right")
    for name, count, total, share, limits in _rows(battery):
        table.add_row(name, str(total), str(count), _share(share), _limits(limits))
    console.print(table)
    alarms = f"{battery.false_alarms} of {battery.claims} ({_share(battery.false_alarm_rate)}, "
    console.print(f"\nFalse alarms on claims without an error: {alarms}{_limits(battery.false_alarm_interval)})")
    for line in _lists(battery):
        console.print(Text(harmless(line)), soft_wrap=True)


def _headline(battery: Battery) -> str:
    return f"Errors put into supported claims, verifier {harmless(battery.verifier)}, seed {battery.seed}"


def _rows(battery: Battery) -> Iterator[_Row]:
    for one in battery.kinds:
        yield one.kind, one.caught, one.made, one.recall, one.interval


def _lists(battery: Battery) -> Iterator[str]:
    for one in battery.kinds:
        for missed in one.missed:
            yield f"missed {one.kind}: {_change(missed)}"
    for alarm in battery.alarms:
        yield f"false alarm ({alarm.status.replace('_', ' ')}): {' '.join(alarm.claim.split())}"


def _change(missed: Judgement) -> str:
    change = f"“{missed.old}” to “{missed.new}”" if missed.new else f"“{missed.old.strip()}” dropped"
    return f"{change} in: {' '.join(missed.was.split())}"


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.0%}"


def _limits(limits: tuple[float, float] | None) -> str:
    return f"{limits[0]:.0%} to {limits[1]:.0%}" if limits else ""


def page(battery: Battery) -> str:
    """The battery as one HTML page with its chart in SVG; it loads nothing from elsewhere."""
    alarms: _Row = (
        "false alarms", battery.false_alarms, battery.claims, battery.false_alarm_rate, battery.false_alarm_interval,
    )  # fmt: skip
    rows = [*_rows(battery), alarms]
    high = _TOP + _ROW * len(rows) + 10
    bars = "".join(_bar(place, row, _ALARM if row is alarms else _CAUGHT) for place, row in enumerate(rows))
    scale = "".join(
        f'<line x1="{x}" x2="{x}" y1="{_TOP - 6}" y2="{high}" stroke="#8885"/>'
        f'<text x="{x}" y="{_TOP - 12}" text-anchor="middle">{share}%</text>'
        for share in range(0, 101, 25)
        for x in [_LEFT + _WIDE * share / 100]
    )
    items = "".join(f"<li>{escape(line)}</li>" for line in _lists(battery))
    title = escape(_headline(battery))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:14px system-ui,sans-serif;margin:2em;max-width:60em}svg text{font-size:13px;"
        "fill:currentColor}:root{color-scheme:light dark}</style>"
        f'<h1>{title}</h1><svg width="{_LEFT + _WIDE + 130}" height="{high}" role="img" '
        f'aria-label="Share of errors noticed by kind">{scale}{bars}</svg><ul>{items}</ul></html>\n'
    )


def _bar(place: int, row: _Row, colour: str) -> str:
    """One kind's bar, its interval as a line over it, its counts behind it; a kind without errors has no bar."""
    name, count, total, share, limits = row
    y = _TOP + _ROW * place
    parts = [f'<text x="{_LEFT - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>']
    if share is not None and limits is not None:
        low, high = (_LEFT + _WIDE * limit for limit in limits)
        parts.append(f'<rect x="{_LEFT}" y="{y + 4}" width="{_WIDE * share:.1f}" height="16" fill="{colour}"/>')
        parts.append(
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y + 12}" y2="{y + 12}" stroke="#888" stroke-width="3"/>'
        )
    parts.append(f'<text x="{_LEFT + _WIDE + 10}" y="{y + 16}">{count} of {total}</text>')
    return "".join(parts)
