"""One round of searches: every query to every retriever at once, within a deadline, each outcome reported."""

import inspect
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from critique_core.errors import ClaimlensError
from critique_core.models import Search, SourceDocument, TargetedQuery
from critique_core.retrieval.base import Retriever

TIMED_OUT = "timed out"
COOLING = "cooling down"
"""How ``Search.failure`` begins for what did not come in time, and for what was asked too short a time ago."""

_AT_ONCE = 8
_LONGEST_REASON = 300
_LONGEST_ID = 480  # an id has 500 characters at most

Found = tuple[Search, tuple[SourceDocument, ...]]


class Cooldown:
    """Keeps one query from going to one retriever again within ``seconds``; safe to use from several threads.

    ``of`` names the retrievers that it holds for (``None``: all). A search that failed counts as asked: a server in
    trouble is not to be pressed. ``clock`` counts seconds and never goes back.
    """

    def __init__(
        self, seconds: float, *, of: Collection[str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._of, self._clock = seconds, of, clock
        self._asked: dict[tuple[str, str], float] = {}
        self._lock = threading.Lock()

    def ask(self, retriever: str, query: str) -> float:
        """Seconds still to wait; 0 when the search may go ahead, which then counts as asked now."""
        if self._seconds <= 0 or (self._of is not None and retriever not in self._of):
            return 0.0
        key = (retriever, " ".join(query.casefold().split()))
        with self._lock:
            now = self._clock()
            self._asked = {known: at for known, at in self._asked.items() if now - at < self._seconds}
            if key in self._asked:
                return self._seconds - (now - self._asked[key])
            self._asked[key] = now
            return 0.0


@dataclass(slots=True)
class _Task:
    """One query to one retriever; ``outcome`` is what it gave, or why it failed."""

    query: TargetedQuery
    retriever: Retriever
    name: str
    began: float | None = None
    seconds: float = 0.0
    outcome: tuple[SourceDocument, ...] | str | None = None


@dataclass(slots=True)
class _Round:
    """The tasks of a round; after ``closed`` nothing that still comes counts."""

    waiting: deque[_Task]
    left: int
    closed: bool = False
    changed: threading.Condition = field(default_factory=threading.Condition)


def search_all(
    queries: Sequence[TargetedQuery],
    retrievers: Sequence[Retriever],
    *,
    limit: int = 8,
    timeout: float = 10.0,
    cooldown: Cooldown | None = None,
) -> tuple[Found, ...]:
    """Each search with what it found, in the order of the queries and then of the retrievers.

    All run side by side, at most eight at a time, for at most ``timeout`` seconds together. What came by then counts;
    the others' ``failure`` is ``TIMED_OUT``, and their threads end by themselves. An error becomes the ``failure`` of
    its search. A source that an earlier search gave is not given again, though ``source_ids`` names it; another text
    under its id (web searches quote of a page what fits the query) is, as "ID #2". A blank source is none. An object
    that has only ``search(query)`` will do as a retriever and is called by its class's name.
    """
    tasks = [_Task(query, retriever, _name(retriever)) for query in queries for retriever in retrievers]
    for task in tasks:
        if cooldown and (wait := cooldown.ask(task.name, task.query.text)):
            task.outcome = f"{COOLING}: the same was asked of {task.name} shortly before; again in {wait:.0f} s"
    waiting = deque(task for task in tasks if task.outcome is None)
    work = _Round(waiting, left=len(waiting))
    begun = time.monotonic()
    for number in range(min(_AT_ONCE, len(waiting))):
        # Daemons: a search that hangs must not keep the program from ending.
        threading.Thread(target=_run, args=(work, limit), name=f"claimlens-search-{number}", daemon=True).start()
    with work.changed:
        work.changed.wait_for(lambda: work.left == 0, timeout=max(0.0, begun + timeout - time.monotonic()))
        work.closed = True
        now = time.monotonic()
        for task in tasks:
            if task.outcome is None:
                task.outcome = TIMED_OUT
                task.seconds = now - task.began if task.began is not None else 0.0
    return _outcomes(tasks)


def _run(work: _Round, limit: int) -> None:
    while True:
        with work.changed:
            if work.closed or not work.waiting:
                return
            task = work.waiting.popleft()
            task.began = time.monotonic()
        outcome = _asked(task, limit)
        with work.changed:
            if work.closed:
                return
            task.outcome, task.seconds = outcome, time.monotonic() - task.began
            work.left -= 1
            work.changed.notify_all()


def _asked(task: _Task, limit: int) -> tuple[SourceDocument, ...] | str:
    """What the retriever gives, or why not. It may be any object of the caller's, so any error of it is reported."""
    try:
        search: Callable[..., Any] = task.retriever.search
        given = search(task.query.text, limit=limit) if _takes_limit(search) else search(task.query.text)
        found = tuple(given)[:limit]
    except ClaimlensError as error:
        return str(error) or type(error).__name__
    except Exception as error:
        said = " ".join(str(error).encode("utf-8", "replace").decode().split())  # it may be any text at all
        return f"{task.name} broke: {type(error).__name__}: {said[:_LONGEST_REASON]}"
    strange = next((thing for thing in found if not isinstance(thing, SourceDocument)), None)
    if strange is not None:
        return f"{task.name} gave a {type(strange).__name__} where a SourceDocument was expected"
    return found


def _takes_limit(search: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(search).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(one.name == "limit" or one.kind is one.VAR_KEYWORD for one in parameters)


def _name(retriever: Retriever) -> str:
    name = getattr(retriever, "name", None)
    return name if isinstance(name, str) and name else type(retriever).__name__


def _outcomes(tasks: Sequence[_Task]) -> tuple[Found, ...]:
    texts: dict[str, str] = {}
    found: list[Found] = []
    for task in tasks:
        given = task.outcome if isinstance(task.outcome, tuple) else ()
        sources = [source for source in given if source.content.strip()]
        named: dict[str, None] = {}
        new: list[SourceDocument] = []
        for source in sources:
            name = _own_name(source, texts)
            named[name] = None
            if name not in texts:
                texts[name] = source.content
                new.append(source if name == source.id else source.model_copy(update={"id": name}))
        search = Search(
            query=task.query,
            retriever=task.name,
            source_ids=tuple(named),
            milliseconds=round(1000 * task.seconds, 1),
            failure=task.outcome if isinstance(task.outcome, str) else None,
        )
        found.append((search, tuple(new)))
    return tuple(found)


def _own_name(source: SourceDocument, texts: Mapping[str, str]) -> str:
    """The source's id, numbered where another text has it."""
    name, number = source.id, 1
    while texts.get(name, source.content) != source.content:
        number += 1
        name = f"{source.id[:_LONGEST_ID]} #{number}"
    return name
