"""A reviewer labels four imported answers by keyboard alone, openly and blind, with a reload in the middle."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from critique_core.models import CritiqueRequest, SourceDocument
from critique_core.store import Store
from tests.makers.browser_app import Served, StartApp, open_stored, settled
from tests.makers.labelling_files import write_answers
from tests.makers.places import ROOT

ANSWERS = 4


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'reviews.db'}"


@pytest.fixture
def address(start_app: StartApp, database: str) -> str:
    return start_app(ROOT / "served_app.py", CLAIMLENS_REVIEWER="Ada", CLAIMLENS_DATABASE_URL=database)


def to_queue(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Claimlens", exact=True)).to_be_visible()
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_role("heading", name="Queue", exact=True)).to_be_visible()
    settled(page)


def import_answers(page: Page, folder: Path) -> None:
    page.locator("input[type=file]").set_input_files(list(write_answers(folder, ANSWERS)))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text(f"{ANSWERS} read, {ANSWERS} new").last).to_be_visible()
    expect(page.get_by_text(f"{ANSWERS} answers wait for you")).to_be_visible()


def ready(page: Page, before: str | None = None) -> str:
    """Wait until an answer other than ``before`` is drawn; gives its number."""
    place = page.locator(".st-key-labelling_bar strong").first
    expect(place).to_have_text(re.compile(r"^Answer \d+"))
    if before is not None:
        expect(place).not_to_have_text(re.compile(rf"^Answer {before}\b"))
    expect(page.locator(".map")).to_have_count(1)  # for a moment the last answer's is there too
    expect(page.locator(".map:not([aria-busy])")).to_be_visible()
    settled(page)
    found = re.search(r"\d+", place.inner_text())
    assert found
    return found[0]


def begin(page: Page) -> str:
    page.get_by_role("button", name="Label next").focus()  # where Tab leads
    page.keyboard.press("Enter")
    return ready(page)


def test_four_answers_are_labelled_by_keyboard_alone(page: Page, address: str, database: str, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    to_queue(page, address)
    import_answers(page, tmp_path)
    done: list[str] = []
    number = begin(page)
    room = page.locator(".map").evaluate("map => parseFloat(getComputedStyle(map.querySelector('.draft')).maxHeight)")
    assert room >= 320, "the draft has half of the height"
    expect(page.locator(".draft .part").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".claim-card").get_by_role("button", name="Right, take the fix (Enter)")).to_be_visible()
    while len(done) < ANSWERS:
        page.keyboard.press("1")
        page.keyboard.press("a")
        page.keyboard.press("s")
        done.append(number)
        if len(done) == ANSWERS:
            break
        number = ready(page, before=number)
        if len(done) == ANSWERS // 2:
            page.reload()
            assert ready(page) == number
            expect(page.locator(".st-key-labelling_bar")).to_contain_text("2 of 4 submitted")
    expect(page.get_by_role("heading", name="Queue", exact=True)).to_be_visible()
    expect(page.get_by_text("4 of 4 submitted")).to_be_visible()
    assert len(set(done)) == ANSWERS

    with Store.open(database) as store:
        for at in range(1, ANSWERS + 1):
            item = store.item_by_number(at)
            assert item is not None
            assert item.state == "submitted"
            own = [event.action for event in store.decisions(item.id) if event.origin == "human"]
            assert own == ["relabel", "accept", "submit"]


def test_blind_first_hides_the_machine_until_the_answer_is_submitted(
    page: Page, address: str, database: str, tmp_path: Path
) -> None:
    to_queue(page, address)
    import_answers(page, tmp_path)
    page.get_by_text("Blind first").click()
    expect(page.get_by_text("random sample").first).to_be_visible()
    number = begin(page)
    body = page.locator("[data-testid=stMain]")
    for word in ("contradicted 1", "probability of support", "Confidence", "Judged by", "Conflict"):
        assert word not in body.inner_text()
    assert page.locator(".sources .part[data-relation]").count() == 0
    page.keyboard.press("a")  # there is nothing to accept
    page.keyboard.press("3")
    page.keyboard.press("1")
    expect(body).to_contain_text("2 of 2 labelled")
    page.reload()
    assert ready(page) == number
    expect(body).to_contain_text("2 of 2 labelled")
    page.keyboard.press("s")
    expect(body).to_contain_text("Labelled blind")
    expect(body).to_contain_text("probability of support")
    ready(page)
    page.keyboard.press("Enter")
    ready(page, before=number)
    assert "probability of support" not in body.inner_text()

    with Store.open(database) as store:
        item = store.item_by_number(int(number))
        assert item is not None
        own = [event for event in store.decisions(item.id) if event.origin == "human"]
    assert [(event.action, event.status, event.shown) for event in own] == [
        ("relabel", "unsupported", None), ("relabel", "supported", None), ("submit", None, None),
    ]  # fmt: skip


# How much of the window's height the draft's pane has.
DRAFTS_SHARE = "pane => pane.getBoundingClientRect().height / innerHeight"


def test_the_draft_has_half_of_the_window_when_all_is_decided_and_an_error_is_left(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    text = " ".join(f"Room {number} has {number + 20} seats and two windows to the yard." for number in range(2, 32))
    source = SourceDocument(id="s", title="Plan", content=text.replace("Room 5 has 25", "Room 5 has 26"))
    item_id = open_stored(page, served, CritiqueRequest(query="Half?", draft=text, sources=(source,)))
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Put in the queue").click()
    settled(page)
    page.goto(f"{served.address}/?item={item_id}&label=%7B%7D")
    ready(page)
    pane, finish = page.locator(".map .draft.pane"), page.locator(".st-key-finish")
    assert pane.evaluate(DRAFTS_SHARE) >= 0.5
    page.keyboard.press("g")
    while page.locator(".st-key-next_in_doubt").count():
        page.keyboard.press("a")
        settled(page)
    expect(finish).to_contain_text("Lacking support and still in the answer: claim 4.")
    assert pane.evaluate(DRAFTS_SHARE) >= 0.5
    expect(finish.get_by_role("button", name="Submit")).to_be_in_viewport(ratio=1)
    ends = pane.evaluate("pane => pane.getBoundingClientRect().bottom")
    assert ends <= page.locator(".st-key-decision_bar").bounding_box()["y"]  # type: ignore[index]
