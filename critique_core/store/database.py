"""One database behind a store: opened, brought up to date, and used in short transactions.

Writers take turns, on SQLite by its write lock and on PostgreSQL by an advisory lock, so that the order of decision
numbers is the order of commits. Errors of the driver leave here as ``StoreError`` with what to do.
"""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from critique_core.errors import StoreError, StoreOutdated
from critique_core.http.address import without_password
from critique_core.store.engines import WAIT_SECONDS, engine, is_in_memory, reading_engine, refuse_folder
from critique_core.store.tables import VERSION_TABLE
from critique_core.store.turns import Turns

_MIGRATIONS = Path(__file__).parent / "migrations"
_WAL_PAUSE_SECONDS = 0.05
_TURN_SECONDS = 120  # longer than one wait for SQLite: a turn comes in order, so it does come
_WRITER_LOCK = 0x636C61696D6C656E  # "claimlen": the same number in every process that opens a store
_MIGRATION_TURN = Lock()  # Alembic's ``context`` and ``op`` are one per process
_MAYBE_KEPT = "the connection was lost while this was being saved; see whether it is there before you repeat it"
_GAVE_WAY = ("40001", "40P01")  # serialisation failure and deadlock: nothing of the transaction is kept
_Result = TypeVar("_Result")
_ALLOWED = "use sqlite:///path/to/file.sqlite3 or postgresql://user@host/name"


class Database:
    """An engine whose schema is current. Safe to share between threads."""

    def __init__(
        self, url: str | None, *, read_only: bool = False, as_it_is: bool = False, there: bool = False
    ) -> None:
        """With ``read_only`` nothing is made or brought up to date: a schema that is not current is refused.

        With ``as_it_is`` nothing is brought up to date either, whatever the schema is; ``versions`` tells. With
        ``there`` a schema is brought up to date, but none is made: a database without tables is refused.
        """
        if there:
            require_file(url)
        self._url = checked_url(url)
        self._turns = Turns()
        self.name = shown(self._url)
        try:
            self._engine = (reading_engine if read_only else engine)(self._url)
        except ImportError as error:
            raise StoreError(
                f"{self.name}: the driver is missing; install it with: pip install 'claimlens[postgres]'"
            ) from error
        except NoSuchModuleError as error:
            raise StoreError(f"{self.name}: unknown driver; {_ALLOWED}") from error
        except ArgumentError as error:
            raise StoreError(f"{self.name}: {error}; {_ALLOWED}") from error
        try:
            with self._telling():
                if read_only:
                    self._require_current()
                elif not as_it_is:
                    if there:
                        self._require_tables()
                    self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    @property
    def revision(self) -> str:
        """The migration that the tables are at, which is the last one there is."""
        return ", ".join(ScriptDirectory.from_config(_config()).get_heads())

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Open a transaction that sees one state of the database throughout (SQLite) or per statement (PostgreSQL)."""
        with self._telling(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def snapshot(self) -> Generator[Connection]:
        """Open a transaction that sees one state of the database throughout, however long it reads."""
        with self._telling(), self._engine.connect() as plain:
            options = {"isolation_level": "REPEATABLE READ"} if plain.dialect.name == "postgresql" else {}
            connection = plain.execution_options(**options)
            with connection.begin():
                yield connection

    def versions(self) -> tuple[str | None, str]:
        """The schema's version, ``None`` where there are no tables of claimlens, and the one that this program uses."""
        newest = ScriptDirectory.from_config(_config()).get_current_head()
        with self.reading() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
            return context.get_current_revision(), newest or ""

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Open a transaction during which no other writer runs; it is on disk when this returns."""
        with self._telling(), self._writing() as connection:
            yield connection

    def write(self, step: Callable[[Connection], _Result], *, repeatable: bool = True) -> _Result:
        """Run the step in a writing transaction, once more if the database broke the transaction off.

        It does so when the connection is lost, and when PostgreSQL lets a transaction give way to another one. If the
        connection is lost just when the transaction ends, it may have been kept all the same: only a step that is
        ``repeatable``, which does nothing when its work is done, is run again then. Else ``StoreError`` says so.
        """
        ending = False

        def attempt() -> _Result:
            nonlocal ending
            with self._writing() as connection:
                result = step(connection)
                ending = True
            return result

        with self._telling():
            try:
                return attempt()
            except DBAPIError as error:
                if not _broken_off(error):
                    raise
                if ending and not repeatable:
                    raise StoreError(f"{self.name}: {_MAYBE_KEPT}") from error
            in_doubt = ending
            try:
                return attempt()
            except DBAPIError as error:
                if in_doubt:
                    raise StoreError(f"{self.name}: {_MAYBE_KEPT}") from error
                raise

    @contextmanager
    def _writing(self) -> Generator[Connection]:
        with self._turns.taken(_TURN_SECONDS) as mine:
            if not mine:
                raise StoreError(f"{self.name}: other writers kept it busy for {_TURN_SECONDS} seconds; try again")
            try:
                with self._engine.connect() as plain:
                    if plain.dialect.name == "sqlite":
                        self._turns.make_room()
                    connection = plain.execution_options(claimlens_write=True)
                    with connection.begin():
                        if connection.dialect.name == "postgresql":
                            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _WRITER_LOCK})
                        yield connection
            finally:
                self._turns.done()

    @contextmanager
    def _telling(self) -> Generator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, UnicodeError, OverflowError) as error:
            raise StoreError(explain(self.name, error)) from error
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
                self.refuse_foreign_tables(connection)
                command.upgrade(_config(connection), "head")

    def _require_tables(self) -> None:
        with self.reading() as connection:
            found = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_heads()
            if not found:
                self.refuse_foreign_tables(connection)
                raise StoreError(
                    f"{self.name}: there are no tables of claimlens in it; correct the database's name, or have them "
                    "made by: claimlens import, claimlens app, or empty: claimlens db upgrade"
                )

    def _require_current(self) -> None:
        with self.reading() as connection:
            if not self._is_current(connection, ScriptDirectory.from_config(_config())):
                self.refuse_foreign_tables(connection)
                raise StoreOutdated(
                    f"{self.name}: its tables are an older claimlens's or not made yet; open the app, which upgrades "
                    "it, or run claimlens db upgrade"
                )

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

    def refuse_foreign_tables(self, connection: Connection) -> None:
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
        deadline = monotonic() + WAIT_SECONDS
        while True:
            try:
                with closing(self._engine.raw_connection()) as connection:
                    connection.cursor().execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or monotonic() > deadline:
                    raise
                sleep(_WAL_PAUSE_SECONDS)
            else:
                return


def checked_url(url: str | None) -> URL:
    """Read a database's address, the one in the user's data folder if there is none. Raises ``StoreError``."""
    try:
        parsed = _default_url() if url is None else make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, ValueError) as error:  # the latter for a port that is no number
        raise StoreError(f"{without_password(str(url))!r}: not a database URL; {_ALLOWED}") from error
    if backend == "postgres":
        parsed = parsed.set(drivername="postgresql")
        backend = "postgresql"
    if backend not in ("sqlite", "postgresql"):
        raise StoreError(f"{shown(parsed)}: unknown kind of database {backend!r}; {_ALLOWED}")
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return parsed


def shown(url: URL) -> str:
    """The address as it may be shown: without its password."""
    return without_password(url.render_as_string(hide_password=False))


def _default_url() -> URL:
    return URL.create("sqlite", database=str(user_data_path("claimlens", appauthor=False) / "claimlens.sqlite3"))


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


_REMEDIES = (
    ("only ever added", "add an event that takes it back, or delete the whole review on the History page"),
    ("not a database", "the file is something else; name another file"),
    ("malformed", "the file is damaged; restore it from a copy, or name another file"),
    ("readonly", "the file or its folder is read-only; make it writable or name another file"),
    ("read-only", "the database is read-only; make it writable or name another one"),
    ("unable to open", "check that the folder exists and can be written, or name another file"),
    ("locked", "another program keeps it locked; close that program and try again"),
    ("full", "free some disk space and try again"),
    ("foreign key", "it names an item, critique or decision that is not in the store; save that first"),
    ("already exists", "the database holds other tables of that name; use a database or schema of its own"),
    ("does not exist", "create it, or correct the name in the database's address"),
    ("starting up", "wait until the server runs, and try again"),
    ("shutting down", "wait until the server runs again, and try again"),
    ("too many", "the server takes no more connections; close some, or raise its max_connections"),
    ("terminating connection", "nothing of it is saved; try again"),
    ("connection unexpectedly", "nothing of it is saved; try again"),
    ("connection is lost", "nothing of it is saved; try again"),
    ("resolve host", "correct the host's name in the database's address"),
    ("authentication", "correct user and password in the database's address"),
    ("connect", "check that the server runs and that the database's address names it"),
)


def require_kept(url: str | None) -> None:
    """Refuse the address of a database in memory, for what is to be kept. Raises ``StoreError``."""
    address = checked_url(url)
    if is_in_memory(address):
        raise StoreError(
            f"{shown(address)}: is in memory, where nothing is kept; name a file, such as "
            "sqlite:///reviews.sqlite3, or postgresql://user@host/name"
        )


def require_file(url: str | None) -> None:
    """Refuse the address of a SQLite file that is not there, and of a database in memory. Raises ``StoreError``."""
    require_kept(url)
    if named := missing_file(url):
        refuse_folder(Path(named))
        raise StoreError(
            f"{named}: there is no such file; correct the database's name, or make it: claimlens import, claimlens "
            "app, or empty: claimlens db upgrade"
        )


def missing_file(url: str | None) -> str | None:
    """The SQLite file of an address, where it is not there."""
    address = checked_url(url)
    named = address.database
    there = address.get_backend_name() != "sqlite" or is_in_memory(address) or Path(str(named)).is_file()
    return None if there else named


def _broken_off(error: DBAPIError) -> bool:
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _GAVE_WAY


def explain(name: str, error: Exception) -> str:
    """Say what happened, and what to do, without the statement and its values, which hold the reviewer's texts."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    # PostgreSQL's further lines name rows with their values, and places in its own code.
    primary = getattr(getattr(origin, "diag", None), "message_primary", None)
    cause = str(primary or origin).strip().split("\n[SQL:")[0]
    known = (remedy for mark, remedy in _REMEDIES if mark in cause.lower())
    return f"{name}: {cause}; {next(known, 'try again, and report it with this text if it stays')}"
