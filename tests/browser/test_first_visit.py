"""The first visit: the tour lights what it speaks of, to the corrected answer."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.makers.browser_app import settled


def lit(part: Locator) -> bool:
    return part.evaluate("part => getComputedStyle(part).outlineStyle === 'solid'")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_each_step_of_the_tour_lights_what_it_speaks_of_to_the_corrected_answer(
    page: Page, address: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    page.get_by_role("button", name="Tour in four steps").click()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator("body.claimlens-arriving")).to_have_count(0)
    parts = {
        "draft": page.locator(".draft.pane"), "sources": page.locator(".sources.pane"),
        "card": page.locator(".claim-card"), "row": page.locator(".st-key-decision_bar"),
        "number": page.locator(".st-key-mark"), "in doubt": page.locator(".st-key-next_in_doubt"),
    }  # fmt: skip
    steps = [{"draft"}, {"card", "sources"}, {"card", "row"}, {"number", "in doubt"}]
    for number, names in enumerate(steps, 1):
        expect(page.locator(".st-key-tour_step")).to_contain_text(f"{number} of 4")
        settled(page)
        assert {name for name, part in parts.items() if lit(part)} == names
        for name in names:
            expect(parts[name]).to_be_in_viewport()
        if number < len(steps):
            page.get_by_role("button", name="Go on").click()
    page.keyboard.press("Enter")  # the fix of one claim in doubt
    expect(parts["in doubt"]).to_contain_text("1 in doubt")
    settled(page)
    page.keyboard.press("Enter")  # to the other one
    expect(page.locator('.draft .chip[data-number="4"]')).to_have_attribute("aria-current", "true")
    settled(page)
    page.keyboard.press("a")
    finish = page.locator(".st-key-finish")
    expect(finish.get_by_role("button", name="Copy corrected answer")).to_be_in_viewport()
    assert lit(finish)
    expect(page.locator(".st-key-tour_step")).to_contain_text("copy the corrected answer")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".st-key-tour_step")).to_have_count(0)
    settled(page)
    assert not lit(finish)
