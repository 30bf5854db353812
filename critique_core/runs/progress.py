"""How long the stages of a run take, and how far it has come."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from critique_core.models import RunMetadata, StageTime
from critique_core.runs import ledger
from critique_core.telemetry import stage_span

Progress = Callable[[str, float], None]
_NEARLY = 0.99  # what a model has answered is still to be checked


class Timer:
    """Times the stages, keeps the ledger of what they spend on models, and calls ``progress`` for each.

    What ``progress`` raises ends the run; it is called again while a model is waited for, so that it can.
    """

    def __init__(self, progress: Progress | None, *, book: ledger.Ledger | None = None, within: str = "") -> None:
        """``book`` is the ledger of the run that this one is a part of, and ``within`` that run's stage."""
        self._progress = progress
        self._within = within
        self._told: tuple[str, float] = ("", 0.0)
        self._started_at = datetime.now(UTC)
        self._stages: list[StageTime] = []
        self.book = book or ledger.Ledger(beat=self._tell_again if progress else None)

    @contextmanager
    def stage(self, name: str) -> Generator[Callable[[float], None]]:
        """Time what is done inside, and report its beginning and end; call what is given with the fraction done."""
        self.tell(name, 0.0)
        begun = time.perf_counter()
        # The ledger may be that of a run around this one, which would report its own stage alone.
        outer, self.book.beat = self.book.beat, self._tell_again if self._progress else None
        try:
            with ledger.kept(self.book, self._within or name), stage_span(name):
                yield lambda done: self.tell(name, done)
        finally:
            self.book.beat = outer
        self._stages.append(StageTime(stage=name, milliseconds=round((time.perf_counter() - begun) * 1000, 3)))
        self.tell(name, 1.0)

    def tell(self, stage: str, done: float) -> None:
        """Tell that this fraction of a stage is done."""
        self._told = (stage, done)
        if self._progress:
            self._progress(stage, done)

    def inside(self, stage: str, attempt: int, attempts: int, stages: Sequence[str]) -> "Timer":
        """A timer for one of several whole runs of ``stages`` inside a stage, which reports that stage alone."""

        def tell(inner: str, done: float) -> None:
            self.tell(stage, (attempt - 1 + (stages.index(inner) + done) / len(stages)) / attempts)

        return Timer(tell, book=self.book, within=stage)

    def run(self) -> RunMetadata:
        """The times and costs so far."""
        return RunMetadata(
            started_at=self._started_at,
            stages=tuple(self._stages),
            tokens=self.book.tokens,
            cache_hits=sum(cost.cache_hits for cost in self.book.costs.values()),
            costs=tuple(self.book.costs.values()),
            escalation=self.book.escalation,
        )

    def _tell_again(self) -> None:
        stage, done = self._told
        self.tell(stage, max(done, min(self.book.reached, _NEARLY)))
