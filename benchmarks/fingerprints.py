"""Whether equal requests get equal critiques in two versions of the code.

    PYTHONPATH=. python benchmarks/fingerprints.py --write BEFORE.json       # on the old code
    PYTHONPATH=. python benchmarks/fingerprints.py --against BEFORE.json     # on the new code

The requests are the app's examples, each with all checks and one revision, and ``--rows`` rows (300) drawn from the
labelled claims of ``tests/data``, each row's claim as the draft. Times and the
fingerprint of the verifier are left out of a critique. ``--against`` prints each request whose critique differs, with
the fields that differ and both values, and exits with code 1 if there is one.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from critique_core import Critique, CritiqueOptions, CritiqueRequest, SourceDocument, critique
from critique_core.examples import load_examples

SUITES = Path(__file__).parents[1] / "tests" / "data"
ROWS, SEED, SHOWN = 300, 18, 160
NOT_SAID = {"id", "metadata", "verifier", "profile", "request"}


def requests(rows: int) -> Iterator[tuple[str, CritiqueRequest]]:
    """The examples, then rows of the suites, each under a stable name."""
    everything = CritiqueOptions(auto_revise=True, max_revisions=1)
    for example in load_examples():
        yield f"example {example.name}", example.request.model_copy(update={"options": everything})
    suite = [
        (f"{path.stem}:{number}", json.loads(line))
        for path in sorted(SUITES.glob("claims_*.jsonl"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]
    for name, row in random.Random(SEED).sample(suite, min(rows, len(suite))):
        sources = tuple(SourceDocument(**source) for source in row["sources"])
        yield name, CritiqueRequest(query=row.get("query", ""), draft=row["claim"], sources=sources)


def said(result: Critique) -> dict[str, Any]:
    """The content of a critique, flat: each value by its path."""
    return dict(_flat(result.model_dump(mode="json", exclude=NOT_SAID)))


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _flat(inner, f"{path}[{place}]")
    else:
        yield path, round(value, 9) if isinstance(value, float) else value


def main() -> int:
    """Write the critiques, or compare them with those written before."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--rows", type=int, default=ROWS)
    asked = parser.parse_args()
    now = {name: said(critique(request)) for name, request in requests(asked.rows)}
    if asked.write:
        asked.write.write_text(json.dumps(now, ensure_ascii=False, indent=1), encoding="utf-8")
    if not asked.against:
        return 0
    before = json.loads(asked.against.read_text("utf-8"))
    differing = [name for name in before if name in now and before[name] != now[name]]
    for name in differing:
        print(name)
        for path in sorted({*before[name], *now[name]}):
            old, new = before[name].get(path), now[name].get(path)
            if old != new:
                print(f"    {path}: {str(old)[:SHOWN]!r} -> {str(new)[:SHOWN]!r}")
    print(f"{len(before)} critiques, {len(differing)} differ")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
