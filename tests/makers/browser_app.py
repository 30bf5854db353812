"""How an app is served for a browser, and how long its pages are waited for."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

# How long a condition may take to come true says more about what else the machine is doing than about the page.
PATIENCE_MILLISECONDS = 60_000
APP_HOST = "127.0.0.1"
StartApp = Callable[..., str]


class Served(NamedTuple):
    """Where a running app answers, and the file of its store."""

    address: str
    database: Path


class Chromium:
    """A browser that is started when it is first wanted, and anew if it has crashed.

    Its pages are opened by one page that stays: so they share a renderer, which starts once and keeps what it has
    compiled of Streamlit's scripts.
    """

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._running: Browser | None = None
        self._opener: Page | None = None

    def running(self) -> Browser:
        if self._running is None or not self._running.is_connected():
            self._running = self._launch()
            self._opener = None
        return self._running

    def open_page(self) -> Page:
        """A page of the context that tests share."""
        browser = self.running()
        if self._opener is None:
            context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            self._opener = context.new_page()
            self._opener.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
            self._opener.goto(f"http://{APP_HOST}/")
        with self._opener.expect_popup() as opened:
            self._opener.evaluate("void window.open('about:blank')")
        return opened.value

    def close_pages(self) -> None:
        """Close all that a test has opened, and forget what they have stored."""
        if self._opener is None:
            return
        for page in self._opener.context.pages:
            if page != self._opener:
                if page.url.startswith("http"):
                    page.evaluate("localStorage.clear()")
                page.close()
        self._opener.context.clear_cookies()
        self._opener.context.clear_permissions()

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
