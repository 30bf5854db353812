"""Decompose-then-recompose (S3): sources cut into strips, the relevant ones kept within a budget, and joined again.

Every strip knows its place in the source that it was cut from, and ``origin`` leads from a place in a joined source
back to it, so that a quote found in what was kept still links to the reader's own source.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.errors import InvalidInput
from critique_core.evidence.units import cut
from critique_core.models import PROBABILITY_PLACES, SourceDocument, Span, Strip, Unit
from critique_core.queries import question as questions
from critique_core.queries.terms import Matcher

THRESHOLD, TOKEN_BUDGET = 0.5, 4096
TOKENS_A_WORD = 1.3  # S3
_MOST_WORDS, _MOST_SENTENCES, _MOST_OTHERS = 60, 3, 8
_WHOLE_WORDS = 300  # a record or table up to this long is one strip: a row says little without its header
_AROUND_WORDS = 100  # on either side; a sentence seldom repeats what its neighbours are about
_MENTIONS = 0.1  # share of the query's words from which a strip mentions the query
_DENSE = 0.5  # share of neighbours that mention the query, from which they vouch in full for one that does not
_LABEL = 0.9
_OWN, _AROUND, _BASE = 2.2, 5.4, -2.6
_JOINT = "\n\n"
_PARAGRAPH_WORDS = 12  # from which a paragraph is a strip; shorter ones, such as a list's items, go together
_POINTS_BACK = re.compile(
    r"(?:it|its|they|their|this|these|that|those|he|she|such|however|but|also)\b"
    r"|[^,;]+? (?:it|them)(?= (?:to|with|on|in|at|by|from|for|until|up|off|out|again)\b|[.!?])",
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a strip lies, and what it is about by its headings and keys."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a source between two dropped ones, and where it begins in the joined text."""

    at: int
    start: int
    end: int


def decompose(
    query: str, sources: Sequence[SourceDocument], *, threshold: float = THRESHOLD, token_budget: int = TOKEN_BUDGET
) -> tuple[Strip, ...]:
    """All strips in the order of the sources and of their text, kept or dropped, each dropped one with its ``why``.

    A strip holds a sentence with those that point back to it, or up to eight fields, rows or lines, 60 words, of one
    paragraph where that has 12 words, and the heading before them; a record, table or file of code of up to 300 words
    stays whole. Relevance, 0 to 1, is logistic in the share of the query's words that the strip itself mentions and
    that it and the 100 words on either side do. These count in full where half of the strips there mention the query,
    else in proportion, so that a lone hit does not lend its words to what is next to it. Fitted to strips that bear out
    sentences of RAGTruth's answers against strips of other questions' passages. It is ``None`` when the query has no
    word that says what it is about; then all count as relevant.

    From ``threshold`` on strips are kept, best first and earlier ones before later ones, while they fit into
    ``token_budget``; one that does not fit is dropped and smaller ones are still tried. Tokens are estimated as 1.3 a
    word (S3), a Chinese, Japanese or Korean character counted as a word. Nothing is dropped without a ``why``.
    """
    question = questions.read(query)
    matcher = Matcher(question.terms, question.language)
    strips = [strip for source in sources for strip in _strips(matcher, source)]
    order = sorted(range(len(strips)), key=lambda index: (-(_known(strips[index])), index))
    spent = 0
    for index in order:
        strip = strips[index]
        why = ""
        if _known(strip) < threshold:
            why = f"relevance {_known(strip):.2f} is below {threshold:.2f}"
        elif spent + strip.tokens > token_budget:
            why = f"its {strip.tokens} tokens do not fit into what is left of {token_budget}"
        else:
            spent += strip.tokens
        strips[index] = strip.model_copy(update={"kept": not why, "why": why})
    return tuple(strips)


def recompose(strips: Sequence[Strip], sources: Sequence[SourceDocument]) -> tuple[SourceDocument, ...]:
    """The sources reduced to their kept strips, in their own order and with their own ids; empty ones are left out.

    What was between two kept neighbours stays; a blank line is where strips were dropped. A source none of whose
    strips was dropped is given back as it is.
    """
    found: list[SourceDocument] = []
    for source in sources:
        own = [strip for strip in strips if strip.source_id == source.id]
        if not any(strip.kept for strip in own):
            continue
        pieces = _pieces(own)
        text = _JOINT.join(source.content[piece.start : piece.end] for piece in pieces)
        whole = all(strip.kept for strip in own)
        found.append(source if whole else source.model_copy(update={"content": text}))
    return tuple(found)


def origin(strips: Sequence[Strip], source_id: str, start: int, end: int) -> Span:
    """The span of the original source that ``content[start:end]`` of the joined one was taken from.

    A span that reaches over a joint covers what was dropped there. Raises ``InvalidInput`` when the source was not
    kept or the span lies outside of it.
    """
    own = [strip for strip in strips if strip.source_id == source_id]
    if own and all(strip.kept for strip in own):
        return Span(start=start, end=end)  # given back as it was
    pieces = _pieces(own)
    length = pieces[-1].at + pieces[-1].end - pieces[-1].start if pieces else 0
    if not 0 <= start <= end <= length:
        raise InvalidInput(f"{start}:{end} lies outside of what was kept of source {source_id!r} ({length} characters)")
    first = next(piece for piece in reversed(pieces) if piece.at <= start)
    begin = min(first.start + start - first.at, first.end)
    last = next(piece for piece in reversed(pieces) if piece.at < end or piece is pieces[0])
    return Span(start=begin, end=max(begin, min(last.start + end - last.at, last.end)))


def points_back(sentence: str) -> bool:
    """Whether a sentence says little without the one before: "It was raised", "Administrators may raise it"."""
    return bool(_POINTS_BACK.match(sentence))


def _known(strip: Strip) -> float:
    return 1.0 if strip.relevance is None else strip.relevance


def _pieces(strips: Sequence[Strip]) -> list[_Piece]:
    """The kept stretches of one source in order; neighbours between which nothing was dropped are one."""
    found: list[_Piece] = []
    before_kept = False
    for strip in strips:
        if strip.kept and before_kept:
            found[-1] = _Piece(found[-1].at, found[-1].start, strip.end)
        elif strip.kept:
            at = found[-1].at + found[-1].end - found[-1].start + len(_JOINT) if found else 0
            found.append(_Piece(at, strip.start, strip.end))
        before_kept = strip.kept
    return found


# --- one source ----------------------------------------------------------------------------------------------------


def _strips(matcher: Matcher, source: SourceDocument) -> Iterator[Strip]:
    places = list(_places(source.content, cut(source)))
    texts = [source.content[place.start : place.end] for place in places]
    words = [_count(text) for text in texts]
    covers = [matcher.cover(text) for text in texts]
    shares = [matcher.share(cover) for cover in covers]
    title = matcher.cover(" ".join(part for part in (source.title, source.section) if part))
    for index, place in enumerate(places):
        lent = [_LABEL * max(pair) for pair in zip(title, matcher.cover(place.label), strict=True)]
        near = _near(words, index)
        vouched = min(1.0, sum(shares[other] >= _MENTIONS for other in near) / len(near) / _DENSE)
        around = [max(own, covers[index][term], *(vouched * covers[other][term] for other in near))
                  for term, own in enumerate(lent)]  # fmt: skip
        relevance = _relevance(shares[index], matcher.share(around)) if matcher.terms else None
        yield Strip(
            start=place.start, end=place.end, source_id=source.id, text=texts[index], relevance=relevance,
            tokens=math.ceil(words[index] * TOKENS_A_WORD), kept=False,
        )  # fmt: skip


def _relevance(own: float, around: float) -> float:
    return round(1 / (1 + math.exp(-(_BASE + _OWN * own + _AROUND * around))), PROBABILITY_PLACES)


def _near(words: Sequence[int], index: int) -> list[int]:
    """The strip and those that lie within 100 words of it."""
    found = [index]
    for step in (-1, 1):
        place, between = index + step, 0
        while 0 <= place < len(words) and between < _AROUND_WORDS:
            found.append(place)
            between += words[place]
            place += step
    return found


def _count(text: str) -> int:
    return len(text.split()) + len(_CJK.findall(text))


def _places(content: str, units: Sequence[Unit]) -> Iterator[_Place]:
    """Where the strips lie: neighbouring units without overlap, a short record or table as one."""
    ordered = sorted(units, key=lambda unit: (unit.start, unit.end))
    prose = sum(unit.kind == "prose" for unit in ordered)
    other = sum(unit.kind not in ("prose", "heading") for unit in ordered)
    if other > prose and _count(content) <= _WHOLE_WORDS:
        start = len(content) - len(content.lstrip())
        yield _Place(start, len(content.rstrip()), " ".join(dict.fromkeys(unit.label for unit in ordered)))
        return
    group: list[Unit] = []
    for unit in ordered:
        if group and unit.start >= max(one.end for one in group) and _full(content, group, unit):
            yield _place(group)
            group = []
        group.append(unit)
    if group:
        yield _place(group)


def _place(group: Sequence[Unit]) -> _Place:
    labels = " ".join(dict.fromkeys(unit.label for unit in group))
    return _Place(group[0].start, max(unit.end for unit in group), labels)


def _full(content: str, group: Sequence[Unit], unit: Unit) -> bool:
    """Whether a strip ends before ``unit``; never right after a heading."""
    if group[-1].kind == "heading":
        return False
    if unit.kind == "prose" and not points_back(unit.text):
        return True
    most = _MOST_SENTENCES if unit.kind == "prose" else _MOST_OTHERS
    words = sum(_count(one.text) for one in group)
    apart = bool(_BLANK_LINE.search(content, group[-1].end, unit.start))
    return (
        unit.kind == "heading"
        or sum(one.kind != "heading" for one in group) >= most
        or words + _count(unit.text) > _MOST_WORDS
        or (apart and words >= _PARAGRAPH_WORDS)
    )
