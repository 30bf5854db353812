"""What a threshold should achieve, and the threshold that does it best."""

from dataclasses import dataclass
from typing import Literal, Self, get_args

import numpy as np
from pydantic import Field, model_validator

from critique_core.errors import InvalidInput
from critique_core.metrics.accuracy import Interval
from critique_core.models import Value
from critique_core.models.base import PROBABILITY_PLACES
from critique_core.tuning.conformal import conformal_threshold
from critique_core.tuning.counting import Counts, f_beta, figures, share
from critique_core.tuning.curves import Curves
from critique_core.tuning.intervals import Numbers, interval

ObjectiveName = Literal["f1", "f_beta", "balanced_accuracy", "cost", "precision_floor", "conformal"]
OBJECTIVES: tuple[ObjectiveName, ...] = get_args(ObjectiveName)
_SAME = 1e-12
_NOT_ALLOWED = -np.inf


class Objective(Value):
    """What to optimise; positive means supported, and a miss is an unsupported claim passed as supported.

    ``f1``; ``f_beta`` (recall weighs ``beta`` times precision); ``balanced_accuracy``; ``cost``: least mean cost with
    ``miss_cost`` for a miss and ``alarm_cost`` for a supported claim held back; ``precision_floor``: most recall with a
    precision of at least ``floor``; ``conformal``: expected share of unsupported claims missed at most ``alpha``.
    """

    name: ObjectiveName = "f1"
    beta: float | None = Field(default=None, gt=0, le=100)
    miss_cost: float | None = Field(default=None, ge=0)
    alarm_cost: float | None = Field(default=None, ge=0)
    floor: float | None = Field(default=None, gt=0, le=1)
    alpha: float | None = Field(default=None, gt=0, lt=1)

    @model_validator(mode="after")
    def _complete(self) -> Self:
        wanted = _PARAMETERS.get(self.name, ())
        given = {name for name in type(self).model_fields if name != "name" and getattr(self, name) is not None}
        if missing := [name for name in wanted if name not in given]:
            raise ValueError(f"objective {self.name} needs {' and '.join(missing)}")
        if extra := sorted(given - set(wanted)):
            raise ValueError(f"objective {self.name} does not use {' or '.join(extra)}; leave it out")
        if self.name == "cost" and not self.miss_cost and not self.alarm_cost:
            raise ValueError("objective cost needs a cost above 0 for one of the two errors")
        return self

    def __str__(self) -> str:
        """In plain words."""
        values = {name: f"{getattr(self, name):g}" for name in _PARAMETERS.get(self.name, ())}
        return _WORDS[self.name].format_map(values)

    @property
    def figure(self) -> str:
        """Which figure of a reading says how well the objective is met."""
        return {"precision_floor": "recall", "conformal": "miss_rate"}.get(self.name, self.name)

    def measure(self, counts: Counts) -> Numbers:
        """The objective's figure: higher is better, but for ``cost`` (mean cost a label) and ``conformal``."""
        if self.name == "f_beta":
            return f_beta(counts, self.beta or 1)
        if self.name == "cost":
            total = (self.miss_cost or 0) * counts.fp + (self.alarm_cost or 0) * counts.fn
            return share(total, sum(counts, np.zeros_like(total)))
        return figures(counts)[self.figure]


_PARAMETERS: dict[ObjectiveName, tuple[str, ...]] = {
    "f_beta": ("beta",), "cost": ("miss_cost", "alarm_cost"), "precision_floor": ("floor",), "conformal": ("alpha",),
}  # fmt: skip
_WORDS: dict[ObjectiveName, str] = {
    "f1": "best F1",
    "f_beta": "best F-beta, with beta {beta}",
    "balanced_accuracy": "best balanced accuracy",
    "cost": "least cost: {miss_cost} a miss, {alarm_cost} a false alarm",
    "precision_floor": "most supported claims at a precision of {floor} or more",
    "conformal": "promise: an expected share of missed unsupported claims of {alpha} at most",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A threshold. Every threshold above ``above`` and up to ``up_to`` passes the same labels or does equally well.

    ``interval`` is where the best threshold lies in 95 % of the resamples.
    """

    threshold: float
    above: float
    up_to: float
    interval: Interval | None


def choose(curves: Curves, objective: Objective) -> Choice:
    """The best threshold for these labels: the middle of the widest stretch of equally good ones.

    The middle moves least when labels come in. Raises ``InvalidInput`` when nothing can be chosen: no labels, labels
    of one side only, a precision that no threshold reaches, an alpha that so few labels cannot promise.
    """
    _check(curves)
    if objective.name == "conformal":
        return _conformal(curves, objective.alpha or 0)
    # Option 0 holds every claim back; option k passes the claims down to candidate k - 1, as any threshold in
    # (edges[k + 1], edges[k]] does.
    edges = np.concatenate([[1.0], curves.candidates, [-np.inf]])
    worth = _worth(_with_none(curves.counts), objective)
    if objective.name == "precision_floor" and not np.isfinite(worth).any():
        best = float(np.nanmax(figures(curves.counts)["precision"]))
        raise InvalidInput(
            f"no threshold reaches a precision of {objective.floor:g} on these labels (the best is {best:.3f}); lower "
            "the floor, or use another verifier"
        )
    above, up_to = _widest(np.where(edges[1:] < edges[:-1], worth, _NOT_ALLOWED), edges)
    drawn = _worth(_with_none(curves.resampled.counts), objective)
    places = np.concatenate([[0], curves.grid + 1])
    centres = (edges[places] + np.maximum(edges[places + 1], 0)) / 2
    found = np.where(np.isfinite(drawn).any(axis=1), centres[np.argmax(drawn, axis=1)], np.nan)
    return Choice(_between(above, up_to), above, up_to, interval(found))


def _with_none(counts: Counts) -> Counts:
    """The counts with those of holding every claim back before them."""
    none = np.zeros_like(counts.tp[..., :1])
    supported, unsupported = (counts.tp + counts.fn)[..., :1], (counts.fp + counts.tn)[..., :1]
    parts = zip((none, none, supported, unsupported), counts, strict=True)
    return Counts(*(np.concatenate([first, rest], axis=-1) for first, rest in parts))


def _check(curves: Curves) -> None:
    total, supported = len(curves.supported), int(curves.supported.sum())
    if not total:
        raise InvalidInput("there are no labels to tune on; review some claims first")
    if supported in (0, total):
        only = "supported" if supported else "unsupported"
        raise InvalidInput(f"all {total} labels to tune on are {only}; a threshold needs some of both kinds")


def _worth(counts: Counts, objective: Objective) -> Numbers:
    """The objective as something to maximise, along the last axis."""
    value = objective.measure(counts)
    if objective.name == "cost":
        value = -value
    if objective.name == "precision_floor":
        reached = np.nan_to_num(figures(counts)["precision"]) >= (objective.floor or 0) - _SAME
        value = np.where(reached, value, _NOT_ALLOWED)
    return np.where(np.isnan(value), _NOT_ALLOWED, value)


def _widest(worth: Numbers, edges: Numbers) -> tuple[float, float]:
    """The widest run of neighbouring candidates that are all best, as the ends of its thresholds."""
    best = worth >= worth.max() - _SAME
    changes = np.flatnonzero(np.diff(np.concatenate([[False], best, [False]])))
    runs = [(max(float(edges[stop]), 0.0), float(edges[start])) for start, stop in changes.reshape(-1, 2)]
    return max(runs, key=lambda run: (run[1] - run[0], -run[0]))


def _between(above: float, up_to: float) -> float:
    """The middle to 4 places, where it does the same as the exact one; else the upper end, which always does."""
    middle = round((above + up_to) / 2, PROBABILITY_PLACES)
    return middle if above < middle <= up_to else up_to


def _conformal(curves: Curves, alpha: float) -> Choice:
    groups = curves.replicates.group_of
    found = conformal_threshold(curves.probability, curves.supported, groups, alpha)
    higher = curves.candidates[curves.candidates >= found]
    return Choice(found, found, float(higher[-1]) if higher.size else 1.0, _conformal_interval(curves, alpha))


def _conformal_interval(curves: Curves, alpha: float) -> Interval | None:
    """The conformal threshold in each resample, on the grid; resamples too small to promise alpha do not count."""
    wrong = ~curves.supported
    of_group = np.bincount(curves.replicates.group_of, weights=wrong, minlength=curves.replicates.groups)
    weight = np.where(wrong, 1 / np.maximum(of_group[curves.replicates.group_of], 1), 0.0)
    grid = curves.candidates[curves.grid]
    step = np.searchsorted(-grid, -curves.probability, side="left")  # the first grid threshold that passes the row
    at_step = (step[:, None] == np.arange(len(grid))) * weight[:, None]
    loss = np.cumsum(curves.replicates.sums(at_step), axis=1)
    n = curves.replicates.drawn @ (of_group > 0)
    allowed = (n + 1) * alpha - 1
    passing = (loss <= allowed[:, None] + 1e-3).sum(axis=1)  # grid points from the top that stay within alpha
    step_up = 10.0**-PROBABILITY_PLACES
    thresholds = np.minimum(np.append(grid, -step_up)[passing] + step_up, 1.0)  # just above the first that is too much
    return interval(np.where(allowed >= 0, thresholds, np.nan))
