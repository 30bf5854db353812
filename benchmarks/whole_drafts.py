"""Whole drafts of several sentences, judged as the app judges them: what neighbours and long sources change.

    .venv/bin/python -m benchmarks.whole_drafts [tests/data/whole_drafts.jsonl] [--misses]

A row is a draft with its sources and the truth of each claim: "supported", "wrong" (any verdict but supported is right)
or "not_checkable". ``flagged`` are right claims that were not accepted, ``missed`` wrong ones that were.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.models import VerifiedClaim

DRAFTS = Path(__file__).parents[1] / "tests" / "data" / "whole_drafts.jsonl"


def judge(row: dict) -> list[tuple[VerifiedClaim, str]]:
    """Each claim of a draft with its truth; raises ``ValueError`` where the draft is cut into other claims."""
    sources = tuple(SourceDocument(**one) for one in row["sources"])
    claims = critique(CritiqueRequest(query=row["query"], draft=row["draft"], sources=sources)).claims
    if [claim.text for claim in claims] != [one["text"] for one in row["claims"]]:
        raise ValueError(f"{row['id']}: the draft is cut into other claims than the row names")
    return [(claim, one["truth"]) for claim, one in zip(claims, row["claims"], strict=True)]


def is_right(claim: VerifiedClaim, truth: str) -> bool:
    """Whether a claim's status fits its truth."""
    if truth == "not_checkable":
        return claim.status == truth
    return (claim.status == "supported") == (truth == "supported")


def main(arguments: list[str]) -> None:
    """Print the counts of each draft and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=DRAFTS)
    parser.add_argument("--misses", action="store_true", help="print what was judged wrongly")
    chosen = parser.parse_args(arguments)
    print(f"{'draft':<16} claims  right  flagged  missed")
    totals: Counter[str] = Counter()
    for line in chosen.file.read_text("utf-8").splitlines():
        row = json.loads(line)
        counts: Counter[str] = Counter()
        for claim, truth in judge(row):
            right = is_right(claim, truth)
            counts.update({"claims": 1, "right": right, f"{truth} amiss": not right})
            if chosen.misses and not right:
                print(f"  {truth}, {claim.status}: {claim.text}")
        totals += counts
        _print(row["id"], counts)
    _print("all", totals)


def _print(name: str, counts: Counter[str]) -> None:
    print(
        f"{name:<16} {counts['claims']:6} {counts['right']:6} {counts['supported amiss']:8} {counts['wrong amiss']:7}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
