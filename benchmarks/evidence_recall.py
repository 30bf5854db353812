"""Whether the passages found for a claim hold what supports it, and the cost of finding them.

    python benchmarks/evidence_recall.py [FILE...] [--quick] [--json OUT]

FILE holds JSON lines, plain or .xz, in WiCE's form: ``claim, sources[{id, content}], supporting_sentences``, the last
being sets of line numbers of the first source, each set enough to support the claim (or the part of it that can be).
``recall`` is the mean share of the best covered set's lines that are in the first k passages, ``whole`` the share of
claims with one whole set there, each with its 95 % bootstrap interval. Claims without a set are left out.

Without FILE only the costs are measured: the search for a claim in three sources of 300 words, and how indexing grows
up to a million words. ``--quick`` measures two tiny sizes, as a test of the script.
"""

import argparse
import json
import platform
import statistics
import sys
import time
import tracemalloc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.accuracy_rows import UnreadableRow, read_records
from benchmarks.made_texts import SOURCE_WORDS, request
from critique_core import Claim, SourceDocument
from critique_core.evidence.index import SourceIndex
from critique_core.metrics.accuracy import Interval, bootstrap
from critique_core.models import Passage

DEPTHS = (1, 2, 4, 8)
WORDS = (10_000, 100_000, 1_000_000)
_GROWTH = {
    "words": ("words", 0), "passages": ("passages", 0), "seconds": ("seconds", 2), "processor_seconds": ("CPU s", 2),
    "most_megabytes": ("most MB", 1), "held_megabytes": ("held MB", 1), "claim_milliseconds": ("ms a claim", 2),
}  # fmt: skip
_REPEATS = 20
_CLAIMS = 8
_MOST = 0.5  # a line is found if a larger share of its letters and digits is in the passages' units


@dataclass(frozen=True, slots=True)
class Recall:
    """The recall of one claim at one depth: the share found of the best covered set, and whether that is all of it."""

    share: float
    whole: bool


# --- recall -------------------------------------------------------------------------------------------------------


def recalls(record: Mapping[str, Any], depths: Sequence[int] = DEPTHS) -> list[Recall] | None:
    """The recall of a record's claim at each depth; ``None`` if no line supports the claim."""
    sets = [frozenset(lines) for lines in record["supporting_sentences"] if lines]
    if not sets:
        return None
    text = record["claim"]
    sources = tuple(SourceDocument(id=str(s["id"]), content=s["content"]) for s in record["sources"])
    (found,) = SourceIndex(sources).candidates([Claim.of(text, 0, len(text))], limit=max(depths))
    passages = [ranked.passage for ranked in found.passages]
    return [_recall(sets, lines_in(passages[:depth], sources[0])) for depth in depths]


def lines_in(passages: Sequence[Passage], source: SourceDocument) -> set[int]:
    """Numbers, from 0, of the source's lines that the passages' units mostly hold."""
    held = {place for p in passages if p.source_id == source.id for u in p.units for place in range(u.start, u.end)}
    found: set[int] = set()
    start = 0
    for number, line in enumerate(source.content.split("\n")):
        wanted = [start + index for index, character in enumerate(line) if character.isalnum()]
        if wanted and sum(place in held for place in wanted) > _MOST * len(wanted):
            found.add(number)
        start += len(line) + 1
    return found


def _recall(sets: Sequence[frozenset[int]], found: set[int]) -> Recall:
    share = max(len(wanted & found) / len(wanted) for wanted in sets)
    return Recall(share, whole=share == 1)


def measure_recall(path: Path) -> dict[str, Any]:
    """Recall at each depth over a file's claims, printed as a table."""
    try:
        found = [recall for record in read_records(path) if (recall := recalls(record)) is not None]
    except KeyError as error:
        raise UnreadableRow(f"{path}: a row lacks {error}") from error
    if not found:
        raise UnreadableRow(f"{path}: no claim with supporting sentences")
    print(f"\n{path.parent.name}/{path.name}: {len(found)} claims\n{'passages':>8s}{'recall':>20s}{'whole':>20s}")
    table: dict[str, Any] = {"claims": len(found), "depths": {}}
    for column, depth in enumerate(DEPTHS):
        figures = {
            "recall": np.array([recall[column].share for recall in found]),
            "whole": np.array([float(recall[column].whole) for recall in found]),
        }
        spread = bootstrap(lambda rows, of=figures: {n: float(v[rows].mean()) for n, v in of.items()},
                           range(len(found)))  # fmt: skip
        cells = "".join(f"{_cell(values.mean(), spread[name]):>20s}" for name, values in figures.items())
        print(f"{depth:8d}{cells}")
        table["depths"][depth] = {n: {"value": float(v.mean()), "interval": spread[n]} for n, v in figures.items()}
    return table


def _cell(value: float, interval: Interval) -> str:
    return f"{value:.1%} ({interval.low:.1%}-{interval.high:.1%})"


# --- cost ---------------------------------------------------------------------------------------------------------


def search_cost(repeats: int) -> dict[str, float]:
    """Median milliseconds for three sources of 300 words: to index them, and then to search them for one claim."""
    indexing: list[float] = []
    searching: list[float] = []
    for variant in range(repeats + 1):
        made = request(_CLAIMS, 3, variant=variant)
        claims = _claims(made.draft)
        begun = time.perf_counter()
        index = SourceIndex(made.sources)
        indexed = time.perf_counter()
        index.candidates(claims)
        indexing.append(1000 * (indexed - begun))
        searching.append(1000 * (time.perf_counter() - indexed) / len(claims))
    # The first run also loads what the later ones find loaded.
    return {
        "index_milliseconds": statistics.median(indexing[1:]),
        "claim_milliseconds": statistics.median(searching[1:]),
    }


def indexing_cost(words: int) -> dict[str, float]:
    """Seconds to index about this many words and to search them for a claim, and the memory needed.

    Processor seconds count this process only, whatever else the machine does. MB are allocated by Python: at most while
    indexing, and by the finished index. They are counted in a second run, because counting takes time.
    """
    made = request(_CLAIMS, max(1, words // SOURCE_WORDS))
    claims = _claims(made.draft)
    begun, worked = time.perf_counter(), time.process_time()
    index = SourceIndex(made.sources)
    indexed, done = time.perf_counter(), time.process_time()
    index.candidates(claims)
    searching = 1000 * (time.perf_counter() - indexed) / len(claims)
    del index
    tracemalloc.start()
    index = SourceIndex(made.sources)
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "words": sum(len(source.content.split()) for source in made.sources),
        "passages": len(index.passages),
        "seconds": indexed - begun,
        "processor_seconds": done - worked,
        "most_megabytes": most / 1e6,
        "held_megabytes": held / 1e6,
        "claim_milliseconds": searching,
    }


def _claims(draft: str) -> list[Claim]:
    """One claim for each sentence; every made sentence ends with a full stop and a space."""
    found: list[Claim] = []
    start = 0
    for sentence in draft.split(". "):
        end = min(start + len(sentence) + 1, len(draft))
        found.append(Claim.of(draft, start, end))
        start = end + 1
    return found


def measure_cost(sizes: Sequence[int], repeats: int) -> dict[str, Any]:
    """Cost of a search and the growth of indexing, printed as tables."""
    search = search_cost(repeats)
    print(f"\nthree sources of {SOURCE_WORDS} words: indexed in {search['index_milliseconds']:.1f} ms, then "
          f"{search['claim_milliseconds']:.2f} ms a claim")  # fmt: skip
    print("".join(f"{head:>11s}" for head, _ in _GROWTH.values()))
    growth = []
    for size in sizes:
        growth.append(cost := indexing_cost(size))
        print("".join(f"{cost[name]:11,.{places}f}" for name, (_, places) in _GROWTH.items()), flush=True)
    return {"search": search, "growth": growth, "python": platform.python_version(), "system": platform.platform()}


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="two tiny sizes, once")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    options = parser.parse_args()
    try:
        result: dict[str, Any] = {"recall": {str(path): measure_recall(path) for path in options.paths}}
    except (OSError, UnreadableRow) as error:
        sys.exit(f"evidence_recall.py: {error}")
    result["cost"] = measure_cost((300, 600) if options.quick else WORDS, 1 if options.quick else _REPEATS)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
