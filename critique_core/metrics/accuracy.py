"""How good decisions, scores, probabilities and marked spans are against the truth, and how sure that figure is.

Every function takes one entry a row: ``truth`` says whether the row is positive (in this project: not supported),
``flagged`` whether it was called so, ``scores`` rise with the belief in that. A figure that has nothing to be measured
on, such as a precision when nothing was flagged, is ``None``, never 0. Unequal lengths raise ``ValueError``.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Flags = NDArray[np.bool_]
_Numbers = NDArray[np.float64]
_ROUNDING = 1e-9  # a sum of weights that falls just short of a bin's edge lies on it
_LEAST_PROBABILITY = 1e-6  # one wrong certainty must not make a mean infinite


# --- decisions ----------------------------------------------------------------------------------------------------


def precision(truth: ArrayLike, flagged: ArrayLike) -> float | None:
    """Share of the flagged rows that are positive, 0 to 1."""
    actual, called = _decisions(truth, flagged)
    return _share(actual & called, called)


def recall(truth: ArrayLike, flagged: ArrayLike) -> float | None:
    """Share of the positive rows that are flagged, 0 to 1."""
    actual, called = _decisions(truth, flagged)
    return _share(actual & called, actual)


def f1(truth: ArrayLike, flagged: ArrayLike) -> float | None:
    """Harmonic mean of precision and recall, 0 to 1; ``None`` when no row is positive and none is flagged."""
    actual, called = _decisions(truth, flagged)
    return _dice(int((actual & called).sum()), int(called.sum()), int(actual.sum()))


def balanced_accuracy(truth: ArrayLike, flagged: ArrayLike) -> float | None:
    """Mean of the shares of positives flagged and of negatives passed, 0 to 1; ``None`` unless there are both."""
    actual, called = _decisions(truth, flagged)
    found, passed = _share(actual & called, actual), _share(~actual & ~called, ~actual)
    return None if found is None or passed is None else (found + passed) / 2


# --- scores and probabilities -------------------------------------------------------------------------------------


def auroc(truth: ArrayLike, scores: ArrayLike) -> float | None:
    """Probability that a positive row scores above a negative one, ties counted half; ``None`` unless there are both.

    Computed from mid-ranks (Mann and Whitney 1947), which is the area under the ROC curve.
    """
    actual, values = _scored(truth, scores)
    positives = int(actual.sum())
    negatives = len(actual) - positives
    if not positives or not negatives:
        return None
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    return float((ranks[actual].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def brier(truth: ArrayLike, probabilities: ArrayLike) -> float | None:
    """Mean squared distance of the probabilities from what came true, 0 (best) to 1 (Brier 1950)."""
    actual, values = _scored(truth, probabilities)
    return float(np.mean((values - actual) ** 2)) if len(actual) else None


def log_loss(truth: ArrayLike, probabilities: ArrayLike) -> float | None:
    """Mean surprise in nats at what came true, 0 (best) or more; probabilities are kept 1e-6 away from 0 and 1."""
    actual, values = _scored(truth, probabilities)
    kept = np.clip(values, _LEAST_PROBABILITY, 1 - _LEAST_PROBABILITY)
    return float(-np.mean(np.log(np.where(actual, kept, 1 - kept)))) if len(actual) else None


def calibration_error(
    truth: ArrayLike, probabilities: ArrayLike, *, bins: int = 10, weights: ArrayLike | None = None
) -> float | None:
    """Expected calibration error, 0 (best) to 1: how far probability and outcome lie apart, averaged over the rows.

    Rows are put in ``bins`` bins of equal weight by their probability (Nixon et al. 2019); equal probabilities share a
    bin, so that the order of the rows has no say. Without ``weights``, 0 or more, every row weighs the same. Small
    samples and resampling raise the figure.
    """
    actual, values = _scored(truth, probabilities)
    if not len(actual):
        return None
    weight = np.ones(len(actual)) if weights is None else np.asarray(weights, dtype=np.float64)
    _check_lengths(actual.shape, weight.shape)
    order = np.argsort(values, kind="stable")
    below = np.concatenate([[0.0], np.cumsum(weight[order])])[np.searchsorted(values[order], values, side="left")]
    bin_of = np.minimum((below * bins / weight.sum() + _ROUNDING).astype(int), bins - 1)
    gap = np.bincount(bin_of, weights=(values - actual) * weight, minlength=bins)
    return float(np.abs(gap).sum() / weight.sum())


# --- marked spans -------------------------------------------------------------------------------------------------


class CharacterCounts(NamedTuple):
    """Characters of one text: marked and rightly so, marked, and to be marked."""

    right: int
    marked: int
    wanted: int


def character_counts(marked: Iterable[tuple[int, int]], wanted: Iterable[tuple[int, int]]) -> CharacterCounts:
    """Compare two sets of half-open spans of one text; a character counts once however many spans cover it."""
    covered, gold = _characters(marked), _characters(wanted)
    return CharacterCounts(right=len(covered & gold), marked=len(covered), wanted=len(gold))


def character_f1(counts: Iterable[CharacterCounts]) -> float | None:
    """F1 over the characters of all texts together, as RAGTruth (Niu et al. 2024) counts spans, 0 to 1."""
    listed = list(counts)
    return _dice(sum(c.right for c in listed), sum(c.marked for c in listed), sum(c.wanted for c in listed))


# --- how sure -----------------------------------------------------------------------------------------------------


class Interval(NamedTuple):
    """Where a figure lies with the confidence asked for."""

    low: float
    high: float


def wilson(count: float, total: float, confidence: float = 0.95) -> Interval | None:
    """Wilson's score interval (1927) of a share of independent trials; ``None`` without any.

    Trials that are not independent may be counted as fewer, so both numbers may be fractions.
    """
    if not total:
        return None
    z, share = NormalDist().inv_cdf((1 + confidence) / 2), count / total
    centre = (share + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))


def bootstrap(
    measure: Callable[[NDArray[np.intp]], Mapping[str, float | None]],
    groups: Sequence[Hashable],
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> dict[str, Interval]:
    """Percentile intervals of every figure that ``measure`` names (Efron 1979), by resampling whole groups.

    ``groups`` holds one key a row, equal for rows that are not independent, such as answers from the same source.
    ``measure`` gets the indexes of the rows drawn, repeated as they were drawn. Resamples in which a figure is
    ``None`` do not count for it, and a figure that is always ``None`` gets no interval. The same seed gives the same
    draws, so that two methods on the same rows are compared on the same samples.
    """
    by_group = _Groups(groups)
    draw = np.random.default_rng(seed)
    found: dict[str, list[float]] = {}
    for _ in range(resamples if by_group.count else 0):
        for name, value in measure(by_group.rows(draw.integers(0, by_group.count, by_group.count))).items():
            if value is not None:
                found.setdefault(name, []).append(value)
    tail = (1 - confidence) / 2
    return {name: _interval(values, tail) for name, values in found.items()}


class _Groups:
    """The rows of each group, laid end to end so that many groups are drawn in one step."""

    def __init__(self, keys: Sequence[Hashable]) -> None:
        number = {key: index for index, key in enumerate(dict.fromkeys(keys))}
        group_of = np.array([number[key] for key in keys], dtype=np.intp)
        self.count = len(number)
        self._order = np.argsort(group_of, kind="stable")
        self._sizes = np.bincount(group_of, minlength=self.count)
        self._starts = np.cumsum(self._sizes) - self._sizes

    def rows(self, drawn: NDArray[np.intp]) -> NDArray[np.intp]:
        sizes = self._sizes[drawn]
        before = np.cumsum(sizes) - sizes
        return self._order[np.repeat(self._starts[drawn] - before, sizes) + np.arange(sizes.sum())]


def _interval(values: Sequence[float], tail: float) -> Interval:
    low, high = np.quantile(np.array(values), [tail, 1 - tail])
    return Interval(float(low), float(high))


# --- shared -------------------------------------------------------------------------------------------------------


def _decisions(truth: ArrayLike, flagged: ArrayLike) -> tuple[_Flags, _Flags]:
    actual, called = np.asarray(truth, dtype=np.bool_), np.asarray(flagged, dtype=np.bool_)
    _check_lengths(actual.shape, called.shape)
    return actual, called


def _scored(truth: ArrayLike, scores: ArrayLike) -> tuple[_Flags, _Numbers]:
    actual, values = np.asarray(truth, dtype=np.bool_), np.asarray(scores, dtype=np.float64)
    _check_lengths(actual.shape, values.shape)
    return actual, values


def _check_lengths(truth: tuple[int, ...], other: tuple[int, ...]) -> None:
    if len(truth) != 1 or truth != other:
        raise ValueError(f"one entry a row is needed on both sides, not shapes {truth} and {other}")


def _share(part: _Flags, whole: _Flags) -> float | None:
    return float(part.sum() / whole.sum()) if whole.any() else None


def _dice(right: int, called: int, wanted: int) -> float | None:
    return 2 * right / (called + wanted) if called + wanted else None


def _characters(spans: Iterable[tuple[int, int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}
