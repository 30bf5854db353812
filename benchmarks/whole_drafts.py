"""Whole drafts of several sentences, judged as the app judges them: what neighbours and long sources change.

    .venv/bin/python -m benchmarks.whole_drafts [tests/data/whole_drafts.jsonl] [--misses]     (and _2, _3)

A row is a draft with its sources and the truth of each of its claims or sentences: "supported", "wrong" (any verdict
but supported is right) or "not_checkable". A sentence is accepted if all its claims are. ``flagged`` are right ones
that were not accepted, ``missed`` wrong ones that were. Rules were mended on the first two files, the third was written
blind.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from critique_core import CritiqueRequest, SourceDocument, critique

DRAFTS = Path(__file__).parents[1] / "tests" / "data" / "whole_drafts.jsonl"


def judge(row: dict) -> Iterator[tuple[str, str, set[str]]]:
    """Each stated part of a draft, its truth and the statuses of its claims."""
    sources = tuple(SourceDocument(**one) for one in row["sources"])
    claims = critique(CritiqueRequest(query=row["query"], draft=row["draft"], sources=sources)).claims
    for part in row["claims"]:
        start, end = part["start"], part["start"] + len(part["text"])
        yield part["text"], part["truth"], {one.status for one in claims if one.start < end and start < one.end}


def is_right(truth: str, statuses: set[str]) -> bool:
    """Whether the statuses of a part's claims fit its truth."""
    if truth == "not_checkable":
        return statuses == {truth}
    accepted = "supported" in statuses and statuses <= {"supported", "not_checkable"}
    return accepted == (truth == "supported")


def main(arguments: list[str]) -> None:
    """Print the counts of each draft and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=DRAFTS)
    parser.add_argument("--misses", action="store_true", help="print what was judged wrongly")
    chosen = parser.parse_args(arguments)
    print(f"{'draft':<20} claims  right   flagged    missed")
    totals: Counter[str] = Counter()
    for line in chosen.file.read_text("utf-8").splitlines():
        row = json.loads(line)
        counts: Counter[str] = Counter()
        for text, truth, statuses in judge(row):
            right = is_right(truth, statuses)
            counts.update({"claims": 1, "right": right, truth: 1, f"{truth} amiss": not right})
            if chosen.misses and not right:
                print(f"  {truth}, {' and '.join(sorted(statuses))}: {text}")
        totals += counts
        _print(row["id"], counts)
    _print("all", totals)


def _print(name: str, counts: Counter[str]) -> None:
    flagged, missed = (f"{counts[f'{one} amiss']} of {counts[one]}" for one in ("supported", "wrong"))
    print(f"{name:<20} {counts['claims']:6} {counts['right']:6} {flagged:>9} {missed:>9}")


if __name__ == "__main__":
    main(sys.argv[1:])
