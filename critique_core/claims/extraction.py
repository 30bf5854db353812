"""The claims of a draft: each statement with its exact place, its kind, and words that can be read alone.

Every sentence of the draft lies in some claim. What cannot be checked (questions, greetings, headings, code) is listed
as such and never dropped.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from critique_core.citations import lists, markers
from critique_core.citations.markers import Written
from critique_core.claims.clauses import split_clauses
from critique_core.claims.kinds import classify, greets, is_reference
from critique_core.language.grammar import AUXILIARIES, MODALS, has_verb
from critique_core.models import Claim, Span
from critique_core.text.answers import ANSWERING
from critique_core.text.languages import language_of
from critique_core.text.sentences import Block, block_sentences, blocks, plain, unmarked

_NOT_PROSE = {"heading": "heading", "code": "code", "table_header": "table header"}
_BOLD_LINE = re.compile(r"(\*\*|__)(?!\s)[^*_\n]+\1\Z")
_ENDS_SENTENCE = re.compile(r"[.!?。！？؟।…]\W*\Z")
_COLON_END = (":", "：", "﹕")
# A lead-in that only announces a list adds nothing to an item that is a sentence.
_ANNOUNCES = re.compile(
    r"(?:here(?:'|’)?s?\b|the following|below|(?:the )?(?:key|main) \w+:|summary|in summary|answer|overview|details"
    r"|notes?:|facts|findings|steps|as follows)",
    re.IGNORECASE,
)
_LONGEST_LABEL = 8
_UNCOVERED_WORDS = re.compile(r"(?:[^\W\d_]+[ \t]+){3,}[^\W\d_]+")


def extract(draft: str, *, source_names: Collection[str] = ()) -> tuple[Claim, ...]:
    """The claims of a draft, plain text or Markdown, ordered by start and not overlapping.

    ``draft[claim.start:claim.end]`` is trimmed and not empty. ``claim.text`` is that span without Markdown marks and
    the yes or no that it begins with, led by draft words it needs to stand alone: the shared subject of a compound, the
    sentence that opens a list, a table's headers; an appositive's says with "is" what the subject is. Citation markers
    stay in the span and out of the text; "(src/auth.ts)" is one when it is among ``source_names``, the sources' names
    as ``citations.markers.normalised`` gives them. A claim of kind ``not_checkable`` says ``why``: question, greeting,
    abstention, hedge, lead-in, heading, code, table header, reference or fragment; one of kind ``opinion``: view,
    advice or evaluation. Time is linear in the draft.
    """
    read = blocks(draft)
    reader = _Reader(draft, source_names, lists.entries(read, source_names))
    found: list[Claim] = []
    for block, following in pairwise((*read, None)):
        if block is not None:
            found += reader.claims_of(block, following)
    return tuple(found)


def is_abstention(draft: str, claims: Sequence[Claim]) -> bool:
    """Whether the whole draft declines to answer: it abstains somewhere, and nothing in it can be checked.

    ``claims`` may come from elsewhere than ``extract``; words of the draft that they do not cover count as an answer.
    """
    if any(claim.checkable for claim in claims) or not any(claim.why == "abstention" for claim in claims):
        return False
    return not any(_UNCOVERED_WORDS.search(gap) for gap in _gaps(draft, claims))


def _gaps(draft: str, claims: Sequence[Claim]) -> Iterable[str]:
    at = 0
    for claim in sorted(claims, key=lambda claim: claim.start):
        yield draft[at : claim.start]
        at = max(at, claim.end)
    yield draft[at:]


class _Reader:
    """Reads blocks in order, remembering the lead-ins that later list items hang on."""

    def __init__(self, draft: str, names: Collection[str], listed: Collection[int]) -> None:
        self.draft = draft
        self.names = names
        self.listed = listed
        self.language = language_of(draft)
        self.leads: dict[int, str] = {}

    def claims_of(self, block: Block, following: Block | None) -> list[Claim]:
        depth = 0 if block.kind == "heading" else block.depth
        lead = self.leads.get(depth - 1, "") if block.kind == "list_item" else ""
        self.leads = {level: words for level, words in self.leads.items() if level < depth}
        if block.start in self.listed:
            text = plain(block.content) or block.content
            return [Claim.of(self.draft, block.start, block.end, text=text, kind="not_checkable", why="reference")]
        if block.kind == "table_row":
            return [self._table_row(block)]
        if block.kind in _NOT_PROSE:
            return [self._unchecked(block, depth)]
        opens_list = following is not None and following.kind == "list_item" and following.depth == depth + 1
        return self._prose(block, lead, opens_list)

    def _unchecked(self, block: Block, depth: int) -> Claim:
        words = block.content.strip() if block.kind == "code" else self._plain(block.content)
        if block.kind == "heading" and words.endswith(_COLON_END):
            self.leads[depth] = words
        text = words or self.draft[block.start : block.end]
        return Claim.of(self.draft, block.start, block.end, text=text, kind="not_checkable", why=_NOT_PROSE[block.kind])

    def _table_row(self, block: Block) -> Claim:
        cells = [(self._plain(cell.header), self._plain(self.draft[cell.start : cell.end])) for cell in block.cells]
        text = ", ".join(f"{header}: {words}" if header else words for header, words in cells if words)
        kind, why = classify(text, self.language)
        return Claim.of(self.draft, block.start, block.end, text=text or block.content, kind=kind, why=why)

    def _plain(self, marked: str) -> str:
        """Its words without Markdown marks and citation markers."""
        return plain(markers.without(marked, markers.find(marked, self.names)))

    def _prose(self, block: Block, lead: str, opens_list: bool) -> list[Claim]:
        written = markers.find(block.content, self.names)
        bare = markers.without(block.content, written).strip()
        if block.kind != "list_item" and _is_bold_heading(bare):
            return [Claim.of(self.draft, block.start, block.end, text=plain(bare), kind="not_checkable", why="heading")]
        language = language_of(block.content, self.language)
        prose = _Prose(block, markers.blanked(block.content, written), written)
        spans = prose.sentences(language)
        if not spans:
            return [Claim.of(self.draft, block.start, block.end, kind="not_checkable", why="reference")]
        found: list[Claim] = []
        for number, span in enumerate(spans):
            last = number == len(spans) - 1
            found += self._sentence(prose, span, language, lead if number == 0 else "", opens_list and last)
        return found

    def _sentence(self, prose: "_Prose", span: Span, language: str, lead: str, opens_list: bool) -> list[Claim]:
        block, content = prose.block, prose.blanked[span.start : span.end]
        clauses = split_clauses(content, unmarked(content), language)
        whole = plain(block.content[span.start : span.end])
        if is_reference(whole):
            place = block.start + span.start, block.start + span.end
            return [Claim.of(self.draft, *place, text=whole, kind="not_checkable", why="reference")]
        found: list[Claim] = []
        for number, clause in enumerate(clauses):
            following = clauses[number + 1].start if number + 1 < len(clauses) else len(content)
            start, end = prose.reach(span.start + clause.start, span.start + clause.end, span.start + following)
            words = prose.words(start, end) or block.content[start:end]
            words = words if clause is clauses[-1] else words.rstrip(" ,;；؛")
            alone = (
                f"{plain(clause.shared)} {words}" if clause.shared and not greets(words) else ANSWERING.sub("", words)
            )
            alone = plain(clause.said) or alone
            text = _led(lead, alone) if number == 0 else alone
            kind, why = classify(alone if _ANNOUNCES.match(lead) else text, language)
            # An item above its own sub-items opens them and states itself as well.
            states_itself = block.kind == "list_item" and not words.endswith(_COLON_END)
            if clause is clauses[-1] and self._opens(block, text, opens_list) and not states_itself:
                kind, why = "not_checkable", "lead-in"
            place = block.start + start, block.start + end
            found.append(Claim.of(self.draft, *place, text=text, kind=kind, why=why))
        return found

    def _opens(self, block: Block, text: str, opens_list: bool) -> bool:
        """Whether a sentence leads into what follows; then list items below hang on it."""
        colon = text.endswith(_COLON_END)
        short = len(text.split()) <= _LONGEST_LABEL or block.kind != "list_item"
        if not (colon or (opens_list and short and not _ENDS_SENTENCE.search(text))):
            return False
        self.leads[block.depth] = text if colon else f"{text}:"
        return True


class _Prose:
    """A block of prose whose sentences are read without its citation markers and hold them all the same."""

    def __init__(self, block: Block, blanked: str, written: Sequence[Written]) -> None:
        self.block = block
        self.blanked = blanked
        self.apart = [marker for marker in written if marker.apart]
        self.starts = [marker.start for marker in self.apart]

    def sentences(self, language: str) -> list[Span]:
        """Sentences as spans of the content; a marker between two belongs to the one it closes.

        In a block that begins with a marker and does not end with one, each belongs to the sentence it opens.
        """
        found = block_sentences(replace(self.block, content=self.blanked), language)
        ends = [sentence.end - self.block.start for sentence in found]
        starts = [sentence.start - self.block.start for sentence in found]
        if not starts:
            return []
        opening = self._opening(starts[0], ends[-1])
        spans: list[Span] = []
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            before = self._separate(ends[number - 1] if number else 0, start) if opening or number == 0 else []
            after = starts[number + 1] if number + 1 < len(starts) else len(self.blanked)
            first = min((marker.start for marker in before), default=start)
            spans.append(Span(start=first, end=end if opening else self.reach(start, end, after)[1]))
        return spans

    def reach(self, start: int, end: int, limit: int) -> tuple[int, int]:
        """The stretch with the markers that follow it before ``limit``."""
        return start, max((marker.end for marker in self._separate(end, limit)), default=end)

    def _opening(self, first: int, last: int) -> bool:
        return bool(self._separate(0, first)) and not self._separate(last, len(self.blanked))

    def words(self, start: int, end: int) -> str:
        """The stretch without its markers and Markdown marks."""
        return plain(markers.without(self.block.content, self._separate(start, end), start, end))

    def _separate(self, start: int, end: int) -> list[Written]:
        between = slice(bisect_left(self.starts, start), bisect_left(self.starts, end))
        return [marker for marker in self.apart[between] if marker.end <= end]


def _led(lead: str, text: str) -> str:
    if not lead or (_ANNOUNCES.match(lead) and has_verb(text)):
        return text
    return f"{lead} {text}"


def _is_bold_heading(content: str) -> bool:
    """A short line all in bold without a verb or number, which writers use for a heading."""
    if not _BOLD_LINE.match(content):
        return False
    words = plain(content)
    known = {word.lower() for word in words.split()}
    return (
        len(words.split()) <= _LONGEST_LABEL
        and not words.endswith(_COLON_END)
        and not _ENDS_SENTENCE.search(words)
        and not any(character.isdigit() for character in words)
        and known.isdisjoint(AUXILIARIES | MODALS)
        and not has_verb(words)
    )
