"""How long the stages of a run take, and how far it has come."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from critique_core.models import RunMetadata, StageTime

Progress = Callable[[str, float], None]


class Timer:
    """Times the stages and tells ``progress`` of each; what that raises ends the run."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._started_at = datetime.now(UTC)
        self._stages: list[StageTime] = []

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        """Time what is done inside, and tell of its beginning and end."""
        self.tell(name, 0.0)
        begun = time.perf_counter()
        yield
        self._stages.append(StageTime(stage=name, milliseconds=round((time.perf_counter() - begun) * 1000, 3)))
        self.tell(name, 1.0)

    def tell(self, stage: str, done: float) -> None:
        """Tell that this fraction of a stage is done."""
        if self._progress:
            self._progress(stage, done)

    def inside(self, stage: str, attempt: int, attempts: int, stages: Sequence[str]) -> "Timer":
        """A timer for one of several whole runs of ``stages`` inside a stage, which tells of that stage alone."""

        def tell(inner: str, done: float) -> None:
            self.tell(stage, (attempt - 1 + (stages.index(inner) + done) / len(stages)) / attempts)

        return Timer(tell)

    def run(self) -> RunMetadata:
        """The times so far."""
        return RunMetadata(started_at=self._started_at, stages=tuple(self._stages))
