"""The queue of answers to label: what it can be asked for, who has which item in hand, and what is still to verify."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from pydantic import AwareDatetime, Field
from sqlalchemy import ColumnElement, Connection, Row, and_, false, func, not_, or_, select, true, update
from sqlalchemy.sql.elements import UnaryExpression

from critique_core.models import ItemState, Offset, Probability, QueueOrder, Recommendation, Status, Value
from critique_core.store.search import words_in
from critique_core.store.tables import item_reviewers, item_statuses, items


class QueueFilter(Value):
    """Which items to list and in what order; what is left out does not narrow the list.

    ``reviewer`` leaves out what that person has submitted; ``free`` also what somebody else has in hand. ``verified``
    keeps to what has a critique (true) or waits for one (false). ``queued`` keeps to what was imported or put in by
    hand (true), or to the other reviews (false). ``seed`` makes one random order of many. With a ``limit`` of 0 the
    queue is counted only.
    """

    text: str = ""
    states: tuple[ItemState, ...] = ()
    statuses: tuple[Status, ...] = ()
    import_id: str | None = None
    flagged: bool | None = None
    gold: bool | None = None
    verified: bool | None = True
    queued: bool | None = None
    reviewer: str | None = None
    free: bool = False
    order: QueueOrder = "uncertain"
    seed: int = 0
    limit: int = Field(default=50, ge=0, le=1_000)
    offset: Offset = 0


class QueueRow(Value):
    """One item of the queue; the numbers are ``Item``'s. ``skipped`` says that the asking reviewer passed it over."""

    item_id: str
    number: int
    title: str
    draft_excerpt: str
    state: ItemState
    created_at: AwareDatetime
    import_id: str | None
    flagged: bool
    gold: bool
    uncertainty: Probability | None
    severity: Probability | None
    disagreement: Probability | None
    recommendation: Recommendation | None
    confidence: Probability | None
    decided: int
    checkable: int
    failure: str | None
    in_hand_of: str | None
    skipped: bool


class QueueProgress(Value):
    """How far a queue is, whatever states it is narrowed to and whoever has an item in hand; discarded ones left out.

    ``own`` of the ``total`` items the filter's reviewer has submitted, ``anybody`` counts those in state ``submitted``.
    """

    own: int
    anybody: int
    total: int


class QueuePage(Value):
    """A stretch of the queue; ``total`` counts what the filter lets through, ``states`` all of it by state."""

    total: int
    rows: tuple[QueueRow, ...]
    states: dict[ItemState, int]
    progress: QueueProgress


def list_queue(connection: Connection, wanted: QueueFilter, now: datetime) -> QueuePage:
    """List a stretch of the queue. Raises ``InvalidInput`` when the text is too long to look for."""
    about = _about(wanted)
    counts = _counts(connection, wanted, about, now)
    states: dict[ItemState, int] = {}
    for row in counts:
        if row.offered:
            states[row.state] = states.get(row.state, 0) + row.number
    rows = _ordered(connection, wanted, [*about, *_offered(wanted, now)]) if wanted.limit and states else ()
    return QueuePage(
        total=sum(states.values()),
        rows=tuple(_row(row, now) for row in rows),
        states=states,
        progress=_progress(counts),
    )


def take_next(connection: Connection, wanted: QueueFilter, reviewer: str, minutes: float, now: datetime) -> str | None:
    """Put the first free item of the queue into the reviewer's hand; ``None`` when there is none."""
    free = wanted.model_copy(update={"reviewer": reviewer, "free": True, "limit": 1, "offset": 0})
    rows = _ordered(connection, free, [*_about(free), *_offered(free, now)])
    if not rows:
        return None
    reserve(connection, rows[0].id, reviewer, minutes, now)
    return rows[0].id


def reserve(connection: Connection, item_id: str, reviewer: str, minutes: float, now: datetime) -> bool:
    """Put an item into the reviewer's hand for some minutes, unless somebody else has it; returns whether it is."""
    until = now + timedelta(minutes=minutes)
    change = update(items).where(items.c.id == item_id, _not_in_another_hand(reviewer, now))
    return connection.execute(change.values(assignee=reviewer, reserved_until=until)).rowcount > 0


def release(connection: Connection, item_id: str, reviewer: str) -> None:
    """Let go of an item that the reviewer has in hand."""
    held = update(items).where(items.c.id == item_id, items.c.assignee == reviewer)
    connection.execute(held.values(assignee=None, reserved_until=None))


def take_unverified(connection: Connection, limit: int, minutes: float, now: datetime) -> Sequence[Row[Any, Any]]:
    """Put the oldest items that wait for a critique into the caller's hand; rows of id and request."""
    free = or_(items.c.verifying_until.is_(None), items.c.verifying_until < now)
    waiting = (items.c.critique_id.is_(None), items.c.request.is_not(None), items.c.failure.is_(None), free)
    wanted = select(items.c.id, items.c.request).where(*waiting).order_by(items.c.number).limit(limit)
    rows = connection.execute(wanted).all()
    if rows:
        taken = update(items).where(items.c.id.in_([row.id for row in rows]))
        connection.execute(taken.values(verifying_until=now + timedelta(minutes=minutes)))
    return rows


def count_unverified(connection: Connection) -> tuple[int, int]:
    """How many items wait for a critique, and how many could not be given one."""
    waiting = select(items.c.failure.is_not(None), func.count()).where(
        items.c.critique_id.is_(None), items.c.request.is_not(None)
    )
    counts = Counter(
        {bool(row[0]): row[1] for row in connection.execute(waiting.group_by(items.c.failure.is_not(None)))}
    )
    return counts[False], counts[True]


# --- what the queue is asked ---------------------------------------------------------------------------------------


def _about(wanted: QueueFilter) -> list[ColumnElement[bool]]:
    """What the items of the queue are, whoever asks and however far they are."""
    conditions: list[ColumnElement[bool]] = [
        items.c.search_text.contains(word, autoescape=True) for word in words_in(wanted.text)
    ]
    if wanted.statuses:
        with_status = select(item_statuses.c.item_id).where(item_statuses.c.status.in_(wanted.statuses))
        conditions.append(items.c.id.in_(with_status))
    if wanted.import_id is not None:
        conditions.append(items.c.import_id == wanted.import_id)
    if wanted.queued is not None:
        came = items.c.import_id
        conditions.append(came.is_not(None) if wanted.queued else came.is_(None))
    if wanted.flagged is not None:
        conditions.append(items.c.flagged.is_(wanted.flagged))
    if wanted.gold is not None:
        conditions.append(items.c.gold.is_(wanted.gold))
    if wanted.verified is not None:
        has = items.c.critique_id
        conditions.append(has.is_not(None) if wanted.verified else has.is_(None))
    return conditions


def _offered(wanted: QueueFilter, now: datetime) -> list[ColumnElement[bool]]:
    """Which of them are still to be done, by whoever asks."""
    conditions: list[ColumnElement[bool]] = []
    if wanted.states:
        conditions.append(items.c.state.in_(wanted.states))
    if wanted.reviewer is not None:
        conditions.append(not_(_submitted_by(wanted.reviewer)))
        if wanted.free:
            conditions.append(_not_in_another_hand(wanted.reviewer, now))
    return conditions


def _submitted_by(reviewer: str) -> ColumnElement[bool]:
    done = select(item_reviewers.c.item_id).where(
        item_reviewers.c.reviewer == reviewer, item_reviewers.c.submitted_at.is_not(None)
    )
    return items.c.id.in_(done)


def _counts(
    connection: Connection, wanted: QueueFilter, about: Sequence[ColumnElement[bool]], now: datetime
) -> Sequence[Row[Any]]:
    """All that is counted, in one go through the items: they are wide, and going through them is what costs."""
    told = (
        select(
            items.c.state,
            and_(true(), *_offered(wanted, now)).label("offered"),
            (false() if wanted.reviewer is None else _submitted_by(wanted.reviewer)).label("own"),
        )
        .where(*about)
        .subquery()
    )
    return connection.execute(select(*told.c, func.count().label("number")).group_by(*told.c)).all()


def _progress(counts: Sequence[Row[Any]]) -> QueueProgress:
    kept = [row for row in counts if row.state != "discarded"]
    return QueueProgress(
        own=sum(row.number for row in kept if row.own),
        anybody=sum(row.number for row in kept if row.state == "submitted"),
        total=sum(row.number for row in kept),
    )


def _not_in_another_hand(reviewer: str, now: datetime) -> ColumnElement[bool]:
    nobody = or_(items.c.assignee.is_(None), items.c.reserved_until.is_(None), items.c.reserved_until < now)
    return or_(nobody, items.c.assignee == reviewer)


def _ordered(
    connection: Connection, wanted: QueueFilter, conditions: Sequence[ColumnElement[bool]]
) -> Sequence[Row[Any]]:
    """The rows of a stretch; what the asking reviewer has skipped comes after all else."""
    mine = and_(item_reviewers.c.item_id == items.c.id, item_reviewers.c.reviewer == (wanted.reviewer or ""))
    source = items.outerjoin(item_reviewers, mine)
    if wanted.order == "random":
        return _shuffled(connection, wanted, conditions)
    page = select(items, item_reviewers.c.skipped_at).select_from(source).where(*conditions)
    page = page.order_by(item_reviewers.c.skipped_at.is_not(None), *_order(wanted.order), items.c.number)
    return connection.execute(page.limit(wanted.limit).offset(wanted.offset)).all()


def _order(order: QueueOrder) -> list[UnaryExpression[Any] | ColumnElement[Any]]:
    if order == "oldest":
        return []
    column = {"uncertain": items.c.uncertainty, "disagreement": items.c.disagreement, "severity": items.c.severity}[
        order
    ]
    return [column.is_(None), column.desc()]


def _shuffled(
    connection: Connection, wanted: QueueFilter, conditions: Sequence[ColumnElement[bool]]
) -> Sequence[Row[Any]]:
    """The same order on every database: by a hash of seed and id."""
    mine = select(item_reviewers.c.item_id).where(
        item_reviewers.c.reviewer == (wanted.reviewer or ""), item_reviewers.c.skipped_at.is_not(None)
    )
    skipped = set(connection.execute(mine).scalars())
    ids = list(connection.execute(select(items.c.id).where(*conditions)).scalars())
    ids.sort(key=lambda one: (one in skipped, sha256(f"{wanted.seed}:{one}".encode()).digest()))
    page = ids[wanted.offset : wanted.offset + wanted.limit]
    mine_too = and_(item_reviewers.c.item_id == items.c.id, item_reviewers.c.reviewer == (wanted.reviewer or ""))
    wanted_rows = select(items, item_reviewers.c.skipped_at).select_from(items.outerjoin(item_reviewers, mine_too))
    found = {row.id: row for row in connection.execute(wanted_rows.where(items.c.id.in_(page)))}
    return [found[one] for one in page]


def _row(row: Row[Any], now: datetime) -> QueueRow:
    held = row.assignee if row.reserved_until is not None and row.reserved_until > now else None
    shared = {
        name: getattr(row, name) for name in QueueRow.model_fields if name not in ("item_id", "in_hand_of", "skipped")
    }
    return QueueRow(item_id=row.id, in_hand_of=held, skipped=row.skipped_at is not None, **shared)
