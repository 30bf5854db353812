"""How fast the threshold slider is, and how far confidence agrees with human verdicts.

    python benchmarks/tuning.py [FILE [--rows N --seed S --jobs N]] [--json OUT]

The slider moves over 10,000 made labels, each of another answer. That is the hardest case: every resample draws 10,000
groups. FILE holds labelled answers with the spans that people marked, as ``accuracy.py`` reads them; then each
answer is checked as the app checks it, and its confidence is compared with people's marks:

- claims: P(supported) at the default threshold, and at one tuned on the other part of the claims, against whether
  people marked words of the claim;
- confidence: the gate (0.7) on confidence, the expected share of supported claims, against the same gate on the share
  of claims that people left unmarked;
- answers: whether the answer is called grounded, against whether people marked nothing in it.

``agreement`` is the share judged alike, next to the share of the most common answer. S4 asks for over 80 %. Every
figure has a 95 % bootstrap interval over groups of answers that share their sources.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from benchmarks.accuracy_rows import Row, UnreadableRow, read_records, row_of, sample
from critique_core import critique
from critique_core.metrics import accuracy
from critique_core.tuning.curves import Curves
from critique_core.tuning.fitting import tune
from critique_core.tuning.held_out import is_held_out
from critique_core.tuning.labels import Label
from critique_core.tuning.objectives import Objective

LABELS = 10_000
MOVES = 50
LIMIT_MS = 200
GATE = 0.7
DEFAULT_THRESHOLD = 0.5


# --- the slider ---------------------------------------------------------------------------------------------------


def made_labels(count: int, seed: int = 0) -> list[Label]:
    """Labels of a calibrated verifier, in twelve slices."""
    random = np.random.default_rng(seed)
    probability = random.beta(2, 1, count).round(4)
    supported = random.random(count) < probability
    names = {"source_type": 4, "claim_kind": 2, "verifier": 2, "length": 4}
    return [
        Label(
            probability=float(probability[place]),
            supported=bool(supported[place]),
            group=f"request {place}",
            claim=str(place),
            slices={name: f"{name} {place % count_of}" for name, count_of in names.items()},
        )
        for place in range(count)
    ]


def slider(count: int = LABELS) -> dict[str, float]:
    """Milliseconds to prepare labels once, and to update all for one move of the slider: median and maximum."""
    labels = made_labels(count)
    begun = time.perf_counter()
    curves = Curves.of(labels)
    shown = (curves.points, curves.summary, curves.reliability, curves.baselines)
    prepared = time.perf_counter() - begun
    taken = [_timed_move(curves, threshold) for threshold in np.linspace(0.01, 0.99, MOVES)]
    assert all(shown)
    return {
        "labels": count,
        "prepared_ms": 1000 * prepared,
        "median_ms": statistics.median(taken),
        "most_ms": max(taken),
    }


def _timed_move(curves: Curves, threshold: float) -> float:
    begun = time.perf_counter()
    curves.at(threshold)
    curves.by_slice(threshold)
    return 1000 * (time.perf_counter() - begun)


# --- confidence and people ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """The verifier's and people's judgement of one answer; ``claims`` are P(supported) and whether it is unmarked."""

    group: str
    task: str
    claims: tuple[tuple[float, bool], ...]
    confidence: float | None
    grounded: bool | None
    unmarked: bool


def judged(row: Row) -> Answer:
    """Check one answer as the app does."""
    found = critique(row.request)
    spans = row.spans or ()
    marked = [any(_touches(row.text, span, (claim.start, claim.end)) for span in spans) for claim in found.claims]
    return Answer(
        group=row.group,
        task=row.task,
        claims=tuple(
            (claim.probability, not mark)
            for claim, mark in zip(found.claims, marked, strict=True)
            if claim.probability is not None
        ),
        confidence=found.confidence,
        grounded=found.is_grounded,
        unmarked=not row.wrong,
    )


def _touches(text: str, span: tuple[int, int], claim: tuple[int, int]) -> bool:
    """Whether a span marks a letter or digit of the claim."""
    return any(map(str.isalnum, text[max(span[0], claim[0]) : min(span[1], claim[1])]))


def figures(answers: Sequence[Answer]) -> dict[str, Any]:
    """Each comparison with its agreement, the most common answer's share, AUROC or rank correlation, and intervals."""
    gated = [one for one in answers if one.confidence is not None and one.claims]
    share = np.array([np.mean([kept for _, kept in one.claims]) for one in gated])
    confidence = np.array([one.confidence for one in gated])
    decided = [one for one in answers if one.grounded is not None]
    claims = [(one.group, probability, kept) for one in answers for probability, kept in one.claims]
    held_out, tuned_at = _tuned(claims)
    return {
        "claims, threshold 0.5": _compared(
            np.array([p >= DEFAULT_THRESHOLD for _, p, _ in claims]), np.array([kept for *_, kept in claims]),
            [group for group, *_ in claims], scores=np.array([p for _, p, _ in claims]),
        ),
        f"claims held out, tuned {tuned_at:.2f}": _compared(
            np.array([p >= tuned_at for _, p, _ in held_out]), np.array([kept for *_, kept in held_out]),
            [group for group, *_ in held_out], scores=np.array([p for _, p, _ in held_out]),
        ),
        "confidence, gate 0.7": _compared(
            confidence >= GATE, share >= GATE, [one.group for one in gated], scores=confidence, amounts=share
        ),
        "answers, grounded": _compared(
            np.array([one.grounded for one in decided]), np.array([one.unmarked for one in decided]),
            [one.group for one in decided],
        ),
    }  # fmt: skip


def _tuned(claims: Sequence[tuple[str, float, bool]]) -> tuple[list[tuple[str, float, bool]], float]:
    """The claims held out, and the threshold with the fewest errors on the others."""
    labels = [Label(probability=p, supported=kept, group=group, claim=str(place))
              for place, (group, p, kept) in enumerate(claims)]  # fmt: skip
    found = tune(labels, Objective(name="cost", miss_cost=1, alarm_cost=1), resamples=2)
    return [claim for claim in claims if is_held_out(claim[0])], found.choice.threshold


def _compared(
    machine: Any, people: Any, groups: Sequence[str], *, scores: Any = None, amounts: Any = None
) -> dict[str, Any]:
    def at(rows: Any) -> Mapping[str, float | None]:
        alike, kept = machine[rows] == people[rows], people[rows]
        found: dict[str, float | None] = {
            "agreement": float(alike.mean()),
            "most_common": float(max(kept.mean(), 1 - kept.mean())),
        }
        if scores is not None:
            found["auroc"] = accuracy.auroc(kept, scores[rows])
        if amounts is not None:
            found["spearman"] = float(spearmanr(scores[rows], amounts[rows]).statistic)
            found["mean_difference"] = float(np.abs(scores[rows] - amounts[rows]).mean())
        return found

    values = at(np.arange(len(machine)))
    return {"rows": len(machine), "figures": values, "intervals": accuracy.bootstrap(at, groups, resamples=500)}


# --- printing ------------------------------------------------------------------------------------------------------


def _print(title: str, found: Mapping[str, Any]) -> None:
    print(f"\n{title}")
    for name, line in found.items():
        cells = [f"{figure} {_cell(value, line['intervals'].get(figure))}" for figure, value in line["figures"].items()]
        print(f"  {name:32s} n {line['rows']:5d}  " + "  ".join(cells))


def _cell(value: float | None, interval: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f} ({interval.low:.3f}-{interval.high:.3f})" if interval else f"{value:.3f}"


def _answers(options: argparse.Namespace) -> list[Answer]:
    records = sample(read_records(options.path), options.rows, options.seed)
    rows = [row for record in records if (row := row_of(record)).whole_answer and row.spans is not None]
    found: list[Answer] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for answer in pool.map(judged, rows, chunksize=4):
            found.append(answer)
            if len(found) % 50 == 0:
                print(f"{len(found)} of {len(rows)} answers", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Measure, print, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="?", type=Path, metavar="FILE", help="labelled answers with marked spans")
    parser.add_argument("--rows", type=int, help="measure a sample of this many")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--labels", type=int, default=LABELS, help="how many labels the slider moves over")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    options = parser.parse_args()
    moved = slider(options.labels)
    print(f"slider over {moved['labels']:,} labels: prepared once in {moved['prepared_ms']:.0f} ms")
    print(f"each move: median {moved['median_ms']:.0f} ms, most {moved['most_ms']:.0f} ms (limit {LIMIT_MS} ms)")
    result: dict[str, Any] = {"slider": moved}
    if options.path:
        try:
            answers = _answers(options)
        except (OSError, UnreadableRow) as error:
            sys.exit(f"tuning.py: {error}")
        tasks = sorted({one.task for one in answers})
        for task in [*tasks, "all"]:
            part = [one for one in answers if task in (one.task, "all")]
            result[task] = figures(part)
            unsure = sum(one.confidence is None for one in part)
            _print(
                f"{task}: {len(part)} answers, {unsure} without a confidence (left out where it is needed)",
                result[task],
            )
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
