"""Reviewers' labels for the Agreement page: gathered from the store in a thread, kept while nothing changes."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import cast

from components.work.jobs import Job, Jobs, Progress
from components.work.store_stamp import stamp
from critique_core.agreement import Agreement, Anchoring, Rating, Reveal, agreement, anchoring, ratings_of, reveals_of
from critique_core.labels.adjudication import (
    Disagreement,
    GoldScore,
    counted,
    disagreements,
    drafters,
    gold_scores,
    submitters,
)
from critique_core.labels.reshape import reshape
from critique_core.models import Critique, Decision, Item, Status
from critique_core.store import ReviewFilter, Store

_KEPT = 3  # states of the store
_PATIENCE = 0.3  # seconds
_REST = 10.0  # the next gathering waits this many times as long as the last one took


@dataclass(frozen=True)
class Contested:
    """An item on which reviewers disagree; ``drafting`` reviewers have not submitted it yet."""

    item: Item
    critique_id: str
    claims: tuple[Disagreement, ...]
    drafting: frozenset[str]


@dataclass(frozen=True)
class Gathered:
    """All that the Agreement page shows except the coefficients.

    ``confusion`` counts (status by a person, by the machine). ``waiting`` is how many items have labels that do not
    count yet, because their reviewer has not submitted. ``begun`` is when the store was read, on the monotonic clock.
    """

    ratings: tuple[Rating, ...] = ()
    confusion: Counter[tuple[Status, Status]] = field(default_factory=Counter[tuple[Status, Status]])
    anchoring: Anchoring | None = None
    gold: tuple[GoldScore, ...] = ()
    gold_items: int = 0
    contested: tuple[Contested, ...] = ()
    items: int = 0
    waiting: int = 0
    begun: float = 0.0
    seconds: float = 0.0


class Agreements:
    """The last results; share one between sessions."""

    def __init__(self, workers: Executor) -> None:
        self._gathered = Jobs(workers, kept=_KEPT)
        self._coefficients = Jobs(workers, kept=_KEPT)
        self._last: Job[Gathered] | None = None

    def gathered(self, store: Store) -> Job[Gathered]:
        """The labels of the store; if reading them takes long, as they were a moment ago."""
        last = self._last
        if last is not None and last.done() and _recent(last.result()):
            return last
        self._last = self._gathered.of(stamp(store), _gathering(store))
        if last is not None and last.done() and not self._last.done(_PATIENCE):
            return last
        return self._last

    def coefficients(self, found: Gathered) -> Job[Agreement]:
        """The agreement of these ratings."""
        return self._coefficients.of(found.ratings, lambda _progress: agreement(found.ratings))


def _gathering(store: Store) -> Callable[[Progress], Gathered]:
    def work(progress: Progress) -> Gathered:
        begun = time.monotonic()
        total = max(store.search(ReviewFilter(limit=1)).total, 1)
        parts: list[_Part] = []
        for done, (item, critique, events) in enumerate(store.labelled()):
            progress("labels", min(done / total, 1.0))
            parts.append(_part(item, critique, events))
        return replace(_together(parts), begun=begun, seconds=time.monotonic() - begun)

    return work


def _recent(found: Gathered) -> bool:
    """Whether it is too early to read again. A small store is always read again."""
    return time.monotonic() - found.begun - found.seconds < _REST * found.seconds - 1


@dataclass(frozen=True)
class _Part:
    """One item's share."""

    item: Item
    seen: Critique
    events: tuple[Decision, ...]
    ratings: tuple[Rating, ...]
    reveals: tuple[Reveal, ...]
    contested: Contested | None
    waits: bool


def _part(item: Item, critique: Critique, every: tuple[Decision, ...]) -> _Part:
    events = counted(item, every)
    seen = reshape(critique, events)
    claims = disagreements(seen, events)
    drafting = drafters(every) - submitters(every) if events != every else frozenset[str]()
    return _Part(
        item=item, seen=seen, events=events,
        ratings=ratings_of(
            seen, [event for event in events if event.action != "adjudicate"], source_group=item.source_group
        ),
        reveals=reveals_of(seen, [event for event in events if event.action != "adjudicate"]),
        contested=Contested(item, critique.id, claims, drafting) if claims else None,
        waits=bool(drafting),
    )  # fmt: skip


def _together(parts: Iterable[_Part]) -> Gathered:
    listed = list(parts)
    gold = [part for part in listed if part.item.gold]
    return Gathered(
        ratings=tuple(rating for part in listed for rating in part.ratings),
        confusion=Counter(pair for part in listed for pair in _against_machine(part)),
        anchoring=anchoring(reveal for part in listed for reveal in part.reveals),
        gold=gold_scores((part.seen, part.events) for part in gold),
        gold_items=len(gold),
        contested=tuple(part.contested for part in listed if part.contested),
        items=sum(bool(part.ratings) for part in listed),
        waiting=sum(part.waits for part in listed),
    )


def _against_machine(part: _Part) -> Iterable[tuple[Status, Status]]:
    machine = {f"{part.seen.request.fingerprint}/{claim.id}": claim for claim in part.seen.claims}
    for rating in part.ratings:
        claim = machine[rating.claim]
        if claim.verdict is not None or not claim.checkable:  # the machine did not judge claims that reviewers made
            yield cast("Status", rating.status), claim.status
