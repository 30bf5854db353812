"""Claim surgery in a real browser, by mouse and by key: what is selected is what is written, to the character."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from critique_core.models import CritiqueRequest, Decision, SourceDocument
from critique_core.store import Store
from tests.makers.browser_app import PATIENCE_MILLISECONDS, Served, open_stored

DRAFT = (
    "Facts 👩🏽‍💻! The gateway times out after 30 seconds and uploads are limited to 100 MB. Backups run nightly.\n\n"
    "שלום לכולם. המגבלה היא 30 שניות והגיבוי רץ בלילה.\n\nLogs are kept for 90 days 🗄️, which is the default."
)
SETTINGS = "Gateway 👍🏽 settings\n\nThe gateway times out after 30 seconds. Uploads are limited to 20 MB."
BACKUPS = "Backups run every night at two. They are kept in three regions 🗺️ for a year."

# Selects words of a pane as a reviewer's mouse would, whatever pieces the claims have cut its text into.
SELECT = """([words, pane]) => {
  const roots = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot).filter(Boolean)];
  const scope = roots.map((root) => root.querySelector(`.${pane} .scroll`)).find(Boolean);
  const nodes = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push([node, text.length]);
    text += node.data;
  }
  const start = text.indexOf(words);
  const end = start + words.length;
  const [from, before] = nodes.findLast(([, at]) => at <= start);
  const [to, until] = nodes.findLast(([, at]) => at < end);
  getSelection().setBaseAndExtent(from, start - before, to, end - until);
}"""


class Desk:
    """A page with the answer open, and the store behind it."""

    def __init__(self, page: Page, served: Served) -> None:
        request = CritiqueRequest(query=f"How? {time.monotonic_ns()}", draft=DRAFT, sources=(
            SourceDocument(id="s", title="Settings page", content=SETTINGS),
            SourceDocument(id="b", title="Backups", content=BACKUPS),
        ))  # fmt: skip
        self.page, self._database = page, served.database
        self.item = open_stored(page, served, request)
        self.claims = page.locator(".draft .chip")

    def chip(self, number: int) -> Locator:
        return self.page.locator(f'.draft .chip[data-number="{number}"]')

    def choose(self, number: int) -> None:
        self.chip(number).click()
        expect(self.page.locator(".st-key-decision_bar")).to_contain_text(f"Claim {number} of")

    def select(self, words: str, pane: str = "draft") -> None:
        self.page.evaluate(SELECT, [words, pane])
        expect(self.tools).to_be_visible()

    @property
    def tools(self) -> Locator:
        return self.page.locator(".map .tools")

    def written(self, count: int) -> list[Decision]:
        """The events, once there are so many."""
        deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
        while True:
            with Store.open(f"sqlite:///{self._database}") as store:
                found = list(store.decisions(self.item))
            if len(found) >= count or time.monotonic() > deadline:
                assert len(found) == count
                return found
            self.page.wait_for_timeout(50)

    def texts(self) -> list[str]:
        """The claims' words, read in the one moment in which each that is drawn has its name.

        Playwright's locators see into the shadow of the component; a document's own selectors do not.
        """
        deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
        while True:
            labels = [str(one) for one in self.claims.evaluate_all("all => all.map((one) => one.ariaLabel)")]
            if labels and all(": " in one for one in labels):
                return [one.split(": ", 1)[1] for one in labels]
            assert time.monotonic() < deadline, f"claims without a name: {labels}"
            self.page.wait_for_timeout(50)


@pytest.fixture
def desk(page: Page, served: Served) -> Desk:
    return Desk(page, served)


def test_a_claim_is_split_and_joined_again_by_key(desk: Desk) -> None:
    before = desk.texts()
    whole = desk.chip(2).get_attribute("data-status")
    assert whole not in (None, "supported"), "one half of it is the source's own words, the other contradicts them"
    desk.choose(2)
    desk.page.keyboard.press("b")
    expect(desk.tools).to_contain_text("Split claim 2 here")
    desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    expect(desk.claims).to_have_count(len(before) + 1)
    [split] = desk.written(1)
    assert (split.action, split.start, split.end) == ("split", DRAFT.index("and uploads"), DRAFT.index("and uploads"))
    assert desk.texts()[1:3] == ["The gateway times out after 30 seconds", "and uploads are limited to 100 MB."]
    expect(desk.chip(2)).to_have_attribute("aria-current", "true")
    expect(desk.chip(2)).to_have_attribute("data-status", "supported")  # verified at once
    expect(desk.chip(3)).to_have_attribute("data-status", "contradicted")
    desk.page.keyboard.press("m")
    expect(desk.claims).to_have_count(len(before))
    assert desk.texts() == before
    expect(desk.chip(2)).to_have_attribute("data-status", str(whole))


def test_a_claim_is_split_and_another_added_from_the_menu_of_its_card(desk: Desk) -> None:
    before = desk.texts()
    desk.choose(2)
    menu = desk.page.get_by_role("button", name="Change the claim")
    menu.click()
    desk.page.get_by_role("button", name=re.compile("Split it in two")).click()
    expect(desk.tools).to_contain_text("Split claim 2 here")
    expect(desk.page.get_by_role("button", name=re.compile("Split it in two"))).to_have_count(0)
    desk.page.keyboard.press("Enter")
    expect(desk.claims).to_have_count(len(before) + 1)
    [split] = desk.written(1)
    assert (split.action, split.start) == ("split", DRAFT.index("and uploads"))
    menu.click()
    desk.page.get_by_role("button", name=re.compile("Merge it with the next one")).click()
    expect(desk.claims).to_have_count(len(before))
    assert [event.action for event in desk.written(2)] == ["split", "merge"], "each was done once"


def test_a_click_in_a_claim_is_where_it_is_cut_and_undo_brings_it_back(desk: Desk) -> None:
    before = desk.texts()
    words = desk.page.locator(".draft .part", has_text="Backups run nightly.")
    words.scroll_into_view_if_needed()
    words.click()
    expect(desk.chip(3)).to_have_attribute("aria-current", "true")
    expect(desk.tools).to_be_hidden()  # the click asks for the claim's card, which the bar would cover
    words.click()
    desk.tools.get_by_role("button", name="Split claim 3 here").click()
    expect(desk.claims).to_have_count(len(before) + 1)
    [split] = desk.written(1)
    assert split.start is not None
    assert "Backups run nightly.".startswith(DRAFT[DRAFT.index("Backups") : split.start])
    assert 0 < split.start - DRAFT.index("Backups") < len("Backups run nightly.")
    desk.page.keyboard.press("u")
    expect(desk.claims).to_have_count(len(before))
    assert desk.texts() == before


# Presses a key when a map made anew is drawn and does not know its states yet.
PRESS_WHEN_DRAWN_ANEW = """(key) => {
  const [map] = globalThis[Symbol.for("claimlens.claim_map")].values();
  let show = map.show;
  Object.defineProperty(map, "show", {
    configurable: true,
    get: () => show,
    set: (next) => {
      Object.defineProperty(map, "show", { value: next, writable: true });
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    },
  });
}"""


def test_undo_pressed_while_a_split_is_being_drawn_takes_it_back(desk: Desk) -> None:
    before = desk.texts()
    desk.choose(2)
    desk.page.evaluate(PRESS_WHEN_DRAWN_ANEW, "u")
    desk.page.keyboard.press("b")
    desk.page.keyboard.press("Enter")
    assert [event.action for event in desk.written(2)] == ["split", "undo"]
    expect(desk.claims).to_have_count(len(before))
    assert desk.texts() == before


def test_keys_pressed_while_a_split_is_on_its_way_are_done_in_order_once_it_is_there(desk: Desk) -> None:
    before = desk.texts()
    desk.choose(2)
    for key in ("b", "Enter", "a", "j", "3"):
        desk.page.keyboard.press(key)
    split, label = desk.written(2)
    assert (split.action, label.action, label.status) == ("split", "relabel", "unsupported")
    assert label.start == DRAFT.index("and uploads"), "nothing was said of what had not been seen"
    desk.page.keyboard.press("u")
    desk.page.keyboard.press("u")
    expect(desk.claims).to_have_count(len(before))


def test_a_claim_that_is_as_it_was_is_decided_by_a_key_pressed_while_another_is_being_split(desk: Desk) -> None:
    desk.choose(2)
    for key in ("b", "Enter", "k", "a"):
        desk.page.keyboard.press(key)
    split, accepted = desk.written(2)
    assert (split.action, accepted.action, accepted.start) == ("split", "accept", 0)


def test_selected_words_become_a_claim_to_the_code_point(desk: Desk) -> None:
    count = len(desk.texts())
    for number, words in enumerate(("המגבלה היא 30 שניות", "90 days 🗄️", "👩🏽‍💻! The gateway"), 1):
        desk.select(words)
        desk.tools.get_by_role("button", name="Add these words as a claim").click()
        expect(desk.claims).to_have_count(count + number)
        missed = desk.written(number)[-1]
        assert missed.start == DRAFT.index(words)
        assert DRAFT[missed.start : missed.end] == words
        assert words in desk.texts()


def test_a_claim_takes_other_words_by_key_alone(desk: Desk) -> None:
    desk.choose(2)
    desk.page.keyboard.press("w")
    expect(desk.tools).to_contain_text("Claim 2 is these words")
    for _ in range(8):
        desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.press("Shift+ArrowRight")
    desk.page.keyboard.press("Enter")
    [moved] = desk.written(1)
    assert (moved.action, DRAFT[moved.start : moved.end]) == ("respan", "gateway times out after 30 seconds")
    expect(desk.chip(2)).to_have_attribute(
        "aria-label", "claim 2 of 6, supported, undecided: gateway times out after 30 seconds"
    )


def test_evidence_is_pointed_to_by_mouse_and_by_key(desk: Desk) -> None:
    desk.choose(3)
    desk.select("three regions 🗺️ for", "sources")
    desk.page.keyboard.press("o")
    lit = desk.page.locator(".sources .part.lit")
    expect(lit).to_have_text("three regions 🗺️ for")
    expect(desk.page.locator(".sources .chip.lit")).to_have_attribute("aria-label", "evidence: contradicts claim 3")
    desk.page.keyboard.press("y")
    expect(desk.tools).to_contain_text("Supports claim 3")
    desk.page.keyboard.press("]")
    desk.page.keyboard.press("Enter")
    [_, second] = desk.written(2)
    assert second.evidence is not None
    assert [(one.source_id, one.quote, one.relation) for one in second.evidence] == [
        ("b", "three regions 🗺️ for", "contradicts"), ("s", "Gateway 👍🏽 settings", "supports"),
    ]  # fmt: skip
    expect(lit).to_have_count(2)


def test_escape_leaves_all_as_it_was_and_keys_decide_again(desk: Desk) -> None:
    desk.choose(2)
    desk.page.keyboard.press("b")
    expect(desk.tools).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.tools).to_be_hidden()
    desk.page.keyboard.press("a")
    [only] = desk.written(1)
    assert only.action == "accept"


def test_a_missed_claim_is_in_view_where_it_was_chosen_and_there_after_a_reload(desk: Desk) -> None:
    count = len(desk.texts())
    scroller = desk.page.locator(".draft .scroll")
    desk.page.set_viewport_size({"width": 420, "height": 420})  # so that the draft is longer than its pane
    scroller.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    desk.select("which is the default")
    desk.page.keyboard.press("i")
    expect(desk.claims).to_have_count(count + 1)
    expect(scroller.locator(".chip.lit")).to_have_count(1)
    # Within the pane: whether the pane is within the window is up to what stands above it.
    desk.page.wait_for_function("""pane => {
      const inside = pane.querySelector(".chip.lit").getBoundingClientRect(), around = pane.getBoundingClientRect();
      return inside.top >= around.top && inside.bottom <= around.bottom;
    }""", arg=scroller.element_handle())  # fmt: skip
    assert scroller.evaluate("one => one.scrollTop") > 0
    desk.page.reload()
    expect(desk.page.locator(".map:not([aria-busy])")).to_be_visible()
    assert "which is the default" in desk.texts()
