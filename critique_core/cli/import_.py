"""``claimlens import``: files of answers into the store, and through the verifier if asked."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.messages import DATABASE_MADE, complain, listed_fields, tell
from critique_core.cli.progress import progress_line
from critique_core.errors import ClaimlensError, FormatError, InvalidInput

if TYPE_CHECKING:  # imported when the command runs, so that --help answers at once
    from collections.abc import Mapping

    from critique_core.models import Import


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "import",
        help="take answers to review from files",
        description="Take answers, with the labels that a file has for them, into the store. Records that cannot be "
        "used are told by line and kept in FILE.rejected.jsonl; the same file again goes on where it was.",
        epilog="Example: claimlens import --verify answers.jsonl",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="JSON lines, a JSON array, one JSON object, CSV, TSV, XLSX or Parquet; plain, or packed with gzip or xz",
    )  # fmt: skip
    parser.add_argument("--format", metavar="NAME", dest="form", help="the files' format; without it, it is detected")
    parser.add_argument("--verify", action="store_true", help="verify what waits in the store, this and earlier files")


def run(chosen: argparse.Namespace) -> int:
    """Import the files; 0 when all records were used or known, 1 when some were refused, 2 when a file was."""
    from critique_core.assembly import open_store  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415
    from critique_core.store import missing_file, require_kept  # noqa: PLC0415

    if url := next((name for name in chosen.files if "://" in name), None):
        raise InvalidInput(f"{url}: import reads files alone; fetch it first, or check it there with claimlens batch")
    settings = load_settings()
    require_kept(settings.database_url)
    new = missing_file(settings.database_url)
    if new and all(faults := [_fault(Path(name), chosen.form) for name in chosen.files]):
        # No database is made for files of which none can be read.
        for name, fault in zip(chosen.files, faults, strict=True):
            complain(f"{name}: {fault}")
        return 2
    code = 0
    with open_store(settings) as store:
        for name in chosen.files:
            code = max(code, _import(store, Path(name), chosen.form, settings.reviewer))
        if new:
            tell(f"{new}: {DATABASE_MADE}")
        if chosen.verify:
            code = max(code, _verify(store, settings))
    return code


def _fault(path: Path, form: str | None) -> str | None:
    from critique_core.batch.importing import preview  # noqa: PLC0415

    try:
        preview(path, form, records=1)
    except FormatError as error:
        return error.reason
    return None


def _import(store: Any, path: Path, form: str | None, who: str) -> int:
    from critique_core.batch.importing import import_file  # noqa: PLC0415
    from critique_core.reports.words import counted  # noqa: PLC0415

    read = 0

    def note(counts: "Import") -> None:
        nonlocal read
        read = counts.read
        told.say(_so_far(path, counts))

    rejects = path.with_name(f"{path.name}.rejected.jsonl")
    try:
        with progress_line() as told:
            report = import_file(store, path, form=form, who=who, rejects=rejects, tell=note)
    except KeyboardInterrupt:
        complain(f"{path}: stopped after {_rows(read)}; what they gave is kept. The same command goes on from there")
        raise
    except ClaimlensError as error:
        complain(f"{path}: {error.reason if isinstance(error, FormatError) else error}")
        return 2
    counts = report.counts
    tell(
        f"{path} ({counts.format}): {counts.read} read, {counts.imported} imported, {counts.duplicate} duplicate, "
        f"{counts.rejected} rejected"
    )
    if report.unread:
        complain(f"{path}: not read: {_listed(report.unread)}")
    for fault in report.rejected:
        complain(f"{path}, line {fault.line}: {fault.reason}")
    if counts.rejected:
        kept = counted(counts.rejected, "refused record")
        complain(f"{kept} {'is' if counts.rejected == 1 else 'are'} in {report.rejects}")
    return 1 if counts.rejected else 0


def _verify(store: Any, settings: Any) -> int:
    from critique_core.assembly import critic, under_active_profile  # noqa: PLC0415
    from critique_core.batch.importing import verify_waiting  # noqa: PLC0415

    waiting, _ = store.count_unverified()
    verified = 0

    def count(_item_id: str) -> None:
        nonlocal verified
        verified += 1
        total = max(waiting, verified)
        told.say(f"{verified:,} of {total:,} answers verified", verified / total)

    try:
        ready, notice = under_active_profile(critic(settings), store)
        if notice:
            complain(notice)
        with progress_line() as told:
            done = verify_waiting(store, ready, tell=count)
    except KeyboardInterrupt:
        left, _ = store.count_unverified()
        complain(f"stopped; {verified:,} verified and kept, {left:,} left. The same command goes on from there")
        raise
    left, failed = store.count_unverified()
    if left:
        complain(f"{left:,} left in the hands of another run; of one that was killed they are free in 10 minutes")
    tell(f"{done} verified, {failed} could not be")
    return 1 if failed else 0


def _listed(fields: "Mapping[str, int]") -> str:
    from critique_core.reports.words import counted  # noqa: PLC0415

    return listed_fields({name: f" ({counted(number, 'record')})" for name, number in fields.items()})


def _so_far(path: Path, counts: "Import") -> str:
    words = f"{path.name}: {_rows(counts.read)} read, {counts.imported:,} imported, {counts.duplicate:,} duplicate"
    return f"{words}, {counts.rejected:,} rejected" if counts.rejected else words


def _rows(number: int) -> str:
    return "1 row" if number == 1 else f"{number:,} rows"
