"""Ending a call from outside, while it waits for bytes that may never come."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

_GLANCE = 0.05


class HangUp:
    """Watches one HTTP call from a thread of its own and shuts its socket when it must end.

    It ends after ``seconds``, or as soon as ``cancelled`` says so; ``reason`` then says which. ``trace`` goes into the
    request's extensions, which is how the socket becomes known: each call needs a connection of its own.
    """

    def __init__(self, seconds: float, cancelled: Callable[[], bool] | None) -> None:
        self.reason: Literal["late", "cancelled"] | None = None
        self._seconds, self._cancelled = seconds, cancelled
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True, name="hang-up")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Take the socket when a connection is made, and again when it is encrypted."""
        if not event.endswith(("connect_tcp.complete", "start_tls.complete")):
            return
        with self._lock:
            self._socket = info["return_value"].get_extra_info("socket")
            if self.reason:
                self._shut()

    def _watch(self) -> None:
        until = time.monotonic() + self._seconds
        left = self._seconds
        while not self._over.wait(left if self._cancelled is None else min(left, _GLANCE)):
            if self._cancelled is not None and self._cancelled():
                self._end("cancelled")
                return
            left = max(0.0, until - time.monotonic())
            if not left:
                self._end("late")
                return

    def _end(self, reason: Literal["late", "cancelled"]) -> None:
        with self._lock:
            self.reason = reason
            self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):  # it was closed at that moment
                # The plain method: that of an encrypted socket would take its state from under the reading thread.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
