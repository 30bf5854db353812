"""Recalibration from labels: Platt and isotonic, judged on labels that they were not fitted on."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import InvalidInput
from critique_core.metrics.accuracy import Interval, brier, calibration_error, log_loss
from critique_core.models import Calibrator
from critique_core.tuning.intervals import Numbers, Replicates, interval, share_of_rows
from critique_core.tuning.labels import Label
from critique_core.tuning.libraries import library

CalibratorKind = Literal["platt", "isotonic"]
FOLDS = 5
_LEAST = 1e-6
_EXPONENT_LIMIT = 700.0


@dataclass(frozen=True, slots=True)
class Recalibration:
    """A calibrator with what it does to labels it was not fitted on, in folds that keep groups whole.

    ``before`` and ``after`` hold ``calibration_error``, ``brier`` and ``log_loss``, lower is better. ``brier_change``
    is after minus before with its 95 % bootstrap interval: one that lies below 0 speaks for the calibrator.
    ``calibrated`` holds each label's probability by the fold that did not see it: tune a threshold on these.
    """

    calibrator: Calibrator
    before: Mapping[str, float | None]
    after: Mapping[str, float | None]
    brier_change: Interval | None
    calibrated: tuple[float, ...]


def fit(labels: Sequence[Label], kind: CalibratorKind) -> Calibrator:
    """Fit on all of these labels; raises ``InvalidInput`` when they cannot make a rising function."""
    probability, supported = _arrays(labels)
    if not supported.any() or supported.all():
        raise InvalidInput("recalibration needs supported and unsupported labels; review more claims")
    return _platt(probability, supported) if kind == "platt" else _isotonic(probability, supported)


def recalibrate(
    labels: Sequence[Label], kind: CalibratorKind, *, resamples: int = 1000, seed: int = 0
) -> Recalibration:
    """Fit a calibrator and judge it by cross-validation over groups; raises ``InvalidInput`` as ``fit`` does.

    The same groups fall into the same folds however the labels are ordered.
    """
    ordered = sorted(range(len(labels)), key=lambda place: (labels[place].group, labels[place].claim))
    folds = min(FOLDS, len({label.group for label in labels}))
    if folds < 2:
        raise InvalidInput("recalibration needs answers from at least two sources, to be judged on one it has not seen")
    splitter: Any = library("sklearn.model_selection").GroupKFold(folds)
    calibrated = np.zeros(len(labels))
    groups = [labels[place].group for place in ordered]
    parts: list[tuple[list[int], list[int]]] = [
        (known.tolist(), unseen.tolist()) for known, unseen in splitter.split(np.zeros(len(ordered)), groups=groups)
    ]
    for known, unseen in parts:
        fold = fit([labels[ordered[place]] for place in known], kind)
        for place in unseen:
            calibrated[ordered[place]] = fold.apply(labels[ordered[place]].probability)
    probability, supported = _arrays(labels)
    change = (calibrated - supported) ** 2 - (probability - supported) ** 2
    replicates = Replicates([label.group for label in labels], resamples=resamples, seed=seed)
    return Recalibration(
        calibrator=fit(labels, kind),
        before=_quality(supported, probability),
        after=_quality(supported, calibrated),
        brier_change=interval(share_of_rows(replicates, change)),
        calibrated=tuple(float(value) for value in calibrated),
    )


def _quality(supported: NDArray[np.bool_], probability: Numbers) -> dict[str, float | None]:
    return {
        "calibration_error": calibration_error(supported, probability),
        "brier": brier(supported, probability),
        "log_loss": log_loss(supported, probability),
    }


def _platt(probability: Numbers, supported: NDArray[np.bool_]) -> Calibrator:
    """Logistic regression on the logit, with Platt's targets, which keep it finite when the labels separate."""
    kept = np.clip(probability, _LEAST, 1 - _LEAST)
    logit = np.log(kept / (1 - kept))[:, None]
    yes, no = int(supported.sum()), int((~supported).sum())
    target = np.where(supported, (yes + 1) / (yes + 2), 1 / (no + 2))
    model: Any = library("sklearn.linear_model").LogisticRegression(C=math.inf, max_iter=1000)
    sides = np.repeat([True, False], len(logit))
    model.fit(np.vstack([logit, logit]), sides, sample_weight=np.concatenate([target, 1 - target]))
    slope, intercept = float(model.coef_[0, 0]), float(model.intercept_[0])
    if not 0 < slope < _EXPONENT_LIMIT:
        raise InvalidInput(
            "Platt recalibration would turn the ranking round: on these labels a higher probability does not mean "
            "more support; use another verifier"
        )
    return Calibrator(kind="platt", slope=slope, intercept=intercept)


def _isotonic(probability: Numbers, supported: NDArray[np.bool_]) -> Calibrator:
    """Isotonic regression, each level stretch drawn as its centre (Oron and Flournoy 2017), so that few ties arise."""
    model: Any = library("sklearn.isotonic").IsotonicRegression(y_min=0.0, y_max=1.0)
    fitted = np.asarray(model.fit_transform(probability, supported.astype(np.float64)), dtype=np.float64)
    levels, block = np.unique(fitted.round(9), return_inverse=True)
    centres = np.bincount(block, weights=probability) / np.bincount(block)
    if len(levels) < 2:
        raise InvalidInput(
            "isotonic recalibration would make all probabilities equal: on these labels a higher probability does not "
            "mean more support; use another verifier"
        )
    points = zip(centres.tolist(), levels.clip(max=1.0).tolist(), strict=True)
    return Calibrator(kind="isotonic", points=tuple(points))


def _arrays(labels: Sequence[Label]) -> tuple[Numbers, NDArray[np.bool_]]:
    return (
        np.array([label.probability for label in labels], dtype=np.float64),
        np.array([label.supported for label in labels], dtype=np.bool_),
    )
