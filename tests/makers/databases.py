"""Databases whose tables are made once and copied for each test."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from critique_core.store import Store


@cache
def _template() -> Path:
    path = Path(tempfile.mkdtemp(prefix="claimlens-template-")) / "reviews.sqlite3"
    Store.open(f"sqlite:///{path}").close()
    return path


def empty_sqlite(path: Path) -> str:
    """Put an empty database with all its tables at ``path``, and return its address."""
    shutil.copyfile(_template(), path)
    return f"sqlite:///{path}"
