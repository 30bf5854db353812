"""The heatmaps of the Agreement page in a real browser: a cell opens its claims, by click and by key."""

import pytest
from playwright.sync_api import Page, expect

from critique_core.assembly import critic
from critique_core.models import DecisionDraft
from critique_core.settings import Settings
from critique_core.store import Store
from tests.makers.browser_app import StartApp
from tests.makers.labelled_store import fill
from tests.makers.places import ROOT


@pytest.fixture(scope="module")
def address(start_app: StartApp, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = fill(tmp_path_factory.mktemp("labels") / "store.db", 6, critic(Settings()).verifier.spec)
    with Store.open(f"sqlite:///{path}") as store:
        for item, critique, _ in tuple(store.labelled()):
            for claim in critique.claims:
                store.append(DecisionDraft(item_id=item.id, action="relabel", status="contradicted", reviewer="<b>Bob",
                                           critique_id=critique.id, claim_id=claim.id))  # fmt: skip
            store.append(DecisionDraft(item_id=item.id, action="submit", reviewer="<b>Bob", critique_id=critique.id))
    return start_app(ROOT / "served_app.py", CLAIMLENS_DATABASE_URL=f"sqlite:///{path}", CLAIMLENS_REVIEWER="Ada")


def count(page: Page, cell: str) -> int:
    return int(page.locator(f"button[data-cell='{cell}'] b").inner_text().split()[-1])


def test_a_click_on_a_cell_opens_the_claims_behind_it_and_a_claim_its_review(page: Page, address: str) -> None:
    page.goto(f"{address}/agreement")
    page.get_by_role("tab", name="People and machine").click()
    cell = page.locator("button[data-cell='unsupported supported']")
    expect(cell).to_be_visible()
    behind = count(page, "unsupported supported")
    cell.click()
    expect(page.get_by_text(f"{behind} labels")).to_be_visible()
    expect(cell).to_have_attribute("aria-pressed", "true")
    cell.click()
    expect(page.locator(".st-key-cell_claim_0")).to_have_count(0)
    cell.click()
    expect(page.locator(".st-key-cell_claim_0")).to_be_visible()
    cell.dblclick()
    claim = page.locator(".st-key-cell_claim_0 button")
    words = claim.inner_text().split(" · ")[-2].strip()
    claim.click()
    expect(page.locator(".map")).to_be_visible()
    expect(page.locator("[data-testid=stMain]").get_by_text(words, exact=True).last).to_be_visible()


def test_on_a_phone_heads_are_whole_and_what_is_cut_off_casts_a_shadow(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/agreement")
    heads = page.locator(".room thead th[scope=col]:not(.party)")
    expect(heads.first).to_be_visible()
    assert (
        heads.evaluate_all("heads => heads.map(head => getComputedStyle(head).whiteSpace)")
        == ["nowrap"] * heads.count()
    )
    ground = page.locator(".room").first.evaluate("room => getComputedStyle(room).backgroundAttachment")
    assert ground == "local, local, scroll, scroll"


def test_the_heatmap_of_two_reviewers_is_used_by_keyboard_and_keeps_the_focus(page: Page, address: str) -> None:
    page.goto(f"{address}/agreement")
    cell = page.get_by_role("button", name="<b>Bob: contradicted, Ada: supported")
    expect(cell).to_be_visible()
    cell.focus()
    cell.press("Enter")
    expect(page.locator(".st-key-cell_claim_0")).to_be_visible()
    focused = "host => host.getRootNode().activeElement === host"
    assert cell.evaluate(focused)
    claim = page.locator(".st-key-cell_claim_0 button")
    claim.press("Enter")
    expect(page.locator(".map")).to_be_visible()
