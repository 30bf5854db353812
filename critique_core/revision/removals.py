"""Take statements out of a draft so that what stays reads on: clauses, sentences, list items, table rows.

No empty bullet, heading or lead-in is left, no "However" that answers a sentence which is gone, no half of a Markdown
mark. Pure functions of the draft and its claims.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from critique_core.citations import markers
from critique_core.models import Claim, Span
from critique_core.text.languages import language_of
from critique_core.text.sentences import Block, block_sentences, blocks, plain

_PROSE = {"paragraph", "quote", "list_item"}
_OPENS = {"lead-in", "heading", "table header"}
# Adverbs that tie a sentence to the one before it and can go without loss to what it states itself.
_CONNECTIVE = re.compile(
    r"(?:however|nevertheless|nonetheless|therefore|thus|hence|consequently|accordingly|additionally|furthermore|moreover"
    r"|similarly|likewise|conversely|instead|otherwise|besides|in addition|in contrast|as a result|as such|in turn"
    r"|on the other hand|on the contrary|for (?:example|instance)|that said|even so|despite this|because of this"
    r"|for this reason|by contrast|then|also|and|but|yet|so)(?P<comma>,?)\s+(?P<next>[^\W_])",
    re.IGNORECASE,
)
_BARE = frozenset("and but yet so therefore thus hence instead".split())  # these tie also without a comma
_JOINS = re.compile(r"[\s,;]*(?:\b(?:and|but|or|while|whereas|yet|so)\b\s*)?\Z", re.IGNORECASE)
# A source named in brackets after the full stop belongs to the sentence before it.
_REFERENCE = re.compile(r"[(\[]\s*(?:[^\W\d_]+\s+)?\d{1,3}(?:\s*(?:,|and|-|–)\s*\d{1,3})*\s*[)\]][.\s]*\Z")
_PAIRED = ("**", "__", "`", "~~", '"', "$$")
_BRACKETS = ("()", "[]", "“”", "{}")
_END_MARKS = ".!?。！？…"


@dataclass(frozen=True, slots=True)
class Cut:
    """``draft[start:end]`` becomes ``replacement``; ``claim_ids`` go with it."""

    start: int
    end: int
    replacement: str
    claim_ids: tuple[str, ...]


@dataclass(slots=True)
class _Sentence:
    span: Span
    claims: tuple[Claim, ...]
    gone: bool = False


@dataclass(slots=True)
class _Part:
    """A block with its sentences; ``gone`` when nothing of it stays."""

    block: Block
    sentences: list[_Sentence]
    opener: int | None = None

    @property
    def gone(self) -> bool:
        return bool(self.sentences) and all(sentence.gone for sentence in self.sentences)

    @property
    def opens(self) -> bool:
        return bool(self.sentences) and any(claim.why in _OPENS for claim in self.sentences[-1].claims)


def without(draft: str, claims: Sequence[Claim], dropped: Collection[str]) -> tuple[Cut, ...]:
    """The cuts that take the claims with the ids ``dropped`` out of ``draft``, in order and not overlapping.

    A claim that cannot go without harm to what stays (a list item above kept sub-items, half of an emphasis) is left
    standing and has no cut. Time is linear in the draft.
    """
    parts = _parts(draft, claims, dropped)
    _drop_openers(parts)
    _keep_parents(parts)
    cuts = [*_block_cuts(draft, parts)]
    for part in parts:
        if not part.gone:
            cuts += _sentence_cuts(draft, part)
            for sentence in part.sentences:
                cuts += () if sentence.gone else _clause_cuts(draft, sentence, dropped)
    return _without_shared_space(cut for cut in cuts if _is_whole(draft[cut.start : cut.end]))


def _without_shared_space(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """The cuts in order; where two share a line break or a space, the first takes it."""
    found: list[Cut] = []
    for cut in sorted(cuts, key=lambda cut: cut.start):
        reached = found[-1].end if found else 0
        if cut.end > reached:
            found.append(cut if cut.start >= reached else replace(cut, start=reached))
    return tuple(found)


def _parts(draft: str, claims: Sequence[Claim], dropped: Collection[str]) -> list[_Part]:
    language = language_of(draft)
    waiting = sorted(claims, key=lambda claim: claim.start)
    found: list[_Part] = []
    at = 0
    for block in blocks(draft):
        spans = block_sentences(block, language) if block.kind in _PROSE else (Span(start=block.start, end=block.end),)
        sentences: list[_Sentence] = []
        for span in spans:
            while at < len(waiting) and waiting[at].start < span.start:
                at += 1
            first = at
            while at < len(waiting) and waiting[at].start < span.end:
                at += 1
            inside = tuple(waiting[first:at])
            checked = [claim for claim in inside if claim.checkable]
            gone = bool(checked) and all(claim.id in dropped for claim in checked)
            follows = bool(sentences) and sentences[-1].gone
            refers = follows and _REFERENCE.match(draft, span.start, span.end) is not None
            sentences.append(_Sentence(span, inside, gone or refers))
        found.append(_Part(block, sentences))
    return found


def _drop_openers(parts: list[_Part]) -> None:
    """Mark a heading, lead-in or table header as gone when all that hangs on it is; inner ones first."""
    for place in range(len(parts) - 1, -1, -1):
        part = parts[place]
        below = _below(parts, place) if part.opens else ()
        if below and all(other.gone for other in below):
            part.sentences[-1].gone = True
            for other in below:
                other.opener = place


def _below(parts: Sequence[_Part], place: int) -> list[_Part]:
    """The blocks that hang on the opener at ``place``."""
    own = parts[place].block
    heading = _is_heading(parts[place])
    found: list[_Part] = []
    for part in parts[place + 1 :]:
        block = part.block
        if own.kind == "table_header":
            ends = block.kind != "table_row"
        elif heading:
            ends = _is_heading(part) and (
                own.kind != "heading" or (block.kind == "heading" and block.depth <= own.depth)
            )
        else:
            ends = block.depth <= own.depth or block.kind == "heading"
        if ends:
            break
        found.append(part)
    return found


def _is_heading(part: _Part) -> bool:
    return part.block.kind == "heading" or any(c.why == "heading" for s in part.sentences for c in s.claims)


def _keep_parents(parts: list[_Part]) -> None:
    """A list item above kept sub-items or paragraphs stays: without it they would hang on nothing."""
    for place, part in enumerate(parts):
        if part.block.kind != "list_item" or not part.gone:
            continue
        for other in parts[place + 1 :]:
            deeper = other.block.depth > part.block.depth or (
                other.block.depth == part.block.depth and other.block.kind != "list_item"
            )
            if not deeper:
                break
            if not other.gone:
                for sentence in part.sentences:
                    sentence.gone = False
                break


def _block_cuts(draft: str, parts: Sequence[_Part]) -> Iterator[Cut]:
    """Whole lines for each block that goes; an opener and all below it in one."""
    place = 0
    while place < len(parts):
        part, after = parts[place], place + 1
        if part.gone:
            while after < len(parts) and parts[after].opener is not None and parts[after].gone:
                after += 1
            yield _lines(draft, parts[place:after])
        place = after


def _lines(draft: str, parts: Sequence[_Part]) -> Cut:
    """The lines of the blocks, with the blank line that parts them from what follows (or from what precedes)."""
    start = draft.rfind("\n", 0, parts[0].block.start) + 1
    end = draft.find("\n", parts[-1].block.end)
    end = len(draft) if end < 0 else end + 1
    blank_before = start == 0 or re.search(r"\n[ \t]*\n\Z", draft[:start]) is not None
    blank_after = re.compile(r"(?:[ \t]*\n)+").match(draft, end)
    if end >= len(draft):
        start, end = len(draft[:start].rstrip()), len(draft.rstrip())
    elif blank_before and blank_after:
        end = blank_after.end()
    ids = tuple(claim.id for part in parts for sentence in part.sentences for claim in sentence.claims)
    return Cut(start, end, "", ids)


def _sentence_cuts(draft: str, part: _Part) -> Iterator[Cut]:
    sentences = part.sentences
    for place, sentence in enumerate(sentences):
        if not sentence.gone:
            continue
        after = sentences[place + 1] if place + 1 < len(sentences) else None
        led = any(not other.gone for other in sentences[:place])
        start, end, replacement = sentence.span.start, sentence.span.end, ""
        if led:
            start = sentences[place - 1].span.end
        elif after is not None:
            end = after.span.start
        if after is not None and not after.gone:
            mended = _mended(draft, after.span)
            if mended is not None:
                end, letter = mended
                replacement = (draft[sentence.span.end : after.span.start] if led else "") + letter
        yield Cut(start, end, replacement, tuple(claim.id for claim in sentence.claims))


def _mended(draft: str, following: Span) -> tuple[int, str] | None:
    """Where the connective that opens the following sentence ends, with its next letter, and that letter as capital."""
    match = _CONNECTIVE.match(draft, following.start, following.end)
    if match is None:
        return None
    word = draft[following.start : match.start("comma")].lower()
    return (match.end(), match["next"].upper()) if match["comma"] or word in _BARE else None


def _clause_cuts(draft: str, sentence: _Sentence, dropped: Collection[str]) -> Iterator[Cut]:
    """Each dropped clause with the word that joins it to a kept one."""
    claims = sentence.claims
    for place, claim in enumerate(claims):
        if claim.id not in dropped:
            continue
        kept_before = [other for other in claims[:place] if other.id not in dropped]
        if kept_before and _is_appositive(draft, claims[place - 1]):
            yield _behind_appositive(draft, claims, place, dropped)
        elif kept_before:
            yield _later_clause(draft, claims, place, dropped)
        elif place + 1 < len(claims):
            following = claims[place + 1]
            joint = draft[claim.end : following.start]
            if not _JOINS.match(joint):
                continue
            shared = _shared(draft, following) if following.id not in dropped else ""
            opening = shared or draft[following.start]
            end = following.start + (0 if shared else 1)
            yield Cut(claim.start, end, opening[:1].upper() + opening[1:] if following.id not in dropped else "",
                      (claim.id,))  # fmt: skip


def _later_clause(draft: str, claims: Sequence[Claim], place: int, dropped: Collection[str]) -> Cut:
    """A dropped clause behind a kept one; in a series "and" goes to the clause that is now the last."""
    first, claim = claims[0].start, claims[place]
    text, start = draft[first : claims[-1].end], claims[place - 1].end - first
    end = _before_end_mark(draft, claim, claims) - first
    change: tuple[int, int, str] | None = None
    if _shared(draft, claim):
        change = _inner(text, start, end)
        two_before = place > 1 and not any(kept.id in dropped for kept in claims[place - 2 : place])
        if two_before and claim is claims[-1] and text[:start].rfind(", ") == claims[place - 2].end - first:
            change = _last_of_list(text, start, end)
    begin, stop, replacement = change or (start, end, "")
    return Cut(first + begin, first + stop, replacement, (claim.id,))


def _is_appositive(draft: str, claim: Claim) -> bool:
    """Whether a claim says with a verb of its own what its words say without one: "Berlin, the capital of Germany"."""
    return not _shared(draft, claim) and _words(draft, claim).rstrip(_END_MARKS + " ,;") != claim.text.rstrip(
        _END_MARKS
    )


def _behind_appositive(draft: str, claims: Sequence[Claim], place: int, dropped: Collection[str]) -> Cut:
    """The dropped predicate behind an appositive; when none follows, the appositive becomes the sentence."""
    claim, before = claims[place], claims[place - 1]
    if any(other.id not in dropped for other in claims[place + 1 :]):
        return Cut(claim.start, claims[place + 1].start, "", (claim.id,))
    return Cut(before.start, _before_end_mark(draft, claim, claims), before.text, (claim.id,))


def _before_end_mark(draft: str, claim: Claim, claims: Sequence[Claim]) -> int:
    """The clause's end, its sentence's end mark and closing quotes left for the clause before it."""
    if claim is not claims[-1]:
        return claim.end
    text = draft[claim.start : claim.end]
    return claim.start + len(text.rstrip(_END_MARKS))


def _shared(draft: str, claim: Claim) -> str:
    """The subject that a clause takes from the one before it, as its text states it; empty when it has its own."""
    words = _words(draft, claim)
    return claim.text.removesuffix(words) if claim.text.endswith(words) else ""


def _words(draft: str, claim: Claim) -> str:
    span = draft[claim.start : claim.end]
    return plain(markers.without(span, markers.find(span)))


def _is_whole(text: str) -> bool:
    """Whether a stretch can go without leaving half of a mark, quote or bracket behind."""
    if any(text.count(mark) % 2 for mark in _PAIRED):
        return False
    return all(text.count(pair[0]) == text.count(pair[1]) for pair in _BRACKETS)


# --- a part of a clause --------------------------------------------------------------------------------------------

_SEGMENT = re.compile(
    r"(?P<round>\s*\([^()]*\))"
    r"|(?P<tail>,\s+(?:who|which|whose|where|with|without|including|such as|especially|particularly|as well as"
    r"|along with|resulting|leading|making|causing|allowing|ensuring|creating|due|thanks|because|[a-z]{3,}ing)"
    r"\b[^,;()]*)"
    r"|(?P<item>,\s+(?:(?!(?:and|or)\b)[^,;()]+)(?=,\s))"
    r"|(?P<last>,?\s+(?:and|or)\s+(?:(?!\b(?:and|or)\b)[^,;()])+?)(?=\s*[.!?]?\Z)"
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_LEAST_MARKED = 0.7
_SHORT = 3


def trimmed(draft: str, claim: Claim, marked: Sequence[Span]) -> Cut | None:
    """The one part of a claim that holds all its marks, cut so that the rest is a sentence; ``None`` if there is none.

    A part is a bracket, a closing phrase after a comma, or a member of a list. Most of its content words must be
    marked and none outside it.
    """
    text = draft[claim.start : claim.end]
    text = markers.blanked(text, markers.find(text))
    spans = [(mark.start - claim.start, mark.end - claim.start) for mark in marked if claim.start <= mark.start]
    if not spans:
        return None
    for match in _SEGMENT.finditer(text):
        start, end = match.span()
        end = start + len(match[0].rstrip(_END_MARKS + " "))
        if not all(start <= first and last <= end + 1 for first, last in spans):
            continue
        if _share_marked(text[start:end], [(a - start, b - start) for a, b in spans]) < _LEAST_MARKED:
            return None
        change = _last_of_list(text, start, end) if match["last"] else _inner(text, start, end)
        if change and _is_whole(text[change[0] : change[1]]):
            return Cut(claim.start + change[0], claim.start + change[1], change[2], (claim.id,))
        return None
    return None


def _share_marked(part: str, spans: Sequence[tuple[int, int]]) -> float:
    words = [m for m in _WORD.finditer(part) if len(m[0]) > _SHORT or not m[0].islower()]
    marked = sum(any(a < m.end() and m.start() < b for a, b in spans) for m in words)
    return marked / len(words) if words else 0.0


def _inner(text: str, start: int, end: int) -> tuple[int, int, str]:
    """Cut a stretch; where only "a, and b" is left of a list the comma goes too."""
    pair = re.match(r",( (?:and|or) )(?=[^,;]*\Z)", text[end:])
    if pair and "," not in text[:start] and text[start:].startswith(", "):
        return start, end + pair.end(), pair[1]
    return start, end, ""


def _last_of_list(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Cut the last member and join the one before it: "a, b, and c" becomes "a and b"; of two only the first stays."""
    join = re.search(r"\b(?:and|or)\b", text[start:end])
    before = text[:start]
    comma = before.rfind(", ")
    if join is None:
        return None
    if not text[start:end].startswith(","):  # "a and b", or "a, b and c"
        return (start, end, "") if comma < 0 else (comma, end, f" {join[0]} {before[comma + 2 :]}")
    members = before.split(", ")
    if len(members) < 2:
        return None  # ", and" joins clauses here, not members
    oxford = "," if len(members) > 2 else ""
    return comma, end, f"{oxford} {join[0]} {members[-1]}"
