"""Figures from counts of passed and held-back claims, for one threshold or for arrays of thresholds and resamples.

Positive means supported, and a claim is passed as supported at ``probability >= threshold``. So ``tp`` is a supported
claim passed, ``fp`` an unsupported one passed (a miss: no one will look at it), ``fn`` a supported one held back (a
false alarm), and ``tn`` an unsupported one held back.
"""

from typing import NamedTuple

import numpy as np

from critique_core.tuning.intervals import Numbers


class Counts(NamedTuple):
    """Counts of claims, all arrays of one shape."""

    tp: Numbers
    fp: Numbers
    fn: Numbers
    tn: Numbers


def share(part: Numbers, whole: Numbers) -> Numbers:
    """``part / whole``, NaN where there is no whole."""
    return np.divide(part, whole, out=np.full(np.broadcast(part, whole).shape, np.nan), where=whole > 0)


def f_beta(counts: Counts, beta: float) -> Numbers:
    """F-beta (van Rijsbergen 1979): recall weighs ``beta`` times as much as precision."""
    weight = beta * beta
    right = (1 + weight) * counts.tp
    return share(right, right + weight * counts.fn + counts.fp)


def figures(counts: Counts) -> dict[str, Numbers]:
    """All figures of a threshold, 0 to 1, NaN where there is nothing to measure.

    ``miss_rate`` is the share of unsupported claims that are passed, ``alarm_rate`` the share of supported ones held
    back, ``coverage`` the share of all that is passed, ``risk`` the share of the passed that is unsupported.
    """
    tp, fp, fn, tn = counts
    everything = tp + fp + fn + tn
    recall, caught = share(tp, tp + fn), share(tn, fp + tn)
    return {
        "precision": share(tp, tp + fp),
        "recall": recall,
        "f1": f_beta(counts, 1),
        "balanced_accuracy": (recall + caught) / 2,
        "accuracy": share(tp + tn, everything),
        "miss_rate": 1 - caught,
        "alarm_rate": 1 - recall,
        "coverage": share(tp + fp, everything),
        "risk": share(fp, tp + fp),
    }
