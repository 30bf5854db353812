"""Vectors from words alone: offline, no model, the same in every process.

Each word gives its stem and the three and four letters that are together in it (Bojanowski et al. 2017, "Enriching
Word Vectors with Subword Information"), hashed with a sign into 1024 places (Weinberger et al. 2009, "Feature Hashing
for Large Scale Multitask Learning"). Two texts are close when they use the same or similarly written words. A
paraphrase in other words is not seen: that takes a sentence encoder.
"""

import hashlib
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from critique_core.embeddings.base import EmbedderSpec, Vectors, check_texts, unit_rows
from critique_core.provenance import fingerprint
from critique_core.text.stems import stem

DIMENSIONS = 1024
_VERSION = "hashed-stems-and-letters-1"
_LETTERS = (3, 4)
_SHARE_OF_LETTERS = 0.5
_FULL_WEIGHT = 7
_LONGEST = 60
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_WORD = re.compile(rf"[{_CJK}]+|\d+(?:[.,]\d+)*|[^\W\d_{_CJK}]+|[^\w\s]|_")
_CJK_RUN = re.compile(f"[{_CJK}]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

_Places = tuple[NDArray[np.intp], NDArray[np.float64]]


class LexicalEmbedder:
    """The default embedder. ``language`` names the stemmer (snowballstemmer's names)."""

    def __init__(self, language: str = "english") -> None:
        self._language = language

    @property
    def spec(self) -> EmbedderSpec:
        """Name and fingerprint; nothing is loaded."""
        return EmbedderSpec(name="lexical", fingerprint=fingerprint([_VERSION, self._language])[:16])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of 1024 numbers for each text; raises ``InvalidInput`` for a blank one."""
        check_texts(texts)
        rows = np.stack([self._row(text) for text in texts]) if texts else np.zeros((0, DIMENSIONS))
        return unit_rows(rows, "the lexical embedder", "report this text as a fault")

    def _row(self, text: str) -> NDArray[np.float64]:
        counts = Counter(_words(text))
        features = [_features(word, self._language) for word in counts]
        often = [1.0 + math.log(count) for count in counts.values()]
        values = np.concatenate([each * times for (_, each), times in zip(features, often, strict=True)])
        places = np.concatenate([at for at, _ in features])
        return np.bincount(places, weights=values, minlength=DIMENSIONS).astype(np.float64)


def _words(text: str) -> list[str]:
    """Case-folded words, numbers without the comma of thousands, Chinese and Japanese by pairs of characters.

    Punctuation counts only where there is nothing else.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    found = _WORD.findall(_THOUSANDS.sub("", folded))
    wordy = [word for word in found if word[0].isalnum()]
    return [part for word in wordy or found for part in _parts(word)] or [folded]


def _parts(word: str) -> list[str]:
    if len(word) > 1 and _CJK_RUN.fullmatch(word):
        return [word[at : at + 2] for at in range(len(word) - 1)]
    return [word]


def _weight(word: str) -> float:
    """How much a word says, 0 to 1: short words are the frequent ones (Zipf's law of abbreviation); numbers say all.

    It stands for the inverse document frequency, which would make a vector depend on the texts next to it.
    """
    if word[0].isdigit() or _CJK_RUN.fullmatch(word):
        return 1.0
    return (min(len(word), _FULL_WEIGHT) / _FULL_WEIGHT) ** 2


@lru_cache(maxsize=50_000)
def _features(word: str, language: str) -> _Places:
    weight = _weight(word)
    values: defaultdict[str, float] = defaultdict(float)
    if len(word) <= _LONGEST:  # a longer one is data, not language; it is distinguished as a whole
        framed = f"<{word}>"
        grams = [framed[at : at + size] for size in _LETTERS for at in range(len(framed) - size + 1)]
        for gram in grams if len(word) > 1 and not word[0].isdigit() else ():
            values[f"letters {gram}"] += weight * (_SHARE_OF_LETTERS / len(grams)) ** 0.5
        word = stem(word, language)
    values[f"stem {word}"] += weight
    hashed = [_place(feature) for feature in values]
    signs = np.array([sign for _, sign in hashed])
    return np.array([place for place, _ in hashed], dtype=np.intp), signs * np.array([*values.values()])


def _place(feature: str) -> tuple[int, float]:
    # Not hash(): that differs from process to process.
    digest = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "little")
    return digest % DIMENSIONS, 1.0 if digest >> 63 else -1.0
