"""axe-core finds no fault on any page or tab, light and dark."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from critique_core.assembly import critic
from critique_core.settings import Settings
from tests.makers.browser_app import StartApp, open_example, settled
from tests.makers.labelled_store import fill
from tests.makers.places import ROOT

AXE = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is not installed").AXE_SCRIPT

STREAMLITS_OWN = [["[data-testid=stFileUploaderDropzone]"], ["[data-testid=stMultiSelect] input"]]
"""Elements whose roles and sizes an app cannot set."""
RULES = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""All that axe-core asks; the dark scheme has the same elements in other colours."""
VIOLATIONS = """([context, rules]) => axe.run(context, { ...rules, resultTypes: ["violations"] }).then(
    ({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"""
LOOKS = 50
PAGES = {
    "": "Claimlens", "queue": "Queue", "ask": "Ask", "library": "Library", "agreement": "Agreement", "tuning": "Tuning",
    "insights": "Insights", "history": "History", "compare": "Compare", "break_it": "Break it live",
    "settings": "Settings",
}  # fmt: skip


def faults(page: Page, within: str = "html") -> list[str]:
    """Each fault in both colour schemes: the rule, and the first element that breaks it.

    A page that is being drawn fades in, and its text is faint meanwhile: what counts is what stays.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = []
    for scheme, rules in RULES.items():
        page.emulate_media(color_scheme=scheme)
        for _ in range(LOOKS):
            settled(page)
            told = page.evaluate(VIOLATIONS, [{"include": [[within]], "exclude": STREAMLITS_OWN}, rules])
            if not told:
                break
            page.wait_for_timeout(300)
        else:
            found += [f"{scheme}: {rule}: {element[:200]}" for rule, element in told]
    return found


def test_no_page_has_a_fault(page: Page, address: str) -> None:
    page.goto(address)
    for name, heading in PAGES.items():
        if name:
            page.locator(f'[data-testid=stSidebarNavLink][href$="/{name}"]').click()
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        settled(page)
        assert faults(page) == [], heading


def test_no_tab_of_a_review_has_a_fault(page: Page, address: str) -> None:
    open_example(page, address, "08_medicine_leaflet")
    assert faults(page) == []
    page.get_by_role("button", name="Details").click()
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    settled(page)
    assert faults(page) == []
    for tab in tabs.all()[1:]:
        tab.click()
        settled(page)
        assert faults(page, within="[role=tabpanel]") == [], tab.inner_text()


def test_tuning_with_labels_has_no_fault_on_any_tab(page: Page, start_app: StartApp, tmp_path: Path) -> None:
    store = fill(tmp_path / "labels.db", 30, critic(Settings()).verifier.spec)
    address = start_app(ROOT / "app.py", CLAIMLENS_DATABASE_URL=f"sqlite:///{store}", CLAIMLENS_REVIEWER="Ada")
    page.goto(f"{address}/tuning")
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(4)
    for tab in tabs.all():
        tab.click()
        settled(page)
        assert faults(page) == [], tab.inner_text()


def test_break_it_has_no_fault_after_a_change(page: Page, address: str) -> None:
    page.goto(f"{address}/break_it")
    page.get_by_role("button", name="Surprise me").click()
    expect(page.locator(".trial .changed del")).to_have_count(1)
    assert faults(page) == []
