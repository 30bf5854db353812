"""What is wrong with a database, in words: its file, its references, and what its reviews say of themselves."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, and_, select, text, union_all
from sqlalchemy.exc import DBAPIError

from critique_core.errors import StoreError
from critique_core.labels.reshape import reshape
from critique_core.models import Claim, Critique, Decision
from critique_core.pipeline import id_of
from critique_core.store.database import Database, require_file
from critique_core.store.reading import critiques_of, decisions_of
from critique_core.store.tables import critiques, deleting, items, metadata, runs

_SHOWN = 3
_AT_ONCE = 50  # critiques in memory
_SQLITE_GUARDS = ("decisions_not_changed", "decisions_not_removed", "decisions_not_replaced")
_POSTGRESQL_GUARDS = ("decisions_kept", "decisions_not_emptied")


def faults(url: str | None) -> Iterator[str]:
    """Go through a database, changing nothing, and say what is wrong with it, a sentence each; nothing if all is well.

    A damage that ends the reading is one of them. Raises ``StoreError`` when it cannot be opened, is another program's,
    or there is none.
    """
    require_file(url)
    try:
        yield from _faults(url)
    except StoreError as error:
        if not _is_damage(error.__cause__):
            raise
        yield f"the file is damaged and cannot be read any further: {error}"


def _is_damage(cause: BaseException | None) -> bool:
    origin = cause.orig if isinstance(cause, DBAPIError) else cause
    return isinstance(origin, sqlite3.Error) and getattr(origin, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _faults(url: str | None) -> Iterator[str]:
    with closing(Database(url, as_it_is=True)) as database:
        found, newest = database.versions()
        with database.snapshot() as connection:
            yield from _damages(connection)
            if found is None:
                database.refuse_foreign_tables(connection)
            if found != newest:
                yield _wrong_version(found, newest)
                return
            yield from _guards_missing(connection)
            yield from _broken_references(connection)
            yield from _left_deleting(connection)
            yield from _ids_that_do_not_fit(connection)
            for item in connection.execute(select(items).order_by(items.c.number)).all():
                yield from _of_item(connection, item)


def _wrong_version(found: str | None, newest: str) -> str:
    if found is None:
        return "there are no tables of claimlens in it; open the app or run claimlens db upgrade, which makes them"
    if found > newest:
        return f"its tables have version {found}, of a newer claimlens than this one ({newest}); upgrade claimlens"
    return (
        f"its tables have version {found}, this claimlens uses {newest}; run claimlens db upgrade, and check again: "
        "reviews were not looked at"
    )


def _damages(connection: Connection) -> Iterator[str]:
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL checks its pages itself when it reads them
    for (found,) in connection.exec_driver_sql("PRAGMA integrity_check").all():
        if found != "ok":
            yield f"the file is damaged: {found}; restore a backup"


def _guards_missing(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        guards, wanted = (
            _SQLITE_GUARDS,
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'decisions'",
        )
    else:
        guards = _POSTGRESQL_GUARDS
        wanted = "SELECT tgname FROM pg_trigger WHERE tgrelid = 'decisions'::regclass AND tgenabled IN ('O', 'A')"
    there = set(connection.execute(text(wanted)).scalars())
    for name in guards:
        if name not in there:
            yield (
                f"the trigger {name} is gone or switched off, so decisions can be changed unseen; copy the database "
                "with claimlens db backup and restore, which makes it again"
            )


def _broken_references(connection: Connection) -> Iterator[str]:
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda one: one.parent.name):
            column, there = key.parent, key.column.table.alias("there")
            missing = and_(column.is_not(None), there.c[key.column.name].is_(None))
            joined = table.outerjoin(there, column == there.c[key.column.name])
            lost = connection.execute(select(column).select_from(joined).where(missing)).scalars().all()
            if lost:
                named = ", ".join(dict.fromkeys(map(str, lost[:_SHOWN])))
                yield (
                    f"{len(lost)} of {table.name} name a {column.name} that is not in {key.column.table.name} "
                    f"({named}{', …' if len(lost) > _SHOWN else ''}); restore a backup"
                )


def _left_deleting(connection: Connection) -> Iterator[str]:
    for item_id in connection.execute(select(deleting.c.item_id)).scalars():
        yield (
            f"item {item_id} is marked as being deleted, so its decisions are not guarded; take its row out of the "
            "table deleting"
        )


def _ids_that_do_not_fit(connection: Connection) -> Iterator[str]:
    """Critiques whose id is not that of what they say; what cannot be read is told where its item is read."""
    bodies = select(critiques.c.id, critiques.c.body)
    others = select(runs.c.critique_id, runs.c.body).where(runs.c.body.is_not(None))
    for critique_id, body in connection.execution_options(yield_per=_AT_ONCE).execute(union_all(bodies, others)):
        try:
            fits = id_of(json.loads(body)) == critique_id
        except (KeyError, TypeError, ValueError):
            continue
        if not fits:
            yield f"critique {critique_id}: its id is not that of what it says, so it was changed; restore a backup"


def _of_item(connection: Connection, item: Any) -> Iterator[str]:
    name = f"item {item.number} ({item.id})"
    try:
        found = critiques_of(connection, item.id)
    except StoreError as error:
        yield f"{name}: {error}"
        return
    try:
        events = decisions_of(connection, item.id)
    except ValueError as error:
        yield f"{name}: a decision cannot be read: {str(error).splitlines()[0]}; restore a backup"
        return
    for critique in found:
        yield from (f"{name}: {fault}" for fault in _of_critique(critique, item.request_fingerprint))
    if item.critique_id is not None and item.critique_id not in {critique.id for critique in found}:
        yield f"{name}: no run of it has the critique {item.critique_id} that lists show; check the answer again"
    yield from (f"{name}: {fault}" for fault in _of_decisions(found, events))


def _of_critique(critique: Critique, request_fingerprint: str) -> Iterator[str]:
    request, name = critique.request, f"critique {critique.id[:12]}"
    if request.fingerprint != request_fingerprint:
        yield f"{name} is of another request than the item, or its text was changed; restore a backup"
    for claim in critique.claims:
        if Claim.of(request.draft, claim.start, claim.end, text=claim.text).id != claim.id:
            yield (
                f"{name}: the checksum of claim {claim.id} does not fit characters {claim.start} to {claim.end} of the "
                "draft; restore a backup"
            )
    contents = {source.id: source.content for source in request.sources}
    for claim in critique.claims:
        for quote in claim.verdict.evidence if claim.verdict else ():
            read = contents.get(quote.source_id, "")[quote.start : quote.end]
            if quote.match == "exact" and read != quote.quote:
                yield (
                    f"{name}: a quote for claim {claim.id} is not what source {quote.source_id} says at {quote.start}; "
                    "check the answer again"
                )


def _of_decisions(found: Sequence[Critique], events: Sequence[Decision]) -> Iterator[str]:
    by_id = {critique.id: critique for critique in found}
    ids = {event.id for event in events}
    for event in events:
        name = f"decision {event.sequence} ({event.action} by {event.reviewer})"
        if event.supersedes is not None and event.supersedes not in ids:
            yield f"{name} takes back an event of another item; restore a backup"
        if event.critique_id is None:
            continue
        critique = by_id.get(event.critique_id)
        if critique is None:
            yield f"{name} is on a critique that no run of this item has; restore a backup"
            continue
        for claim_id in sorted(_claims_named(event) - _claims_ever(critique, event, events)):
            yield f"{name} is on claim {claim_id}, which is not in its critique {critique.id[:12]}; restore a backup"


def _claims_named(event: Decision) -> set[str]:
    named = {one.claim_id for one in event.confirmed or ()}
    return named if event.claim_id is None else named | {event.claim_id}


def _claims_ever(critique: Critique, event: Decision, events: Sequence[Decision]) -> set[str]:
    """The claims of the critique, and if those are not enough, the ones that reviewers made of them at any time."""
    known = _ids(critique)
    if _claims_named(event) <= known:
        return known
    for until in range(1, len(events) + 1):
        before = events[:until]
        for reviewer in (None, *dict.fromkeys(one.reviewer for one in before)):
            known |= _ids(reshape(critique, before, reviewer=reviewer))
    return known


def _ids(critique: Critique) -> set[str]:
    claims: Iterable[Claim] = critique.claims
    return {claim.id for claim in claims}
