"""A comparison as CSV, one row a line, and as one JSON object."""

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from critique_core.comparing.lines import Line
from critique_core.comparing.outcome import Comparison, Tally, outcome_words
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


def comparison_shape(found: Comparison) -> dict[str, Any]:
    """The comparison in JSON's own types: figures of each contender, agreement of each pair, every line in its order.

    ``truth`` is whether the claim is supported, or the answer to be sent, by people or a file; ``None`` without a word.
    """
    return {
        "unit": found.unit,
        "outcome": outcome_words(found),
        "answers": found.answers,
        "failed": [{"answer": title, "reason": reason} for title, reason in found.failed],
        "contenders": [_contender(tally) for tally in found.tallies],
        "pairs": [
            {"contenders": [found.tallies[pair.first].name, found.tallies[pair.second].name], **asdict(pair.kappa)}
            for pair in found.pairs
        ],
        "lines": [
            {
                "answer": line.answer.title, "number": line.number, "claim_id": line.claim_id, "text": line.text,
                "differs": line.differs, "at_odds": line.at_odds,
                "truth": None if line.truth is None else line.truth.holds,
                "said": [asdict(said) for said in line.said],
            }
            for line in found.lines
        ],
    }  # fmt: skip


def _contender(tally: Tally) -> dict[str, Any]:
    return {
        "name": tally.name,
        "verifier": None if tally.verifier is None else tally.verifier.fingerprint,
        "labels": tally.labels,
        "left_out": tally.left_out,
        "cost": None if tally.cost is None else asdict(tally.cost),
        "accuracy": None if tally.accuracy is None else asdict(tally.accuracy),
    }


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
