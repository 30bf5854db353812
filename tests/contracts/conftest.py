"""The back ends that the store's contract is run over."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from critique_core.store import Store
from tests.makers.databases import empty_sqlite

_MISSING = "PostgreSQL is not installed; on Debian: apt-get install postgresql"


def _programs() -> Path | None:
    """Debian keeps the server's programs off the PATH, one folder a version; take the newest."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return Path(found).parent if found else None


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """A server of our own on a socket in a short-lived folder; the folder is its host name."""
    programs = _programs()
    if programs is None:
        pytest.skip(_MISSING)
    # PostgreSQL refuses to run as root; socket paths must be short, so this is no folder of pytest's.
    account = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="claimlens-pg-"))
    if account:
        shutil.chown(folder, account)

    def run(program: str, *arguments: str) -> None:
        command = [programs / program, "-D", folder / "cluster", *arguments]
        subprocess.run(command, check=True, user=account, cwd=folder, stdout=subprocess.DEVNULL)

    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    try:
        run("initdb", "-A", "trust", "-U", "claimlens", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        yield folder
    finally:
        if (folder / "cluster" / "postmaster.pid").exists():
            run("pg_ctl", "stop", "-m", "immediate")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_template(postgres_folder: Path) -> str:
    """The name of a database that has all tables, to be copied."""
    Store.open(_made(postgres_folder, "reviews_template")).close()
    return "reviews_template"


BACK_ENDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any table; with all of them where the test asks for ``store``, which is opened on it."""
    current = "store" in request.fixturenames
    if request.param == "sqlite":
        path = tmp_path / "reviews.sqlite3"
        return empty_sqlite(path) if current else f"sqlite:///{path}"
    folder = request.getfixturevalue("postgres_folder")
    template = f" TEMPLATE {request.getfixturevalue('postgres_template')}" if current else ""
    return _made(folder, f"reviews_{uuid4().hex}", template)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store."""
    with Store.open(url) as opened:
        yield opened


def _made(folder: Path, name: str, template: str = "") -> str:
    with psycopg.connect(host=str(folder), user="claimlens", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}{template}".encode())
    return f"postgresql://claimlens@/{name}?host={folder}"
