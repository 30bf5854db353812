"""Precision and recall of ``completeness.missing``: sentences taken out of answers, and whole answers left alone.

    python -m benchmarks.completeness --data RAGTRUTH/train.jsonl.xz [--part train] [--limit N] --json OUT
    python -m benchmarks.completeness --data tests/data/completeness.jsonl --json OUT     (and gaps.jsonl)

From RAGTruth's questions (field ``task`` is ``QA``) it makes three kinds of cases of the good answers without marked
spans. What an answer needs is decided by the other models' answers to the same sources, never by the detector:

- ``needed``: a sentence was removed that at least 60 % of the other answers give (60 % of its content stems) and the
  rest of the answer does not (under 50 %);
- ``unneeded``: a sentence was removed that no other answer gives;
- ``intact``: nothing was removed.

The latter two lack no sentence that 60 % of the others give. Removed sentences are in the sources (70 % of their
stems). Each answer gives at most one case of a kind, chosen by a hash of its id. ``declined`` are answers that refuse
although 60 % of the others agree on an answer. ``--part test`` (the default) takes the source groups that
``training/prepare.py`` holds out. The verifier does not run: all claims are unverified.

A file of own cases has ``query, draft, sources, missing`` on each line: ``missing`` quotes what is left out or is null.
The baseline reports the source sentence with most words of the query, if the draft has under half of its words.
"""

import argparse
import hashlib
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from critique_core.claims.extraction import extract
from critique_core.completeness import missing
from critique_core.evidence.index import SourceIndex, terms_of
from critique_core.models import SourceDocument, VerifiedClaim
from critique_core.text.sentences import sentences
from critique_core.text.word_classes import FUNCTION_WORDS
from critique_core.verifiers.embedded.relating import related

_GIVEN, _AGREED, _LEFT, _STATED, _LEAST = 0.6, 0.6, 0.5, 0.7, 4
# Function words, and words of answers about the task itself ("Based on the given passages").
_SET_PHRASES = "based passages given provided answer question information according text mentioned state source summary"
_EMPTY = {term for word in FUNCTION_WORDS["en"] for term in terms_of(word)} | set(terms_of(_SET_PHRASES))
_DECLINES = re.compile(r"(?i)unable to answer|can(?:no|')t (?:be )?answer|not (?:possible|able) to answer")


@dataclass(frozen=True)
class Case:
    """An answer to check: ``removed`` is what was removed from it, or what an own case names as missing."""

    kind: str
    query: str
    draft: str
    sources: tuple[SourceDocument, ...]
    removed: str = ""

    @property
    def lacks(self) -> bool:
        """Whether something is missing."""
        return self.kind in ("needed", "declined", "missing")


@lru_cache(maxsize=100_000)
def content(text: str) -> frozenset[str]:
    """The content stems of a text."""
    return frozenset(terms_of(text)) - _EMPTY


def share(part: frozenset[str], whole: Iterable[str]) -> float:
    """The share of ``part`` that is in ``whole``."""
    return len(part.intersection(whole)) / len(part) if part else 0.0


def ragtruth_cases(rows: Iterable[dict]) -> Iterator[Case]:
    """Cases of all source groups with at least five good answers."""
    groups: dict[str, list[dict]] = defaultdict(list)
    for row in rows:
        if row["task"].casefold() == "qa" and row.get("quality", "good") == "good":
            groups[row["source_group"]].append(row)
    for group in sorted(groups):
        if len(groups[group]) >= 5:
            yield from _of_group(groups[group])


class _Group:
    """The answers to one question from the same sources, and what they agree on."""

    def __init__(self, answers: Sequence[dict]) -> None:
        self.answers = answers
        self.sources = tuple(SourceDocument(id=one["id"], content=one["content"]) for one in answers[0]["sources"])
        self.stated = content(" ".join(source.content for source in self.sources))
        self.wholes = [content(one["draft"]) for one in answers]
        self.parts = [
            [(s.start, s.end, content(one["draft"][s.start : s.end])) for s in sentences(one["draft"])]
            for one in answers
        ]
        self.agreed = [
            stems
            for position, parts in enumerate(self.parts)
            for *_, stems in parts
            if self.tells(stems) and self.others_giving(position, stems) >= _AGREED
        ]

    def tells(self, stems: frozenset[str]) -> bool:
        return len(stems) >= _LEAST and share(stems, self.stated) >= _STATED

    def others_giving(self, position: int, stems: frozenset[str]) -> float:
        others = [whole for i, whole in enumerate(self.wholes) if i != position]
        return sum(share(stems, other) >= _GIVEN for other in others) / len(others)

    def is_complete(self, stems: frozenset[str]) -> bool:
        return all(share(one, stems) >= _LEFT for one in self.agreed)

    def cut(self, position: int) -> Iterator[Case]:
        """All cases made by removing a sentence from one answer."""
        answer = self.answers[position]
        for start, end, stems in self.parts[position]:
            rest = f"{answer['draft'][:start].rstrip()} {answer['draft'][end:].lstrip()}".strip()
            left = content(rest)
            if not self.tells(stems) or len(left) < _LEAST or share(stems, left) >= _LEFT:
                continue
            agreement = self.others_giving(position, stems)
            removed = answer["draft"][start:end]
            if agreement >= _AGREED:
                yield Case("needed", answer["query"], rest, self.sources, removed)
            elif not agreement and self.is_complete(left):
                yield Case("unneeded", answer["query"], rest, self.sources, removed)


def _of_group(answers: Sequence[dict]) -> Iterator[Case]:
    group = _Group(answers)
    for position, answer in enumerate(answers):
        query, draft, whole = answer["query"], answer["draft"], group.wholes[position]
        if _DECLINES.search(draft):
            if group.agreed and len(group.parts[position]) == 1:
                yield Case("declined", query, draft, group.sources)
        elif not answer.get("spans"):
            if share(whole, group.stated) >= _LEFT and group.is_complete(whole):
                yield Case("intact", query, draft, group.sources)
            by_kind: dict[str, list[Case]] = defaultdict(list)
            for case in group.cut(position):
                by_kind[case.kind].append(case)
            chosen = int(hashlib.sha256(str(answer["id"]).encode()).hexdigest(), 16)
            yield from (cases[chosen % len(cases)] for _, cases in sorted(by_kind.items()))


def own_cases(rows: Iterable[dict]) -> Iterator[Case]:
    """Cases of a file that says what is missing."""
    for row in rows:
        sources = tuple(SourceDocument(**source) for source in row["sources"])
        kind = "missing" if row["missing"] else "complete"
        yield Case(kind, row["query"], row["draft"], sources, row["missing"] or "")


def reported(case: Case) -> tuple[str, ...]:
    """The quotes that the detector reports for a case."""
    claims = extract(case.draft)
    verified = tuple(VerifiedClaim(**claim.model_dump(), status="unverified") for claim in claims)
    found = missing(
        case.query,
        case.draft,
        verified,
        case.sources,
        index=_index(tuple((source.id, source.content) for source in case.sources)),
        relate=related,
    )
    return tuple(one.quote for one in found)


@lru_cache(maxsize=8)
def _index(texts: tuple[tuple[str, str], ...]) -> SourceIndex:
    return SourceIndex([SourceDocument(id=name, content=text) for name, text in texts])


def baseline(case: Case) -> tuple[str, ...]:
    """The source sentence nearest to the query by shared words, if the draft has under half of its words."""
    asked, said = content(case.query), content(case.draft)
    texts = [s.content[span.start : span.end] for s in case.sources for span in sentences(s.content)]
    best = max(texts, key=lambda text: share(asked, content(text)), default="")
    return (best,) if share(asked, content(best)) and share(content(best), said) < _LEFT else ()


def measured(judged: Sequence[tuple[Case, tuple[str, ...]]]) -> dict[str, float | int | None]:
    """Counts and shares; ``points`` is the share of right alarms whose quote and the removed text share half."""
    right = [(case, quotes) for case, quotes in judged if case.lacks and quotes]
    alarms = sum(bool(quotes) for _, quotes in judged)
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for case, quotes in judged:
        by_kind[case.kind].append(bool(quotes))
    lacking = sum(case.lacks for case, _ in judged)
    pointing = [
        any(_alike(content(q), content(case.removed)) for q in quotes) for case, quotes in right if case.removed
    ]
    return {
        "cases": len(judged), "lacking": lacking, "alarms": alarms,
        "precision": len(right) / alarms if alarms else None,
        "recall": len(right) / lacking if lacking else None,
        "points": sum(pointing) / len(pointing) if pointing else None,
        **{f"alarms on {kind}": sum(flags) / len(flags) for kind, flags in sorted(by_kind.items())},
    }  # fmt: skip


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return share(one, other) >= 0.5 or share(other, one) >= 0.5


def _cases(options: argparse.Namespace) -> list[Case]:
    if options.data.suffix != ".xz":
        return list(own_cases(json.loads(line) for line in options.data.read_text("utf-8").splitlines() if line))
    from training.prepare import group_of, held_out, rows  # noqa: PLC0415 - own cases need no training code

    wanted = options.part == "test"
    cases = list(ragtruth_cases(row for row in rows(options.data) if held_out(group_of(row)) == wanted))
    cases.sort(key=lambda case: hashlib.sha256(case.sources[0].content.encode()).hexdigest())
    return cases[: options.limit]


def main() -> None:
    """Print the table, and the wrong cases when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--part", choices=("test", "train"), default="test")
    parser.add_argument("--limit", type=int, help="only so many cases, in a fixed order")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--misses", action="store_true", help="list the wrong cases")
    options = parser.parse_args()
    cases = _cases(options)
    begun = time.perf_counter()
    judged = [(case, reported(case)) for case in cases]
    seconds = time.perf_counter() - begun
    removal = [one for one in judged if one[0].kind != "declined"]
    table = {"detector": measured(removal), "baseline": measured([(case, baseline(case)) for case, _ in removal])}
    if declined := [one for one in judged if one[0].kind == "declined"]:
        table["declined"] = measured(declined)
    for name, row in table.items():
        print(name, "  ".join(f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()))
    print(f"{seconds / max(1, len(cases)) * 1000:.1f} ms a case")
    if options.misses:
        for case, quotes in judged:
            if bool(quotes) != case.lacks:
                print(json.dumps({"kind": case.kind, "query": case.query, "draft": case.draft[:600],
                                  "removed": case.removed, "reported": quotes}, ensure_ascii=False))  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
