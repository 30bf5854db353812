"""Steps of a transaction that puts an exported review back: what is there already stays as it is."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import uuid4

from sqlalchemy import Connection, Table, insert, select

from critique_core.errors import InvalidInput
from critique_core.labels.fold import standing
from critique_core.metrics.usage import measure
from critique_core.models import Critique, Decision, NewItem, Run
from critique_core.store import records
from critique_core.store.export import ReviewExport
from critique_core.store.importing import LABELS, add_labels, next_number
from critique_core.store.tables import decisions, item_reviewers, items, runs
from critique_core.store.writing import count_statuses, put_critique, serialised, update_item

_Kept = TypeVar("_Kept", Run, Decision)
_ITEMS_OWN = ("source_group", "labels_complete", "state", "created_at", "gold", "flagged", "uncertainty", "severity",
              "disagreement")  # fmt: skip


def checked(review: ReviewExport) -> None:
    """Refuse, with ``InvalidInput``, a review whose parts do not belong together."""
    if not review.critiques:
        raise InvalidInput("review: holds no critique, so nothing says what was reviewed")
    known = {critique.id for critique in review.critiques}
    if {critique.request.fingerprint for critique in review.critiques} != {review.item.request_fingerprint}:
        raise InvalidInput("review: a critique is of another request than the item")
    for run in review.runs:
        if run.critique_id not in known or run.item_id != review.item.id:
            raise InvalidInput(f"review: run {run.id!r} is of another item, or its critique is not there")
    seen: set[str | None] = {None}
    for event in sorted(review.decisions, key=lambda one: one.sequence):
        if event.item_id != review.item.id or event.critique_id not in {None, *known} or event.supersedes not in seen:
            raise InvalidInput(f"review: decision {event.id!r} names an item, critique or decision that is not there")
        seen.add(event.id)


def restore(connection: Connection, review: ReviewExport, import_id: str | None, now: datetime) -> tuple[str, bool]:
    """Put back what is missing of the review; returns the item's id, and whether anything was missing."""
    item_id, made = _item(connection, review, import_id, now)
    new_runs = _missing(connection, runs, review.runs, item_id)
    added = [pair for pair in _with_critiques(review.runs, review.critiques) if pair[0] in new_runs]
    for run, critique in added:
        _put_run(connection, run, critique, item_id, now)
    new_events = _missing(connection, decisions, review.decisions, item_id)
    for event in sorted(new_events, key=lambda one: one.sequence):
        moved = event.model_copy(update={"item_id": item_id})
        row = records.decision_row(moved, event.id, event.created_at)
        del row["sequence"]  # numbers are this store's
        connection.execute(insert(decisions).values(row))
    _remember_reviewers(connection, item_id, new_events)
    if made or new_runs or new_events:
        _bring_in_step(connection, item_id, added[-1][1] if added else None)
    return item_id, bool(made or new_runs or new_events)


def _item(connection: Connection, review: ReviewExport, import_id: str | None, now: datetime) -> tuple[str, bool]:
    item = review.item
    wanted = select(items.c.id).where(items.c.request_fingerprint == item.request_fingerprint)
    known = connection.execute(wanted).scalar_one_or_none()
    request = review.critiques[-1].request
    if known is not None:
        labels = NewItem(request=request, labels=item.imported_labels, labels_complete=item.labels_complete)
        add_labels(connection, known, labels)
        return known, False
    taken = connection.execute(select(items.c.id).where(items.c.id == item.id)).scalar_one_or_none()
    item_id = uuid4().hex if taken else item.id
    connection.execute(
        insert(items).values(
            id=item_id,
            request_fingerprint=item.request_fingerprint,
            imported_labels=LABELS.dump_json(item.imported_labels).decode(),
            updated_at=now,
            decided=0,
            checkable=0,
            number=next_number(connection),
            import_id=import_id,
            request=request.model_dump_json(),
            **{name: getattr(item, name) for name in _ITEMS_OWN},
            **records.request_columns(request, item.title),
        )
    )
    return item_id, True


def _missing(connection: Connection, table: Table, given: Sequence[_Kept], item_id: str) -> list[_Kept]:
    """Those whose id is not in the store. Raises ``InvalidInput`` when another item has one."""
    missing: list[_Kept] = []
    for one in given:
        owner = connection.execute(select(table.c.item_id).where(table.c.id == one.id)).scalar_one_or_none()
        if owner is None:
            missing.append(one)
        elif owner != item_id:
            raise InvalidInput(f"review: {table.name[:-1]} {one.id!r} is another item's in this store")
    return missing


def _with_critiques(given: Sequence[Run], found: Sequence[Critique]) -> list[tuple[Run, Critique]]:
    """Each run with its critique: of those that share an id the one with its timings; alike, they come in turn."""
    paired: list[tuple[Run, Critique]] = []
    for run in given:
        same = [critique for critique in found if critique.id == run.critique_id]
        timed = [critique for critique in same if critique.metadata.run == run.run] or same
        used = [critique for _, critique in paired]
        paired.append((run, next((one for one in timed if one not in used), timed[-1])))
    return paired


def _put_run(connection: Connection, run: Run, critique: Critique, item_id: str, now: datetime) -> None:
    body = put_critique(connection, serialised(critique, now)[0])
    moved = run.model_copy(update={"item_id": item_id})
    connection.execute(insert(runs).values(records.run_row(moved, body, measure(critique))))


def _remember_reviewers(connection: Connection, item_id: str, events: Iterable[Decision]) -> None:
    """Who reviewed the item, and when they were last done with it; what is known of a reviewer here stays."""
    people = [event for event in events if event.origin == "human"]
    known = set(connection.execute(select(item_reviewers.c.reviewer).filter_by(item_id=item_id)).scalars())
    standing_events = standing(people)
    for reviewer in dict.fromkeys(event.reviewer for event in people if event.reviewer not in known):
        row: dict[str, Any] = {"item_id": item_id, "reviewer": reviewer}
        for action, column in (("submit", "submitted_at"), ("skip", "skipped_at")):
            row[column] = next((event.created_at for event in reversed(standing_events)
                                if (event.reviewer, event.action) == (reviewer, action)), None)  # fmt: skip
        connection.execute(insert(item_reviewers).values(row))


def _bring_in_step(connection: Connection, item_id: str, latest: Critique | None) -> None:
    """Show the latest critique and the counts of its claims in lists."""
    row = connection.execute(select(items.c.title, items.c.critique_id).where(items.c.id == item_id)).one()
    critique_id = row.critique_id
    if latest is not None:
        critique_id = latest.id
        columns = records.summary_columns(latest, row.title)
        update_item(connection, item_id, request=None, failure=None, verifying_until=None, **columns)
    if critique_id is not None:
        count_statuses(connection, item_id, critique_id)
