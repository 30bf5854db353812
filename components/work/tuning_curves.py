"""The curves of a threshold as SVG, drawn once; a move of the slider adds only its mark.

Redrawing five charts with a chart library takes the browser half a second, against 0.1 s to compute all figures with
their intervals, and the slider must not wait for it. Colours are those of ``palette``; line styles and marks say the
same. No Streamlit import.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

import numpy as np

from components.words.tuning import words
from critique_core.metrics.accuracy import Interval
from critique_core.tuning.counting import Counts, figures
from critique_core.tuning.curves import Curves
from critique_core.tuning.fitting import Prepared, Tuning
from critique_core.tuning.intervals import Numbers, bands
from critique_core.tuning.objectives import Objective
from critique_core.tuning.readings import Bin, ThresholdReading

WORDS = {
    "f1": "F1", "f_beta": "F-beta", "balanced_accuracy": "Balanced accuracy", "cost": "Mean cost of a claim",
    "precision_floor": "Precision of passed", "conformal": "Unsupported passed",
}  # fmt: skip
_WIDE, _HIGH, _LEFT, _RIGHT, _TOP, _BOTTOM = 320, 216, 40, 8, 8, 36
_DRAWN = 120  # most points of a curve; more are not visible at this size
_Mark = Callable[[ThresholdReading], tuple[float | None, float | None]]


@dataclass(frozen=True)
class Chart:
    """One chart without its mark, whose place ``mark`` gives; ``line`` says whether a line shows the threshold."""

    title: str
    note: str
    drawn: str
    top: float
    mark: _Mark | None
    line: bool


def prepared_charts(prepared: Prepared, objective: Objective, tuning: Tuning | None) -> tuple[Chart, ...]:
    """Draw all that does not change when the slider moves."""
    on = prepared.tuned_on
    held = prepared.held_out if prepared.held_out.probability.size else None

    def note(name: str, word: str) -> str:
        beside = f"; held out {words(held.summary[name])}" if held is not None else ""
        return f"{word} {words(on.summary[name])}{beside}"

    pairs = (
        ("ROC", "miss_rate", "recall", "unsupported passed", "supported passed", note("auroc", "area")),
        ("Precision and recall", "recall", "precision", "supported passed (recall)", "precision of passed",
         note("average_precision", "average precision")),
        ("Risk and coverage", "coverage", "risk", "claims passed (coverage)", "unsupported among passed",
         note("aurc", "area")),
    )  # fmt: skip
    curves = tuple(
        Chart(
            title, said, _curve(on, held, across, up, _frame(1.0, across_words, up_words)), 1.0,
            partial(_of_reading, across, up), line=False,
        )
        for title, across, up, across_words, up_words, said in pairs
    )  # fmt: skip
    bins = _reliability(on.reliability, held.reliability if held is not None else ())
    error = note("calibration_error", "calibration error")
    calibrated = Chart("Reliability", error, bins, 1.0, None, line=True)
    return (_along(on, objective, tuning), *curves, calibrated)


def page_of(charts: Sequence[Chart], reading: ThresholdReading) -> str:
    """All charts as HTML, with the marks of one threshold."""
    legend = f'<ul class="tuning-legend strokes">{LEGEND}</ul>'
    drawn = "".join(_figure(chart, reading) for chart in charts)
    return f'{STYLE}{legend}<div class="tuning-charts strokes">{drawn}</div>'


def _figure(chart: Chart, reading: ThresholdReading) -> str:
    said, place = "", ""
    if chart.line:
        place += _vertical(reading.threshold, chart.top, "here")
    across, up = chart.mark(reading) if chart.mark else (None, None)
    if across is not None and up is not None:
        place += f'<circle class="mark" cx="{_x(across):.1f}" cy="{_y(up, chart.top):.1f}" r="6"/>'
        said = f"; at threshold {reading.threshold:.3f}: {across:.3f}, {up:.3f}"
    label = escape(f"{chart.title}, {chart.note}{said}")
    return (
        f"<figure><figcaption><b>{escape(chart.title)}</b> <small>{escape(chart.note)}</small></figcaption>"
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{label}">{chart.drawn}{place}</svg></figure>'
    )


def _of_reading(across: str, up: str, reading: ThresholdReading) -> tuple[float | None, float | None]:
    return reading.figures[across].value, reading.figures[up].value


# --- the charts ---------------------------------------------------------------------------------------


def _along(on: Curves, objective: Objective, tuning: Tuning | None) -> Chart:
    """The objective at every threshold, the best one with its interval, and two constant answers."""
    at = Counts(*(count[on.grid] for count in on.counts))
    values, (lows, highs) = _measured(objective, at), bands(_measured(objective, on.resampled.counts))
    levels = [float(_measured(objective, _counts(reading))) for reading in on.baselines.values()]
    top = 1.0 if objective.name != "cost" else _rounded_up(float(np.nanmax([*levels, *values, *highs])))
    thresholds, title = on.points.thresholds, WORDS[objective.name]
    parts = [_frame(top, "threshold", title.lower() if objective.name != "f1" else title)]
    found = tuning.choice.interval if tuning else None
    parts += [_between(found)] if found else []
    parts += [_band(thresholds, lows, highs, top), _line(*_steps(thresholds, values), top, "on")]
    parts += [_level(level, top, "constant") for level in levels if not np.isnan(level)]
    wanted = objective.floor if objective.name == "precision_floor" else objective.alpha
    parts += [_level(wanted, top, "wanted")] if wanted is not None else []
    parts += [_vertical(tuning.choice.threshold, top, "best")] if tuning else []

    def mark(reading: ThresholdReading) -> tuple[float | None, float | None]:
        value = float(_measured(objective, _counts(reading)))
        return reading.threshold, None if np.isnan(value) else value

    return Chart(title, "by threshold, the best one marked", "".join(parts), top, mark, line=True)


def _steps(thresholds: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """The curve as stairs where labels are few: straight lines would show values that no threshold has."""
    if 2 * len(thresholds) > _DRAWN:
        return thresholds, values
    lower = np.append(thresholds[1:], 0.0)  # a value holds down to the next lower probability
    return np.stack([thresholds, lower], axis=1).ravel(), np.repeat(values, 2)


def _measured(objective: Objective, counts: Counts) -> Numbers:
    return figures(counts)["precision"] if objective.name == "precision_floor" else objective.measure(counts)


def _counts(reading: ThresholdReading) -> Counts:
    return Counts(*(np.asarray(float(one)) for one in (reading.tp, reading.fp, reading.fn, reading.tn)))


def _curve(on: Curves, held: Curves | None, across: str, up: str, frame: str) -> str:
    points = on.points
    parts = [frame, _band(points.values[across], points.lows[up], points.highs[up], 1.0)]
    if held is not None:
        parts.append(_line(held.points.values[across], held.points.values[up], 1.0, "held"))
    parts.append(_line(points.values[across], points.values[up], 1.0, "on"))
    level = on.baselines["pass every claim"].figures[up].value
    if across == "miss_rate":  # a random choice of claims to pass
        parts.append(_line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1.0, "constant"))
    elif level is not None:
        parts.append(_level(level, 1.0, "constant"))
    return "".join(parts)


def _reliability(bins: Sequence[Bin], held: Sequence[Bin]) -> str:
    parts = [_frame(1.0, "mean probability", "share supported")]
    parts.append(_line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1.0, "constant"))
    for one, kind in (*((one, "held") for one in held), *((one, "on") for one in bins)):
        value, limits = one.supported.value, one.supported.interval
        if value is None:
            continue
        across = _x(one.believed)
        if limits is not None:
            ends = f'y1="{_y(limits.low, 1.0):.1f}" y2="{_y(limits.high, 1.0):.1f}"'
            parts.append(f'<line class="{kind} bin" x1="{across:.1f}" x2="{across:.1f}" {ends}/>')
        parts.append(f'<circle class="{kind} bin" cx="{across:.1f}" cy="{_y(value, 1.0):.1f}" r="3.5"/>')
    return "".join(parts)


# --- strokes -------------------------------------------------------------------------------------------------------


def _x(value: float) -> float:
    return _LEFT + value * (_WIDE - _LEFT - _RIGHT)


def _y(value: float, top: float) -> float:
    return _HIGH - _BOTTOM - value / top * (_HIGH - _TOP - _BOTTOM)


def _frame(top: float, across: str, up: str) -> str:
    parts: list[str] = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = _x(share), _y(share * top, top)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">{share * top:.3g}</text>'
            f'<text x="{x:.1f}" y="{_HIGH - _BOTTOM + 14}" text-anchor="middle">{share:g}</text>'
        )
    middle = (_HIGH - _BOTTOM) / 2
    parts.append(f'<text x="{_x(0.5):.1f}" y="{_HIGH - 5}" text-anchor="middle">{escape(across)}</text>')
    parts.append(f'<text transform="translate(9 {middle:.0f}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    return "".join(parts)


def _line(across: Numbers, up: Numbers, top: float, kind: str) -> str:
    return f'<polyline class="line {kind}" points="{_points(across, up, top)}"/>'


def _band(across: Numbers, low: Numbers, high: Numbers, top: float) -> str:
    there_and_back = f"{_points(across, high, top)} {_points(across[::-1], low[::-1], top)}"
    return f'<polygon class="band" points="{there_and_back}"/>' if there_and_back.strip() else ""


def _points(across: Numbers, up: Numbers, top: float) -> str:
    known = ~(np.isnan(across) | np.isnan(up))
    across, up = across[known], up[known]
    at = np.unique(np.linspace(0, max(len(across) - 1, 0), min(len(across), _DRAWN)).round().astype(np.intp))
    return " ".join(f"{_x(float(x)):.1f},{_y(float(y), top):.1f}" for x, y in zip(across[at], up[at], strict=True))


def _level(value: float, top: float, kind: str) -> str:
    y = _y(value, top)
    return f'<line class="line {kind}" x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'


def _vertical(value: float, top: float, kind: str) -> str:
    x = _x(value)
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{_y(0, top):.1f}" y2="{_y(top, top):.1f}"/>'


def _between(found: Interval) -> str:
    left, right = _x(found.low), _x(found.high)
    return (
        f'<rect class="between" x="{left:.1f}" width="{max(right - left, 1):.1f}" y="{_TOP}" '
        f'height="{_HIGH - _TOP - _BOTTOM}"/>'
    )


def _rounded_up(value: float) -> float:
    """The next of 1, 2, 5, 10 … times a power of ten."""
    power = 10 ** np.floor(np.log10(max(value, 1e-9)))
    return float(next(step * power for step in (1, 2, 4, 5, 8, 10) if step * power >= value * 0.999))


STYLE = """<style>
.strokes { color: var(--st-text-color); font-family: var(--st-font); }
.tuning-charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
.tuning-charts figure { margin: 0; } .tuning-charts figcaption { font-size: .875rem; min-height: 3.2em; }
.tuning-charts figcaption small { opacity: .75; } .tuning-charts svg { width: 100%; max-width: 30rem; display: block; }
.tuning-charts text { fill: currentColor; font-size: 11px; opacity: .8; }
.tuning-charts .grid { stroke: currentColor; opacity: .13; } .strokes .line { fill: none; stroke-width: 2; }
.strokes .on { stroke: #3f8fc4; } .strokes .held { stroke: #e69f00; stroke-dasharray: 2 3; }
.strokes .constant { stroke: #8a8a8a; stroke-width: 1.2; stroke-dasharray: 7 5; }
.strokes .wanted { stroke: #cc79a7; stroke-dasharray: 1 4; stroke-width: 2; }
.strokes .band { fill: #3f8fc4; opacity: .2; } .strokes .between { fill: #cc79a7; opacity: .25; }
.strokes .best { stroke: #cc79a7; stroke-width: 2; } .strokes .here { stroke: #d55e00; stroke-width: 1.5; }
.strokes .mark { fill: #d55e00; stroke: #fff; stroke-width: 2; }
.strokes .bin { stroke-width: 1.3; fill: #3f8fc4; }
.strokes .held.bin { fill: none; stroke-dasharray: none; }
.tuning-legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; }
.tuning-legend { margin: 0 0 .6rem; padding: 0; } .tuning-legend svg { width: 26px; height: 12px; }
.tuning-legend li { display: flex; align-items: center; gap: .4rem; margin: 0; font-size: .875rem; }
</style>"""


def _dash(kind: str) -> str:
    return f'<line class="line {kind}" x1="0" x2="26" y1="6" y2="6"/>'


def _upright(kind: str) -> str:
    return f'<line class="{kind}" x1="13" x2="13" y1="0" y2="12"/>'


_MEANINGS = (
    ('<rect class="band" width="26" height="12"/>' + _dash("on"), "tuned on, with its 95 % band"),
    (_dash("held"), "held out"),
    (_dash("constant"), "one answer for every claim"),
    (_upright("here") + '<circle class="mark" cx="13" cy="6" r="5"/>', "the threshold"),
    (
        '<rect class="between" x="3" width="20" height="12"/>' + _upright("best"),
        "the best, with the interval it lies in",
    ),
)
LEGEND = "".join(
    f'<li><svg viewBox="0 0 26 12" aria-hidden="true">{drawn}</svg>{says}</li>' for drawn, says in _MEANINGS
)
