"""A PostgreSQL server of our own, for tests and benchmarks."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

MISSING = "PostgreSQL is not installed; on Debian: apt-get install postgresql"


def programs() -> Path | None:
    """Debian keeps the server's programs off the PATH, one folder a version; take the newest."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return Path(found).parent if found else None


@contextmanager
def server(*, durable: bool = False) -> Iterator[Path]:
    """A server on a socket in a short-lived folder; the folder is its host name.

    It waits for the disk only where it is ``durable``. Raises ``FileNotFoundError`` without an installed PostgreSQL.
    """
    found = programs()
    if found is None:
        raise FileNotFoundError(MISSING)
    # PostgreSQL refuses to run as root; socket paths must be short, so this is no folder of pytest's.
    account = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="claimlens-pg-"))
    if account:
        shutil.chown(folder, account)

    def run(program: str, *arguments: str) -> None:
        command = [found / program, "-D", folder / "cluster", *arguments]
        subprocess.run(command, check=True, user=account, cwd=folder, stdout=subprocess.DEVNULL)

    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync={'on' if durable else 'off'}"
    try:
        run("initdb", "-A", "trust", "-U", "claimlens", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        yield folder
    finally:
        if (folder / "cluster" / "postmaster.pid").exists():
            run("pg_ctl", "stop", "-m", "immediate")
        shutil.rmtree(folder, ignore_errors=True)


def make_database(folder: Path, name: str | None = None, template: str | None = None) -> str:
    """Make a database on the server, empty or as a copy of another one; returns its URL."""
    name = name or f"reviews_{uuid4().hex}"
    copied = f" TEMPLATE {template}" if template else ""
    with connected(folder) as connection:
        connection.execute(f"CREATE DATABASE {name}{copied}".encode())
    return f"postgresql://claimlens@/{name}?host={folder}"


def connected(folder: Path, database: str = "postgres") -> psycopg.Connection:
    """A connection of our own to a database of the server, each statement a transaction."""
    return psycopg.connect(host=str(folder), user="claimlens", dbname=database, autocommit=True)
