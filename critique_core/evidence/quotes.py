"""The one function that checks a quote against the sources: where it is, and how exactly.

Tried in this order: the same characters; the same after normalising (white space, quotation marks, dashes, case,
compatibility forms); nearly the same (an edit or a marked gap, but never another number or negation); the same in
another source than the one named.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from critique_core.models import Evidence, QuoteMatch, Relation, SourceDocument, Span, Value

FUZZY_RATIO = 90.0
"""Least similarity (rapidfuzz partial ratio, 0-100) of a quote and the stretch of the source it is taken for."""
MIN_FUZZY_CHARACTERS = 12
MAX_FUZZY_CHARACTERS = 1_500
"""A shorter quote is too easily like something else; a longer one takes too long to align, and is copied or made up."""
SPELLING_RATIO = 80.0
"""Least similarity of two words to be taken for one word in two spellings."""
MAX_GAP = 300
"""Most source characters that one ellipsis may skip."""

_SAME = {
    **dict.fromkeys("‘’‚‛′`´ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
}
_DROPPED = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_ELLIPSIS = re.compile(r"\[ ?(?:\.{3,}|…) ?\]|\( ?(?:\.{3,}|…) ?\)|\.{3,}|…")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NEGATIONS = frozenset({
    "not", "no", "never", "none", "neither", "nor", "cannot", "without", "nobody", "nothing", "nowhere", "hardly",
    "unless", "except", "nicht", "kein", "keine", "keinen", "keiner", "keinem", "nie", "niemals", "ohne", "non",
    "pas", "ne", "jamais", "sans", "aucun", "aucune", "sin", "ningún", "ninguna", "nunca", "não", "nem", "sem",
    "nessuno", "mai", "senza", "niet", "geen", "nooit", "не", "нет", "никогда", "без", "ليس", "لا", "لم", "n't",
})  # fmt: skip
_NEGATING_CHARACTERS = frozenset("不没沒無无未非")
_LIMITS = frozenset({
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million",
    "billion", "half", "double", "twice", "once", "third", "quarter", "first", "second", "dozen", "all", "some",
    "most", "many", "few", "every", "only", "about", "over", "under", "least", "up", "more", "less", "before",
    "after", "until", "if",
})  # fmt: skip
"""Words whose absence changes what is said, though spelling hardly changes."""


class LocatedQuote(Value):
    """Where a quote is: ``quote`` is the source's own text there.

    When ``match`` is ``not_found``, ``quote`` is what was asked for, the offsets are 0 and ``source_id`` is the source
    that was named, if any. When it is ``misattributed``, ``source_id`` is the source that has the text.
    """

    source_id: str | None
    start: int
    end: int
    quote: str
    match: QuoteMatch


def locate(
    quote: str, source_id: str | None, sources: Sequence[SourceDocument], *, near: int | None = None
) -> LocatedQuote:
    """Find ``quote`` in the source named ``source_id``, or in any source when that is ``None``.

    ``near`` is an offset in the source: of several occurrences the one that starts closest to it is taken, the first
    one without it. A source id that no source has counts as a misattribution when another source holds the quote.
    """
    named = [source for source in sources if source_id is None or source.id == source_id]
    others = [source for source in sources if source not in named]
    if quote.strip():
        for match, find in _STEPS:
            for source in named:
                if span := find(quote, source.content, near):
                    return _found(source, span, match)
        for find in (_exact, _normalised):
            for source in others:
                if span := find(quote, source.content, None):
                    return _found(source, span, "misattributed")
    return LocatedQuote(source_id=source_id, start=0, end=0, quote=quote, match="not_found")


def evidence_from(located: LocatedQuote, relation: Relation, score: float = 1.0) -> Evidence:
    """The located quote as evidence; ``score`` (0 to 1) says how strongly it concerns the claim."""
    return Evidence(
        source_id=located.source_id or "", start=located.start, end=located.end, quote=located.quote,
        relation=relation, match=located.match, score=score,
    )  # fmt: skip


def _found(source: SourceDocument, span: Span, match: QuoteMatch) -> LocatedQuote:
    quote = source.content[span.start : span.end]
    return LocatedQuote(source_id=source.id, start=span.start, end=span.end, quote=quote, match=match)


# --- exact ---------------------------------------------------------------------------------------------------------


def _exact(quote: str, content: str, near: int | None) -> Span | None:
    start = next(_occurrences(quote, content, near), None)
    return None if start is None else Span(start=start, end=start + len(quote))


def _occurrences(quote: str, text: str, near: int | None) -> Iterator[int]:
    """Starts of ``quote`` in ``text``, the closest to ``near`` first; overlaps count, ties go to the earlier."""
    near = 0 if near is None else max(0, near)
    before = text.rfind(quote, 0, near + len(quote))
    after = text.find(quote, near + 1)
    while before >= 0 or after >= 0:
        if after < 0 or (before >= 0 and near - before <= after - near):
            yield before
            before = text.rfind(quote, 0, before + len(quote) - 1) if before else -1
        else:
            yield after
            after = text.find(quote, after + 1)


# --- normalised ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _NormalText:
    """Normalised text; character ``i`` of it comes from ``starts[i]:ends[i]`` of the original."""

    text: str
    starts: "array[int]"
    ends: "array[int]"


@lru_cache(maxsize=16)
def normalise(text: str) -> str:
    """What two texts must share to be the same quote: compatibility form, case, blanks, quotes and dashes levelled."""
    return _normal(text).text.strip()


@lru_cache(maxsize=64)
def _normal_source(content: str) -> _NormalText:
    return _normal(content)


def _normal(text: str) -> _NormalText:
    characters: list[str] = []
    starts, ends = array("I"), array("I")
    for start, end in _clusters(text):
        for character in _level(text[start:end]):
            if character != " " or not characters or characters[-1] != " ":
                characters.append(character)
                starts.append(start)
                ends.append(end)
            else:
                ends[-1] = end
    return _NormalText("".join(characters), starts, ends)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Base characters with the combining marks that follow them, which only together have one normal form."""
    if text.isascii():
        yield from ((index, index + 1) for index in range(len(text)))
        return
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not unicodedata.combining(text[index]):
            if start < index:
                yield start, index
            start = index


@lru_cache(maxsize=8192)
def _level(cluster: str) -> str:
    if cluster in _DROPPED:
        return ""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", _SAME.get(cluster, cluster)).casefold())
    return "".join(" " if c.isspace() else _SAME.get(c, c) for c in folded if c not in _DROPPED)


def _normalised(quote: str, content: str, near: int | None) -> Span | None:
    wanted = normalise(quote)
    bare = wanted.strip("\"' ")
    normal = _normal_source(content)
    at = None if near is None else bisect_left(normal.starts, near)
    for candidate in dict.fromkeys((wanted, bare)):
        for start in _occurrences(candidate, normal.text, at) if candidate else ():
            if span := _whole(normal, start, start + len(candidate)):
                return span
    return None


def _whole(normal: _NormalText, start: int, end: int) -> Span | None:
    """The original span of a normalised one; ``None`` when an edge falls inside a character ("fi" in a ligature)."""
    cuts_first = start > 0 and normal.starts[start - 1] == normal.starts[start]
    cuts_last = end < len(normal.text) and normal.starts[end] == normal.starts[end - 1]
    if cuts_first or cuts_last:
        return None
    return Span(start=normal.starts[start], end=normal.ends[end - 1])


# --- fuzzy ---------------------------------------------------------------------------------------------------------


def _fuzzy(quote: str, content: str, near: int | None) -> Span | None:
    pieces = [piece.strip() for piece in _ELLIPSIS.split(quote) if piece.strip()]
    if len(pieces) > 1 or (pieces and _ELLIPSIS.search(quote)):
        return _in_pieces(pieces, content, near)
    return _similar(quote, content)


def _in_pieces(pieces: Sequence[str], content: str, near: int | None) -> Span | None:
    """The stretch that holds all pieces in order, close together, and skips no negation."""
    first = _piece(pieces[0], content, near)
    start, end = (first.start, first.end) if first else (0, 0)
    for piece in pieces[1:]:
        window = content[end : end + MAX_GAP + 2 * len(piece)]
        found = _piece(piece, window, None) if first else None
        if found is None or found.start > MAX_GAP or _negations(window[: found.start]):
            return None
        end += found.end
    return Span(start=start, end=end) if first else None


def _piece(piece: str, content: str, near: int | None) -> Span | None:
    return _exact(piece, content, near) or _normalised(piece, content, near)


def _similar(quote: str, content: str) -> Span | None:
    wanted, normal = normalise(quote), _normal_source(content)
    if not MIN_FUZZY_CHARACTERS <= len(wanted) <= MAX_FUZZY_CHARACTERS or not _shares_words(wanted, normal.text):
        return None
    found = fuzz.partial_ratio_alignment(wanted, normal.text, score_cutoff=FUZZY_RATIO)
    if found is None or len(wanted) > len(normal.text):
        return None
    start, end = _fitted(wanted, normal.text, *_to_words(normal.text, found.dest_start, found.dest_end))
    if not _says_the_same(wanted, normal.text[start:end]):
        return None
    return Span(start=normal.starts[start], end=normal.ends[end - 1])


def _shares_words(wanted: str, text: str) -> bool:
    """Whether half of the quote's words are in the text at all: cheap, and without it alignment cannot succeed."""
    words = set(_WORD.findall(wanted))
    return not words or sum(word in text for word in words) * 2 >= len(words)


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to whole words, so that a number at its edge is compared whole; trim blanks."""
    while start > 0 and not text[start - 1].isspace() and not text[start].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace() and not text[end - 1].isspace():
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _fitted(wanted: str, text: str, start: int, end: int) -> tuple[int, int]:
    """Drop the neighbours' words that an alignment of fixed length has taken in at either edge."""
    best = fuzz.ratio(wanted, text[start:end])
    for edge in ("first", "last"):
        while (words := text[start:end].split(" ")) and len(words) > 1:
            first = start + len(words[0]) + 1 if edge == "first" else start
            last = end - len(words[-1]) - 1 if edge == "last" else end
            if (ratio := fuzz.ratio(wanted, text[first:last])) <= best:
                break
            start, end, best = first, last, ratio
    return start, end


def _says_the_same(wanted: str, text: str) -> bool:
    """Whether two near texts differ only in spelling or in words that carry no number, negation or limit.

    A word may be spelt otherwise, or words may be missing on one side; a word put for another is another statement.
    """
    if Counter(_NUMBER.findall(wanted)) != Counter(_NUMBER.findall(text)) or _negations(wanted) != _negations(text):
        return False
    missing, added = Counter(_WORD.findall(wanted)), Counter(_WORD.findall(text))
    missing, added = missing - added, added - missing
    for word in list(missing):
        if spelling := next((other for other in added if _spells(word, other)), None):
            del missing[word], added[spelling]
    return not (missing and added) and not (missing.keys() | added.keys()) & _LIMITS


def _spells(word: str, other: str) -> bool:
    """Whether two words are one word in two spellings; "legal" and "illegal" are not."""
    longer, shorter = sorted((word, other), key=len, reverse=True)
    return fuzz.ratio(word, other) >= SPELLING_RATIO and not (longer != shorter and longer.endswith(shorter))


def _negations(text: str) -> Counter[str]:
    words = Counter("n't" if word.endswith("n't") else word for word in _WORD.findall(text.casefold()))
    kept = Counter({word: count for word, count in words.items() if word in _NEGATIONS})
    return kept + Counter(character for character in text if character in _NEGATING_CHARACTERS)


_STEPS: tuple[tuple[QuoteMatch, Callable[[str, str, int | None], Span | None]], ...] = (
    ("exact", _exact),
    ("normalised", _normalised),
    ("fuzzy", _fuzzy),
)
