"""Two verifiers on one draft in the browser: what differs leads, its reasons unfold, a claim opens its review."""

import re

from playwright.sync_api import Page, expect

TAG = "<img src=x onerror=\"document.title='taken'\">"
DRAFT = f"Uploads expire after a week. The limit is 20 MB {TAG}."
SOURCE = f"Uploads expire after a week. The limit is 10 MB {TAG}."


def test_the_claim_that_differs_leads_unfolds_its_reasons_and_opens_its_review(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/compare")
    page.locator(".st-key-compare_text").get_by_role("combobox").click()
    page.get_by_role("option", name="A text of your own").click()
    page.get_by_placeholder("Paste the answer").fill(DRAFT)
    page.get_by_placeholder("Paste what it should rest on").fill(SOURCE)
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("They differ on 1 of 2 claims, about whether it is supported.")).to_be_visible()
    rows = page.locator(".compare tbody tr:not(.why)")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("The limit is 20 MB <img")
    expect(rows.first).to_contain_text("at odds")
    expect(page.locator(".compare img")).to_have_count(0)

    said = page.get_by_role("button", name=re.compile("Embedded: ≠ contradicted"))
    expect(said).to_be_in_viewport()
    reason = page.locator(".compare tr.why").first
    expect(reason).to_be_hidden()
    said.press("Enter")
    expect(reason).to_contain_text("The source says 10 MB")
    expect(said).to_have_attribute("aria-expanded", "true")

    page.locator(".st-key-compare_only label").click()
    expect(rows).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    expect(reason).to_be_visible()
    rows.first.locator("button.said").first.click()
    expect(reason).to_be_hidden()
    expect(rows.first.locator("td").first).to_have_attribute("data-name", "Embedded")
    page.set_viewport_size({"width": 1280, "height": 720})
    rows.first.locator("button.claim").click()
    expect(page.locator(".map")).to_be_visible()
    expect(page.get_by_text("Claim 2 of 2", exact=True)).to_be_visible()
    expect(page).not_to_have_title("taken")


def test_on_a_phone_every_figure_of_a_contender_is_in_view(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/compare")
    page.get_by_role("button", name="Compare", exact=True).click()
    table = page.get_by_role("table", name="Contenders")
    expect(table).to_be_visible()
    for cell in table.get_by_role("cell").all():
        box = cell.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 390
