"""axe-core finds no fault on any page or tab, light and dark."""

import pytest
from playwright.sync_api import Page, expect

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

STREAMLITS_OWN = {"exclude": [["[data-testid=stFileUploaderDropzone]"], ["[data-testid=stMultiSelect] input"]]}
"""Elements whose roles and sizes an app cannot set."""
RULES = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""All that axe-core asks; the dark scheme has the same elements in other colours."""
LOOKS = 50
PAGES = {
    "": "Claimlens", "queue": "Queue", "ask": "Ask", "library": "Library", "agreement": "Agreement", "tuning": "Tuning",
    "insights": "Insights", "history": "History", "compare": "Compare", "break_it": "Break it live",
    "settings": "Settings",
}  # fmt: skip


def settled(page: Page) -> None:
    page.wait_for_function(
        "document.querySelector('[data-testid=stApp]')?.getAttribute('data-test-script-state') === 'notRunning'"
    )


def faults(page: Page) -> list[str]:
    """Each fault in both colour schemes: the rule, and the first element that breaks it.

    A page that is being drawn fades in, and its text is faint meanwhile: what counts is what stays.
    """
    found: list[str] = []
    for scheme, rules in RULES.items():
        page.emulate_media(color_scheme=scheme)
        for _ in range(LOOKS):
            settled(page)
            told = axe.Axe().run(page, context=STREAMLITS_OWN, options=rules).response["violations"]
            if not told:
                break
            page.wait_for_timeout(300)
        else:
            found += [f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in told]
    return found


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_a_fault(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/{name}")
    expect(page.get_by_role("heading", name=PAGES[name], exact=True)).to_be_visible()
    settled(page)
    assert faults(page) == []


def test_no_tab_of_a_review_has_a_fault(page: Page, address: str) -> None:
    page.goto(f"{address}/?example=08_medicine_leaflet")
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    settled(page)
    assert faults(page) == []
    page.get_by_role("button", name="Details").click()
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    for tab in tabs.all():
        tab.click()
        settled(page)
        assert faults(page) == [], tab.inner_text()
