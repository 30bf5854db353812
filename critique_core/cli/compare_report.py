"""A comparison as a table and lines for a terminal, with every text from outside made harmless."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from critique_core.comparing import Comparison, Line, outcome_words
from critique_core.comparing.words import (
    accuracy_note,
    figure_heads,
    figure_row,
    kappa_line,
    label_words,
    left_out_lines,
    share_words,
    threshold_line,
    truth_words,
)
from critique_core.text.harmless import harmless
from critique_core.text.shortening import one_line, shortened

_TEXT, _REASON = 300, 300


def print_comparison(found: Comparison, console: Console, *, everything: bool) -> None:
    """Print the outcome, each contender's figures, and the lines on which they differ, or ``everything``."""
    console.print(Text(harmless(outcome_words(found)), style="bold"))
    if not found.lines:
        return
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(figure_heads(found)):
        table.add_column(Text(harmless(heading)), justify="right" if place else "left")
    for tally in found.tallies:
        table.add_row(*(Text(harmless(cell)) for cell in figure_row(found, tally)))
    console.print(table)
    notes = (threshold_line(found), kappa_line(found), accuracy_note(found), *left_out_lines(found))
    for note in filter(None, notes):
        console.print(Text(harmless(note)), soft_wrap=True)
    several = found.answers > 1
    for line in found.lines if everything else found.differing:
        for text in _line(found, line, several=several):
            console.print(Text(text), soft_wrap=True)


def _line(found: Comparison, line: Line, *, several: bool) -> Iterator[str]:
    whose = (
        f"{_plain(line.answer.title, 60)}: "
        if several and found.unit == "claim" and line.answer.title != line.text
        else ""
    )
    truth = truth_words(line)
    yield f"\n{whose}{_plain(line.text, _TEXT)}" + (f"  [{truth}]" if truth else "")
    width = max(len(tally.name) for tally in found.tallies)
    for tally, said in zip(found.tallies, line.said, strict=True):
        if said.left_out is not None:
            yield f"  {harmless(tally.name):{width}}  not counted: {_plain(said.left_out, _REASON)}"
            continue
        share = f" {share}" if (share := share_words(said)) else ""
        yield f"  {harmless(tally.name):{width}}  {label_words(said.label)}{share}: {_plain(said.reasoning, _REASON)}"


def _plain(text: str, longest: int) -> str:
    return harmless(shortened(one_line(text), longest))
