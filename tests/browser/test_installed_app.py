"""The app as the wheel brings it: ``claimlens app`` in an environment that does not know this checkout."""

import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.makers.installed import ENVIRONMENT, build_wheel, install


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    wheel = build_wheel(tmp_path_factory.mktemp("dist"))
    programs = install(f"claimlens[app] @ {wheel.as_uri()}", tmp_path_factory.mktemp("full") / "venv")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [programs / "claimlens", "app", "--no-browser", "--port", str(port), "--server.address=127.0.0.1"]
    environment = ENVIRONMENT | {"CLAIMLENS_DATABASE_URL": f"sqlite:///{elsewhere / 'reviews.db'}"}
    log = elsewhere / "log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, cwd=elsewhere, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        ) as server,
    ):
        try:
            _wait_until_up(server, f"http://127.0.0.1:{port}", log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait_until_up(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the installed app did not come up:\n{log.read_text(errors='replace')[-4000:]}")


def test_the_address_answers(address):
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert answer.status == 200


def test_the_same_page_is_shown(address: str, page: Page):
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    for name in ("Review", "History", "Settings"):
        expect(page.get_by_role("link", name=name)).to_be_visible()


def test_the_theme_of_the_checkout_is_the_theme_of_the_wheel(address: str, page: Page):
    page.goto(address)
    button = page.get_by_test_id("stBaseButton-primary").first
    expect(button).to_have_css("background-color", "rgb(11, 92, 143)")


def test_an_answer_is_checked(address: str, page: Page):
    page.goto(address)
    page.get_by_role("button", name="More examples").click()
    page.get_by_role("button", name="Timeout, wrong").click()
    expect(page.get_by_text("Timeout: 60 seconds").first).to_be_visible()
