"""Boosted decision trees, kept as flat arrays and summed in numpy."""

import hashlib
import io
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

_FILE = "surface_trees.npz"


class Trees:
    """An ensemble of binary trees over named features; ``log_odds`` is their sum.

    ``feature``, ``threshold``, ``left``, ``right`` and ``value`` hold one entry a node, all trees in one row; a node
    with ``left`` 0 is a leaf (no child can be the first node). ``roots`` are the first nodes.
    """

    def __init__(self, content: bytes) -> None:
        self.fingerprint = hashlib.sha256(content).hexdigest()[:16]
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            self.names = tuple(str(name) for name in stored["names"])
            self._feature: NDArray[np.int64] = stored["feature"].astype(np.int64)
            self._threshold: NDArray[np.float32] = stored["threshold"]
            self._left: NDArray[np.int64] = stored["left"].astype(np.int64)
            self._right: NDArray[np.int64] = stored["right"].astype(np.int64)
            self._value: NDArray[np.float32] = stored["value"]
            self._roots: NDArray[np.int64] = stored["roots"].astype(np.int64)
            self._bias = float(stored["bias"])

    def log_odds(self, values: Mapping[str, float]) -> float:
        """The log odds of the positive class for one row of features, by name."""
        row = np.array([values[name] for name in self.names], dtype=np.float32)
        node = self._roots
        while True:
            inner = self._left[node] > 0
            if not inner.any():
                return self._bias + float(self._value[node].sum(dtype=np.float64))
            below = row[self._feature[node]] <= self._threshold[node]
            node = np.where(inner, np.where(below, self._left[node], self._right[node]), node)


@lru_cache(maxsize=1)
def surface_trees() -> Trees:
    """The package's trees over the figures of ``surface.py``: log odds that a claim lacks support."""
    return Trees(resources.files("critique_core.verifiers.embedded").joinpath(_FILE).read_bytes())
