"""Whether grades separate good from bad retrieval, whether kept strips hold what an answer needs, and the cost.

    python benchmarks/retrieval_grade.py [--data FILE] [--half report|tune|all] [--rows N] [--quick] [--json OUT]

FILE holds JSON lines, plain or .xz, with ``task, query, sources, draft, spans`` and ``source_group`` where several rows
share a query; rows of task ``qa`` are read. Retrieval is made from the queries and passages of one half of the groups
(the curves and weights were fitted on ``tune``, the figures to quote are those of ``report``):

- *good*: a query's own passages; *good of 8* with five nearest passages of other questions behind them
- *one of 3*, *one of 8*: one own passage, the others nearest ones of other questions
- *nearest*: the three passages of other queries that BM25 ranks first. Many of them do answer the query, because the
  set repeats questions; *nearest, other question* leaves out queries that share half of their content words
- *random*: three passages of three other queries

``seed`` is S3's own formula on the same lists. A strip supports an answer if it holds most of the content words of an
unmarked sentence of the answer. The time is measured on 20 documents of 1,000 words, made of the
questions' passages, and of made texts without ``--data``, which measures nothing else.
"""

import argparse
import hashlib
import json
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bm25s
import numpy as np

from benchmarks.accuracy_rows import UnreadableRow, read_records
from benchmarks.made_texts import request
from critique_core.evidence.index import terms_of
from critique_core.models import SourceDocument, Strip
from critique_core.queries.terms import forms, is_function, tokens
from critique_core.retrieval.grade import grade
from critique_core.retrieval.strips import decompose
from critique_core.text.sentences import sentences

BUDGETS = (4096, 512)
_SEED = 7
_REPEATS = 15
_WORDS = 20_000
_QUALITIES = ("correct", "ambiguous", "incorrect")
_LEAST_WORDS, _BORNE_OUT = 4, 0.5


@dataclass(frozen=True, slots=True)
class Question:
    """A query, its own passages, and the unmarked sentences of its answers."""

    query: str
    passages: tuple[str, ...]
    answers: tuple[str, ...]


def content_words(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(min(forms(t.key, "en")) for t in tokens(text) if not is_function(t.key, "en"))


def read_questions(path: Path, half: str) -> list[Question]:
    """The questions of a file's qa rows that are in a half, one for each group."""
    groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read_records(path):
        if str(row.get("task", "")).casefold() == "qa" and row.get("query", "").strip() and row.get("sources"):
            groups[str(row.get("source_group") or row["query"])].append(row)
    found = []
    for group in sorted(groups):
        rows = groups[group]
        if half != "all" and (hashlib.sha256(group.encode()).digest()[0] % 2 == 0) != (half == "tune"):
            continue
        passages = tuple(source["content"] for source in rows[0]["sources"])
        found.append(Question(rows[0]["query"], passages, tuple(s for row in rows for s in _unmarked(row))))
    if len(found) < 4:
        raise UnreadableRow(f"{path}: at least four queries with sources and task qa are needed in half {half!r}")
    return found


def _unmarked(row: dict[str, Any]) -> list[str]:
    marks = row.get("spans") or []
    return [
        row["draft"][span.start : span.end]
        for span in sentences(row["draft"])
        if not any(mark["start"] < span.end and mark["end"] > span.start for mark in marks)
    ]


# --- good and bad retrieval -----------------------------------------------------------------------------------


def make_lists(questions: Sequence[Question]) -> dict[str, list[tuple[Question, tuple[str, ...]]]]:
    """Each kind of retrieval for each question."""
    asked = [content_words(question.query) for question in questions]
    owned = [(owner, text) for owner, question in enumerate(questions) for text in question.passages]
    ranking = bm25s.BM25()
    ranking.index([terms_of(text) for _, text in owned], show_progress=False)
    draw = random.Random(_SEED)
    found: defaultdict[str, list[tuple[Question, tuple[str, ...]]]] = defaultdict(list)
    for owner, question in enumerate(questions):
        scores = ranking.get_scores(sorted(set(terms_of(question.query))))
        order = [owned[place] for place in np.argsort(-scores, kind="stable").tolist()]
        near = [text for other, text in order if other != owner and text not in question.passages]
        apart = [
            text for other, text in order if other != owner and not _alike(asked[owner], asked[other])
        ][:8]  # fmt: skip
        others = draw.sample([other for other in range(len(questions)) if other != owner], min(3, len(questions) - 1))
        own = question.passages
        lists = {
            "good": own,
            "good of 8": own + tuple(apart[:5]),
            "one of 3": (own[0], *apart[:2]),
            "one of 8": (own[-1], *apart[:7]),
            "nearest": tuple(near[:3]),
            "nearest, other question": tuple(apart[:3]),
            "8 nearest, other question": tuple(apart),
            "random": tuple(draw.choice(questions[other].passages) for other in others),
        }
        for kind, texts in lists.items():
            found[kind].append((question, texts))
    return found


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return 2 * len(one & other) >= min(len(one), len(other))


def documents(texts: Sequence[str]) -> tuple[SourceDocument, ...]:
    """Texts as sources, numbered from 1."""
    return tuple(SourceDocument(id=str(number), content=text) for number, text in enumerate(texts, 1))


def seed_score(query: str, texts: Sequence[str]) -> float:
    """S3's score without rerank scores: the share of the query's words anywhere in the letters of all documents."""
    words, text = set(query.lower().split()), " ".join(texts).lower()
    return sum(word in text for word in words) / len(words)


def auroc(good: Sequence[float], bad: Sequence[float]) -> float:
    """Chance that a good list scores above a bad one, a tie counting half."""
    one, two = np.array(good)[:, None], np.array(bad)[None]
    return float(((one > two) + 0.5 * (one == two)).mean())


def measure_grades(questions: Sequence[Question]) -> dict[str, Any]:
    """Confusion and AUROC of each kind of retrieval, printed as a table."""
    lists = make_lists(questions)
    scorers: dict[str, Callable[[str, Sequence[str]], float]] = {
        "grade": lambda query, texts: grade(query, documents(texts)).score or 0.0,
        "seed": seed_score,
    }
    table: dict[str, Any] = {}
    for name, score in scorers.items():
        scores = {kind: [score(question.query, texts) for question, texts in made] for kind, made in lists.items()}
        print(f"\n{name:28s}" + "".join(f"{head:>11s}" for head in (*_QUALITIES, "AUROC")))
        table[name] = {}
        for kind, values in scores.items():
            counts = Counter(_quality(value) for value in values)
            line = {quality: counts[quality] / len(values) for quality in _QUALITIES}
            line["auroc"] = auroc(scores["good"], values)
            table[name][kind] = line
            area = "" if kind == "good" else f"{line['auroc']:.3f}"
            print(f"{kind:28s}" + "".join(f"{line[quality]:11.1%}" for quality in _QUALITIES) + f"{area:>11s}")
    return {"questions": len(questions), **table}


def _quality(score: float) -> str:
    return "correct" if score >= 0.7 else "incorrect" if score <= 0.3 else "ambiguous"


# --- strips --------------------------------------------------------------------------------------------------------


def measure_strips(questions: Sequence[Question]) -> dict[str, Any]:
    """The shares kept of strips that support answers and of strips of other questions' passages, at each budget."""
    lists = make_lists(questions)["good of 8"]
    table: dict[str, Any] = {}
    print(f"\n{'strips':28s}{'bearing out':>13s}{'kept':>8s}{'of others':>12s}{'kept':>8s}{'tokens':>8s}")
    for budget in BUDGETS:
        kept: dict[bool, list[bool]] = {True: [], False: []}
        tokens_kept = []
        for question, texts in lists:
            strips = decompose(question.query, documents(texts), token_budget=budget)
            bearing = _bearing(question, strips)
            for place, strip in enumerate(strips):
                if place in bearing or int(strip.source_id) > len(question.passages):
                    kept[place in bearing].append(strip.kept)
            tokens_kept.append(sum(strip.tokens for strip in strips if strip.kept))
        line = {
            "recall": statistics.fmean(kept[True]), "others_kept": statistics.fmean(kept[False]),
            "bearing": len(kept[True]), "others": len(kept[False]), "tokens": statistics.fmean(tokens_kept),
        }  # fmt: skip
        table[str(budget)] = line
        print(f"{f'budget of {budget} tokens':28s}{line['bearing']:13,d}{line['recall']:8.1%}{line['others']:12,d}"
              f"{line['others_kept']:8.1%}{line['tokens']:8.0f}")  # fmt: skip
    return table


def _bearing(question: Question, strips: Sequence[Strip]) -> set[int]:
    """For each sentence of an answer, the own strip with most of its words, if that is at least half of them."""
    own = {
        place: content_words(strip.text)
        for place, strip in enumerate(strips)
        if int(strip.source_id) <= len(question.passages)
    }
    found: set[int] = set()
    for sentence in question.answers:
        words = content_words(sentence)
        best = max(own, key=lambda place: len(words & own[place]), default=None)
        if best is not None and len(words) >= _LEAST_WORDS and len(words & own[best]) >= _BORNE_OUT * len(words):
            found.add(best)
    return found


# --- time ----------------------------------------------------------------------------------------------------------


def measure_time(repeats: int, questions: Sequence[Question]) -> dict[str, float]:
    """Median milliseconds to grade, and to cut, 20 documents of 1,000 words.

    CPU is the process's own work, whatever else the machine does. The first grade loads WordNet and is reported
    separately.
    """
    query = questions[0].query if questions else "Which report names the largest city and the date of its founding?"
    passages = [word for question in questions for text in question.passages for word in text.split()]
    grading: list[float] = []
    working: list[float] = []
    cutting: list[float] = []
    for variant in range(repeats + 1):
        made = [] if passages else request(1, 80, variant=variant).sources
        words = passages or [word for source in made for word in source.content.split()]
        first = _WORDS * variant
        words = [words[(first + place) % len(words)] for place in range(_WORDS)]
        sources = documents([" ".join(words[1000 * n : 1000 * (n + 1)]) for n in range(20)])
        begun, worked = time.perf_counter(), time.process_time()
        grade(query, sources)
        graded = time.perf_counter()
        working.append(1000 * (time.process_time() - worked))
        decompose(query, sources)
        grading.append(1000 * (graded - begun))
        cutting.append(1000 * (time.perf_counter() - graded))
    line = {
        "grade_ms_p50": statistics.median(grading[1:]), "grade_cpu_ms_p50": statistics.median(working[1:]),
        "grade_ms_first": grading[0],
        "strips_ms_p50": statistics.median(cutting[1:]), "words": sum(len(s.content.split()) for s in sources),
    }  # fmt: skip
    print(
        f"\n20 documents of {line['words'] / 20:,.0f} words: graded in {line['grade_ms_p50']:.0f} ms "
        f"(CPU {line['grade_cpu_ms_p50']:.0f}, the first time {line['grade_ms_first']:.0f}), "
        f"cut into strips in {line['strips_ms_p50']:.0f} ms"
    )
    return line


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="FILE")
    parser.add_argument("--half", choices=("report", "tune", "all"), default="report")
    parser.add_argument("--rows", type=int, metavar="N", help="only the first N questions")
    parser.add_argument("--quick", action="store_true", help="time one run only, to see that it works")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    options = parser.parse_args()
    result: dict[str, Any] = {}
    questions: list[Question] = []
    if options.data:
        try:
            questions = read_questions(options.data, options.half)[: options.rows]
        except (OSError, UnreadableRow, KeyError) as error:
            sys.exit(f"retrieval_grade.py: {error}")
        result = {"half": options.half, "grades": measure_grades(questions), "strips": measure_strips(questions)}
    result["time"] = measure_time(1 if options.quick else _REPEATS, questions)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
