"""What another threshold changes: which labelled claims it decides otherwise than the profile in use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from critique_core.models import Calibrator, Profile
from critique_core.tuning.intervals import Flags
from critique_core.tuning.labels import Label

FlipKind = Literal["missed", "caught", "alarm", "spared"]
_CONSEQUENTIAL_FIRST: tuple[FlipKind, ...] = ("missed", "caught", "alarm", "spared")


@dataclass(frozen=True, slots=True)
class Decided:
    """What one threshold does: ``caught`` unsupported claims of ``held``, the claims that it holds back to be read."""

    caught: int
    held: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A labelled claim that the new threshold decides otherwise.

    ``kind``: an error is now ``missed`` or ``caught``; a supported claim is now held back (``alarm``) or ``spared``.
    ``probability`` is P(supported) on the new threshold's scale.
    """

    label: Label
    kind: FlipKind
    probability: float


@dataclass(frozen=True, slots=True)
class Change:
    """The profile in use and a new threshold on the same ``labels`` claims, of which ``unsupported`` are errors.

    ``flips`` are in order of consequence: errors that the new threshold misses, errors that it catches, false alarms
    that it raises, and those that it spares; of each kind the clearest first.
    """

    labels: int
    unsupported: int
    before: Decided
    after: Decided
    flips: tuple[Flip, ...]


class Comparison:
    """Labels made ready to compare the profile in use with any threshold; at 10,000 labels a threshold takes 5 ms."""

    def __init__(self, labels: Sequence[Label], in_use: Profile, calibrator: Calibrator | None = None) -> None:
        """``labels`` bear the verifier's own probabilities; ``calibrator`` is that of the new threshold."""
        self._labels = labels
        self._supported: Flags = np.array([label.supported for label in labels], dtype=np.bool_)
        self._before: Flags = np.array([_passes(label, in_use) for label in labels], dtype=np.bool_)
        self._probability = np.array([_calibrated(label.probability, calibrator) for label in labels], dtype=np.float64)

    def at(self, threshold: float, slices: Mapping[str, float] | None = None) -> Change:
        """What changes at a threshold, with thresholds of its own for ``slices`` as a profile has them."""
        after = self._probability >= self._thresholds(threshold, slices or {})
        flips = [self._flip(int(place), passed=bool(after[place])) for place in np.flatnonzero(after != self._before)]
        flips.sort(
            key=lambda flip: (
                _CONSEQUENTIAL_FIRST.index(flip.kind), -abs(flip.probability - threshold),
                flip.label.group, flip.label.claim,
            )
        )  # fmt: skip
        return Change(
            labels=len(self._labels),
            unsupported=int((~self._supported).sum()),
            before=self._decided(self._before),
            after=self._decided(after),
            flips=tuple(flips),
        )

    def _thresholds(self, threshold: float, slices: Mapping[str, float]) -> float | np.ndarray:
        if not slices:
            return threshold
        profile = Profile(support_threshold=threshold, slices=dict(slices))
        return np.array([profile.threshold_for(label.slices) for label in self._labels], dtype=np.float64)

    def _decided(self, passed: Flags) -> Decided:
        return Decided(caught=int((~passed & ~self._supported).sum()), held=int((~passed).sum()))

    def _flip(self, place: int, *, passed: bool) -> Flip:
        label = self._labels[place]
        kind: FlipKind = ("spared" if passed else "alarm") if label.supported else ("missed" if passed else "caught")
        return Flip(label, kind, float(self._probability[place]))


def _passes(label: Label, profile: Profile) -> bool:
    return _calibrated(label.probability, profile.calibrator) >= profile.threshold_for(label.slices)


def _calibrated(probability: float, calibrator: Calibrator | None) -> float:
    return calibrator.apply(probability) if calibrator else probability
