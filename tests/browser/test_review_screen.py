"""The review screen as a reviewer sees it: what is in view, what Enter does, what a hasty key does not."""

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from critique_core.examples import load_examples
from critique_core.models import CritiqueRequest, SourceDocument
from tests.makers.browser_app import Served, open_example, open_stored, settled

# In the map: whether the words of the selected claim, its card and its first evidence are wholly in view, above the row
# of decisions.
IN_VIEW = """map => {
    const [draft, sources] = map.querySelectorAll(".scroll");
    const end = document.querySelector(".st-key-decision_bar").getBoundingClientRect().top + 1;
    const shown = (part, pane) => {
        const [box, room] = [part.getBoundingClientRect(), pane.getBoundingClientRect()];
        return box.top >= room.top - 1 && box.bottom <= Math.min(room.bottom + 1, end);
    };
    const claim = [...draft.querySelectorAll(".part.lit:not(.kin), .claim-card")];
    const evidence = [...sources.querySelectorAll(".part.lit")].slice(0, 1);
    return claim.length > 0 && claim.every(part => shown(part, draft)) && evidence.every(part => shown(part, sources));
}"""


# How many words an element shows that are its own: without icons, and without what stands so in the texts under review.
OWN_WORDS = r"""(root, foreign) => {
    const UNREAD = "style, .live, [data-testid=stIconMaterial], [role=img]";
    const plain = text => text.replace(/\s+/g, " ").trim();
    const texts = foreign.map(plain);
    const words = node => {
        if (node.nodeType === Node.TEXT_NODE) {
            const [said, range] = [plain(node.data), document.createRange()];
            range.selectNode(node);
            if (range.getClientRects().length === 0 || texts.some(text => text.includes(said))) return [];
            return said.match(/[\p{L}\p{N}]\S*/gu) ?? [];
        }
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches(UNREAD)) return [];
        return [...node.shadowRoot?.childNodes ?? [], ...node.childNodes].flatMap(words);
    };
    return words(root);
}"""
MAIN = "[data-testid=stMain]"


def own_words(page: Page, place: str, request: CritiqueRequest) -> list[str]:
    sources = [text for source in request.sources for text in (source.content, source.title or "")]
    return page.locator(place).evaluate(OWN_WORDS, [request.query, request.draft, *sources])


def test_a_review_and_its_issues_say_a_fact_once_and_no_more_words_than_can_be_read(page: Page, address: str) -> None:
    request = next(one.request for one in load_examples() if one.name == "16_every_issue")
    open_example(page, address, "16_every_issue")
    words = own_words(page, MAIN, request)
    assert 80 < len(words) <= 150, words
    page.get_by_role("tab", name=re.compile("^Issues")).click()
    issues = page.locator("[class*=st-key-issues_]")
    expect(issues).to_have_count(7)
    settled(page)
    words = own_words(page, "[role=tabpanel]:visible", request)
    assert 100 < len(words) <= 250, words


@pytest.mark.parametrize("example", ["08_medicine_leaflet", "07_restaurant_record"])
def test_one_confidence_is_in_sight_and_no_word_means_two_things(page: Page, address: str, example: str) -> None:
    request = next(one.request for one in load_examples() if one.name == example)
    open_example(page, address, example)
    for key in ("", "Enter"):  # as it came, and with a fix taken
        if key:
            page.keyboard.press(key)
            expect(page.locator(".claimlens-mark .number")).to_contain_text("→")
            settled(page)
        words = own_words(page, MAIN, request)
        expect(page.locator(".claimlens-mark")).to_have_count(1)  # a picture to them, and no word
        assert not [word for word in words if "%" in word]
        assert not [word for word in words if re.match(r"(accept|reject|retry)", word, re.IGNORECASE)]


def test_each_claim_and_its_evidence_are_in_view_as_one_steps_through_them(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "13_long_manual")
    claims = page.locator(".draft .chip").count()
    for _ in range(claims):
        page.keyboard.press("k")
    for number in range(1, claims + 1):
        expect(page.locator(f'.draft .chip[data-number="{number}"]')).to_have_attribute("aria-current", "true")
        assert page.locator(".map").evaluate(IN_VIEW), f"claim {number} of {claims}"
        page.keyboard.press("j")
    bar = page.locator(".st-key-decision_bar").bounding_box()
    assert bar
    assert bar["height"] < 60, "one row"


# In the map: whether the words of the selected claim and its card are in the window.
IN_WINDOW = """map => [...map.querySelectorAll(".draft .part.lit:not(.kin), .claim-card")].every(part => {
    const { top, bottom } = part.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
})"""


def test_at_200_percent_each_claim_that_one_steps_to_comes_into_the_window(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 640, "height": 360})
    page.emulate_media(reduced_motion="reduce")
    open_example(page, address, "13_long_manual")
    for _ in range(6):
        page.keyboard.press("j")
        settled(page)
        assert page.locator(".map").evaluate(IN_WINDOW)


def test_the_claim_stays_in_the_window_while_its_wording_is_edited(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "13_long_manual")
    page.keyboard.press("j")
    settled(page)
    page.keyboard.press("e")
    expect(page.get_by_label("What it should say")).to_be_focused()
    expect(page.get_by_role("button", name="Save wording")).to_be_in_viewport(ratio=1)
    assert page.locator(".map").evaluate(IN_WINDOW)


# Gives the row of decisions the figures of a long answer.
LONG_ANSWER = """bar => {
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        walker.currentNode.data = walker.currentNode.data.replace(/^Claim .*/, "Claim 104 of 210")
            .replace(/^\\s*[A-Z]\\w+:$/, "Not checkable:")
            .replace(/^Rest right .*/, "Rest right (196)").replace(/^\\d+ in doubt/, "114 in doubt");
    }
}"""


def test_no_decision_is_cut_off_in_a_long_answer_or_a_narrow_window(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "16_every_issue")
    bar = page.locator(".st-key-decision_bar")
    bar.evaluate(LONG_ANSWER)
    expect(bar).to_contain_text("Claim 104 of 210")
    expect(bar).to_contain_text("Not checkable:")
    expect(bar).to_contain_text("Rest right (196)")
    expect(bar).to_contain_text("114 in doubt")
    for width, highest in ((1280, 60), (1240, 100), (1000, 100), (800, 100)):
        page.set_viewport_size({"width": width, "height": 720})
        assert bar.evaluate("bar => bar.scrollWidth - bar.clientWidth") <= 0, width
        box = bar.bounding_box()
        assert box
        assert box["height"] < highest, width


def test_the_line_above_and_the_claims_counted_stay_one_line_each_when_fixes_are_taken(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "16_every_issue")
    headline, legend = page.locator(".st-key-verdict_line h2"), page.locator(".map .legend")
    one_line, one_row = headline.bounding_box()["height"], legend.bounding_box()["height"]
    for _ in range(4):
        page.keyboard.press("Enter")
        settled(page)
    expect(headline).to_contain_text(re.compile("^.*Now (Send|Fix|Block): "))
    expect(page.locator(".legend li[data-status=fixed]")).to_be_visible()
    assert (headline.bounding_box()["height"], legend.bounding_box()["height"]) == (one_line, one_row)
    expect(page.locator(".draft.pane .title").get_by_role("button", name="Copy corrected answer")).to_be_visible()
    pane, bar = page.locator(".draft.pane").bounding_box(), page.locator(".st-key-decision_bar").bounding_box()
    assert pane["y"] + pane["height"] <= bar["y"], "no line of the draft is below the row"


def test_a_headline_is_one_line_beside_its_number_and_buttons(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "16_every_issue")
    headline = page.locator(".st-key-verdict_line h2")
    one_line = headline.bounding_box()["height"]
    headline.evaluate("h2 => h2.textContent = 'Refusal, though the sources seem to hold the answer'")
    assert headline.bounding_box()["height"] == one_line


def test_the_headline_is_one_line_with_a_fix_taken(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    draft = "A ticket costs 9 euros. The hall has 80 seats. The show lasts 50 minutes."
    source = SourceDocument(id="s", content="A ticket costs 7 euros. The hall has 60 seats. The show lasts 40 minutes.")
    open_stored(page, served, CritiqueRequest(query="The show?", draft=draft, sources=(source,)))
    one_line = page.locator(".st-key-verdict_line h2").bounding_box()["height"]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Now Block: 2 claims are contradicted")).to_be_visible()
    assert page.locator(".st-key-verdict_line h2").bounding_box()["height"] == one_line
    page.keyboard.press("Enter")
    expect(page.get_by_text("Claim 2 of 3", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Now Block: 1 claim is contradicted")).to_be_visible()


def test_on_a_phone_the_draft_is_on_the_first_screen(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_example(page, address, "08_medicine_leaflet")
    expect(page.locator(".draft .part").first).to_be_in_viewport()
    expect(page.locator(".draft .part.lit").first).to_be_in_viewport()


def test_no_empty_line_is_below_the_card_of_a_claim_that_ends_its_line(page: Page, served: Served) -> None:
    draft = "- Sow the beans in May.\n- Keep 60 cm between plants."
    source = SourceDocument(id="s", title="Packet", content="Sow the beans in May. Distance between plants: 60 cm.")
    open_stored(page, served, CritiqueRequest(query="Beans?", draft=draft, sources=(source,)))
    page.locator('.draft .chip[data-number="1"]').click()
    card = page.locator(".claim-card").bounding_box()
    after = page.locator('.draft .chip[data-number="2"]').bounding_box()
    assert card
    assert after
    assert after["y"] - card["y"] - card["height"] < 20
    assert page.locator(".draft .scroll").text_content() == draft


def test_enter_takes_the_fix_and_the_claim_the_headline_the_answer_and_its_number_are_others(
    page: Page, address: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_example(page, address, "07_restaurant_record")
    expect(page.locator(".legend")).not_to_contain_text("fixed")
    mark = page.locator(".claimlens-mark .number")
    before = mark.inner_text()
    page.keyboard.press("Enter")
    expect(mark).to_have_text(re.compile(rf"^{before} → \d+%$"))
    old, new = (int(number) for number in re.findall(r"\d+", mark.inner_text()))
    assert new > old
    gone = page.locator(".draft .gone")
    expect(gone).to_have_text("4.5")
    assert gone.get_attribute("data-new") == "4.0"
    fixed = page.locator('.draft .chip[data-status="fixed"]')
    expect(fixed).to_have_count(1)
    expect(page.locator(".legend li[data-status=fixed]")).to_have_text(re.compile(r"fixed\s*1"))
    assert "lead" not in (fixed.get_attribute("class") or "")
    expect(page.get_by_role("heading", name=re.compile("Now (Send|Fix|Block): "))).to_be_visible()
    page.get_by_role("button", name="Copy corrected answer").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "rated 4.0 stars" in copied
    assert "4.5" not in copied
    page.keyboard.press("u")
    expect(mark).to_have_text(before)
    expect(gone).to_have_count(0)


def test_enter_goes_on_from_a_claim_that_the_reviewer_calls_supported(page: Page, address: str) -> None:
    open_example(page, address, "07_restaurant_record")
    chip = page.locator('.draft .chip[aria-current="true"]')
    number = chip.get_attribute("data-number")
    card = page.locator(".claim-card")
    expect(card.get_by_role("button", name="Take the fix (Enter)")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".map")).to_have_attribute("data-saved", "1")
    page.locator(f'.draft .chip[data-number="{number}"]').click()
    expect(card.get_by_role("button", name="Right (a): it is contradicted")).to_be_visible()
    expect(card.get_by_role("button", name="Take the fix (Enter)")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(chip).not_to_have_attribute("data-number", str(number))
    settled(page)
    expect(page.locator(".draft .gone")).to_have_count(0)


def test_one_key_calls_the_rest_right_and_the_review_has_an_end(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_example(page, address, "08_medicine_leaflet")
    doubt = page.locator(".st-key-next_in_doubt")
    box, bar = doubt.bounding_box(), page.locator(".st-key-decision_bar").bounding_box()
    assert box
    assert bar
    assert box["x"] + box["width"] <= bar["x"] + bar["width"], "all buttons are within the row"
    total = page.locator(".draft .chip").count()
    waiting = page.locator(".draft .chip.lead").count()
    page.keyboard.press("g")
    expect(page.locator('.draft .chip[data-decision="confirm"]')).to_have_count(total - waiting)
    expect(page.locator(".map")).to_have_attribute("data-saved", str(total - waiting))
    page.keyboard.press("u")
    expect(page.locator(".map")).to_have_attribute("data-saved", "0")
    page.keyboard.press("g")
    expect(page.locator(".map")).to_have_attribute("data-saved", str(total - waiting))
    for _ in range(waiting):
        page.keyboard.press("a")
    finish = page.locator(".st-key-finish")
    expect(finish).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-decision_bar")).to_be_in_viewport(ratio=1)
    finish.get_by_role("button", name="Fix", exact=True).click()
    expect(finish.get_by_text("Ada: Fix")).to_be_visible()
    finish.get_by_role("button", name="Copy answer").click()
    expect(finish.get_by_role("button", name="Copied")).to_be_visible()
    assert "Calvorin" in page.evaluate("navigator.clipboard.readText()")


def test_a_claim_whose_verdict_was_called_wrong_is_not_counted_by_its_status(page: Page, address: str) -> None:
    open_example(page, address, "07_restaurant_record")
    legend = page.locator(".map .legend")
    entry = legend.locator("li[data-status=contradicted] b")
    before = int(entry.inner_text())
    chip = page.locator('.draft .chip[data-status="contradicted"]').first
    chip.click()
    page.keyboard.press("x")
    expect(legend.locator("li[data-status=reject]")).to_have_text(re.compile(r"called wrong\s*1$"))
    expect(legend.locator("li[data-status=contradicted]")).to_have_count(min(1, before - 1))
    page.keyboard.press("u")
    expect(entry).to_have_text(str(before))
    expect(legend.locator("li[data-status=reject]")).to_have_count(0)


def test_a_fixed_claim_is_dealt_with(page: Page, address: str) -> None:
    open_example(page, address, "08_medicine_leaflet")
    bar, tally = page.locator(".st-key-decision_bar"), page.locator(".map .tally")
    expect(bar).to_contain_text("2 in doubt")
    page.keyboard.press("Enter")
    expect(tally).to_have_text("1 of 6 decided")
    expect(bar).to_contain_text("1 in doubt")
    settled(page)
    for _ in range(2):  # there is no way back to the fixed claim
        page.keyboard.press("Enter")
        expect(page.locator('.draft .chip[data-number="4"]')).to_have_attribute("aria-current", "true")
        expect(bar).to_contain_text("Claim 4 of 6")
        settled(page)
    page.keyboard.press("g")
    expect(tally).to_have_text("5 of 6 decided")
    page.keyboard.press("a")
    expect(page.locator(".st-key-finish")).to_contain_text("All decided")
    for left in ("5 of 6 decided", "1 of 6 decided", "0 of 6 decided"):
        settled(page)
        page.keyboard.press("u")
        expect(tally).to_have_text(left)
    expect(page.locator('.draft .chip[data-number="2"]')).to_have_attribute("aria-current", "true")


FLATS = " ".join(f"Flat {number} has {number * 10} square metres." for number in range(1, 13))
SURVEY = " ".join(f"Flat {number} has {number * 10 + (number == 3)} square metres." for number in range(1, 13))


def open_flats(page: Page, served: Served, query: str) -> None:
    """A draft of twelve claims, one of which is contradicted; another query is another review."""
    sources = (SourceDocument(id="s", title="Survey", content=SURVEY),)
    open_stored(page, served, CritiqueRequest(query=query, draft=FLATS, sources=sources))


def test_a_key_that_was_meant_for_what_stood_there_before_decides_nothing(page: Page, served: Served) -> None:
    open_flats(page, served, "hasty")
    page.evaluate("globalThis[Symbol.for('claimlens.arrived_at')] = performance.now() + 3000")  # it has just come
    page.keyboard.press("a")
    settled(page)
    expect(page.locator(".map")).to_have_attribute("data-saved", "0")
    page.evaluate("globalThis[Symbol.for('claimlens.arrived_at')] = performance.now() - 3000")
    page.keyboard.press("a")
    expect(page.locator(".map")).to_have_attribute("data-saved", "1")


def test_the_row_of_decisions_is_one_row_and_nothing_of_it_is_cut_off(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_flats(page, served, "row")
    bar = page.locator(".st-key-decision_bar")
    page.keyboard.press("a")  # the one in doubt
    expect(bar).to_contain_text("None in doubt")
    for number in (10, 11):
        page.locator(f'.draft .chip[data-number="{number}"]').click()
        expect(bar).to_contain_text(f"Claim {number} of 12")
    settled(page)
    assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    assert bar.bounding_box()["height"] < 60, "one row"
    line = page.locator(".map .end")
    boxes = [one.bounding_box() for one in line.locator("> *:visible").all()]
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 15, "help is in the row of the tally"


def test_the_row_of_decisions_has_a_border_below_wherever_it_begins(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_example(page, address, "01_timeout_wrong")
    bar = page.locator(".st-key-decision_bar")
    colour = bar.evaluate("bar => getComputedStyle(bar).borderBottomColor.match(/\\d+/g).map(Number)")
    for tenths in range(0, 10, 2):
        bar.evaluate("(bar, tenths) => { bar.parentElement.style.marginTop = `${tenths / 10}px`; }", tenths)
        box = bar.bounding_box()
        assert box
        strip = {"x": box["x"] + box["width"] - 40, "y": int(box["y"] + box["height"]) - 4, "width": 1, "height": 8}
        with Image.open(BytesIO(page.screenshot(clip=strip))) as picture:
            pixels = picture.convert("RGB")
            assert tuple(colour) in {pixels.getpixel((0, y)) for y in range(pixels.height)}, box["y"]


def test_on_a_phone_the_row_of_decisions_takes_two_rows(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_flats(page, served, "phone")
    places = []
    for number in (3, 12):
        page.locator(f'.draft .chip[data-number="{number}"]').click()
        expect(page.locator(".st-key-decision_bar")).to_contain_text(f"Claim {number} of 12")
        settled(page)
        places.append(page.locator(".st-key-accept").bounding_box())
        assert page.locator(".st-key-decision_bar").bounding_box()["height"] < 100
        for name in ("Right", "Wrong", "Undo", "Previous", "Next", "not checkable", "1 in doubt"):
            button = page.locator(".st-key-decision_bar").get_by_role(
                "button", name=name, exact=name in {"Right", "Wrong", "Next"}
            )
            expect(button).to_be_in_viewport(ratio=1)
    assert places[0]["x"] == places[1]["x"], "what is called right differs, and the button stays"
    page.locator('.draft .chip[data-number="3"]').click()
    page.locator(".st-key-decision_bar").get_by_role("button", name="Right", exact=True).click()
    expect(page.locator(".st-key-next_in_doubt")).to_have_count(0)
    settled(page)
    assert page.locator(".st-key-decision_bar").bounding_box()["height"] < 100
    page.keyboard.press("g")
    expect(page.locator(".st-key-confirm_rest")).to_have_count(0)
    settled(page)
    rows = {round(one.bounding_box()["y"]) for one in page.locator("[class*=st-key-relabel_] button:visible").all()}
    assert len(rows) == 1, "the statuses stay in a row of their own"
    words = page.locator(".st-key-relabel_unsupported button:visible p")
    assert words.bounding_box()["height"] < 40, "no word is broken"


def test_on_a_phone_the_row_that_ends_a_review_is_in_view_once_none_is_in_doubt(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_flats(page, served, "phone's end")
    page.locator(".st-key-decision_bar").get_by_role("button", name="Right", exact=True).click()
    for name in ("Send", "Fix", "Block", "Report"):
        button = page.locator(".st-key-finish").get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.st-key-finish')", middle), name
    expect(page.locator(".draft .part").first).to_be_in_viewport()


def test_after_a_click_enter_takes_the_fix_and_after_tab_it_presses_the_button(page: Page, served: Served) -> None:
    open_flats(page, served, "Enter")
    bar = page.locator(".st-key-decision_bar")
    expect(bar).to_contain_text("Claim 3 of 12")
    bar.get_by_role("button", name="Next", exact=True).click()
    expect(bar).to_contain_text("Claim 4 of 12")
    bar.get_by_role("button", name="Previous").click()
    expect(bar).to_contain_text("Claim 3 of 12")
    settled(page)
    page.keyboard.press("Enter")
    expect(page.locator('.draft .chip[data-status="fixed"]')).to_have_count(1)
    expect(bar).to_contain_text("Claim 3 of 12")
    settled(page)
    bar.get_by_role("button", name="Previous").focus()
    page.keyboard.press("Tab")
    expect(bar.get_by_role("button", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("Claim 4 of 12")


def test_enter_takes_the_fix_from_the_tab_that_is_open_and_opens_another_one(page: Page, served: Served) -> None:
    open_flats(page, served, "Tabs")
    expect(page.locator(".st-key-decision_bar")).to_contain_text("Claim 3 of 12")
    settled(page)
    issues, citations = (page.get_by_role("tab", name=re.compile(f"^{name}")) for name in ("Issues", "Citations"))
    shown = page.get_by_role("tabpanel")
    issues.click()
    expect(shown).to_contain_text("Factual error")
    settled(page)
    citations.evaluate("tab => tab.focus()")
    page.keyboard.press("Enter")
    expect(shown).to_contain_text("The draft cites nothing")
    settled(page)
    expect(page.locator('.draft .chip[data-status="fixed"]')).to_have_count(0)
    citations.evaluate(
        "tab => tab.focus()"
    )  # Streamlit takes it where it draws the row of tabs a frame before each tab
    expect(citations).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.draft .chip[data-status="fixed"]')).to_have_count(1)


# Holds the end of the second back in which a result has just come, until the test calls for it.
JUST_COME = """const later = globalThis.setTimeout;
globalThis.setTimeout = (act, ...rest) => {
    if (!String(act).includes("claimlens-arriving")) return later(act, ...rest);
    globalThis.endSecond = act;
    return 0;
};"""


def test_a_click_where_a_result_has_just_come_decides_nothing(page: Page, served: Served) -> None:
    open_flats(page, served, "hasty click")
    page.add_init_script(JUST_COME)
    page.reload()
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator("body.claimlens-arriving")).to_have_count(1)
    settled(page)
    right, wrong = (page.get_by_role("button", name=name, exact=True) for name in ("Right", "Wrong"))
    for button in (right, wrong):
        button.click(force=True)  # at its place, whatever takes the click there
    settled(page)
    expect(page.locator(".map")).to_have_attribute("data-saved", "0")
    page.evaluate("endSecond()")
    right.click()
    expect(page.locator(".map")).to_have_attribute("data-saved", "1")


@pytest.mark.parametrize("width", [1280, 800])
def test_the_button_that_checks_the_draft_is_wholly_in_view_when_the_app_opens(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(address)
    expect(page.get_by_role("button", name="Check the draft")).to_be_in_viewport(ratio=1)


def test_what_a_check_lacks_is_said_in_view_of_its_button(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(served.address)
    page.get_by_role("button", name="Check the draft").click()
    told = page.get_by_text("there is no text; paste the answer to check")
    expect(told).to_be_in_viewport(ratio=1)
    settled(page)
    box = told.bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent", middle) == told.text_content()


def test_a_click_on_an_empty_place_leaves_no_frame_around_the_page(page: Page, served: Served) -> None:
    open_flats(page, served, "frame")
    page.get_by_test_id("stMain").evaluate("main => main.focus()")
    page.keyboard.press("j")
    expect(page.locator(".st-key-decision_bar")).to_contain_text("Claim 4 of 12")
    frame = "getComputedStyle(document.querySelector('[data-testid=stMain]'), '::before').content"
    assert page.evaluate("document.activeElement.dataset.testid") == "stMain"
    assert page.evaluate(frame) == "none"


def test_what_is_said_of_a_claim_reads_from_the_left_beside_a_draft_that_reads_from_the_right(
    page: Page, served: Served
) -> None:
    source = SourceDocument(id="s", content="המוזיאון נפתח בשעה 9 ונסגר בשעה 17.")
    open_stored(page, served, CritiqueRequest(draft="המוזיאון נפתח בשעה 12 ונסגר בשעה 17.", sources=(source,)))
    direction = "found => getComputedStyle(found).direction"
    assert page.locator(".draft .line").first.evaluate(direction) == "rtl"
    card = page.locator(".claim-card .box")
    expect(card).to_be_visible()
    assert card.evaluate(direction) == "ltr"
    assert card.locator(".acts").evaluate(direction) == "ltr"
