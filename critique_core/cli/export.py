"""``claimlens export``: reviews out of the store into a file."""

import argparse
import sys
from typing import Any, get_args

from critique_core.errors import InvalidInput


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "export",
        help="write reviews to a file",
        description="Write the labelled answers of the store in an interchange format. What a format cannot hold is "
        "told, each once with how many answers lost it.",
        epilog="Example: claimlens export --format rows --out labels.jsonl",
    )
    parser.add_argument("--format", metavar="NAME", dest="form", required=True, help="see docs/formats.md; claimlens "
                        "keeps everything")  # fmt: skip
    parser.add_argument("--out", metavar="FILE", required=True, help="the file; - for standard output")
    parser.add_argument("--origin", metavar="WHO", default="human,imported", help="whose labels: human, imported, "
                        "model, or several with commas (human,imported unless set)")  # fmt: skip
    parser.add_argument("--state", metavar="STATE", default="", help="only answers in this state: pending, draft, "
                        "submitted, discarded; several with commas")  # fmt: skip
    parser.add_argument("--all", action="store_true", help="answers without a label as well")


def run(chosen: argparse.Namespace) -> int:
    """Write the file; 0 when it is there, whatever the format could not hold."""
    from critique_core.assembly import open_store  # noqa: PLC0415
    from critique_core.batch.exporting import STANDARD_OUTPUT, export_file  # noqa: PLC0415
    from critique_core.models import ItemState, Origin  # noqa: PLC0415
    from critique_core.reports.words import counted  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    origins: Any = _several("--origin", chosen.origin, get_args(Origin))
    states: Any = _several("--state", chosen.state, get_args(ItemState))
    whole = chosen.all or chosen.form == "claimlens"
    with open_store(load_settings(), there=True) as store:
        report = export_file(store, chosen.out, chosen.form, origins=origins, states=states, labelled=not whole)
    for what, count in sorted(report.lost.items()):
        _tell(f"warning: {what} ({count} of {report.items})", sys.stderr)
    if report.unverified:
        _tell(
            f"{counted(report.unverified, 'answer')} not verified and left out: claimlens import --verify", sys.stderr
        )
    if report.unlabelled:
        left = counted(report.unlabelled, "answer")
        _tell(f"{left} without a label left out: --all writes them too", sys.stderr)
    told = f"{counted(report.items, 'answer')} written as {report.format} to {chosen.out}"
    told += f", sources to {report.companion}" if report.companion else ""
    _tell(told, sys.stderr if chosen.out == STANDARD_OUTPUT else sys.stdout)
    return 0


def _several(option: str, given: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))
    strange = [name for name in named if name not in allowed]
    if strange:
        raise InvalidInput(f"{option}: {strange[0]!r} is none of {', '.join(allowed)}")
    return named


def _tell(message: str, stream: Any) -> None:
    from critique_core.text.harmless import harmless  # noqa: PLC0415

    for line in message.splitlines():
        print(harmless(line), file=stream)
