"""Judging stored answers again with the verifier in use, so that no one labels twice.

Each stale item gets a run by the verifier in use. Its decisions stay where they are: they find the new claims by exact
span, then by overlap (``review``), and those that find none are listed. An item that is done is no longer stale, so a
run that was broken off goes on where it stopped.
"""

from collections.abc import Callable
from threading import Event

from pydantic import Field

from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError, VerifierUnavailable
from critique_core.labels.fold import standing, unplaced
from critique_core.labels.reshape import RESHAPING, left_over, reshape
from critique_core.models import Critique, Decision, Value
from critique_core.store import ReviewFilter, Store

_PAGE = 500
_WHO = "rescore"
_LABELS = frozenset({"accept", "reject", "relabel", "adjudicate"})


class Unplaced(Value):
    """A decision that no claim of the new run can carry: which item's, and the words that it was about."""

    item_id: str
    title: str
    action: str
    reviewer: str
    words: str | None = None


class Rescored(Value):
    """What came of one run: ``stale`` items were there, ``judged`` of them have a new critique.

    ``joined`` decisions found their claim again, ``unplaced`` ones did not. ``failed`` names the items that keep their
    old critique, and why.
    """

    stale: int
    judged: int = 0
    joined: int = 0
    unplaced: tuple[Unplaced, ...] = ()
    failed: dict[str, str] = Field(default_factory=dict)


def stale_items(store: Store, critic: Critic) -> tuple[str, ...]:
    """The items whose latest critique another verifier than the critic's made, those least lately worked on first."""
    found: list[str] = []
    offset, total = 0, 1
    while offset < total:
        page = store.search(ReviewFilter(limit=_PAGE, offset=offset))
        found += [row.item_id for row in page.rows if row.verifier_fingerprint != critic.verifier.spec.fingerprint]
        offset, total = offset + _PAGE, page.total
    return tuple(reversed(found))


def rescore(
    store: Store,
    critic: Critic,
    *,
    limit: int | None = None,
    stop: Event | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Rescored:
    """Judge stale items again, at most ``limit``, until none is left or ``stop`` is set.

    ``tell`` is called with how many are done and how many will be; whatever it raises ends the run, and what was judged
    stays. An answer with a claim that could be judged before and cannot be now keeps its old critique. Raises
    ``StoreError``, and ``VerifierUnavailable`` when no answer can be judged.
    """
    ids = stale_items(store, critic)
    wanted = ids if limit is None else ids[:limit]
    report = Rescored(stale=len(ids))
    for done, item_id in enumerate(wanted):
        if stop and stop.is_set():
            break
        if tell:
            tell(done, len(wanted))
        report = _with_item(report, store, critic, item_id)
    if tell:
        tell(report.judged + len(report.failed), len(wanted))
    return report


def _with_item(report: Rescored, store: Store, critic: Critic, item_id: str) -> Rescored:
    try:
        before = store.latest_critique(item_id)
        if before is None:
            return report
        after = critic.critique(before.request)
        if lost := _lost(before, after):
            return _failed(report, item_id, lost)
        store.save_review(after, who=_WHO)
    except VerifierUnavailable:
        raise
    except ClaimlensError as error:
        return _failed(report, item_id, str(error))
    joined, left = _joined(after, store.decisions(item_id))
    item = store.item(item_id)
    named = tuple(_named(event, after, item.title if item else item_id) for event in left)
    return report.model_copy(update={
        "judged": report.judged + 1, "joined": report.joined + joined, "unplaced": (*report.unplaced, *named),
    })  # fmt: skip


def _failed(report: Rescored, item_id: str, reason: str) -> Rescored:
    return report.model_copy(update={"failed": {**report.failed, item_id: reason}})


def _lost(before: Critique, after: Critique) -> str | None:
    """Why a claim could not be judged, when one could not that could be before: a failed check replaces no label."""
    failures = [claim.verdict.failure for claim in after.claims if claim.verdict and claim.verdict.failure]
    could = any(claim.probability is not None for claim in before.claims)
    return failures[0] if failures and could else None


def _joined(after: Critique, events: tuple[Decision, ...]) -> tuple[int, tuple[Decision, ...]]:
    """How many labels are on the new claims, and the events that are on none."""
    shaped = reshape(after, events)
    off = [event for event in unplaced(shaped, events) if event.action not in RESHAPING]
    left = (*off, *left_over(after, events))
    lost = {event.id for event in left}
    return sum(event.action in _LABELS and event.id not in lost for event in standing(events)), left


def _named(event: Decision, critique: Critique, title: str) -> Unplaced:
    words = None if event.start is None else critique.request.draft[event.start : event.end]
    return Unplaced(item_id=event.item_id, title=title, action=event.action, reviewer=event.reviewer, words=words)
