"""Prose and Markdown sources: one unit a sentence, labelled with the headings above it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter

from critique_core.evidence.units.code import cut_code
from critique_core.evidence.units.pieces import sentence_units, units_of
from critique_core.evidence.units.tables import rows_within
from critique_core.evidence.units.turns import is_turn, speakers_of, with_turns
from critique_core.models import Unit
from critique_core.text.languages import language_of
from critique_core.text.sentences import Block, block_sentences, blocks
from critique_core.typed_values.weekdays import day_named

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_KEY_VALUE = re.compile(r"\s*[^\W_][^:.!?\r\n]{0,40}:[ \t]+(?=\S)(?![^\r\n]*[.!?]\s+\S)[^\r\n]{0,120}[^\s.!?:;,]\s*")
_MAX_KEY_WORDS = 5
_HAPPENED = frozenset("added changed deprecated removed fixed security new improved reverted".split())
_MAX_LEAD_IN, _MAX_OVER_LIST = 120, 60
_BOX, _MAX_BOX = re.compile(r"\[[ xX]\][ \t]+\Z"), 8
_STRUCK = re.compile(r"~~[^~]*~~[.;,]?")
_LEAST_ENTRIES, _SHORT_LINE = 3, 0.6
_SEPARATOR = " › "
_UNMARKED = re.compile(
    r"(?:\*\*|__)?(?P<said>[^\W_][^\r\n|\t]{0,58}[^\s.!?,;:\-–])[ \t]*(?:\r\n|\r|\n)\s*(?=[^\W_a-z]|[*•+-]\s|$)"
)
_DIGIT = re.compile(r"\d")
_NUMBERED_KEY = re.compile(r"\s*[^\W\d_]+ \d+:")
_UNMARKED_DEPTH = 7  # below all of Markdown's


@dataclass
class _Context:
    """What is above the current block: headings, the header of a table, the lines that introduce a list."""

    language: str
    speakers: frozenset[str]
    headings: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    lead_ins: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    table_header: str = ""

    def label(self) -> str:
        return _SEPARATOR.join(text for _, text in [*self.headings[-3:], *self.lead_ins[-2:]])

    def enter_heading(self, depth: int, text: str) -> None:
        while self.headings and self.headings[-1][0] >= depth:
            self.headings.pop()
        self.lead_ins.clear()
        self.headings.append((depth, text[:_MAX_LEAD_IN]))

    def leave_lead_ins(self, depth: int) -> None:
        while self.lead_ins and self.lead_ins[-1][0] >= depth:
            self.lead_ins.pop()


def cut_prose(content: str) -> list[Unit]:
    """Units of plain text or Markdown: headings, sentences, ``Key: value`` lines, table rows and lines of code."""
    context = _Context(language=language_of(content), speakers=speakers_of(content))
    units: list[Unit] = []
    found = _with_rows_joined(content, blocks(content))
    for block, below in zip_longest(found, found[1:]):
        end = _unmarked_heading_end(content, block, below)
        if end:
            context.enter_heading(_UNMARKED_DEPTH, "")
            units += units_of(content, block.start, end, "prose", context.label())
            context.enter_heading(_UNMARKED_DEPTH, content[block.start : end].strip("*_ "))
        rest = block.content[max(0, end - block.start) :]
        if rest.strip():
            units += _block_units(content, replace(block, start=max(block.start, end), content=rest), below, context)
    return with_turns(content, [unit for unit in units if not _STRUCK.fullmatch(unit.text)])


def _with_rows_joined(content: str, found: Sequence[Block]) -> list[Block]:
    """The blocks, with the lines of a paragraph that hold a table's rows as one again, however each of them opens."""
    runs: list[list[Block]] = []
    for block in found:
        last = runs[-1][-1] if runs else None
        if last and block.kind == last.kind == "paragraph" and content[last.end : block.start] in ("\n", "\r\n"):
            runs[-1].append(block)
        else:
            runs.append([block])
    return [block for run in runs for block in _as_table(content, run)]


def _as_table(content: str, run: list[Block]) -> list[Block]:
    whole = content[run[0].start : run[-1].end]
    lines = [match.group() for match in _LINE.finditer(whole)]
    first, last = rows_within(lines)
    is_table = len(run) > 1 and last and _is_head(lines[first])
    return [replace(run[0], end=run[-1].end, content=whole)] if is_table else run


def _is_head(line: str) -> bool:
    """Whether a line may be the head of a table: it has no figures, and its commas are no marks of a sentence."""
    return not _DIGIT.search(line) and ", " not in line and ":" not in line


def _unmarked_heading_end(content: str, block: Block, below: Block | None) -> int:
    """Where a first line ends that is a heading without a mark ("Version 3.1 (June 2024)", "**Week 1**"); else 0.

    It is a weekday, or has a number and no mark at its end and stands over a list or whole sentences. It may state
    something itself, and stays a unit like any other.
    """
    line = _UNMARKED.match(content, block.start) if block.kind == "paragraph" and not block.depth else None
    if line is None:
        return 0
    end = block.start + len(line.group().rstrip())
    if day_named(line["said"].strip("*_")) is not None:
        return end
    if not _DIGIT.search(line["said"]) or (_is_key_value(line.group()) and not _NUMBERED_KEY.match(line.group())):
        return 0
    rest = block.content[end - block.start :].strip() or (below.content.strip() if below else "")
    listed = end >= block.end and below is not None and below.kind == "list_item"
    return end if listed or rest.endswith((".", "!", "?")) else 0


def _block_units(content: str, block: Block, below: Block | None, context: _Context) -> list[Unit]:
    text = " ".join(block.content.split())
    match block.kind:
        case "heading":
            outer = _SEPARATOR.join(name for depth, name in context.headings if depth < block.depth)
            context.enter_heading(block.depth, text)
            return units_of(content, block.start, block.end, "heading", outer)
        case "code":
            context.leave_lead_ins(max(1, block.depth))
            return _fenced(content, block, context.label())
        case "table_header":
            context.leave_lead_ins(block.depth)
            context.table_header = text
            return units_of(content, block.start, block.end, "table", "")
        case "table_row":
            return units_of(content, block.start, block.end, "table", context.table_header)
        case "paragraph" | "list_item" | "quote":
            context.leave_lead_ins(block.depth)
            label = context.label()
            leads = text.endswith((":", "：")) or block.kind == "list_item" or _is_over_list(block, text, below)
            if len(text) <= _MAX_LEAD_IN and leads:
                context.lead_ins.append((block.depth, text.strip("*_").rstrip(":：")))
            return _text_units(content, _with_checkbox(content, block), label, context)


def _is_over_list(block: Block, text: str, below: Block | None) -> bool:
    """Whether a line without a mark at its end stands over a list: "Not included"."""
    listed = below is not None and below.kind == "list_item" and below.depth > block.depth
    return listed and block.kind == "paragraph" and len(text) <= _MAX_OVER_LIST and text[-1] not in ".!?;,"


def _with_checkbox(content: str, block: Block) -> Block:
    """An item of a list with the box before it, which says whether it is done."""
    box = _BOX.search(content, max(0, block.start - _MAX_BOX), block.start) if block.kind == "list_item" else None
    if box is None:
        return block
    return replace(block, start=box.start(), content=content[box.start() : block.start] + block.content)


def _fenced(content: str, block: Block, label: str) -> list[Unit]:
    body = content.find("\n", block.start, block.end) + 1
    return cut_code(content, body, block.start + len(block.content.rstrip()), label) if body else []


def _text_units(content: str, block: Block, label: str, context: _Context) -> list[Unit]:
    """Sentences, but rows of tables without marks and ``Key: value`` lines that nothing continues stand alone."""
    texts = [match.group() for match in _LINE.finditer(block.content)]
    if block.kind == "paragraph" and any(rows_within(texts)):
        return _with_tables(content, texts, block.start, label, context.language)
    if context.speakers and sum(is_turn(text, context.speakers) for text in texts) > 1:
        return _with_spoken_lines(content, texts, block.start, label, context)
    if any(_stands_alone(texts, index) for index in range(len(texts))) or _are_entries(texts):
        return _with_records(content, texts, block.start, label, context.language)
    return [
        unit
        for span in block_sentences(block, context.language)
        for unit in units_of(content, span.start, span.end, "prose", label)
    ]


def _with_spoken_lines(content: str, texts: list[str], start: int, label: str, context: _Context) -> list[Unit]:
    """The sentences of lines of which each is one speaker's, though none may end with a mark."""
    units: list[Unit] = []
    turns = [at for at, text in enumerate(texts) if at and is_turn(text, context.speakers)]
    for first, last in pairwise([0, *turns, len(texts)]):
        said = "".join(texts[first:last])
        end = start + len(said)
        if last == first + 1 and _stands_alone(texts[first:last], 0):
            units += units_of(content, start, end, "record", label)
        else:
            units += sentence_units(content, start, end, label=label, reading=said, language=context.language)
        start = end
    return units


def _with_tables(content: str, texts: list[str], start: int, label: str, language: str) -> list[Unit]:
    """The rows of the tables that are among lines of text, and what comes before, between and after them."""
    units: list[Unit] = []
    while texts:
        first, last = rows_within(texts)
        before = texts[:first] if last else texts
        units += _with_records(content, before, start, label, language)
        start += sum(map(len, before))
        for place, text in enumerate(texts[first:last]):
            units += units_of(content, start, start + len(text), "table", texts[first].strip() if place else "")
            start += len(text)
        texts = texts[last:] if last else []
    return units


def _with_records(content: str, texts: list[str], start: int, label: str, language: str) -> list[Unit]:
    """Lines of ``Key: value`` and entries alone, the lines between them cut into sentences."""
    units: list[Unit] = []
    alone = [_stands_alone(texts, index) for index in range(len(texts))]
    entries = _are_entries(texts)
    for is_alone, group in groupby(zip(alone, texts, strict=True), key=itemgetter(0)):
        for text in [line for _, line in group] if is_alone or entries else ["".join(line for _, line in group)]:
            end = start + len(text)
            if is_alone:
                units += units_of(content, start, end, "record", label)
            elif entries:
                units += units_of(content, start, end, "prose", label)
            else:
                units += sentence_units(content, start, end, label=label, reading=text, language=language)
            start = end
    return units


def _are_entries(lines: list[str]) -> bool:
    """Whether lines are each a thing of its own, as in a configuration, and no text that was broken to a width.

    None is closed or joined to the next by a mark, and some before the last are far shorter than the longest.
    """
    said = [line.strip() for line in lines if line.strip()]
    longest = max(map(len, said), default=0)
    return (
        len(said) >= _LEAST_ENTRIES
        and not any(line.endswith(tuple(".!?,;-–")) for line in said)
        and any(len(line) < _SHORT_LINE * longest for line in said[:-1])
    )


def _stands_alone(lines: list[str], index: int) -> bool:
    if not _is_key_value(lines[index]):
        return False
    following = lines[index + 1].strip() if index + 1 < len(lines) else ""
    previous = lines[index - 1].strip() if index else ""
    continues = following[:1].islower() and not _is_key_value(following)
    continued = previous and not previous.endswith((".", "!", "?", ":", ";")) and not _is_key_value(previous)
    return not continues and not (continued and lines[index].strip()[:1].islower())


def _is_key_value(line: str) -> bool:
    """Whether a line is a field; "Removed: support for Python 3.8" says what happened, and is none."""
    key, _, value = line.partition(":")
    if key.strip(" \t*+-").casefold() in _HAPPENED and len(value.split()) > 1:
        return False
    return bool(_KEY_VALUE.fullmatch(line)) and len(key.split()) <= _MAX_KEY_WORDS
