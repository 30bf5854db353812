"""Choose how many claims the stated prior weighs when a draft's share of supported claims is estimated.

    python -m training.fit_draft HELD_OUT.jsonl --but 350 --seed 3

HELD_OUT is what ``training.held_out`` writes of RAGTruth. The rows that ``benchmarks/accuracy.py --rows 350 --seed 3``
measures are left out. RAGTruth's answers are alike: nine claims in ten hold. A user's drafts are not, so each answer is
read again with some of its supported claims taken out, until shares of errors from a twentieth to two thirds are
equally frequent; a claim's probabilities by itself stay as they are. Prints for each strength the mean log loss of the
claims, the shares of errors missed and of right claims flagged at one half. The constant is
``features._DRAFT_STRENGTH``.
"""

import argparse
import json
import math
import random
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.accuracy_rows import sample
from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.models import SourceDocument, VerificationInput
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.embedded.features import Judge, draft_shift
from training.prepare import marked

STRENGTHS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
LEAST_WRONG, MOST_WRONG = 0.05, 0.67
TIMES = 8  # that each answer is thinned


class JudgedClaim(NamedTuple):
    """A claim of an answer, how it is judged by itself, and whether it is supported."""

    judge: Judge
    alone: float
    right: bool


def judged(row: dict, verifier: EmbeddedVerifier) -> list[JudgedClaim]:
    """The checkable claims of one answer."""
    sources = tuple(SourceDocument(id=f"s{at}", content=source["content"]) for at, source in enumerate(row["sources"]))
    claims = tuple(claim for claim in extract(row["draft"]) if claim.checkable)
    if not claims:
        return []
    candidates = tuple(SourceIndex(sources).candidates(claims))
    request = VerificationInput(
        query=row.get("query") or "", draft=row["draft"], claims=claims, candidates=candidates, sources=sources
    )
    return [
        JudgedClaim(one.judge, one.judge(0.0).supported, marked(row, claim).label == "supported")
        for claim, one in zip(claims, verifier.judged(request), strict=True)
    ]


def thinned(claims: list[JudgedClaim], chance: random.Random) -> list[JudgedClaim]:
    """The claims without so many supported ones that a share drawn at random is wrong, as near as they allow."""
    wrong = [claim for claim in claims if not claim.right]
    if not wrong:
        return claims
    share = chance.uniform(LEAST_WRONG, MOST_WRONG)
    right = [claim for claim in claims if claim.right]
    return wrong + chance.sample(right, min(len(right), round(len(wrong) * (1.0 - share) / share)))


def report(drafts: list[list[JudgedClaim]], strength: float) -> str:
    """One line of the table."""
    loss = flagged = missed = rights = wrongs = 0.0
    for draft in drafts:
        shift = draft_shift([claim.alone for claim in draft], strength)
        for claim in draft:
            supported = claim.judge(shift).supported
            loss -= math.log(max(supported if claim.right else 1.0 - supported, 1e-4))
            rights += claim.right
            wrongs += not claim.right
            flagged += claim.right and supported < 0.5
            missed += (not claim.right) and supported >= 0.5
    return (
        f"{strength:>9g}  {loss / (rights + wrongs):8.4f}  {missed / wrongs:7.1%}  {flagged / rights:7.1%}"
        f"  {(missed / wrongs + flagged / rights) / 2:7.1%}\n"
    )


def main() -> None:
    """Read the answers once, then try each strength on them as they are and thinned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--but", type=int, default=350, help="rows of the sample to leave out")
    parser.add_argument("--seed", type=int, default=3, help="of that sample")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.path.read_text("utf-8").splitlines()]
    measured = {id(row) for row in sample(rows, options.but, options.seed)}
    verifier, chance = EmbeddedVerifier(), random.Random(options.seed)
    whole = [claims for row in rows if id(row) not in measured and (claims := judged(row, verifier))]
    sets = {"as they are": whole, "thinned": [thinned(draft, chance) for draft in whole for _ in range(TIMES)]}
    for name, drafts in sets.items():
        sys.stdout.write(f"\n{len(drafts)} drafts {name}\n strength  log loss   missed  flagged     mean\n")
        for strength in STRENGTHS:
            sys.stdout.write(report(drafts, strength))


if __name__ == "__main__":
    main()
