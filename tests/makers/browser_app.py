"""How an app is served for a browser, and how long its pages are waited for."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

from critique_core import critique
from critique_core.models import CritiqueRequest
from critique_core.store import Store

# How long a condition may take to come true says more about what else the machine is doing than about the page.
PATIENCE_MILLISECONDS = 60_000
# Asked at each frame, which is what Playwright does unless told, a page draws frames for nothing else.
POLLING_MILLISECONDS = 100
APP_HOST = "127.0.0.1"
StartApp = Callable[..., str]


class Served(NamedTuple):
    """Where a running app answers, and the file of its store."""

    address: str
    database: Path


def settled(page: Page) -> None:
    """Wait until the server has drawn all that it has to."""
    page.wait_for_function(
        "document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state') === 'notRunning'",
        polling=POLLING_MILLISECONDS,
    )


def open_example(page: Page, address: str, name: str) -> None:
    """Open an example by its name in the address, which takes half of what the click on its card takes."""
    page.goto(f"{address}/?example={name}")
    _wait_for_review(page)


def open_stored(page: Page, served: Served, request: CritiqueRequest) -> str:
    """Open the review of a draft that was checked before, for a tenth of the time that typing it takes; its item's id.

    Another query makes it another review.
    """
    with Store.open(f"sqlite:///{served.database}") as store:
        item_id = store.save_review(critique(request), who="Ada").item_id
    page.goto(f"{served.address}/?item={item_id}")
    _wait_for_review(page)
    return item_id


def _wait_for_review(page: Page) -> None:
    # The first one waits for the app to be loaded and for the check.
    expect(page.locator(".map:not([aria-busy])")).to_be_visible(timeout=2 * PATIENCE_MILLISECONDS)
    settled(page)
    expect(page.locator("body.claimlens-arriving")).to_have_count(0)  # for a second nothing can be decided


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
            self._opener.on("crash", self._forget_opener)
            self._opener.route("**", lambda route: route.fulfill(content_type="text/html", body=""))
            self._opener.goto(f"http://{APP_HOST}/")
        with self._opener.expect_popup() as opened:
            self._opener.evaluate("void window.open('about:blank')")
        return opened.value

    def _forget_opener(self, opener: Page) -> None:
        """Its renderer has crashed, and the pages in it: the next one is opened in another."""
        if self._opener == opener:
            self._opener = None

    def close_pages(self) -> None:
        """Close all that a test has opened, and forget what they have stored."""
        opener = self._opener
        if opener is None:
            return
        for page in opener.context.pages:
            if page != opener:
                if page.url.startswith("http"):
                    page.evaluate("localStorage.clear()")
                page.close()
        opener.context.clear_cookies()
        opener.context.clear_permissions()

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
