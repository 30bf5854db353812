"""The scores of passages are those of the library bm25s."""

import bm25s
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from critique_core.evidence.bm25 import K1, B, Bm25

TERMS = 12
DOCUMENTS = st.lists(st.lists(st.integers(0, TERMS - 1), max_size=20), min_size=1, max_size=8).filter(any)


@given(documents=DOCUMENTS, query=st.lists(st.integers(0, TERMS - 1), min_size=1, max_size=6))
def test_scores_are_those_of_the_library(documents, query):
    library = bm25s.BM25(k1=K1, b=B, backend="numpy", csc_backend="numpy", dtype="float64")
    vocabulary = {str(term): term for term in range(TERMS)}
    library.index((documents, vocabulary), create_empty_token=False, show_progress=False)
    expected = library.get_scores_from_ids(query)
    assert np.allclose(Bm25(documents, TERMS).scores(query), expected, atol=1e-9)


def test_a_term_of_no_document_scores_nothing():
    assert Bm25([[0, 1], [1]], 3).scores([2]).tolist() == [0.0, 0.0]


def test_the_rarer_term_and_the_shorter_document_score_more():
    index = Bm25([[0, 1], [1, 2, 2, 2], [1]], 3)
    assert index.scores([0])[0] > index.scores([1])[0]
    assert index.scores([1])[2] > index.scores([1])[0] > index.scores([1])[1]
