"""The curves of every resample: cumulative counts along the thresholds, and the areas under them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from critique_core.tuning.counting import Counts, share
from critique_core.tuning.intervals import Flags, Numbers, Replicates

_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Resampled:
    """What every resample gives: ``counts`` are resamples by grid points, the rest one entry a resample."""

    counts: Counts
    rows: Numbers
    supported: Numbers
    auroc: Numbers
    average_precision: Numbers
    aurc: Numbers


def resampled(replicates: Replicates, supported: Flags, down_to: NDArray[np.intp], grid: NDArray[np.intp]) -> Resampled:
    """Cumulative counts of every resample, some at a time; only those on the grid and the areas are kept.

    ``supported`` is in the order of rising probability; ``down_to`` says how many labels each candidate passes.
    """
    weight = supported[::-1].astype(np.float32)
    kept: list[tuple[Numbers, ...]] = []
    for start in range(0, replicates.resamples, _AT_ONCE):
        drawn = replicates.drawn[start : start + _AT_ONCE, replicates.group_of[::-1]]
        passed, tp = _summed(drawn)[:, down_to], _summed(drawn * weight)[:, down_to]
        fp = passed - tp
        counts = Counts(tp, fp, tp[:, -1:] - tp, fp[:, -1:] - fp)
        areas = (roc_area(counts), average_precision(counts), risk_area(counts))
        kept.append((*(count[:, grid] for count in counts), passed[:, -1], tp[:, -1], *areas))
    together = [np.concatenate(parts) for parts in zip(*kept, strict=True)]
    return Resampled(Counts(*together[:4]), *together[4:])


def _summed(rows: NDArray[np.float32]) -> Numbers:
    """Running sums along each row, from 0."""
    found = np.zeros((len(rows), rows.shape[1] + 1))
    np.cumsum(rows, axis=1, out=found[:, 1:])
    return found


def roc_area(counts: Counts) -> Numbers:
    """Trapezoids between the distinct probabilities, which is the AUROC with ties counted half."""
    higher = counts.tp[..., :-1] + counts.tp[..., 1:]
    area = (counts.tp[..., 0] * counts.fp[..., 0] + (higher * np.diff(counts.fp, axis=-1)).sum(axis=-1)) / 2
    return share(area, counts.tp[..., -1] * counts.fp[..., -1])


def average_precision(counts: Counts) -> Numbers:
    """Precision averaged over the steps in recall, as scikit-learn computes it."""
    precision = np.nan_to_num(share(counts.tp, counts.tp + counts.fp))
    steps = np.diff(counts.tp, axis=-1, prepend=0.0)
    return share((steps * precision).sum(axis=-1), counts.tp[..., -1])


def risk_area(counts: Counts) -> Numbers:
    """Mean of the risk over all coverages, by trapezoids between the distinct probabilities."""
    passed = counts.tp + counts.fp
    risk = np.nan_to_num(share(counts.fp, passed))
    steps = np.diff(passed, axis=-1)
    area = risk[..., 0] * passed[..., 0] + (steps * (risk[..., 1:] + risk[..., :-1]) / 2).sum(axis=-1)
    return share(area, passed[..., -1])
