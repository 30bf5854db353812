"""Cost and recall of the source library: adding, size, searching, updating, and recall against exhaustive BM25.

    python benchmarks/library.py [--data FILE...] [--passages N] [--queries N] [--folder MEGABYTES] [--json OUT]

FILE holds JSON lines, plain or .xz, in the form of the labelled data: ``sources[{id, content}]``, ``claim``, ``query``.
Their sources are added first; then made documents with the same word frequencies, up to N passages.
Queries are the files' claims and questions of 5 to 15 words. Without FILE all texts and queries are made.

``recall@8`` is the share of the first eight passages whose score, by BM25 over every passage and every term of the
query (bm25s, the same constants), reaches the eighth best there. ``plain FTS5`` is the engine's own ranking of all
passages with any term. ``tantivy`` gets the same terms, if it is installed (``pip install tantivy``).

``--folder`` adds a folder of that size in a separate process and measures its time and peak memory.
"""

import argparse
import json
import os
import platform
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import bm25s
import numpy as np

from benchmarks.accuracy_rows import read_records
from benchmarks.made_texts import request
from critique_core.library import Library
from critique_core.library.ranking import K1, B
from critique_core.library.terms import query_terms
from critique_core.models import SourceDocument

PASSAGES = 100_000
QUERIES = 300
DEPTH = 8
_UPDATES = 50
_WORDS = 600  # words of a made document
_TIE = 1e-4


# --- texts --------------------------------------------------------------------------------------------------------


def texts_and_queries(files: Sequence[Path], wanted: int, seed: int) -> tuple[list[str], list[str]]:
    """Distinct source texts and queries of 5 to 15 words; the queries are drawn with the seed."""
    texts: dict[str, None] = {}
    queries: dict[str, None] = {}
    for file in files:
        for record in read_records(file):
            texts.update(dict.fromkeys(source["content"] for source in record["sources"]))
            asked = (
                record.get("claim") or (record.get("query") if str(record.get("task")).casefold() == "qa" else "") or ""
            )
            if 5 <= len(asked.split()) <= 15:
                queries[asked] = None
    if not files:
        for variant in range(40):
            made = request(40, 20, variant=variant)
            texts.update(dict.fromkeys(source.content for source in made.sources))
            queries.update(dict.fromkeys(line for line in made.draft.split("\n") if 5 <= len(line.split()) <= 15))
        queries = queries or {" ".join(text.split()[20:30]): None for text in texts}
    drawn = sorted(queries)
    random.Random(seed).shuffle(drawn)
    return list(texts), drawn[:wanted]


def made_document(words: Sequence[str], draw: random.Random) -> str:
    """Sentences of words drawn from the given ones, with their frequencies."""
    sentences = [" ".join(draw.choices(words, k=draw.randint(8, 24))).capitalize() + "." for _ in range(_WORDS // 16)]
    return "\n\n".join(" ".join(sentences[at : at + 5]) for at in range(0, len(sentences), 5))


# --- measuring ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Time:
    """The time of one run: by the clock, and of the processor, which other programs do not lengthen."""

    seconds: float
    processor_seconds: float


def spread(times: Sequence[Time]) -> dict[str, float]:
    """Median, 95th percentile and maximum by the clock, and the percentiles by the processor, in milliseconds."""
    clock = 1000 * np.array([time_.seconds for time_ in times])
    processor = 1000 * np.array([time_.processor_seconds for time_ in times])
    return {"p50": float(np.percentile(clock, 50)), "p95": float(np.percentile(clock, 95)), "max": float(clock.max()),
            "cpu_p50": float(np.percentile(processor, 50)),
            "cpu_p95": float(np.percentile(processor, 95))}  # fmt: skip


def timed(work: Callable[[], Any]) -> tuple[Time, Any]:
    begun, worked = time.perf_counter(), time.process_time()
    result = work()
    return Time(time.perf_counter() - begun, time.process_time() - worked), result


def fill(library: Library, texts: Sequence[str], passages: int, seed: int) -> dict[str, float]:
    """Add the texts, then made documents, up to the wanted number of passages."""
    draw = random.Random(seed)
    words = [word.strip(".,;:!?\"'()") for text in texts for word in text.split()]
    held = documents = characters = 0
    begun, worked = time.perf_counter(), time.process_time()
    while held < passages:
        text = texts[documents] if documents < len(texts) else made_document(words, draw)
        library.add(SourceDocument(id=f"document {documents}", content=text, title=f"document {documents}"))
        documents, characters = documents + 1, characters + len(text)
        if documents % 200 == 0 or documents >= len(texts):
            held = passages_of(library)
    seconds = time.perf_counter() - begun
    return {"documents": documents, "passages": passages_of(library), "characters": characters, "seconds": seconds,
            "processor_seconds": time.process_time() - worked, "passages_a_second": held / seconds,
            "megabytes_a_second": characters / 1e6 / seconds}  # fmt: skip


def passages_of(library: Library) -> int:
    with library._database.reading() as connection:
        return connection.execute("SELECT coalesce(sum(passages), 0) FROM totals").fetchone()[0]


def update(library: Library, texts: Sequence[str]) -> dict[str, float]:
    """Milliseconds to add a changed document of about ten passages in place of its earlier text."""
    times: list[Time] = []
    words = [word for text in texts[:200] for word in text.split()]
    for number in range(_UPDATES):
        text = made_document(words, random.Random(number))
        document = SourceDocument(id=f"document {number}", content=text, title=f"document {number}")
        times.append(timed(lambda document=document: library.add(document))[0])
    return spread(times)


class Exhaustive:
    """BM25 over every passage and every term, by an independent library."""

    def __init__(self, path: Path) -> None:
        with sqlite3.connect(path) as connection:
            rows = connection.execute("SELECT rowid, terms FROM passage_terms ORDER BY rowid").fetchall()
            places = connection.execute("SELECT p.number, d.id, p.start, p.stop FROM passages p "
                                        "JOIN documents d ON d.number = p.document")  # fmt: skip
            number_of = {number: f"{document}#{start}-{stop}" for number, document, start, stop in places}
        self.terms: dict[str, int] = {}
        self.lists = [[self.terms.setdefault(term, len(self.terms)) for term in terms.split()] for _, terms in rows]
        self.place = {number_of[number]: place for place, (number, _) in enumerate(rows)}
        self.texts = [terms for _, terms in rows]
        self.ranking: Any = bm25s.BM25(k1=K1, b=B, backend="numpy", csc_backend="numpy", dtype="float64")
        self.ranking.index((self.lists, self.terms), create_empty_token=False, show_progress=False)

    def scores(self, query: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        """The score of every passage, in the order of their numbers."""
        known = sorted({self.terms[term] for term in query_terms(query, "english")[0] if term in self.terms})
        if not known:
            return np.zeros(len(self.lists))
        return cast("np.ndarray[tuple[int], np.dtype[np.float64]]", self.ranking.get_scores_from_ids(known))

    def least(self, scores: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
        """The score that a passage needs to be among the best, each text counted once."""
        best = np.argsort(-scores, kind="stable")[: 50 * DEPTH]
        of_text: dict[str, float] = {}
        for place in best:
            of_text.setdefault(self.texts[place], float(scores[place]))
        return [*of_text.values()][:DEPTH][-1]


def measure_search(library: Library, path: Path, queries: Sequence[str]) -> dict[str, Any]:
    """Times of our search and of the engine's own ranking, and the recall of the former."""
    library.search(queries[0])
    ours = [timed(lambda query=query: library.search(query, DEPTH)) for query in queries]
    exact = Exhaustive(path)
    recalls: list[float] = []
    for query, (_, found) in zip(queries, ours, strict=True):
        scores = exact.scores(query)
        if (least := exact.least(scores)) > 0:
            recalls.append(sum(scores[exact.place[p.id]] >= least - _TIE for p in found) / DEPTH)
    plain: list[Time] = []
    with sqlite3.connect(path) as connection:
        run = connection.execute
        command = "SELECT rowid FROM passage_terms WHERE passage_terms MATCH ? ORDER BY rank LIMIT ?"
        for query in queries:
            words = " OR ".join(f'"{term}"' for term in query_terms(query, "english")[0])
            plain.append(timed(lambda words=words: run(command, (words, DEPTH)).fetchall())[0])
    return {"queries": len(queries), "search": spread([taken for taken, _ in ours]), "plain_fts5": spread(plain),
            "recall": float(np.mean(recalls)), "tantivy": tantivy_figures(exact, queries)}  # fmt: skip


def tantivy_figures(exact: Exhaustive, queries: Sequence[str]) -> dict[str, Any] | None:
    """The same passages and queries in tantivy; ``None`` if it is not installed."""
    try:
        import tantivy  # noqa: PLC0415
    except ImportError:
        return None
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("terms", stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("place", stored=True, indexed=True, fast=True)
    with tempfile.TemporaryDirectory() as folder:
        index = tantivy.Index(builder.build(), path=folder)

        def write(rows: Sequence[tuple[int, str]], heap: int) -> None:
            writer = index.writer(heap_size=heap, num_threads=1)
            for place, terms in rows:
                document = tantivy.Document()
                document.add_text("terms", terms)
                document.add_unsigned("place", place)
                writer.add_document(document)
            writer.commit()
            writer.wait_merging_threads()

        indexing, _ = timed(lambda: write(list(enumerate(exact.texts)), 64_000_000))
        index.reload()
        searcher, schema = index.searcher(), index.schema

        def search(query: str) -> None:
            terms = query_terms(query, "english")[0]
            parts = [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "terms", term, "freq")) for term in terms]
            for _, address in searcher.search(tantivy.Query.boolean_query(parts), DEPTH).hits:
                searcher.doc(address)

        times = [timed(lambda query=query: search(query))[0] for query in queries]
        updates = [timed(lambda: write([(0, text) for text in exact.texts[:10]], 15_000_000))[0] for _ in range(20)]
        size = sum(entry.stat().st_size for entry in os.scandir(folder)) / 1e6
    return {"index_seconds": indexing.seconds, "megabytes": size, "search": spread(times), "update": spread(updates)}


def measure_folder(megabytes: int, texts: Sequence[str]) -> dict[str, float]:
    """Seconds and peak memory of a fresh process that adds a folder of text files of about 100 kB each."""
    words = [word for text in texts[:2000] for word in text.split()]
    with tempfile.TemporaryDirectory() as scratch:
        folder, written, number = Path(scratch) / "folder", 0, 0
        while written < megabytes * 1_000_000:
            draw = random.Random(number)
            text = "\n\n".join(made_document(words, draw) for _ in range(28))
            file = folder / f"part {number // 100}" / f"file {number}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            written, number = written + len(text.encode()), number + 1
        command = [
            sys.executable,
            "-m",
            "benchmarks.library",
            "--add-folder",
            str(folder),
            f"{scratch}/library.sqlite3",
        ]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
    return {"files": number, "megabytes": written / 1e6, **json.loads(done.stdout)}


def peak_mebibytes() -> float:
    """The peak memory of this process; the system's own figure includes the process that started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().split("\n") if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def add_folder(folder: str, path: str) -> None:
    """Add a folder in this process and print its cost; the baseline is the process before it adds anything."""
    baseline = peak_mebibytes()
    with Library.open(path) as library:
        taken, added = timed(lambda: library.add_folder(folder))
        again, same = timed(lambda: library.add_folder(folder))
    peak = peak_mebibytes()
    print(json.dumps({"added": len(added.added), "seconds": taken.seconds,
                      "processor_seconds": taken.processor_seconds, "skipped_again": len(same.skipped),
                      "again_seconds": again.seconds, "before_mib": baseline, "peak_mib": peak}))  # fmt: skip


# --- printing ------------------------------------------------------------------------------------------------------


_COLUMNS = ("p50", "p95", "max", "cpu_p50", "cpu_p95")


def _row(name: str, figures: dict[str, float] | None, rest: str = "") -> None:
    cells = "".join(f"{figures[key]:9.1f}" for key in _COLUMNS) if figures else ""
    print(f"{name:34s}{cells}  {rest}", flush=True)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    load = os.getloadavg()
    print(f"load average before: {load[0]:.2f}, {os.cpu_count()} cores, Python {platform.python_version()}, "
          f"SQLite {sqlite3.sqlite_version}")  # fmt: skip
    texts, queries = texts_and_queries(options.data, options.queries, options.seed)
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.sqlite3"
        with Library.open(path) as library:
            result["adding"] = adding = fill(library, texts, options.passages, options.seed)
            result["megabytes"] = sum(found.stat().st_size for found in Path(folder).iterdir()) / 1e6
            print(f"{adding['documents']:,} documents, {adding['passages']:,} passages, "
                  f"{adding['characters'] / 1e6:.1f} million characters in {adding['seconds']:.0f} s "
                  f"(CPU {adding['processor_seconds']:.0f} s): "
                  f"{adding['passages_a_second']:.0f} passages a second; file {result['megabytes']:.0f} MB, texts "
                  f"included")  # fmt: skip
            result |= measure_search(library, path, queries)
            print(f"\n{'milliseconds':34s}{'p50':>9s}{'p95':>9s}{'max':>9s}{'CPU p50':>9s}{'CPU p95':>9s}")
            _row("search", result["search"], f"recall@{DEPTH} {result['recall']:.1%} of {len(queries)} queries")
            _row("search by plain FTS5", result["plain_fts5"])
            result["update"] = update(library, texts)
            _row("update of a document", result["update"])
    if found := result["tantivy"]:
        _row("search by tantivy", found["search"], f"index {found['index_seconds']:.1f} s, {found['megabytes']:.0f} MB")
        _row("update in tantivy", found["update"])
    if options.folder:
        result["folder"] = line = measure_folder(options.folder, texts)
        print(f"\nfolder of {line['files']} files, {line['megabytes']:.0f} MB: {line['seconds']:.0f} s ("
              f"CPU {line['processor_seconds']:.0f} s), again "
              f"unchanged {line['again_seconds']:.1f} s, peak {line['peak_mib']:.0f} MiB "
              f"({line['before_mib']:.0f} before)")  # fmt: skip
    result["machine"] = {"cores": os.cpu_count(), "load_before": load[0], "load_after": os.getloadavg()[0],
                         "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}  # fmt: skip
    return result


def main() -> None:
    """Read the options, measure, and write the numbers where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, nargs="*", default=[], metavar="FILE", help="labelled data to take texts from"
    )
    parser.add_argument("--passages", type=int, default=PASSAGES, help="passages to fill the library with")
    parser.add_argument("--queries", type=int, default=QUERIES, help="queries to search for")
    parser.add_argument("--folder", type=int, default=0, metavar="MEGABYTES", help="also add a folder of this size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers as JSON too")
    parser.add_argument("--add-folder", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.add_folder:
        add_folder(*options.add_folder)
        return
    result = measure(options)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
