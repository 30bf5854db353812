"""Breaking a draft in the browser: a click, another value, another verdict, and back."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def test_a_changed_number_turns_the_verdict_in_view_and_back(
    page: Page, address: str, record_property: Callable[[str, object], None]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/break_it")
    page.locator(".st-key-trial_example").get_by_role("combobox").click()
    page.get_by_role("option", name="Medicine leaflet").click()
    place = page.get_by_role("button", name="200: change this number", exact=True).first
    expect(place).to_be_visible(timeout=30_000)
    chip = page.locator(".trial .chip").first
    expect(chip).to_have_text(re.compile("1 supported"))
    place.click()
    field = page.get_by_label("Your own words")
    field.fill("900")
    field.press("Enter")
    expect(chip).to_have_text(re.compile("1 contradicted"))
    expect(chip).to_be_in_viewport()
    changed = page.get_by_role("button", name="900, was 200: change again", exact=True)
    expect(changed.locator("del")).to_have_text("200")
    expect(changed).to_be_focused()
    record_property("milliseconds", page.locator(".trial").get_attribute("data-took"))
    changed.click()
    page.keyboard.press("Escape")
    expect(page.locator(".trial .menu")).to_have_count(0)
    expect(changed).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(chip).to_have_text(re.compile("1 supported"))


# On how many lines the words of a cell are.
LINES = """cell => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


def before_and_after(page: Page, address: str) -> Locator:
    """The table of verdicts once a name is changed."""
    page.goto(f"{address}/break_it")
    place = page.get_by_role("button", name="Tamm: change this name", exact=True).first
    expect(place).to_be_visible(timeout=30_000)
    place.click()
    page.get_by_label("Your own words").fill("Rumm")
    page.get_by_role("button", name="Change", exact=True).click()
    table = page.get_by_role("table", name="Verdicts before and after the changes")
    expect(table.locator("td").nth(2)).to_contain_text("contradicted")
    return table


def test_the_verdicts_before_and_after_are_one_line_each(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    cells = before_and_after(page, address).locator("td")
    assert [cells.nth(number).evaluate(LINES) for number in (1, 2)] == [1, 1]


# The words of the cells that a line's end cuts in two.
CUT_WORDS = """table => {
    const cut = [], texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode());)
        for (const { index, 0: word } of text.data.matchAll(/\\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) cut.push(word);
        }
    return cut;
}"""


def test_no_word_is_cut_in_two_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert before_and_after(page, address).evaluate(CUT_WORDS) == []


def test_a_text_from_outside_stays_text(page: Page, address: str) -> None:
    page.goto(f"{address}/break_it")
    place = page.locator(".trial .place").first
    expect(place).to_be_visible(timeout=30_000)
    place.click()
    page.get_by_label("Your own words").fill("<img src=x onerror=\"document.title='taken'\">")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".trial ins")).to_have_text("<img src=x onerror=\"document.title='taken'\">")
    expect(page.locator(".trial img")).to_have_count(0)
    expect(page).not_to_have_title("taken")
