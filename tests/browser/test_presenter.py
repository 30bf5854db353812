"""The presentation in a real browser: keys, address, hidden verdicts, touch, and type that can be read from afar."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from components.words.review import NO_PASSAGE
from tests.makers.bare_page import open_bare_presenter
from tests.makers.browser_app import StartApp, settled
from tests.makers.claim_map_cases import hostile
from tests.makers.places import ROOT

# Type in pixels of the claim and of the quote, and whether all of it lies within the window.
SIZES = """stage => {
    const sizes = name => [...stage.querySelectorAll(name)].map(part => parseFloat(getComputedStyle(part).fontSize));
    const inside = [...stage.querySelectorAll(".head, .panel, .reason")].every(part => {
        const box = part.getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    });
    return {claim: Math.min(...sizes(".part")), quote: Math.min(...sizes(".quoted")), inside};
}"""


@pytest.fixture(scope="module")
def cases(start_app: StartApp) -> str:
    return start_app(ROOT / "tests" / "browser" / "presenter_app.py")


def show(page: Page, case: str, address: str = "") -> None:
    open_bare_presenter(page, case, address)
    expect(page.locator(".wall")).to_be_visible()


def show_served(page: Page, cases: str, case: str, also: str = "") -> None:
    """In Streamlit, for what the two do together."""
    page.goto(f"{cases}/?case={case}{also}")
    expect(page.locator(".wall")).to_be_visible()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def title(page: Page) -> str:
    return page.locator(".wall h1").inner_text()


def spoken(page: Page) -> str:
    return page.locator(".wall .live").text_content() or ""


def test_every_key_moves_without_the_server(page: Page, cases: str) -> None:
    show_served(page, cases, "release")
    settled(page)
    runs = page.get_by_text(re.compile(r"^run \d+$")).text_content()
    assert title(page) == "What is said?"
    for key, expected in (
        ("j", "Claim 1 of 10"), ("ArrowRight", "Claim 2 of 10"), (" ", "Claim 3 of 10"),
        ("PageDown", "Claim 4 of 10"),
        ("k", "Claim 3 of 10"), ("ArrowLeft", "Claim 2 of 10"), ("PageUp", "Claim 1 of 10"),
        ("End", "Corrected answer"),
        ("Home", "What is said?"), ("ArrowDown", "Claim 1 of 10"), ("ArrowUp", "What is said?"), ("k", "What is said?"),
    ):  # fmt: skip
        press(page, key)
        assert title(page) == expected, key
    assert spoken(page) == "This is the first slide."
    press(page, "r", "c", "Shift+R", "J", "K")
    page.wait_for_timeout(500)
    assert page.get_by_text(re.compile(r"^run \d+$")).text_content() == runs, "r is no rerun here"


def test_f_goes_round_the_claims_that_are_wrong_or_in_doubt(page: Page) -> None:
    show(page, "sixty")
    met: list[str] = []
    for _ in range(4):
        press(page, "f")
        met.append(title(page))
    assert met == ["Claim 1 of 60", "Claim 21 of 60", "Claim 41 of 60", "Claim 1 of 60"]


def test_a_slide_says_draft_status_reason_and_source_and_tells_a_screen_reader(page: Page) -> None:
    show(page, "release")
    press(page, "j", "j")
    assert page.locator(".ours .part").all_inner_texts() == ["The gateway times out after ", "30 seconds", "."]
    assert page.locator(".ours .marked").inner_text() == "30 seconds"
    assert "Uploads may be" in page.locator(".ours .context").inner_text()
    assert page.locator(".stage .status").inner_text().split() == ["≠", "contradicted"]
    assert page.locator(".theirs .quoted").inner_text() == "The gateway closes idle connections after 60 seconds."
    assert "Release notes 4.2 · docs/release-4.2.md · page 3" in page.locator(".theirs .place").inner_text()
    for words in ("Claim 2 of 10", "contradicted", "The gateway times out after 30 seconds.", "Release notes 4.2"):
        assert words in spoken(page)
    assert "Uploads may be" not in spoken(page), "what stands around the claim is not read aloud"
    press(page, "j", "j", "j")
    assert page.locator(".theirs .none").inner_text() == NO_PASSAGE, "without a quote it says so"


def test_what_is_hidden_is_not_in_the_page_until_it_is_revealed(page: Page) -> None:
    show(page, "release", "claim=2")
    press(page, "h")
    wall = page.locator(".wall")
    for words in ("contradict", "≠", "●", "○"):
        assert words not in (wall.text_content() or ""), words
    assert wall.locator(".marked, .differs, .reason, .versus, [data-relation]").count() == 0
    assert "hide=1" in page.url
    page.reload()
    expect(wall).to_be_visible()
    assert title(page) == "Claim 2 of 10"
    assert "contradict" not in (wall.text_content() or "")
    press(page, "r")
    assert page.locator(".stage .status .word").inner_text() == "contradicted"
    assert "contradicted" in spoken(page)
    press(page, "j", "k")
    assert page.locator(".stage .status .word").inner_text() == "contradicted", "it stays revealed"
    press(page, "Home")
    assert "supported" not in (page.locator(".stage").text_content() or "")
    press(page, "h")
    assert "1contradicted" in re.sub(r"[^\w]", "", page.locator(".counts").inner_text())
    assert "hide" not in page.url


def test_a_clickers_button_reveals_before_it_goes_on(page: Page) -> None:
    show(page, "release", "claim=2&hide=1")
    press(page, "PageDown")
    assert title(page) == "Claim 2 of 10"
    assert page.locator(".stage .status .word").inner_text() == "contradicted"
    press(page, "PageDown")
    assert title(page) == "Claim 3 of 10"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_type_is_large_however_long_the_text(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, "long")
    for claim in range(1, 5):
        press(page, "j")
        assert title(page) == f"Claim {claim} of 4"
        sizes: dict[str, Any] = page.locator(".stage").evaluate(SIZES)
        assert sizes["claim"] >= 32 * size[1] / 720, claim
        assert sizes["quote"] >= 26 * size[1] / 720, claim
        assert sizes["inside"], claim


def test_what_does_not_fit_is_read_on_with_the_arrow_before_the_next_slide(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    show(page, "long", "claim=3")
    assert page.locator(".hint").inner_text() == "↓ reads on"
    steps = 0
    while title(page) == "Claim 3 of 4":
        press(page, "ArrowDown")
        steps += 1
        assert steps < 30
    assert steps > 2
    press(page, "k")
    assert title(page) == "Claim 3 of 4"
    press(page, "j")
    assert title(page) == "Claim 4 of 4", "the other keys go on at once"


def test_every_script_finds_its_direction_and_its_place(page: Page) -> None:
    show(page, "languages")
    for size, key in (((1280, 720), "j"), ((390, 844), "k")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        seen: list[str] = []
        for _ in range(5):
            press(page, key)
            seen.append(title(page))
            assert page.locator(".stage").evaluate("stage => stage.scrollWidth <= stage.clientWidth"), (size, seen)
            if seen[-1] == "Claim 1 of 5":
                assert page.locator(".ours .line").evaluate("line => getComputedStyle(line).direction") == "rtl"
        assert sorted(seen) == [f"Claim {number} of 5" for number in range(1, 6)]
        press(page, "End")


def test_hostile_text_stays_text(page: Page) -> None:
    show(page, "hostile")
    press(page, "j")
    assert page.locator(".ours .part").all_inner_texts()[0] == "<script>"
    assert "javascript:window.pwned=9" in page.locator(".theirs .place").inner_text()
    press(page, "j")
    assert page.locator(".control").first.get_attribute("data-name") == "RLO"
    assert page.locator(".wall :is(script, img, svg[onload], iframe, a)").count() == 0
    assert page.evaluate("window.pwned") is None
    assert hostile().draft.startswith("<script>")


def test_a_draft_with_nothing_to_verify_has_two_slides_at_most(page: Page) -> None:
    show(page, "empty")
    press(page, "f")
    assert spoken(page) == "No claim is in doubt."
    press(page, "j", "j")
    assert title(page) == "Corrected answer"


def test_a_greeting_is_no_slide_and_numbers_are_those_of_the_review(page: Page) -> None:
    show(page, "greeted", "hide=1")
    expect(page.locator(".verdict")).to_have_text("2 claims. Send, fix or block?")
    press(page, "h")
    counts = [words.split() for words in page.locator(".counts li").all_inner_texts()]
    assert counts == [["1", "○", "unsupported"], ["1", "●", "supported"]]
    titles: list[str] = []
    for _ in range(3):
        press(page, "j")
        titles.append(title(page))
    assert titles == ["Claim 2", "Claim 4", "Corrected answer"]
    assert page.locator(".strip span").count() == 2
    press(page, "f")
    assert title(page) == "Claim 2"
    assert "claim=2" in page.url
    show(page, "greeted", "claim=3")
    assert title(page) == "Claim 4", "the next one that has a slide"


def test_escape_closes_the_sheet_of_keys_first_and_then_leaves_at_the_claim(page: Page, cases: str) -> None:
    show_served(page, cases, "release", "&claim=2")
    press(page, "?")
    sheet = page.locator(".sheet")
    expect(sheet).to_be_visible()
    press(page, "j")
    assert title(page) == "Claim 2 of 10"
    press(page, "Escape")
    expect(sheet).to_be_hidden()
    page.evaluate("document.body.append(Object.assign(document.createElement('div'), { id: 'away', role: 'dialog' }))")
    press(page, "Escape")
    page.wait_for_timeout(300)
    settled(page)
    expect(page.locator(".wall")).to_be_visible()  # a message of Streamlit's would have been closed
    page.evaluate("document.getElementById('away').remove()")
    press(page, "Escape")
    expect(page.locator(".wall")).to_have_count(0)
    expect(page.locator("code")).not_to_have_text("None")


def test_it_can_be_swiped_and_tapped(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    show(page, "release")
    page.touchscreen.tap(370, 400)
    assert title(page) == "Claim 1 of 10"
    page.touchscreen.tap(195, 400)
    assert title(page) == "Claim 1 of 10", "the middle is no edge"
    touch = context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": 300, "y": 400}]), ("touchMove", [{"x": 200, "y": 402}]),
        ("touchMove", [{"x": 120, "y": 404}]), ("touchEnd", []),
    ):  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert title(page) == "Claim 2 of 10"
    page.touchscreen.tap(20, 400)
    assert title(page) == "Claim 1 of 10"
    context.close()


def test_a_bookmark_of_an_example_a_reload_and_escape(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/?example=07_restaurant_record&present=1")
    expect(page.locator(".wall")).to_be_visible()
    for part in ("stSidebar", "stHeader"):
        expect(page.get_by_test_id(part)).to_be_hidden()
    press(page, "f")
    assert title(page) == "Claim 2 of 8"
    assert page.locator(".versus b").all_inner_texts() == ["4.5", "4.0"]
    assert page.locator(".differs").all_inner_texts() == ["4.5", "4.0"]
    press(page, "End")
    assert re.fullmatch(r"confidence\s*\d+%\s*→\s*\d+%", page.locator(".rise").inner_text())
    assert page.locator("del").inner_text() == "4.5"
    assert "rated 4.0 stars" in spoken(page), "what was taken out is not read aloud"
    press(page, "k", "k")
    page.reload()
    expect(page.locator(".wall")).to_be_visible()
    assert title(page) == "Claim 7 of 8"
    settled(page)
    press(page, "a", "x", "1", "Escape")
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator(".st-key-decision_bar")).to_contain_text("Claim 7 of 8")
    expect(page.locator(".map")).to_have_attribute("data-saved", "0")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    assert "present" not in page.url
    assert "item=" in page.url
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".wall")).to_be_visible()
    assert title(page) == "Claim 7 of 8", "taken up where it was left"


def test_sources_that_disagree_are_both_quoted(page: Page) -> None:
    show(page, "disputed", "claim=1")
    assert page.locator(".disputed").inner_text() == "⇄ the sources disagree"
    relations = page.locator(".place .relation").all_inner_texts()
    assert [relation.split()[1] for relation in relations] == ["contradicts", "supports"]


def test_full_screen_is_the_browsers_own(page: Page) -> None:
    show(page, "release")
    press(page, "Shift+F")
    page.wait_for_function("document.fullscreenElement !== null")
    press(page, "j")
    assert title(page) == "Claim 1 of 10"
    press(page, "Shift+F")
    page.wait_for_function("document.fullscreenElement === null")
    expect(page.locator(".wall")).to_be_visible()


def test_a_reason_below_three_pairs_of_long_values_can_be_read_on_to(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    show(page, "crowded", "claim=4")
    reason = page.locator(".reason").last
    expect(reason).not_to_be_in_viewport()
    for _ in range(20):
        if reason.evaluate("part => part.getBoundingClientRect().bottom < innerHeight - 40"):
            break
        press(page, "ArrowDown")
    expect(reason).to_be_in_viewport(ratio=1)
    assert title(page) == "Claim 4 of 4"


def test_with_more_claims_than_there_is_room_for_signs_the_slide_keeps_its_width(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, "sixty", "claim=41")
    assert page.locator(".stage").evaluate("stage => stage.clientWidth") == 390
    strip, here = page.locator(".strip").bounding_box(), page.locator(".strip .here").bounding_box()
    assert strip
    assert here
    assert strip["x"] <= here["x"] <= strip["x"] + strip["width"]
    expect(page.get_by_role("button", name="Back to the review (Esc)")).to_be_in_viewport(ratio=1)
