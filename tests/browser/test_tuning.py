"""The threshold slider in a real browser: everything moves with it, and what is chosen decides on Review."""

import pytest
from playwright.sync_api import Page, expect

from critique_core.assembly import critic
from critique_core.settings import Settings
from tests.makers.browser_app import StartApp
from tests.makers.labelled_store import fill
from tests.makers.places import ROOT


@pytest.fixture(scope="module")
def address(start_app: StartApp, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = fill(tmp_path_factory.mktemp("labels") / "store.db", 20, critic(Settings()).verifier.spec)
    return start_app(ROOT / "served_app.py", CLAIMLENS_DATABASE_URL=f"sqlite:///{path}", CLAIMLENS_REVIEWER="Ada")


def test_a_key_on_the_slider_moves_numbers_and_charts_and_the_saved_threshold_decides(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="Tuning", exact=True).click()
    expect(page.get_by_role("heading", name="Best threshold")).to_be_visible()
    page.get_by_role("tab", name="Curves").click()
    charts = page.locator(".tuning-charts svg")
    expect(charts).to_have_count(5)
    expect(page.locator(".tuning-legend li")).to_have_count(5)
    drawn = page.locator(".tuning-legend .line.held").evaluate("one => getComputedStyle(one).stroke")
    assert drawn == charts.nth(1).locator(".line.held").evaluate("one => getComputedStyle(one).stroke")
    marks = page.locator(".tuning-charts svg .mark")
    counts = page.locator(".tuning .matrix")
    before = [str(mark.get_attribute("cx")) for mark in marks.all()]
    slider = page.get_by_role("slider")
    slider.press("Home")
    assert len(before) == 4
    for place, old in enumerate(before):
        expect(marks.nth(place)).not_to_have_attribute("cx", old)
    page.get_by_role("tab", name="Figures").click()
    expect(counts.nth(1)).to_have_text("0")  # nothing is held back at threshold 0

    page.get_by_label("Name of the profile").fill("everything")
    page.get_by_label("Name of the profile").press("Enter")
    page.get_by_role("button", name="Save 0").click()
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("dialog")).to_contain_text("chosen by hand, not the best for its objective")
    page.get_by_role("dialog").get_by_role("button", name="Use it all the same").click()
    expect(page.get_by_role("button", name="Deactivate")).to_be_visible()
    page.get_by_role("link", name="Review", exact=True).click()
    page.get_by_role("button", name="More examples").click()
    page.get_by_role("button", name="Timeout, wrong").click()
    page.get_by_role("button", name="Details").click()
    expect(page.get_by_text("a probability of 0.00, by profile “everything”")).to_be_visible()


def test_a_claim_that_flips_opens_its_review(page: Page, address: str) -> None:
    page.goto(f"{address}/tuning")
    page.get_by_role("slider").press("End")
    flip = page.locator(".st-key-flip_0 button")
    expect(flip).to_contain_text("Error now caught")
    words = flip.inner_text().split(" · ")[-2].strip()
    flip.press("Enter")
    expect(page.locator(".map")).to_be_visible()
    expect(page.locator(".st-key-decision_bar")).to_be_visible()
    expect(page.locator("[data-testid=stMain]").get_by_text(words, exact=True).last).to_be_visible()
