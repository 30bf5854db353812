"""Milliseconds of each stage of a critique, their growth with claims and sources, memory, and the cost of a start.

    python benchmarks/stages.py [--quick] [--json OUT]

Each cell is the median of three runs in one process that has made a critique before, each run on its own text, so
that no cache helps. Texts are made from templates (see made_texts.py) and are the same on every
machine. ``--quick`` makes two small cells once, as a test of the script.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.made_texts import extreme, request
from critique_core import Critique, CritiqueRequest, critique

SIZES = (1, 10, 100)
REPEATS = 3
TOTAL = "all stages"

Grid = dict[tuple[int, int], dict[str, Any]]  # by number of claims and of sources

_START = """
import json, time
begun = time.perf_counter()
from critique_core import CritiqueRequest, SourceDocument, critique
request = CritiqueRequest(draft="The timeout is 30 seconds.",
                          sources=(SourceDocument(id="1", content="The timeout is 60 seconds."),))
imported = time.perf_counter()
critique(request)
first = time.perf_counter()
critique(request)
print(json.dumps({"import": imported - begun, "first critique": first - imported,
                  "second critique": time.perf_counter() - first}))
"""


def timed(requests: Sequence[CritiqueRequest]) -> dict[str, Any]:
    """Median milliseconds per stage over requests of one size, and that size as counted in the first critique."""
    runs = [critique(request) for request in requests]
    sources = requests[0].sources
    return {"claims": len(runs[0].claims), "draft_characters": len(requests[0].draft), "sources": len(sources),
            "source_characters": sum(len(source.content) for source in sources),
            "milliseconds": _medians(runs)}  # fmt: skip


def _medians(runs: Sequence[Critique]) -> dict[str, float]:
    by_stage = zip(*(run.metadata.run.stages for run in runs), strict=True)
    found = {times[0].stage: statistics.median(time.milliseconds for time in times) for times in by_stage}
    return found | {TOTAL: statistics.median(run.metadata.run.milliseconds for run in runs)}


def starts(repeats: int) -> dict[str, float]:
    """Median milliseconds of the import, the first and the second small critique of a fresh process."""
    runs = [
        json.loads(subprocess.run([sys.executable, "-c", _START], capture_output=True, check=True, text=True).stdout)
        for _ in range(repeats)
    ]
    return {name: 1000 * statistics.median(run[name] for run in runs) for name in runs[0]}


def peak_memory() -> float:
    """Peak memory of this process so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def print_grid(grid: Grid, claims: Sequence[int], sources: Sequence[int]) -> None:
    """Print a block for each number of sources: stages by numbers of claims, and the growth between these."""
    heads = [f"{count} claims" for count in claims] + [f"{low} → {high}" for low, high in pairwise(claims)]
    print(f"{'sources':>8s}  {'stage':12s}" + "".join(f"{head:>14s}" for head in heads))
    for count in sources:
        for stage in grid[claims[0], count]["milliseconds"]:
            times = [grid[size, count]["milliseconds"][stage] for size in claims]
            cells = [f"{time:.1f} ms" for time in times] + _growth(times)
            print(f"{count:8d}  {stage:12s}" + "".join(f"{cell:>14s}" for cell in cells))
        print()


def print_source_growth(grid: Grid, claims: Sequence[int], sources: Sequence[int]) -> None:
    """Print how the time of all stages grows with the sources, a line for each number of claims."""
    print(f"{TOTAL:22s}" + "".join(f"{f'{low} → {high} sources':>22s}" for low, high in pairwise(sources)))
    for size in claims:
        times = [grid[size, count]["milliseconds"][TOTAL] for count in sources]
        print(f"{size:8d} claims       " + "".join(f"{factor:>22s}" for factor in _growth(times)))
    print()


def _growth(times: Sequence[float]) -> list[str]:
    return [f"×{late / early:.1f}" if early else "" for early, late in pairwise(times)]


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything, printing as it goes, and return the numbers."""
    claims, sources, repeats = ((1, 2), (1,), 1) if options.quick else (SIZES, SIZES, REPEATS)
    load = os.getloadavg()[0]
    critique(request(2, 2))  # the warm-up
    grid = {
        (size, count): timed([request(size, count, variant=variant) for variant in range(repeats)])
        for count in sources
        for size in claims
    }
    print_grid(grid, claims, sources)
    if len(sources) > 1:
        print_source_growth(grid, claims, sources)
    result: dict[str, Any] = {"grid": list(grid.values()), "peak_memory_mib": {"grid": peak_memory()}}
    print(f"peak memory after these: {peak_memory():.0f} MiB")
    if not options.quick:
        result["extreme"] = timed([extreme(variant) for variant in range(repeats)])
        result["peak_memory_mib"]["extreme"] = peak_memory()
        print_extreme(result["extreme"])
        result["start"] = starts(repeats)
        print("a fresh process: " + ", ".join(f"{name} {time:.0f} ms" for name, time in result["start"].items()))
    result["machine"] = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform(),
                         "load_before": load, "load_after": os.getloadavg()[0]}  # fmt: skip
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load average {load:.1f} before and "
          f"{os.getloadavg()[0]:.1f} after")  # fmt: skip
    return result


def print_extreme(cell: dict[str, Any]) -> None:
    """Print the largest request, a line for each stage."""
    print(f"\nthe largest request: a draft of {cell['draft_characters']:,} characters with {cell['claims']} claims, "
          f"{cell['sources']} sources of {cell['source_characters'] // cell['sources']:,} characters")  # fmt: skip
    for stage, time in cell["milliseconds"].items():
        print(f"          {stage:12s}{time:11.1f} ms")
    print(f"peak memory after this: {peak_memory():.0f} MiB")


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two small cells, once")
    parser.add_argument("--json", type=Path, help="write the numbers as JSON too")
    options = parser.parse_args()
    result = measure(options)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
