"""How a database is connected to: to keep reviews in, or to read alone."""

import sqlite3
from pathlib import Path
from random import uniform
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event

from critique_core.errors import StoreError
from critique_core.store.turns import BREAK_SECONDS

WAIT_SECONDS = 30
"""How long a writer waits for its turn in a SQLite file."""
_READ_WAIT_SECONDS = 2
_WAL_MARK = b"\x02"
_WAL_MARK_AT = 19  # in the file's header: "file format read version", 2 in a file with a write-ahead log


def is_in_memory(url: URL) -> bool:
    """Whether it names a SQLite database in memory, which is gone when it is closed."""
    if url.get_backend_name() != "sqlite":
        return False
    named = url.database or ":memory:"
    return named == ":memory:" or (
        named.startswith("file:") and (":memory:" in named or url.query.get("mode") == "memory")
    )


def engine(url: URL) -> Engine:
    """Make what connects to the database; of a SQLite file the folder is made."""
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url,
            pool_pre_ping=True,
            # Who has waited for a turn must see what the writer before wrote, whatever the database's default.
            isolation_level="READ COMMITTED",
            connect_args={"connect_timeout": 10} | dict(url.query),
        )
    return _sqlite_engine(url)


def reading_engine(url: URL) -> Engine:
    """Make what reads the database alone: it makes and writes nothing, and waits two seconds at most for each step."""
    if url.get_backend_name() == "postgresql":
        made = create_engine(
            url,
            poolclass=NullPool,
            connect_args={"connect_timeout": _READ_WAIT_SECONDS},
            execution_options={"postgresql_readonly": True},
        )
        event.listen(made, "begin", _hurry_postgresql)
        return made
    file = Path(str(url.database))
    made = create_engine("sqlite://", poolclass=NullPool, creator=lambda: read_only(file))
    event.listen(made, "begin", _begin_sqlite)
    return made


def _hurry_postgresql(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{_READ_WAIT_SECONDS}s'")


def read_only(file: Path) -> sqlite3.Connection:
    """Open a SQLite file that is there, to read alone."""
    uri = f"{file.absolute().as_uri()}?mode=ro"
    # A reader of a write-ahead log makes the log where there is none, and may not remove it: then no one has the file
    # open, and it can be read as it lies there.
    if _has_log(file) and not file.with_name(f"{file.name}-wal").exists():
        uri += "&immutable=1"
    connection = sqlite3.connect(uri, uri=True, timeout=_READ_WAIT_SECONDS, check_same_thread=False)
    connection.isolation_level = None
    return connection


def _has_log(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            stream.seek(_WAL_MARK_AT)
            return stream.read(1) == _WAL_MARK
    except OSError:
        return False  # opening it says why


def _sqlite_engine(url: URL) -> Engine:
    in_memory = is_in_memory(url)
    if not in_memory:
        refuse_folder(Path(str(url.database)))
        _make_folder(url)
    made = create_engine(
        url,
        poolclass=QueuePool,
        # A database in memory is its one connection, which threads then take in turn.
        pool_size=1 if in_memory else 5,
        max_overflow=0 if in_memory else 10,
        connect_args={"check_same_thread": False, "timeout": WAIT_SECONDS},
    )
    event.listen(made, "connect", _prepare_sqlite)
    event.listen(made, "begin", _begin_sqlite)
    return made


def refuse_folder(file: Path) -> None:
    """Say it where a folder is named for a SQLite file. Raises ``StoreError``."""
    if file.is_dir():
        raise StoreError(f"{file}: is a folder; name a file in it")


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{folder}: the folder of the database cannot be made ({error.strerror}); make it, or name another file"
        ) from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are opened by _begin_sqlite, not guessed by the driver
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA synchronous=FULL")  # a committed decision survives a power cut
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns writer halfway fails when another writer came first; a writer says so from the start.
    if connection.get_execution_options().get("claimlens_write", False):
        _begin_to_write(connection)
    else:
        connection.exec_driver_sql("BEGIN")


def _begin_to_write(connection: Connection) -> None:
    """Wait for the write lock; SQLite itself asks ten times a second, too seldom where another process writes on."""
    cursor = connection.connection.cursor()
    deadline = monotonic() + WAIT_SECONDS
    cursor.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                cursor.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
                sleep(uniform(BREAK_SECONDS / 4, 3 * BREAK_SECONDS / 4))  # noqa: S311 - keeps waiters out of step
            else:
                return
    finally:
        cursor.execute(f"PRAGMA busy_timeout={1000 * WAIT_SECONDS}")
        cursor.close()
