"""Contradictions within a draft and between sources, and outdated claims, on labelled cases, next to word overlap.

    python benchmarks/consistency.py tests/data/consistency.jsonl [--part PART] [--misses] [--json OUT]

Each row is a draft with its sources and what is expected: pairs of texts of the draft that exclude each other, claims
on which sources disagree, and claims that a newer source supersedes, which count as that only. ``precision`` and
``recall`` count pairs or claims, ``accuracy`` the rows in which exactly the expected ones were found. The baseline
takes two texts that share most words and differ in some for a contradiction, and the source published later for the
newer one. Of rows with a kind (``sources_apart.jsonl``, whose part ``open`` was looked at and whose other parts were
not; ``sources_varied_open.jsonl``, ``sources_varied_sealed.jsonl`` and ``sources_fresh.jsonl``) it says in how many a
conflict was found, and in how many an outdated claim.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import regex

from critique_core.claims.extraction import extract
from critique_core.contradictions import between_sources, crossing, phrase_rules, stated_changes, within_draft
from critique_core.evidence.grounding import ground
from critique_core.evidence.index import SourceIndex
from critique_core.models import Claim, Conflict, Profile, SourceDocument, Verdict, VerificationInput
from critique_core.scoring import statuses
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.embedded.relating import related

KINDS = ("draft_conflicts", "source_conflicts", "outdated")
OVERLAP = 0.5  # Jaccard similarity from which the baseline takes two texts to be about the same thing
_JUDGE = EmbeddedVerifier()

Found = dict[str, list]


def verify(draft: str, claim: Claim, sources: tuple[SourceDocument, ...]) -> Verdict:
    """The grounded verdict on one claim."""
    candidates = SourceIndex(sources).candidates((claim,))
    asked = VerificationInput(query="", draft=draft, claims=(claim,), candidates=candidates, sources=sources)
    return ground(_JUDGE.verify(asked), asked)[0]


def judge(row: dict) -> Found:
    """The findings of the stages in one row: claims by their spans in the draft."""
    draft = row["draft"]
    sources = tuple(SourceDocument(**source) for source in row["sources"])
    claims = extract(draft)
    pairs = within_draft.pairs(claims)
    asked = [(claim, source) for pair in pairs for claim, source in pair.to_verify]
    within = within_draft.within(pairs, {(c.id, s.id): verify(draft, c, (s,)) for c, s in asked})
    told = {(one.related[0].claim_id or "", one.claim_id) for one in within}
    within = (*within, *phrase_rules.within(claims, known=told))
    found: Found = {
        "draft_conflicts": [((c.related[0].start, c.related[0].end), (c.start, c.end)) for c in within],
        "source_conflicts": [],
        "outdated": [],
    }
    if sources:
        between = _between(draft, claims, sources)
        found["source_conflicts"] = [(c.start, c.end) for c in between if not c.outdated]
        found["outdated"] = [(c.start, c.end) for c in between if c.outdated]
    return found


def _between(draft: str, claims: tuple[Claim, ...], sources: tuple[SourceDocument, ...]) -> tuple[Conflict, ...]:
    checkable = tuple(claim for claim in claims if claim.checkable)
    candidates = SourceIndex(sources).candidates(checkable)
    asked = VerificationInput(query="", draft=draft, claims=checkable, candidates=candidates, sources=sources)
    verified = statuses.assign(claims, ground(_JUDGE.verify(asked), asked), Profile(), draft=draft)
    by_id, source_by_id = {c.id: c for c in claims}, {s.id: s for s in sources}
    over = stated_changes.between(verified, candidates, sources)
    wanted = between_sources.to_verify(verified, candidates, superseded=over, relate=related)
    alone = {(c, s): verify(draft, by_id[c], (source_by_id[s],)) for c, s in wanted}
    parted = crossing.parted(checkable, candidates, related, but=over)
    return between_sources.between(verified, sources, verdicts=alone, superseding=over, parted=parted, relate=related)


def baseline(row: dict) -> Found:
    """The findings of word overlap."""
    claims = [claim for claim in extract(row["draft"]) if claim.checkable]
    draft = [
        ((a.start, a.end), (b.start, b.end))
        for i, a in enumerate(claims)
        for b in claims[i + 1 :]
        if _alike_but_different(a.text, b.text)
    ]
    disputed, outdated = [], []
    for claim in claims:
        # the most similar sentence of each source
        best = [(source, _likest(claim.text, source["content"])) for source in row["sources"]]
        same = [s for s, text in best if _words(claim.text) <= _words(text)]
        other = [s for s, text in best if _alike_but_different(claim.text, text)]
        if same and other:
            newest = max((s.get("published", "") for s in same), default="")
            old = bool(newest) and any(s.get("published", "") > newest for s in other)
            (outdated if old else disputed).append((claim.start, claim.end))
    return {"draft_conflicts": draft, "source_conflicts": disputed, "outdated": outdated}


def _words(text: str) -> set[str]:
    return set(regex.findall(r"\w+", text.casefold()))


def _likest(claim: str, content: str) -> str:
    return max(regex.split(r"(?<=[.!?])\s+", content), key=lambda text: _jaccard(claim, text))


def _jaccard(a: str, b: str) -> float:
    one, two = _words(a), _words(b)
    return len(one & two) / max(1, len(one | two))


def _alike_but_different(a: str, b: str) -> bool:
    return _jaccard(a, b) >= OVERLAP and not _words(a) <= _words(b)


def count(row: dict, found: Found) -> dict[str, tuple[int, int, int]]:
    """For each kind: expected and found, found only, expected only."""
    counts = {}
    for kind in KINDS:
        left = [_spans(row["draft"], text) for text in row["expected"].get(kind, [])]
        hits = 0
        for one in found[kind]:
            match = next((want for want in left if _same(want, one)), None)
            if match is not None:
                left.remove(match)
                hits += 1
        counts[kind] = (hits, len(found[kind]) - hits, len(left))
    return counts


def _spans(draft: str, text: str | list[str]) -> tuple:
    if isinstance(text, str):
        start = draft.index(text)
        return start, start + len(text)
    first = _spans(draft, text[0])
    at = draft.find(text[1], first[1] if text[0] == text[1] else 0)
    return tuple(sorted((first, (at, at + len(text[1])))))


def _same(want: tuple, found: tuple) -> bool:
    """Whether spans overlap; pairs must overlap in both members."""
    if isinstance(want[0], tuple):
        return all(_same(a, b) for a, b in zip(want, sorted(found), strict=True))
    return want[0] < found[1] and found[0] < want[1]


def summary(counts: Iterable[dict[str, tuple[int, int, int]]]) -> dict[str, dict[str, float | int | None]]:
    """Precision, recall and accuracy of each kind."""
    rows = list(counts)
    table = {}
    for kind in KINDS:
        hits, extra, missed = (sum(row[kind][place] for row in rows) for place in range(3))
        table[kind] = {
            "expected": hits + missed,
            "found": hits + extra,
            "precision": hits / (hits + extra) if hits + extra else None,
            "recall": hits / (hits + missed) if hits + missed else None,
            "accuracy": sum(row[kind][1:] == (0, 0) for row in rows) / len(rows),
        }
    return table


def print_kinds(judged: Sequence[tuple[dict, Found]]) -> None:
    """Of each kind of rows, how many there are, with a conflict between sources, and with an outdated claim."""
    for kind in dict.fromkeys(row["kind"] for row, _ in judged if "kind" in row):
        found = [one for row, one in judged if row.get("kind") == kind]
        disputed, outdated = (sum(bool(one[key]) for one in found) for key in ("source_conflicts", "outdated"))
        print(f"{kind}: {len(found)} rows, {disputed} disputed, {outdated} outdated")


def main() -> None:
    """Print the table, and the misses when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="list every row in which something is wrong")
    parser.add_argument("--json", type=Path, help="write the table as JSON too")
    parser.add_argument("--part", help="read the rows of this part alone")
    options = parser.parse_args()
    rows = [json.loads(line) for path in options.paths for line in path.read_text("utf-8").splitlines() if line]
    rows = [row for row in rows if options.part in (None, row.get("part"))]
    found = [(row, judge(row)) for row in rows]
    judged = [(row, count(row, one)) for row, one in found]
    table = {
        "rows": len(rows),
        "claimlens": summary(counts for _, counts in judged),
        "word overlap": summary(count(row, baseline(row)) for row in rows),
    }
    for name in ("claimlens", "word overlap"):
        print(f"{name:<14}{'expected':>10}{'found':>7}{'precision':>11}{'recall':>8}{'accuracy':>10}")
        for kind, figures in table[name].items():
            shares = "".join(
                f"{'–' if figures[key] is None else format(figures[key], '.3f'):>{width}}"
                for key, width in (("precision", 11), ("recall", 8), ("accuracy", 10))
            )
            print(f"  {kind:<16}{figures['expected']:>6}{figures['found']:>7}{shares}")
    print_kinds(found)
    for row, counts in judged if options.misses else ():
        wrong = {kind: f"{extra} too many, {left} missed" for kind, (_, extra, left) in counts.items() if extra or left}
        if wrong:
            print(f"{row['id']}: {wrong}")
    if options.json:
        options.json.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
