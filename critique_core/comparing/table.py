"""A comparison as CSV, one row a line."""

import csv
import io
from collections.abc import Iterator

from critique_core.comparing.lines import Line
from critique_core.comparing.outcome import Comparison
from critique_core.formats.tables import guarded

_OF_CONTENDER = ("", " probability", " reason", " left out")


def comparison_csv(found: Comparison) -> str:
    """The lines in their order; texts that a spreadsheet would run as formulas get an apostrophe before them.

    ``supported_by_label`` (``sent_by_reviewers`` for policies) is yes, no, or empty where no one has said.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    truth = "supported_by_label" if found.unit == "claim" else "sent_by_reviewers"
    heads = ["answer", "number", found.unit, "differs", "at_odds", truth]
    heads += [guarded(f"{tally.name}{part}") for tally in found.tallies for part in _OF_CONTENDER]
    writer.writerow(heads)
    writer.writerows([guarded(cell) for cell in _row(line)] for line in found.lines)
    return out.getvalue()


def _row(line: Line) -> Iterator[str]:
    yield from (line.answer.title, str(line.number), line.text, _yes(line.differs), _yes(line.at_odds))
    yield "" if line.truth is None else _yes(line.truth.holds)
    for said in line.said:
        yield said.label
        yield "" if said.probability is None else f"{said.probability:.4f}"
        yield said.reasoning
        yield said.left_out or ""


def _yes(value: bool) -> str:
    return "yes" if value else "no"
