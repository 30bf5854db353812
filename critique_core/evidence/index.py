"""Which passages of the sources concern a claim: windows of neighbouring units, ranked with BM25.

All source text is windowed and searched for every claim; nothing is cut off, and what was read is recorded.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from critique_core.evidence.bm25 import Bm25
from critique_core.evidence.units import cut
from critique_core.models import Claim, ClaimCandidates, Passage, RankedPassage, SourceDocument, Span, Unit
from critique_core.text.languages import language_of
from critique_core.text.stems import stem

MAX_PASSAGE_WORDS = 120
MAX_PROSE_UNITS = 4
MAX_OTHER_UNITS = 8
"""Fields, rows and lines are shorter than sentences, and more of them make one context."""
SCORE_PLACES = 4
_DEFAULT_LANGUAGE = "english"
STEMMER_OF_LANGUAGE = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
    "nl": "dutch", "ru": "russian", "ar": "arabic", "el": "greek", "hi": "hindi", "hy": "armenian",
}  # fmt: skip

_CJK_CHARACTER = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_COMPOUND = re.compile(r"\d{1,3}(?:,\d{3})+(?![,\d])(?:\.\d+)?|(?:[\w$@#/\\.:+~%-]|(?<=\w)['’](?=\w))+")
_PART_BOUNDARY = re.compile(
    r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])"
    rf"|(?<=[{_CJK_CHARACTER}])(?=[^{_CJK_CHARACTER}])|(?<=[^{_CJK_CHARACTER}])(?=[{_CJK_CHARACTER}])"
)
_OUTER_MARKS = ".:/\\-+~@#%'’"
_CJK = re.compile(f"[{_CJK_CHARACTER}]+")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\[nrtbf]")
_LIST_MARK = re.compile(r"(?m)^[ \t>]*(?:[-+*][ \t]+)?(?:\d{1,9}[.)][ \t])?[ \t]*(?:\[[xX]\][ \t])?|(?:```|~~~)[^\n]*")


class SourceIndex:
    """The sources, cut and windowed once, to be searched for any number of claims.

    ``language`` names the stemmer (snowballstemmer's names); ``None`` takes the language that most of the text is in.
    Equal sources and claims give equal rankings in every process: scores are rounded, ties are in source order.
    """

    def __init__(self, sources: Sequence[SourceDocument], language: str | None = None) -> None:
        self._language = language or _main_language(sources)
        self._terms: dict[str, int] = {}
        self._ids_of_compound: dict[str, tuple[int, ...]] = {}
        self.sources = tuple(sources)
        self._spans_unread: dict[str, tuple[Span, ...]] = {}
        passages: list[Passage] = []
        term_lists: list[list[int]] = []
        for source in self.sources:
            units = cut(source)
            windows = windows_of(source.id, units)
            passages += windows
            term_lists += self._source_terms(source, windows)
            if unread := _unread(source.content, windows):
                self._spans_unread[source.id] = unread
        self.passages = tuple(passages)
        self._ranking = Bm25(term_lists, len(self._terms)) if self._terms else None

    @property
    def characters_read(self) -> int:
        """How many characters of the sources were windowed, white space and punctuation between units included."""
        unread = sum(span.end - span.start for spans in self._spans_unread.values() for span in spans)
        return sum(len(source.content) for source in self.sources) - unread

    @property
    def spans_unread(self) -> dict[str, tuple[Span, ...]]:
        """Stretches with words that no passage holds, by source id: none, unless a reader of a format left some out."""
        return self._spans_unread

    def candidates(self, claims: Sequence[Claim], limit: int = 8) -> tuple[ClaimCandidates, ...]:
        """The passages to read for each claim, in the order of ``claims``: at most ``limit``, best first.

        Passages that share no term with the claim are left out, except when all passages together are within
        ``limit``: then all are given. One that holds the claim word for word is among them, however many are like it.
        """
        complete = not self._spans_unread
        return tuple(
            ClaimCandidates(claim_id=claim.id, passages=self._best(claim.text, limit), complete=complete)
            for claim in claims
        )

    def _best(self, text: str, limit: int) -> tuple[RankedPassage, ...]:
        scores = self._scores(text)
        order: list[int] = np.argsort(-scores, kind="stable")[:limit].tolist()
        said = self._said.get(_said(text))
        if said is not None and order and said.isdisjoint(order):
            order[-1] = min(said)
        return tuple(
            RankedPassage(passage=self.passages[index], score=float(scores[index]))
            for index in order
            if scores[index] > 0 or len(self.passages) <= limit
        )

    @cached_property
    def _said(self) -> dict[str, set[int]]:
        """The passages that hold a unit of these words, by the words."""
        found: dict[str, set[int]] = {}
        known: dict[str, str] = {}  # a unit is in two passages mostly
        for place, passage in enumerate(self.passages):
            for unit in passage.units:
                words = known.get(unit.text)
                if words is None:
                    words = known[unit.text] = _said(unit.text)
                found.setdefault(words, set()).add(place)
        return found

    def _scores(self, text: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        known = sorted({self._terms[term] for term in terms_of(text, self._language) if term in self._terms})
        if self._ranking is None or not known:
            return np.zeros(len(self.passages))
        return np.round(self._ranking.scores(known), SCORE_PLACES)

    def _source_terms(self, source: SourceDocument, windows: Iterable[Passage]) -> Iterator[list[int]]:
        """Term ids of each window: of its units, of each label once, and of what the whole source is called."""
        ids = self._ids
        shared = ids(" ".join(part for part in (source.title, source.path, source.section) if part))
        cache: dict[int, list[int]] = {}
        for window in windows:
            terms = list(shared)
            for label in dict.fromkeys(unit.label for unit in window.units):
                terms += ids(label)
            for unit in window.units:
                if unit.start not in cache:
                    cache[unit.start] = ids(_unescaped(unit.text) if unit.kind == "record" else unit.text)
                terms += cache[unit.start]
            yield terms

    def _ids(self, text: str) -> list[int]:
        known, ids_of = self._terms, self._ids_of_compound
        found: list[int] = []
        for compound in _compounds(text):
            ids = ids_of.get(compound)
            if ids is None:
                terms = _compound_terms(compound, self._language)
                ids = ids_of[compound] = tuple(known.setdefault(term, len(known)) for term in terms)
            found += ids
        return found


def _said(text: str) -> str:
    """The words of a text, whatever its marks and capitals."""
    return " ".join(_WORD.findall(text.casefold()))


def _main_language(sources: Sequence[SourceDocument]) -> str:
    characters = Counter[str]()
    for source in sources:
        language = STEMMER_OF_LANGUAGE.get(language_of(source.content), _DEFAULT_LANGUAGE)
        characters[language] += len(source.content)
    return max(characters, key=lambda name: (characters[name], name), default=_DEFAULT_LANGUAGE)


def windows_of(source_id: str, units: Sequence[Unit]) -> tuple[Passage, ...]:
    """Windows of neighbouring units, each beginning with the last unit of the one before, so that no neighbours part.

    A window ends at four sentences (eight fields, rows or lines) or before its 121st word, but holds two units when
    there are two. Headings do not count as units.
    """
    passages: list[Passage] = []
    first = 0
    while first < len(units):
        after = _window_end(units, first)
        window = tuple(units[first:after])
        passages.append(Passage(source_id=source_id, start=window[0].start, end=window[-1].end, units=window))
        if after == len(units):
            break
        first = max(after - 1, first + 1)
    return tuple(passages)


def _window_end(units: Sequence[Unit], first: int) -> int:
    counted = words = 0
    for position in range(first, len(units)):
        unit = units[position]
        length = len(unit.text.split()) + len(_CJK.findall(unit.text)) * 2
        limit = MAX_PROSE_UNITS if unit.kind == "prose" else MAX_OTHER_UNITS
        if position - first >= 2 and (counted >= limit or words + length > MAX_PASSAGE_WORDS):
            return position
        counted += unit.kind != "heading"
        words += length
    return len(units)


def _unread(content: str, windows: Sequence[Passage]) -> tuple[Span, ...]:
    """Stretches that hold a letter or digit, list numbers, fence names and escapes aside, and lie in no unit."""
    gaps: list[Span] = []
    position = 0
    for start, end in [*sorted((u.start, u.end) for w in windows for u in w.units), (len(content), len(content))]:
        if start > position and any(map(str.isalnum, _LIST_MARK.sub("", _unescaped(content[position:start])))):
            gaps.append(Span(start=position, end=start))
        position = max(position, end)
    return tuple(gaps)


def _unescaped(text: str) -> str:
    r"""A JSON field's text with ``\u00e9`` as "é", for finding only."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", text)


# --- terms ---------------------------------------------------------------------------------------------------------


def terms_of(text: str, language: str = _DEFAULT_LANGUAGE) -> list[str]:
    """The terms of a text, in order.

    Words case-folded and stemmed; identifiers, versions, paths and numbers whole and also in their parts
    (``maxRetries`` gives maxretries, max, retri); Chinese, Japanese and Korean by pairs of characters.
    """
    return [term for compound in _compounds(text) for term in _compound_terms(compound, language)]


def _compounds(text: str) -> list[str]:
    """What is between white space and clause marks: words, numbers, identifiers, paths."""
    return _COMPOUND.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=100_000)
def _compound_terms(compound: str, language: str) -> tuple[str, ...]:
    compound = compound.strip(_OUTER_MARKS)
    if "," in compound:
        return (compound.replace(",", ""),)
    words = _WORD.findall(compound)
    parts = [part for word in words for part in _PART_BOUNDARY.split(word)]
    terms = [term for part in parts for term in _word_terms(part.casefold(), language)]
    if len(parts) > 1:
        terms += [word.casefold() for word in words if _PART_BOUNDARY.search(word) and not _CJK.search(word)]
        terms += [compound.casefold()] if len(words) > 1 else []
    return tuple(dict.fromkeys(terms))


def _word_terms(word: str, language: str) -> list[str]:
    if _CJK.fullmatch(word):
        return [word[index : index + 2] for index in range(len(word) - 1)] or [word]
    if word.isdecimal():
        return [word]
    return [stem(word.replace("’", "'"), language)]
