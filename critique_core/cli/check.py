"""``claimlens check``: requests as JSON lines in, critiques as JSON lines out, or one readable report."""

import argparse
import codecs
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from critique_core.cli.for_one_run import add_settings, given_settings
from critique_core.cli.messages import complain
from critique_core.errors import ClaimlensError, InvalidInput
from critique_core.given_files import never_ends

if TYPE_CHECKING:  # imported when the command runs, so that --version and --help answer at once
    from critique_core.assembly import Critic
    from critique_core.models import Critique
    from critique_core.settings import Settings
    from critique_core.tuning.profiles import TunedProfile

_PACKED = (b"\x1f\x8b", b"\xfd7zXZ\x00", b"PK\x03\x04")  # gzip, xz, ZIP
_OTHER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # UTF-32 in its usual byte order begins like UTF-16
_LARGEST_REQUEST = 64 * 1024 * 1024
_TABLES = (".csv", ".tsv", ".xlsx", ".parquet")


def add_parser(commands: Any) -> None:
    """Add the command to the parser's."""
    check: argparse.ArgumentParser = commands.add_parser(
        "check",
        help="check answers: JSON requests in, JSON critiques out",
        description="Read one request as JSON per line, write one critique as JSON per line, in the same order.",
        epilog='A request: {"query": "…", "draft": "…", "sources": [{"id": "1", "content": "…"}]}\n'
        "Documents name their sources in a comment, one path a line after <!-- claimlens sources: (docs/recipes.md).\n"
        "Example: claimlens check --pretty request.json",
    )
    check.add_argument("files", nargs="*", metavar="FILE", help="requests, one per line; without it, standard input "
                       "(with --docs: one or more documents)")  # fmt: skip
    form = check.add_mutually_exclusive_group()
    form.add_argument("--pretty", action="store_true", help="print a readable report of a single request")
    form.add_argument("--camel", action="store_true", help="write camelCase names instead of snake_case")
    form.add_argument(
        "--github", action="store_true",
        help="write annotations for GitHub Actions and a summary of the job; 1 when a claim is not supported",
    )  # fmt: skip
    form.add_argument(
        "--docs", action="store_true",
        help="check Markdown files against the sources that they name in a comment; 1 when a claim is not supported",
    )  # fmt: skip
    add_settings(check)


def run(chosen: argparse.Namespace) -> int:
    """Check every request of the file, or of standard input; 1 when one of them could not be used."""
    from critique_core.assembly import critic  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    if _closed("stdout"):
        raise InvalidInput("standard output is closed; send it to a file or a pipe")

    def make() -> "Critic":
        settings = load_settings(command_line=given_settings(chosen))
        return _under_profile(critic(settings), chosen, settings)

    if chosen.docs:
        from critique_core.cli.check_docs import check_documents  # noqa: PLC0415

        return check_documents(chosen.files, make)
    if len(chosen.files) > 1:
        raise InvalidInput(f"{chosen.files[1]}: one file of requests is read at a time; claimlens batch reads many")
    file = chosen.files[0] if chosen.files else None
    with _opened(file) as stream:
        ready = make()
        if chosen.github:
            return _annotate(stream, file, ready)
        return _report(stream, file, ready) if chosen.pretty else _check_lines(stream, file, ready, camel=chosen.camel)


def _under_profile(ready: "Critic", chosen: argparse.Namespace, settings: "Settings") -> "Critic":
    """Under the profile that was named, else the store's in use; one that does not fit is reported and left out."""
    if chosen.profile:
        return ready.under(_profile(Path(chosen.profile)))
    if chosen.no_profile:
        return ready
    from critique_core.assembly import under_stored_profile  # noqa: PLC0415

    ready, notice = under_stored_profile(ready, settings)
    if notice:
        complain(notice)
    return ready


def _profile(path: Path) -> "TunedProfile":
    from critique_core.tuning.profiles import read_profile  # noqa: PLC0415

    if problem := never_ends(path):
        raise InvalidInput(f"--profile {path}: {problem}")
    try:
        return read_profile(path.read_bytes(), file=str(path))
    except OSError as error:
        raise InvalidInput(f"--profile {path}: cannot be read: {error.strerror}") from error


def _closed(name: str) -> bool:
    """Whether the command was started without that standard stream, as ``<&-`` and ``>&-`` do in a shell."""
    return getattr(sys, name) is None


@contextmanager
def _opened(file: str | None) -> Generator[BinaryIO]:
    if file is None or file == "-":
        if _closed("stdin"):
            raise InvalidInput("standard input is closed; name a file, or pipe the requests in")
        if sys.stdin.isatty():
            complain("reading requests from the keyboard, one JSON object per line; end with Ctrl-D")
        yield sys.stdin.buffer
        return
    if Path(file).suffix.casefold() in _TABLES:
        raise InvalidInput(f"{file}: is a table; check reads JSON, claimlens batch reads tables too")
    if problem := never_ends(Path(file)):
        raise InvalidInput(f"{file}: {problem}")
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below; only opening it belongs into this try
    except FileNotFoundError:
        raise InvalidInput(f"{file}: there is no such file") from None
    except IsADirectoryError:
        raise InvalidInput(f"{file}: is a folder; name a file in it, or have claimlens batch read all of it") from None
    except OSError as error:
        raise InvalidInput(f"{file}: cannot be read: {error.strerror}") from error
    with stream:
        yield stream


def _requests(stream: BinaryIO, file: str | None) -> Iterator[tuple[int, bytes]]:
    """Each request with its line; one object over many lines, as programs print it, is one."""
    found = False
    for number, line in enumerate(iter(lambda: _bounded(stream.readline, file), b""), start=1):
        if not line.strip():
            continue
        if not found:
            _refuse_other_forms(line, file)
        one_object = not found and line.removeprefix(codecs.BOM_UTF8).strip() == b"{"
        found = True
        yield number, line + _bounded(stream.read, file) if one_object else line
    if not found:
        complain(f"{_named(file)}: holds no request")


def _bounded(read: Callable[[int], bytes], file: str | None) -> bytes:
    """What is read, where it is no more than a request may be. Raises ``InvalidInput``, as a device may never end."""
    content = read(_LARGEST_REQUEST + 1)
    if len(content) > _LARGEST_REQUEST:
        raise InvalidInput(
            f"{_named(file)}: holds a request of over 64 MiB; write one request a line, with fewer sources"
        )
    return content


def _refuse_other_forms(begins: bytes, file: str | None) -> None:
    """Say once what no line of the file can be read for. Raises ``InvalidInput``."""
    if begins.startswith(_PACKED):
        raise InvalidInput(f"{_named(file)}: is packed; unpack it, or have claimlens batch read it as it is")
    if begins.startswith(_OTHER_MARKS):
        raise InvalidInput(f"{_named(file)}: is UTF-16, not UTF-8; save it as UTF-8 text")
    if begins.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"["):
        raise InvalidInput(
            f"{_named(file)}: is a JSON array; write one request a line, or have claimlens batch read it as it is"
        )


def _check_lines(stream: BinaryIO, file: str | None, ready: "Critic", *, camel: bool) -> int:
    from critique_core.models import parse_request  # noqa: PLC0415

    code = 0
    for number, line in _requests(stream, file):
        try:
            critique = ready.critique(parse_request(_decoded(line)))
        except ClaimlensError as error:
            complain(f"{_place(file, number)}: {'; '.join(str(error).splitlines())}")
            code = 1
        else:
            _write_line(critique, camel=camel)
    return code


def _annotate(stream: BinaryIO, file: str | None, ready: "Critic") -> int:
    from critique_core.cli.github import GithubReport  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415

    report = GithubReport(_named(file))
    for number, line in _requests(stream, file):
        try:
            told = report.answer(number, ready.critique(parse_request(_decoded(line))))
        except ClaimlensError as error:
            told = report.refused(number, str(error))
        _write_commands(told)
    if not report.lines:  # a job that checked nothing does not pass
        _write_commands(report.refused(1, "the file holds no request"))
    report.write_summary()
    return 1 if report.errors else 0


def _write_commands(told: Iterator[str]) -> None:
    for command in told:
        sys.stdout.buffer.write(command.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def _decoded(content: bytes) -> str:
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = error.start - content.rfind(b"\n", 0, error.start)
        place = f"line {line}, byte {byte}" if line > 1 else f"byte {byte}"
        raise InvalidInput(f"{place} is not UTF-8; save the file as UTF-8 text") from error


def _write_line(critique: "Critique", *, camel: bool) -> None:
    from critique_core.text.harmless import harmless_json  # noqa: PLC0415 - loaded with the core

    sys.stdout.buffer.write(harmless_json(critique.model_dump_json(by_alias=camel)).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def _report(stream: BinaryIO, file: str | None, ready: "Critic") -> int:
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.terminal_report import print_report  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415

    content = _bounded(stream.read, file)
    if not content.strip():
        raise InvalidInput(f"{_named(file)}: is empty; write one request as JSON")
    _refuse_other_forms(content, file)
    try:
        critique = ready.critique(parse_request(_decoded(content)))
    except InvalidInput as error:
        hint = "; --pretty shows one request at a time" if "trailing characters" in str(error) else ""
        complain(f"{_named(file)}: {'; '.join(str(error).splitlines())}{hint}")
        return 1
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")  # an old console's encoding may lack an icon; show its code instead
    print_report(critique, Console(highlight=False, emoji=False, markup=False))
    return 0


def _place(file: str | None, number: int) -> str:
    """A line; of standard input, which is the only one of its kind, by its number alone."""
    return f"{file}, line {number}" if file and file != "-" else f"line {number}"


def _named(file: str | None) -> str:
    return file if file and file != "-" else "standard input"
