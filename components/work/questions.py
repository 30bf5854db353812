"""Questions being answered in threads, which a page finds by name after a reload."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from threading import Lock

from components.work.jobs import Job, Progress, Watched
from critique_core.models.corrective import CorrectiveResult

_KEPT = 100


@dataclass(frozen=True)
class AskOptions:
    """What is done with an answer; ``attempts`` is the greatest number of rounds of correction, at least 1."""

    verify: bool = True
    correct: bool = True
    web: bool = False
    attempts: int = 2


@dataclass(frozen=True)
class Question:
    """A question; ``draft`` is an answer to check instead of writing one.

    ``own`` says that the reader wrote the draft; else it is an earlier answer that is checked now.
    """

    text: str
    draft: str | None = None
    options: AskOptions = AskOptions()
    own: bool = False


@dataclass
class Asked(Watched[CorrectiveResult]):
    """A question that was asked, with the name that the page's address holds."""

    name: str
    question: Question
    job: Job[CorrectiveResult]


class Questions:
    """The questions of all sessions by name; the least recently used is forgotten first."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers
        self._asked: OrderedDict[str, Asked] = OrderedDict()
        self._lock = Lock()

    def ask(self, question: Question, work: Callable[[Progress], CorrectiveResult]) -> Asked:
        """Ask a question; ``work`` answers it in a thread and reports how far each stage is."""
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
        """Cancel a question."""
        with self._lock:
            asked = self._asked.pop(name, None)
        if asked is not None:
            asked.job.cancel()
