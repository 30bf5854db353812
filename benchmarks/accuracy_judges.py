"""The judges that are measured: each kind of evidence in the pipeline, and the simple rules that it must beat.

A judge scores each row; a higher score means that the row is less likely to be supported. To measure another verifier,
add it to ``evidence_kinds``.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import chain
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rapidfuzz.distance import LCSseq

from benchmarks.accuracy_rows import Row, Spans
from critique_core import Critique, Profile, VerifiedClaim, critique
from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.text.sentences import sentences
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier

ENTITY_THRESHOLD = 0.3  # S1: valid below this hallucination score
COSINE_THRESHOLD = 0.8  # S2: supported from this similarity
UNKNOWN = 0.5  # the score of a row that a rule cannot measure

_ENTITY = re.compile(r"\b[A-Z][a-z]+\b")
_COMMON = frozenset("The This That However Therefore Additionally Based According".split())
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim of an answer by its place, with P(not supported) and whether the pipeline doubts it."""

    start: int
    end: int
    score: float
    flagged: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A judge's judgement of one row.

    ``score`` is 0 to 1, a probability for kinds of evidence; ``flagged`` is ``None`` for a rule without a
    threshold of its own, ``marks`` is ``None`` for one that marks no words. ``claims`` are those of an answer that were
    checked. ``silent`` is why the judge could not judge the row.
    """

    score: float
    flagged: bool | None = None
    marks: Spans | None = None
    claims: tuple[JudgedClaim, ...] = ()
    silent: str | None = None


Judge = Callable[[Row], Judged]
Embed = Callable[[Sequence[str]], ArrayLike]
"""A function from texts to a matrix with one row for each."""


def evidence_kinds() -> dict[str, Callable[[], Verifier]]:
    """Factories of the verifiers: each kind of evidence alone, and all together; each is a line in the tables."""
    return {
        "typed": partial(EmbeddedVerifier, ("typed",)),
        "alignment": partial(EmbeddedVerifier, ("alignment",)),
        "encoder": partial(EmbeddedVerifier, ("encoder",)),
        "typed+alignment": partial(EmbeddedVerifier, ("typed", "alignment")),
        "embedded": EmbeddedVerifier,
    }


def judges(threshold: float | None = None, embedder: str | None = None) -> dict[str, Judge]:
    """All judges by name, the kinds of evidence first.

    A row is flagged as the pipeline decides, or by ``threshold`` when given: its P(no claim lacks support) is below.
    ``embedder`` names a function of texts, ``module:function``, for S2's cosine; without it TF-IDF is used.
    """
    cosine = _Cosine(_imported(embedder) if embedder else None)
    by_evidence = {name: _Evidence(make(), threshold) for name, make in evidence_kinds().items()}
    return by_evidence | {
        "entities (S1)": _unknown_entities,
        "cosine (S2)": cosine,
        "ROUGE-L precision": _rouge_precision,
        "word overlap": _word_overlap,
        "flag everything": lambda _row: Judged(1.0, flagged=True),
    }


# --- kinds of evidence --------------------------------------------------------------------------------------------


class _Evidence:
    """One verifier in the pipeline: an answer by all its claims, a claim by the least supported of its parts."""

    def __init__(self, verifier: Verifier, threshold: float | None) -> None:
        self._verifier, self._threshold = verifier, threshold

    def __call__(self, row: Row) -> Judged:
        profile = Profile() if self._threshold is None else Profile(support_threshold=self._threshold)
        try:
            found = critique(row.request, verifier=self._verifier, profile=profile)
        except Exception as error:  # one failing row must not end the run, and must be reported
            return Judged(UNKNOWN, flagged=True, marks=(), silent=f"failed with {type(error).__name__}")
        support, flagged = _of_answer(found) if row.whole_answer else _of_claim(found)
        if self._threshold is not None and support is not None:
            flagged = support < self._threshold
        marks = tuple((m.start, m.end) for claim in found.claims if claim.verdict for m in claim.verdict.marked)
        if support is None:
            return Judged(UNKNOWN, flagged, marks, silent="nothing was checked")
        return Judged(1 - support, flagged, marks, _claims(found) if row.whole_answer else ())


def _claims(found: Critique) -> tuple[JudgedClaim, ...]:
    return tuple(
        JudgedClaim(claim.start, claim.end, 1 - claim.probability, claim.status != "supported")
        for claim in found.claims
        if claim.probability is not None
    )


def _of_answer(found: Critique) -> tuple[float | None, bool]:
    """P(no claim lacks support) and the decision; an answer that the pipeline cannot decide is flagged."""
    support = 1.0 if found.abstained else found.grounded_probability
    return support, not found.is_grounded


def _of_claim(found: Critique) -> tuple[float | None, bool]:
    checked = [claim for claim in found.claims if claim.probability is not None]
    if not checked:
        return None, True
    least = min(checked, key=_support)
    return _support(least), least.status != "supported"


def _support(claim: VerifiedClaim) -> float:
    return cast("float", claim.probability)


# --- rules to beat ------------------------------------------------------------------------------------------------


def _unknown_entities(row: Row) -> Judged:
    """S1's heuristic: the share of capitalised words that no source holds."""
    named = set(_ENTITY.findall(row.text))
    unknown = named - set(_ENTITY.findall(" ".join(row.source_texts))) - _COMMON
    score = len(unknown) / len(named) if named else 0.0
    return Judged(score, flagged=score >= ENTITY_THRESHOLD)


def _rouge_precision(row: Row) -> Judged:
    """The share of the text's words in its longest common subsequence with the sources (Lin 2004)."""
    text, sources = _words(row.text), _words(" ".join(row.source_texts))
    if not text:
        return Judged(UNKNOWN, silent="no words")
    return Judged(1 - LCSseq.similarity(text, sources) / len(text))


def _word_overlap(row: Row) -> Judged:
    """The share of words that occur in the sources, of the least covered sentence."""
    known = set(_words(" ".join(row.source_texts)))
    listed = [_words(row.text[span.start : span.end]) for span in sentences(row.text)]
    covered = [sum(word in known for word in words) / len(words) for words in listed if words]
    return Judged(1 - min(covered)) if covered else Judged(UNKNOWN, silent="no words")


class _Cosine:
    """S2's rule: a claim is supported if the nearest passage has a cosine of at least 0.8; one failure flags all."""

    def __init__(self, embed: Embed | None) -> None:
        self._embed = embed or _tf_idf

    def __call__(self, row: Row) -> Judged:
        claims = [claim.text for claim in extract(row.text) if claim.checkable]
        content = dict(zip((source.id for source in row.request.sources), row.source_texts, strict=True))
        passages = [content[p.source_id][p.start : p.end] for p in SourceIndex(row.request.sources).passages]
        if not claims or not passages:
            return Judged(0.0 if passages else 1.0, flagged=not passages, silent="nothing to compare")
        vectors = _unit_length(self._embed([*claims, *passages]))
        nearest = (vectors[: len(claims)] @ vectors[len(claims) :].T).max(axis=1)
        least = min(1.0, max(0.0, float(nearest.min())))
        return Judged(1 - least, flagged=least < COSINE_THRESHOLD)


def _tf_idf(texts: Sequence[str]) -> NDArray[np.float64]:
    """Counts of words, each weighted by how few of the texts hold it: ln((1 + n) / (1 + df)) + 1."""
    counts = [Counter(_words(text)) for text in texts]
    column = {word: index for index, word in enumerate(dict.fromkeys(chain.from_iterable(counts)))}
    held = Counter(chain.from_iterable(counts))
    matrix = np.zeros((len(texts), len(column)))
    for line, count in enumerate(counts):
        for word, times in count.items():
            matrix[line, column[word]] = times * (math.log((1 + len(texts)) / (1 + held[word])) + 1)
    return matrix


def _unit_length(vectors: ArrayLike) -> NDArray[np.float64]:
    matrix = np.asarray(vectors, dtype=np.float64)
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix / np.where(length > 0, length, 1.0)


def _imported(name: str) -> Embed:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
