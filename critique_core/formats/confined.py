"""Readers that a hostile file could keep busy for ever, run in a process of their own with time and memory limited.

A PDF of a few kilobytes can unpack to gigabytes, and malformed HTML makes Python's parser take quadratic time. No check
in front of a parser knows all of its weak places; a limit around it needs to know none. Time is limited everywhere,
memory where the system offers it (not on Windows).
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Literal, cast

Reader = Literal["pdf", "html", "sheet", "document"]
MAX_MEGABYTES = 1_000
_READERS: dict[Reader, str] = {
    "pdf": "critique_core.formats.pdf_text",
    "html": "critique_core.formats.html_text",
    "sheet": "critique_core.formats.sheet_text",
    "document": "critique_core.formats.document_text",
}
_OUT_OF_MEMORY = 3
_ALARM = 14  # signal.SIGALRM, which Windows does not know
_START_SECONDS = 20.0
"""A busy machine may take long to start a process; reading itself has its own limit inside it."""


class TooSlow(Exception):
    """Reading took longer than allowed."""


class TooLarge(Exception):
    """Reading needed more memory than allowed."""


class ReadingFailed(Exception):
    """The file is broken: the text of this error says how, in a few printable words."""


def read_confined(reader: Reader, content: bytes, *, seconds: float, arguments: dict[str, int] | None = None) -> Any:
    """What the reader's ``read(content, **arguments)`` returns, as JSON values.

    Raises ``TooSlow`` after ``seconds`` of work, ``TooLarge`` when it needs over ``MAX_MEGABYTES``, and
    ``ReadingFailed`` for what the reader itself could not do.
    """
    command = [
        sys.executable,
        "-P",
        "-m",
        __name__,
        reader,
        str(seconds),
        str(MAX_MEGABYTES),
        json.dumps(arguments or {}),
    ]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(entry or "." for entry in sys.path)}
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter with a list of arguments, no shell
            command, input=content, capture_output=True, timeout=seconds + _START_SECONDS, env=environment, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TooSlow from error
    if done.returncode == _OUT_OF_MEMORY:
        raise TooLarge
    if done.returncode == -_ALARM:
        raise TooSlow
    answer: Any = json.loads(done.stdout) if done.stdout and not done.returncode else {"failed": "the reader stopped"}
    if "failed" in answer:
        raise ReadingFailed(answer["failed"])
    return answer["read"]


def _limit(seconds: float, megabytes: int) -> None:
    """Let the system end this process when it works too long or asks for too much memory."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows
    import signal  # noqa: PLC0415

    most = megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))


def _main(reader: Reader, seconds: float, megabytes: int, arguments: dict[str, int]) -> int:
    read = cast("Callable[..., Any]", importlib.import_module(_READERS[reader]).read)
    content = sys.stdin.buffer.read()
    _limit(seconds, megabytes)
    try:
        answer = {"read": read(content, **arguments)}
    except MemoryError:
        return _OUT_OF_MEMORY
    except Exception as error:  # a broken file makes a parser fail in any way there is
        answer = {"failed": _reason(error)}
    sys.stdout.write(json.dumps(answer))  # ASCII only, so that half a surrogate pair passes too
    return 0


def _reason(error: Exception) -> str:
    """A parser's own words where they are short and printable; else the kind of error, as for a plain bug in it."""
    text = " ".join(str(error).split())[:120]
    spoken = type(error).__module__.startswith(("pypdf", "critique_core"))
    return text if spoken and text and text.isprintable() else type(error).__name__


if __name__ == "__main__":
    sys.exit(_main(cast("Reader", sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])))
