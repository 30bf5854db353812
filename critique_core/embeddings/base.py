"""The one capability asked of an embedder, and what all of them do alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import InvalidInput, ModelError

Vectors = NDArray[np.float32]
"""Shape (texts, dimensions), float32, every row of length 1: the product of two rows is their cosine."""

_SHORTEST = 1e-6


@dataclass(frozen=True, slots=True)
class EmbedderSpec:
    """Which embedder: ``name`` for a person; ``fingerprint`` changes whenever a text could get another vector.

    What a server does behind a model's name is not in the fingerprint, its address and that name are.
    """

    name: str
    fingerprint: str


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def spec(self) -> EmbedderSpec:
        """Name and fingerprint. Raises ``ModelError`` when the model cannot be loaded."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, in order; a row depends on its own text alone, and all of that text is read.

        Raises ``InvalidInput`` for a blank text or a lone surrogate, ``ModelError`` when the model cannot be loaded or
        reached or answers what cannot be used.
        """
        ...


def check_texts(texts: Sequence[str]) -> None:
    """Raise ``InvalidInput`` when a text is blank, as no direction says what it means, or is not valid Unicode."""
    for place, text in enumerate(texts):
        if not text.strip():
            raise InvalidInput(f"text {place} to embed is blank; leave it out")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidInput(f"text {place} to embed holds a lone surrogate; it was decoded wrongly") from error


def unit_rows(rows: NDArray[np.floating], maker: str, hint: str) -> Vectors:
    """The rows at length 1. Raises ``ModelError`` naming ``maker`` when one is zero or holds NaN or infinity."""
    exact = np.asarray(rows, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise ModelError(f"{maker} gave a vector with NaN or infinite numbers; {hint}", hint=hint)
    if (lengths < _SHORTEST).any():
        raise ModelError(f"{maker} gave a vector of zeros, which points nowhere; {hint}", hint=hint)
    return (exact / lengths).astype(np.float32)


def mean_by_owner(rows: NDArray[np.floating], owners: Sequence[int], weights: Sequence[int]) -> NDArray[np.float64]:
    """One weighted mean for each owner, 0 to the last: the vector of a text that was read in several windows.

    ``owners`` and ``weights`` hold one entry a row; every owner has a row.
    """
    weight = np.asarray(weights, dtype=np.float64)
    total = np.bincount(owners, weights=weight)
    means = np.zeros((len(total), rows.shape[1]), dtype=np.float64)
    np.add.at(means, np.asarray(owners), rows * weight[:, None])
    return means / total[:, None]
