"""Work that takes long: a few at once, each for so long at most, and none for a caller who has gone."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from fastapi import Request

from critique_core.http_server.problems import Busy, Refused
from critique_core.runs.progress import Progress

_Done = TypeVar("_Done")
_BEING_STOPPED = "the server is being stopped; send the request again when it runs"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server takes: ``at_once`` checks side by side, each ``seconds`` long at most.

    ``body_bytes`` is the most that one request may hold, and ``body_seconds`` how long its sending may take.
    """

    at_once: int = 4
    seconds: float = 120.0
    body_bytes: int = 64 * 1024 * 1024
    body_seconds: float = 60.0


class _Stopped(Exception):
    """No one waits for the work any more."""


class Running:
    """Does work in threads of its own. One event loop uses it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(limits.at_once, thread_name_prefix="checking")
        self._running: dict[threading.Event, asyncio.Future[None]] = {}
        self._stopping = False

    async def run(self, work: Callable[[Progress], _Done], request: Request) -> _Done:
        """Do the work, which learns by its progress when it is to end.

        A place is free again when the work has ended, not when it is no longer waited for. Raises ``Busy``, and
        ``Refused`` when it takes too long, the caller has gone or the server is to end.
        """
        if self._stopping:
            raise Refused(503, _BEING_STOPPED)
        if len(self._running) >= self._limits.at_once:
            raise Busy(f"{self._limits.at_once} answers are being checked, which is as many as may be; try again soon")
        loop, stop = asyncio.get_running_loop(), threading.Event()
        ending = self._running[stop] = loop.create_future()
        done = loop.run_in_executor(self._threads, lambda: work(_telling(stop)))
        done.add_done_callback(lambda future: self._ended(stop, future))
        gone = asyncio.ensure_future(_gone(request))
        try:
            waited, _ = await asyncio.wait(
                (done, gone, ending), timeout=self._limits.seconds, return_when="FIRST_COMPLETED"
            )
        finally:
            stop.set()
            gone.cancel()
        if done in waited:
            with contextlib.suppress(_Stopped):
                return done.result()
        if self._stopping:
            raise Refused(503, _BEING_STOPPED)
        if waited:
            raise Refused(408, "the caller has gone; nothing is kept")
        raise Refused(
            503, f"checking took more than {self._limits.seconds:g} seconds; send it as a batch, or a shorter text"
        )

    def stop(self) -> None:
        """Answer whoever waits, end the work at its next sign of progress, and begin nothing more."""
        self._stopping = True
        for stop, ending in tuple(self._running.items()):
            stop.set()
            if not ending.done():
                ending.set_result(None)

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _ended(self, stop: threading.Event, future: "asyncio.Future[_Done]") -> None:
        self._running.pop(stop, None)
        if not future.cancelled():
            future.exception()  # read, as no one else may


def _telling(stop: threading.Event) -> Progress:
    def tell(_stage: str, _done: float) -> None:
        if stop.is_set():
            raise _Stopped

    return tell


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
