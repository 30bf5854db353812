"""How many answers a second ``claimlens batch`` judges, and whether its memory grows with the rows.

    .venv/bin/python -m benchmarks.batch --rows 1000 --workers 1 2 [--ray] [--json FILE]

The answers are made and short (``made_texts.py``): one sentence without a query, next to one source of some 400
characters, so real answers of many claims take longer. The clock starts when the first verifier is loaded. ``CPU s``
is the processor time of this process and its workers for a row, which other work on the machine changes little.
``growth`` is how much more memory this process and its workers held at most later than after the first 200 rows,
``peak`` the most that each has held, added up. Ray's own processes count, some ten of them beside the actors.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from benchmarks.made_texts import request
from critique_core.batch.critiques.inputs import find_inputs
from critique_core.batch.critiques.judge import Making
from critique_core.batch.critiques.local import Engine, LocalEngine
from critique_core.batch.critiques.run import Plan, Progress, critique_files
from critique_core.batch.critiques.shapes import Shape
from critique_core.settings import load_settings

FIRST = 200
BLOCK = 50
SOURCE_CHARACTERS = 400


@dataclass
class Watch:
    """Notes time and memory while a batch goes on."""

    rows: int = 0
    begun: float = 0.0
    seconds: float = 0.0
    early: float = 0.0
    late: float = 0.0
    peak: float = 0.0
    ran: dict[int, float] = field(default_factory=dict[int, float])
    before: float = 0.0

    @property
    def cpu(self) -> float:
        """Seconds of processor time since the first call, of workers too that have ended by now."""
        return sum(self.ran.values()) - self.before

    def tell(self, progress: Progress) -> None:
        """Called after each part."""
        family = _family(os.getpid())
        self.ran |= {process: ran for process in family if (ran := _processor_seconds(process))}
        if not progress.judged:
            self.begun, self.before = perf_counter(), sum(self.ran.values())
            return
        self.rows, self.seconds = progress.judged, perf_counter() - self.begun
        held = [_memory(process) for process in family]
        self.late = max(self.late, sum(now for now, _ in held))
        self.peak = max(self.peak, sum(most for _, most in held))
        if progress.judged <= FIRST:
            self.early = self.late


def made(path: Path, rows: int) -> Path:
    """A file of that many answers."""
    with path.open("w", encoding="utf-8") as out:
        for number in range(rows):
            one = request(1, 1, variant=number, source_characters=SOURCE_CHARACTERS)
            body = one.model_copy(update={"query": ""}).model_dump(mode="json", exclude_unset=True)
            out.write(json.dumps({"id": str(number)} | body) + "\n")
    return path


def measured(engine: Engine, path: Path, out: Path, rows: int) -> Watch:
    """One batch from its beginning to its end."""
    watch = Watch()
    with engine:
        critique_files(Plan(find_inputs([str(path)]), out, Shape(), block_rows=BLOCK), engine, watch.tell)
    if watch.rows != rows:
        raise SystemExit(f"{watch.rows} of {rows} rows were judged")
    return watch


def _written(out: Path) -> tuple[str, int]:
    """The hash of all parts in order, and their bytes; read a part at a time, as memory is measured here."""
    digest, size = sha256(), 0
    for part in sorted(out.glob("part-*")):
        content = part.read_bytes()
        digest.update(content)
        size += len(content)
    return digest.hexdigest(), size


def _family(process: int) -> list[int]:
    """A process and those that it started, and so on (Linux)."""
    try:
        started = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return [process]
    return [process, *(one for child in started for one in _family(int(child)))]


def _memory(process: int) -> tuple[float, float]:
    """Megabytes that a process holds, and the most it has held."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0, 0.0
    found = {line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return int(found.get("VmRSS", 0)) / 1024, int(found.get("VmHWM", 0)) / 1024


def _processor_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _engines(workers: Sequence[int], *, ray: bool) -> list[tuple[str, Engine]]:
    making = Making(load_settings({}))
    engines: list[tuple[str, Engine]] = [
        (f"local, {count} workers", LocalEngine(making, Shape(), workers=count)) for count in workers
    ]
    if ray:
        from critique_core.batch.critiques.ray_cluster import RayEngine  # noqa: PLC0415

        engines.append((f"ray, {max(workers)} actors", RayEngine(making, Shape(), workers=max(workers))))
    return engines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--ray", action="store_true", help="a cluster of this machine, with the most of --workers")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if chosen.rows <= FIRST:
        raise SystemExit(f"--rows has to be over {FIRST}, after which growth is counted")
    before = os.getloadavg()[0]
    found: list[dict[str, float | str]] = []
    print(f"{chosen.rows:,} short made answers; the output of all engines is compared")
    print(f"{'engine':<20}{'rows/s':>9}{'seconds':>10}{'CPU s a row':>13}{'growth MB':>11}{'peak MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        path, first, size = made(Path(folder) / "answers.jsonl", chosen.rows), "", 0
        for place, (name, engine) in enumerate(_engines(chosen.workers, ray=chosen.ray)):
            out = Path(folder) / str(place)
            watch = measured(engine, path, out, chosen.rows)
            written, size = _written(out)
            if place and written != first:
                raise SystemExit(f"{name} wrote something else than the first engine")
            first = written
            rate, growth = chosen.rows / watch.seconds, watch.late - watch.early
            load = os.getloadavg()[0]
            each = watch.cpu / chosen.rows
            print(
                f"{name:<20}{rate:>9.2f}{watch.seconds:>10.1f}{each:>13.3f}{growth:>11.1f}{watch.peak:>9.0f}"
                f"   load {load:.1f}",
                flush=True,
            )
            found.append({"engine": name, "rows_per_second": rate, "cpu_seconds_a_row": each,
                          "growth_mb": growth, "peak_mb": watch.peak,
                          "load": load, "output_bytes": size})  # fmt: skip
    print(f"output {size / chosen.rows / 1000:.1f} kB a row; {os.cpu_count()} cores, load {before:.1f} before")
    if chosen.json:
        chosen.json.write_text(json.dumps({"rows": chosen.rows, "engines": found}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
