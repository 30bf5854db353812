"""One database behind a store: opened, brought up to date, and used in short transactions.

Writers take turns, on SQLite by its write lock and on PostgreSQL by an advisory lock, so that the order of decision
numbers is the order of commits. Errors of the driver leave here as ``StoreError`` with what to do.
"""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from critique_core.errors import StoreError
from critique_core.store.tables import VERSION_TABLE

_MIGRATIONS = Path(__file__).parent / "migrations"
_WAIT_SECONDS = 30
_WAL_ATTEMPTS = 600
_WRITER_LOCK = 0x636C61696D6C656E  # "claimlen": the same number in every process that opens a store
_MIGRATION_TURN = Lock()  # Alembic's ``context`` and ``op`` are one per process
_ALLOWED = "use sqlite:///path/to/file.sqlite3 or postgresql://user@host/name"


class Database:
    """An engine whose schema is current. Safe to share between threads."""

    def __init__(self, url: str | None) -> None:
        self._url = _checked(url)
        self.name = self._url.render_as_string(hide_password=True)
        try:
            self._engine = _engine(self._url)
        except ImportError as error:
            raise StoreError(
                f"{self.name}: the driver is missing; install it with: pip install 'claimlens[postgres]'"
            ) from error
        try:
            with self._telling():
                self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Open a transaction that sees one state of the database throughout (SQLite) or per statement (PostgreSQL)."""
        with self._telling(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Open a transaction that no other writer runs beside; it is on disk when this returns."""
        with self._telling(), self._engine.connect() as plain:
            connection = plain.execution_options(claimlens_write=True)
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _WRITER_LOCK})
                yield connection

    @contextmanager
    def _telling(self) -> Generator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, UnicodeError, OverflowError) as error:
            raise StoreError(_explain(self.name, error)) from error
        except CommandError as error:
            raise StoreError(f"{self.name}: cannot be brought up to date: {error}; reinstall claimlens") from error

    def _bring_up_to_date(self) -> None:
        if self._engine.dialect.name == "sqlite":
            self._switch_to_wal()
        script = ScriptDirectory.from_config(_config())
        with self.reading() as connection:
            if self._is_current(connection, script):
                return
        with _MIGRATION_TURN, self.writing() as connection:
            if not self._is_current(connection, script):
                self._refuse_foreign_tables(connection)
                command.upgrade(_config(connection), "head")

    def _is_current(self, connection: Connection, script: ScriptDirectory) -> bool:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        found = set(context.get_current_heads())
        unknown = found - {revision.revision for revision in script.walk_revisions()}
        if unknown:
            raise StoreError(
                f"{self.name}: was written by a newer claimlens (schema {', '.join(sorted(unknown))}); "
                "upgrade claimlens, or open another database"
            )
        return found == set(script.get_heads())

    def _refuse_foreign_tables(self, connection: Connection) -> None:
        """Keep out of a file that belongs to another program; a PostgreSQL database may well be shared."""
        tables = inspect(connection).get_table_names()
        if connection.dialect.name == "sqlite" and tables and VERSION_TABLE not in tables:
            raise StoreError(
                f"{self.name}: holds another program's tables ({', '.join(sorted(tables)[:3])}); name another file"
            )

    def _switch_to_wal(self) -> None:
        """Make readers and the writer independent; the file remembers it.

        SQLite answers "locked" at once, without its usual waiting, when another process switches the same file.
        """
        for attempt in range(_WAL_ATTEMPTS):
            try:
                with closing(self._engine.raw_connection()) as connection:
                    connection.cursor().execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or attempt == _WAL_ATTEMPTS - 1:
                    raise
                sleep(_WAIT_SECONDS / _WAL_ATTEMPTS)
            else:
                return


def _checked(url: str | None) -> URL:
    try:
        parsed = _default_url() if url is None else make_url(url)
        backend = parsed.get_backend_name()
    except ArgumentError as error:
        raise StoreError(f"{url!r}: not a database URL; {_ALLOWED}") from error
    if backend == "postgres":
        parsed = parsed.set(drivername="postgresql")
        backend = "postgresql"
    if backend not in ("sqlite", "postgresql"):
        raise StoreError(f"{parsed.render_as_string()}: unknown kind of database {backend!r}; {_ALLOWED}")
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed


def _default_url() -> URL:
    return URL.create("sqlite", database=str(user_data_path("claimlens", appauthor=False) / "claimlens.sqlite3"))


def _engine(url: URL) -> Engine:
    name = url.render_as_string(hide_password=True)
    try:
        if url.get_backend_name() == "postgresql":
            return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10} | dict(url.query))
        return _sqlite_engine(url)
    except NoSuchModuleError as error:
        raise StoreError(f"{name}: unknown driver; {_ALLOWED}") from error
    except ArgumentError as error:
        raise StoreError(f"{name}: {error}; {_ALLOWED}") from error


def _sqlite_engine(url: URL) -> Engine:
    in_memory = url.database in (None, "", ":memory:")
    if not in_memory:
        _make_folder(url)
    engine = create_engine(
        url,
        poolclass=QueuePool,
        # A database in memory is its one connection, which threads then take in turn.
        pool_size=1 if in_memory else 5,
        max_overflow=0 if in_memory else 10,
        connect_args={"check_same_thread": False, "timeout": _WAIT_SECONDS},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{folder}: the folder of the database cannot be made ({error.strerror}); "
            "make it, or name another file in CLAIMLENS_DATABASE_URL"
        ) from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are opened by _begin_sqlite, not guessed by the driver
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA synchronous=FULL")  # a committed decision survives a power cut
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns writer halfway fails when another writer came first; a writer says so from the start.
    write = connection.get_execution_options().get("claimlens_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


_REMEDIES = (
    ("not a database", "the file is something else; name another file"),
    ("malformed", "the file is damaged; restore it from a copy, or name another file"),
    ("readonly", "the file or its folder is read-only; make it writable or name another file"),
    ("read-only", "the database is read-only; make it writable or name another one"),
    ("unable to open", "check that the folder exists and can be written, or name another file"),
    ("locked", "another program keeps it locked; close that program and try again"),
    ("full", "free some disk space and try again"),
    ("foreign key", "it names an item, critique or decision that is not in the store; save that first"),
    ("already exists", "the database holds other tables of that name; use a database or schema of its own"),
    ("does not exist", "create it, or correct the name in CLAIMLENS_DATABASE_URL"),
    ("authentication", "correct user and password in CLAIMLENS_DATABASE_URL"),
    ("connect", "check that the server runs and that CLAIMLENS_DATABASE_URL names it"),
)


def _explain(name: str, error: Exception) -> str:
    """Say what happened without the statement and its values, which hold the reviewer's texts."""
    cause = str(error.orig if isinstance(error, DBAPIError) and error.orig else error).strip()
    cause = cause.split("\n[SQL:")[0]
    known = (remedy for mark, remedy in _REMEDIES if mark in cause.lower())
    return f"{name}: {cause}; {next(known, 'try again, and report it with this text if it stays')}"
