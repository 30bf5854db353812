"""How far two words mean the same: the lexicon's relations, then spelling."""

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz

from critique_core.language.lexicon import DERIVED, NEAR, SYNONYM, lexicon
from critique_core.language.sentence import Sentence, Word

_ONE_WORD = 0.7

_EXACT, _SYNONYM, _DERIVED, _NEAR, _FUZZY, _PART = 1.0, 0.85, 0.9, 0.55, 0.8, 0.7
_COMPOUNDING = frozenset(("de", "nl"))


@lru_cache(maxsize=100_000)
def _expansion(keys: frozenset[str]) -> dict[str, float]:
    """Every word that may stand for one with these keys, with the strength of the relation."""
    book, found = lexicon(), dict[str, float]()
    bases = [key for key in keys if key in book]
    for relation, weight in ((NEAR, _NEAR), (SYNONYM, _SYNONYM), (DERIVED, _DERIVED)):
        for base in bases:
            for word in book.related(base, relation):
                found[word] = max(weight, found.get(word, 0.0))
    return found


ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth".split())
"""Words that mean nothing but themselves beside one another, though "to start" is near "first" in meaning."""


@lru_cache(maxsize=200_000)
def similarity(first: Word, second: Word, code: str) -> float:
    """How far two words mean the same, 0 to 1."""
    if not first.keys.isdisjoint(second.keys):
        return _EXACT if first.token.keys & second.token.keys else _SYNONYM
    ordered = first.token.norm in ORDINALS or second.token.norm in ORDINALS
    strength = _related(first, second) if code == "en" and not ordered else 0.0
    return strength or _spelling(first.token.norm, second.token.norm, code)


def _related(first: Word, second: Word) -> float:
    mine, theirs = _expansion(first.keys), _expansion(second.keys)
    forward = max((mine[key] for key in second.keys if key in mine), default=0.0)
    return max(forward, max((theirs[key] for key in first.keys if key in theirs), default=0.0))


@lru_cache(maxsize=100_000)
def best_match(word: Word, sentence: Sentence) -> tuple[float, Word | None]:
    """The word of a sentence nearest in meaning, and how near; of equals the same surface form, then the first."""
    exact = [other for key in word.keys for other in sentence.by_key.get(key, ())]
    if exact:
        best = max(exact, key=lambda o: (similarity(word, o, sentence.code), o.token.norm == word.token.norm, -o.index))
        return similarity(word, best, sentence.code), best
    best_strength, found = 0.0, None
    if sentence.code == "en":
        mine = _expansion(word.keys)
        near = {o for key in mine.keys() & sentence.by_key.keys() for o in sentence.by_key[key]}
        near |= {o for o in sentence.words if not _expansion(o.keys).keys().isdisjoint(word.keys)}
        for other in sorted(near, key=lambda o: o.index):
            strength = _related(word, other)
            if strength > best_strength:
                best_strength, found = strength, other
    if found is None and len(word.token.norm) >= 4 and word.token.norm.isalpha():
        compounds = sentence.code in _COMPOUNDING
        for other in sentence.words if compounds else sentence.by_opening.get(word.token.norm[:3], ()):
            strength = _spelling(word.token.norm, other.token.norm, sentence.code)
            if strength > best_strength:
                best_strength, found = strength, other
    return best_strength, found


def _spelling(first: str, second: str, code: str) -> float:
    """Near spellings: accents and inflection that no stemmer knows, and the parts of compounds."""
    short, long = sorted((first, second), key=len)
    if len(short) < 5 or not (short.isalpha() and long.isalpha()):
        return 0.0
    if short in long and (code in _COMPOUNDING or long.startswith(short)):
        return _PART
    return _FUZZY if len(short) >= 6 and short[:3] == long[:3] and fuzz.ratio(first, second) >= 84 else 0.0


def covered(words: Iterable[Word], by: Iterable[Word], code: str) -> float:
    """The share of some words' weight that others have or have a word for, each by its strength, 0 to 1; of none, 0."""
    held, others = tuple(words), tuple(by)
    total = sum(word.weight for word in held)
    found = sum(word.weight * max((similarity(word, other, code) for other in others), default=0.0) for word in held)
    return found / total if total else 0.0


def is_among(word: Word, others: Iterable[Word], code: str) -> bool:
    """Whether one of the others is the word, or close enough to it to be taken for the same."""
    return any(similarity(word, other, code) >= _ONE_WORD for other in others)
