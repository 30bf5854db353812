"""A whole database as one SQLite file, and back into either engine."""

import os
import sqlite3
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from critique_core.errors import InvalidInput, StoreError
from critique_core.store.copying import copy_all, count_rows
from critique_core.store.database import Database, checked_url, explain, require_file, require_kept, shown
from critique_core.store.engines import read_only

Counts = dict[str, int]
"""The number of rows of each table."""


def upgrade(url: str | None) -> tuple[str | None, str]:
    """Bring the tables up to date, or make them; returns the version that they had and the one they have.

    Raises ``StoreError``.
    """
    require_kept(url)
    with closing(Database(url, as_it_is=True)) as database:
        before, newest = database.versions()
    Database(url).close()
    return before, newest


def back_up(url: str | None, out: Path) -> Counts:
    """Write the whole database, as it is at one moment, to a new SQLite file; others may use it meanwhile.

    A SQLite file is copied page by page, with the version that its tables have. Of PostgreSQL, whose tables must be
    current, every row is copied. Raises ``InvalidInput`` when the file is there or cannot be written, ``StoreError``.
    """
    if out.exists():
        raise InvalidInput(f"{out}: is there already; name a new file, so that no older backup is lost")
    require_file(url)
    address = checked_url(url)
    with _new_folder(out) as folder:
        made = folder / "backup.sqlite3"
        if address.get_backend_name() == "sqlite":
            _copy_file(Path(str(address.database)), made)
        else:
            _copy_rows(address.render_as_string(hide_password=False), made)
        with _called(made, str(address.database)):
            counts = _checked_copy(made)
        with made.open("rb+") as written:
            os.fsync(written.fileno())
        try:
            os.link(made, out)  # unlike a rename, it takes no other file's place
        except FileExistsError as error:
            raise InvalidInput(f"{out}: was made by someone else meanwhile; name a new file") from error
    return counts


def put_back(file: Path, url: str | None) -> Counts:
    """Copy every row of a backup, or of a store's SQLite file, into an empty database of either engine.

    The tables are made if need be; a file of an older claimlens is brought up to date in a copy, it stays as it is.
    Raises ``StoreError`` when the database is not empty or in memory, or the file damaged, newer, another program's or
    of none; then nothing is copied, and no database made.
    """
    require_kept(url)
    if not file.is_file():
        what = "is a folder" if file.is_dir() else "there is no such file"
        raise InvalidInput(f"{file}: {what}; name a backup, or a store's SQLite file")
    target = checked_url(url)
    if target.get_backend_name() == "sqlite" and Path(str(target.database)).resolve() == file.resolve():
        raise InvalidInput(f"{file}: is the database itself; name another one to copy it into")
    with tempfile.TemporaryDirectory(prefix="claimlens-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy_file(file, copy)
        with _called(copy, str(file)):
            _checked_copy(copy)
            source = Database(f"sqlite:///{copy}")
        with (
            closing(source),
            closing(Database(url)) as database,
            source.reading() as rows,
            database.writing() as connection,
        ):
            return copy_all(rows, connection, database.name)


def move(file: Path, url: str) -> Counts:
    """Copy every row of a SQLite file into an empty PostgreSQL database; the file stays as it is.

    Raises as ``put_back``, and ``InvalidInput`` where the address is not PostgreSQL's.
    """
    if checked_url(url).get_backend_name() != "postgresql":
        raise InvalidInput(f"{url}: is not PostgreSQL; for a SQLite file use claimlens db backup and restore")
    return put_back(file, url)


def sqlite_file(named: str) -> Path:
    """The file that a path or a SQLite address names. Raises ``InvalidInput`` for another address."""
    if "://" not in named:
        return Path(named)
    address = checked_url(named)
    if address.get_backend_name() != "sqlite" or not address.database:
        raise InvalidInput(f"{shown(address)}: is not a SQLite file; name one, or back it up to one")
    return Path(address.database)


@contextmanager
def _new_folder(out: Path) -> Generator[Path]:
    try:
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise InvalidInput(f"{out}: cannot be written: {error.strerror or error}") from error


def _copy_file(source: Path, made: Path) -> None:
    """SQLite's own online backup: writers go on meanwhile, and the copy is of one moment."""
    try:
        with closing(read_only(source)) as original, closing(sqlite3.connect(made)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, which can be opened where nothing may be written
    except sqlite3.Error as error:
        raise StoreError(explain(str(source), error)) from error


def _copy_rows(url: str, made: Path) -> None:
    with closing(Database(url, as_it_is=True)) as source:
        found, newest = source.versions()
        if found is None:
            raise StoreError(f"{source.name}: there are no tables of claimlens in it; correct the database's name")
        if found != newest:
            raise StoreError(f"{source.name}: its tables are not current; run claimlens db upgrade first")
        with (
            closing(Database(f"sqlite:///{made}")) as target,
            source.snapshot() as rows,
            target.writing() as connection,
        ):
            copy_all(rows, connection, target.name)
    with closing(sqlite3.connect(made)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def _called(copy: Path, original: str) -> Generator[None]:
    """Errors of a copy, which is soon gone, name the file that it is of."""
    try:
        yield
    except StoreError as error:
        raise StoreError(str(error).replace(f"sqlite:///{copy}", original)) from error


def _checked_copy(made: Path) -> Counts:
    with closing(Database(f"sqlite:///{made}", as_it_is=True)) as copied:
        if copied.versions()[0] is None:
            raise StoreError(f"{copied.name}: there are no tables of claimlens in it; name another file")
        with copied.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalar_one()
            counts = count_rows(connection)
    if found != "ok":
        raise StoreError(
            f"sqlite:///{made}: is damaged ({found.splitlines()[0]}); restore it from a copy, or name another file"
        )
    return counts
