"""How a suite's decisions change when a long text that says nothing of its claims is added to their sources.

    .venv/bin/python -m benchmarks.beside_long_source tests/data/everyday_open.jsonl

Prints how many decisions are right, and how many wrong claims are accepted: with a row's own sources, with the text as
one more source beside them, and with it inside the last of them, as a paragraph and as a line a sentence (beside it
where that is a record). A reviewer's sources are seldom all about one claim.
"""

import argparse
from pathlib import Path
from typing import Any

from benchmarks.claim_suite import judge, rows_of
from critique_core.evidence.units import cut
from critique_core.models import SourceDocument

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


_LINES = _OTHER.replace("\n", " ").replace(". ", ".\n")
_ENDINGS = (f"\n\n{_OTHER}", f"\n{_LINES}")
PLACES = ("alone", "beside", "paragraph", "lines")


def placed(own: list[SourceDocument]) -> list[list[SourceDocument]]:
    """A row's sources in each of ``PLACES``."""
    beside = [*own, SourceDocument(id="more", content=_OTHER)]
    *others, last = own
    if any(unit.kind == "record" for unit in cut(last)):
        return [own, beside, beside, beside]
    inside = [[*others, last.model_copy(update={"content": last.content + more})] for more in _ENDINGS]
    return [own, beside, *inside]


def accepted(row: dict[str, Any]) -> list[bool]:
    """Whether the claim of a row is accepted, in each of ``PLACES``."""
    own = [SourceDocument(**source) for source in row["sources"]]
    return [
        judge(row | {"sources": [source.model_dump() for source in sources]}).status == "supported"
        for sources in placed(own)
    ]


def main() -> None:
    """Judge the rows of the files with and without the other text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    heads = "".join(f"{place:>11}" for place in PLACES)
    print(f"{'right':<28}{'claims':>8}{heads}\n{'wrong ones accepted':<28}")
    for path in parser.parse_args().files:
        rows = [row for row in rows_of(path) if row.get("language", "en") == "en"]
        found = [(row["label"] == "supported", accepted(row)) for row in rows]
        right = [sum(told[at] == truth for truth, told in found) for at in range(len(PLACES))]
        passed = [sum(told[at] and not truth for truth, told in found) for at in range(len(PLACES))]
        print(f"{path.stem:<28}{len(found):>8}" + "".join(f"{count:>11}" for count in right))
        print(f"{'':<36}" + "".join(f"{count:>11}" for count in passed))


if __name__ == "__main__":
    main()
