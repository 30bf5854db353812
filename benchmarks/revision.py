"""What the offline reviser repairs and what it harms, on labelled answers and on errors put into right ones.

    python benchmarks/revision.py --data FILE [--rows N --seed S] [--attempts 1] [--json OUT]

FILE holds answers as ``benchmarks/accuracy.py`` reads them; of each ``source_group`` one is drawn, and rows whose
``quality`` is not good are left out. Each answer is critiqued, revised and critiqued again, and the revision is kept by
the pipeline's rule. An answer without a mark also gets one error (a number, date, name, negation or a sentence from
another answer, in turn) and goes through the same. Ctrl-C prints what was measured so far.

- repaired: the wrong text is gone and the right value is back (an added sentence: it is gone). For text marked by
  people the right value is not known; there "replaced" is reported instead.
- only deleted: the wrong text is gone and nothing replaces it.
- damaged: a sentence without a mark or error lost or changed a word. A connective removed from its beginning counts as
  mended, and a citation marker is not a word.
- confidence gained: after minus before, 0 where either is missing or the revision was not kept.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.accuracy_rows import Row, UnreadableRow, read_records, row_of
from benchmarks.revision_errors import KINDS, Injected, inject
from critique_core import pipeline, revision
from critique_core.citations import markers
from critique_core.metrics.accuracy import wilson
from critique_core.models import Critique, CritiqueRequest, Hunk
from critique_core.text.sentences import block_sentences, blocks
from critique_core.verifiers.embedded import EmbeddedVerifier

_MARKED = "marked by people"
_MOSTLY = 0.5  # share of a marked span that must be gone
_CONNECTIVE_LENGTH = 25


@dataclass
class Tally:
    """Counts over answers: the fate of each wrong span by kind, and of each right sentence."""

    fates: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    sentences: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    gained: list[float] = field(default_factory=list)
    damages: list[dict[str, Any]] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """One answer before and after: the hunks that were kept, and the text they give."""

    before: Critique
    hunks: tuple[Hunk, ...]
    text: str
    gained: float
    tried: bool


def revised(request: CritiqueRequest, verifier: EmbeddedVerifier, attempts: int) -> Outcome:
    """Critique and revise once, and keep what the pipeline keeps."""
    before = pipeline.critique(request, verifier=verifier)
    after = pipeline.revise(before, max_revisions=attempts, verifier=verifier)
    kept = next((one for one in after.revisions if one.kept), None)
    if kept is None:
        return Outcome(before, (), request.draft, 0.0, tried=bool(after.revisions))
    gained = 0.0
    if before.confidence is not None and kept.confidence_after is not None:
        gained = kept.confidence_after - before.confidence
    return Outcome(before, kept.hunks, kept.text, gained, tried=True)


# --- the fate of a span --------------------------------------------------------------------------------------


def fate(start: int, end: int, hunks: Sequence[Hunk]) -> str:
    """Whether ``draft[start:end]`` was replaced, deleted or left, by the hunks that overlap it."""
    reached = [hunk for hunk in hunks if hunk.start < end and start < hunk.end]
    gone = sum(min(end, hunk.end) - max(start, hunk.start) for hunk in reached)
    if any(len(hunk.replacement.strip()) > 1 and hunk.replacement.strip() != revision.ABSTENTION for hunk in reached):
        return "replaced"
    return "deleted" if gone >= _MOSTLY * (end - start) else "untouched"


def fate_of_error(error: Injected, outcome: Outcome, right_draft: str) -> str:
    """Whether an injected error was repaired, only deleted, changed otherwise, or left."""
    end = error.start + len(error.wrong)
    if error.kind == "negation":
        start = max(0, error.start - 60)
        reached = [hunk for hunk in outcome.hunks if hunk.start < end + 60 and start < hunk.end]
    else:
        start, reached = error.start, [h for h in outcome.hunks if h.start < end and error.start < h.end]
    if not reached:
        return "untouched"
    if error.kind == "sentence":
        return "repaired" if fate(error.start, end, outcome.hunks) == "deleted" else "changed otherwise"
    if _same(outcome.text, right_draft) or any(_holds(hunk.replacement, error) for hunk in reached):
        return "repaired"
    return "only deleted" if fate(error.start, end, outcome.hunks) == "deleted" else "changed otherwise"


def _holds(replacement: str, error: Injected) -> bool:
    if error.kind == "negation":
        denied = re.search(r"\bnot\b|n['’]t\b|\bcannot\b|\bno\b", replacement) is not None
        return bool(replacement.strip()) and denied == error.right.endswith(" not")
    return re.search(rf"(?<!\w){re.escape(error.right)}(?!\w)", replacement) is not None


def _same(first: str, second: str) -> bool:
    return " ".join(first.split()).casefold() == " ".join(second.split()).casefold()


def right_sentences(before: Critique, wrong: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences of a draft that state something and overlap no wrong span."""
    draft, stretches = before.request.draft, list(wrong)
    stated = [(claim.start, claim.end) for claim in before.claims if claim.checkable]
    spans = [(span.start, span.end) for block in blocks(draft) for span in block_sentences(block)]
    spans = [(a, b) for a, b in spans if any(s < b and a < e for s, e in stated)]
    return [(a, b) for a, b in spans if not any(s < b and a < e for s, e in stretches)]


def harm(draft: str, start: int, end: int, hunks: Sequence[Hunk]) -> str:
    """Whether a right sentence was kept, mended at its beginning, or damaged."""
    found = "kept"
    for hunk in hunks:
        if not (hunk.start < end and start < hunk.end):
            continue
        lost = draft[max(start, hunk.start) : min(end, hunk.end)]
        if _words(lost) == _words(hunk.replacement):
            continue
        if hunk.start < start and hunk.end - start <= _CONNECTIVE_LENGTH:
            found = "mended"
            continue
        return "damaged"
    return found


def _words(text: str) -> str:
    """The letters and digits of a text, without its citation markers: adding or correcting one harms no word."""
    return re.sub(r"\W", "", markers.blanked(text, markers.find(text))).casefold()


# --- the run -------------------------------------------------------------------------------------------------------


def _count(tally: Tally, row: Row, outcome: Outcome, wrong: Sequence[tuple[int, int]]) -> None:
    draft = outcome.before.request.draft
    tally.answers["revised" if outcome.hunks else "tried, not kept" if outcome.tried else "left"] += 1
    tally.gained.append(outcome.gained)
    for start, end in right_sentences(outcome.before, wrong):
        harmed = harm(draft, start, end, outcome.hunks)
        tally.sentences[harmed] += 1
        if harmed == "damaged":
            hunks = [h.model_dump() for h in outcome.hunks if h.start < end and start < h.end]
            tally.damages.append({"row": row.id, "sentence": draft[start:end], "hunks": hunks})


def run(rows: Sequence[Row], seed: int, attempts: int) -> tuple[Tally, Tally, int]:
    """The tallies of the answers as they are and of the right ones with one error each, and the number of answers."""
    verifier = EmbeddedVerifier()
    natural, injected = Tally(), Tally()
    turn = done = 0
    begun = time.monotonic()
    try:
        for row in rows:
            outcome = revised(row.request, verifier, attempts)
            _count(natural, row, outcome, row.spans or ())
            for start, end in row.spans or ():
                natural.fates[_MARKED][fate(start, end, outcome.hunks)] += 1
            error = None if row.wrong else _error(row, rows, seed, turn)
            if error is not None:
                turn = KINDS.index(error.kind) + 1
                wrongly = row.request.model_copy(update={"draft": error.draft})
                outcome = revised(wrongly, verifier, attempts)
                became = fate_of_error(error, outcome, row.text)
                injected.fates[error.kind][became] += 1
                injected.errors.append({
                    "row": row.id, "kind": error.kind, "wrong": error.wrong, "right": error.right, "fate": became,
                    "tried": outcome.tried, "hunks": [hunk.model_dump() for hunk in outcome.hunks],
                })  # fmt: skip
                _count(injected, row, outcome, [(error.start, error.start + len(error.wrong))])
            done += 1
            print(f"{done} of {len(rows)} answers, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"stopped after {done} answers", file=sys.stderr)
    return natural, injected, done


def _error(row: Row, rows: Sequence[Row], seed: int, turn: int) -> Injected | None:
    """An error of the kind whose turn it is, or of the next kind that fits the answer."""
    others = [other.text for other in rows if other.group != row.group]
    for step in range(len(KINDS)):
        kind = KINDS[(turn + step) % len(KINDS)]
        error = inject(kind, row.text, row.source_texts, others, random.Random(f"{seed} {row.id} {kind}"))
        if error is not None:
            return error
    return None


def figures(tally: Tally) -> dict[str, Any]:
    """The shares of a tally, damage with its 95 % Wilson interval."""
    sentences = sum(tally.sentences.values())
    damaged = tally.sentences["damaged"]
    return {
        "answers": dict(tally.answers),
        "wrong": {kind: dict(fates) for kind, fates in tally.fates.items()},
        "right_sentences": sentences,
        "damaged": damaged,
        "damaged_share": damaged / sentences if sentences else None,
        "damaged_interval": wilson(damaged, sentences),
        "mended": tally.sentences["mended"],
        "confidence_gained": sum(tally.gained) / len(tally.gained) if tally.gained else None,
        "confidence_gained_where_revised": _mean([g for g in tally.gained if g]),
        "damages": tally.damages,
        "errors": tally.errors,
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def drawn(records: Sequence[dict[str, Any]], count: int, seed: int) -> list[Row]:
    """One good answer of each of ``count`` source groups."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        if record.get("quality", "good") == "good" and "draft" in record and "spans" in record:
            groups[str(record.get("source_group", record["id"]))].append(record)
    chance = random.Random(seed)
    chosen = chance.sample(sorted(groups), min(count, len(groups)))
    return [row_of(chance.choice(groups[name])) for name in chosen]


def _print(title: str, told: dict[str, Any]) -> None:
    print(f"\n{title}: {told['answers']}")
    for kind, fates in told["wrong"].items():
        total = sum(fates.values())
        shares = ", ".join(f"{name} {count} ({count / total:.0%})" for name, count in sorted(fates.items()))
        print(f"  {kind:18} {total:4}: {shares}")
    print(f"  right sentences {told['right_sentences']}, damaged {told['damaged']} ({told['damaged_share'] or 0:.2%}), "
          f"mended {told['mended']}")  # fmt: skip
    gained, where = told["confidence_gained"], told["confidence_gained_where_revised"]
    print(f"  confidence gained {gained or 0:+.3f}, where revised {where or 0:+.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--attempts", type=int, choices=(0, 1), default=1)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    try:
        rows = drawn(read_records(chosen.data), chosen.rows, chosen.seed)
    except (OSError, UnreadableRow) as error:
        print(error, file=sys.stderr)
        return 1
    *tallies, done = run(rows, chosen.seed, chosen.attempts)
    natural, injected = (figures(tally) for tally in tallies)
    _print("answers as they are", natural)
    _print("right answers with one error", injected)
    if chosen.json:
        told = {
            "data": chosen.data.name,
            "rows": done,
            "seed": chosen.seed,
            "as_they_are": natural,
            "injected": injected,
        }
        chosen.json.write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
