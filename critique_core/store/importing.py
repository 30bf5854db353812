"""Steps of a transaction that takes the rows of a file in, and gives them their critiques' labels later."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter
from sqlalchemy import Connection, Row, func, insert, select, update

from critique_core.errors import StoreError
from critique_core.labels.triage import Triage, measure, place
from critique_core.models import Critique, DecisionDraft, Guideline, Import, ImportedLabel, NewItem
from critique_core.store import records
from critique_core.store.tables import decisions, guidelines, imports, items

LABELS = TypeAdapter(tuple[ImportedLabel, ...])
BY_HAND = "review"  # the format of the import of what reviewers put in by hand
_LOOKED_UP_AT_ONCE = 500


def next_number(connection: Connection) -> int:
    """The number of the next item; writers take turns, so no two get the same."""
    return (connection.execute(select(func.max(items.c.number))).scalar_one() or 0) + 1


def add_items(connection: Connection, import_id: str, new: Sequence[NewItem], now: datetime) -> tuple[int, int]:
    """Add what is not in the store yet; counts the items made and those that were there, in this order.

    Labels of an item that was there are added to its own. One that was in no queue comes into this import's.
    """
    known = _known(connection, [item.request.fingerprint for item in new])
    number, rows, made, there = next_number(connection), list[dict[str, Any]](), dict[str, int](), 0
    for item in new:
        fingerprint = item.request.fingerprint
        if fingerprint in known:
            add_labels(connection, known[fingerprint], item)
            put_in(connection, known[fingerprint], import_id)
        elif fingerprint in made:
            row = rows[made[fingerprint]]
            row["imported_labels"] = _merged(row["imported_labels"], item.labels)
        else:
            made[fingerprint] = len(rows)
            rows.append(_row(item, fingerprint, import_id, number + len(rows), now))
            continue
        there += 1
    if rows:
        connection.execute(insert(items), rows)
    return len(rows), there


def put_in(connection: Connection, item_id: str, import_id: str) -> bool:
    """Put an item that is in no queue into that of an import; returns whether it was in none."""
    change = update(items).where(items.c.id == item_id, items.c.import_id.is_(None))
    return connection.execute(change.values(import_id=import_id)).rowcount > 0


def by_hand(connection: Connection, who: str, now: datetime) -> str:
    """The id of the import of what reviewers put in by hand, which is made on the first call."""
    found = connection.execute(select(imports.c.id).where(imports.c.format == BY_HAND)).scalar()
    if found is not None:
        return found
    made = Import(id=uuid4().hex, name="Put in by hand", format=BY_HAND, who=who, created_at=now, finished=True)
    connection.execute(insert(imports).values(**dict(made)))
    return made.id


def count_import(connection: Connection, import_id: str, *, finished: bool = False, **counts: int) -> Import:
    """Add to the counts of an import and return it as it is now."""
    changes: dict[str, Any] = {name: imports.c[name] + number for name, number in counts.items()}
    if finished:
        changes["finished"] = True
    if changes:
        connection.execute(update(imports).where(imports.c.id == import_id).values(changes))
    row = connection.execute(select(imports).where(imports.c.id == import_id)).mappings().one_or_none()
    if row is None:
        raise StoreError(f"import {import_id!r} is not in the store; begin it again")
    return Import.model_validate(dict(row))


def label_events(item: Row[Any], critique: Critique) -> tuple[tuple[DecisionDraft, ...], Triage]:
    """The events by which a file's labels are on a critique's claims, and how urgent the item is."""
    placed, _ = place(
        critique.claims,
        LABELS.validate_json(item.imported_labels),
        critique.request.draft,
        complete=item.labels_complete,
    )
    events = tuple(
        DecisionDraft(
            item_id=item.id,
            action="relabel",
            status=one.status,
            reviewer=one.annotator or "imported",
            note=one.note,
            critique_id=critique.id,
            claim_id=one.claim_id,
            origin="imported",
        )
        for one in placed
    )
    return events, measure(critique, placed)


def has_imported_events(connection: Connection, item_id: str) -> bool:
    """Whether the file's labels were put on an earlier critique of the item."""
    wanted = select(decisions.c.sequence).where(decisions.c.item_id == item_id, decisions.c.origin == "imported")
    return connection.execute(wanted.limit(1)).first() is not None


def put_guideline(connection: Connection, text: str, who: str, now: datetime) -> Guideline:
    """Keep a new version of the guidelines, unless it says what the last one says."""
    last = guideline(connection)
    if last is not None and last.text == text:
        return last
    made = Guideline(version=last.version + 1 if last else 1, text=text, who=who, created_at=now)
    connection.execute(insert(guidelines).values(**dict(made)))
    return made


def guideline(connection: Connection, version: int | None = None) -> Guideline | None:
    """A version of the guidelines, the newest unless one is named."""
    wanted = select(guidelines).order_by(guidelines.c.version.desc()).limit(1)
    if version is not None:
        wanted = wanted.where(guidelines.c.version == version)
    row = connection.execute(wanted).mappings().one_or_none()
    return None if row is None else Guideline.model_validate(dict(row))


def _row(item: NewItem, fingerprint: str, import_id: str, number: int, now: datetime) -> dict[str, Any]:
    return {
        "id": uuid4().hex,
        "request_fingerprint": fingerprint,
        "source_group": item.source_group,
        "imported_labels": LABELS.dump_json(item.labels).decode(),
        "labels_complete": item.labels_complete,
        "gold": item.gold,
        "state": "pending",
        "created_at": now,
        "updated_at": now,
        "decided": 0,
        "checkable": 0,
        "number": number,
        "request": item.request.model_dump_json(),
        "import_id": import_id,
        **records.request_columns(item.request, item.title),
    }


def _known(connection: Connection, fingerprints: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for start in range(0, len(fingerprints), _LOOKED_UP_AT_ONCE):
        some = fingerprints[start : start + _LOOKED_UP_AT_ONCE]
        wanted = select(items.c.request_fingerprint, items.c.id).where(items.c.request_fingerprint.in_(some))
        found.update((row.request_fingerprint, row.id) for row in connection.execute(wanted))
    return found


def add_labels(connection: Connection, item_id: str, item: NewItem) -> None:
    """Give an item that was there the labels that it lacks."""
    if not item.labels and not item.labels_complete:
        return
    row = connection.execute(
        select(items.c.imported_labels, items.c.labels_complete).where(items.c.id == item_id)
    ).one()
    merged = _merged(row.imported_labels, item.labels)
    values = {"imported_labels": merged, "labels_complete": row.labels_complete or item.labels_complete}
    connection.execute(update(items).where(items.c.id == item_id).values(values))


def _merged(stored: str, labels: Sequence[ImportedLabel]) -> str:
    known: list[Any] = json.loads(stored)
    known += [label for label in LABELS.dump_python(tuple(labels), mode="json") if label not in known]
    return json.dumps(known)
