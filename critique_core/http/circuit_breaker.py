"""A server that failed again and again is left alone for a while."""

import threading
import time
from collections.abc import Callable


class CircuitBreaker:
    """Opens after ``failures`` in a row for ``rest`` seconds; then one call may try, and decides for the others.

    Every ``admitted`` of 0 is followed by ``succeeded``, ``failed`` or ``withdrawn``. Many threads may share it.
    """

    def __init__(self, failures: int = 5, rest: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowed, self._rest, self._clock = failures, rest, clock
        self._in_a_row = 0
        self._open_until: float | None = None
        self._probing = False
        self._lock = threading.Lock()

    def admitted(self) -> float:
        """0 when a call may be made now, else the seconds after which to come back."""
        with self._lock:
            if self._open_until is None:
                return 0.0
            left = self._open_until - self._clock()
            if left > 0 or self._probing:
                return max(left, 1.0)
            self._probing = True
            return 0.0

    @property
    def is_open(self) -> bool:
        """Whether calls are turned away at the moment."""
        with self._lock:
            return self._open_until is not None and (self._probing or self._clock() < self._open_until)

    def succeeded(self) -> None:
        """The server answered, whatever it said."""
        with self._lock:
            self._in_a_row, self._open_until, self._probing = 0, None, False

    def failed(self) -> None:
        """The server did not answer, or said that it cannot."""
        with self._lock:
            self._in_a_row += 1
            if self._in_a_row >= self._allowed:
                self._open_until, self._probing = self._clock() + self._rest, False

    def withdrawn(self) -> None:
        """The call was given up by whoever made it; nothing was learnt."""
        with self._lock:
            self._probing = False
