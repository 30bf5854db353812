"""The ``claimlens`` command: check answers from files or pipes, measure stored reviews, and open the review app.

Exit codes: 0 all went well, 1 some line could not be used, 2 the arguments, settings or file could not be used.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from critique_core.errors import ClaimlensError, InvalidInput

if TYPE_CHECKING:  # imported when a command needs them, so that --version and --help answer at once
    from critique_core.assembly import Critic
    from critique_core.models import Critique
    from critique_core.settings import Settings
    from critique_core.tuning.profiles import TunedProfile

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_TERMINAL_CONTROLS = re.compile("[\x7f-\x9f]")  # JSON leaves these as they are; a terminal may obey them
_COMMANDS = {
    "export": "critique_core.cli.export",
    "import": "critique_core.cli.import_",
    "library": "critique_core.cli.library",
    "rescore": "critique_core.cli.rescore",
    "tune": "critique_core.cli.tune",
}
"""Commands with a file of their own: ``add_parser(commands)`` and ``run(chosen) -> int``."""
_SIGPIPE_EXIT = 141  # what a shell reports for a command whose reader went away


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = _parser()
    chosen, extra = parser.parse_known_args(arguments)
    if extra and chosen.command != "app":
        parser.error(f"unknown argument {extra[0]!r}; see claimlens {chosen.command} --help")
    try:
        return _run(chosen, extra)
    except ClaimlensError as error:
        _complain(str(error))
        return 2
    except BrokenPipeError:
        _drop_output()
        return _SIGPIPE_EXIT
    except OSError as error:
        _complain(f"reading or writing failed: {error.strerror or error}; check the disk and where the output goes")
        _drop_output()
        return 2
    except KeyboardInterrupt:
        return 130


def _run(chosen: argparse.Namespace, extra: Sequence[str]) -> int:
    if chosen.command == "app":
        return _app(chosen.port, browser=not chosen.no_browser, extra=extra)
    if chosen.command == "metrics":
        return _metrics(json=chosen.json)
    if chosen.command in _COMMANDS:
        return import_module(_COMMANDS[chosen.command]).run(chosen)
    return _check(chosen)


def _drop_output() -> None:
    """Nobody can take the output; what is still buffered must not raise again when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="claimlens", description="Review an LLM's answer against its sources, claim by claim."
    )
    parser.add_argument("--version", action="version", version=f"claimlens {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="check answers: JSON requests in, JSON critiques out",
        description="Read one request as JSON per line, write one critique as JSON per line, in the same order.",
        epilog='A request: {"query": "…", "draft": "…", "sources": [{"id": "1", "content": "…"}]}',
    )
    check.add_argument("file", nargs="?", metavar="FILE", help="requests, one per line; without it, standard input")
    form = check.add_mutually_exclusive_group()
    form.add_argument("--pretty", action="store_true", help="print a readable report of a single request")
    form.add_argument("--camel", action="store_true", help="write camelCase names instead of snake_case")
    threshold = check.add_mutually_exclusive_group()
    threshold.add_argument(
        "--profile", metavar="FILE", help="decide by this profile of claimlens tune, not by the one in use"
    )
    threshold.add_argument(
        "--no-profile", action="store_true", help="decide by the settings, whatever profile the store has in use"
    )
    _add_model_arguments(check)
    metrics = commands.add_parser(
        "metrics",
        help="measure the stored reviews",
        description="Hallucination and revision rates, latency, mean confidence and claims per draft of all stored "
        "reviews. What cannot be measured is left out of a mean and counted apart.",
    )
    metrics.add_argument("--json", action="store_true", help="write one JSON object instead of a table")
    for module in dict.fromkeys(_COMMANDS.values()):
        import_module(module).add_parser(commands)
    app = commands.add_parser(
        "app",
        help="open the review app",
        description="Open the review app; other arguments go to Streamlit.",
        allow_abbrev=False,
    )
    app.add_argument("--port", type=int, help="port to serve on (8501 unless set)")
    app.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return parser


def _add_model_arguments(check: argparse.ArgumentParser) -> None:
    """Settings that are worth changing for one run; no key is among them, since others see a command line."""
    told = "settings for this run, over those of file and environment; a key goes into CLAIMLENS_LLM_API_KEY"
    group = check.add_argument_group("verifier and model", told)
    for name, metavar, meaning in (
        ("verifier", "NAME", "embedded, similarity, llm, cascade or cross_encoder"),
        ("llm_provider", "NAME", "ollama, openai or anthropic"),
        ("llm_base_url", "URL", "the model's server"),
        ("llm_model", "NAME", "the model, by the server's name for it"),
        ("llm_stages", "NAMES", "what else the model does, such as relevance,revision; or all"),
    ):
        group.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar=metavar, default=argparse.SUPPRESS, help=meaning
        )
    group.add_argument(
        "--no-cache", dest="cache_enabled", action="store_false", default=argparse.SUPPRESS,
        help="ask the model anew, and keep none of its answers",
    )  # fmt: skip


_FOR_ONE_RUN = ("verifier", "llm_provider", "llm_base_url", "llm_model", "llm_stages", "cache_enabled")


def _version() -> str:
    try:
        return version("claimlens")
    except PackageNotFoundError:
        return "(not installed)"


# --- check -------------------------------------------------------------------------------------------------------


def _check(chosen: argparse.Namespace) -> int:
    from critique_core.assembly import critic  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    if _closed("stdout"):
        raise InvalidInput("standard output is closed; send it to a file or a pipe")
    given = {name: getattr(chosen, name) for name in _FOR_ONE_RUN if hasattr(chosen, name)}
    with _opened(chosen.file) as stream:
        settings = load_settings(command_line=given)
        ready = _under_profile(critic(settings), chosen, settings)
        return _report(stream, chosen.file, ready) if chosen.pretty else _check_lines(stream, ready, camel=chosen.camel)


def _under_profile(ready: "Critic", chosen: argparse.Namespace, settings: "Settings") -> "Critic":
    """Under the profile that was named, else the store's in use; one in use that does not fit is told and left out."""
    if chosen.profile:
        return ready.under(_profile(Path(chosen.profile)))
    if chosen.no_profile:
        return ready
    from critique_core.assembly import under_stored_profile  # noqa: PLC0415

    ready, notice = under_stored_profile(ready, settings)
    if notice:
        _complain(notice)
    return ready


def _profile(path: Path) -> "TunedProfile":
    from critique_core.tuning.profiles import read_profile  # noqa: PLC0415

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
            _complain("reading requests from the keyboard, one JSON object per line; end with Ctrl-D")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below; only opening it belongs into this try
    except FileNotFoundError:
        raise InvalidInput(f"{file}: there is no such file") from None
    except OSError as error:
        raise InvalidInput(f"{file}: cannot be read: {error.strerror}") from error
    with stream:
        yield stream


def _check_lines(stream: BinaryIO, ready: "Critic", *, camel: bool) -> int:
    from critique_core.models import parse_request  # noqa: PLC0415

    code = 0
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        try:
            critique = ready.critique(parse_request(_decoded(line)))
        except ClaimlensError as error:
            _complain(f"line {number}: {'; '.join(str(error).splitlines())}")
            code = 1
        else:
            _write_line(critique, camel=camel)
    return code


def _decoded(content: bytes) -> str:
    content = content.removeprefix(_BYTE_ORDER_MARK)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = error.start - content.rfind(b"\n", 0, error.start)
        place = f"line {line}, byte {byte}" if line > 1 else f"byte {byte}"
        raise InvalidInput(f"{place} is not UTF-8; save the file as UTF-8 text") from error


def _write_line(critique: "Critique", *, camel: bool) -> None:
    json = critique.model_dump_json(by_alias=camel)
    json = _TERMINAL_CONTROLS.sub(lambda match: f"\\u{ord(match.group()):04x}", json)
    sys.stdout.buffer.write(json.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def _report(stream: BinaryIO, file: str | None, ready: "Critic") -> int:
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.report import print_report  # noqa: PLC0415
    from critique_core.models import parse_request  # noqa: PLC0415

    content = stream.read()
    if not content.strip():
        raise InvalidInput(f"{_named(file)}: is empty; write one request as JSON")
    try:
        critique = ready.critique(parse_request(_decoded(content)))
    except InvalidInput as error:
        hint = "; --pretty shows one request at a time" if "trailing characters" in str(error) else ""
        _complain(f"{_named(file)}: {'; '.join(str(error).splitlines())}{hint}")
        return 1
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="backslashreplace")  # an old console's encoding may lack an icon; show its code instead
    print_report(critique, Console(highlight=False, emoji=False, markup=False))
    return 0


def _named(file: str | None) -> str:
    return file if file and file != "-" else "standard input"


def _complain(message: str) -> None:
    """Write to standard error; the message may repeat what the user gave, so it is made harmless first."""
    from critique_core.text.harmless import harmless  # noqa: PLC0415

    for line in message.splitlines():
        print(f"claimlens: {harmless(line)}", file=sys.stderr)  # noqa: T201


# --- metrics -----------------------------------------------------------------------------------------------------


def _metrics(*, json: bool) -> int:
    from critique_core.assembly import open_store  # noqa: PLC0415
    from critique_core.metrics.usage import summarise  # noqa: PLC0415
    from critique_core.settings import load_settings  # noqa: PLC0415

    with open_store(load_settings()) as store:
        metrics = summarise(store.measures())
    if json:
        sys.stdout.buffer.write(metrics.model_dump_json().encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
        return 0
    from rich.console import Console  # noqa: PLC0415

    from critique_core.cli.report import print_metrics  # noqa: PLC0415

    print_metrics(metrics, Console(highlight=False, emoji=False, markup=False))
    return 0


# --- app ---------------------------------------------------------------------------------------------------------


def app_file() -> Path:
    """The app's script: beside this package in a checkout, in the package ``claimlens_app`` of a wheel."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "app.py").is_file() and (checkout / "pages").is_dir():
        return checkout / "app.py"
    spec = find_spec("claimlens_app")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (Path(folder) / "app.py").is_file():
            return Path(folder) / "app.py"
    raise InvalidInput("the app's files are not installed; install the whole package: pip install 'claimlens[app]'")


def app_command(port: int | None, *, browser: bool, extra: Sequence[str]) -> list[str]:
    """The command that serves the app; Streamlit neither asks for an e-mail address nor reports its use."""
    if find_spec("streamlit") is None:
        raise InvalidInput("the app needs the extra: pip install 'claimlens[app]'")
    command = [sys.executable, "-m", "streamlit", "run", str(app_file())]
    command += ["--server.showEmailPrompt=false", "--browser.gatherUsageStats=false"]
    command += [f"--server.port={port}"] if port is not None else []
    command += [] if browser else ["--server.headless=true"]
    return [*command, *extra]


def _app(port: int | None, *, browser: bool, extra: Sequence[str]) -> int:
    command = app_command(port, browser=browser, extra=extra)
    if os.name == "posix":  # one process, so that a signal to claimlens reaches the app
        sys.stdout.flush()
        os.execv(command[0], command)  # noqa: S606 - our own interpreter with a list of arguments, no shell
    return subprocess.call(command)  # noqa: S603
