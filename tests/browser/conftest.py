"""A real Chromium and a real Streamlit server for the browser tests."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.makers.browser_app import APP_HOST, PATIENCE_MILLISECONDS, Chromium, Served, StartApp
from tests.makers.copies import started
from tests.makers.places import ROOT

# The Makefile's too. The headless shell draws no frame around a page, and takes a third less of the processor for it.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Code that the slower compilers make is gone with its page before it has paid; so are most objects, uncollected.
    "--js-flags=--no-opt,--no-maglev,--min-semi-space-size=64,--max-semi-space-size=64",
]
SERVER_SECONDS = 60
_IMPORTED = ("streamlit.web.bootstrap", "streamlit.web.cli", "pandas", "plotly.graph_objects")
expect.set_options(timeout=PATIENCE_MILLISECONDS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The Chromium that is installed, else the one Playwright has downloaded."""
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        chromium = Chromium(partial(launch, executable_path=_installed_chromium(), args=CHROMIUM_ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    """The browser of this process; what a crash took with it fails one test and not all that follow."""
    return chromium.running()


def _installed_chromium() -> str | None:
    for path in filter(None, map(shutil.which, CHROMIUM_NAMES)):
        if subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
            return path
    return None


@pytest.fixture
def page(chromium: Chromium) -> Iterator[Page]:
    """A page of desktop size in a browser that remembers nothing of the last test; a script error fails the test."""
    page = chromium.open_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    chromium.close_pages()
    assert errors == []


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app that tests share which neither change its settings nor need an empty store."""
    database = tmp_path_factory.mktemp("shared") / "claimlens.db"
    with _servers(tmp_path_factory) as start:
        address = start(
            ROOT / "served_app.py", CLAIMLENS_REVIEWER="Ada", CLAIMLENS_DATABASE_URL=f"sqlite:///{database}"
        )
        yield Served(address, database)


@pytest.fixture(scope="session")
def address(served: Served) -> str:
    """The address of the app that is shared; a file with an app of its own has a fixture of this name."""
    return served.address


@pytest.fixture(scope="module")
def start_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartApp]:
    """``start_app(script, **environment)`` serves a Streamlit script on a free port and returns its address.

    Every server has a database of its own unless the environment names one. ``before`` is Python that it runs first.
    """
    with _servers(tmp_path_factory) as start:
        yield start


@contextmanager
def _servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartApp]:
    servers: list[subprocess.Popen[bytes]] = []

    def start(script: str | Path, before: str = "", **environment: str) -> str:
        folder = tmp_path_factory.mktemp("app")
        port = _free_port()
        log = (folder / "server.log").open("wb")
        server = started(
            *_arguments(script, port, before),
            modules=_IMPORTED,
            cwd=ROOT,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "CLAIMLENS_DATABASE_URL": f"sqlite:///{folder / 'claimlens.db'}",
                "CLAIMLENS_LIBRARY_PATH": str(folder / "library.sqlite3"),
                **environment,
            },
        )
        log.close()
        servers.append(server)
        address = f"http://{APP_HOST}:{port}"
        _wait_until_up(server, address, folder / "server.log")
        return address

    try:
        yield start
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(timeout=20)


def _arguments(script: str | Path, port: int, before: str) -> list[str]:
    options = {
        "server.port": port,
        "server.address": APP_HOST,
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "client.toolbarMode": "minimal",
    }
    flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    return ["-c", f"{before}\nfrom streamlit.web.cli import main\nmain()", "run", str(script), *flags]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((APP_HOST, 0))
        return probe.getsockname()[1]


def _wait_until_up(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + SERVER_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the app did not come up at {address}:\n{log.read_text(errors='replace')[-4000:]}")
