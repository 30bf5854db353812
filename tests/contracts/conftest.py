"""The back ends that the store's contract is run over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from critique_core.store import Store
from tests.makers.databases import empty_sqlite
from tests.makers.postgresql import MISSING, make_database, programs, server


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """A server of our own; the folder is its host name."""
    if programs() is None:
        pytest.skip(MISSING)
    with server() as folder:
        yield folder


@pytest.fixture(scope="session")
def postgres_template(postgres_folder: Path) -> str:
    """The name of a database that has all tables, to be copied."""
    Store.open(make_database(postgres_folder, "reviews_template")).close()
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
    template = request.getfixturevalue("postgres_template") if current else None
    return make_database(folder, template=template)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store."""
    with Store.open(url) as opened:
        yield opened
