"""BM25 as Lucene scores it, over lists of term ids.

Formula and constants are those of Lucene's ``BM25Similarity`` (Robertson and Zaragoza 2009, k1 1.5, b 0.75); the scores
equal those of the library bm25s, which would bring scipy along.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

K1, B = 1.5, 0.75


class Bm25:
    """An index of documents, each a list of term ids from 0 to ``terms`` - 1, in their order."""

    def __init__(self, documents: Sequence[Sequence[int]], terms: int) -> None:
        lengths = np.array([len(document) for document in documents], dtype=np.int64)
        owner = np.repeat(np.arange(len(documents)), lengths)
        flat = np.fromiter((term for document in documents for term in document), np.int64, int(lengths.sum()))
        pairs, counts = np.unique(flat * len(documents) + owner, return_counts=True)
        term, self._document = np.divmod(pairs, len(documents))
        self._starts = np.searchsorted(term, np.arange(terms + 1))
        found_in = np.diff(self._starts)
        idf = np.log(1.0 + (len(documents) - found_in + 0.5) / (found_in + 0.5))
        share = lengths / lengths.mean() if lengths.any() else np.ones(len(documents))
        saturation = K1 * (1.0 - B + B * share[self._document])
        self._weights = idf[term] * counts / (saturation + counts)
        self._size = len(documents)

    def scores(self, query: Sequence[int]) -> NDArray[np.float64]:
        """The score of each document, in order; a term that is asked twice counts twice."""
        found = np.zeros(self._size)
        for term in query:
            part = slice(self._starts[term], self._starts[term + 1])
            found[self._document[part]] += self._weights[part]
        return found
