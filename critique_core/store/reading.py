"""Steps of a reading transaction: rows of one item, as values."""

from collections.abc import Hashable, Sequence
from typing import cast

from pydantic import ValidationError
from sqlalchemy import Connection, RowMapping, Table, func, select

from critique_core.errors import StoreError
from critique_core.labels.fold import DECIDING, Event, undone
from critique_core.labels.hunks import CHANGING
from critique_core.labels.reshape import RESHAPING
from critique_core.models import Critique, Decision, Origin, Run, RunMetadata
from critique_core.provenance import canonical_json
from critique_core.store import records
from critique_core.store.tables import critiques, decisions, items, runs

# What makes two events say the same of the same words.
_SAME_WORD = ("claim_id", "span_start", "span_end", "critique_id", "action", "status", "shown", "confirmed", "text")


def runs_of(connection: Connection, item_id: str) -> tuple[Run, ...]:
    """Return the item's runs, oldest first."""
    return tuple(records.run_of(row) for row in _of_item(connection, runs, item_id))


def run_by_id(connection: Connection, run_id: str) -> Run | None:
    """Return the run of that id."""
    row = connection.execute(select(runs).where(runs.c.id == run_id)).mappings().one_or_none()
    return None if row is None else records.run_of(row)


def decision_by_id(connection: Connection, event_id: str) -> Decision | None:
    """Return the event of that id."""
    row = connection.execute(select(decisions).where(decisions.c.id == event_id)).mappings().one_or_none()
    return None if row is None else records.decision_of(row)


def decisions_of(connection: Connection, item_id: str) -> tuple[Decision, ...]:
    """Return the item's events in sequence."""
    return tuple(records.decision_of(row) for row in _of_item(connection, decisions, item_id))


def deciding_events(connection: Connection, item_id: str) -> tuple[Decision, ...]:
    """Return the item's standing events that decide its claims or change their words, in sequence, for ``fold_claims``.

    Of events that say the same of the same words only the last is read: how many there are does not grow with how
    often reviewers change their minds.
    """
    of_item = decisions.c.item_id == item_id
    undos = select(decisions.c.id, decisions.c.sequence, decisions.c.action, decisions.c.supersedes)
    rows = connection.execute(undos.where(of_item, decisions.c.action == "undo")).all()
    taken_back = undone(cast("Sequence[Event]", rows))
    said_alike = (decisions.c[name] for name in _SAME_WORD)
    counted = select(func.max(decisions.c.sequence)).where(
        of_item,
        decisions.c.origin == "human",
        decisions.c.action.in_(DECIDING | CHANGING),
        decisions.c.id.not_in(taken_back),
    )
    last = counted.group_by(*said_alike)
    wanted = select(decisions).where(decisions.c.sequence.in_(last)).order_by(decisions.c.sequence)
    return tuple(records.decision_of(row) for row in connection.execute(wanted).mappings())


def reshaped(connection: Connection, item_id: str) -> bool:
    """Whether a reviewer has changed what the item's claims are."""
    wanted = select(decisions.c.sequence).where(decisions.c.item_id == item_id, decisions.c.action.in_(RESHAPING))
    return connection.execute(wanted.limit(1)).one_or_none() is not None


def critique_by_id(connection: Connection, critique_id: str) -> Critique | None:
    """Read the critique that was kept first under an id; raises ``StoreError`` when its form is not known here."""
    body = connection.execute(select(critiques.c.body).where(critiques.c.id == critique_id)).scalar_one_or_none()
    return None if body is None else _critique(critique_id, body)


def critique_of_last_run(connection: Connection, item_id: str) -> Critique | None:
    """Read the critique of the item's last run, with that run's timings; raises ``StoreError`` as the others do."""
    wanted = select(runs.c.critique_id, runs.c.run, runs.c.body, critiques.c.body.label("first")).join(critiques)
    newest_first = wanted.where(runs.c.item_id == item_id).order_by(runs.c.sequence.desc())
    row = connection.execute(newest_first.limit(1)).one_or_none()
    if row is None:
        return None
    critique = _critique(row.critique_id, row.body or row.first)
    timed = critique.metadata.model_copy(update={"run": RunMetadata.model_validate_json(row.run)})
    return critique.model_copy(update={"metadata": timed})


def critiques_of(connection: Connection, item_id: str) -> tuple[Critique, ...]:
    """Read every critique of the item's runs, oldest first, each once however often it was timed."""
    wanted = select(runs.c.critique_id, runs.c.body, critiques.c.body.label("first")).join(critiques)
    rows = connection.execute(wanted.where(runs.c.item_id == item_id).order_by(runs.c.sequence)).all()
    found: dict[str, Critique] = {}
    for critique_id, body in dict.fromkeys((row.critique_id, row.body or row.first) for row in rows):
        critique = _critique(critique_id, body)
        found.setdefault(canonical_json(records.said_by(body)), critique)
    return tuple(found.values())


def labelled_versions(connection: Connection, origins: Sequence[Origin]) -> dict[str, Hashable]:
    """The items with an event of one of the origins, by number, each with a value that changes whenever it does."""
    with_events = select(decisions.c.item_id).where(decisions.c.origin.in_(tuple(origins))).distinct()
    newest = [
        select(func.max(table.c.sequence)).where(table.c.item_id == items.c.id).scalar_subquery()
        for table in (decisions, runs)
    ]
    wanted = select(items.c.id, items.c.updated_at, *newest).where(items.c.id.in_(with_events))
    rows = connection.execute(wanted.order_by(items.c.number)).all()
    return {row[0]: tuple(row[1:]) for row in rows}


def version_of(connection: Connection) -> Hashable:
    """A value that changes with every event and run, and when items come or go; a number given is never used again."""
    counted = [
        select(value).scalar_subquery()
        for value in (func.count(items.c.id), func.max(items.c.number), func.max(decisions.c.sequence),
                      func.max(runs.c.sequence), func.max(items.c.updated_at))
    ]  # fmt: skip
    return tuple(connection.execute(select(*counted)).one())


def _critique(critique_id: str, body: str) -> Critique:
    try:
        return Critique.model_validate_json(body)
    except ValidationError as error:
        raise StoreError(
            f"critique {critique_id}: was written in another form ({error.error_count()} fields do not fit); "
            "open it with the claimlens that wrote it, or check the request again"
        ) from error


def _of_item(connection: Connection, table: Table, item_id: str) -> list[RowMapping]:
    wanted = select(table).where(table.c.item_id == item_id).order_by(table.c.sequence)
    return list(connection.execute(wanted).mappings())
