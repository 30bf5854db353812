"""A calibrator: what a verifier's probability is worth, learnt from labels."""

import math
from bisect import bisect_right
from typing import Literal, Self

from pydantic import Field, model_validator

from critique_core.models.base import PROBABILITY_PLACES, Probability, Value

_LEAST = 1e-6  # probabilities 0 and 1 have no logit


class Calibrator(Value):
    """A rising function from P(supported) to P(supported), so that no claim overtakes another.

    ``platt``: ``1 / (1 + exp(-(slope * logit(p) + intercept)))`` (Platt 1999, on the logit). ``isotonic``: straight
    lines between ``points`` (raw, calibrated), level outside them.
    """

    kind: Literal["platt", "isotonic"]
    slope: float = Field(default=1.0, gt=0)
    intercept: float = 0.0
    points: tuple[tuple[Probability, Probability], ...] = ()

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.kind == "isotonic" and not self.points:
            raise ValueError("an isotonic calibrator needs points")
        for (raw, calibrated), (next_raw, next_calibrated) in zip(self.points, self.points[1:], strict=False):
            if not (raw < next_raw and calibrated <= next_calibrated):
                raise ValueError("the points of a calibrator must rise")
        return self

    def apply(self, probability: float) -> float:
        """The calibrated probability, rounded to 4 places."""
        found = self._platt(probability) if self.kind == "platt" else self._isotonic(probability)
        return round(found, PROBABILITY_PLACES)

    def _platt(self, probability: float) -> float:
        kept = min(max(probability, _LEAST), 1 - _LEAST)
        odds = self.slope * math.log(kept / (1 - kept)) + self.intercept
        return (1 + math.tanh(odds / 2)) / 2  # the logistic function, without the overflow of its power of e

    def _isotonic(self, probability: float) -> float:
        place = bisect_right(self.points, probability, key=lambda point: point[0])
        if place == 0 or place == len(self.points):
            return self.points[min(place, len(self.points) - 1)][1]
        (left, low), (right, high) = self.points[place - 1], self.points[place]
        return low + (high - low) * (probability - left) / (right - left)
