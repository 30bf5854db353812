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
DRAWN_IN = "scheme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === scheme"
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
        page.wait_for_function(DRAWN_IN, arg=scheme)
        for _ in range(LOOKS):
            settled(page)
            told = page.evaluate(VIOLATIONS, [{"include": [[within]], "exclude": STREAMLITS_OWN}, rules])
            if not told:
                break
            page.wait_for_timeout(300)
        else:
            found += [f"{scheme}: {rule}: {element[:200]}" for rule, element in told]
    return found


def faults_in_popovers(page: Page, *names: str) -> list[str]:
    """Each fault of the page while one popover after the other is open."""
    found: list[str] = []
    for name in names:
        button = page.get_by_test_id("stPopover").get_by_role("button", name=name)
        button.click()
        expect(page.get_by_test_id("stPopoverBody").get_by_test_id("stElementContainer").first).to_be_visible()
        settled(page)
        found += [f"{name}: {fault}" for fault in faults(page)]
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
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


def test_no_popover_of_the_first_page_has_a_fault(page: Page, address: str) -> None:
    page.goto(address)
    assert faults_in_popovers(page, "More examples", "Options", "Load a request") == []


def test_no_popover_of_a_review_has_a_fault(page: Page, address: str) -> None:
    open_example(page, address, "08_medicine_leaflet")
    assert faults_in_popovers(page, "Details", "Export", "More") == []


def test_what_is_chosen_in_a_popover_has_the_colour_that_it_has_on_the_page(page: Page, address: str) -> None:
    open_example(page, address, "08_medicine_leaflet")
    page.emulate_media(color_scheme="dark")
    page.get_by_test_id("stPopover").get_by_role("button", name="Export").click()
    colour = "chosen => getComputedStyle(chosen).color"
    on_page = page.get_by_test_id("stMain").get_by_role("tab", selected=True).evaluate(colour)
    expect(page.get_by_role("tab", name="Plain text")).to_have_css("color", on_page)


def test_what_cannot_be_changed_has_readable_labels(page: Page, address: str) -> None:
    page.goto(f"{address}/queue")
    page.get_by_text("Blind first").click()
    expect(page.locator("label[disabled]")).to_have_text("Order")
    assert faults(page) == []


def test_tuning_with_labels_has_no_fault_on_any_tab(page: Page, start_app: StartApp, tmp_path: Path) -> None:
    store = fill(tmp_path / "labels.db", 30, critic(Settings()).verifier.spec)
    address = start_app(ROOT / "app.py", CLAIMLENS_DATABASE_URL=f"sqlite:///{store}", CLAIMLENS_REVIEWER="Ada")
    page.goto(f"{address}/tuning")
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(4)
    settled(page)
    assert faults_in_popovers(page, "Why", "More choices") == []
    for tab in tabs.all():
        tab.click()
        settled(page)
        assert faults(page) == [], tab.inner_text()


def test_break_it_has_no_fault_after_a_change(page: Page, address: str) -> None:
    page.goto(f"{address}/break_it")
    page.get_by_role("button", name="Surprise me").click()
    expect(page.locator(".trial .changed del")).to_have_count(1)
    assert faults(page) == []
