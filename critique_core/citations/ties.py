"""Which claims a citation marker follows."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from critique_core.citations import lists, markers
from critique_core.citations.markers import Written
from critique_core.models import Claim
from critique_core.text.sentences import Block, blocks

_SENTENCE_END = re.compile(r"[.!?。！？؟।…:：]\W*\Z")
_WORD = re.compile(r"\w+")
_WORDS_THAT_OPEN = 3  # "According to [1], …": with so few words before it a marker follows all that follows


@dataclass(frozen=True, slots=True)
class Tied:
    """A marker with its draft offsets, the claims right before it, and those that it may be behind as well."""

    start: int
    end: int
    offset: int
    written: Written
    claims: tuple[str, ...]
    reach: tuple[str, ...] = ()


@dataclass(slots=True)
class _Part:
    """A block with its markers and the claims that begin in it."""

    block: Block
    written: tuple[Written, ...]
    claims: list[Claim]

    @property
    def states(self) -> bool:
        return any(claim.why != "reference" for claim in self.claims)


def tie(draft: str, claims: Sequence[Claim], names: Collection[str]) -> tuple[list[Tied], dict[str, str]]:
    """The markers of a draft with the claims they follow, and what the draft's own list says of its labels.

    A marker follows the clause it follows and the clauses of that sentence before it that have no marker of their
    own; behind the whole sentence when at most three words precede it ("According to [1], …"). One that closes a
    paragraph, list item or table row whose earlier sentences have none reaches over these too. One in a heading,
    lead-in or table header reaches over what is under it; one alone in its block ("Sources: [1], [2]") over the
    blocks before it, back to a marker or heading. Time is linear in the draft.
    """
    read = blocks(draft)
    listed = lists.entries(read, names)
    parts = [_part(block, names) for block in read if block.kind != "code" and block.start not in listed]
    _share_out(claims, parts)
    found = [tied for number in range(len(parts)) for tied in _of_part(draft, parts, number)]
    return found, lists.definitions(draft, read, listed)


def _part(block: Block, names: Collection[str]) -> _Part:
    found = markers.find(block.content, names)
    kept = tuple(marker for marker in found if not lists.defines(block.content, marker.start))
    return _Part(block, kept, [])


def _share_out(claims: Sequence[Claim], parts: Sequence[_Part]) -> None:
    starts = [part.block.start for part in parts]
    for claim in sorted(claims, key=lambda claim: claim.start):
        number = bisect_right(starts, claim.start) - 1
        if number >= 0 and claim.start < parts[number].block.end:
            parts[number].claims.append(claim)


def _of_part(draft: str, parts: Sequence[_Part], number: int) -> Iterator[Tied]:
    part = parts[number]
    if not part.written:
        return
    if not part.states:
        before = tuple(_ids(_blocks_before(parts, number)))
        yield from (_tied(part, marker, (), before) for marker in part.written)
        return
    under = tuple(_ids(_blocks_under(parts, number)))
    sentences = _Sentences(draft, part)
    closing = sentences.only_last_has_markers()
    for marker in part.written:
        core = sentences.behind(marker)
        ids = {claim.id for claim in core}
        earlier = tuple(claim.id for claim in part.claims if claim.id not in ids) if closing else ()
        yield _tied(part, marker, tuple(claim.id for claim in core), (*earlier, *under))


def _tied(part: _Part, marker: Written, core: tuple[str, ...], reach: tuple[str, ...]) -> Tied:
    offset = part.block.start
    return Tied(offset + marker.start, offset + marker.end, offset, marker, core, reach)


def _ids(parts: Sequence[_Part]) -> Iterator[str]:
    return (claim.id for part in parts for claim in part.claims if claim.checkable)


def _blocks_before(parts: Sequence[_Part], number: int) -> Sequence[_Part]:
    first = number
    while first and not parts[first - 1].written and parts[first - 1].block.kind != "heading":
        first -= 1
    return parts[first:number]


def _blocks_under(parts: Sequence[_Part], number: int) -> Sequence[_Part]:
    """What a heading, a table's header or a lead-in is over, without what has markers of its own."""
    part = parts[number]
    end = number + 1
    if part.block.kind == "heading":
        while end < len(parts) and parts[end].block.kind != "heading":
            end += 1
    elif part.block.kind == "table_header" or part.claims[-1].why == "lead-in":
        kind = "table_row" if part.block.kind == "table_header" else "list_item"
        while end < len(parts) and parts[end].block.kind == kind:
            end += 1
    return [under for under in parts[number + 1 : end] if not under.written]


class _Sentences:
    """The claims of one block, grouped into the sentences they were cut from."""

    def __init__(self, draft: str, part: _Part) -> None:
        self.draft = draft
        self.part = part
        self.starts = [claim.start for claim in part.claims]
        self.sentence_of: list[int] = []
        for number in range(len(part.claims)):
            begins = number == 0 or _SENTENCE_END.search(part.claims[number - 1].text[-40:])
            self.sentence_of.append((self.sentence_of[-1] if number else -1) + (1 if begins else 0))
        self.first_of: dict[int, int] = {}
        for number, sentence in enumerate(self.sentence_of):
            self.first_of.setdefault(sentence, number)
        self.at = [self._claim_at(marker) for marker in part.written]
        self.marked = set(self.at)

    def _claim_at(self, marker: Written) -> int:
        return max(0, bisect_right(self.starts, self.part.block.start + marker.start) - 1)

    def only_last_has_markers(self) -> bool:
        """Whether all markers are in the last of several sentences and close the block."""
        last = self.sentence_of[-1]
        content = self.part.block.content
        tail = markers.blanked(content, self.part.written)[self.part.written[-1].start :]
        return {self.sentence_of[number] for number in self.marked} == {last} and not _WORD.search(tail)

    def behind(self, marker: Written) -> list[Claim]:
        """The clauses that a marker follows in its sentence, or the sentence that it opens."""
        number = self._claim_at(marker)
        sentence = self.sentence_of[number]
        first = self.first_of[sentence]
        if self._opens(marker, first):
            last = first
            while (
                last + 1 < len(self.starts) and self.sentence_of[last + 1] == sentence and last + 1 not in self.marked
            ):
                last += 1
            return self.part.claims[first : last + 1]
        begin = number
        while begin > first and begin - 1 not in self.marked:
            begin -= 1
        return self.part.claims[begin : number + 1]

    def _opens(self, marker: Written, first: int) -> bool:
        offset = self.part.block.start
        before = self.draft[self.starts[first] : offset + marker.start][:80]
        after = self.draft[offset + marker.end : self.part.claims[first].end]
        if len(_WORD.findall(before)) > _WORDS_THAT_OPEN or not _WORD.search(after[:400]):
            return False
        return not before.strip() or after.lstrip().startswith((",", "，", "、"))
