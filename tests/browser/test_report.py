"""The report in a real browser: offline, without a script, on a phone, in the dark and on paper."""

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from critique_core import parse_request, pipeline
from critique_core.reports.content import ReportFile
from critique_core.reports.written import written
from tests.makers.texts import MARKUP_ATTACKS
from tests.makers.verifiers import ScriptedVerifier, believing

A4_POINTS = (595, 842)
LINES = [f"Pump {number} runs at {number + 2} bar since the repair in spring." for number in range(20)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A report on twenty claims, the second one contradicted."""
    script = {line: believing(0.9, quotes=(("1", line, "supports"),)) for line in LINES}
    script["Pump 1 "] = believing(0.05, 0.9, quotes=(("1", LINES[1], "contradicts"),))
    request = parse_request({"draft": " ".join(LINES), "sources": [{"id": "1", "content": "\n\n".join(LINES)}]})
    path = tmp_path / "report.html"
    path.write_bytes(
        written(ReportFile(critique=pipeline.critique(request, verifier=ScriptedVerifier(script))), "html")
    )
    return path


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)])
def test_it_is_read_offline_and_without_scripts_at_every_width(
    browser: Browser, file: Path, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=False, offline=True
    )
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    page.goto(file.as_uri())
    page.get_by_role("link", name="quote 20 in source 1").click()
    expect(page.locator("#quote-20")).to_be_in_viewport()
    page.get_by_role("link", name="claim 20", exact=True).click()
    expect(page.get_by_role("heading", name="Claim 20 ·")).to_be_in_viewport()
    assert {url.partition("#")[0] for url in asked} == {file.as_uri()}
    wide = page.locator("main").bounding_box()
    assert wide is not None
    assert wide["width"] <= width
    context.close()


def test_it_prints_on_a4_with_each_claim_on_one_page(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    pages = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    page.close()
    assert len(pages) > 2
    for sheet in pages:
        assert (round(sheet.mediabox.width), round(sheet.mediabox.height)) == pytest.approx(A4_POINTS, abs=2)
    texts = [sheet.extract_text() for sheet in pages]
    for number in range(1, 21):
        assert any(f"Claim {number} ·" in text and f"quote {number} in source 1" in text for text in texts), number


def test_on_paper_the_provenance_is_on_one_page(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    spacer = "height => { document.querySelector('#provenance').style.marginTop = `${height}mm`; }"
    for height in range(0, 240, 40):  # some of these put the list across the end of a page
        page.evaluate(spacer, height)
        pages = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
        texts = [sheet.extract_text() for sheet in pages]
        assert any("Provenance" in text and "Report written by" in text for text in texts), height
    page.close()


def test_a_hundred_attacks_are_read_as_they_stand(page: Page, tmp_path: Path) -> None:
    text = "\n\n".join(MARKUP_ATTACKS)
    request = parse_request({"query": MARKUP_ATTACKS[0], "draft": text, "sources": [
        {"id": MARKUP_ATTACKS[1], "title": MARKUP_ATTACKS[2], "content": text},
    ]})  # fmt: skip
    path = tmp_path / "report.html"
    path.write_bytes(written(ReportFile(critique=pipeline.critique(request, verifier=ScriptedVerifier({}))), "html"))
    page.goto(path.as_uri())
    read = page.locator("main").inner_text()
    assert [attack for attack in MARKUP_ATTACKS if attack not in read] == []
    assert page.locator("script, img, iframe, form, input, object, embed, video, audio, math, area").count() == 0
    assert page.evaluate("window.pwned") is None
