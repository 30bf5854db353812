"""Dropped files become sources, or are refused with a message that names the file and the remedy."""

import io
import json
import unicodedata
from typing import Any

import docx
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

from critique_core.errors import InvalidInput
from critique_core.formats import office, pdf
from critique_core.formats.confined import TooLarge
from critique_core.formats.files import MAX_FILE_BYTES, clean_name, read_sources
from tests.makers.pdfs import pdf_of
from tests.makers.rows import each_of


def saved(made: Any) -> bytes:
    """A document or workbook as the bytes of its file."""
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def refusal(name: str, content: bytes) -> str:
    with pytest.raises(InvalidInput) as caught:
        read_sources(name, content)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.txt", "doc"), ("a.md", "doc"), ("a.csv", "table"), ("a.yaml", "record"), ("a.py", "code"), ("notes", "doc")],
)
def test_a_text_file_is_one_source_named_after_it(name, kind):
    (source,) = read_sources(name, "Größe: 5 cm\r\nFarbe: 赤\n".encode())
    assert (source.id, source.path, source.title, source.type) == (name, name, name, kind)
    assert source.content == "Größe: 5 cm\nFarbe: 赤\n"


def test_a_page_is_its_visible_text_with_its_own_title_and_date():
    page = b"""<html><head><meta charset="windows-1252"><title> Opening\n hours </title>
    <meta property="article:published_time" content="2024-05-01T10:00:00Z"><script>hide()</script></head><body>
    <h2>Caf\xe9 &lt;North&gt;</h2><p>Open <b>daily</b><br>from 9.</p><!-- no --><ul><li>Tea<li>Soup</ul>
    <table><tr><th>Day<th>Time</tr><tr><td>Mon<td>9 | 10</tr></table><pre>if x:\n    y()</pre>
    <p hidden>no<h3>End</h3>"""
    (source,) = read_sources("hours.html", page)
    assert (source.title, str(source.published), source.path) == ("Opening hours", "2024-05-01", "hours.html")
    assert source.content == (
        "## Caf\u00e9 <North>\n\nOpen daily\nfrom 9.\n\n- Tea\n- Soup\n\n"
        "| Day | Time |\n| --- | --- |\n| Mon | 9 \\| 10 |\n\n```\nif x:\n    y()\n```\n\n### End"
    )


def test_a_larger_limit_lets_larger_files_in():
    assert len(read_sources("a.txt", b"word " * 900_000, max_bytes=MAX_FILE_BYTES)[0].content) == 4_500_000
    with pytest.raises(InvalidInput, match=r"a\.txt is 0\.0 MB, over the limit of 0 MB"):
        read_sources("a.txt", b"words", max_bytes=4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_utf8_and_marked_utf16_are_read(encoding):
    (source,) = read_sources("a.txt", "naïve 🙂 text".encode(encoding))
    assert source.content == "naïve 🙂 text"


@each_of(
    ("content", "message"),
    [
        (b"", "menu.txt is empty"),
        (b" \n ", "menu.txt is empty"),
        ("  ".encode("utf-16"), "menu.txt holds only white space"),
        ("caf\u00e9".encode("latin-1"), "menu.txt is not valid UTF-8 (at byte 3); save it as UTF-8"),
        ("text".encode("utf-32"), "menu.txt is UTF-32 text; save it as UTF-8"),
        (b"\xff\xfea\x00\x00\xd8", "menu.txt is not valid UTF-16"),
        (b"some\x00thing", "menu.txt is a binary file (NUL byte at 4)"),
        ("a\x00b".encode("utf-16"), "menu.txt holds a NUL character at 1"),
        (b"\x01\x02\x03\x04\x05\x06\x07abc", "menu.txt is a binary file"),
        (b"\x89PNG\r\n\x1a\n", "menu.txt is an image"),
        (b"PK\x03\x04rest", "menu.txt is a ZIP archive or Office document; save its text as PDF or TXT"),
        (b"x" * (MAX_FILE_BYTES + 1), "menu.txt is 5.0 MB, over the limit of 5 MB; split it"),
    ],
)
def test_what_is_not_text_is_refused_by_name_with_the_remedy(content, message):
    assert message in refusal("menu.txt", content)


def test_a_json_list_of_sources_gives_those_sources():
    entries = [
        {"id": "1", "content": "Timeout: 60 seconds", "type": "doc"},
        {"id": "2", "content": "b", "chunkId": "c"},
    ]
    first, second = read_sources("s.json", json.dumps(entries).encode())
    assert (first.id, first.content, second.chunk_id) == ("1", "Timeout: 60 seconds", "c")
    request = {"query": "", "draft": "The timeout is 60 s.", "sources": entries}
    assert read_sources("request.json", json.dumps(request).encode()) == (first, second)


def test_a_faulty_list_of_sources_names_the_entry():
    assert "s.json: source 2: id: " in refusal("s.json", b'[{"id": "1", "content": "a"}, {"id": 2, "content": "b"}]')
    twice = b'[{"id": "1", "content": "a"}, {"id": "1", "content": "b"}]'
    assert "s.json: source 2: id '1' is used twice" in refusal("s.json", twice)
    unclear = b'[{"id": "1", "content": "a", "content": "b"}]'
    assert "s.json: content: is given more than once in an object" in refusal("s.json", unclear)


@pytest.mark.parametrize(
    "text", ['{"name": "Espresso"}', "[]", "[1, 2]", '[{"id": 1, "content": "a", "likes": 3}]', "{broken"]
)
def test_other_json_stays_one_record(text):
    (source,) = read_sources("menu.json", text.encode())
    assert (source.id, source.content, source.type) == ("menu.json", text, "record")


def test_json_escapes_become_readable_where_that_changes_nothing():
    value = {"a": 'Latt\u00e9 🙂 "q" \n \\u00e9 \u2028 \ud800'}
    (source,) = read_sources("menu.json", json.dumps(value).encode())
    assert "Latté 🙂" in source.content
    assert json.loads(source.content) == value


def test_json_escapes_that_keep_the_text_whole_stay():
    text = '{"a": "\\u0022x\\u005c \\u0000 \\u202e \\u00fc"}'
    (source,) = read_sources("menu.json", text.encode())
    assert source.content == text.replace("\\u00fc", "ü")


def test_each_page_of_a_pdf_is_a_source():
    first, second, third = read_sources(
        "handbook.pdf", pdf_of("Leave is 30 days.\nAsk early.", "", "Sick pay: 6 weeks")
    )
    assert (first.id, first.title, first.page) == ("handbook.pdf#p1", "handbook.pdf", 1)
    assert first.content.split("\n") == ["Leave is 30 days.", "Ask early."]
    assert (second.content, third.page, third.content) == ("", 3, "Sick pay: 6 weeks")


def encrypted(password: str) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(pdf_of("A secret.")))
    writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_locked_pdf_is_refused_and_an_empty_password_is_no_lock():
    assert refusal("locked.pdf", encrypted("pass")) == "locked.pdf is locked with a password; save a copy without it"
    assert read_sources("open.pdf", encrypted(""))[0].content == "A secret."


def test_broken_and_scanned_pdfs_are_refused():
    assert "x.pdf is not a readable PDF" in refusal("x.pdf", b"%PDF-1.7 nothing follows")
    assert "x.pdf is not a readable PDF" in refusal("x.pdf", b"just text")
    assert "x.bin is not a readable PDF" in refusal("x.bin", b"%PDF-1.4\n" + bytes(range(256)) * 20)
    assert "scan.pdf has no text, only images; run text recognition" in refusal("scan.pdf", pdf_of("", ""))


@pytest.mark.slow
def test_a_pdf_with_too_many_pages_or_too_much_text_is_refused(monkeypatch):
    assert "1,001 pages, 1,000 are allowed" in refusal("long.pdf", pdf_of(*["x"] * 1001))
    monkeypatch.setattr(pdf, "MAX_SOURCE_CHARACTERS", 100)
    assert "dense.pdf holds over 100 characters of text" in refusal("dense.pdf", pdf_of("word " * 30))


def test_a_pdf_that_takes_too_long_is_given_up():
    bomb = pdf_of("slow", extra=b" q Q" * 200_000)
    with pytest.raises(InvalidInput, match=r"bomb\.pdf takes over 0 seconds to read"):
        pdf.read_pages("bomb.pdf", bomb, max_seconds=0.05)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\report.txt", "report.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\x00b\x1b[31m\u200b\n.txt", "ab[31m .txt"),
        ("...", "file"),
        ("", "file"),
        ("x" * 500 + ".txt", "x" * 196 + ".txt"),
    ],
)
def test_hostile_names_are_cleaned(name, cleaned):
    assert clean_name(name) == cleaned
    assert read_sources(name, b"text")[0].id == cleaned


@given(st.text(st.characters(), max_size=50))
def test_a_cleaned_name_is_printable_short_and_has_no_folder(name):
    cleaned = clean_name(name)
    assert 0 < len(cleaned) <= 200
    assert not set(cleaned) & set("/\\")
    assert not any(unicodedata.category(character)[0] == "C" for character in cleaned)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    try:
        sources = read_sources("any.json", content)
    except InvalidInput as error:
        named, sources = str(error), ()
    else:
        named = "any.json"
    assert "any.json" in named
    assert all(source.content for source in sources)


def test_a_word_document_is_its_paragraphs_and_tables_in_their_order():
    document = docx.Document()
    document.add_heading("Prices", level=1)
    document.add_paragraph("All prices are per night.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells), ("Room", "Price", "Suite", "90 | 95"), strict=True
    ):
        cell.text = text
    document.add_paragraph("Breakfast is included.")
    [source] = read_sources("prices.docx", saved(document))
    assert (source.id, source.type, source.title) == ("prices.docx", "doc", "prices.docx")
    assert source.content == (
        "# Prices\n\nAll prices are per night.\n\n| Room | Price |\n| --- | --- |\n| Suite | 90 \\| 95 |\n\n"
        "Breakfast is included."
    )


def test_each_sheet_of_a_workbook_is_a_table():
    book = openpyxl.Workbook()
    book.active.title = "Rooms"
    for row in (("Room", "Price"), ("Suite, large", 90)):
        book.active.append(row)
    book.create_sheet("Empty")
    book.create_sheet("Hours").append(("Monday", "closed"))
    found = read_sources("prices.xlsx", saved(book))
    assert [(source.id, source.type, source.content) for source in found] == [
        ("prices.xlsx#Rooms", "table", 'Room,Price\n"Suite, large",90\n'),
        ("prices.xlsx#Hours", "table", "Monday,closed\n"),
    ]


@pytest.mark.parametrize(("name", "content", "message"), [
    ("a.docx", b"PK\x03\x04rest", "a.docx is not a readable DOCX file"),
    ("a.xlsx", b"\xd0\xcf\x11\xe0rest", "a.xlsx is locked with a password, or an old Office file"),
    ("a.xlsx", saved(openpyxl.Workbook()), "a.xlsx is empty"),
    ("a.docx", saved(docx.Document()), "a.docx has no text, only images"),
])  # fmt: skip
def test_office_files_without_text_are_refused_by_name(name, content, message):
    assert message in refusal(name, content)


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx"])
def test_without_their_libraries_office_files_are_refused_naming_the_extra(name, monkeypatch):
    monkeypatch.setattr(office, "find_spec", lambda library: None)
    assert "needs the extra office: pip install 'claimlens[office]'" in refusal(name, b"PK\x03\x04rest")


def test_a_workbook_that_unpacks_to_too_much_is_given_up(monkeypatch):
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge

    monkeypatch.setattr(office, "read_confined", too_large)
    assert "a.xlsx unpacks to over 1,000 MB; split it" in refusal("a.xlsx", b"PK\x03\x04rest")


def test_a_table_that_excel_saved_in_windows_1252_is_read():
    [source] = read_sources("menu.csv", "Dish;Price\nCafé – crème;2 €\n".encode("cp1252"))
    assert source.content == "Dish;Price\nCafé – crème;2 €\n"
