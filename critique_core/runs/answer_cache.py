"""Answers of models kept on disk by the fingerprint of all that decides them, so that no question costs twice.

One SQLite file for any number of processes and threads. What cannot be read or written costs an answer, never a
critique: a broken file is begun anew, a place that cannot be written is done without, and ``notes`` say so.
"""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from critique_core.provenance import canonical_json

MOST_BYTES = 256 * 1024 * 1024
"""Of answers, not counting what SQLite adds; the ones used longest ago go first."""
_FREED_TO = 0.9  # of the limit, so that not every answer has to make room
_WAIT_SECONDS = 5.0
_AT_ONCE = 500  # variables in one statement; SQLite's oldest limit is 999
_FORMAT = 1
_TABLE = """CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, bytes INTEGER NOT NULL, used REAL NOT NULL)"""
# All that making room reads, so that no answer is read for it.
_BY_AGE = "CREATE INDEX IF NOT EXISTS answers_by_age ON answers (used, key, bytes)"
_Result = TypeVar("_Result")


class AnswerCache:
    """JSON values by key. ``notes`` say what was lost and why; a reader of a critique is shown them."""

    def __init__(self, path: Path | str, *, most_bytes: int = MOST_BYTES) -> None:
        """Nothing is opened yet."""
        self.path = Path(path)
        self.notes: tuple[str, ...] = ()
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._given_up = False

    def get(self, keys: Iterable[str]) -> dict[str, Any]:
        """The values that are kept, by key; each counts as used now."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, Any] = {}
        for start in range(0, len(wanted), _AT_ONCE):
            found |= self._get(wanted[start : start + _AT_ONCE])
        return found

    def put(self, values: Mapping[str, Any]) -> None:
        """Keep values that JSON can write; a key that is kept already takes the new value."""
        now = time.time()
        rows = [(key, text, len(text.encode()), now) for key, text in _written(values)]
        if not rows:
            return

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", rows)
            self._make_room(connection)
            connection.execute("COMMIT")

        self._do(write)

    def size(self) -> tuple[int, int] | None:
        """How many answers are kept, and their bytes; ``None`` when the file cannot be used."""
        if not self.path.exists():
            return 0, 0

        def counted(connection: sqlite3.Connection) -> tuple[int, int]:
            row: tuple[int, int] = connection.execute(
                "SELECT COUNT(*), COALESCE(SUM(bytes), 0) FROM answers"
            ).fetchone()
            return row

        return self._do(counted)

    def clear(self) -> bool:
        """Forget all answers; ``False`` when the file cannot be used."""
        return self._do(lambda connection: connection.execute("DELETE FROM answers")) is not None

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            self._drop()

    def _get(self, keys: list[str]) -> dict[str, Any]:
        marks = ",".join("?" * len(keys))

        def read(connection: sqlite3.Connection) -> list[tuple[str, str]]:
            rows = connection.execute(f"SELECT key, value FROM answers WHERE key IN ({marks})", keys).fetchall()  # noqa: S608
            if rows:
                held = [key for key, _ in rows]
                connection.execute(
                    f"UPDATE answers SET used = ? WHERE key IN ({','.join('?' * len(held))})",  # noqa: S608
                    [time.time(), *held],
                )
            return rows

        return {key: value for key, text in self._do(read) or () if (value := _read(text)) is not None}

    def _make_room(self, connection: sqlite3.Connection) -> None:
        total: int = connection.execute("SELECT COALESCE(SUM(bytes), 0) FROM answers").fetchone()[0]
        if total <= self._most_bytes:
            return
        over = total - int(self._most_bytes * _FREED_TO)
        connection.execute(
            "DELETE FROM answers WHERE key IN (SELECT key FROM (SELECT key, SUM(bytes) OVER "
            "(ORDER BY used, key) - bytes AS freed FROM answers) WHERE freed < ?)",
            (over,),
        )

    # --- the file ----------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """What ``work`` gives on the open file; ``None`` where there is none to work on."""
        with self._lock:
            for attempt in (1, 2):
                if self._given_up:
                    return None
                try:
                    return work(self._opened())
                except sqlite3.Error as error:
                    self._recover(error, last=attempt == 2)
            return None

    def _opened(self) -> sqlite3.Connection:
        if self._process != os.getpid():
            self._connection = None  # a forked child must not use its parent's connection
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise sqlite3.OperationalError(str(error)) from error
            self._connection = _connected(self.path)
            self._process = os.getpid()
        return self._connection

    def _recover(self, error: sqlite3.Error, *, last: bool) -> None:
        with suppress(sqlite3.Error):
            if self._connection is not None and self._connection.in_transaction:
                self._connection.rollback()
        if _is_busy(error):
            self._given_up = False
            if last:
                self._tell(f"cache: {self.path} is busy; some answers were not kept")
            return
        self._drop()
        if last or not _is_broken(error):
            self._given_up = True
            self._tell(f"cache: {self.path} cannot be used ({error}); see that it can be written")
            return
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                self.path.with_name(self.path.name + suffix).unlink()
        self._tell(f"cache: {self.path} was broken ({error}) and is begun anew")

    def _drop(self) -> None:
        if self._connection is not None and self._process == os.getpid():
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _tell(self, note: str) -> None:
        if note not in self.notes:
            self.notes = (*self.notes, note)


def _connected(path: Path) -> sqlite3.Connection:
    # Answers repeat what drafts and sources say: the file is its owner's alone from its first byte on.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _FORMAT):
            raise sqlite3.DatabaseError(f"format {version}, not {_FORMAT}: malformed")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(_TABLE)
        connection.execute(_BY_AGE)
        connection.execute(f"PRAGMA user_version = {_FORMAT}")
        with closing(connection.execute("SELECT key, value, bytes, used FROM answers LIMIT 1")) as cursor:
            cursor.fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _is_broken(error: sqlite3.Error) -> bool:
    """Whether the file is no cache that can be read, rather than one that cannot be reached."""
    name: str = getattr(error, "sqlite_errorname", "") or ""
    told = str(error)
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or any(
        words in told for words in ("malformed", "no such column", "not a database", "has no column", "no such table")
    )


def _written(values: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for key, value in values.items():
        with suppress(ValueError, TypeError, UnicodeEncodeError):
            text = canonical_json(value)
            text.encode()
            yield key, text


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
