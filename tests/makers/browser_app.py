"""How an app is served for a browser, and how long its pages are waited for."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext

# How long a condition may take to come true says more about what else the machine is doing than about the page.
PATIENCE_MILLISECONDS = 60_000
StartApp = Callable[..., str]


class Served(NamedTuple):
    """Where a running app answers, and the file of its store."""

    address: str
    database: Path


class Chromium:
    """A browser that is started when it is first wanted, and anew if it has crashed."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._running: Browser | None = None
        self._context: BrowserContext | None = None

    def running(self) -> Browser:
        if self._running is None or not self._running.is_connected():
            self._running = self._launch()
            self._context = None
        return self._running

    def context(self) -> BrowserContext:
        """The one that tests share: a new one would fetch and compile Streamlit's scripts anew for each."""
        browser = self.running()
        if self._context is None:
            self._context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        return self._context

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
