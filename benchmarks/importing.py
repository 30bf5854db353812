"""How fast answers are imported from a file and exported to one, in rows per second; nothing is verified.

    python benchmarks/importing.py [--rows 20000] [--format rows]

The rows are made: an answer of some sentences with two sources and two labels each. Export is measured on copies of one
verified review, restored under other requests.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from critique_core.assembly import critic
from critique_core.batch.exporting import export_file
from critique_core.batch.importing import import_file
from critique_core.formats import registry
from critique_core.models import DecisionDraft, parse_request
from critique_core.settings import load_settings
from critique_core.store import Store

SOURCE = "The ferry leaves at 9:15 from pier 3. It carries 60 cars and 200 people. " * 20
EXPORTED = 500


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Answers that differ in a number."""
    for number in range(count):
        draft = f"The ferry {number} leaves at 9:40. It carries 60 cars. " + "It has a deck and a bar. " * 10
        start, end = draft.index("9:40"), draft.index(" cars")
        spans = [{"start": start, "end": start + 4, "text": "9:40", "label": "contradicted"},
                 {"start": end - 2, "end": end, "text": "60", "label": "unsupported"}]  # fmt: skip
        sources = [{"id": "1", "content": SOURCE}, {"id": "2", "content": "x"}]
        yield {"query": "When?", "draft": draft, "sources": sources, "spans": spans}


def import_rate(folder: Path, count: int) -> float:
    """Rows per second into an empty SQLite store."""
    path = folder / "rows.jsonl"
    with path.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows(count))
    with Store.open(f"sqlite:///{folder / 'in.sqlite3'}") as store:
        begun = perf_counter()
        counts = import_file(store, path, who="benchmark").counts
        seconds = perf_counter() - begun
    if counts.imported != count:
        raise SystemExit(f"{counts.imported} of {count} rows came in")
    return count / seconds


def export_rates(folder: Path, forms: list[str]) -> dict[str, float]:
    """Items per second out of a SQLite store of verified, labelled reviews, by format."""
    ready = critic(load_settings({}))
    with Store.open(f"sqlite:///{folder / 'out.sqlite3'}") as store:
        critique = ready.critique(parse_request({"query": "When?", "draft": next(rows(1))["draft"],
                                                 "sources": [{"id": "1", "content": SOURCE}]}))  # fmt: skip
        for number in range(EXPORTED):
            request = critique.request.model_copy(update={"query": f"When, {number}?"})
            copy = critique.model_copy(update={"request": request, "id": f"{number:064}"})
            item = store.save_review(copy, who="benchmark").item_id
            store.append(DecisionDraft(item_id=item, action="relabel", status="unsupported", reviewer="ann",
                                       claim_id=copy.claims[0].id, critique_id=copy.id))  # fmt: skip
        return {form: _rate(store, folder, form) for form in forms}


def _rate(store: Store, folder: Path, form: str) -> float:
    begun = perf_counter()
    report = export_file(store, folder / f"out{registry.by_name(form).suffix}", form)
    return report.items / (perf_counter() - begun)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument(
        "--format", nargs="*", default=["rows", "csv", "claimlens", "ragtruth", "label_studio", "argilla"]
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rate = import_rate(Path(folder), chosen.rows)
        print(f"import rows: {rate:,.0f} rows/s, {chosen.rows:,} in {chosen.rows / rate:.1f} s")
        for form, speed in export_rates(Path(folder), chosen.format).items():
            print(f"export {form}: {speed:,.0f} items/s, 20,000 in {20_000 / speed:.0f} s")


if __name__ == "__main__":
    main()
