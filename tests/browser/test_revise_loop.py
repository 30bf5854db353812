"""Revise in a real browser: propose, take a change, leave one, undo; and what a conflict or a citation leads to."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.makers.browser_app import open_example, settled


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
    settled(page)


def after(page: Page, label: str) -> Locator:
    """The confidence with so many changes taken."""
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def points(text: str) -> int:
    return int(text.strip().removesuffix("%"))


def test_propose_take_leave_undo_and_see_the_confidence_change(page: Page, address: str) -> None:
    open_example(page, address, "16_every_issue")
    tab(page, "Revision")
    page.get_by_role("button", name="Propose a revision").click()
    first = page.locator(".st-key-hunk_1")
    expect(first).to_be_visible()
    expect(page.get_by_role("tab", name="Revision")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Revision")).to_be_in_viewport()
    settled(page)
    count = page.locator("[class*=st-key-hunk_]").count()
    before = points(after(page, "The draft").inner_text())
    expect(after(page, f"With 0 of {count} taken")).to_have_text(f"{before}%")
    expect(first.locator("del")).to_have_text("100 MB")
    expect(first.locator("strong").first).to_have_text("100 MB on the Pro plan and 10 MB on the Free plan")

    first.get_by_role("button", name="Take").click()
    expect(first).to_contain_text("Taken")
    one = after(page, f"With 1 of {count} taken")
    expect(one).to_be_visible()
    with_one = points(one.inner_text())
    assert with_one > before

    second = page.locator(".st-key-hunk_2")
    second.get_by_role("button", name="Leave").click()
    expect(second).to_contain_text("Left as it was")
    second.get_by_role("button", name="Take").click()
    expect(second).to_contain_text("Taken")
    two = after(page, f"With 2 of {count} taken")
    expect(two).to_be_visible()
    assert points(two.inner_text()) > with_one

    undo = page.locator(".st-key-undo_hunk").get_by_role("button")
    expect(undo).to_have_count(1)  # while the page is redrawn the button of before is there, too
    undo.click()
    expect(second).to_contain_text("Left as it was")
    expect(one).to_have_text(f"{with_one}%")
    expect(undo).to_have_count(1)
    undo.click()
    expect(second).not_to_contain_text("Left as it was")

    page.get_by_text("Text with the changes taken so far").click()
    taken = "100 MB on the Pro plan and 10 MB on the Free plan [1]. The free plan keeps deleted files for 60 days"
    expect(page.get_by_text(taken).first).to_be_visible()
    with page.expect_download() as download:
        page.locator(".st-key-download_revised").get_by_role("button").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "100 MB on the Pro plan and 10 MB on the Free plan" in text
    assert "for 60 days" in text, "what was not taken stays"

    page.reload()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    tab(page, "Revision")
    expect(page.locator(".st-key-hunk_1")).to_contain_text("Taken")
    expect(one).to_be_visible()


def test_another_policy_decides_at_once_and_the_fold_stays_open(page: Page, address: str) -> None:
    open_example(page, address, "16_every_issue")
    page.get_by_role("button", name="Details").click()
    expect(page.locator(".st-key-waterfall .js-plotly-plot, .st-key-waterfall [class*=plot]").first).to_be_visible()
    page.locator(".st-key-choose_grounded").get_by_role("button").click()
    expect(page.locator(".st-key-policy_grounded")).to_contain_text("Decides")
    expect(page.locator(".st-key-choose_calibrated button")).to_be_visible()
    settled(page)
    page.reload()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    page.get_by_role("button", name="Details").click()
    expect(page.locator(".st-key-policy_grounded")).to_contain_text("Decides")


def test_a_contradiction_in_the_draft_lights_both_claims(page: Page, address: str) -> None:
    open_example(page, address, "16_every_issue")
    page.locator('.draft .chip[data-number="7"]').click()
    expect(page.locator('.draft .chip[data-number="6"]')).to_have_class(re.compile("opposed"))
    expect(page.locator(".draft .finding")).to_have_text("claim 7 excludes claim 6")
    page.locator('.draft .chip[data-number="6"]').click()
    expect(page.locator('.draft .chip[data-number="7"]')).to_have_class(re.compile("opposed"))
    page.locator('.draft .chip[data-number="1"]').click()
    expect(page.locator(".draft .opposed")).to_have_count(0)


def test_a_disputed_claim_is_marked_and_lights_both_sources(page: Page, address: str) -> None:
    open_example(page, address, "16_every_issue")
    chip = page.locator('.draft .chip[data-number="3"]')
    assert "disputed" in (chip.get_attribute("aria-label") or "")
    assert "disputed" in chip.evaluate("chip => getComputedStyle(chip, '::before').content")
    expect(page.locator(".legend")).to_contain_text("disputed")
    chip.click()
    lit = page.locator(".sources .part.lit")
    expect(lit).to_have_count(2)
    assert {lit.nth(index).get_attribute("data-relation") for index in range(2)} == {"supports", "contradicts"}
    expect(page.locator(".st-key-claim_card")).to_contain_text("Disputed: the sources disagree")
    page.locator(".st-key-related_card_0").get_by_role("button").click()
    spot = page.locator(".sources .spot")
    expect(spot.first).to_have_text("Folders can be shared with up to 25 people.")
    expect(spot.first).to_be_in_viewport()


def test_a_citation_in_the_list_leads_to_its_marker(page: Page, address: str) -> None:
    open_example(page, address, "16_every_issue")
    tab(page, "Citations")
    page.get_by_test_id("stDataFrame").locator(".dvn-scroller").click(position={"x": 16, "y": 52})
    expect(page.locator(".draft .spot")).to_have_text("5")
    expect(page.locator(".st-key-decision_bar")).to_contain_text("Claim 4 of 7")
