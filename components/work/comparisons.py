"""Comparisons in a thread: answers are gathered and contenders take their turns there, one comparison at a time."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Literal

from components.work.jobs import Job, Jobs, Progress, until_the_end
from components.work.stored_claims import drafting
from critique_core.assembly import Critic
from critique_core.assembly.contenders import Offer
from critique_core.comparing import (
    Answer,
    Comparison,
    PolicyContender,
    answer_of_review,
    compare_policies,
    compare_verifiers,
)
from critique_core.comparing.judging import Tell
from critique_core.labels.adjudication import submitters
from critique_core.models import Critique, CritiqueRequest, Decision, Item
from critique_core.store import QueueFilter, ReviewFilter, Store

Which = Literal["all", "labelled", "import"]


@dataclass(frozen=True)
class Access:
    """Who may see what is said of a stored answer: not who is labelling it, nor who labels blind and has not begun."""

    drafting: frozenset[str]
    submitted: frozenset[str]
    imported: bool

    def hidden_from(self, reviewer: str, *, blind: bool) -> bool:
        """Whether the reviewer must not see verdicts on the answer yet."""
        return reviewer in self.drafting or (blind and self.imported and reviewer not in self.submitted)


@dataclass(frozen=True)
class Gathered:
    """Answers to compare on. ``access`` is by the names of stored answers; ``without`` have no critique yet."""

    answers: Sequence[Answer]
    access: Mapping[str, Access] = field(default_factory=dict[str, Access])
    without: int = 0


@dataclass(frozen=True)
class Compared:
    """A comparison with what it was made on."""

    comparison: Comparison
    gathered: Gathered


Gather = Callable[[Tell], Gathered]
"""Reads the answers; is told how far it is."""
_KEPT = 20
_READING = 0.1  # of the progress


class Comparisons(Jobs):
    """The comparisons of all sessions, one after the other: side by side their times would say nothing."""

    def __init__(self, workers: Executor) -> None:
        """``workers`` has one thread."""
        super().__init__(workers, kept=_KEPT)
        self._turns = workers

    def begin(self, number: int, work: Callable[[Progress], Compared]) -> Job[Compared]:
        """Begin a comparison once those before it are done."""
        return self.of(number, lambda progress: work(until_the_end(progress, self._turns)))

    def cancel(self, number: int) -> None:
        """Have a comparison stop when it next reports progress."""
        job = self.find(number)
        if job is not None:
            job.cancel()


def stored(store: Store, which: Which, import_id: str | None, most: int) -> Gather:
    """The stored reviews of one kind, at most ``most``: worked on last first, of an import its first ones."""

    def gather(tell: Tell) -> Gathered:
        ids = _ids(store, which, import_id, most)
        answers: list[Answer] = []
        access: dict[str, Access] = {}
        for done, item_id in enumerate(ids):
            tell(done / len(ids))
            item, critique, events = store.item(item_id), store.latest_critique(item_id), store.decisions(item_id)
            if item is not None and critique is not None:
                answers.append(answer_of_review(item, critique, events))
                access[item_id] = access_to(item, events)
        return Gathered(answers, access, without=len(ids) - len(answers))

    return gather


def access_to(item: Item, events: Sequence[Decision]) -> Access:
    """Who may see what is said of this item."""
    return Access(drafting(item, events), submitters(events), item.import_id is not None)


def verifiers_compared(gather: Gather, chosen: Sequence[Offer], critic: Critic) -> Callable[[Progress], Compared]:
    """The work of comparing verifiers, which are loaded in the thread; drafts are split as the critic does."""

    def work(progress: Progress) -> Compared:
        found = gather(lambda done: progress("reading", _READING * done))
        contenders = [one.make() for one in chosen]
        told = _rest(progress)
        return Compared(compare_verifiers(found.answers, contenders, split=critic.stages.claims, tell=told), found)

    return work


def policies_compared(
    gather: Gather, chosen: Sequence[PolicyContender], critic: Critic
) -> Callable[[Progress], Compared]:
    """The work of comparing policies, from stored verdicts or, for a draft without any, from the critic's."""

    def judge(request: CritiqueRequest, tell: Progress) -> Critique:
        return critic.critique(request, tell)

    def work(progress: Progress) -> Compared:
        found = gather(lambda done: progress("reading", _READING * done))
        told = _rest(progress)
        return Compared(compare_policies(found.answers, chosen, judge=judge, gate=critic.gate, tell=told), found)

    return work


def _rest(progress: Progress) -> Tell:
    return lambda done: progress("comparing", _READING + (1 - _READING) * done)


def _ids(store: Store, which: Which, import_id: str | None, most: int) -> list[str]:
    if which == "import":
        wanted = QueueFilter(import_id=import_id, verified=None, order="oldest", limit=most)
        return [row.item_id for row in store.queue(wanted).rows]
    if which == "labelled":
        return list(reversed(store.labelled_versions()))[:most]
    return [row.item_id for row in store.search(ReviewFilter(limit=most)).rows]
