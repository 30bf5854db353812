"""Conditions that a claim drops, found by the embedded verifier, and what a revision makes of them.

    python -m benchmarks.conditions tests/data/conditions_open.jsonl [--misses] [--revise]

A row is one source in prose and one claim. ``condition`` quotes what the claim leaves out, or is null where it leaves
out nothing that changes it. ``found`` is the share of dropped conditions that a finding names, in at least half of the
condition's words; ``flagged`` the share of them whose claim is not supported, whatever is named. ``alarms`` is the
share of the other claims with a condition said to be left out. ``--revise`` counts the dropped conditions after which
the offline revision gives the condition.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.claim_suite import judge
from critique_core import CritiqueRequest, SourceDocument, critique, revision
from critique_core.models import VerifiedClaim

_HALF = 0.5


def omitted(claim: VerifiedClaim) -> tuple[str, ...]:
    """What the findings say that a claim leaves out, in the words of the source or of the explanation."""
    found = claim.verdict.findings if claim.verdict else ()
    return tuple(
        f"{one.source_value} {one.explanation}"
        for one in found
        if one.kind == "condition" and one.agreement in ("omitted", "missing")
    )


def names(condition: str, text: str) -> bool:
    """Whether a text has at least half of a condition's words."""
    wanted = set(re.findall(r"\w+", condition.casefold()))
    return len(wanted & set(re.findall(r"\w+", text.casefold()))) >= _HALF * len(wanted)


def judged(rows: Iterable[dict]) -> list[tuple[dict, VerifiedClaim]]:
    """Each row with its verified claim."""
    return [(row, judge(row | {"sources": [{"id": "1", "content": row["source"]}]})) for row in rows]


def measured(found: Sequence[tuple[dict, VerifiedClaim]]) -> dict[str, float]:
    """The shares ``found``, ``flagged`` and ``alarms``."""
    dropped = [(row, claim) for row, claim in found if row["condition"]]
    kept = [claim for row, claim in found if not row["condition"]]
    return {
        "found": sum(is_found(row, claim) for row, claim in dropped) / len(dropped),
        "flagged": sum(claim.status != "supported" for _, claim in dropped) / len(dropped),
        "alarms": sum(bool(omitted(claim)) for claim in kept) / len(kept),
    }


def is_found(row: dict, claim: VerifiedClaim) -> bool:
    """Whether a finding names the condition that the row's claim drops."""
    return any(names(row["condition"], text) for text in omitted(claim))


def revised(row: dict) -> str:
    """The row's claim as the offline reviser leaves it."""
    source = SourceDocument(id="1", content=row["source"])
    found = critique(CritiqueRequest(draft=row["claim"], sources=(source,)))
    hunks = revision.revise(row["claim"], found.claims, found.issues, found.citations, (), found.request.sources,
                             fixes=found.findings.fixes, doubted=found.findings.doubted)  # fmt: skip
    return revision.apply(row["claim"], hunks)


def main() -> None:
    """Print the shares, and the wrong rows when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="list the rows that are not as they should be")
    parser.add_argument("--revise", action="store_true", help="revise the claims with a dropped condition too")
    options = parser.parse_args()
    rows = [json.loads(line) for path in options.paths for line in path.read_text("utf-8").splitlines() if line]
    found = judged(rows)
    print(len(rows), "rows", "  ".join(f"{name} {share:.1%}" for name, share in measured(found).items()))
    if options.misses:
        for row, claim in found:
            if is_found(row, claim) if row["condition"] else not omitted(claim):
                continue
            print(f"\n{row['source']}\n  {row['claim']}  [{row['condition']}] {claim.status} {claim.probability}")
            print(f"    {omitted(claim)} {claim.verdict.reasoning if claim.verdict else ''}")
    if options.revise:
        dropped = [(row, revised(row)) for row in rows if row["condition"]]
        given = sum(names(row["condition"], text) for row, text in dropped)
        gone = sum(text == revision.ABSTENTION for _, text in dropped)
        print(f"of {len(dropped)} revisions {given} give the condition, {gone} abstain")
        if options.misses:
            for row, text in dropped:
                print(f"  {row['source']} | {row['claim']} | {text}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
