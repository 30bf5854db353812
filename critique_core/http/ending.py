"""How a server of ours ends: without a word, and without waiting for what still computes."""

import asyncio
import atexit
import logging
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import uvicorn

INTERRUPTED = 130
"""The exit code after Ctrl+C."""


class EndingServer(uvicorn.Server):
    """Calls each of ``ending`` when a signal asks it to end, and says nothing of the connections that it then cuts."""

    def __init__(self, config: uvicorn.Config, ending: tuple[Callable[[], None], ...] = ()) -> None:
        super().__init__(config)
        self._ending = (_say_no_more, *ending)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        for end in self._ending:
            in_the_loop(end)
        super().handle_exit(sig, frame)


def in_the_loop(ending: Callable[[], None]) -> None:
    """Have the running loop call it, not the signal that asks for it: that may come while its thread holds a lock."""
    asyncio.get_running_loop().call_soon_threadsafe(ending)


def call_on_signal(ending: Callable[[], None], *numbers: int) -> None:
    """Call this before what a signal to end does now: a server waits for open streams, which end by it."""
    for number in numbers:
        before = signal.getsignal(number)

        def end(sig: int, frame: FrameType | None, before: object = before) -> None:
            in_the_loop(ending)
            if callable(before):
                before(sig, frame)

        if callable(before):
            signal.signal(number, end)


@contextmanager
def leaving_after_interrupt() -> Generator[None]:
    """``leave`` where this ends if it ends by Ctrl+C, and at once by a second one; for the server of someone else.

    Such a server ends as Python does, which waits for the threads of every pool. SIGTERM waits for none.
    """
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        if interrupted:
            leave(INTERRUPTED)
        interrupted = True

    call_on_signal(interrupt, signal.SIGINT)
    yield
    if interrupted:
        leave(INTERRUPTED)


def leave(code: int) -> NoReturn:
    """End the process at once, although threads may still compute; whoever calls it has closed what must be closed.

    Python itself waits for threads, and aborts where a daemon thread comes back from ONNX Runtime while it ends.
    """
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage] - an OpenTelemetry SDK sends its rest
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _say_no_more() -> None:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
