"""The claim map in a real browser: light, link, decide, and lose nothing."""

import json
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from components.claim_map.payload import ClaimPlace, SourceText, texts
from components.widgets import focus
from tests.makers.bare_page import open_bare_map
from tests.makers.browser_app import PATIENCE_MILLISECONDS, POLLING_MILLISECONDS, StartApp
from tests.makers.claim_map_cases import CASES, Case, hostile, languages, minutes, release
from tests.makers.places import ROOT
from tests.makers.texts import MARKUP_ATTACKS

DECISIONS = ("accept", "reject", "relabel")
LIT_BY_A_CLICK = """(number) => {
    const root = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
        .map((host) => host.shadowRoot).find((shadow) => shadow.querySelector(".map"));
    root.querySelector(`.draft .chip[data-number="${number}"]`).click();
    return [...root.querySelectorAll(".sources .part.lit")].map((part) => part.textContent).join("");
}"""


@pytest.fixture(scope="module")
def address(start_app: StartApp) -> str:
    return start_app(ROOT / "tests" / "browser" / "claim_map_app.py")


@pytest.fixture
def open_map(page: Page) -> Any:
    """``open_map(case)`` shows a case on a page of its own and waits until its states are known."""

    def show(case: str = "release") -> Page:
        open_bare_map(page, CASES[case]())
        return _shown(page)

    return show


@pytest.fixture
def open_served_map(page: Page, address: str) -> Any:
    """``open_served_map(case)`` does so in Streamlit, for what the two do together: runs, layout, theme, transport."""

    def show(case: str = "release", *, also: str = "") -> Page:
        page.goto(f"{address}/?case={case}{also}")
        return _shown(page)

    return show


def _shown(page: Page) -> Page:
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    expect(page.locator("code").last).to_be_visible()
    return page


def acts(page: Page) -> list[list[Any]]:
    """What the server was told, oldest first: kind, claim, status, serial."""
    return json.loads(page.locator("code").last.inner_text())


def decisions(page: Page) -> list[list[Any]]:
    return [act for act in acts(page) if act[0] in DECISIONS]


# In the page, so that waiting costs it next to nothing: the kinds that the server was told of, when all are there.
TOLD = """([kinds, wanted]) => {
    const told = JSON.parse([...document.querySelectorAll("code")].at(-1)?.innerText ?? "[]").map(([kind]) => kind);
    return wanted.join() === told.filter((kind) => !kinds || kinds.includes(kind)).join();
}"""


def wait_for_acts(page: Page, kinds: list[str], *, among: tuple[str, ...] | None = None) -> list[list[Any]]:
    try:
        page.wait_for_function(TOLD, arg=[among, kinds], polling=POLLING_MILLISECONDS)
    except TooLate:
        pytest.fail(f"the server was told {acts(page)}, not {kinds}")
    return acts(page)


def wait_for_decisions(page: Page, kinds: list[str]) -> list[list[Any]]:
    """Wait for decisions only: the map tells of the last of several quick selections."""
    wait_for_acts(page, kinds, among=DECISIONS)
    return decisions(page)


def payload_of(case: Case) -> dict[str, Any]:
    sources = tuple(SourceText.of(source) for source in case.sources)
    places = tuple(ClaimPlace.of(claim, blind=case.blind) for claim in case.claims)
    return json.loads(texts("map", case.draft, sources, places, height="640px", blind=case.blind).content[64:])


def chip(page: Page, number: int) -> Locator:
    return page.locator(f'.draft .chip[data-number="{number}"]')


def lit_text(page: Page, pane: str) -> str:
    return "".join(page.locator(f".{pane} .part.lit").all_text_contents())


def expect_in_view(page: Page, scroller: Locator, target: Locator) -> None:
    """Wait until a pane has scrolled to the target."""
    deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
    while not in_view(scroller, target):
        assert time.monotonic() < deadline, "the pane did not scroll to it"
        page.wait_for_timeout(30)


def in_view(scroller: Locator, target: Locator) -> bool:
    frame, spot = scroller.bounding_box(), target.bounding_box()
    assert frame is not None
    assert spot is not None
    return frame["y"] <= spot["y"] and spot["y"] + spot["height"] <= frame["y"] + frame["height"]


# --- light and link ----------------------------------------------------------------------------------------------


def test_without_any_source_the_map_says_that_none_was_given(page: Page) -> None:
    open_bare_map(page, replace(release(), sources=()))
    _shown(page)
    page.keyboard.press("j")
    expect(page.get_by_text("claim 1: no sources were given", exact=True)).to_be_visible()
    expect(page.locator(".map .live")).to_contain_text("no sources were given")


def test_a_click_on_a_claim_lights_its_evidence_scrolls_to_it_and_names_its_relation(open_served_map: Any) -> None:
    page = open_served_map()
    assert page.locator(".draft .scroll").text_content() == release().draft, "character by character"
    before = page.evaluate("document.scrollingElement.scrollTop")
    page.get_by_text("Support answers within one business day").click()
    assert lit_text(page, "sources") == "Support replies within one business day on all plans."
    assert lit_text(page, "draft") == "Support answers within one business day 👩🏽‍💻."
    expect_in_view(page, page.locator(".sources .scroll"), page.locator(".sources .part.lit"))
    assert page.evaluate("document.scrollingElement.scrollTop") == before
    page.get_by_text("The gateway times out after").click()
    marked = page.locator('.sources .chip.lit[data-word="contradicts"]')
    assert marked.get_attribute("aria-label") == "evidence: contradicts claim 2"
    inner = page.locator(".draft .part", has_text="stored ")
    inner.click()
    expect(chip(page, 5)).to_have_attribute("aria-current", "true")
    inner.click()  # again: from the inner one of nested claims to the outer
    expect(chip(page, 4)).to_have_attribute("aria-current", "true")


def test_every_script_is_shown_character_by_character(open_map: Any) -> None:
    page = open_map("languages")
    assert page.locator(".draft .scroll").text_content() == languages().draft


def height(page: Page) -> float:
    box = page.locator(".pane.draft").bounding_box()
    assert box is not None
    return box["height"]


def test_a_large_review_is_as_high_as_the_limit_and_answers_in_the_browser(open_map: Any) -> None:
    page = open_map("large")
    assert height(page) == 640
    assert page.locator(".sources .text").count() == 0, "sources are built when opened"
    page.locator(".head").first.click()
    assert page.locator(".sources .text").count() == 1
    page.locator(".head").first.click()
    expect(page.locator(".sources .text")).to_be_hidden()
    for number in (1, 58, 134, 59, 200):  # before the server is asked
        assert page.evaluate(LIT_BY_A_CLICK, number).startswith(f"Depot {number - 1:03d} holds ")


def test_a_click_on_evidence_lights_its_claim_and_scrolls_the_draft(open_map: Any) -> None:
    page = open_map("large")
    page.locator(".head").nth(33).click()
    body = page.locator(".source").nth(33)
    chip_in_source = body.locator(".chip").last
    number = chip_in_source.get_attribute("data-number")
    chip_in_source.click()
    expect(chip(page, int(number or 0))).to_have_attribute("aria-current", "true")
    expect_in_view(page, page.locator(".draft .scroll"), chip(page, int(number or 0)))
    assert int(number or 0) > 150


def test_evidence_far_down_in_a_long_source_is_scrolled_to(open_map: Any) -> None:
    page = open_map("long_lines")
    for number, depot in ((1, 25), (2, 5), (3, 33)):
        chip(page, number).click()
        expect(page.locator(".sources .part.lit")).to_have_text(f"Depot {depot} opens at noon.")
        expect_in_view(page, page.locator(".sources .scroll"), page.locator(".sources .part.lit"))


def test_a_passage_is_said_to_contradict_only_the_claims_that_it_does(open_map: Any) -> None:
    page = open_map("mixed")
    shown = page.locator(".sources .chip")
    labels = shown.evaluate_all("all => all.map(({ dataset }) => [dataset.icon, dataset.number])")
    assert labels == [["≠", "1"], ["…", "2"]]
    chip(page, 2).click()
    assert shown.evaluate_all("all => all.map(one => one.matches('.lit'))") == [False, True]
    shown.first.click()
    expect(chip(page, 1)).to_have_attribute("aria-current", "true")


def test_a_passage_that_many_claims_rest_on_names_a_few_and_counts_the_rest(open_map: Any) -> None:
    page = open_map("shared")
    shared = page.locator(".sources .chip")
    assert shared.get_attribute("data-number") == "1, 2, 3, 4, +96"
    assert shared.get_attribute("aria-label") == "evidence: supports claims 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, +88"
    pane, box = page.locator(".pane.sources").bounding_box(), shared.bounding_box()
    assert pane is not None
    assert box is not None
    assert box["x"] + box["width"] < pane["x"] + pane["width"]
    shared.click()
    expect(chip(page, 1)).to_have_attribute("aria-current", "true")
    assert shared.get_attribute("data-number") == "1"


# --- decide ------------------------------------------------------------------------------------------------------


def test_every_key_does_what_the_sheet_says(open_map: Any) -> None:
    page = open_map()
    kinds = ["select"]
    page.keyboard.press("j")
    for key, told in [
        ("j", ["select"]), ("k", ["select"]), ("a", ["accept", "select"]), ("x", ["reject", "select"]),
        ("2", ["relabel", "select"]), ("e", ["edit"]), ("n", ["note"]), ("/", ["search"]), ("Enter", ["select"]),
        ("u", ["undo"]),
    ]:  # fmt: skip
        page.keyboard.press(key)
        page.keyboard.press("Escape")  # no text field comes on this page
        kinds += told
        wait_for_acts(page, kinds)
    assert [act[2] for act in acts(page) if act[0] == "relabel"] == ["partially_supported"]


def test_keys_are_held_back_until_the_asked_for_field_is_there_or_is_given_up(page: Page, open_map: Any) -> None:
    page.add_init_script(
        "const now = performance.now.bind(performance);"
        "globalThis.passed = 0; performance.now = () => now() + globalThis.passed;"
    )
    open_map()
    page.keyboard.press("j")
    for key in ("e", "n", "/"):
        page.keyboard.press(key)
        page.keyboard.type("xa13u")
        page.keyboard.press("Escape")
    wait_for_acts(page, ["select", "edit", "note", "search"])
    page.keyboard.press("n")
    for _ in range(4):
        page.evaluate("globalThis.passed += 15_000")
        page.keyboard.type("rights merged")
    page.get_by_label("A field to type in").click()
    page.get_by_role("button", name="Run again").click()
    page.keyboard.press("x")
    wait_for_acts(page, ["select", "edit", "note", "search", "note", "reject", "select"])
    page.keyboard.press("e")
    page.keyboard.press("x")
    page.evaluate("globalThis.passed += 25_000")
    page.keyboard.press("a")
    wait_for_acts(page, ["select", "edit", "note", "search", "note", "reject", "select", "edit", "accept", "select"])


A_FIELD = """async ([script, claim]) => {
    const { default: focus } = await import("data:text/javascript," + encodeURIComponent(script));
    document.body.innerHTML = '<div class="st-key-note"><textarea aria-label="Note"></textarea></div>';
    globalThis[Symbol.for("claimlens.awaited_field")] = {
        field: "note", claim: "c1", lasts: 20_000, until: performance.now() + 20_000, typed: "so far",
    };
    focus({ data: { key: "note", serial: 1, field: "note", claim } });
}"""


def test_a_field_that_is_drawn_anew_gets_the_cursor_again_however_late(page: Page) -> None:
    page.evaluate(A_FIELD, [focus._SCRIPT, "c1"])
    field = page.get_by_label("Note")
    expect(field).to_be_focused()
    expect(field).to_have_value("so far")
    page.wait_for_timeout(400)  # longer than a drawing takes that follows at once
    page.evaluate("document.querySelector('textarea').replaceWith(document.createElement('textarea'))")
    expect(page.locator("textarea")).to_be_focused()


def test_a_field_of_another_claim_does_not_get_what_is_typed(page: Page) -> None:
    page.evaluate(A_FIELD, [focus._SCRIPT, "c2"])
    expect(page.get_by_label("Note")).to_have_value("")
    expect(page.get_by_label("Note")).not_to_be_focused()


def next_in_doubt(page: Page, number: int) -> int:
    """The first claim after this one that waits for a person."""
    leading = page.locator(".draft .chip.lead").evaluate_all("all => all.map(one => Number(one.dataset.number))")
    return next(one for one in leading if one > number)


def test_a_decision_shows_at_once_and_moves_to_the_next_claim_in_doubt(open_map: Any) -> None:
    page = open_map()
    chip(page, 2).click()
    page.keyboard.press("a")
    assert chip(page, 2).get_attribute("data-decision") == "accept"
    expect(chip(page, next_in_doubt(page, 2))).to_have_attribute("aria-current", "true")
    chip(page, 2).click()
    page.keyboard.press("3")
    expect(page.locator(".tally")).to_have_text("1 of 10 decided")
    wait_for_decisions(page, ["accept", "relabel"])
    expect(chip(page, 2)).to_have_attribute("data-decision", "relabel")
    assert chip(page, 2).get_attribute("aria-label") == (
        "claim 2 of 10, unsupported, relabelled: The gateway times out after 30 seconds."
    )
    chip(page, 2).click()
    page.keyboard.press("4")  # what the map itself says: a label, which corrects nothing
    wait_for_decisions(page, ["accept", "relabel", "relabel"])
    expect(chip(page, 2)).to_have_attribute("data-decision", "label")
    assert ", contradicted, labelled: " in (chip(page, 2).get_attribute("aria-label") or "")


def test_undo_takes_the_badge_back_and_returns_to_the_claim(open_map: Any) -> None:
    page = open_map()
    chip(page, 8).click()
    page.keyboard.press("x")
    wait_for_acts(page, ["select", "reject", "select"])
    page.keyboard.press("u")
    wait_for_acts(page, ["select", "reject", "select", "undo"])
    expect(chip(page, 8)).to_have_attribute("data-decision", "")
    expect(chip(page, 8)).to_have_attribute("aria-current", "true")


def test_undo_pressed_before_the_server_knows_of_the_decision_returns_to_the_claim(open_served_map: Any) -> None:
    page = open_served_map()
    chip(page, 8).click()
    page.keyboard.press("x")
    page.keyboard.press("u")
    wait_for_acts(page, ["select", "reject", "select", "undo"])
    expect(page.locator(".tally")).to_have_text("0 of 10 decided")
    page.wait_for_timeout(500)
    assert chip(page, 8).get_attribute("aria-current") == "true"


def test_keys_are_left_alone_while_typing_and_with_modifiers(open_served_map: Any) -> None:
    page = open_served_map()
    field = page.get_by_label("A field to type in")
    field.click()
    page.keyboard.type("jax123?")
    expect(field).to_have_value("jax123?")
    page.get_by_role("button", name="Run again").click()
    page.keyboard.press("Control+j")
    page.keyboard.press("Alt+a")
    page.keyboard.press("Enter")  # presses the button, and is not "next item"
    page.wait_for_timeout(500)
    assert acts(page) == []


def test_fast_keys_all_arrive_once_and_in_order(open_served_map: Any) -> None:
    page = open_served_map("large")
    page.keyboard.press("j")
    pressed = ["accept", "reject", "relabel"] * 12
    for kind in pressed:
        page.keyboard.press({"accept": "a", "reject": "x", "relabel": "3"}[kind])
    expect(page.locator(".tally")).to_have_text("36 of 200 decided")
    wait_for_decisions(page, pressed)
    page.wait_for_timeout(2000)  # longer than the browser waits before it sends again
    told = wait_for_decisions(page, pressed)
    assert len({act[1] for act in told}) == len(pressed)
    serials = [act[3] for act in acts(page)]
    assert serials == sorted(set(serials))


def test_other_reruns_do_not_repeat_an_event(open_served_map: Any) -> None:
    page = open_served_map()
    chip(page, 2).click()
    page.keyboard.press("a")
    for _ in range(3):
        page.get_by_role("button", name="Run again").click()
    wait_for_acts(page, ["select", "accept", "select"])
    page.wait_for_timeout(2000)  # longer than the browser waits before it sends again
    assert [act[0] for act in acts(page)] == ["select", "accept", "select"]


def test_the_map_works_inside_a_fragment(open_served_map: Any) -> None:
    page = open_served_map(also="&fragment=1")
    chip(page, 2).click()
    page.keyboard.press("x")
    wait_for_acts(page, ["select", "reject", "select"])
    expect(chip(page, 2)).to_have_attribute("data-decision", "reject")


def test_a_blind_map_shows_no_machine_status_and_takes_labels_only(open_map: Any) -> None:
    page = open_map("blind")
    statuses = {part.get_attribute("data-status") for part in page.locator(".draft .part").all()}
    assert statuses == {"unlabelled"}
    page.keyboard.press("j")
    page.keyboard.press("a")
    page.keyboard.press("x")
    page.keyboard.press("4")
    wait_for_acts(page, ["select", "relabel", "select"])
    expect(chip(page, 1)).to_have_attribute("data-status", "contradicted")
    expect(chip(page, 1)).to_have_attribute("title", "contradicted, labelled")


def open_sources(page: Page) -> list[str]:
    return [head.inner_text().strip() for head in page.locator(".head[aria-expanded='true'] .name").all()]


@pytest.mark.parametrize(("case", "count"), [("blind_one", 1), ("blind_three", 3), ("blind_thirty_short", 30)])
def test_a_blind_reviewer_finds_the_sources_open_to_read(open_map: Any, case: str, count: int) -> None:
    page = open_map(case)
    assert open_sources(page) == [f"Minutes {number}" for number in range(1, count + 1)]
    expect(page.get_by_text("Pier 1 has a crane.", exact=True)).to_have_count(1)


def test_many_long_sources_of_a_blind_map_are_opened_by_one_key_and_are_open_still_once_its_word_is_shown(
    open_served_map: Any,
) -> None:
    page = open_served_map("blind_thirty")
    assert open_sources(page) == []
    page.keyboard.press("j")
    assert open_sources(page) == []
    page.keyboard.press("v")
    assert open_sources(page) == [f"Minutes {number}" for number in range(1, 31)]
    expect(page.locator(".live")).to_have_text("All 30 sources are open.")
    page.keyboard.press("v")
    assert open_sources(page) == []
    page.get_by_role("button", name="Open all").click()
    assert len(open_sources(page)) == 30
    expect(page.get_by_role("button", name="Close all")).to_be_visible()
    opened = page.locator(".head[aria-expanded='true']")
    page.locator(".head").nth(4).press("Enter")  # a click may miss it while the texts take their height
    expect(opened).to_have_count(29)
    page.get_by_text("Reveal", exact=True).click()
    expect(page.get_by_text("Revealed", exact=True)).to_be_visible()
    expect(page.locator(".draft .chip").first).to_have_attribute("data-status", "supported")
    expect(opened).to_have_count(29)


def test_the_evidence_of_a_blind_map_is_in_the_order_of_the_sources_not_of_the_verifier() -> None:
    blind, told = (
        [(one["source"], one["relation"]) for one in payload_of(minutes(3, 40, blind=blind, quoted=True))["evidence"]]
        for blind in (True, False)
    )
    assert told == [(2, "supports"), (1, "supports"), (0, "supports")]
    assert blind == [(0, "context"), (1, "context"), (2, "context")]


def test_a_key_opens_and_closes_the_source_in_focus_else_all_of_them(open_map: Any) -> None:
    page = open_map("open_three")
    page.keyboard.press("v")
    assert len(open_sources(page)) == 3
    page.locator(".head").nth(1).focus()
    page.keyboard.press("v")
    assert open_sources(page) == ["Minutes 1", "Minutes 3"]
    page.get_by_label("A field to type in").click()
    page.keyboard.type("v")
    assert open_sources(page) == ["Minutes 1", "Minutes 3"]
    assert acts(page) == []


# --- reach -------------------------------------------------------------------------------------------------------


def test_everything_is_reached_by_keyboard_and_named(open_map: Any) -> None:
    page = open_map()
    page.get_by_role("button", name="Keyboard help").focus()
    page.keyboard.press("Tab")
    expect(chip(page, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile(r"^claim 2 of 10, contradicted, undecided:"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(chip(page, 2)).to_have_attribute("aria-current", "true")
    expect(page.locator(".live")).to_contain_text("claim 2 of 10, contradicted, undecided")
    page.keyboard.press("j")
    expect(chip(page, 3)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.shadowRoot.activeElement.closest('.sources') !== null")
    wait_for_acts(page, ["select", "select"])


def test_the_key_sheet_opens_by_key_and_button_and_closes_by_escape(open_map: Any) -> None:
    page = open_map()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_contain_text("label: partially supported")
    expect(sheet.get_by_text("next claim", exact=True)).to_be_in_viewport()
    expect(sheet).to_contain_text("view: open or close the sources")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Keyboard help").click()
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    assert acts(page) == []


def test_the_map_follows_the_theme(open_served_map: Any, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    open_served_map()
    expect(page.locator(".map")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(page.locator(".map")).to_have_attribute("data-theme", "light")


def test_panes_stand_side_by_side_or_one_above_the_other(open_served_map: Any, page: Page) -> None:
    open_served_map()
    draft, sources = page.locator(".pane.draft").bounding_box(), page.locator(".pane.sources").bounding_box()
    assert draft is not None
    assert sources is not None
    assert draft["y"] == sources["y"]
    page.set_viewport_size({"width": 420, "height": 900})
    draft, sources = page.locator(".pane.draft").bounding_box(), page.locator(".pane.sources").bounding_box()
    assert draft is not None
    assert sources is not None
    assert draft["x"] == sources["x"]
    assert draft["y"] + draft["height"] <= sources["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 420


def test_a_draft_without_claims_or_sources_says_so(open_map: Any) -> None:
    page = open_map("empty")
    assert height(page) < 200
    expect(page.locator(".pane.draft")).to_contain_text("no claims found")
    expect(page.locator(".pane.sources")).to_contain_text("No sources were given")
    page.keyboard.press("j")
    page.keyboard.press("a")
    page.wait_for_timeout(300)
    assert acts(page) == []


def test_keys_from_before_the_map_was_there_step_and_decide_nothing(page: Page, open_map: Any) -> None:
    pressed = ", ".join(f"{{ key: '{key}', at: performance.now() + 60_000 }}" for key in ("j", "j", "a", "/", "j"))
    page.add_init_script(f"globalThis[Symbol.for('claimlens.early_keys')] = [{pressed}];")
    open_map("release")
    expect(chip(page, 2)).to_have_attribute("aria-current", "true")
    assert wait_for_acts(page, ["select", "search"])


@pytest.mark.parametrize(("loaded_after", "steps"), [(3_000, ["select"]), (20_000, [])])
def test_a_key_from_before_the_page_was_drawn_counts_while_it_loads(
    page: Page, open_map: Any, loaded_after: int, steps: list[str]
) -> None:
    page.add_init_script(
        f"const now = performance.now.bind(performance); performance.now = () => now() + {loaded_after};"
        "globalThis[Symbol.for('claimlens.early_keys')] = [{ key: 'j', at: 0 }];"
    )
    open_map("release")
    expect(page.locator(".draft .chip[aria-current=true]")).to_have_count(len(steps))
    assert acts(page) == [] if not steps else wait_for_acts(page, steps)


PRESS_WHILE_THERE_IS_NO_MAP = """(keys) => mountAnew(() => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
})"""


def test_keys_pressed_while_the_map_is_put_in_another_place_are_done_in_order(open_map: Any) -> None:
    page = open_map("release")
    page.keyboard.press("j")
    wait_for_acts(page, ["select"])
    page.evaluate(PRESS_WHILE_THERE_IS_NO_MAP, ["j", "a", "u", "Enter"])
    told = wait_for_acts(page, ["select", "select", "accept", "select", "undo", "select"])
    claims = release().claims
    assert told[2][1] == claims[1].id


# --- hostile text ------------------------------------------------------------------------------------------------


# Elements and handlers that the map itself never has.
MADE_BY_TEXT = """map => [...map.querySelectorAll("*")].filter(one =>
    /^(a|area|iframe|image|img|math|object|embed|script|video|audio|form|input|meta|base)$/.test(one.localName)
    || [...one.attributes].some(({name}) => name.startsWith("on"))).map(one => one.outerHTML)"""


def test_markup_and_bidi_controls_from_outside_are_shown_as_text(open_map: Any, page: Page) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    open_map("hostile")
    assert page.locator(".draft .scroll").text_content() == hostile().draft, "character by character"
    assert page.locator(".draft .control").evaluate_all("all => all.map(one => one.dataset.name)") == [
        "RLO", "PDF", "RLI", "PDI",
    ]  # fmt: skip
    left_of = """line => {
        const text = [...line.querySelectorAll('*')].flatMap(one => [...one.childNodes]).find(
            node => node.nodeType === 3 && node.data.startsWith('0001'));
        const at = place => { const range = document.createRange(); range.setStart(text, place);
            range.setEnd(text, place + 1); return range.getBoundingClientRect().left; };
        return at(0) < at(3);
    }"""
    assert page.locator(".draft .line", has_text="Account").evaluate(left_of) is True
    page.keyboard.press("j")
    expect(page.locator(".sources .part.lit")).to_have_text("<iframe srcdoc=")
    page.locator(".source").hover()
    page.locator(".name").hover()
    assert page.locator(".map").locator("script, img, svg, iframe, button[autofocus], b[onmouseover], a").count() == 0
    expect(page.locator(".name")).to_contain_text('<b onmouseover="window.pwned = 8">title</b>')
    expect(page.locator(".about")).to_contain_text("javascript:window.pwned=9")
    assert page.evaluate("window.pwned") is None
    assert dialogs == []


def test_a_hundred_attacks_are_read_as_they_stand_in_draft_and_source(open_map: Any, page: Page) -> None:
    open_map("attacks")
    for key in ("j", "j", "Escape"):
        page.keyboard.press(key)
    for place in (".draft", ".sources"):
        read = page.locator(place).inner_text()
        assert [text for text in MARKUP_ATTACKS if text not in read] == []
    assert page.locator(".map").evaluate(MADE_BY_TEXT) == []
    assert page.evaluate("window.pwned") is None


# --- size --------------------------------------------------------------------------------------------------------


def test_a_decision_on_a_large_review_sends_only_what_changed_and_keeps_elements_scroll_and_selection(
    open_served_map: Any, page: Page
) -> None:
    received: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    open_served_map("large")
    assert sum(received) > 900_000
    chip(page, 120).click()
    wait_for_acts(page, ["select"])
    page.locator(".map").evaluate("map => (map.kept = true)")
    top = page.locator(".draft .scroll").evaluate("pane => pane.scrollTop")
    assert top > 500
    for count in range(1, 6):
        received.clear()
        page.keyboard.press("a")
        wait_for_decisions(page, ["accept"] * count)
        page.wait_for_timeout(300)
        assert sum(received) < 60_000
        if count == 1:
            assert page.locator(".map").evaluate("map => map.kept") is True
            assert abs(page.locator(".draft .scroll").evaluate("pane => pane.scrollTop") - top) < 120
            expect(chip(page, 122)).to_have_attribute("aria-current", "true")  # 121 is supported
