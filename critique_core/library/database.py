"""The library's SQLite file: opened or made, shared by threads and processes, used in short transactions.

Errors of the driver leave here as ``StoreError`` with what to do.
"""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from time import sleep

from critique_core.errors import StoreError

_APPLICATION = 0x436C4C62
_VERSION = 1
_WAIT_SECONDS = 60
_WAL_ATTEMPTS = 600
# The whole text of a document is last, so that reading the rest of a row skips it; each passage has its own text
# too, because taking eight passages out of a text of millions of characters would cost more than finding them.
_SCHEMA = """
    CREATE TABLE files (path BLOB PRIMARY KEY, shown TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file BLOB, hash TEXT NOT NULL, name TEXT NOT NULL,
        searchable TEXT NOT NULL, type TEXT NOT NULL, path TEXT, url TEXT, stemmer TEXT NOT NULL,
        characters INTEGER NOT NULL, passages INTEGER NOT NULL, terms INTEGER NOT NULL, added_at TEXT NOT NULL,
        page_starts TEXT, record TEXT NOT NULL, content TEXT NOT NULL
    );
    CREATE INDEX documents_by_file ON documents (file);
    CREATE INDEX documents_by_name ON documents (name, id);
    CREATE TABLE passages (
        number INTEGER PRIMARY KEY, document INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
        section TEXT NOT NULL, text TEXT NOT NULL
    );
    CREATE INDEX passages_by_document ON passages (document);
    CREATE VIRTUAL TABLE passage_terms USING fts5 (terms, tokenize = 'ascii');
    CREATE TABLE frequencies (term TEXT PRIMARY KEY, passages INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE totals (
        stemmer TEXT PRIMARY KEY, documents INTEGER NOT NULL, passages INTEGER NOT NULL, terms INTEGER NOT NULL
    ) WITHOUT ROWID;
"""


def sqlite_here() -> tuple[str, bool]:
    """The version of this Python's SQLite, and whether it has the full-text search that the library needs."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE found USING fts5 (terms, tokenize = 'ascii')")
        except sqlite3.OperationalError:
            return sqlite3.sqlite_version, False
    return sqlite3.sqlite_version, True


class Database:
    """One file and a few open connections to it. Safe to share between threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._lock = Lock()
        self._closed = False
        self._make_folder()
        with self._telling():
            self._prepare()

    def close(self) -> None:
        """Close the idle connections; one that is in use is closed when it comes back."""
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """One state of the library throughout, whatever others write meanwhile."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A transaction during which no other writer runs: all of it is kept, or nothing."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str) -> Generator[sqlite3.Connection]:
        with self._telling():
            connection = self._take()
            try:
                connection.execute(begin)
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._path}: the library is closed; open it again")
            if self._idle:
                return self._idle.pop()
        return self._connected()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=64
        )
        # With write-ahead logging a crash loses no consistency; a power cut may lose the last files added.
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def _prepare(self) -> None:
        with closing(self._connected()) as connection:
            _switch_to_wal(connection)
            if self._is_current(connection):
                return
            connection.execute("BEGIN IMMEDIATE")
            if not self._is_current(connection):
                # A script would end the transaction first.
                for statement in _SCHEMA.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {_VERSION}")
            connection.execute("COMMIT")

    def _is_current(self, connection: sqlite3.Connection) -> bool:
        # Tables first: whoever makes them in this moment writes the numbers in the same transaction.
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if tables and application != _APPLICATION:
            raise StoreError(f"{self._path}: holds another program's tables; name another file for the library")
        if version > _VERSION:
            raise StoreError(f"{self._path}: was written by a newer claimlens; upgrade claimlens, or name another file")
        return bool(tables)

    def _make_folder(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{self._path.parent}: the folder of the library cannot be made ({error.strerror}); make it, "
                "or name another file in CLAIMLENS_LIBRARY_PATH"
            ) from error

    @contextmanager
    def _telling(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeError, OverflowError) as error:
            known = (remedy for mark, remedy in _REMEDIES if mark in str(error).lower())
            remedy = next(known, "try again, and report it with this text if it stays")
            raise StoreError(f"{self._path}: {error}; {remedy}") from error


_REMEDIES = (
    ("fts5", "this Python's SQLite lacks full-text search; use a Python from python.org or your system's own"),
    ("not a database", "the file is something else; name another file for the library"),
    ("malformed", "the file is damaged; delete it and add your documents again"),
    ("readonly", "the file or its folder is read-only; make it writable or name another file"),
    ("unable to open", "check that the folder exists and can be written, or name another file"),
    ("locked", "another program keeps it locked; close that program and try again"),
    ("full", "free some disk space and try again"),
)


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Make readers and the writer independent; SQLite answers "locked" at once when another process does the same."""
    for attempt in range(_WAL_ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == _WAL_ATTEMPTS - 1:
                raise
            sleep(_WAIT_SECONDS / _WAL_ATTEMPTS)
        else:
            return
