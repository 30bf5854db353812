"""Every row of one database into another, empty one, of either engine, and the two compared."""

import hashlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text

from critique_core.errors import StoreError
from critique_core.store.tables import decisions, deleting, meta, metadata, runs

_AT_ONCE = 500
_NUMBERED = (runs, decisions)  # their sequence is given by the database and never used again
_TABLES = tuple(table for table in metadata.sorted_tables if table is not deleting)  # what is referred to comes first


def copy_all(source: Connection, target: Connection, name: str) -> dict[str, int]:
    """Copy every table; returns the number of rows of each.

    Raises ``StoreError`` when the target, called ``name``, holds anything, or afterwards other rows than the source;
    the caller's transaction then keeps nothing.
    """
    _refuse_full(target, name)
    target.execute(delete(meta))  # opening an empty store notes there what its uncertainty is measured for
    counts: dict[str, int] = {}
    for table in _TABLES:
        counts[table.name], sent = _copy(source, target, table)
        found, came = _summed(target.execute(_rows(table)).mappings().partitions(_AT_ONCE))
        if (found, came) != (counts[table.name], sent):
            raise StoreError(
                f"{name}: {table.name} has {found} rows where {counts[table.name]} were copied, or other ones; "
                "nothing was kept; try again, and report it with this text if it stays"
            )
    for table in _NUMBERED:
        _go_on_from(target, table, _last_number(source, table))
    return counts


def count_rows(connection: Connection) -> dict[str, int]:
    """The number of rows of each table that is there."""
    there = set(inspect(connection).get_table_names())
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in _TABLES
        if table.name in there
    }


def _refuse_full(target: Connection, name: str) -> None:
    full = {table: rows for table, rows in count_rows(target).items() if rows and table != meta.name}
    if full:
        held = ", ".join(f"{rows} {table}" for table, rows in full.items())
        raise StoreError(
            f"{name}: is not empty ({held}); name an empty database, so that nothing in it is mixed or lost"
        )


def _rows(table: Table) -> Any:
    return select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)


def _copy(source: Connection, target: Connection, table: Table) -> tuple[int, int]:
    rows, digest = 0, 0
    for some in source.execute(_rows(table)).mappings().partitions(_AT_ONCE):
        target.execute(insert(table), [dict(row) for row in some])
        count, part = _summed([some])
        rows, digest = rows + count, digest + part
    return rows, digest


def _summed(partitions: Iterable[Any]) -> tuple[int, int]:
    """How many rows, and a checksum of them in any order: engines sort text differently."""
    rows, digest = 0, 0
    for some in partitions:
        for row in some:
            rows += 1
            digest += int.from_bytes(hashlib.sha256(repr(tuple(row.values())).encode()).digest(), "big")
    return rows, digest


def _last_number(connection: Connection, table: Table) -> int:
    if connection.dialect.name == "sqlite":
        wanted = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return connection.execute(wanted, {"name": table.name}).scalar_one_or_none() or 0
    sequence = text("SELECT pg_sequence_last_value(pg_get_serial_sequence(:name, 'sequence'))")
    return connection.execute(sequence, {"name": table.name}).scalar_one_or_none() or 0


def _go_on_from(connection: Connection, table: Table, last: int) -> None:
    """Let the next row be numbered after the last number that was ever given, the row of which may be deleted."""
    if not last:
        return
    values = {"name": table.name, "last": last}
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values)
    else:
        connection.execute(text("SELECT setval(pg_get_serial_sequence(:name, 'sequence'), :last)"), values)
