"""How well a passage fits a query: BM25, and the share of it that an average passage with every term would get."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

K1, B = 1.2, 0.75
"""SQLite FTS5's constants, so that the order of its candidates and of the final ranking differ as little as can be."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What BM25 knows of the whole library: passages, their mean length in terms, passages that hold each term."""

    passages: int
    mean_length: float
    frequencies: Mapping[str, int]

    def weight(self, term: str) -> float:
        """The term's inverse document frequency in Lucene's form, never negative: ln(1 + (N - n + 0.5) / (n + 0.5))."""
        held = min(self.frequencies.get(term, 0), self.passages)
        return math.log1p((self.passages - held + 0.5) / (held + 0.5))


def relevance(query: Sequence[str], passage: Sequence[str], statistics: Statistics) -> tuple[float, float]:
    """The BM25 score of a passage for the distinct terms of a query, and its relevance from 0 to 1.

    BM25 = sum over terms of weight * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / mean length)). Relevance is that
    over the sum of all terms' weights, at most 1: a passage of mean length that holds every term once gets 1, one
    that lacks the rarest terms far less. A term that no passage holds counts among the weights.
    """
    counts = Counter(passage)
    norm = K1 * (1 - B + B * len(passage) / max(statistics.mean_length, 1.0))
    score = total = 0.0
    for term in query:
        weight = statistics.weight(term)
        total += weight
        if occurrences := counts[term]:
            score += weight * occurrences * (K1 + 1) / (occurrences + norm)
    return score, min(1.0, score / total) if total else 0.0


def rarest(terms: Sequence[str], frequencies: Mapping[str, int], most_rows: int, most_terms: int) -> list[str]:
    """The rarest terms that the library holds, as many as occur in ``most_rows`` passages together, at least one.

    Finding candidates costs time in proportion to the passages that hold any of the terms; the frequent terms add
    nearly all of that cost and nearly nothing to the ranking. They still count when the candidates are ranked.
    """
    chosen: list[str] = []
    rows = 0
    for term in sorted((term for term in terms if frequencies.get(term)), key=lambda term: (frequencies[term], term)):
        rows += frequencies[term]
        if chosen and (rows > most_rows or len(chosen) == most_terms):
            break
        chosen.append(term)
    return chosen
