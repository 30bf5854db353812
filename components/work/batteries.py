"""The error-injection battery under way, or the last one: one at a time for all sessions."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from components.work.jobs import Job, OneAtATime, Progress, Watched, until_the_end
from critique_core.comparing import Contender
from critique_core.metrics import injection
from critique_core.metrics.injection import Battery


@dataclass
class Run(Watched[Battery]):
    """A battery with what it was asked for."""

    verifier: str
    per_kind: int
    seed: int
    job: Job[Battery]


class Batteries(OneAtATime[Run]):
    """Runs the battery over the shipped examples, as ``claimlens bench inject`` does."""

    def __init__(self, workers: Executor) -> None:
        super().__init__()
        self._workers = workers

    def begin(self, name: str, make: Callable[[], Contender], *, per_kind: int, seed: int) -> bool:
        """Begin a battery for the verifier that ``make`` loads; ``False`` while another is under way."""

        def work(progress: Progress) -> Battery:
            go_on = until_the_end(progress, self._workers)
            go_on("errors", 0.0)
            one = make()
            return injection.run(
                injection.shipped(), one.verifier, per_kind=per_kind, seed=seed, profile=one.profile,
                tell=lambda done, total: go_on("errors", done / total),
            )  # fmt: skip

        return self._begin(lambda _: Run(name, per_kind, seed, Job[Battery]().begin(work, self._workers)))
