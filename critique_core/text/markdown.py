"""Markdown block structure with exact code-point offsets: paragraphs, headings, list items, table rows, code, quotes.

The parser is markdown-it-py, whose tokens say which lines a block spans; offsets come from the lines themselves. Plain
text is Markdown without marks, so it comes out as paragraphs. Nothing is lost: a line that no block claims (nesting
deeper than the parser follows, prose right under a table) becomes a paragraph of its own.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["paragraph", "heading", "list_item", "table_row", "table_header", "code", "quote"]
_Place = tuple[int, int]

# Indented code, raw HTML and link definitions stay off: in a pasted answer they are prose far more often than markup,
# and prose mistaken for code would never be checked.
_RULES = ["table", "fence", "blockquote", "hr", "list", "heading", "lheading", "paragraph"]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_TYPOGRAPHIC_BULLET = re.compile(r"^([ \t>]*)[•‣◦▪●○·–—](?=[ \t])", re.MULTILINE)
_NOT_LINE_BREAK = re.compile(r"[^\r\n]")
_CHECKBOX = re.compile(r"\[[ xX]\][ \t]+(?=\S)")
_YEAR_AS_ORDINAL = re.compile(r"\d{4,9}[.)][ \t]+\Z")
_HASHES = re.compile(r".*?(?<!\S)#{1,6}[ \t]+")
_CONTAINER_MARKS = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+[ \t>]*)*")
_EMPTY_ITEM = re.compile(r"(?:[-+*>#=|: \t]|(?<!\S)\d{1,9}[.)](?!\S))*\Z")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_SENTENCE_END = re.compile(r"""[.!?;。！？؟।…]["'”’»)\]*_`]*\Z""")
_UNFINISHED_LINE = re.compile(
    r"(?:[,–—/-]|\b(?:a|an|the|of|to|by|in|on|at|and|or|but|with|for|from|as|is|are|was|were|than|that|which|into|per"
    r"|und|oder|der|die|das|von|mit|et|ou|de|du|la|le|les|des|y|o|del|los|las|en))\Z",
    re.IGNORECASE,
)
_ENTRY_START = re.compile(r"[*_`~]*(?:[^\W\d_a-zà-öø-ÿ]|\d|\[(?:\^?\w{1,4}\]|\d\d?:\d\d))")
# A line this short, with its neighbours all starting in capitals, was broken on purpose; prose is wrapped wider.
_WRAP_WIDTH = 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table row: ``text[start:end]`` and the column's header text, empty when the column has none."""

    start: int
    end: int
    header: str


@dataclass(frozen=True, slots=True)
class Block:
    """One block: ``text[start:end]`` without bullets, heading marks, quote marks and outer pipes; code keeps fences.

    ``content`` has the same length as the span, with marks inside it (the ``>`` of a later line, code fences) blanked,
    so that ``content[i]`` is at ``text[start + i]``. ``depth`` is the list nesting of a list item and of what
    is in it (0 outside lists), or the level of a heading. A list item's later paragraphs have kind ``paragraph``.
    """

    start: int
    end: int
    kind: BlockKind
    content: str
    depth: int = 0
    cells: tuple[Cell, ...] = ()


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order, not overlapping, none blank; every line that is not a mark lies in one."""
    return _Reader(text).read()


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.block.ruler.enableOnly(_RULES)
    return parser


_PARSER = _parser()


class _Reader:
    """Walks the parser's tokens over one text, turning line numbers into offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        # What the parser reads, at the same length: dashes for typographic bullets, its own sign for NUL.
        self.parsed = _TYPOGRAPHIC_BULLET.sub(r"\1-", text).replace("\0", "\ufffd")
        self.lines = [(match.start(), match.start() + len(match[0].rstrip("\r\n"))) for match in _LINE.finditer(text)]
        self.claimed = bytearray(len(self.lines))
        self.list_depth = self.quote_depth = 0
        self.item_begins = False

    def read(self) -> tuple[Block, ...]:
        found = list(self._walk(iter(_PARSER.parse(self.parsed))))
        found += [self._leftover(line) for line, claimed in enumerate(self.claimed) if not claimed]
        return tuple(sorted((block for block in found if block.start < block.end), key=lambda block: block.start))

    def _walk(self, tokens: Iterator[Token]) -> Iterator[Block]:
        for token in tokens:
            first, last = token.map or (0, 0)
            match token.type:
                case "list_item_open":
                    self.list_depth, self.item_begins = self.list_depth + 1, True
                case "list_item_close":
                    self.list_depth, self.item_begins = self.list_depth - 1, False
                case "blockquote_open" | "blockquote_close":
                    self.quote_depth += token.nesting
                case "paragraph_open":
                    yield from self._paragraph(self._places(first, last, next(tokens).content))
                case "heading_open":
                    yield from self._heading(token, next(tokens).content)
                case "fence":
                    yield self._code(first, last)
                case "table_open":
                    yield from self._table(first, last)
                case "hr":
                    self._claim(first, last)
                case _:
                    pass

    def _claim(self, first: int, last: int) -> None:
        self.claimed[first:last] = b"\x01" * len(self.claimed[first:last])

    def _places(self, first: int, last: int, content: str) -> list[_Place]:
        """Where the lines of a paragraph stand, without the marks before them."""
        self._claim(first, last)
        places: list[_Place] = []
        written = content.split("\n")
        for start, end in self.lines[first:last]:
            words = written[len(places)].strip() if len(places) < len(written) else ""
            place = trimmed(self.parsed, start, end)
            # A line of Unicode white space that the parser stripped has no words among those written.
            if self.parsed.endswith(words, *place):
                places.append(trimmed(self.parsed, place[1] - len(words), place[1]))
        return [place for place in places if place[0] < place[1]]

    def _paragraph(self, places: list[_Place]) -> Iterator[Block]:
        kind: BlockKind = "quote" if self.quote_depth and not self.list_depth else "paragraph"
        if self.item_begins and places:
            kind, self.item_begins = "list_item", False
            box = _CHECKBOX.match(self.text, *places[0])
            places[0] = (box.end() if box else self._with_year(places[0][0]), places[0][1])
        for group in _broken_on_purpose(self.text, places, item=kind == "list_item"):
            after = kind != "list_item" and self.list_depth > 0 and _opens(self.text, group[0])
            yield self._block(group, kind, self.list_depth - after)
            kind = "paragraph" if kind == "list_item" else kind

    def _with_year(self, start: int) -> int:
        # "1998. That year it moved.": a number this long is a year, not the place of an item in a list.
        line_start = max(self.text.rfind("\n", 0, start), self.text.rfind("\r", 0, start)) + 1
        year = _YEAR_AS_ORDINAL.search(self.text, line_start, start)
        return year.start() if year else start

    def _heading(self, token: Token, content: str) -> Iterator[Block]:
        first, last = token.map or (0, 0)
        self._claim(first, last)
        if not token.markup.startswith("#"):
            places = self._places(first, last - 1, content)
            if len(places) > 1 or _SENTENCE_END.search(content):
                yield from self._paragraph(places)  # prose with a ruler drawn under it
            elif places:
                yield self._block(places, "heading", 1 if token.markup == "=" else 2)
            return
        start, end = self.lines[first]
        marks = _HASHES.match(self.text, start, end)
        start = max(self.parsed.find(content, marks.end() if marks else start, end), start)
        yield self._block([trimmed(self.text, start, start + len(content))], "heading", len(token.markup))

    def _block(self, places: list[_Place], kind: BlockKind, depth: int) -> Block:
        parts: list[str] = []
        at = places[0][0]
        for start, end in places:
            parts += [_blanked(self.text[at:start]), self.text[start:end]]
            at = end
        return Block(places[0][0], at, kind, "".join(parts), depth)

    def _code(self, first: int, last: int) -> Block:
        self._claim(first, last)
        self.item_begins = False
        start = self._inside_containers(first)[0]
        _, end = trimmed(self.text, start, self.lines[min(last, len(self.lines)) - 1][1])
        lines = self.text[start:end].splitlines(keepends=True)
        closed = len(lines) > 1 and lines[-1].strip(" \t>").startswith(("```", "~~~"))
        body = lines[1:-1] if closed else lines[1:]
        content = _blanked(lines[0]) + "".join(body) + (_blanked(lines[-1]) if closed else "")
        return Block(start, end, "code", content, self.list_depth)

    def _table(self, first: int, last: int) -> Iterator[Block]:
        self._claim(first, first + 2)
        self.item_begins = False
        names = [self.text[start:end] for start, end in self._cells(first)]
        for line in (first, *range(first + 2, min(last, len(self.lines)))):
            places = self._cells(line)
            if line > first and len(places) < 2 <= len(names):
                continue  # prose right under the table
            self._claim(line, line + 1)
            padded = [*names, *[""] * len(places)]
            cells = tuple(Cell(start, end, name) for (start, end), name in zip(places, padded, strict=False))
            filled = [cell for cell in cells if cell.start < cell.end]
            if filled:
                start, end = filled[0].start, filled[-1].end
                kind: BlockKind = "table_row" if line > first else "table_header"
                yield Block(start, end, kind, self.text[start:end], self.list_depth, cells)

    def _cells(self, line: int) -> list[_Place]:
        start, end = self._inside_containers(line)
        edges = [start - 1, *(border.start() for border in _CELL_BORDER.finditer(self.text, start, end)), end]
        places = [trimmed(self.text, left + 1, right) for left, right in pairwise(edges)]
        outer_left, outer_right = self.text[start:end].startswith("|"), edges[-2] == end - 1
        return places[1 if outer_left else 0 : -1 if outer_right and len(places) > 1 else None]

    def _leftover(self, line: int) -> Block:
        start, end = self._inside_containers(line)
        if _EMPTY_ITEM.match(self.text, start, end):
            end = start
        return Block(start, end, "paragraph", self.text[start:end])

    def _inside_containers(self, line: int) -> _Place:
        start, end = self.lines[line]
        marks = _CONTAINER_MARKS.match(self.text, start, end)
        return trimmed(self.text, marks.end() if marks else start, end)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch ``text[start:end]`` without the white space around it."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return start, max(start, start + len(words.strip()))


def _blanked(text: str) -> str:
    return _NOT_LINE_BREAK.sub(" ", text)


def _opens(text: str, place: _Place) -> bool:
    """Whether a line begins with a capital at the margin, as one does that goes on with nothing."""
    return text[place[0]].isupper() and (place[0] == 0 or text[place[0] - 1] in "\r\n")


def _broken_on_purpose(text: str, places: list[_Place], *, item: bool) -> Iterable[list[_Place]]:
    """Group a paragraph's lines into what reads as one: all of them when wrapped, each alone when broken on purpose.

    Two trailing spaces or a backslash are Markdown's hard break. Short lines that all start with a capital or digit
    and none of which stops in mid phrase are entries of a record, a poem or a list without bullets.
    """
    if len(places) < 2:
        return [places] if places else []
    written = [text[start:end] for start, end in places]
    if all(len(line) < _WRAP_WIDTH and _ENTRY_START.match(line) for line in written) and not any(
        _UNFINISHED_LINE.search(line) for line in written[:-1]
    ):
        return [[place] for place in places]
    groups = [[places[0]]]
    for place, previous in zip(places[1:], places, strict=False):
        hard = text.startswith("  ", previous[1]) or text.endswith("\\", previous[0], previous[1])
        line, last = text[slice(*place)], text[slice(*previous)]
        whole = line.endswith(":") or last.endswith((".", "!", "?"))
        ends = item and len(groups) == 1 and whole and _opens(text, place)
        if hard or ends:  # "Not accepted:" right under a list
            groups.append([place])
        else:
            groups[-1].append(place)
    return groups
