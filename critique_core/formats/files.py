r"""Dropped files become sources: text, Markdown, HTML, JSON, YAML, tables, code, PDF, DOCX and XLSX.

| file                                   | source                                                                    |
|----------------------------------------|---------------------------------------------------------------------------|
| .txt .md and unknown text              | one, type ``doc``                                                         |
| .html .htm .xhtml                      | one, type ``doc``: the visible text, with the page's own title and date   |
| .json: sources, or a whole request     | the sources it lists, as they are                                         |
| .json .jsonl .yaml .yml                | one, type ``record``                                                      |
| .csv .tsv                              | one, type ``table``                                                       |
| code (.py .ts .sql ...)                | one, type ``code``                                                        |
| .pdf                                   | one a page, type ``doc``, ``page`` from 1, id ``handbook.pdf#p3``         |
| .docx                                  | one, type ``doc``: paragraphs and tables, headings as Markdown            |
| .xlsx                                  | one a sheet, type ``table``, id ``prices.xlsx#Sheet1``, written as CSV    |

Text is UTF-8 or, with a byte order mark, UTF-16, a table else Windows-1252, and HTML what its ``meta`` says; line ends
become ``\n``. Whatever cannot be read in full is refused with an ``InvalidInput`` that names the file and the remedy.
"""

import codecs
import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, cast

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from critique_core.errors import InvalidInput
from critique_core.evidence.units import CODE_SUFFIXES
from critique_core.formats.html import read_page
from critique_core.formats.office import read_document, read_sheets
from critique_core.formats.pdf import read_pages
from critique_core.models import MAX_SOURCE_CHARACTERS, SourceDocument
from critique_core.models.json_keys import RepeatedKey, read_json

MAX_FILE_BYTES = 5_000_000
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_MAX_NAME = 200
_TYPE_OF_SUFFIX = {
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".yaml", ".yml"), "record"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
    **dict.fromkeys(CODE_SUFFIXES, "code"),
}
_BINARY_SIGNATURES = {
    b"PK\x03\x04": "a ZIP archive or Office document; save its text as PDF or TXT",
    b"\xd0\xcf\x11\xe0": "an old Office document; save it as PDF or TXT",
    b"\x89PNG": "an image; run text recognition on it and drop in the text",
    b"\xff\xd8\xff": "an image; run text recognition on it and drop in the text",
    b"GIF8": "an image; run text recognition on it and drop in the text",
    b"\x1f\x8b": "a compressed file; unpack it and drop in the text",
    b"{\\rtf": "an RTF document; save it as PDF or TXT",
}
_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)((?:\\u[0-9a-fA-F]{4})+)")
_SOURCE_FIELDS = {name for field in SourceDocument.model_fields for name in (field, to_camel(field))}
# UTF-32 marks begin like UTF-16 ones.
_MARKS = ((codecs.BOM_UTF32_LE, ""), (codecs.BOM_UTF32_BE, ""), (codecs.BOM_UTF8, "utf-8-sig"),
          (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip


def read_sources(name: str, content: bytes, *, max_bytes: int = MAX_FILE_BYTES) -> tuple[SourceDocument, ...]:
    """The sources in one file; ``name`` is what the reader's machine calls it, hostile until cleaned here.

    Raises ``InvalidInput`` for a file that is empty, over ``max_bytes`` or 5 million characters, binary, in another
    encoding, HTML without visible text, or a PDF, DOCX or XLSX that is broken, locked, without
    text, or too large when unpacked.
    """
    name = clean_name(name)
    if len(content) > max_bytes:
        size = f"{len(content) / 1e6:.1f} MB"
        raise InvalidInput(f"{name} is {size}, over the limit of {max_bytes / 1e6:.0f} MB; split it")
    if not content.strip():
        raise InvalidInput(f"{name} is empty; drop in a file with text")
    suffix = PurePosixPath(name).suffix.casefold()
    if suffix == ".pdf" or content[:1024].lstrip().startswith(b"%PDF-"):
        return tuple(
            SourceDocument(id=f"{name}#p{page}", content=text, title=name, page=page)
            for page, text in enumerate(read_pages(name, content), 1)
        )
    if suffix in _WHOLE:
        return _WHOLE[suffix](name, content)
    text = _decoded(name, content, table=_TYPE_OF_SUFFIX.get(suffix) == "table")
    if len(text) > MAX_SOURCE_CHARACTERS:
        raise InvalidInput(f"{name} holds {len(text):,} characters, {MAX_SOURCE_CHARACTERS:,} are allowed; split it")
    if not text.strip():
        raise InvalidInput(f"{name} holds only white space; drop in a file with text")
    if suffix == ".json":
        if (listed := _listed_sources(name, text)) is not None:
            return listed
        text = _readable_escapes(text)
    return (SourceDocument(id=name, content=text, type=_TYPE_OF_SUFFIX.get(suffix, "doc"), path=name, title=name),)


def clean_name(name: str) -> str:
    """A file name without folders, control, formatting and bidirectional characters; never empty."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(" " if c.isspace() else c for c in last if c.isspace() or unicodedata.category(c)[0] != "C")
    kept = " ".join(kept.split()).lstrip(".")
    if len(kept) > _MAX_NAME:
        suffix = PurePosixPath(kept).suffix[:20]
        kept = kept[: _MAX_NAME - len(suffix)] + suffix
    return kept or "file"


def _page_sources(name: str, content: bytes) -> tuple[SourceDocument, ...]:
    _refuse_binary(name, content)
    page = read_page(name, content)
    title = page.title or name
    return (SourceDocument(id=name, content=page.text, path=name, title=title, published=page.published),)


def _document_sources(name: str, content: bytes) -> tuple[SourceDocument, ...]:
    return (SourceDocument(id=name, content=read_document(name, content), path=name, title=name),)


def _sheet_sources(name: str, content: bytes) -> tuple[SourceDocument, ...]:
    """A source for each sheet."""
    sources: list[SourceDocument] = []
    for sheet in read_sheets(name, content):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(sheet.rows)
        if len(text.getvalue()) > MAX_SOURCE_CHARACTERS:
            raise InvalidInput(f"{name} holds over {MAX_SOURCE_CHARACTERS:,} characters in {sheet.name}; split it")
        title = f"{name}: {sheet.name}"
        sources.append(SourceDocument(id=f"{name}#{sheet.name}", content=text.getvalue(), type="table", title=title))
    if not sources:
        raise InvalidInput(f"{name} is empty; drop in a workbook with text in its cells")
    return tuple(sources)


_WHOLE: dict[str, Callable[[str, bytes], tuple[SourceDocument, ...]]] = {
    **dict.fromkeys(HTML_SUFFIXES, _page_sources),
    ".docx": _document_sources,
    ".xlsx": _sheet_sources,
}


def _refuse_binary(name: str, content: bytes) -> None:
    for signature, what in _BINARY_SIGNATURES.items():
        if content.startswith(signature):
            raise InvalidInput(f"{name} is {what}")


def _decoded(name: str, content: bytes, *, table: bool = False) -> str:
    """The text of a file; a table in no other encoding is one that Excel saved in Windows-1252."""
    _refuse_binary(name, content)
    encoding = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), "utf-8")
    if not encoding:
        raise InvalidInput(f"{name} is UTF-32 text; save it as UTF-8")
    if encoding.startswith("utf-8") and b"\x00" in content:
        if _looks_like_utf16(content):
            raise InvalidInput(f"{name} looks like UTF-16 text without its mark; save it as UTF-8")
        raise InvalidInput(f"{name} is a binary file (NUL byte at {content.index(0)}); drop in text, a table or a PDF")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if table and encoding == "utf-8":
            return _decoded(name, content.decode("cp1252", "replace").encode())
        label = "UTF-16" if encoding == "utf-16" else "UTF-8"
        raise InvalidInput(f"{name} is not valid {label} (at byte {error.start}); save it as UTF-8 text") from error
    if "\x00" in text:
        raise InvalidInput(f"{name} holds a NUL character at {text.index(chr(0))}; remove it, or save it as plain text")
    controls = sum(unicodedata.category(c) == "Cc" and not c.isspace() for c in text[:4096])
    if controls * 20 > min(len(text), 4096):
        raise InvalidInput(f"{name} is a binary file; drop in text, a table or a PDF")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _looks_like_utf16(content: bytes) -> bool:
    """Whether every other byte of the beginning is mostly NUL, as in Western text of two bytes a character."""
    head = content[:1024]
    even, odd = head[::2].count(0), head[1::2].count(0)
    return len(content) % 2 == 0 and max(even, odd) * 4 > len(head) and min(even, odd) * 10 < max(even, odd)


def _listed_sources(name: str, text: str) -> tuple[SourceDocument, ...] | None:
    """The sources of a JSON file that lists sources or is a whole request; ``None`` for any other JSON."""
    try:
        value: Any = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict) and "draft" in value:
        value = cast("dict[str, Any]", value).get("sources")
    if not isinstance(value, list) or not value or not all(map(_is_source, cast("list[Any]", value))):
        return None
    try:
        read_json(text.removeprefix("\ufeff"))
    except RepeatedKey as error:
        raise InvalidInput(f"{name}: {error}") from error
    sources: dict[str, SourceDocument] = {}
    for number, entry in enumerate(cast("list[Any]", value), 1):
        source = _source(name, number, entry)
        if source.id in sources:
            raise InvalidInput(f"{name}: source {number}: id {source.id!r} is used twice; give each source its own id")
        sources[source.id] = source
    return tuple(sources.values())


def _is_source(value: Any) -> bool:
    return isinstance(value, dict) and {"id", "content"} <= cast("dict[str, Any]", value).keys() <= _SOURCE_FIELDS


def _source(name: str, number: int, entry: Any) -> SourceDocument:
    try:
        return SourceDocument.model_validate(entry)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        message = fault["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"{name}: source {number}: {place}: {message}") from error


def _readable_escapes(text: str) -> str:
    r"""JSON with ``\u00e9`` written as "é", so that it can be read and quoted; what must stay escaped stays."""

    def plain(match: re.Match[str]) -> str:
        units = bytes.fromhex(match[2].replace("\\u", ""))
        try:
            characters = units.decode("utf-16-be")
        except UnicodeDecodeError:
            return match.group()
        safe = all(c.isprintable() and c not in '"\\' for c in characters)
        return match[1] + characters if safe else match.group()

    return _ESCAPE.sub(plain, text)
