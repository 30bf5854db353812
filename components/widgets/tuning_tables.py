"""The figures of a threshold as HTML tables; all text from outside is escaped here."""

import re
from collections.abc import Sequence
from html import escape

from components.escape import visible
from components.words.tuning import NAMES, SLICE_WORDS, number
from critique_core.tuning.readings import Figure, SliceReading, ThresholdReading

_SLICE_FIGURES = ("precision", "recall", "f1", "miss_rate")
_MOST_SLICES = 40
_FEW = 30
_STYLE = """<style>
.tuning-room { overflow-x: auto; }
.tuning { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.tuning th, .tuning td { padding: .22rem .5rem; text-align: right; border-bottom: 1px solid rgb(128 140 152 / 30%); }
.tuning th { font-weight: 600; } .tuning tbody th { font-weight: 400; text-align: left; }
.tuning thead th:first-child, .tuning caption { text-align: left; } .tuning caption { padding: 0 .5rem .3rem; }
.tuning small { opacity: .75; white-space: nowrap; } .tuning .few { opacity: .6; }
.tuning .matrix { font-size: 1.25rem; font-weight: 600; }
.tuning .right { background: rgb(0 114 178 / 12%); } .tuning .wrong { background: rgb(213 94 0 / 14%); }
</style>"""


def matrix(reading: ThresholdReading, held: ThresholdReading | None) -> str:
    """The confusion matrix, with the held-out counts in small print."""

    def cell(name: str, kind: str, word: str) -> str:
        small = f"held out {getattr(held, name):,}" if held else ""
        count = f'<span class="matrix">{getattr(reading, name):,}</span> {word}'
        return f'<td class="{kind}">{count}<br><small>{small}</small></td>'

    rows = (
        f'<tr><th scope="row">is supported</th>{cell("tp", "right", "right")}{cell("fn", "wrong", "false alarm")}</tr>'
        f'<tr><th scope="row">is not</th>{cell("fp", "wrong", "missed")}{cell("tn", "right", "right")}</tr>'
    )
    head = '<tr><th scope="col">claim</th><th scope="col">passed</th><th scope="col">held back</th></tr>'
    return _table(head, rows)


def figures(reading: ThresholdReading, held: ThresholdReading | None, constant: ThresholdReading) -> str:
    """Every figure with its interval, on both parts, and its value if every claim were passed."""
    head = "".join(
        f'<th scope="col">{word}</th>'
        for word in (
            "figure",
            f"tuned on ({reading.labels:,})",
            f"held out ({held.labels if held else 0:,})",
            "pass all",
        )
    )
    rows = "".join(
        f'<tr><th scope="row">{word}</th><td>{_cell(reading.figures[name])}</td>'
        f"<td>{_cell(held.figures[name]) if held else '–'}</td><td>{number(constant.figures[name].value)}</td></tr>"
        for name, word in NAMES.items()
    )
    return _table(f"<tr>{head}</tr>", rows)


def slices(readings: Sequence[SliceReading]) -> str:
    """Each slice at this threshold; those with few labels are pale."""
    head = "".join(f'<th scope="col">{word}</th>' for word in ("Slice", "labels", *map(NAMES.get, _SLICE_FIGURES)))
    rows = "".join(
        f'<tr{" class=few" if one.reading.labels < _FEW else ""}><th scope="row">'
        f"{escape(SLICE_WORDS.get(one.slice, visible(one.slice)))}: {escape(visible(one.name)[:60])}</th>"
        f"<td>{one.reading.labels:,}</td>"
        + "".join(f"<td>{_cell(one.reading.figures[name])}</td>" for name in _SLICE_FIGURES)
        + "</tr>"
        for one in sorted(readings, key=_in_order)[:_MOST_SLICES]
    )
    left = f"<caption>{len(readings) - _MOST_SLICES} more slices are not shown</caption>"
    caption = left if len(readings) > _MOST_SLICES else ""
    return _table(f"<tr>{head}</tr>", rows, caption)


def _in_order(one: SliceReading) -> tuple[str, int, str]:
    """Sort key: by name, ranges of length by their first number."""
    number = re.search(r"\d+", one.name)
    return one.slice, int(number.group()[:9]) if number and one.slice == "length" else 0, one.name


def _table(head: str, rows: str, caption: str = "") -> str:
    inside = f"{caption}<thead>{head}</thead><tbody>{rows}</tbody>"
    return f'{_STYLE}<div class="tuning-room"><table class="tuning">{inside}</table></div>'


def _cell(figure: Figure) -> str:
    if figure.value is None:
        return "–"
    limits = figure.interval
    small = f" <small>{number(limits.low)}–{number(limits.high)}</small>" if limits else ""
    return f"{number(figure.value)}{small}"
