"""The visible text of an HTML page as plain Markdown, read in a confined process (``confined.py``).

Headings, list items, table rows, line breaks and preformatted text keep their marks, so that a page is cut into units
like a Markdown file. Scripts, styles, comments, templates and what the page itself hides are left out; nothing is ever
run or fetched.
"""

import codecs
import re
from datetime import date
from html.parser import HTMLParser
from typing import Any

_UNSEEN = frozenset({
    "script", "style", "template", "noscript", "iframe", "object", "svg", "math", "canvas", "audio", "video",
    "datalist", "noembed", "noframes",
})  # fmt: skip
_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
_BLOCK = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html", "legend", "main", "menu",
    "nav", "ol", "option", "p", "section", "select", "summary", "table", "caption", "tbody", "thead", "tfoot",
    "title", "ul",
})  # fmt: skip
# A browser ends these by itself where one of the tags on the right begins or ends.
_CELL_ENDS = frozenset({"td", "th", "tr", "tbody", "tfoot", "thead", "table"})
_ENDED_BY = {
    "p": _BLOCK | {"li", "td", "th", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre"},
    "li": frozenset({"li", "ul", "ol"}),
    "td": _CELL_ENDS, "th": _CELL_ENDS, "tr": _CELL_ENDS - {"td", "th"}, "option": frozenset({"option", "select"}),
    "dt": frozenset({"dt", "dd", "dl"}), "dd": frozenset({"dt", "dd", "dl"}),
}  # fmt: skip
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_META_CHARSET = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_DATE_NAMES = frozenset({"article:published_time", "datepublished", "date", "dc.date", "dcterms.date"})
# Names that a browser reads in another way than Python does, and the encodings that a page may be in at all.
_BROWSER_NAMES = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}
_ALLOWED = re.compile(
    r"utf-8|utf-16(?:-[lb]e)?|cp(?:125\d|866|874|932|949|950)|iso8859-\d+|koi8-[ru]|mac-roman|mac-cyrillic|shift_jis"
    r"|euc_(?:jp|kr)|iso2022_jp|gb18030|big5(?:hkscs)?|tis-620"
)


class UndecodablePage(ValueError):
    """A page whose bytes are not in the encoding that it names."""


def read(content: bytes) -> dict[str, Any]:
    """``{"text", "title", "published"}`` of a page; the last two are ``None`` where the page does not say.

    Raises ``UndecodablePage`` when its bytes are not in the encoding that its mark or its ``meta`` names, or, naming
    none, in UTF-8.
    """
    page = _Page()
    page.feed(_decoded(content))
    page.close()
    return {"text": page.text(), "title": page.title(), "published": page.published}


def _decoded(content: bytes) -> str:
    encoding = _encoding(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UndecodablePage(f"is not {encoding} at byte {error.start}") from error


def _encoding(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    named = _META_CHARSET.search(content[:4096])
    if content.startswith(codecs.BOM_UTF8) or named is None:
        return "utf-8-sig"
    label = named[1].decode("ascii", "replace")
    try:
        name = codecs.lookup(label).name
    except LookupError as error:
        raise UndecodablePage(f"names the unknown encoding {label}") from error
    name = _BROWSER_NAMES.get(name, name)
    if not _ALLOWED.fullmatch(name):
        raise UndecodablePage(f"names the encoding {label}, which no page may be in")
    return "utf-8" if name.startswith("utf-16") else name  # a page whose meta could be read is not in UTF-16


class _Page(HTMLParser):
    """Collects what a reader of the page would see, with Markdown's marks for its structure."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.published: str | None = None
        self._pieces: list[str] = []
        self._title: list[str] = []
        self._in_title = False
        self._unseen: list[str] = []  # the open elements from the outermost unseen one inwards, of its name only
        self._cells = 0
        self._first_row = False
        self._preformatted = 0

    def title(self) -> str | None:
        return " ".join("".join(self._title).split())[:500] or None

    def text(self) -> str:
        joined = "".join(self._pieces)
        lines: list[str] = []
        fenced = False
        for line in joined.split("\n"):
            fenced ^= line.startswith("```")
            lines.append(line.rstrip() if fenced else line.strip())
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).replace("\x00", "\ufffd").strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self._end_by_itself(tag)
        if tag == "meta":
            self._note_date(attributes)
        elif tag == "title" and not self._unseen:
            self._in_title = not self._title
        elif self._unseen:
            self._unseen += [tag] if tag == self._unseen[0] else []
        elif tag == "body":
            self._block()
        elif tag not in _VOID and (tag in _UNSEEN or _is_hidden(attributes)):
            self._unseen = [tag]
        else:
            self._open(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and self._unseen[0] != tag:
            self._end_by_itself(tag)
        if tag == "title":
            self._in_title = False
        elif self._unseen:
            if tag == self._unseen[0]:
                self._unseen.pop()
        elif tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)
            self._pieces.append("\n```\n\n")
        elif tag == "tr":
            self._end_row()
        elif tag in _BLOCK or tag in _HEADINGS or tag == "li":
            self._block()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self._title.append(data)
        elif self._unseen:
            return
        elif self._preformatted:
            self._pieces.append(data.replace("\r\n", "\n").replace("\r", "\n"))
        else:
            text = _SPACES.sub(" ", data.replace("\n", " ").replace("\r", " "))
            self._pieces.append(text.replace("|", "\\|") if self._cells else text)

    def _end_by_itself(self, tag: str) -> None:
        """Show again what follows a hidden element whose end the page leaves to the browser."""
        if len(self._unseen) == 1 and tag in _ENDED_BY.get(self._unseen[0], ()):
            self._unseen = []

    def _open(self, tag: str) -> None:
        if tag == "br":
            self._pieces.append(" " if self._cells else "\n")
        elif tag == "pre":
            self._preformatted += 1
            self._pieces.append("\n\n```\n")
        elif tag == "tr":
            self._cells = 0
            self._pieces.append("\n")
        elif tag in ("td", "th"):
            self._cells += 1
            self._pieces.append("| " if self._cells == 1 else " | ")
        elif tag == "li":
            self._pieces.append("\n- ")
        elif tag in _HEADINGS:
            self._pieces.append("\n\n" + _HEADINGS[tag])
        elif tag in _BLOCK:
            self._first_row = self._first_row or tag == "table"
            self._block()

    def _block(self) -> None:
        """A new paragraph, except in a cell, whose row is one line."""
        self._pieces.append(" " if self._cells else "\n\n")

    def _end_row(self) -> None:
        if self._cells:
            rule = "\n|" + " --- |" * self._cells if self._first_row else ""
            self._pieces.append(" |" + rule)
            self._first_row = False
        self._cells = 0

    def _note_date(self, attributes: dict[str, str | None]) -> None:
        name = (attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or "").casefold()
        if name in _DATE_NAMES and self.published is None:
            try:
                self.published = date.fromisoformat((attributes.get("content") or "").strip()[:10]).isoformat()
            except ValueError:
                return


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    return "hidden" in attributes or bool(_HIDING_STYLE.search(attributes.get("style") or ""))
