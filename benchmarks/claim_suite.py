"""Verdicts of the embedded verifier on labelled claims, per kind.

    python benchmarks/claim_suite.py tests/data/claims_open.jsonl [--unrelated | --one-sentence] [--misses] [--json OUT]
    python benchmarks/claim_suite.py tests/data/*.jsonl --by-file

Each row is one claim with its sources and a label. ``right`` is the share whose status equals the label; ``decision``
counts only supported against not supported; ``flagged`` is the share of supported claims that were not accepted,
``missed`` the share of the others that were. ``--unrelated`` judges each claim against the sources of another row,
which say nothing about it, so that every accepted claim is missed; ``--one-sentence`` against one sentence of them.
``--by-file`` prints a line a file in place of a kind, and passes over files and rows without such claims.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, Profile, SourceDocument, VerificationInput, VerifiedClaim
from critique_core.scoring.statuses import assign
from critique_core.text.sentences import sentences
from critique_core.verifiers.embedded import EmbeddedVerifier


def rows_of(path: Path) -> list[dict]:
    """The labelled claims of a file, each with its ``file`` and with ids for sources that are mere texts."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        row | {"file": path.stem, "sources": [_source(place, one) for place, one in enumerate(row["sources"], 1)]}
        for row in rows
        if {"claim", "sources", "label"} <= set(row)
    ]


def _source(place: int, source: dict | str) -> dict:
    return source if isinstance(source, dict) else {"id": str(place), "content": source}


def judge(row: dict) -> VerifiedClaim:
    """Verify one row as one claim."""
    draft = row["claim"]
    sources = tuple(SourceDocument(**source) for source in row["sources"])
    claims = (Claim.of(draft, 0, len(draft)),)
    candidates = SourceIndex(sources).candidates(claims)
    request = VerificationInput(query="", draft=draft, claims=claims, candidates=candidates, sources=sources)
    verdicts = EmbeddedVerifier().verify(request)
    return assign(claims, verdicts, Profile(), draft=draft)[0]


def unrelated(rows: list[dict], *, one_sentence: bool = False) -> list[dict]:
    """Each claim with the sources of a row two fifths of the list away, or one sentence of them: it is unsupported.

    No weight was fitted on these pairs: ``training/fit_embedded.py`` takes rows a half and a third away.
    """
    apart = 2 * len(rows) // 5
    beside = [rows[place - apart]["sources"] for place in range(len(rows))]
    if one_sentence:
        beside = [[first | {"content": _longest_sentence(first["content"])}] for first, *_ in beside]
    return [row | {"sources": sources, "label": "unsupported"} for row, sources in zip(rows, beside, strict=True)]


def _longest_sentence(text: str) -> str:
    return max((text[span.start : span.end] for span in sentences(text)), key=len)


def summary(rows: list[tuple[dict, VerifiedClaim]]) -> dict[str, float | int]:
    """Counts and shares of one group of rows."""
    supported = [v for r, v in rows if r["label"] == "supported"]
    others = [v for r, v in rows if r["label"] != "supported"]
    flagged = sum(v.status != "supported" for v in supported)
    missed = sum(v.status == "supported" for v in others)
    return {
        "claims": len(rows),
        "right": sum(v.status == r["label"] for r, v in rows) / len(rows),
        "decision": 1 - (flagged + missed) / len(rows),
        "flagged": flagged / len(supported) if supported else 0.0,
        "missed": missed / len(others) if others else 0.0,
    }


def main() -> None:
    """Print the table, and the misses when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    beside = parser.add_mutually_exclusive_group()
    beside.add_argument("--unrelated", action="store_true", help="judge claims beside another row's sources")
    beside.add_argument("--one-sentence", action="store_true", help="judge claims beside one sentence of such sources")
    parser.add_argument("--by-file", action="store_true", help="a line a file in place of a kind")
    parser.add_argument("--misses", action="store_true", help="list every claim whose status differs from its label")
    parser.add_argument("--json", type=Path, help="write the table as JSON too")
    options = parser.parse_args()
    rows = [row for path in options.paths for row in rows_of(path)]
    if options.unrelated or options.one_sentence:
        rows = unrelated(rows, one_sentence=options.one_sentence)
    judged = [(row, judge(row)) for row in rows]
    groups: dict[str, list[tuple[dict, VerifiedClaim]]] = defaultdict(list)
    for row, verified in judged:
        groups[row["file" if options.by_file else "kind"]].append((row, verified))
    table = {name: summary(group) for name, group in sorted(groups.items())} | {"all": summary(judged)}
    width = max(16, *map(len, table))
    print(f"{'file' if options.by_file else 'kind':{width}s} claims  right  decision  flagged  missed")
    for name, line in table.items():
        print(
            f"{name:{width}s} {line['claims']:6d} {line['right']:6.0%} {line['decision']:9.0%}"
            f" {line['flagged']:8.0%} {line['missed']:7.0%}"
        )
    if options.misses:
        for row, verified in judged:
            if verified.status != row["label"]:
                print(
                    f"\n{row['id']} is {row['label']}, got {verified.status} ({verified.probability}): {row['claim']}"
                )
                print(f"    {verified.verdict.reasoning if verified.verdict else ''}")
                for source in row["sources"]:
                    print(f"    [{source['id']}] {source['content'][:300]}")
    if options.json:
        options.json.write_text(json.dumps(table, indent=1))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
