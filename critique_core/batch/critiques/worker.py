"""One process that holds a verifier: it is given a block, and gives back a part.

A process that ends in the middle of a block, say because memory ran out, is started anew and given the block again. A
row at which that happens twice becomes a row with a fault; a process that ends there all the same ends the batch.
"""

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext

from critique_core.batch.critiques.judge import Identity, Judge, Maker, Part
from critique_core.batch.critiques.rows import Block
from critique_core.batch.critiques.shapes import Shape
from critique_core.errors import ClaimlensError, VerifierUnavailable

Begun = Callable[[], None]
"""Called for each row that is begun."""
_DEATHS = 2
_THREADS = "OMP_NUM_THREADS"
_PATIENCE = 5.0  # seconds that a process gets to end by itself
_IMPORTED = "critique_core.batch.critiques.judge"  # and with it all that a verifier needs


class Worker:
    """A process of its own, started at once; it takes one block at a time.

    ``threads`` is how many a verifier's model may use, unless the environment says so.
    """

    def __init__(self, make: Maker, shape: Shape, *, threads: int = 1, begun: Begun | None = None) -> None:
        self._arguments = (make, shape, threads)
        self._begun = begun
        self._deaths: Counter[int] = Counter()
        self._block: Block | None = None
        self._at: int | None = None
        self.identity: Identity | None = None
        self._start()

    @property
    def idle(self) -> bool:
        """Whether it is ready for a block."""
        return self.identity is not None and self._block is None

    @property
    def busy(self) -> bool:
        """Whether it has a block in hand."""
        return self._block is not None

    @property
    def connection(self) -> Connection:
        """What to wait for: something is there to be heard."""
        return self._connection

    def give(self, block: Block) -> None:
        """Hand it a block; only when it is idle."""
        self._block, self._at = block, None
        self._deaths.clear()
        self._send()

    def hear(self) -> Part | None:
        """Take one message; a part when it is done. Waits for it.

        Raises ``ClaimlensError`` when the process cannot make its critic, and ``VerifierUnavailable`` when it ends
        before any row.
        """
        try:
            told = self._connection.recv()
        except (EOFError, OSError):
            self._died()
            return None
        if isinstance(told, ClaimlensError):
            raise told
        if isinstance(told, Part):
            self._block = None
            return told
        if isinstance(told, Identity):
            self.identity = told
            if self._block:  # it was started anew
                self._send()
        else:
            self._at = told
            if self._begun:
                self._begun()
        return None

    def judge(self, block: Block) -> Part:
        """The part of a block; waits until it is judged. Raises as ``hear`` does."""
        while not self.idle:
            self.hear()
        self.give(block)
        while True:
            part = self.hear()
            if part is not None:
                return part

    def close(self) -> None:
        """End the process; what it has in hand is not finished."""
        self._connection.close()
        if self._block is not None or self.identity is None:
            self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _start(self) -> None:
        context = _context()
        self._connection, theirs = context.Pipe()
        arguments = (theirs, *self._arguments, dict(os.environ))
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        with _without_ctrl_c():
            self._process.start()
        theirs.close()  # so that its end is heard here when the process ends

    def _send(self) -> None:
        lost = frozenset(place for place, deaths in self._deaths.items() if deaths >= _DEATHS)
        try:
            self._connection.send((self._block, lost))
        except OSError:
            self._died()

    def _died(self) -> None:
        self._connection.close()
        self._process.join()
        if self._block is None or self._at is None:
            raise VerifierUnavailable(
                f"the verifier's process ended by itself ({_ended(self._process.exitcode)}) before it judged a row; "
                "where memory is short, fewer workers may do"
            )
        self._deaths[self._at] += 1
        if self._deaths[self._at] > _DEATHS:  # not even a row that is passed over gets by
            raise VerifierUnavailable(
                f"the verifier's process ends at each row ({_ended(self._process.exitcode)}); please report it"
            )
        self._at = None
        self._start()


def _context() -> ForkServerContext | SpawnContext:
    """How a process is started: as a copy of one that has imported everything, and shares that memory with its copies.

    Other systems than Linux import anew each time: what macOS gives to programs does not all outlive a copy.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([_IMPORTED])
    return context


@contextmanager
def _without_ctrl_c() -> Generator[None]:
    """Keep Ctrl+C, which reaches all processes, from one that is started now; whoever started it ends it."""
    if sys.platform == "win32":  # which has no way to start a process so
        yield
        return
    resource_tracker.ensure_running()  # the first process starts it, and that lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ended(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _serve(connection: Connection, make: Maker, shape: Shape, threads: int, environment: dict[str, str]) -> None:
    """Judge what comes until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(environment)  # a copy has that of the time when its original was started
    os.environ.setdefault(_THREADS, str(threads))
    try:
        judge = Judge(make, shape)
        connection.send(judge.identity)
        while True:
            block, lost = connection.recv()
            connection.send(judge.part(block, lost=lost, begun=connection.send))
    except ClaimlensError as error:
        connection.send(error)
    except (EOFError, OSError):  # the other side is gone
        return


def waiting(workers: list[Worker]) -> list[Worker]:
    """Those of the workers that have something to tell; waits until there is one."""
    ready = wait([worker.connection for worker in workers])
    return [worker for worker in workers if worker.connection in ready]
