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


def before_and_after(page: Page, address: str) -> Locator:
    """The claims before and after a name is changed."""
    page.goto(f"{address}/break_it")
    place = page.get_by_role("button", name="Tamm: change this name", exact=True).first
    expect(place).to_be_visible(timeout=30_000)
    place.click()
    page.get_by_label("Your own words").fill("Rumm")
    page.get_by_role("button", name="Change", exact=True).click()
    table = page.get_by_role("table", name="Claims before and after the changes")
    before, after = table.get_by_role("cell").first, table.get_by_role("cell").last
    expect(before).to_contain_text("● 6 supported")
    expect(before.locator("del")).to_have_text("Tamm")
    expect(after).to_contain_text("≠ 6 contradicted")
    expect(after.locator("ins")).to_have_text("Rumm")
    return table


def test_a_claim_is_set_before_and_after_side_by_side_in_the_window(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    table = before_and_after(page, address)
    expect(table).to_be_in_viewport(ratio=1)
    left, right = (cell.bounding_box() for cell in table.get_by_role("cell").all())
    assert left
    assert right
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]


def test_the_texts_use_the_height_that_is_free_and_the_changed_word_stays_in_view(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/break_it")
    sources = page.locator(".trial .pane").last
    last = sources.get_by_role("button").last
    expect(last).to_be_attached(timeout=30_000)
    foot = page.get_by_role("button", name="Review these texts")
    expect(foot).to_be_in_viewport(ratio=1)
    room, below = sources.bounding_box(), foot.bounding_box()
    assert room
    assert below
    assert room["height"] > 350
    assert 720 - (below["y"] + below["height"]) < 60, "nothing is left empty below"
    last.scroll_into_view_if_needed()
    last.click()
    page.get_by_label("Your own words").fill("zero")
    page.get_by_label("Your own words").press("Enter")
    changed = sources.locator(".place.changed")
    expect(changed).to_be_focused()
    box, now = changed.bounding_box(), sources.bounding_box()
    assert box
    assert now
    assert box["y"] + box["height"] <= now["y"] + now["height"]


def test_on_a_phone_before_is_above_after(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = before_and_after(page, address)
    above, below = (cell.bounding_box() for cell in table.get_by_role("cell").all())
    assert above
    assert below
    assert above["x"] == below["x"]
    assert above["y"] + above["height"] <= below["y"]
    assert table.evaluate(CUT_WORDS) == []


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


def test_a_text_from_outside_stays_text(page: Page, address: str) -> None:
    page.goto(f"{address}/break_it")
    place = page.locator(".trial .place").first
    expect(place).to_be_visible(timeout=30_000)
    place.click()
    page.get_by_label("Your own words").fill("<img src=x onerror=\"document.title='taken'\">")
    page.get_by_role("button", name="Change", exact=True).click()
    for place in (".panes ins", ".pairs ins"):
        expect(page.locator(f".trial {place}")).to_have_text("<img src=x onerror=\"document.title='taken'\">")
    expect(page.locator(".trial img")).to_have_count(0)
    expect(page).not_to_have_title("taken")
