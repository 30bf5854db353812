"""Accuracy of each kind of evidence on labelled files, next to the simple rules that it must beat.

    python benchmarks/accuracy.py FILE... [--rows N --seed S] [--split test] [--tune FILE] [--json OUT]

FILE holds JSON lines, plain or .xz: ``id, sources[{id, content}], draft | claim, label`` with label supported,
partially_supported, unsupported or contradicted, and optionally ``query, task, split, spans[{start, end}],
source_group``. RAGTruth's own ``response.jsonl`` is read as it is, with ``source_info.jsonl`` next to it.

Positive means not, or not wholly, supported. An answer (``draft``) scores 1 - P(no claim lacks support) and is flagged
unless the pipeline calls it grounded. A claim scores and is flagged by the least supported of its parts.

``--tune`` also gives every method a threshold chosen on other rows, which share no source with those measured: for
answers one chosen on answers, for claims one chosen on claims. Without it, a rule without a threshold of its own gets
an AUROC only. If spans that lack support are marked in the answers, a second table measures their claims one by one: a
claim is wrong if a letter or digit of it is marked. ``--prevalence`` adds how well the embedded verifier is calibrated
if another share of the answers is wrong. Every figure has a 95 % bootstrap interval, drawn by ``source_group`` if
given. Progress goes to stderr.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import accuracy_prevalence
from benchmarks.accuracy_judges import Judge, Judged, evidence_kinds, judges
from benchmarks.accuracy_rows import Row, UnreadableRow, read_records, row_of, sample
from critique_core.metrics import accuracy
from critique_core.metrics.accuracy import CharacterCounts, Interval

CRITERIA = {"f1": accuracy.f1, "balanced_accuracy": accuracy.balanced_accuracy}
COLUMNS = {
    "precision": "precision", "recall": "recall", "f1": "F1", "balanced_accuracy": "balanced acc.", "auroc": "AUROC",
    "character_f1": "character F1", "calibration_error": "ECE",
}  # fmt: skip
ALL_TASKS = "all"
_CANDIDATES = 200  # thresholds tried when one is chosen
_SECONDS_BETWEEN_NEWS = 5.0

CLAIMS, ANSWERS = False, True
JudgedRow = tuple[Row, Mapping[str, Judged]]
Thresholds = Mapping[tuple[str, bool], float]
"""Thresholds by method, for claims and for answers."""


# --- judging ------------------------------------------------------------------------------------------------------

_judges: dict[str, Judge] = {}


def _set_up(threshold: float | None, embedder: str | None) -> None:
    _judges.update(judges(threshold, embedder))


def _judge(row: Row) -> dict[str, Judged]:
    return {name: judge(row) for name, judge in _judges.items()}


def judged(rows: Sequence[Row], pool: ProcessPoolExecutor, title: str) -> list[JudgedRow]:
    """Each row with every judge's judgement, in order; reports progress on stderr."""
    found: list[JudgedRow] = []
    begun = told = time.monotonic()
    for row, verdicts in zip(rows, pool.map(_judge, rows, chunksize=4), strict=True):
        found.append((row, verdicts))
        now = time.monotonic()
        if now - told > _SECONDS_BETWEEN_NEWS or len(found) == len(rows):
            told = now
            print(f"{title}: {len(found)} of {len(rows)} rows, {now - begun:.0f} s", file=sys.stderr, flush=True)
    return found


def readable(records: Iterable[dict[str, Any]]) -> list[Row]:
    """The rows that can be read; the others are reported on stderr and left out."""
    rows: list[Row] = []
    for record in records:
        try:
            rows.append(row_of(record))
        except UnreadableRow as error:
            print(f"left out: {error}", file=sys.stderr)
    return rows


# --- measuring ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: a method's figures, 0 to 1, with their intervals; ``None`` where there is no figure.

    ``thresholds`` are those chosen on other rows; two if the rows are both claims and answers.
    """

    figures: dict[str, float | None]
    intervals: dict[str, Interval]
    thresholds: tuple[float, ...] = ()


def table(rows: Sequence[JudgedRow], thresholds: Thresholds, resamples: int) -> dict[str, Line]:
    """The line of every method on these rows, and of each with a threshold chosen on other rows."""
    truth = np.array([row.wrong for row, _ in rows])
    groups = [row.group for row, _ in rows]
    lines: dict[str, Line] = {}
    for name in rows[0][1]:
        verdicts = [found[name] for _, found in rows]
        scores = np.array([verdict.score for verdict in verdicts])
        flagged = [verdict.flagged for verdict in verdicts if verdict.flagged is not None]
        figures = _Figures(truth, scores, np.array(flagged) if flagged else None, _characters(rows, name),
                           probabilities=name in evidence_kinds())  # fmt: skip
        lines[name] = _line(figures, groups, resamples)
        limits = [thresholds[key] for row, _ in rows if (key := (name, row.whole_answer)) in thresholds]
        if len(limits) == len(rows):
            tuned = _Figures(truth, scores, scores >= np.array(limits), None, probabilities=False)
            lines[f"{name}, tuned"] = _line(tuned, groups, resamples, tuple(sorted(set(limits))))
    return lines


@dataclass(frozen=True, slots=True)
class _Figures:
    """One method on the rows of one table; ``at`` measures a resample of these rows."""

    truth: NDArray[np.bool_]
    scores: NDArray[np.float64]
    flagged: NDArray[np.bool_] | None
    characters: NDArray[np.int64] | None
    probabilities: bool

    def at(self, rows: NDArray[np.intp]) -> dict[str, float | None]:
        truth, scores = self.truth[rows], self.scores[rows]
        found: dict[str, float | None] = {"auroc": accuracy.auroc(truth, scores)}
        if self.flagged is not None:
            for measure in (accuracy.precision, accuracy.recall, accuracy.f1, accuracy.balanced_accuracy):
                found[measure.__name__] = measure(truth, self.flagged[rows])
        if self.characters is not None:
            found["character_f1"] = accuracy.character_f1([CharacterCounts(*self.characters[rows].sum(axis=0))])
        if self.probabilities:
            found["calibration_error"] = accuracy.calibration_error(truth, scores)
            found["brier"] = accuracy.brier(truth, scores)
        return found


def claims_table(rows: Sequence[JudgedRow], resamples: int) -> dict[str, tuple[int, Line]]:
    """How many claims each method checked in answers with marked spans, and its figures on them; empty without such.

    Intervals resample the groups of the answers.
    """
    lines: dict[str, tuple[int, Line]] = {}
    answers = [(row, found) for row, found in rows if row.whole_answer and row.spans is not None]
    for name in answers[0][1] if answers else ():
        checked = [(row, claim) for row, found in answers for claim in found[name].claims]
        truth = np.array([row.lacks_support(claim.start, claim.end) for row, claim in checked], dtype=bool)
        scores = np.array([claim.score for _, claim in checked])
        flagged = np.array([claim.flagged for _, claim in checked], dtype=bool)
        if checked:
            figures = _Figures(truth, scores, flagged, None, probabilities=True)
            lines[name] = len(checked), _line(figures, [row.group for row, _ in checked], resamples)
    return lines


def _line(figures: _Figures, groups: Sequence[str], resamples: int, thresholds: tuple[float, ...] = ()) -> Line:
    intervals = accuracy.bootstrap(figures.at, groups, resamples=resamples)
    return Line(figures.at(np.arange(len(groups))), intervals, thresholds)


def _characters(rows: Sequence[JudgedRow], name: str) -> NDArray[np.int64] | None:
    """Counts of marked characters for each row; ``None`` if the method marks none or the truth is not marked."""
    counts = [
        row.marked_characters(marks)
        for row, found in rows
        if row.spans is not None and (marks := found[name].marks) is not None
    ]
    return np.array(counts) if len(counts) == len(rows) else None


def best_threshold(truth: Sequence[bool], scores: Sequence[float], criterion: str) -> float:
    """The best threshold for flagging by a criterion of ``CRITERIA``; the lowest of equally good ones."""
    measure = CRITERIA[criterion]
    values = np.array(scores)
    tried = np.unique(np.quantile(values, np.linspace(0, 1, _CANDIDATES + 1), method="lower"))
    return float(max(tried, key=lambda threshold: measure(truth, values >= threshold) or 0.0))


def thresholds_from(rows: Sequence[JudgedRow], criterion: str) -> dict[tuple[str, bool], float]:
    """The best threshold of every method whose scores vary, for claims and for answers."""
    found: dict[tuple[str, bool], float] = {}
    for kind in (CLAIMS, ANSWERS):
        part = [pair for pair in rows if pair[0].whole_answer == kind]
        truth = [row.wrong for row, _ in part]
        for name in part[0][1] if len(set(truth)) > 1 else ():
            scores = [verdicts[name].score for _, verdicts in part]
            if len(set(scores)) > 1:
                found[name, kind] = best_threshold(truth, scores, criterion)
    return found


def by_task(rows: Sequence[JudgedRow]) -> Iterator[tuple[str, list[JudgedRow]]]:
    """The rows of each task, then of all if there are several tasks."""
    tasks = sorted({row.task for row, _ in rows})
    for task in tasks:
        yield task, [pair for pair in rows if pair[0].task == task]
    if len(tasks) > 1:
        yield ALL_TASKS, list(rows)


# --- printing ------------------------------------------------------------------------------------------------------


def print_table(title: str, rows: Sequence[JudgedRow], lines: Mapping[str, Line]) -> None:
    """Print a line for each method: its figures in percent with intervals."""
    groups = {row.group for row, _ in rows}
    wrong = sum(row.wrong for row, _ in rows) / len(rows)
    print(f"\n{title}: {len(rows)} rows in {len(groups)} groups, {wrong:.1%} not supported")
    for kind in evidence_kinds():
        for reason, count in Counter(found[kind].silent for _, found in rows).items():
            if reason:
                print(f"{kind}: {reason} in {count} of the rows; such a row counts as flagged, with a score of a half")
    print(" " * 32 + "".join(f"{head:>20s}" for head in COLUMNS.values()))
    for name, line in lines.items():
        at = "".join(f" {threshold:.2f}" for threshold in line.thresholds)
        print(f"{name + at:32s}" + "".join(f"{_cell(line, column):>20s}" for column in COLUMNS))
    sys.stdout.flush()


def print_claims(title: str, lines: Mapping[str, tuple[int, Line]]) -> None:
    """Print a line for each kind of evidence: how many claims it checked, and its figures on them."""
    columns = [column for column in COLUMNS if column != "character_f1"]
    print(f"\n{title}, claim by claim\n" + " " * 32 + "".join(f"{COLUMNS[column]:>20s}" for column in columns))
    for name, (count, line) in lines.items():
        print(f"{f'{name}, {count} claims':32s}" + "".join(f"{_cell(line, column):>20s}" for column in columns))
    sys.stdout.flush()


def _cell(line: Line, column: str) -> str:
    value = line.figures.get(column)
    if value is None:
        return "-"
    if column not in line.intervals:
        return f"{100 * value:.1f}"
    low, high = line.intervals[column]
    return f"{100 * value:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def _as_json(rows: Sequence[JudgedRow], lines: Mapping[str, Line]) -> dict[str, Any]:
    return {
        "rows": len(rows),
        "groups": len({row.group for row, _ in rows}),
        "prevalence": sum(row.wrong for row, _ in rows) / len(rows),
        "methods": {
            name: {"thresholds": line.thresholds, "figures": line.figures, "intervals": line.intervals}
            for name, line in lines.items()
        },
    }


# --- running ------------------------------------------------------------------------------------------------------


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Judge and measure every file, printing as it goes, and return the numbers."""
    files = {path: readable(sample(read_records(path, options.split), options.rows, options.seed))
             for path in options.paths}  # fmt: skip
    result: dict[str, Any] = {
        "options": {name: str(value) for name, value in vars(options).items() if value is not None},
        "verifiers": {name: make().spec.model_dump() for name, make in evidence_kinds().items()},
        "files": {},
    }
    with ProcessPoolExecutor(options.jobs, initializer=_set_up, initargs=(options.threshold, options.embedder)) as pool:
        thresholds: Thresholds = {}
        if options.tune:
            tuning = _tuning_rows(options, [row for rows in files.values() for row in rows])
            thresholds = thresholds_from(judged(tuning, pool, "tuning"), options.tune_for)
            result["tuned_on"] = {"rows": len(tuning), "criterion": options.tune_for}
            print(f"tuned for {options.tune_for} on {len(tuning)} rows of {', '.join(map(str, options.tune))}")
        for path, rows in files.items():
            if not rows:
                raise UnreadableRow(f"{path}: no row to measure")
            found: dict[str, Any] = {}
            every = judged(rows, pool, path.name)
            for task, part in by_task(every):
                lines = table(part, thresholds, options.resamples)
                print_table(f"{path.parent.name}/{path.name}, {task}", part, lines)
                found[task] = _as_json(part, lines)
                if of_claims := claims_table(part, options.resamples):
                    print_claims(f"{path.parent.name}/{path.name}, {task}", of_claims)
                    found[task]["claims"] = {
                        name: {"count": count, "figures": line.figures, "intervals": line.intervals}
                        for name, (count, line) in of_claims.items()
                    }
            if options.prevalence:
                verdicts = [verdicts["embedded"] for _, verdicts in every]
                truth = [row.wrong for row, _ in every]
                scores, flags = [v.score for v in verdicts], [bool(v.flagged) for v in verdicts]
                print("\n".join(accuracy_prevalence.lines(truth, scores, flags, options.prevalence)), flush=True)
            result["files"][str(path)] = found
    return result


def _tuning_rows(options: argparse.Namespace, measured: Sequence[Row]) -> list[Row]:
    """Rows of the tuning files that share no source with a measured row."""
    taken = {row.source_texts for row in measured}
    found: list[Row] = []
    for path in options.tune:
        rows = [row for row in readable(read_records(path)) if row.source_texts not in taken]
        if len({row.wrong for row in rows}) < 2:
            raise UnreadableRow(f"{path}: both supported and other rows are needed, on sources of their own")
        found += sample(rows, options.rows, options.seed)
    return found


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--rows", type=int, help="measure a sample of this many rows of each file")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--split", help="only rows of this split")
    parser.add_argument(
        "--threshold", type=float, help="flag below this P(no claim lacks support), not as the app does"
    )
    parser.add_argument("--tune", nargs="+", type=Path, metavar="FILE", help="choose thresholds on these files")
    parser.add_argument("--tune-for", choices=CRITERIA, default="f1", help="what the chosen threshold is best for")
    parser.add_argument("--prevalence", nargs="+", type=float, metavar="SHARE", help="shares of wrong answers, 0 to 1")
    parser.add_argument("--embedder", metavar="MODULE:FUNCTION", help="texts to a matrix, for the cosine rule")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--resamples", type=int, default=1000, help="of the bootstrap")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    options = parser.parse_args()
    try:
        result = measure(options)
    except (OSError, UnreadableRow) as error:
        sys.exit(f"accuracy.py: {error}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
