"""Relevance, usefulness and source quality on labelled cases, next to plain word overlap.

    python benchmarks/reflection.py [--data tests/data] [--suffix _unseen] [--misses] [--json OUT]
    python benchmarks/reflection.py --gate tests/data/gate_open.jsonl [MORE.jsonl] [--misses]

Reads relevance, usefulness and source_quality (``DIR/NAME + SUFFIX + .jsonl``), without missing files. Relevance and
usefulness give accuracy at their threshold and AUROC; source quality gives the share of pairs whose better source has
the higher score, a tie counting half. Word overlap is the share of the query's words in the source or draft, its
accuracy that of the best threshold, chosen with the labels.

``--gate`` counts how many labelled answers are held back because they do not answer their query, by label, kind and
language; answers that decline are left out.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

from critique_core.claims.extraction import extract, is_abstention
from critique_core.evidence.index import SourceIndex
from critique_core.models import Profile, SourceDocument, VerificationInput, VerifiedClaim
from critique_core.reflection import reflect
from critique_core.scoring.issues import is_useless
from critique_core.scoring.statuses import assign
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.embedded.relating import related

SETS = ("relevance", "usefulness", "source_quality")
_WORD = re.compile(r"\w+")
_THRESHOLD = 0.5


def verify(row: dict) -> tuple[tuple[VerifiedClaim, ...], bool, tuple[SourceDocument, ...]]:
    """The claims of a row's draft with their statuses, whether the draft abstains, and the sources."""
    sources = tuple(SourceDocument(**source) for source in row["sources"])
    claims = extract(row["draft"])
    checkable = tuple(claim for claim in claims if claim.checkable)
    asked = VerificationInput(
        query=row["query"], draft=row["draft"], claims=checkable, sources=sources,
        candidates=SourceIndex(sources).candidates(checkable),
    )  # fmt: skip
    verdicts = EmbeddedVerifier().verify(asked) if checkable else ()
    abstained = is_abstention(row["draft"], claims)
    return assign(claims, verdicts, Profile(), draft=row["draft"]), abstained, sources


def overlap(query: str, text: str) -> float:
    """Share of the query's distinct words that are in the text."""
    words = set(_WORD.findall(query.casefold()))
    return len(words & set(_WORD.findall(text.casefold()))) / len(words) if words else 0.0


def relevance_scores(row: dict) -> tuple[float, float]:
    """ISREL of a row, and the word overlap of its nearest source."""
    sources = tuple(SourceDocument(**source) for source in row["sources"])
    judged = reflect.relevance(row["query"], sources, relate=related)
    plain = max(overlap(row["query"], source.content) for source in sources)
    return judged.score if judged else 0.0, plain


def usefulness_scores(row: dict) -> tuple[float, float]:
    """ISUSE of a row, and the word overlap of its draft."""
    claims, abstained, sources = verify(row)
    relevance = reflect.relevance(row["query"], sources, relate=related)
    judged = reflect.usefulness(
        row["query"], row["draft"], claims, abstained=abstained, relevance=relevance, sources=sources, relate=related
    )
    return judged.score if judged else 0.0, overlap(row["query"], row["draft"])


def quality_margins(row: dict) -> tuple[float, float]:
    """By how much the better source leads the worse one, in quality and in word overlap with query and draft."""
    claims, _, sources = verify(row)
    rated = {
        one.source_id: one.score or 0.0 for one in reflect.source_quality(row["query"], sources, claims, relate=related)
    }
    plain = {source.id: overlap(f"{row['query']} {row['draft']}", source.content) for source in sources}
    better, worse = row["better"], row["worse"]
    return rated[better] - rated[worse], plain[better] - plain[worse]


def auroc(scores: Iterable[float], labels: Iterable[bool]) -> float | None:
    """Chance that a positive case scores above a negative one, a tie counting half; ``None`` without both."""
    pairs = list(zip(scores, labels, strict=True))
    yes, no = [s for s, label in pairs if label], [s for s, label in pairs if not label]
    wins = sum((one > other) + 0.5 * (one == other) for one in yes for other in no)
    return wins / (len(yes) * len(no)) if yes and no else None


def accuracy(scores: list[float], labels: list[bool], threshold: float) -> float:
    """Share of cases on the right side of the threshold."""
    return sum((score >= threshold) == label for score, label in zip(scores, labels, strict=True)) / len(labels)


def measure_scores(
    rows: list[dict], score: Callable[[dict], tuple[float, float]], label: str
) -> tuple[dict[str, float | None], list[float]]:
    """The table's line of a set of yes-or-no labels, and the scores."""
    both = [score(row) for row in rows]
    ours, plain = [one for one, _ in both], [other for _, other in both]
    labels = [bool(row[label]) for row in rows]
    line = {
        "cases": len(rows),
        "accuracy": accuracy(ours, labels, _THRESHOLD),
        "auroc": auroc(ours, labels),
        "overlap_accuracy": max(accuracy(plain, labels, threshold) for threshold in {*plain, 2.0}),
        "overlap_auroc": auroc(plain, labels),
    }
    return line, ours


def measure_pairs(rows: list[dict]) -> tuple[dict[str, float | None], list[float]]:
    """The table's line of the source pairs, and the margins."""
    both = [quality_margins(row) for row in rows]
    share = [sum((m > 0) + 0.5 * (m == 0) for m in margins) / len(rows) for margins in zip(*both, strict=True)]
    line = {"cases": len(rows), "accuracy": share[0], "auroc": None, "overlap_accuracy": share[1],
            "overlap_auroc": None}  # fmt: skip
    return line, [ours for ours, _ in both]


def measure(name: str, rows: list[dict]) -> tuple[dict[str, float | None], list[str]]:
    """One set's line, and the ids of the cases that went wrong."""
    if name == "source_quality":
        line, margins = measure_pairs(rows)
        return line, [row["id"] for row, margin in zip(rows, margins, strict=True) if margin <= 0]
    score, label = (relevance_scores, "relevant") if name == "relevance" else (usefulness_scores, "useful")
    line, scores = measure_scores(rows, score, label)
    wrong = [row["id"] for row, s in zip(rows, scores, strict=True) if (s >= _THRESHOLD) != bool(row[label])]
    return line, wrong


def print_gate(paths: list[Path], *, misses: bool) -> None:
    """Count the answers of some files that are held back as useless, and name the wrong ones when asked."""
    counts: dict[tuple[str, str, bool], list[bool]] = defaultdict(list)
    wrong: list[str] = []
    for row in (json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines() if line):
        claims, abstained, sources = verify(row)
        if abstained:
            continue
        judged = reflect.usefulness(row["query"], row["draft"], claims, sources=sources, relate=related)
        held = is_useless(judged)
        for sort, name in (("all", ""), ("kind", row.get("kind", "")), ("language", row.get("language", "en"))):
            counts[sort, name, row["useful"]].append(held)
        if held == row["useful"]:
            wrong.append(row["id"])
    for (sort, name, useful), held in sorted(counts.items()):
        label = "useful" if useful else "of no use"
        print(
            f"{sort:8s} {name:14s} {label:10s} held back {sum(held):4d} of {len(held):4d} {sum(held) / len(held):7.1%}"
        )
    if misses:
        print(f"wrong: {', '.join(wrong) or 'none'}")


def main() -> None:
    """Print the table, and the misses when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("tests/data"))
    parser.add_argument("--suffix", default="", help="after the set's name, before .jsonl")
    parser.add_argument("--misses", action="store_true", help="name the cases that went wrong")
    parser.add_argument("--json", type=Path, help="write the table as JSON too")
    parser.add_argument("--gate", type=Path, nargs="+", help="files of labelled answers, of which the held back count")
    options = parser.parse_args()
    if options.gate:
        print_gate(options.gate, misses=options.misses)
        return
    table: dict[str, dict[str, float | None]] = {}
    print(f"{'set':16s} cases  accuracy  AUROC  overlap: accuracy  AUROC")
    for name in SETS:
        path = options.data / f"{name}{options.suffix}.jsonl"
        if not path.exists():
            continue
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
        line, wrong = measure(name, rows)
        table[name] = line
        areas = ["     -" if line[key] is None else f"{line[key]:6.3f}" for key in ("auroc", "overlap_auroc")]
        print(f"{name:16s} {line['cases']:5d} {line['accuracy']:9.1%} {areas[0]} {line['overlap_accuracy']:17.1%}"
              f" {areas[1]}")  # fmt: skip
        if options.misses:
            print(f"    wrong: {', '.join(wrong) or 'none'}")
    if options.json:
        options.json.write_text(json.dumps(table, indent=1))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
