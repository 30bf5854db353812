"""``claimlens report``: one review as a file to hand on."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from critique_core.cli.outputs import keep_input
from critique_core.errors import ClaimlensError, InvalidInput, StoreError
from critique_core.given_files import never_ends

if TYPE_CHECKING:  # imported when the command runs, so that --version and --help answer at once
    from critique_core.reports.content import ReportFile
    from critique_core.settings import Settings

_STANDARD_OUTPUT = "-"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FORMATS = ("html", "markdown", "json")


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "report",
        help="write one review as a page, Markdown or JSON",
        description="Write one review as a file that opens offline: the answer with its claims, the evidence, issues, "
        "decisions and where all of it comes from.",
        epilog="Example: claimlens report request.json --out review.html",
    )
    parser.add_argument(
        "review", metavar="ITEM_OR_FILE",
        help="the number or id of an answer in the store, or a JSON file with a request, which is checked first, "
        "a critique, or a report",
    )  # fmt: skip
    parser.add_argument("--format", choices=_FORMATS, dest="form", default="html", help="html unless set")
    parser.add_argument("--out", metavar="FILE", required=True, help="the file; - for standard output")


def run(chosen: argparse.Namespace) -> int:
    """Write the file; 0 when it is there."""
    from critique_core.assembly.critics import gate_of  # noqa: PLC0415
    from critique_core.reports.written import written  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    settings = load_settings()
    file = Path(chosen.review)
    if file.is_dir() and not _is_number(chosen.review):
        raise InvalidInput(f"{file}: is a folder; name a file, or an answer by its number or id")
    keep_input(file, chosen.out)
    there = file.exists() and not file.is_dir()  # a pipe is read as a file is
    found = _from_file(file, settings) if there else _from_store(chosen.review, settings)
    found = _checked_again(found, settings)
    _write(chosen.out, written(found, chosen.form, gate=gate_of(settings)))
    return 0


def _checked_again(found: "ReportFile", settings: "Settings") -> "ReportFile":
    """With the verdict on the answer as reviewers corrected it, by the verifier that judged the draft."""
    from critique_core.assembly import critic  # noqa: PLC0415
    from critique_core.cli.messages import complain  # noqa: PLC0415
    from critique_core.reports.corrected import checked_again, fixes_taken  # noqa: PLC0415

    if found.corrected is not None or not fixes_taken(found):
        return found
    try:
        ready = critic(settings)
        if ready.verifier.spec.fingerprint == found.critique.verifier.fingerprint:
            return checked_again(found, ready.with_hunks, ready.gate)
        problem = "another verifier than the one in use judged the draft; check it again in the app"
    except ClaimlensError as error:
        problem = str(error)
    complain(f"the corrected answer is not checked again: {problem}")
    return found


def _write(out: str, content: bytes) -> None:
    from critique_core.formats.sinks import new_file  # noqa: PLC0415

    if out != _STANDARD_OUTPUT:
        with new_file(Path(out)) as stream:
            stream.write(content)
        return
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when a shell closed it
        raise InvalidInput("standard output is closed; name a file")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _from_store(name: str, settings: "Settings") -> "ReportFile":
    from critique_core.assembly import open_store  # noqa: PLC0415
    from critique_core.reports.content import ReportFile  # noqa: PLC0415

    try:
        opened = open_store(settings, there=True)
    except StoreError as error:
        raise InvalidInput(f"{name}: there is no such file, and the store cannot be asked for it: {error}") from error
    with opened as store:
        item = store.item(name) or (store.item_by_number(int(name)) if _is_number(name) else None)
        if item is None:
            raise InvalidInput(
                f"{name}: there is no such file, and no answer with that number or id in the store; the Queue page "
                "shows the numbers, the address of a review its id"
            )
        critique = store.latest_critique(item.id)
        if critique is None:
            raise InvalidInput(f"{name}: this answer is not verified yet; verify it on the Queue page")
        return ReportFile(title=item.title, critique=critique, decisions=store.decisions(item.id))


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10


def _from_file(file: Path, settings: "Settings") -> "ReportFile":
    from critique_core.assembly import critic, under_stored_profile  # noqa: PLC0415
    from critique_core.cli.messages import complain  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415
    from critique_core.reports.content import ReportFile  # noqa: PLC0415
    from critique_core.reports.written import read_report  # noqa: PLC0415

    if problem := never_ends(file):
        raise InvalidInput(f"{file}: {problem}")
    try:
        content = file.read_bytes().removeprefix(_BYTE_ORDER_MARK)
    except OSError as error:
        raise InvalidInput(f"{file}: cannot be read: {error.strerror}") from error
    try:
        found = read_report(content)
        if found is not None:
            return found
        request = parse_request(content)
    except InvalidInput as error:
        raise InvalidInput("\n".join(f"{file}: {line}" for line in str(error).splitlines())) from error
    ready, notice = under_stored_profile(critic(settings), settings)
    if notice:
        complain(notice)
    return ReportFile(critique=ready.critique(request))
