"""Reviewers' labels for the Agreement page: gathered from the store in a thread, kept while nothing changes."""

from collections.abc import Hashable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from components.work.jobs import Job, Jobs, Progress
from components.work.stored_claims import StoredClaim, drafting, stored_claims
from critique_core.agreement import Agreement, Anchoring, Rating, Reveal, agreement, anchoring, ratings_of, reveals_of
from critique_core.labels.adjudication import (
    Disagreement,
    GoldScore,
    counted,
    disagreements,
    gold_scores,
)
from critique_core.labels.reshape import reshape
from critique_core.models import Critique, Decision, Item, Status
from critique_core.store import Store

_KEPT = 3  # states of the store


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

    ``against_machine`` are the ratings of claims that the machine judged, each with its status; ``claims`` are those
    behind the ratings, by their name there. ``waiting`` is how many items have labels that do not count yet, because
    their reviewer has not submitted.
    """

    ratings: tuple[Rating, ...] = ()
    against_machine: tuple[tuple[Rating, Status], ...] = ()
    claims: Mapping[str, StoredClaim] = field(default_factory=dict[str, StoredClaim])
    anchoring: Anchoring | None = None
    gold: tuple[GoldScore, ...] = ()
    gold_items: int = 0
    contested: tuple[Contested, ...] = ()
    items: int = 0
    waiting: int = 0

    def between(self, first: str, second: str) -> tuple[tuple[Rating, Rating], ...]:
        """What two reviewers said of the claims that both labelled."""
        one, other = ({r.claim: r for r in self.ratings if r.reviewer == name} for name in (first, second))
        return tuple((rating, other[claim]) for claim, rating in one.items() if claim in other)


class Agreements:
    """The last results; share one between sessions."""

    def __init__(self, workers: Executor) -> None:
        self._gathered = Jobs(workers, kept=_KEPT)
        self._coefficients = Jobs(workers, kept=_KEPT)
        self._parts: dict[str, tuple[Hashable, _Part]] = {}
        self._reading = Lock()

    def gathered(self, store: Store) -> Job[Gathered]:
        """The labels of the store as it is now; items that have not changed since the last time are not read again."""
        return self._gathered.of(store.version(), partial(self._gather, store))

    def coefficients(self, found: Gathered) -> Job[Agreement]:
        """The agreement of these ratings."""
        return self._coefficients.of(found.ratings, lambda _progress: agreement(found.ratings))

    def _gather(self, store: Store, progress: Progress) -> Gathered:
        with self._reading:
            versions = store.labelled_versions()
            known = {key: kept for key, kept in self._parts.items() if versions.get(key) == kept[0]}
            changed = [item_id for item_id in versions if item_id not in known]
            for done, (item, critique, events) in enumerate(store.labelled(item_ids=changed)):
                progress("labels", done / len(changed))
                known[item.id] = versions[item.id], _part(item, critique, events)
            self._parts = known
        return _together(known[item_id][1] for item_id in versions if item_id in known)


@dataclass(frozen=True)
class _Part:
    """One item's share; ``gold`` is what a gold item's labels are scored by."""

    gold: tuple[Critique, tuple[Decision, ...]] | None
    against_machine: tuple[tuple[Rating, Status], ...]
    ratings: tuple[Rating, ...]
    reveals: tuple[Reveal, ...]
    claims: Mapping[str, StoredClaim]
    contested: Contested | None
    waits: bool


def _part(item: Item, critique: Critique, every: tuple[Decision, ...]) -> _Part:
    events = counted(item, every)
    seen = reshape(critique, events)
    claims = disagreements(seen, events)
    who = drafting(item, every)
    given = [event for event in events if event.action != "adjudicate"]
    ratings = ratings_of(seen, given, source_group=item.source_group)
    known = stored_claims(item, seen, every)
    return _Part(
        gold=(seen, events) if item.gold else None,
        against_machine=tuple(_against_machine(seen, ratings)),
        ratings=ratings,
        reveals=reveals_of(seen, given),
        claims={f"{seen.request.fingerprint}/{claim_id}": claim for claim_id, claim in known.items()},
        contested=Contested(item, critique.id, claims, who) if claims else None,
        waits=bool(who),
    )


def _together(parts: Iterable[_Part]) -> Gathered:
    listed = list(parts)
    gold = [part.gold for part in listed if part.gold is not None]
    return Gathered(
        ratings=tuple(rating for part in listed for rating in part.ratings),
        against_machine=tuple(pair for part in listed for pair in part.against_machine),
        claims={name: claim for part in listed for name, claim in part.claims.items()},
        anchoring=anchoring(reveal for part in listed for reveal in part.reveals),
        gold=gold_scores(gold),
        gold_items=len(gold),
        contested=tuple(part.contested for part in listed if part.contested),
        items=sum(bool(part.ratings) for part in listed),
        waiting=sum(part.waits for part in listed),
    )


def _against_machine(seen: Critique, ratings: Iterable[Rating]) -> Iterable[tuple[Rating, Status]]:
    machine = {f"{seen.request.fingerprint}/{claim.id}": claim for claim in seen.claims}
    for rating in ratings:
        claim = machine[rating.claim]
        if claim.verdict is not None or not claim.checkable:  # the machine did not judge claims that reviewers made
            yield rating, claim.status
