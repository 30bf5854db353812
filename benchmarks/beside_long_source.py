"""How a suite's decisions change when a long source that says nothing of its claims is put beside each.

    .venv/bin/python -m benchmarks.beside_long_source tests/data/everyday_open.jsonl

Prints how many decisions are right with a row's own sources, and with the other text added to them: of claims that the
sources support, and of those that they do not. A reviewer's sources are seldom all about one claim.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.claim_suite import judge

_OTHER = """\
The valley lies between two ranges of hills and has been settled since the Bronze Age. Its river, which rises in a
small lake near the northern pass, is fed by some twenty brooks. Farmers grow barley, flax and apples, and in the
last decades vineyards have been planted on the southern slopes. The largest village has a church with a wooden
tower, a school, two inns and a market hall that was rebuilt after a fire. A narrow road leads from there over the
hills to the coast. Every autumn the herds are driven down from the high pastures, and musicians from the whole
region come together to play. Painters discovered the place in the nineteenth century and founded a colony whose
houses can still be seen. Today a quarter of the inhabitants work in tourism, many others in the timber trade. A
dam that was planned in the sixties was never built, because the ground proved too soft. Botanists value the moor
at the upper end for its orchids and sundews, and ornithologists have counted rare herons there. The local dialect
has words that are found nowhere else, above all for weather, tools and kinds of snow."""


def decided(row: dict[str, Any], *more: str) -> bool:
    """Whether a row's claim is accepted beside its own sources and ``more``."""
    own = [one if isinstance(one, dict) else {"id": f"s{at}", "content": one} for at, one in enumerate(row["sources"])]
    added = [{"id": f"more{at}", "content": text} for at, text in enumerate(more)]
    return judge({"claim": row["claim"], "sources": [*own, *added]}).status == "supported"


def main() -> None:
    """Judge the rows of the files with and without the other source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    print(f"{'file':<28}{'claims':>8}{'right':>8}{'beside':>8}{'accepted, wrong':>17}{'beside':>8}")
    for path in parser.parse_args().files:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        rows = [row for row in rows if row.get("language", "en") == "en"]
        found = [(row["label"] == "supported", decided(row), decided(row, _OTHER)) for row in rows]
        right = [sum(one[at] == one[0] for one in found) for at in (1, 2)]
        passed = [sum(one[at] and not one[0] for one in found) for at in (1, 2)]
        print(f"{path.stem:<28}{len(found):>8}{right[0]:>8}{right[1]:>8}{passed[0]:>17}{passed[1]:>8}")


if __name__ == "__main__":
    main()
