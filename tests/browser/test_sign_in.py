"""Signing in with an OpenID Connect provider on this machine: nothing before, the address on decisions, out again."""

import importlib.util
import json
import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.makers.browser_app import StartApp
from tests.makers.places import ROOT

INSTALLED = importlib.util.find_spec("oidc_provider_mock")
pytestmark = pytest.mark.skipif(INSTALLED is None, reason="oidc-provider-mock is not installed")
pytest.importorskip("authlib", reason="the extra sign-in is not installed: pip install 'claimlens[sign-in]'")

PEOPLE = (
    ("ada", "ada@example.org", True), ("eve", "eve@elsewhere.org", True), ("mallory", "ada@example.org", False),
)  # fmt: skip
SECRETS = """[auth]
redirect_uri = "{app}/oauth2callback"
cookie_secret = "not a secret: of a test"
client_id = "claimlens"
client_secret = "also of a test"
server_metadata_url = "{provider}/.well-known/openid-configuration"
client_kwargs = {{ prompt = "login" }}
"""


@pytest.fixture
def provider() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    # A process of its own: it uses a deprecated function, which would be an error in the tests' process.
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)]
    for subject, email, verified in PEOPLE:
        claims = {"sub": subject, "email": email, "email_verified": verified}
        command += ["--user-claims", json.dumps(claims)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        _wait_for(f"{address}/.well-known/openid-configuration")
        yield address
        server.terminate()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"{address} does not answer")


def test_only_who_signs_in_sees_anything_and_decisions_carry_their_address(
    page: Page, start_app: StartApp, provider: str, tmp_path: Path
) -> None:
    secrets = tmp_path / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir()
    secrets.touch()
    database = tmp_path / "reviews.db"
    app = start_app(
        ROOT / "served_app.py", HOME=str(tmp_path), CLAIMLENS_DATABASE_URL=f"sqlite:///{database}",
        CLAIMLENS_SIGN_IN_REQUIRED="true", CLAIMLENS_SIGN_IN_REVIEWERS="@example.org",
    )  # fmt: skip
    secrets.write_text(SECRETS.format(app=app, provider=provider), encoding="utf-8")

    for path in ("", "/history", "/settings", "/?example=08_medicine_leaflet&present=1"):
        page.goto(app + path)
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        expect(page.get_by_role("link", name="History")).to_have_count(0)
        assert page.get_by_role("textbox").count() == 0

    _sign_in(page, "ada")
    expect(page.get_by_text(_reading("Signed in as ada@example.org, reviewer"))).to_be_visible()
    page.get_by_label("Draft", exact=True).fill("The lamp weighs 3 kg.")
    page.get_by_label("Text of the source").fill("The lamp weighs 2 kg.")
    page.get_by_role("button", name="Check the draft").click()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator("body.claimlens-arriving")).to_have_count(0)
    page.get_by_role("button", name="Right", exact=True).click()
    expect(page.locator(".st-key-claim_card")).to_contain_text("Called right")
    with sqlite3.connect(database) as store:
        assert store.execute("select reviewer, authenticated from decisions").fetchall() == [("ada@example.org", 1)]

    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="End Session")).to_be_visible()  # the provider's own page
    page.goto(app)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()

    _sign_in(page, "eve")
    expect(page.get_by_text(_reading("eve@elsewhere.org, who is not on the list"))).to_be_visible()
    assert page.get_by_role("textbox").count() == 0
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="End Session")).to_be_visible()

    page.goto(app)
    _sign_in(page, "mallory")  # whose provider does not vouch for the address
    expect(page.get_by_text("signed in as mallory, who is not on the list")).to_be_visible()
    assert page.get_by_role("textbox").count() == 0


def _reading(text: str) -> re.Pattern[str]:
    """What reads as ``text``: word joiners keep an address from being drawn as a link."""
    return re.compile("\u2060?".join(re.escape(character) for character in text))


def _sign_in(page: Page, subject: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.locator("input[name=sub]").fill(subject)
    page.get_by_role("button", name="Authorize").click()
