"""Tables of words as HTML, whose cells wrap where a data frame would cut them, and the height of data frames."""

from collections.abc import Sequence
from html import escape

from components.escape import visible

_HEAD_PIXELS, _ROW_PIXELS = 38, 35  # of Streamlit's data frames
_STYLE = """<style>
.words-room { overflow: auto; max-height: 40rem; }
.words { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
.words th, .words td {
  padding: .3rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere;
  border-bottom: 1px solid rgb(128 140 152 / 30%);
}
.words th { font-weight: 600; } .words td:not(.number) { min-width: 6.5rem; }
.words th, .words .whole { overflow-wrap: normal; } .words td.whole { min-width: 0; }
.words .number { text-align: right; white-space: nowrap; width: 1%; }
@media (max-width: 640px) {
  .words th, .words td { padding-inline: .25rem; }
  .words.folds :is(tbody, tr, td) { display: block; }
  .words.folds thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .words.folds tr { padding-block: .4rem; border-bottom: 1px solid rgb(128 140 152 / 30%); }
  .words.folds td { padding-block: .1rem; border: 0; }
  .words.folds td.number { width: auto; text-align: left; }
  .words.folds td:first-child { font-weight: 600; }
  .words.folds td:not(:first-child)::before { content: attr(data-head) ": "; opacity: .72; }
  .words.folds td:empty { display: none; }
}
@media (min-width: 641px) { .words .whole { white-space: nowrap; } }
</style>"""


def table_height(rows: int, most: int | None = None) -> int:
    """The height of a data frame that shows all its rows, in pixels; at most ``most``."""
    height = _HEAD_PIXELS + _ROW_PIXELS * rows
    return height if most is None else min(height, most)


def word_table(
    name: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Sequence[str] = (),
    whole: Sequence[str] = (),
    folds: bool = False,
) -> str:
    """A table with the accessible name ``name``, all text escaped.

    Columns in ``numbers`` are aligned to the right; cells of those in ``whole`` stay on one line where there is room.
    With ``folds`` a phone shows the cells of a row one below the other, each behind its head.
    """
    kinds = [' class="number"' if head in numbers else ' class="whole"' if head in whole else "" for head in heads]
    top = "".join(
        f'<th role="columnheader" scope="col"{kind}>{_safe(head)}</th>' for head, kind in zip(heads, kinds, strict=True)
    )
    body = "".join(
        '<tr role="row">'
        + "".join(
            f'<td role="cell" data-head="{_safe(head)}"{kind}>{_safe(cell)}</td>'
            for cell, kind, head in zip(row, kinds, heads, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    # The roles are those of the elements, which lose them where they are laid out as blocks.
    inside = f'<thead role="rowgroup"><tr role="row">{top}</tr></thead><tbody role="rowgroup">{body}</tbody>'
    looks = "words folds" if folds else "words"
    return (
        f'{_STYLE}<div class="words-room" tabindex="0">'
        f'<table role="table" class="{looks}" aria-label="{_safe(name)}">{inside}</table></div>'
    )


def _safe(text: str) -> str:
    return escape(visible(text))
