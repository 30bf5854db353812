"""Bootstrap intervals of many figures at once: groups are drawn once, and every figure is read off the same draws."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from critique_core.metrics.accuracy import Interval

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
LEAST_GROUPS = 5
"""Four groups can be drawn in 35 ways, of which less than one lies in either tail of 2.5 %: no interval."""
UNSCATTERED = "every resample gives the same figure, which says nothing of how sure it is"
_DRAWS_AT_ONCE = 50
_SAME = 1e-6


class Replicates:
    """How often each group was drawn in each resample (cluster bootstrap, Davison and Hinkley 1997, 3.8).

    Whole groups are drawn, because the claims of one answer are right or wrong together. Sums over rows are all that
    is resampled, as one product of matrices; figures are computed from the sums. The same seed gives the same draws.
    With fewer groups than ``LEAST_GROUPS`` every draw is NaN, so that nothing read off them has an interval.
    """

    def __init__(self, groups: Sequence[Hashable], *, resamples: int = 1000, seed: int = 0) -> None:
        number = {key: index for index, key in enumerate(dict.fromkeys(groups))}
        self.group_of = np.array([number[key] for key in groups], dtype=np.intp)
        self.groups = len(number)
        self.resamples = resamples
        self.drawn = _drawn(self.groups, resamples, seed)

    def totals(self, columns: Numbers) -> Numbers:
        """Sum columns (rows by columns) within each group: groups by columns."""
        found = np.empty((self.groups, columns.shape[1]))
        for place, column in enumerate(columns.T):
            found[:, place] = np.bincount(self.group_of, weights=column, minlength=self.groups)
        return found

    def sums(self, columns: Numbers) -> Numbers:
        """Sum columns (rows by columns) over each resample: resamples by columns."""
        return (self.drawn @ self.totals(columns).astype(np.float32)).astype(np.float64)


def share_of_rows(replicates: Replicates, amounts: Numbers) -> Numbers:
    """The mean of one amount a row in each resample, NaN for a resample without rows."""
    sums = replicates.sums(np.stack([amounts, np.ones_like(amounts)], axis=1))
    return np.divide(sums[:, 0], sums[:, 1], out=np.full(len(sums), np.nan), where=sums[:, 1] > 0)


def _drawn(groups: int, resamples: int, seed: int) -> NDArray[np.float32]:
    if groups < LEAST_GROUPS:
        return np.full((resamples, groups), np.nan, dtype=np.float32)
    draw = np.random.default_rng(seed)
    counts = np.empty((resamples, groups), dtype=np.float32)
    for first in range(0, resamples, _DRAWS_AT_ONCE):
        rows = min(_DRAWS_AT_ONCE, resamples - first)
        places = draw.integers(0, groups, (rows, groups)) + np.arange(rows)[:, None] * groups
        counts[first : first + rows] = np.bincount(places.ravel(), minlength=rows * groups).reshape(rows, groups)
    return counts


def interval(values: Numbers, confidence: float = 0.95) -> Interval | None:
    """Percentile interval (Efron 1979) of one figure over the resamples in which it could be computed.

    ``None`` when it could be in none, and when all give the same figure: that does not show how sure it is.
    """
    known = values[~np.isnan(values)]
    if not known.size:
        return None
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high)) if high - low > _SAME else None


def bands(values: Numbers, confidence: float = 0.95) -> tuple[Numbers, Numbers]:
    """Percentile intervals of each column, NaN where ``interval`` gives none: lows and highs."""
    tail = (1 - confidence) / 2
    ordered = np.sort(values, axis=0)  # NaN comes last
    known = (~np.isnan(values)).sum(axis=0)
    last = np.maximum(known - 1, 0)
    lows, highs = (_picked(ordered, share * last) for share in (tail, 1 - tail))
    there = (known > 0) & (highs - lows > _SAME)
    return np.where(there, lows, np.nan), np.where(there, highs, np.nan)


def _picked(ordered: Numbers, places: Numbers) -> Numbers:
    """The value at a fractional place of each sorted column, interpolated as numpy's quantile does."""
    below = np.floor(places).astype(np.intp)
    above = np.minimum(below + 1, len(ordered) - 1)
    columns = np.arange(ordered.shape[1], dtype=np.intp)
    low, high = ordered[below, columns], ordered[above, columns]
    part = places - below
    return np.where(part == 0, low, low + (high - low) * part)
