"""Texts as the terms that the full-text index holds: the evidence index's own, in a writing that cannot hold syntax."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from critique_core.evidence.index import STEMMER_OF_LANGUAGE, terms_of, windows_of
from critique_core.evidence.units import cut
from critique_core.models import SourceDocument, Unit
from critique_core.queries.terms import is_function, tokens
from critique_core.text.languages import language_of

DEFAULT_LANGUAGE = "english"
# The index reads white space and ASCII punctuation as borders and all else as letters; private letters stand for the
# marks inside versions, paths and identifiers. So a term is one token, and can hold nothing that a query means.
_PRIVATE = {code: 0xE000 + code for code in range(0x80) if not chr(code).isalnum()}
_MAX_SECTION = 300


@dataclass(frozen=True, slots=True)
class CutPassage:
    """One passage of a document: ``content[start:end]``, what is above it, and its terms in the index's writing."""

    start: int
    end: int
    section: str
    terms: tuple[str, ...]


def stemmer_for(text: str) -> str:
    """The stemmer of the language that most of a text is in, by snowballstemmer's names."""
    return STEMMER_OF_LANGUAGE.get(language_of(text), DEFAULT_LANGUAGE)


def encoded(terms: Iterable[str]) -> tuple[str, ...]:
    """Terms in the writing that the index holds."""
    return tuple(term.translate(_PRIVATE) for term in terms)


def query_terms(query: str, stemmer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All terms of a query, each once, and those that say what it is about.

    Words that only hold a sentence together ("what", "of") are not among the latter, unless there are no others.
    """
    terms = tuple(dict.fromkeys(terms_of(query, stemmer)))
    language = language_of(query)
    function: set[str] = set()
    for token in tokens(query):
        if is_function(token.key, language):
            function.update(terms_of(query[token.start : token.end], stemmer))
    telling = tuple(term for term in terms if term not in function)
    return encoded(terms), encoded(telling or terms)


def cut_passages(document: SourceDocument, page_starts: tuple[int, ...], stemmer: str) -> list[CutPassage]:
    """The windows of the document, in order; none reaches over the border of a page.

    ``page_starts`` are the offsets at which pages begin, (0,) for a document without pages.
    """
    file = PurePath(document.path or "").name
    shared = terms_of(" ".join(part for part in (document.title, file, document.section) if part), stemmer)
    passages: list[CutPassage] = []
    for start, end in zip(page_starts, (*page_starts[1:], len(document.content)), strict=True):
        page = document.model_copy(update={"content": document.content[start:end]})
        cache: dict[int, list[str]] = {}
        for window in windows_of(document.id, cut(page)):
            terms = shared + _window_terms(window.units, stemmer, cache)
            first = window.units[0]
            section = (first.text if first.kind == "heading" else first.label)[:_MAX_SECTION]
            passages.append(CutPassage(start + window.start, start + window.end, section, encoded(terms)))
    return passages


def _window_terms(units: tuple[Unit, ...], stemmer: str, cache: dict[int, list[str]]) -> list[str]:
    """The terms of a window's units and of each label once; neighbouring windows share units, read only once."""
    terms: list[str] = []
    for label in dict.fromkeys(unit.label for unit in units):
        terms += terms_of(label, stemmer)
    for unit in units:
        if unit.start not in cache:
            cache[unit.start] = terms_of(unit.text, stemmer)
        terms += cache[unit.start]
    return terms
