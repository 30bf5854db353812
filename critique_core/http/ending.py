"""How a server of ours ends: without a word, and without waiting for what still computes."""

import asyncio
import atexit
import logging
import os
import sys
from collections.abc import Callable
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
