"""What is read off labelled claims: figures with their intervals, at one threshold or along all."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from critique_core.metrics.accuracy import Interval
from critique_core.tuning.intervals import Numbers


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % bootstrap interval; ``None`` where there is nothing to measure.

    A figure has no interval when it rests on fewer groups than ``intervals.LEAST_GROUPS``, or when every resample gives
    the same.
    """

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class ThresholdReading:
    """One threshold on one set of labels: the confusion matrix and all figures of ``counting.figures`` by name."""

    threshold: float
    tp: int
    fp: int
    fn: int
    tn: int
    figures: Mapping[str, Figure]

    @property
    def labels(self) -> int:
        """How many labels it rests on."""
        return self.tp + self.fp + self.fn + self.tn


@dataclass(frozen=True, slots=True)
class SliceReading:
    """A reading of the labels of one slice, such as ``claim_kind`` ``fact``."""

    slice: str
    name: str
    groups: int
    reading: ThresholdReading


@dataclass(frozen=True, slots=True)
class Points:
    """Figures along the thresholds, highest threshold first, with the lows and highs of their 95 % bands.

    The names are those of ``counting.figures``; ROC is ``recall`` over ``miss_rate``, PR ``precision`` over ``recall``,
    risk-coverage ``risk`` over ``coverage``. NaN where there is nothing to measure.
    """

    thresholds: Numbers
    values: Mapping[str, Numbers]
    lows: Mapping[str, Numbers]
    highs: Mapping[str, Numbers]


@dataclass(frozen=True, slots=True)
class Bin:
    """Labels of neighbouring probabilities: what was believed on average, and how many came true."""

    count: int
    believed: float
    supported: Figure


def figure(value: float, low: float, high: float, *, sure: bool = True) -> Figure:
    """A figure from numbers of which NaN means unknown; not ``sure`` when it rests on too few groups."""
    if np.isnan(value):
        return Figure(None)
    return Figure(float(value), None if np.isnan(low) or not sure else Interval(float(low), float(high)))
