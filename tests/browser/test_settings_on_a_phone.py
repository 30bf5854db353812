"""Settings on a phone."""

from playwright.sync_api import Page, expect


def test_no_setting_is_cut_off_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/settings")
    page.get_by_text("All settings", exact=True).click()
    table = page.get_by_role("table", name="All settings with their values")
    expect(table).to_be_visible()
    assert table.locator("xpath=..").evaluate("room => room.scrollWidth <= room.clientWidth")
    row = table.get_by_role("row").filter(has=page.get_by_role("cell", name="support_threshold", exact=True))
    expect(row).to_be_attached()
    right = row.get_by_role("cell").last.bounding_box()
    assert right
    assert right["x"] + right["width"] <= 390
