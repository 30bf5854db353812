"""How far a run is, on standard error: one line that changes on a terminal, else a line every few seconds."""

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

_SECONDS = 5.0
"""At least so often a run whose standard error is no terminal says how far it is."""
_WIDTH = 79
_BAR = 20
"""Characters of a full bar."""
_CLEARED = "\r\x1b[K"


class ProgressLine:
    """Says how far a run is, as often as is useful."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + (0 if self._terminal else _SECONDS)
        self._shown = False

    def say(self, words: str, share: float | None = None) -> None:
        """Tell it, unless it is too early, with the share that is done (0 to 1) where known: a terminal gets a bar."""
        if sys.stderr is None or time.monotonic() < self._next:
            return
        from critique_core.text.harmless import harmless  # noqa: PLC0415

        if self._terminal:
            self._next = time.monotonic() + 0.1
            sys.stderr.write(_CLEARED + (_bar(share) + harmless(words))[:_WIDTH])
            sys.stderr.flush()
            self._shown = True
            return
        self._next = time.monotonic() + _SECONDS
        print(_percent(share) + harmless(words), file=sys.stderr)  # noqa: T201

    def end(self) -> None:
        """Leave the terminal's line empty for what comes."""
        if self._shown:
            sys.stderr.write(_CLEARED)
            sys.stderr.flush()


def _bar(share: float | None) -> str:
    """Plain signs, as not every terminal shows others."""
    return "" if share is None else f"[{'#' * int(_within(share) * _BAR):.<{_BAR}}] {_percent(share):>6}"


def _percent(share: float | None) -> str:
    """Full only when all is done."""
    return "" if share is None else f"{int(_within(share) * 100)} % "


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


@contextmanager
def progress_line() -> Generator[ProgressLine]:
    """A line for the block."""
    told = ProgressLine()
    try:
        yield told
    finally:
        told.end()
