"""From a folder of documents to a corrected answer in a real browser; and more sources for a review."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.makers.browser_app import PATIENCE_MILLISECONDS, Chromium, StartApp, settled
from tests.makers.places import ROOT

QUESTION = "How is the gateway set up?"
DRAFT = (
    "The gateway times out after 30 seconds. Uploads are limited to 100 MB per file. "
    "The company Nordwind was founded in Oslo in 2014."
)
DOCUMENTS = {
    "gateway.md": "# Gateway\n\nThe gateway times out after 60 seconds. Uploads are limited to 100 MB per file.",
    "company/history.txt": "The company Nordwind was founded in Oslo in 2011 by Marta Reis. 140 people work there.",
    "company/support.html": "<title>Support hours</title><script>window.hacked = 1</script>"
    "<p>Support answers on weekdays from nine to five.</p>",
    "company/prices.csv": "plan,price per month\nFree,0 EUR\nPro,12 EUR\n",
    "<img src=x onerror=window.hacked=1>.txt": "Parcels weigh at most 30 kg.",
    "broken.md": "PK\x03\x04 is no text",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    for name, content in DOCUMENTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def empty(start_app: StartApp, tmp_path_factory: pytest.TempPathFactory) -> str:
    library = tmp_path_factory.mktemp("library") / "library.sqlite3"
    return start_app(ROOT / "served_app.py", CLAIMLENS_REVIEWER="Ada", CLAIMLENS_LIBRARY_PATH=str(library))


@pytest.fixture(scope="module")
def address(chromium: Chromium, empty: str, folder: Path) -> str:
    """The app with the folder in its library, loaded on the page as a reader does."""
    load(chromium.open_page(), empty, folder)
    chromium.close_pages()
    return empty


def load(page: Page, address: str, folder: Path) -> None:
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    page.goto(address)
    page.get_by_role("link", name="Library").click()
    expect(page.get_by_text("Your library is empty.")).to_be_visible()
    page.get_by_role("textbox", name="Or a folder or file on this machine").fill(str(folder))
    page.get_by_role("button", name="Add the folder").click()
    expect(page.get_by_text("5 added, 1 refused.")).to_be_visible()
    expect(page.get_by_role("heading", name="Documents (5)")).to_be_visible()
    settled(page)


def test_a_folder_is_loaded_asked_and_a_wrong_draft_corrected_step_by_step(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Library").click()
    page.get_by_role("searchbox", name="What to look for").fill("When was Nordwind founded?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("founded in Oslo in 2011 by Marta Reis")).to_be_visible()

    page.get_by_role("link", name="Ask").click()
    expect(page.get_by_text("Your library holds 5 documents")).to_be_visible()
    page.get_by_text("Check this draft instead").click()
    page.get_by_role("textbox", name="Draft").fill(DRAFT)
    page.get_by_role("textbox", name="Question").fill(QUESTION)
    page.get_by_role("button", name="Check this draft", exact=True).click()

    expect(page.get_by_role("heading", name="1 · What was found")).to_be_visible()
    expect(page.locator(".st-key-ask_first_grade")).to_contain_text(re.compile("Sources graded.*score 0"))
    own = page.locator(".st-key-ask_own")
    expect(own.get_by_role("heading")).to_contain_text(
        re.compile(r"Your draft: (Block|Fix): \d of 3 claims (are|lack|contradicted)")
    )
    expect(own).to_contain_text(DRAFT)
    claims = page.locator("[class*=st-key-ask_claim_]")
    expect(claims).to_have_count(3)
    expect(claims.nth(0)).to_contain_text("contradicted")
    expect(claims.nth(0)).to_contain_text("The gateway times out after 60 seconds.")
    expect(claims.nth(1)).to_contain_text("supported")
    expect(claims.nth(2)).to_contain_text("unsupported")

    attempt = page.locator(".st-key-ask_attempt_1")
    expect(attempt).to_contain_text(re.compile("Attempt 1 · ✓ kept"))
    expect(attempt).to_contain_text(re.compile("“[^”]*founded[^”]*”"))
    expect(attempt).to_contain_text("For claim 3: The company Nordwind was founded in Oslo in 2014.")
    expect(attempt).to_contain_text("1 source not used before")
    expect(attempt).to_contain_text("The company Nordwind was founded in Oslo in 2011 by Marta Reis.")
    changed = page.locator(".st-key-ask_1_changed")
    expect(changed.locator("del")).to_have_text(["30", "2014"])
    expect(changed.locator("strong")).to_have_text(["60", "2011"])
    answer = page.locator(".st-key-ask_answer")
    expect(answer).to_contain_text("The gateway times out after 60 seconds.")
    expect(answer).to_contain_text("founded in Oslo in 2011")
    expect(answer.get_by_role("heading")).to_contain_text("The rewrite")
    for version in (own, answer):
        expect(version.locator(".js-plotly-plot")).to_have_count(1)

    page.reload()
    expect(answer).to_contain_text("founded in Oslo in 2011")
    answer.get_by_role("button", name="Open the rewrite in Review").click()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator(".draft .scroll")).to_contain_text("founded in Oslo in 2011")
    assert "item=" in page.url
    assert page.evaluate("window.hacked") is None


def test_a_question_is_answered_by_enter_and_the_claims_are_shown(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Ask").click()
    page.get_by_role("textbox", name="Question").fill("After how many seconds does the gateway time out?")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-ask_answer")).to_contain_text("The gateway times out after 60 seconds [1].")
    expect(page.locator("[class*=st-key-ask_claim_1]")).to_contain_text("supported")


def test_a_document_is_removed_after_asking(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Library").click()
    page.get_by_test_id("stDataFrame").last.locator(".dvn-scroller").click(position={"x": 16, "y": 52})
    page.get_by_role("button", name="Remove 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", name="Documents (4)")).to_be_visible()
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_disabled()


def test_a_review_finds_more_sources_and_is_checked_again_with_them(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Review").click()
    page.get_by_role("textbox", name="Query").fill(QUESTION)
    page.get_by_role("textbox", name="Draft").fill("The gateway times out after 30 seconds.")
    page.get_by_role("textbox", name="Text of the source").fill("Parcels weigh at most 30 kg.")
    page.get_by_role("button", name="Check the draft").click()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    page.get_by_role("button", name="Find sources").first.click()
    expect(page.locator(".st-key-more_attempt_1")).to_contain_text("The corrected answer")
    page.get_by_role("button", name=re.compile(r"Add \d and check again")).click()
    expect(page.locator(".sources .scroll")).to_contain_text("The gateway times out after 60 seconds.")
    expect(page.locator(".draft .scroll")).to_contain_text("The gateway times out after 30 seconds.")
