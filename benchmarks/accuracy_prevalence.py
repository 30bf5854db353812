"""How well P(no claim lacks support) is calibrated if another share of the answers is wrong than in the file.

Rows are weighted to the given share, so the figures are those of a file with that share (label shift: the wrong answers
and the right answers each stay as they are). In the column that knows the share, the prior odds in a score are replaced
by those of the given share (Saerens et al. 2002).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from critique_core.metrics import accuracy

_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class AtPrevalence:
    """Figures at one share of wrong answers, all 0 to 1, ``None`` where nothing can be measured.

    ``as_scored`` is the expected calibration error of the scores, ``share_known`` that of the scores shifted to the
    share; precision, recall and F1 are those of the flags as they are.
    """

    prevalence: float
    as_scored: float | None
    share_known: float | None
    precision: float | None
    recall: float | None
    f1: float | None


def at_prevalence(truth: ArrayLike, scores: ArrayLike, flagged: ArrayLike, prevalence: float) -> AtPrevalence:
    """The figures of a file's rows weighted to ``prevalence``; raises ``ValueError`` without right or wrong rows."""
    wrong, values, called = np.asarray(truth, bool), np.asarray(scores, float), np.asarray(flagged, bool)
    own = float(wrong.mean())
    if not 0 < own < 1 or not 0 < prevalence < 1:
        raise ValueError("both right and wrong rows are needed, and a share between 0 and 1")
    weights = np.where(wrong, prevalence / own, (1 - prevalence) / (1 - own))
    found, flags = float(weights[wrong & called].sum()), float(weights[called].sum())
    precision = found / flags if flags else None
    recall = accuracy.recall(wrong, called)
    both = (precision or 0.0) + (recall or 0.0)
    return AtPrevalence(
        prevalence,
        accuracy.calibration_error(wrong, values, weights=weights),
        accuracy.calibration_error(wrong, shifted(values, own, prevalence), weights=weights),
        precision,
        recall,
        2 * (precision or 0.0) * (recall or 0.0) / both if both else None,
    )


def shifted(scores: NDArray[np.float64], own: float, prevalence: float) -> NDArray[np.float64]:
    """Scores with the prior odds of one share of wrong rows replaced by those of another."""
    kept = np.clip(scores, _LEAST, 1 - _LEAST)
    odds = kept / (1 - kept) * (prevalence / (1 - prevalence)) / (own / (1 - own))
    return odds / (1 + odds)


def lines(truth: ArrayLike, scores: ArrayLike, flagged: ArrayLike, prevalences: Sequence[float]) -> list[str]:
    """A line for each share, in percent."""
    head = f"{'share wrong':>12s}{'ECE':>8s}{'ECE, share known':>18s}{'precision':>11s}{'recall':>8s}{'F1':>7s}"
    made = [head]
    for prevalence in prevalences:
        at = at_prevalence(truth, scores, flagged, prevalence)
        cells = [at.as_scored, at.share_known, at.precision, at.recall, at.f1]
        told = ["-" if cell is None else f"{100 * cell:.1f}" for cell in cells]
        made.append(f"{prevalence:12.0%}{told[0]:>8s}{told[1]:>18s}{told[2]:>11s}{told[3]:>8s}{told[4]:>7s}")
    return made
