"""How an app is served for a browser, and how long its pages are waited for."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

# How long a condition may take to come true says more about what else the machine is doing than about the page.
PATIENCE_MILLISECONDS = 60_000
StartApp = Callable[..., str]


class Served(NamedTuple):
    """Where a running app answers, and the file of its store."""

    address: str
    database: Path
