"""Whether the verifier separates a supported sentence from a twin that differs in one detail.

    python benchmarks/twin_suite.py FILE... [--misses] [--json OUT]

A row with ``supported`` and ``unsupported`` is a pair, judged sentence by sentence against the row's sources; a row
with ``claim`` is a free paraphrase of its sources. Only supported against every other status counts:

- ``accuracy`` is the share of right verdicts, ``both`` the share of pairs with two right ones;
- ``ranked`` is the share of pairs whose supported sentence got the higher probability, ties counting half;
- ``caught`` is the share of twins not accepted, ``flagged`` the share of supported sentences not accepted;
- ``accepted`` is the share of paraphrases that were.

A judge by surface overlap gets 50 % accuracy, because both sentences of a pair share their words with the source.
Totals have 95 % bootstrap intervals over pairs.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.claim_suite import judge
from critique_core.metrics.accuracy import Interval, bootstrap
from critique_core.models import VerifiedClaim

COLUMNS = ("accuracy", "both", "ranked", "caught", "flagged")


class JudgedPair(NamedTuple):
    """A supported sentence and its twin, both verified."""

    kind: str
    supported: VerifiedClaim
    twin: VerifiedClaim


def judged_pair(row: dict) -> JudgedPair:
    """Verify both sentences of a row separately."""
    supported, twin = (judge({"claim": row[side], "sources": row["sources"]}) for side in ("supported", "unsupported"))
    return JudgedPair(row["kind"], supported, twin)


def figures(pairs: Sequence[JudgedPair]) -> dict[str, float]:
    """The shares named in ``COLUMNS``, each 0 to 1, of at least one pair.

    Raises ``ValueError`` when a sentence was not verified at all: its pair cannot be ranked.
    """
    accepted = [pair.supported.status == "supported" for pair in pairs]
    caught = [pair.twin.status != "supported" for pair in pairs]
    return {
        "accuracy": (sum(accepted) + sum(caught)) / (2 * len(pairs)),
        "both": sum(map(min, accepted, caught)) / len(pairs),
        "ranked": sum(map(_ranked, pairs)) / len(pairs),
        "caught": sum(caught) / len(pairs),
        "flagged": 1 - sum(accepted) / len(pairs),
    }


def accepted_share(paraphrases: Sequence[VerifiedClaim]) -> dict[str, float]:
    """The share of at least one paraphrase that was accepted, as ``accepted``."""
    return {"accepted": sum(claim.status == "supported" for claim in paraphrases) / len(paraphrases)}


def main() -> None:
    """Print the tables, and the misses when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="list every sentence that got the wrong verdict")
    parser.add_argument("--json", type=Path, help="write the tables as JSON too")
    options = parser.parse_args()
    rows = [json.loads(line) for path in options.paths for line in path.read_text("utf-8").splitlines() if line]
    pair_rows = [row for row in rows if "supported" in row]
    paraphrase_rows = [row for row in rows if "claim" in row]
    pairs = [judged_pair(row) for row in pair_rows]
    paraphrases = [judge(row) for row in paraphrase_rows]
    found: dict[str, dict] = {}
    if pairs:
        found["twins"] = _twin_table(pairs)
    if paraphrases:
        found["paraphrases"] = _paraphrase_line(paraphrases)
    if options.misses:
        for row, pair in zip(pair_rows, pairs, strict=True):
            _print_miss(row, pair.supported, wrong=pair.supported.status != "supported")
            _print_miss(row, pair.twin, wrong=pair.twin.status == "supported")
        for row, claim in zip(paraphrase_rows, paraphrases, strict=True):
            _print_miss(row, claim, wrong=claim.status != "supported")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


def _ranked(pair: JudgedPair) -> float:
    higher, lower = pair.supported.probability, pair.twin.probability
    if higher is None or lower is None:
        raise ValueError(f"a {pair.kind} pair was not verified, see its verdict: {pair.supported.text!r}")
    return 0.5 if higher == lower else float(higher > lower)


def _twin_table(pairs: Sequence[JudgedPair]) -> dict:
    by_kind: dict[str, list[JudgedPair]] = defaultdict(list)
    for pair in pairs:
        by_kind[pair.kind].append(pair)
    groups = dict(sorted(by_kind.items())) | {"all": pairs}
    table = {kind: {"pairs": len(group)} | figures(group) for kind, group in groups.items()}
    print(f"{'kind':20s} pairs  right" + "".join(f"{name:>10s}" for name in COLUMNS))
    for kind, line in table.items():
        right = f"{line['accuracy'] * 2 * line['pairs']:.0f}/{2 * line['pairs']}"
        print(f"{kind:20s} {line['pairs']:5d} {right:>7s}" + "".join(f"{line[name]:10.1%}" for name in COLUMNS))
    intervals = bootstrap(lambda drawn: figures([pairs[i] for i in drawn]), range(len(pairs)))
    print()
    for name in COLUMNS:
        print(f"{name:9s} {_shown(table['all'], name, intervals)}")
    return {"kinds": table, "intervals": intervals}


def _paraphrase_line(paraphrases: Sequence[VerifiedClaim]) -> dict:
    line = accepted_share(paraphrases)
    intervals = bootstrap(lambda drawn: accepted_share([paraphrases[i] for i in drawn]), range(len(paraphrases)))
    print(f"accepted  {_shown(line, 'accepted', intervals)} of {len(paraphrases)} paraphrases")
    return {"claims": len(paraphrases), **line, "intervals": intervals}


def _shown(line: Mapping[str, float], name: str, intervals: Mapping[str, Interval]) -> str:
    low, high = intervals[name]
    return f"{line[name]:.1%} ({low:.1%} to {high:.1%})"


def _print_miss(row: dict, claim: VerifiedClaim, *, wrong: bool) -> None:
    if not wrong:
        return
    print(f"\n{row['id']} got {claim.status} ({claim.probability}): {claim.text}")
    print(f"    {claim.verdict.reasoning if claim.verdict else ''}")
    for source in row["sources"]:
        print(f"    [{source['id']}] {source['content'][:300]}")


if __name__ == "__main__":
    main()
