"""``claimlens bench inject``: errors of every kind put into supported claims, and how many of them a verifier notices.

Exit codes: 0 all went well, 1 some line could not be used, 2 the arguments, settings or file could not be used.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.messages import complain
from critique_core.cli.outputs import keep_input
from critique_core.errors import ClaimlensError, InvalidInput
from critique_core.given_files import never_ends

if TYPE_CHECKING:  # imported when the command runs, so that --help answers at once
    from critique_core.metrics.injection import Battery, Supported


def add_parser(commands: Any) -> None:
    """Add ``bench`` and its actions to the commands of ``claimlens`` (what ``add_subparsers`` returned)."""
    parser = commands.add_parser(
        "bench",
        help="measure a verifier",
        description="Measure a verifier.",
        epilog="Example: claimlens bench inject --per-kind 1",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    inject: argparse.ArgumentParser = actions.add_parser(
        "inject",
        help="put errors into supported claims and count those that are noticed",
        description="Change one number, date, name, negation or the like in claims that their sources support, verify "
        "each changed claim, and report which kinds of errors are noticed, and how many right claims are not accepted.",
        epilog='A line: {"draft": "…", "sources": […]} as for claimlens check, all of it supported; or {"claim": "…", '
        '"sources": […], "label": "supported"}, of which other labels are left out. docs/injection.md has more.\n'
        "Example: claimlens bench inject --per-kind 1 --chart errors.html",
    )
    inject.add_argument("file", nargs="?", metavar="FILE", help="JSON lines; without it, the shipped examples")
    inject.add_argument("--per-kind", type=int, default=20, metavar="N", help="errors of each kind (20 unless set)")
    inject.add_argument(
        "--seed", type=int, default=0, metavar="N", help="another seed draws other errors (0 unless set)"
    )
    inject.add_argument(
        "--verifier", metavar="NAME", default=argparse.SUPPRESS,
        help="embedded, similarity, llm, cascade or cross_encoder; unless set, the settings' own",
    )  # fmt: skip
    inject.add_argument("--json", action="store_true", help="write one JSON object instead of a table")
    inject.add_argument("--chart", type=Path, metavar="FILE.html", help="draw the table as a page too")


def run(chosen: argparse.Namespace) -> int:
    """Run the battery and print what it found; 1 when a line of the file could not be used."""
    from critique_core.assembly import critic  # noqa: PLC0415
    from critique_core.metrics import injection  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    if chosen.per_kind < 1:
        raise InvalidInput(f"--per-kind {chosen.per_kind}: must be 1 or more")
    if chosen.chart and not chosen.chart.parent.is_dir():
        raise InvalidInput(f"--chart {chosen.chart}: the folder {chosen.chart.parent} does not exist")
    if chosen.chart and chosen.file:
        keep_input(chosen.file, chosen.chart)
    supported, refused = _read(Path(chosen.file)) if chosen.file else (injection.shipped(), 0)
    given = {"verifier": chosen.verifier} if hasattr(chosen, "verifier") else {}
    ready = critic(load_settings(command_line=given))
    try:
        battery = injection.run(
            supported,
            ready.verifier,
            per_kind=chosen.per_kind,
            seed=chosen.seed,
            profile=ready.profile,
            tell=_show_progress,
        )
    except InvalidInput as error:
        raise InvalidInput(f"{chosen.file or 'the shipped examples'}: {error}") from error
    _print(battery, as_json=chosen.json)
    if chosen.chart:
        from critique_core.cli.bench_report import page  # noqa: PLC0415
        from critique_core.formats.sinks import new_file  # noqa: PLC0415

        with new_file(chosen.chart) as out:
            out.write(page(battery).encode())
    return 1 if refused else 0


def _read(path: Path) -> "tuple[tuple[Supported, ...], int]":
    """The supported drafts of a file, and how many of its lines could not be used."""
    from critique_core.reports.words import counted  # noqa: PLC0415

    if problem := never_ends(path):
        raise InvalidInput(f"{path}: {problem}")
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path}: is not UTF-8; save the file as UTF-8 text") from error
    found: list[Supported] = []
    refused = left_out = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            rows = tuple(_supported(line))
            left_out += not rows
            found += rows
        except ClaimlensError as error:
            complain(f"{path}, line {number}: {'; '.join(str(error).splitlines())}")
            refused += 1
    if left_out:
        complain(f"{path}: {counted(left_out, 'row')} left out, with another label than supported or none")
    return tuple(found), refused


def _supported(line: str) -> "Iterator[Supported]":
    from critique_core.metrics.injection import Supported  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415
    from critique_core.models.json_keys import NestedTooDeeply, RepeatedKey, read_json  # noqa: PLC0415

    try:
        row = read_json(line)
    except (RepeatedKey, NestedTooDeeply) as error:
        raise InvalidInput(str(error)) from error
    except ValueError as error:
        raise InvalidInput(f"is not JSON: {error}") from error
    if isinstance(row, dict) and "claim" in row:
        if row.get("label") == "supported":  # pyright: ignore[reportUnknownMemberType]
            yield Supported(parse_request({"draft": row["claim"], "sources": row.get("sources", [])}))  # pyright: ignore[reportUnknownMemberType]
        return
    yield Supported(parse_request(row))


def _show_progress(done: int, total: int) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{done} of {total} errors", end="\n" if done == total else "", file=sys.stderr, flush=True)  # noqa: T201


def _print(battery: "Battery", *, as_json: bool) -> None:
    if as_json:
        sys.stdout.buffer.write(battery.model_dump_json().encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
        return
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.bench_report import print_battery  # noqa: PLC0415

    print_battery(battery, Console(highlight=False, emoji=False, markup=False))
