"""The engine for a cluster: Ray Data reads the inputs in tasks and judges their blocks by actors.

Each actor holds a process with a verifier, as the engine for one machine does, so that a row which ends its process
costs that row alone here too. Parts come back to this process, which writes them.
"""

import logging
import os
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from critique_core.batch.critiques.judge import Identity, Judge, Maker, Part
from critique_core.batch.critiques.rows import Job
from critique_core.batch.critiques.shapes import Shape
from critique_core.batch.critiques.worker import Worker
from critique_core.errors import ClaimlensError, InvalidInput, VerifierUnavailable

_READER_CPUS = 0.1  # of a core for each file that is read at a time; judging takes thousands of times as long
_QUIET = {"RAY_DEDUP_LOGS": "1", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_DATA_DISABLE_PROGRESS_BARS": "1"}


class RayEngine:
    """``workers`` actors on the cluster at ``address``, or without one on a cluster of this machine alone."""

    def __init__(self, make: Maker, shape: Shape, *, workers: int, address: str | None = None) -> None:
        """Raises ``InvalidInput`` where Ray is not installed."""
        self._make, self._shape, self._workers, self._address = make, shape, workers, address
        for name, value in _QUIET.items():
            os.environ.setdefault(name, value)
        self._ray, self._data = _ray()
        self._began = False

    def __enter__(self) -> Self:
        if self._ray.is_initialized():
            return self
        given: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self._address:
            given["address"] = self._address
        else:  # one core more than the actors have, for what reads
            given |= {"num_cpus": self._workers + 1, "include_dashboard": False}
        try:
            self._ray.init(**given)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise InvalidInput(f"--address {self._address}: no Ray cluster can be reached: {error}") from error
        self._began = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._began:
            self._ray.shutdown()

    def identity(self) -> Identity:
        """Who judges, by a task on the cluster. Raises ``ClaimlensError`` when no critic can be made there."""
        found = self._ray.get(self._ray.remote(num_cpus=1)(_identity).remote(self._make, self._shape))
        if isinstance(found, ClaimlensError):
            raise found
        return found

    def judged(self, job: Job) -> Iterator[Part]:
        """The parts, as they are finished. Raises ``VerifierUnavailable`` when the cluster gives the run up."""
        if not job.open_files:
            return
        self._set_up()
        files = [{"place": place} for place in job.open_files]
        blocks = self._data.from_items(files, override_num_blocks=len(files)).flat_map(
            _Blocks(job), num_cpus=_READER_CPUS, **self._near_the_files(job)
        )
        parts = blocks.map(
            _Judge,
            fn_constructor_args=(self._make, self._shape),
            compute=self._data.ActorPoolStrategy(size=self._workers),
            num_cpus=1,
        )
        try:
            for row in parts.iter_rows():
                yield row["part"]
        except self._ray.exceptions.RayError as error:
            cause: Any = getattr(error, "cause", None)
            if isinstance(cause, ClaimlensError):
                raise cause from error
            raise VerifierUnavailable(f"the cluster gave the run up: {str(error).strip()[-600:]}") from error

    def _set_up(self) -> None:
        """One block of ours in one of Ray's, so that each goes to the next free actor, and no bars on the screen."""
        context = self._data.DataContext.get_current()
        context.enable_progress_bars = False
        context.target_max_block_size = 1
        context.print_on_execution_start = False
        context.issue_detectors_config.detectors = []  # they advise whoever wrote the pipeline
        logging.getLogger("ray.data").setLevel(logging.ERROR)

    def _near_the_files(self, job: Job) -> dict[str, Any]:
        """Files of this machine's disk are read on this machine, as other nodes may not have them."""
        if all(job.inputs[place].remote for place in job.open_files):
            return {}
        return {"label_selector": {"ray.io/node-id": self._ray.get_runtime_context().get_node_id()}}


class _Blocks:
    """Reads one file; a plain object, since Ray calls it in tasks."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def __call__(self, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for block in self._job.blocks_of(int(row["place"])):
            yield {"block": block}


class _Judge:
    """An actor's verifier, in a process that may end without ending the actor."""

    def __init__(self, make: Maker, shape: Shape) -> None:
        self._worker = Worker(make, shape)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return {"part": self._worker.judge(row["block"])}


def _identity(make: Maker, shape: Shape) -> Identity | ClaimlensError:
    try:
        return Judge(make, shape).identity
    except ClaimlensError as error:
        return error


def _ray() -> tuple[Any, Any]:
    try:
        import ray  # pyright: ignore  # noqa: PLC0415
        import ray.data  # pyright: ignore  # noqa: PLC0415
    except ImportError as error:
        raise InvalidInput(f"--engine ray needs Ray: pip install 'claimlens[ray]' ({error})") from error
    return ray, ray.data  # pyright: ignore
