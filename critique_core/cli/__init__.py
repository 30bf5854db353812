"""The ``claimlens`` command: check answers from files or pipes, measure stored reviews, and open the review app."""

import _thread
import argparse
import gc
import os
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module

from critique_core.cli.messages import complain
from critique_core.cli.parser import Parser
from critique_core.errors import ClaimlensError
from critique_core.installed import installed_version

_COMMANDS = {
    "check": "critique_core.cli.check",
    "batch": "critique_core.cli.batch",
    "compare": "critique_core.cli.compare",
    "metrics": "critique_core.cli.metrics",
    "bench": "critique_core.cli.bench",
    "export": "critique_core.cli.export",
    "import": "critique_core.cli.import_",
    "library": "critique_core.cli.library",
    "report": "critique_core.cli.report",
    "rescore": "critique_core.cli.rescore",
    "tune": "critique_core.cli.tune",
    "doctor": "critique_core.cli.doctor",
    "completion": "critique_core.cli.completion",
    "mcp": "critique_core.cli.mcp",
    "serve": "critique_core.cli.serve",
    "keys": "critique_core.cli.keys",
    "db": "critique_core.cli.db",
    "app": "critique_core.cli.app",
}
"""The file of each command: ``add_parser(commands)`` and ``run(chosen) -> int``."""
_TAKES_MORE = "app"  # its further arguments go to Streamlit
_OBJECTS_A_COLLECTION = 50_000  # loading a command makes many objects and no garbage, which was searched 300 times
_EXIT_CODES = (
    "Exit codes: 0 all went well; 1 a line or row could not be used, or what was asked for has a fault (a claim of "
    "check --github or --docs, the database of db check, what doctor tried); 2 arguments, settings, a file or the "
    "database cannot be used; 130 Ctrl+C."
)
_INTERRUPTED = 130
_INTERRUPTED_AGAIN_AFTER = 0.02  # seconds; at once, the interrupt would fall into the hook itself
_SIGPIPE_EXIT = 141  # what a shell reports for a command whose reader went away


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    gc.set_threshold(_OBJECTS_A_COLLECTION)
    parser = parser_of_all()
    chosen, chosen_extra = parser.parse_known_args(arguments)
    if chosen_extra and chosen.command != _TAKES_MORE:
        chosen.parser.error(f"unknown argument {chosen_extra[0]!r}; see {chosen.parser.prog} --help")
    chosen.extra = chosen_extra
    try:
        with _no_interrupt_lost():
            return import_module(_COMMANDS[chosen.command]).run(chosen)
    except ClaimlensError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:
        _drop_output()
        return _SIGPIPE_EXIT
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        complain(
            f"{what}reading or writing failed: {error.strerror or error}; check the disk and where the output goes"
        )
        _drop_output()
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    except ImportError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # so a library in C says that Ctrl+C stopped its loading
            return _INTERRUPTED
        raise


@contextmanager
def _no_interrupt_lost() -> Generator[None]:
    """Interrupt again where Ctrl+C falls into a ``__del__``: Python prints such an interrupt and goes on.

    The patterns of ``regex`` have thousands of these methods, which run while a command loads.
    """
    before = sys.unraisablehook

    def hook(unraisable: "sys.UnraisableHookArgs") -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            threading.Timer(_INTERRUPTED_AGAIN_AFTER, _thread.interrupt_main).start()
        else:
            before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _drop_output() -> None:
    """The reader is gone; what is still buffered must not raise again when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser_of_all() -> argparse.ArgumentParser:
    """The parser with every command."""
    parser = Parser(
        prog="claimlens",
        description="Review an LLM's answer against its sources, claim by claim.",
        epilog=f"claimlens COMMAND --help shows a command's arguments and an example.\n{_EXIT_CODES}",
    )
    parser.add_argument("--version", action="version", version=f"claimlens {installed_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in _COMMANDS.values():
        import_module(module).add_parser(commands)
    return parser
