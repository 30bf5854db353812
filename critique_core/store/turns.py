"""Writers of one process take turns, in the order in which they asked, and leave other processes theirs.

Whoever waits for SQLite's write lock asks for it again and again. A process whose next writer begins at once would keep
all others out for as long as it has something to write.
"""

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Lock
from time import monotonic, sleep

_LONGEST_SECONDS = 0.05
"""How long a process writes to a SQLite file without a break."""
BREAK_SECONDS = 0.004
"""The break, in which every process that waits asks at least once."""


class Turns:
    """One at a time. Safe to share between threads."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Event] = deque()  # the first one has its turn
        self._since = self._until = 0.0

    @contextmanager
    def taken(self, seconds: float) -> Generator[bool]:
        """Wait for a turn, which lasts as long as the block; false when it has not come after the seconds."""
        mine = Event()
        with self._guard:
            self._waiting.append(mine)
            self._call_first()
        try:
            yield mine.wait(seconds)
        finally:
            with self._guard:
                self._waiting.remove(mine)
                self._call_first()

    def make_room(self) -> None:
        """Take a break before writing if this process has just been writing for long; to be called in a turn."""
        now = monotonic()
        if now - self._until > BREAK_SECONDS:
            self._since = now
        elif now - self._since > _LONGEST_SECONDS:
            sleep(BREAK_SECONDS)
            self._since = monotonic()

    def done(self) -> None:
        """Remember when this process wrote last; to be called in a turn."""
        self._until = monotonic()

    def _call_first(self) -> None:
        if self._waiting:
            self._waiting[0].set()
