"""``claimlens batch``: critiques of the answers in files, on this machine or on a Ray cluster."""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.for_one_run import add_settings, given_settings
from critique_core.cli.messages import complain, listed_fields, tell
from critique_core.cli.progress import ProgressLine, progress_line
from critique_core.errors import InvalidInput
from critique_core.given_files import never_ends

if TYPE_CHECKING:  # imported when the command runs, so that --version and --help answer at once
    from critique_core.batch.critiques.judge import Making
    from critique_core.batch.critiques.local import Engine
    from critique_core.batch.critiques.run import BatchReport, Plan, Progress
    from critique_core.settings import Settings

_BLOCK = 100  # as batch.critiques.run.DEFAULT_BLOCK, which --help would load too much for
_MOST_ROWS = 1_000_000
_MOST_WORKERS = 100_000


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "batch",
        help="check the answers of whole files, resumably, on one machine or a cluster",
        description="Critique every answer of files, folders, globs or object stores into a folder of parts. A run "
        "that was ended goes on with the same command; rows that cannot be judged say why. Memory does not grow with "
        "the rows.",
        epilog="Example: claimlens batch answers.jsonl --out critiques --workers 1",
    )
    parser.add_argument("inputs", nargs="+", metavar="IN", help="a file, a folder, a glob or a URL such as s3://…")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="where the parts go; new, empty, or to go on in")
    parser.add_argument("--input-format", metavar="NAME", dest="form", help="the inputs' format; detected unless set")
    parser.add_argument("--format", choices=("jsonl", "parquet"), default="jsonl", dest="kind", help="of the parts")
    parser.add_argument(
        "--columns", choices=("whole", "short"), default="whole",
        help="whole critiques, or short: recommendation, confidence, counts by status, claims",
    )  # fmt: skip
    parser.add_argument(
        "--block-rows", type=_number(_MOST_ROWS), default=_BLOCK, metavar="N", help=f"rows in a part ({_BLOCK})"
    )
    parser.add_argument("--retry-errors", action="store_true", help="judge parts with errors again")
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help="processes here, or actors of Ray")
    parser.add_argument(
        "--workers", type=_number(_MOST_WORKERS), metavar="N", help="how many verifiers (one for each core here)"
    )
    parser.add_argument("--address", metavar="ADDRESS", help="the Ray cluster, such as auto or HOST:6379")
    add_settings(parser)


def run(chosen: argparse.Namespace) -> int:
    """Judge what is not done; 0 when every row has a critique, 1 when some could not be judged, 130 after Ctrl+C."""
    from critique_core.batch.critiques.inputs import find_inputs  # noqa: PLC0415
    from critique_core.batch.critiques.run import Plan  # noqa: PLC0415
    from critique_core.batch.critiques.shapes import Shape  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    if chosen.address and chosen.engine != "ray":
        raise InvalidInput("--address is for --engine ray; the local engine runs on this machine alone")
    if "://" in chosen.out:  # a path of that name would be a folder here, and not where the user looks
        raise InvalidInput(
            f"--out {chosen.out}: the output is a folder on a disk; name one, and copy it there afterwards"
        )
    making = _making(chosen, load_settings(command_line=given_settings(chosen)))
    shape = Shape(chosen.columns, chosen.kind)
    plan = Plan(
        find_inputs(chosen.inputs), Path(chosen.out), shape, chosen.form, chosen.block_rows, retry=chosen.retry_errors
    )
    plan.check()
    _tell_unread(plan)
    with progress_line() as line:
        told = _Told(line)
        try:
            report = _judge(plan, chosen, making, told)
        except KeyboardInterrupt:
            line.end()
            kept = f"{told.rows:,} rows are kept in {plan.out}" if told.rows else "no part was finished"
            complain(f"stopped; {kept}. The same command goes on from there")
            return 130
    return _reported(report, plan)


def _tell_unread(plan: "Plan") -> None:
    from critique_core.reports.words import counted  # noqa: PLC0415

    for names, files in plan.unread().items():
        others = f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else ""
        complain(f"{files[0]}{others}: not read: {listed_fields(dict.fromkeys(names, ''))}")


def _judge(plan: "Plan", chosen: argparse.Namespace, making: "Making", told: "_Told") -> "BatchReport":
    from critique_core.batch.critiques.run import critique_files  # noqa: PLC0415

    with _engine(plan, chosen, making, told.begun) as engine:
        if notice := engine.identity().notice:
            complain(notice)
        return critique_files(plan, engine, told.part)


def _engine(plan: "Plan", chosen: argparse.Namespace, making: "Making", begun: Callable[[], None]) -> "Engine":
    workers = chosen.workers or os.cpu_count() or 1
    if chosen.engine == "ray":
        from critique_core.batch.critiques.ray_cluster import RayEngine  # noqa: PLC0415

        return RayEngine(making, plan.shape, workers=workers, address=chosen.address)
    from critique_core.batch.critiques.local import LocalEngine  # noqa: PLC0415

    return LocalEngine(making, plan.shape, workers=workers, begun=begun)


def _making(chosen: argparse.Namespace, settings: "Settings") -> "Making":
    """What makes each critic: with the profile that was named, else the one in use, read here since workers lack it."""
    from critique_core.assembly import stored_profile  # noqa: PLC0415
    from critique_core.batch.critiques.judge import Making  # noqa: PLC0415
    from critique_core.errors import StoreError  # noqa: PLC0415

    if chosen.profile:
        if problem := never_ends(Path(chosen.profile)):
            raise InvalidInput(f"--profile {chosen.profile}: {problem}")
        try:
            body = Path(chosen.profile).read_text("utf-8")
        except OSError as error:
            raise InvalidInput(f"--profile {chosen.profile}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise InvalidInput(f"--profile {chosen.profile}: is not UTF-8; save it as UTF-8 text") from error
        return Making(settings, body, chosen.profile, named=True)
    if chosen.no_profile:
        return Making(settings)
    try:
        kept = stored_profile(settings)
    except StoreError as error:
        complain(f"the profile in use cannot be read: {error}; claims are judged by the settings alone")
        return Making(settings)
    return Making(settings, kept.body, f"profile {kept.name!r}") if kept else Making(settings)


class _Told:
    """What is said while it runs: rows, rows a second, errors, time left."""

    def __init__(self, line: ProgressLine) -> None:
        self._line, self._start = line, time.monotonic()
        self._last: Progress | None = None
        self._begun = 0

    @property
    def rows(self) -> int:
        """Rows in the folder."""
        return self._last.rows if self._last else 0

    def part(self, progress: "Progress") -> None:
        """Note a part, and tell."""
        if self._last is None:
            self._start = time.monotonic()  # the verifiers are loaded
        self._last = progress
        self._say()

    def begun(self) -> None:
        """Note a row that is begun, and tell."""
        self._begun += 1
        self._say()

    def _say(self) -> None:
        if self._last is None:
            return
        before = self._last.rows - self._last.judged
        judged = max(self._last.judged, self._begun)
        if not judged:
            return
        from critique_core.reports.words import counted  # noqa: PLC0415

        rate = judged / max(time.monotonic() - self._start, 0.001)
        words = f"{counted(before + judged, 'row')}, {rate:,.1f} rows/s, {self._last.errors:,} errors"
        expected = self._last.expected
        if expected is not None and rate:
            words += f", {_duration(max(0, expected - before - judged) / rate)} left"
        self._line.say(words, (before + judged) / expected if expected else None)


def _duration(seconds: float) -> str:
    minutes, whole = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {whole:02} s" if minutes else f"{whole} s"


def _reported(report: "BatchReport", plan: "Plan") -> int:
    from critique_core.reports.words import counted  # noqa: PLC0415

    for file, row, reason in report.faults:
        complain(f"{file}, row {row}: {reason}" if row else f"{file}: {reason}")
    if not report.judged:
        complain(f"all was done before; {plan.out} is as it was")
    rows, parts = counted(report.rows, "row"), counted(report.parts, "part")
    tell(f"{plan.out}: {rows} in {parts}, {report.errors:,} with an error")
    return 1 if report.errors else 0


def _number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most:,}")
        return number

    return read
