"""Asking: one question on its way to a verified answer, in a thread, found again under its name after a reload."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from threading import Lock

from components.work.jobs import Job, Progress
from critique_core.models.corrective import CorrectiveResult

_KEPT = 100


@dataclass(frozen=True)
class AskOptions:
    """What happens to an answer; ``attempts`` is the most rounds of correction, at least 1."""

    verify: bool = True
    correct: bool = True
    web: bool = False
    attempts: int = 2


@dataclass(frozen=True)
class Question:
    """What is asked; ``draft`` is an answer to be checked in place of a made one.

    ``own`` tells that the draft is the reader's, not one that was made before and is checked now.
    """

    text: str
    draft: str | None = None
    options: AskOptions = AskOptions()
    own: bool = False


@dataclass
class Asked:
    """A question that was put, under the name that its page's address holds."""

    name: str
    question: Question
    job: Job[CorrectiveResult]

    def result(self) -> CorrectiveResult:
        """The answer; raises what went wrong, ``CancelledError`` when it was given up."""
        return self.job.result()


class Questions:
    """The questions of all sessions by name, what was looked at longest ago forgotten first."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
        self._asked: OrderedDict[str, Asked] = OrderedDict()
        self._lock = Lock()

    def ask(self, question: Question, work: Callable[[Progress], CorrectiveResult]) -> Asked:
        """Put a question; ``work`` answers it in a thread and reports how far each stage is."""
        job = Job[CorrectiveResult]().begin(work, self._workers)
        asked = Asked(secrets.token_urlsafe(16), question, job)
        with self._lock:
            self._asked[asked.name] = asked
            while len(self._asked) > _KEPT:
                _, oldest = self._asked.popitem(last=False)
                oldest.job.cancel()
        return asked

    def find(self, name: str | None) -> Asked | None:
        """The question with that name; ``None`` when there is none or it is forgotten."""
        with self._lock:
            if name not in self._asked:
                return None
            self._asked.move_to_end(name)
            return self._asked[name]

    def forget(self, name: str) -> None:
        """Give a question up."""
        with self._lock:
            asked = self._asked.pop(name, None)
        if asked is not None:
            asked.job.cancel()
