"""What the store tells of its use over time, read in six queries that open one critique of each verifier."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from critique_core.labels.fold import standing
from critique_core.metrics.observations import Judgement, Observations, ObservedItem, ObservedRun
from critique_core.store import records
from critique_core.store.tables import critiques, decisions, item_reviewers, items, runs

_LABELS = ("accept", "reject", "relabel")


class _Event(NamedTuple):
    sequence: int
    id: str
    item_id: str
    critique_id: str | None
    claim_id: str | None
    span_start: int | None
    span_end: int | None
    action: str
    status: str | None
    reviewer: str
    shown: str | None
    supersedes: str | None
    created_at: datetime


def observe(connection: Connection) -> Observations:
    """Read all runs, the judgements that count, and the items that have a critique."""
    found = {item.id: item for item in _items(connection)}
    dated, verifiers = _runs(connection)
    events = _counting(_events(connection), found)
    blind = {event.critique_id for event in events if _shown(event) is None and event.action == "relabel"}
    machine = _statuses(connection) if blind - {None} else {}
    names = _names(connection, {fingerprint: critique_id for critique_id, fingerprint in verifiers.items()})
    return Observations(tuple(dated), tuple(_judgements(events, machine, verifiers)), found, names)


def _items(connection: Connection) -> Iterable[ObservedItem]:
    reviewers: dict[str, set[str]] = {}
    for item_id, reviewer in connection.execute(select(item_reviewers.c.item_id, item_reviewers.c.reviewer)):
        reviewers.setdefault(item_id, set()).add(reviewer)
    wanted = select(items.c.id, items.c.number, items.c.title, items.c.request_fingerprint, items.c.import_id)
    for item_id, number, title, fingerprint, import_id in connection.execute(
        wanted.where(items.c.critique_id.is_not(None))
    ):
        named = frozenset(reviewers.get(item_id, ()))
        yield ObservedItem(item_id, number, title, fingerprint, import_id is not None, named)


def _runs(connection: Connection) -> tuple[list[ObservedRun], dict[str, str | None]]:
    """The measured runs that verified anything, oldest first, and who judged each critique."""
    wanted = select(runs.c.created_at, runs.c.item_id, runs.c.critique_id, runs.c.run, runs.c.measures)
    rows = connection.execute(wanted.where(runs.c.measures.is_not(None)).order_by(runs.c.sequence))
    dated: list[ObservedRun] = []
    verifiers: dict[str, str | None] = {}
    for row, measures, verified in records.measured(rows):
        if verified:
            dated.append(ObservedRun(row.created_at, measures))
        verifiers[row.critique_id] = measures.verifier
    return dated, verifiers


def _names(connection: Connection, critique_ids: dict[str | None, str]) -> dict[str, str]:
    """The names of verifiers by fingerprint, from a critique that each made."""
    wanted = select(runs.c.body, critiques.c.body.label("first")).join(critiques)
    rows = connection.execute(wanted.where(runs.c.critique_id.in_(critique_ids.values())))
    made_by = [json.loads(row.body or row.first)["verifier"] for row in rows]
    return {verifier["fingerprint"]: verifier["spec"] for verifier in made_by}


def _events(connection: Connection) -> tuple[_Event, ...]:
    columns = [decisions.c[name] for name in _Event._fields]
    wanted = select(*columns).where(decisions.c.origin == "human", decisions.c.action.in_((*_LABELS, "submit", "undo")))
    return standing(_Event(*row) for row in connection.execute(wanted))


def _counting(events: Iterable[_Event], found: dict[str, ObservedItem]) -> list[_Event]:
    """The labels that count, as ``labels.adjudication.counted`` has it: on what is submitted, only submitters' ones."""
    listed = list(events)
    submitted: dict[str, set[str]] = {}
    for event in listed:
        if event.action == "submit":
            submitted.setdefault(event.item_id, set()).add(event.reviewer)
    return [
        event
        for event in listed
        if event.action in _LABELS
        and event.item_id in found
        and (
            event.reviewer in submitted.get(event.item_id, ())
            or not (found[event.item_id].imported or event.item_id in submitted)
        )
    ]


def _statuses(connection: Connection) -> dict[tuple[str, str], str]:
    """The verifier's status by critique and claim, of the critiques that were labelled blind."""
    blind = select(decisions.c.critique_id).where(
        decisions.c.shown.is_(None), decisions.c.origin == "human", decisions.c.action == "relabel"
    )
    wanted = select(critiques.c.id, critiques.c.claims).where(critiques.c.id.in_(blind))
    return {
        (critique_id, claim["id"]): claim["status"]
        for critique_id, text in connection.execute(wanted)
        for claim in json.loads(text)
    }


def _judgements(
    events: Iterable[_Event], machine: dict[tuple[str, str], str], verifiers: dict[str, str | None]
) -> Iterable[Judgement]:
    last: dict[tuple[Any, ...], _Event] = {}
    for event in events:
        place = event.claim_id or (event.span_start, event.span_end)
        last[event.item_id, event.critique_id, place, event.reviewer] = event
    for event in sorted(last.values()):
        said = _shown(event) or {}
        status = said.get("status") or machine.get((event.critique_id or "", event.claim_id or ""))
        if status == "unverified" or (event.action == "relabel" and status is None):
            continue  # there is no status of the verifier to agree with
        agrees = event.action == "accept" or (event.action == "relabel" and event.status == status)
        verifier = said.get("verifier_fingerprint") or verifiers.get(event.critique_id or "")
        yield Judgement(event.created_at, event.item_id, event.reviewer, agrees, verifier)


def _shown(event: _Event) -> dict[str, Any] | None:
    return json.loads(event.shown) if event.shown else None
