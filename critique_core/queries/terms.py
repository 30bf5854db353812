"""Where a text mentions a query's words: by stem, base form, synonym, derived form or near word, with a strength each.

WordNet serves English; other languages are matched by stem, Chinese, Japanese and Korean by single characters.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from critique_core.language.lexicon import DERIVED, NEAR, SYNONYM, lexicon
from critique_core.text.stems import stem
from critique_core.text.word_classes import CJK_FUNCTION, FUNCTION_WORDS, QUESTION_WORDS

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:['’][^\W\d_]+)?")
_STEMMERS = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
             "nl": "dutch", "ru": "russian"}  # fmt: skip
_EXACT, _DERIVED, _SYNONYM, _PART, _NEAR = 1.0, 0.9, 0.8, 0.7, 0.4
_COMPOUNDING, _SHORTEST_PART = frozenset(("de", "nl")), 4
_ELIDING = frozenset(("fr", "it"))
_SHORTEST_NAME, _LONGEST_ENDING = 5, 3
_LONGEST_WORD = 100
# What a request is wrapped in: it says that something is wanted, not what.
_WRAPPING = frozenset(
    """tell please explain describe give show know let say want need like thanks many long lang lange viel viele
    combien cuánto cuánta cuántos cuántas""".split()
)
_CLITIC = re.compile(r"(?:'(?:s|re|m|d|ll|ve)|n't)\Z")
_ELISION = re.compile(r"\A(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|dell|nell|all|dall|sull|quell)'")
_INNER_CAPITAL = re.compile(r"[a-zß-ÿ][A-ZÀ-Þ]")
_PIECE = re.compile(r"[A-ZÀ-Þ]+(?![a-zß-ÿ])|[A-ZÀ-Þ]?[a-zß-ÿ]+|\d+")
_NAME_WEIGHT = 1.6
_POLYSEMY = 0.35


@dataclass(frozen=True, slots=True)
class TextWord:
    """A word of a text with its place; ``key`` is its case-folded form."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a query that carries meaning; ``weight`` says how much, ``name`` that only the same word will do."""

    text: str
    key: str
    weight: float
    name: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A place of a text that mentions a term: ``index`` counts the text's words, ``strength`` is 0 to 1."""

    index: int
    start: int
    end: int
    term: int
    strength: float


@lru_cache(maxsize=4)  # one text is read for each thing asked
def tokens(text: str) -> tuple[TextWord, ...]:
    """The words of a text in order."""
    return tuple(TextWord(match.group().casefold(), match.start(), match.end()) for match in _WORD.finditer(text))


def first_word(text: str) -> str | None:
    """The first word of a text, case-folded."""
    match = _WORD.search(text)
    return match.group().casefold() if match else None


def is_function(word: str, language: str) -> bool:
    """Whether a case-folded word only holds a sentence together."""
    known = FUNCTION_WORDS.get(language, FUNCTION_WORDS["en"])
    if word in known or word in CJK_FUNCTION:
        return True
    if language != "en" or not ("'" in word or "’" in word):
        return False
    return _CLITIC.sub("", word.replace("’", "'")) in known  # "what's", "doesn't"


def terms_of(query: str, language: str) -> tuple[Term, ...]:
    """The words of a query that carry its meaning, each once, in order.

    A name or identifier weighs most; a common word weighs less the more words WordNet relates it to, because the words
    with many senses are the ones that turn up everywhere.
    """
    found: dict[str, Term] = {}
    opening = True
    for token in tokens(query):
        text = query[token.start : token.end]
        wraps = token.key in _WRAPPING or token.key in QUESTION_WORDS.get(language, ())
        if not wraps and not is_function(token.key, language) and token.key not in found:
            name = _is_name(text, opening=opening, language=language)
            found[token.key] = Term(text, token.key, _weight(token.key, name=name), name)
        opening = False
    return tuple(found.values())


def _is_name(text: str, *, opening: bool, language: str) -> bool:
    if any(map(str.isdigit, text)):
        return True
    if language == "de" and not text.isupper():  # nouns are written large
        return False
    return text[0].isupper() and not (opening and not text[1:2].isupper())


def _weight(key: str, *, name: bool) -> float:
    if name:
        return _NAME_WEIGHT
    book = lexicon()
    related = [len(book.related(base, SYNONYM)) + len(book.related(base, NEAR)) for base in book.base_forms(key)]
    return 1 / (1 + _POLYSEMY * math.log1p(max(related, default=0)))


class Matcher:
    """Finds a query's terms in any number of texts; each distinct word is looked up once."""

    def __init__(self, terms: Sequence[Term], language: str) -> None:
        self.terms = tuple(terms)
        self._language = language
        self._known: dict[str, tuple[tuple[int, float], ...]] = {}
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        self._related_forms: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._named: defaultdict[str, list[int]] = defaultdict(list)
        self._names: defaultdict[str, list[int]] = defaultdict(list)
        self._held: defaultdict[str, list[int]] = defaultdict(list)
        for index, term in enumerate(self.terms):
            for form in forms(term.key, language):
                self._exact[form].append(index)
                if language in _COMPOUNDING:
                    for end in _ends(form):
                        self._held[end].append(index)
            if term.name:
                self._names[term.key].append(index)
                for shorter in _shortened(term.key):
                    self._named[shorter].append(index)
            elif language == "en":
                for form, strength in _relations(term.key).items():
                    self._related_forms[form].append((index, strength))

    def hits(self, text: str) -> Iterator[Hit]:
        """Every place of ``text`` that mentions a term, in order. Time is linear in the text."""
        for index, token in enumerate(tokens(text)):
            word = text[token.start : token.end]
            found = self._known.get(word)
            if found is None:
                found = self._known[word] = self._look_up(token.key, word)
            for term, strength in found:
                yield Hit(index, token.start, token.end, term, strength)

    def cover(self, text: str) -> tuple[float, ...]:
        """The best strength of each term anywhere in ``text``."""
        best = [0.0] * len(self.terms)
        for hit in self.hits(text):
            best[hit.term] = max(best[hit.term], hit.strength)
        return tuple(best)

    def share(self, cover: Sequence[float]) -> float:
        """The weighted share of the terms that a cover mentions, 0 to 1; 0 without terms."""
        total = sum(term.weight for term in self.terms)
        covered = sum(term.weight * strength for term, strength in zip(self.terms, cover, strict=True))
        return covered / total if total else 0.0

    def _look_up(self, word: str, written: str) -> tuple[tuple[int, float], ...]:
        if is_function(word, self._language):
            return ()
        best: dict[int, float] = {}
        for part in (word, *_pieces(written)):
            for index, strength in self._related(part):
                best[index] = max(strength, best.get(index, 0.0))
        return tuple(sorted(best.items()))

    def _related(self, word: str) -> Iterator[tuple[int, float]]:
        own = forms(word, self._language)
        for form in own:
            yield from ((index, _EXACT) for index in self._exact.get(form, ()))
            yield from self._related_forms.get(form, ())
        shorter_names = (index for shorter in _shortened(word) for index in self._names.get(shorter, ()))
        for index in {*self._named.get(word, ()), *shorter_names}:
            if _of_one_name(self.terms[index].key, word):
                yield index, _DERIVED
        if self._language == "en":
            relations = _relations(word)  # many words, next to the few that are asked for
            for form in relations.keys() & self._exact.keys():
                named = (index for index in self._exact[form] if not self.terms[index].name)
                yield from ((index, relations[form]) for index in named)
        if self._language in _COMPOUNDING:
            for other in own:  # Frist in Kündigungsfrist, whichever of the two is the query's
                yield from ((index, _PART) for index in self._held.get(other, ()))
                yield from ((index, _PART) for end in _ends(other) for index in self._exact.get(end, ()))


def _pieces(word: str) -> list[str]:
    """The words of an identifier of code or a record: token and refresh in tokenRefresh."""
    if len(word) > _LONGEST_WORD or not _INNER_CAPITAL.search(word):
        return []
    return [piece.casefold() for piece in _PIECE.findall(word) if len(piece) > 1]


def _of_one_name(one: str, other: str) -> bool:
    """Whether two words are forms of one name: Australia and Australian, Japan and Japanese."""
    short, long = sorted((one, other), key=len)
    return (
        short.isalpha()
        and len(short) >= _SHORTEST_NAME
        and long.startswith(short)
        and len(long) - len(short) <= _LONGEST_ENDING
    )


def _shortened(name: str) -> Iterator[str]:
    """A name and its beginnings, of which it may be a form."""
    yield from (name[: len(name) - cut] for cut in range(_LONGEST_ENDING + 1) if len(name) - cut >= _SHORTEST_NAME)


def _ends(word: str) -> Iterator[str]:
    """The beginnings and ends of a stem that are long enough to be a word of a compound, and the stem."""
    for length in range(_SHORTEST_PART, len(word) + 1) if len(word) <= _LONGEST_WORD else ():
        yield word[:length]
        yield word[-length:]


@lru_cache(maxsize=100_000)
def forms(word: str, language: str) -> frozenset[str]:
    """The stem and base forms under which a case-folded word counts as the same."""
    bare = word.replace("’", "'").removesuffix("'s")
    if len(bare) > _LONGEST_WORD:  # no word of any language, and stemmers are slow on it
        return frozenset({bare})
    if language in _ELIDING:
        bare = _ELISION.sub("", bare)
    stemmed = stem(bare, _STEMMERS.get(language, "english"))
    return lexicon().base_forms(bare) | {stemmed} if language == "en" else frozenset({stemmed})


@lru_cache(maxsize=100_000)
def _relations(word: str) -> dict[str, float]:
    book, found = lexicon(), dict[str, float]()
    bases = book.base_forms(word)
    for relation, strength in ((NEAR, _NEAR), (SYNONYM, _SYNONYM), (DERIVED, _DERIVED)):
        for base in bases:
            found.update(dict.fromkeys(book.related(base, relation), strength))
    return found
