"""The whole loop in a real browser: paste, check, see, decide by key, come back, find it in History."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from critique_core.models import CritiqueRequest, SourceDocument
from tests.makers.browser_app import Served, StartApp, open_example, open_stored, settled
from tests.makers.places import ROOT

DRAFT = "The gateway times out after 30 seconds. Uploads are limited to 100 MB. Support answers on weekdays."
SETTINGS = "Gateway settings\n\nThe gateway times out after 60 seconds.\n\nUploads are limited to 100 MB."
HOSTILE = [
    "<script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    "<svg onload=window.hacked=1></svg>",
    "[x](javascript:window.hacked=1)",
    "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4=)",
    ":red[alarm] :smile: $x^2$ **bold**",
    '"><iframe src="data:text/html,hi"></iframe>',
]
ROOMS = ["attic", "kitchen", "hall", "cellar", "garden", "office", "bathroom"]


def paste(page: Page, address: str, *, query: str, draft: str, title: str, source: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    for label, text in (("Query", query), ("Draft", draft), ("Title of the source", title)):
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("Text of the source").fill(source)
    page.get_by_role("button", name="Add this source").click()
    expect(page.get_by_text("1 source", exact=True)).to_be_visible()


def open_checked(page: Page, served: Served, query: str) -> None:
    sources = (SourceDocument(id="s", title="Settings page", content=SETTINGS),)
    open_stored(page, served, CritiqueRequest(query=query, draft=DRAFT, sources=sources))


def check(page: Page) -> None:
    page.get_by_role("button", name="Check the draft").click()
    expect(page.locator(".st-key-claim_card")).to_be_visible()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    settled(page)
    expect(page.locator("body.claimlens-arriving")).to_have_count(0)  # for a second nothing can be decided


def decided(page: Page, count: int) -> Locator:
    """The map, once the server has told it that so many claims are decided."""
    return page.locator(f'.map[data-saved="{count}"]')


def chip(page: Page, number: int) -> Locator:
    return page.locator(f'.draft .chip[data-number="{number}"]')


def bar(page: Page) -> Locator:
    """Which claim is selected, and the buttons that decide on it."""
    return page.locator(".st-key-decision_bar")


def card(page: Page) -> str:
    return page.locator(".st-key-claim_card").inner_text()


def test_paste_check_see_decide_reload_and_find_again(page: Page, address: str) -> None:
    paste(page, address, query="How is the gateway set up?", draft=DRAFT, title="Settings page", source=SETTINGS)
    check(page)
    expect(
        page.get_by_role("heading", name=re.compile(r"^.*(Fix|Block): .* of 3 claims (is|are|lack|contradicted)"))
    ).to_be_visible()

    chip(page, 2).click()
    expect(bar(page)).to_contain_text("Claim 2 of 3")
    chip(page, 1).click()
    lit = page.locator(".sources .part.lit")
    expect(lit.first).to_be_visible()
    assert "".join(lit.all_text_contents()) == "The gateway times out after 60 seconds."
    expect(bar(page)).to_contain_text("Claim 1 of 3")

    page.keyboard.press("a")
    expect(bar(page)).to_contain_text("Claim 3 of 3")  # the next in doubt
    expect(decided(page, 1)).to_be_visible()
    chip(page, 1).click()
    expect(page.locator(".st-key-claim_card")).to_contain_text("Called right")
    expect(page.locator(".st-key-claim_card")).to_contain_text("Ada")

    chip(page, 3).click()
    expect(bar(page)).to_contain_text("Claim 3 of 3")
    page.keyboard.press("x")
    expect(decided(page, 2)).to_be_visible()
    page.keyboard.press("u")
    expect(decided(page, 1)).to_be_visible()
    expect(bar(page)).to_contain_text("Claim 3 of 3")
    expect(page.locator(".st-key-claim_card")).to_contain_text("Not decided yet")

    page.reload()
    expect(decided(page, 1)).to_be_visible()
    assert "item=" in page.url
    opened = page.url

    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("How is the gateway set up?")).to_be_visible()
    page.locator("[class*=st-key-open_] button").first.click()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(decided(page, 1)).to_be_visible()
    assert page.url == opened


def test_a_key_opens_the_note_and_puts_the_cursor_there(page: Page, served: Served) -> None:
    open_checked(page, served, "Note?")
    page.keyboard.press("n")
    note = page.get_by_label("Note", exact=True)
    expect(note).to_be_focused()
    page.keyboard.type("ask the team, x is not a decision")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".st-key-claim_card")).to_contain_text("Note · Ada")
    expect(page.locator(".st-key-claim_card")).to_contain_text("ask the team, x is not a decision")
    assert "Called wrong" not in card(page)


@pytest.mark.parametrize(
    ("opener", "field"),
    [("Add a note", "Note"), ("Edit the wording", "What it should say"), ("Note", "Note")],
)
def test_a_click_opens_a_field_and_puts_the_cursor_there(page: Page, served: Served, opener: str, field: str) -> None:
    open_checked(page, served, f"Click on {opener}?")
    fold = page.locator(".st-key-claim_card summary").filter(has_text=opener)
    (page.get_by_role("button", name="Note", exact=True) if opener == "Note" else fold).click()
    expect(page.get_by_label(field, exact=True)).to_be_focused()
    page.keyboard.type("x1")
    expect(page.get_by_label(field, exact=True)).to_have_value(re.compile("x1"))
    expect(decided(page, 0)).to_be_visible()


def test_a_note_that_was_not_saved_is_offered_again_after_another_claim(page: Page, served: Served) -> None:
    open_checked(page, served, "Kept note?")
    chip(page, 1).click()
    expect(bar(page)).to_contain_text("Claim 1 of 3")
    page.keyboard.press("n")
    note = page.get_by_label("Note", exact=True)
    expect(note).to_be_focused()
    page.keyboard.type("the settings page is the authority")
    chip(page, 2).click()
    expect(bar(page)).to_contain_text("Claim 2 of 3")
    settled(page)  # until then the other claim's field is there too
    expect(note).to_have_value("")
    chip(page, 1).click()
    expect(bar(page)).to_contain_text("Claim 1 of 3")
    settled(page)
    expect(note).to_be_visible()
    expect(note).to_have_value("the settings page is the authority")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator(".st-key-claim_card")).to_contain_text("Note · Ada")
    expect(note).to_have_value("")


PRESS_BEFORE_THE_SERVER_ANSWERS = """async (batches) => {
    for (const keys of batches) {
        for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await Promise.resolve(); // the map has told the server of these by then
    }
}"""


def test_a_note_belongs_to_the_claim_on_which_its_key_was_pressed(page: Page, served: Served) -> None:
    open_checked(page, served, "Whose note?")
    chip(page, 1).click()
    expect(bar(page)).to_contain_text("Claim 1 of 3")
    settled(page)
    page.evaluate(PRESS_BEFORE_THE_SERVER_ANSWERS, [["n"], ["Escape", "j", "n", *"right"]])
    note = page.get_by_label("Note", exact=True)
    expect(bar(page)).to_contain_text("Claim 2 of 3")
    settled(page)  # until then the other claim's field is there too
    expect(note).to_be_focused()
    expect(note).to_have_value("right")
    chip(page, 1).click()
    expect(bar(page)).to_contain_text("Claim 1 of 3")
    settled(page)
    expect(note).to_have_value("")
    expect(decided(page, 0)).to_be_visible()


def test_edit_and_note_get_the_cursor_each_time_and_typing_decides_nothing(page: Page, served: Served) -> None:
    open_checked(page, served, "Focus?")
    claim_card = page.locator(".st-key-claim_card")
    note, edit = page.get_by_label("Note", exact=True), page.get_by_label("What it should say")
    page.keyboard.press("n")
    page.keyboard.type("xa1 ")  # before the field is there
    expect(note).to_be_focused()
    page.keyboard.type("exact")
    page.keyboard.press("Control+Enter")
    expect(claim_card).to_contain_text("Note · Ada")
    expect(claim_card).to_contain_text("xa1 exact")
    page.keyboard.press("e")
    page.keyboard.type("xa1")
    expect(edit).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("xaxa 123")
    expect(edit).to_have_value("xaxa 123")
    page.keyboard.press("Escape")
    expect(edit).not_to_be_focused()
    expect(claim_card).to_contain_text("Not saved yet")
    page.keyboard.press("e")
    expect(edit).to_be_focused()
    expect(edit).to_have_value("xaxa 123")
    page.keyboard.press("Control+Enter")
    expect(claim_card).to_contain_text("Your wording")
    for _ in range(2):
        page.keyboard.press("n")
        expect(note).to_be_focused()
        page.keyboard.type("ux")
        page.keyboard.press("Escape")
        expect(note).not_to_be_focused()
    expect(note).to_have_value("uxux")
    settled(page)
    expect(decided(page, 0)).to_be_visible()


def test_the_same_key_twice_is_one_decision_and_undo_says_what_it_took_back(page: Page, served: Served) -> None:
    open_checked(page, served, "Undo?")
    for number in (1, 1, 3):
        chip(page, number).click()
        expect(bar(page)).to_contain_text(f"Claim {number} of 3")
        page.keyboard.press("a")
        expect(bar(page)).not_to_contain_text(f"Claim {number} of 3")
    expect(decided(page, 2)).to_be_visible()
    expect(page.locator(".tally")).to_have_text("2 of 3 decided")
    settled(page)
    page.reload()
    expect(decided(page, 2)).to_be_visible()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    for number, left in ((3, 1), (1, 0)):
        page.keyboard.press("u")
        expect(page.get_by_text(f"Undone: “Right” for claim {number}")).to_be_visible()
        expect(bar(page)).to_contain_text(f"Claim {number} of 3")
        expect(chip(page, number)).to_have_attribute("aria-current", "true")
        expect(decided(page, left)).to_be_visible()


def test_a_new_result_is_seen_from_its_top(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 500})
    paste(page, address, query="Top?", draft=DRAFT, title="Settings page", source=SETTINGS)
    page.get_by_role("button", name="Check the draft").scroll_into_view_if_needed()
    check(page)
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop === 0")


DROP_TWO_FILES = """zone => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(26_300_000)], "huge.txt"));
    files.items.add(new File(["Timeout: 60 seconds"], "short.txt"));
    zone.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_file_that_is_too_large_is_named_with_its_remedy_and_the_others_are_read(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    expect(page.get_by_text("5MB per file")).to_be_visible()
    settled(page)
    page.locator("input[type=file]").first.set_input_files(
        [
            {"name": "long.txt", "mimeType": "text/plain", "buffer": b"word " * 1_200_000},
            {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"Retries: 3"},
        ]
    )
    alert = page.get_by_role("alert")
    expect(alert.filter(has_text="long.txt is 6.0 MB, over the limit of 5 MB; split it")).to_be_visible()
    expect(page.get_by_text("1 source", exact=True)).to_be_visible()
    settled(page)
    page.get_by_test_id("stFileUploaderDropzone").first.evaluate(DROP_TWO_FILES)
    expect(alert.filter(has_text="huge.txt is 26.3 MB, over the limit of 5 MB; split it")).to_be_visible()
    expect(alert.filter(has_text="long.txt")).to_have_count(0)
    expect(page.get_by_text("2 sources", exact=True)).to_be_visible()


def test_the_decision_buttons_are_in_view_wherever_the_page_is(page: Page, address: str) -> None:
    open_example(page, address, "10_quarterly_report")
    for width, height in ((1440, 900), (1280, 640), (420, 900)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for name in ("Right", "Wrong", "Undo", "Previous", "Next", "not checkable"):
            button = page.get_by_role("button", name=name, exact=name in ("Next", "Right", "Wrong"))
            expect(button).to_be_in_viewport(ratio=1)
        assert page.locator(".st-key-decision_bar").bounding_box()["height"] < height / 4


def test_the_filters_of_the_history_outlive_a_reload(page: Page, served: Served) -> None:
    open_checked(page, served, "Filters?")
    page.get_by_role("link", name="History").click()
    search = page.get_by_label("Search", exact=True)
    search.fill("filters")
    search.press("Enter")
    page.get_by_label("Recommendation").click()
    page.get_by_role("option", name="reject").click()
    page.get_by_label("Has a claim that is").click()
    page.get_by_role("option", name="contradicted").click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("1 review, newest work first")).to_be_visible()
    settled(page)
    page.reload()
    expect(page.get_by_text("1 review, newest work first")).to_be_visible()
    expect(page.get_by_label("Search", exact=True)).to_have_value("filters")
    assert "history_status=" in page.url


def test_words_typed_after_a_search_key_that_came_early_are_searched_for(page: Page, served: Served) -> None:
    open_stored(page, served, CritiqueRequest(query="Early?", draft="The bridge was built in 1804."))
    review = page.url
    page.goto("about:blank")
    pressed = ", ".join(f"{{ key: '{key}', at: 0 }}" for key in "/swimming pool")
    page.add_init_script(f"globalThis[Symbol.for('claimlens.early_keys')] = [{pressed}];")
    page.goto(review)
    search = page.get_by_label("Search", exact=True)
    expect(search).to_be_focused()
    expect(search).to_have_value("swimming pool")


def test_a_search_key_leads_to_the_history(page: Page, served: Served) -> None:
    open_checked(page, served, "Search?")
    page.keyboard.press("/")
    page.keyboard.type("atx")  # at once: neither lost nor a decision
    page.keyboard.press("Backspace")
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    search = page.get_by_label("Search", exact=True)
    expect(search).to_be_focused()
    expect(search).to_have_value("at")
    page.keyboard.type(" the gateway")
    expect(search).to_have_value("at the gateway")


def test_typed_inputs_outlive_a_reload(page: Page, address: str) -> None:
    paste(page, address, query="Half a question", draft="Half a draft", title="Notes", source="Some text.")
    page.get_by_label("Draft", exact=True).blur()
    settled(page)
    page.reload()
    expect(page.get_by_label("Draft", exact=True)).to_have_value("Half a draft")
    expect(page.get_by_text("1 source", exact=True)).to_be_visible()


def test_typed_inputs_outlive_another_review_opened_from_the_history(page: Page, served: Served) -> None:
    open_checked(page, served, "Opened?")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="New review").click()
    page.get_by_role("textbox", name="Draft", exact=True).fill("Half a draft")
    page.get_by_role("textbox", name="Draft", exact=True).blur()
    settled(page)
    page.get_by_role("link", name="History").click()
    page.locator("[class*=st-key-open_] button").first.click()
    expect(page.get_by_text("Not checked yet: Half a draft")).to_be_visible()
    settled(page)
    page.reload()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Return to it").click()
    expect(page.get_by_role("textbox", name="Draft", exact=True)).to_have_value("Half a draft")
    expect(page.get_by_text("Not checked yet")).to_have_count(0)


SLOW = """
import time
from critique_core import assembly

def slow(self, request, progress):
    while True:
        progress("claims", 0.0)
        time.sleep(0.05)

assembly.Critic.critique = slow
"""


@pytest.fixture
def slow_address(start_app: StartApp) -> str:
    """The app with a critic that never ends its first stage unless it is cancelled."""
    return start_app(ROOT / "served_app.py", SLOW)


def test_a_check_shows_its_stage_and_can_be_cancelled(page: Page, slow_address: str) -> None:
    paste(page, slow_address, query="Slow?", draft=DRAFT, title="Settings page", source=SETTINGS)
    page.set_viewport_size({"width": 1280, "height": 720})
    button = page.get_by_role("button", name="Check the draft")
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    assert place
    pressed = (place["x"] + 20, place["y"] + 10)
    page.mouse.click(*pressed)
    expect(page.get_by_text("Splitting the draft into claims")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=1)
    progress = page.locator(".st-key-check_at_foot").bounding_box()
    assert progress
    assert progress["y"] < pressed[1] < progress["y"] + progress["height"], "in the place of the button"
    page.mouse.click(*pressed)  # in haste; it neither cancels nor begins anew
    expect(page.get_by_text(re.compile(r"^[2-9] s$"))).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. Your inputs are as you left them.")).to_be_visible()
    expect(page.get_by_label("Draft", exact=True)).to_have_value(DRAFT)
    expect(page.get_by_text("1 source", exact=True)).to_be_visible()


def test_a_dropped_file_becomes_a_source_and_a_bad_one_is_named(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    settled(page)
    page.locator("input[type=file]").first.set_input_files(
        [
            {"name": "settings.md", "mimeType": "text/markdown", "buffer": SETTINGS.encode()},
            {"name": "photo.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n" + bytes(64)},
        ]
    )
    expect(page.get_by_text("1 source", exact=True)).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="photo.png")).to_be_visible()


def test_hostile_text_is_shown_as_text_everywhere(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    lamps = [f"The {room} lamp {text}" for room, text in zip(ROOMS, HOSTILE, strict=True)]
    query = f"Query {' '.join(HOSTILE[:4:3])}"  # History cuts longer ones
    page.get_by_label("Reviewer", exact=True).fill(HOSTILE[0])
    page.get_by_label("Query", exact=True).fill(query)
    page.get_by_label("Draft", exact=True).fill(" ".join(f"{lamp} weighs 3 kg." for lamp in lamps))
    page.get_by_label("Title of the source").fill(f"Title {' '.join(HOSTILE)}")
    page.get_by_label("Text of the source").fill("\n\n".join(f"{lamp} weighs 2 kg." for lamp in lamps))
    check(page)
    for number, text in enumerate(HOSTILE, 1):
        chip(page, number).click()
        expect(bar(page)).to_contain_text(f"Claim {number} of {len(HOSTILE)}")
        expect(page.locator(".sources")).to_contain_text(_read_as(text))  # where the card's quote is shown
    page.get_by_role("button", name="Right", exact=True).click()
    expect(page.locator(".st-key-claim_card")).to_contain_text("Called right")
    expect(_reading(page, f"Asked: {query}").first).to_be_visible()
    _nothing_ran(page)
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    expect(_reading(page, query).first).to_be_visible()
    _nothing_ran(page)


def _nothing_ran(page: Page) -> None:
    assert page.evaluate("window.hacked") is None
    assert page.locator("iframe, main script, main img[src^=data], main .katex").count() == 0


def _reading(page: Page, text: str) -> Locator:
    return page.locator("p").filter(has_text=_read_as(text))


def _read_as(text: str) -> re.Pattern[str]:
    """What reads as ``text``: word joiners keep addresses and emoji codes from being drawn as such."""
    return re.compile("\u2060?".join(re.escape(character) for character in text))
