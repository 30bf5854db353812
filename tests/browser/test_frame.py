"""The frame around the pages: its list of pages on a first visit, and who signs, after a reload too."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.makers.browser_app import PATIENCE_MILLISECONDS, open_example, settled

NAME = 'Grace "; Path=/ <b>x</b> 👩🏽'


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """A page of another browser profile."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    yield page
    context.close()


def open_review(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    settled(page)


def test_a_first_visit_by_a_direct_link_has_our_list_of_pages_and_no_other(page: Page, address: str) -> None:
    page.add_init_script(
        "globalThis.seen = []; globalThis.icons = []; new MutationObserver(() => {"
        "seen.push(...[...document.querySelectorAll('[data-testid=stSidebarNavLink]')].map((one) => one.textContent));"
        "icons.push(...[...document.querySelectorAll('link[rel~=icon]')].map((one) => one.href));"
        "}).observe(document, { subtree: true, childList: true, attributeFilter: ['href'] });"
    )
    page.goto(f"{address}/queue")
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links).to_have_count(11)
    expect(page.get_by_role("heading", name="Queue", exact=True)).to_be_visible()
    assert not [name for name in page.evaluate("seen") if name in ("app", "queue", "review")]
    settled(page)
    icons = page.evaluate("icons")
    assert icons
    assert not [one for one in icons if one.startswith("http") and not one.startswith(address)]  # from this app alone


def test_a_page_opened_by_its_address_leaves_no_error_in_the_console_and_works(page: Page, address: str) -> None:
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    for name in ("queue", "settings"):
        page.goto(f"{address}/{name}")
        settled(page)
        assert page.url == f"{address}/{name}"
    page.goto(f"{address}/review?a=1")
    settled(page)
    assert page.url == f"{address}/?a=1"
    page.get_by_label("Query", exact=True).fill("Does it answer?")
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_role("heading", name="Queue", exact=True)).to_be_visible()
    assert errors == []


def test_keys_pressed_where_no_map_is_are_kept_and_those_typed_into_a_field_are_not(page: Page, address: str) -> None:
    open_review(page, address)
    page.get_by_label("Query", exact=True).press_sequentially("ok")
    page.get_by_role("heading", name="Claimlens", exact=True).click()
    page.keyboard.press("j")
    assert page.evaluate("globalThis[Symbol.for('claimlens.early_keys')].map(({ key }) => key)") == ["j"]


def test_keys_are_kept_before_streamlit_has_drawn_anything(page: Page, address: str) -> None:
    page.route(re.compile("/static/js/"), lambda route: route.abort())
    page.goto(address)
    page.keyboard.press("j")
    assert page.evaluate("globalThis[Symbol.for('claimlens.early_keys')].map(({ key }) => key)") == ["j"]
    page.mouse.click(300, 300)  # leads elsewhere, for all that is known
    assert page.evaluate("globalThis[Symbol.for('claimlens.early_keys')]") == []


def test_keys_are_kept_while_the_map_is_on_its_way(page: Page, address: str) -> None:
    page.route(re.compile("/BidiComponent"), lambda route: route.abort())  # without which no map is drawn
    page.goto(address)
    page.wait_for_function("globalThis[Symbol.for('claimlens.early_keys')]")
    page.keyboard.press("j")
    assert page.evaluate("globalThis[Symbol.for('claimlens.early_keys')].map(({ key }) => key)") == ["j"]


def test_a_name_outlives_a_reload_signs_after_it_and_stays_in_its_browser(
    page: Page, other: Page, address: str
) -> None:
    field, decided = page.get_by_label("Reviewer", exact=True), page.locator(".st-key-claim_card")
    open_review(page, address)
    expect(field).to_have_value("")
    field.fill(NAME)
    field.press("Enter")
    page.wait_for_function("document.cookie.includes('claimlens_reviewer=')")
    page.reload()
    expect(field).to_have_value(NAME)
    open_example(page, address, "01_timeout_wrong")
    page.keyboard.press("4")
    expect(decided).to_contain_text("Grace")
    expect(page.locator(".st-key-claim_card b")).to_have_count(0)

    open_review(other, address)
    expect(other.get_by_label("Reviewer", exact=True)).to_have_value("")

    open_review(page, address)
    field.fill("")
    field.press("Enter")
    page.wait_for_function("!document.cookie.includes('claimlens_reviewer=')")
    page.reload()
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    expect(field).to_have_value("")


def test_a_click_on_a_page_right_after_typing_opens_it_and_what_was_typed_is_kept(page: Page, address: str) -> None:
    open_review(page, address)
    draft = page.get_by_label("Draft", exact=True)
    for typed in ("Half a draft", "A whole draft"):  # without the watch most clicks are lost, and not every one
        draft.fill(typed)
        page.get_by_role("link", name="Queue").click()
        expect(page.get_by_role("heading", name="Queue", exact=True)).to_be_visible()
        settled(page)
        page.get_by_role("link", name="Review").click()
        expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
        expect(draft).to_have_value(typed)
        settled(page)


def test_in_a_narrow_window_the_list_of_pages_closes_once_one_is_picked(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_review(page, address)
    sidebar = page.get_by_test_id("stSidebar")
    if sidebar.get_attribute("data-collapsed") != "false":
        page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_have_attribute("data-collapsed", "false")
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    expect(sidebar).to_have_attribute("data-collapsed", "true")
