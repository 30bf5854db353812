"""What corrective retrieval repairs after deliberately bad retrieval, on labelled answers to questions.

    python benchmarks/corrective.py --data FILE [--rows N --seed S] [--attempts 2] [--json OUT]

FILE holds JSON lines, plain or .xz, in the form that ``benchmarks/accuracy.py`` reads: ``id, query, sources[{id,
content}], draft, label``, and optionally ``task`` (then only qa is taken), ``spans[{start, end}]``, ``source_group``.
A source library in a temporary folder holds every passage of the file. The draft is the row's own answer.

Each answer goes through the loop twice. With bad retrieval, by a draw that ``--seed`` fixes, all of its passages are
withheld, or all but one, or a third of them, and as many passages of other questions replace them. With good
retrieval it has its own passages.

- hallucinated: the share of answers that still hold the text of a marked span.
- kept_correct: of the sentences without a mark, the share that is word for word in the final answer.
- abstained: the share of answers that became a refusal.
- trigger_rate_on_good: of the answers without a mark, with their own passages, the share that the loop tried to repair.
- success_rate: of the answers that the loop tried to repair with bad retrieval, the share whose confidence rose (S4).
- added_ms_p50: the median time of the loop beyond the first check, over the answers that it tried to repair.
- reachable_on_good: the smallest hallucinated share that any one threshold on P(supported) would leave with their own
  passages, if 95 % of the right sentences are to stay: the bound that the verifier sets.

The marks are by people; our own verdict is used only for success_rate, which S4 defines by it. Progress goes to
stderr; Ctrl-C prints what was measured so far.
"""

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.accuracy_rows import Row, UnreadableRow, read_records, row_of, sample
from critique_core.citations import markers
from critique_core.corrective.loop import Judge, corrective_rag_loop
from critique_core.corrective.search import Limits
from critique_core.library import Library
from critique_core.models import CorrectiveResult, Gate, SourceDocument
from critique_core.text.sentences import block_sentences, blocks
from critique_core.verifiers.embedded import EmbeddedVerifier

_LEAST_KEPT = 0.95
WITHHELD = ("all", "all but one", "a third")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one answer; ``kept`` and ``right`` count sentences without a mark."""

    row: Row
    bad: CorrectiveResult
    good: CorrectiveResult
    withheld: str
    kept: int
    right: int
    hallucinated: bool

    @property
    def rose(self) -> bool:
        """Whether the loop raised the confidence."""
        before, after = self.bad.first.confidence if self.bad.first else None, self.bad.confidence
        return after is not None and (before is None or after > before)


# --- bad retrieval -------------------------------------------------------------------------------------------------


def badly_retrieved(row: Row, others: Sequence[Row], chance: random.Random) -> tuple[tuple[SourceDocument, ...], str]:
    """As many sources as the row has, with right passages replaced by wrong ones, and the way it was done."""
    own = list(row.request.sources)
    withheld = chance.choice(WITHHELD)
    stay = {"all": 0, "all but one": 1, "a third": len(own) - max(1, len(own) // 3)}[withheld]
    kept = chance.sample(own, min(stay, len(own)))
    strangers = [one for one in others if one.group != row.group]
    wrong: list[SourceDocument] = []
    while strangers and len(wrong) < len(own) - len(kept):
        other = chance.choice(strangers)
        passage = chance.choice(other.request.sources)
        wrong.append(passage.model_copy(update={"id": f"wrong {len(wrong) + 1}"}))
    mixed = [*kept, *wrong]
    chance.shuffle(mixed)
    return tuple(mixed), withheld


# --- the outcome for an answer --------------------------------------------------------------------------------------


def words_of(text: str) -> str:
    """The letters and digits of a text in lower case, without its citation markers."""
    return re.sub(r"\W+", " ", markers.blanked(text, markers.find(text))).casefold().strip()


def still_stands(row: Row, final: str) -> bool:
    """Whether the text of a marked span is still in the answer."""
    said = f" {words_of(final)} "
    marked = (words_of(row.text[start:end]) for start, end in row.spans or ())
    return any(text and f" {text} " in said for text in marked)


def right_spans(row: Row) -> list[tuple[int, int]]:
    """Where the sentences are that overlap no mark."""
    spans = [(span.start, span.end) for block in blocks(row.text) for span in block_sentences(block)]
    return [span for span in spans if not _overlaps(span, row.spans or ()) and words_of(row.text[slice(*span)])]


def right_sentences(row: Row) -> list[str]:
    """The sentences that overlap no mark, as their words."""
    return [words_of(row.text[slice(*span)]) for span in right_spans(row)]


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def outcome(row: Row, bad: CorrectiveResult, good: CorrectiveResult, withheld: str) -> Outcome:
    """Judge one answer by its marks; a row that lacks support but has no marks says nothing about single sentences."""
    right = right_sentences(row) if row.spans or not row.wrong else []
    said = f" {words_of(bad.final_response)} "
    kept = sum(f" {text} " in said for text in right)
    return Outcome(row, bad, good, withheld, kept, len(right), still_stands(row, bad.final_response))


def reachable(found: Sequence[Outcome], least_kept: float) -> float | None:
    """The smallest share of hallucinated answers that one threshold on P(supported) leaves, with their own passages.

    Every claim below the threshold goes, and at least ``least_kept`` (0 to 1) of the right sentences must stay whole:
    what the verifier's probabilities allow, whatever the loop makes of them. ``None`` without right sentences.
    """
    shares = [_without(found, hundredths / 100) for hundredths in range(101)]
    return min((wrong for wrong, kept in shares if kept is not None and kept >= least_kept), default=None)


def _without(found: Sequence[Outcome], threshold: float) -> tuple[float, float | None]:
    """The share of hallucinated answers, and that of right sentences kept, without the claims below a threshold."""
    wrong = kept = right = 0
    for one in found:
        claims = one.good.first.claims if one.good.first else ()
        gone = [(c.start, c.end) for c in claims if c.probability is not None and c.probability < threshold]
        free = right_spans(one.row) if one.row.spans or not one.row.wrong else []
        wrong += any(not _overlaps(span, gone) for span in one.row.spans or ())
        kept += sum(not _overlaps(span, gone) for span in free)
        right += len(free)
    return round(wrong / len(found), 4), kept / right if right else None


# --- the run -------------------------------------------------------------------------------------------------------


def library_of(rows: Sequence[Row], folder: Path) -> Library:
    """A library on disk that holds every passage of the rows, each once."""
    library = Library.open(folder / "library.sqlite3")
    texts = dict.fromkeys(source.content for row in rows for source in row.request.sources)
    for number, text in enumerate(texts, 1):
        library.add(SourceDocument(id=f"passage {number}", content=text))
    return library


def run(rows: Sequence[Row], seed: int, attempts: int) -> list[Outcome]:
    """The outcomes of the rows, each with bad and with good retrieval, from a library of all passages."""
    limits = Limits(max_attempts=attempts)
    judge = Judge(EmbeddedVerifier(), gate=Gate(attempts_allowed=attempts))
    found: list[Outcome] = []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, library_of(rows, Path(folder)) as library:
        try:
            for row in rows:
                sources, withheld = badly_retrieved(row, rows, random.Random(f"{seed} {row.id}"))
                badly = row.request.model_copy(update={"sources": sources})
                bad, good = (
                    corrective_rag_loop(request, library, judge=judge, limits=limits)
                    for request in (badly, row.request)
                )
                found.append(outcome(row, bad, good, withheld))
                print(
                    f"{len(found)} of {len(rows)} answers, {time.monotonic() - begun:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
        except KeyboardInterrupt:
            print(f"stopped after {len(found)} answers", file=sys.stderr)
    return found


def figures(found: Sequence[Outcome]) -> dict[str, Any]:
    """The shares over all answers; ``None`` where a count is zero."""
    triggered = [one for one in found if one.bad.attempts]
    clean = [one for one in found if not one.row.wrong]
    marked = [one for one in found if one.row.spans]
    told: dict[str, Any] = {
        "answers": len(found),
        "marked": len(marked),
        "hallucinated_before": _share(len(marked), len(found)),
        "hallucinated_after": _share(sum(one.hallucinated for one in found), len(found)),
        "fewer_hallucinated": _share(sum(not one.hallucinated for one in marked), len(marked)),
        "kept_correct": _share(sum(one.kept for one in found), sum(one.right for one in found)),
        "abstained": _mean(found, lambda one: _declines(one.bad) and not _declined(one.bad)),
        "trigger_rate_on_good": _mean(clean, lambda one: bool(one.good.attempts)),
        "trigger_rate_on_good_all": _mean(found, lambda one: bool(one.good.attempts)),
        "trigger_rate_on_bad": _share(len(triggered), len(found)),
        "success_rate": _mean(triggered, lambda one: one.rose),
        "accepted_rate": _mean(triggered, lambda one: bool(one.bad.final and one.bad.final.recommendation == "accept")),
        "added_ms_p50": _median([sum(a.milliseconds for a in one.bad.attempts) for one in triggered]),
        "hallucinated_after_on_good": _mean(found, lambda one: still_stands(one.row, one.good.final_response)),
        "kept_correct_on_good": _kept_on_good(found),
        "reachable_on_good": reachable(found, _LEAST_KEPT),
        "stopped": dict(Counter(one.bad.stopped for one in found)),
        "by_withheld": {
            how: {
                "answers": sum(one.withheld == how for one in found),
                "fewer_hallucinated": _mean([o for o in marked if o.withheld == how], lambda one: not one.hallucinated),
                "kept_correct": _share(
                    sum(one.kept for one in found if one.withheld == how),
                    sum(one.right for one in found if one.withheld == how),
                ),
            }
            for how in WITHHELD
        },
    }
    return told


def _kept_on_good(found: Sequence[Outcome]) -> float | None:
    judged = [outcome(one.row, one.good, one.good, "") for one in found]
    return _share(sum(one.kept for one in judged), sum(one.right for one in judged))


def _declines(result: CorrectiveResult) -> bool:
    return result.final is not None and result.final.abstained


def _declined(result: CorrectiveResult) -> bool:
    return result.first is not None and result.first.abstained


def _mean(found: Sequence[Outcome], holds: Callable[[Outcome], bool]) -> float | None:
    return _share(sum(holds(one) for one in found), len(found))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _median(values: Sequence[float]) -> float | None:
    return round(statistics.median(values), 1) if values else None


_TABLE = (
    ("hallucinated_before", "hallucinated answers before", ""),
    ("hallucinated_after", "hallucinated answers after", ""),
    ("fewer_hallucinated", "fewer of them", "> 20 % (S3)"),
    ("kept_correct", "right sentences kept", ">= 90 %"),
    ("abstained", "answers that became a refusal", ""),
    ("trigger_rate_on_good", "triggered on good retrieval", "< 20 % (S4)"),
    ("success_rate", "confidence raised where triggered", "> 70 % (S4)"),
    ("accepted_rate", "accepted in the end where triggered", ""),
    ("hallucinated_after_on_good", "hallucinated after, good retrieval", ""),
    ("kept_correct_on_good", "right sentences kept, good retrieval", ""),
    ("reachable_on_good", "least by any threshold, 95 % kept", "< 5 % (S4)"),
)


def _print(told: dict[str, Any]) -> None:
    print(f"{told['answers']} answers, {told['marked']} with marked stretches")
    for name, words, wanted in _TABLE:
        value = told[name]
        print(f"  {words:38} {'' if value is None else f'{value:.1%}':>7}  {wanted}")
    print(f"  {'added time, median':38} {told['added_ms_p50'] or 0:>4.0f} ms")
    print(f"  ended: {told['stopped']}")
    for how, part in told["by_withheld"].items():
        shares = ", ".join(f"{name} {value:.1%}" for name, value in part.items() if isinstance(value, float))
        print(f"  withheld {how}: {part['answers']} answers, {shares}")


def chosen_rows(path: Path, count: int | None, seed: int) -> list[Row]:
    """The answers to questions of a file: rows with a draft, sources and, if a task is named, the task qa."""
    records = [
        record
        for record in read_records(path)
        if "draft" in record and record.get("sources") and str(record.get("task") or "qa").casefold() == "qa"
    ]
    return [row_of(record) for record in sample(records, count, seed)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--attempts", type=int, default=2)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    try:
        rows = chosen_rows(chosen.data, chosen.rows, chosen.seed)
    except (OSError, UnreadableRow) as error:
        print(error, file=sys.stderr)
        return 1
    if not rows:
        print(f"{chosen.data} holds no answer to a question (draft, sources, task qa)", file=sys.stderr)
        return 1
    told = figures(run(rows, chosen.seed, chosen.attempts))
    _print(told)
    if chosen.json:
        named = {"data": chosen.data.name, "seed": chosen.seed, **told}
        chosen.json.write_text(json.dumps(named, indent=1, ensure_ascii=False), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
