"""The engine for one machine: some processes, each with a verifier of its own.

No more is read ahead than there are processes to take it.
"""

import os
from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from critique_core.batch.critiques.judge import Identity, Maker, Part
from critique_core.batch.critiques.rows import Job
from critique_core.batch.critiques.shapes import Shape
from critique_core.batch.critiques.worker import Begun, Worker, waiting


class Engine(Protocol):
    """Who judges the blocks of a job; used as a context, which ends its processes."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def identity(self) -> Identity:
        """Who judges. Raises ``ClaimlensError`` when no critic can be made."""
        ...

    def judged(self, job: Job) -> Iterator[Part]:
        """The parts of all blocks that are not done, in the order in which they are finished."""
        ...


class LocalEngine:
    """``workers`` processes on this machine; ``begun`` is called for each row that one of them begins."""

    def __init__(self, make: Maker, shape: Shape, *, workers: int, begun: Begun | None = None) -> None:
        self._arguments = (make, shape)
        self._count, self._begun = workers, begun
        self._workers: list[Worker] = []

    def __enter__(self) -> Self:
        threads = max(1, (os.cpu_count() or 1) // self._count)
        for _ in range(self._count):
            self._workers.append(Worker(*self._arguments, threads=threads, begun=self._begun))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.close()

    def identity(self) -> Identity:
        """Who judges, by the first worker that is ready. Raises ``ClaimlensError`` when no critic can be made."""
        while True:
            for worker in self._workers:
                if worker.identity:
                    return worker.identity
            for worker in waiting(self._workers):
                worker.hear()

    def judged(self, job: Job) -> Iterator[Part]:
        """The parts, as they are finished; a block is read when a worker is ready to take it."""
        blocks, more = job.blocks(), True
        while True:
            for worker in self._workers:
                if more and worker.idle:
                    block = next(blocks, None)
                    more = block is not None
                    if block is not None:
                        worker.give(block)
            telling = [worker for worker in self._workers if worker.busy or (more and not worker.idle)]
            if not telling:
                return
            for worker in waiting(telling):
                part = worker.hear()
                if part is not None:
                    yield part
