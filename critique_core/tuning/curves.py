"""What a threshold does to a set of labels: prepared once, then read for any threshold in milliseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from critique_core.metrics import accuracy
from critique_core.tuning.counting import Counts, figures, share
from critique_core.tuning.intervals import LEAST_GROUPS, Flags, Numbers, Replicates, bands, interval, share_of_rows
from critique_core.tuning.labels import Label
from critique_core.tuning.readings import Bin, Figure, Points, SliceReading, ThresholdReading, figure
from critique_core.tuning.resampled import Resampled, average_precision, resampled, risk_area

CURVE_POINTS = 200  # thresholds at which resamples are drawn into a curve's band
_RESAMPLES = 1000


@dataclass(frozen=True)
class Curves:
    """A set of labels made ready for the slider. Make it with ``of``; at 10,000 labels that takes about a second.

    ``probability`` rises; ``supported`` and ``replicates`` are in its order.
    """

    probability: Numbers
    supported: Flags
    replicates: Replicates
    slices: Mapping[tuple[str, str], Flags] = field(default_factory=dict[tuple[str, str], Flags])

    @classmethod
    def of(cls, labels: Sequence[Label], *, resamples: int = _RESAMPLES, seed: int = 0) -> "Curves":
        """Prepare labels; groups are drawn ``resamples`` times, and equal labels and seed give equal figures."""
        ordered = sorted(labels, key=lambda label: (label.probability, label.group, label.claim))
        names = sorted({item for label in ordered for item in label.slices.items()})
        return cls(
            probability=np.array([label.probability for label in ordered], dtype=np.float64),
            supported=np.array([label.supported for label in ordered], dtype=np.bool_),
            replicates=Replicates([label.group for label in ordered], resamples=resamples, seed=seed),
            slices={
                (key, name): np.array([label.slices.get(key) == name for label in ordered], dtype=np.bool_)
                for key, name in names
            },
        )

    # --- one threshold -------------------------------------------------------------------------------------------

    def at(self, threshold: float) -> ThresholdReading:
        """Read one threshold on all labels."""
        return self._readings(threshold, slice(0, 1))[0]

    def by_slice(self, threshold: float) -> tuple[SliceReading, ...]:
        """Read one threshold on each slice of the labels."""
        readings = self._readings(threshold, slice(1, None)) if self.slices else []
        return tuple(
            SliceReading(*key, groups=groups, reading=reading)
            for key, groups, reading in zip(self.slices, self._part_groups[1:], readings, strict=True)
        )

    @cached_property
    def _part_groups(self) -> list[int]:
        return self._groups_in(self._parts)

    def _groups_in(self, parts: Flags) -> list[int]:
        """How many groups have a label in each column of ``parts``, whose rows are labels."""
        return (self.replicates.totals(parts.astype(np.float64)) > 0).sum(axis=0).tolist()

    @cached_property
    def baselines(self) -> Mapping[str, ThresholdReading]:
        """What deciding without a verifier gives: passing every claim, and holding every claim back."""
        return {"pass every claim": self.at(0.0), "hold every claim back": self.at(np.inf)}

    def counts_at(self, threshold: float) -> tuple[Counts, Counts]:
        """Counts of one threshold over all labels, and in each resample: one entry, and resamples by one."""
        return self._parts_at(threshold, slice(0, 1))

    @cached_property
    def _parts(self) -> Flags:
        """All labels, then each slice of them: rows by parts."""
        return np.stack([np.ones(len(self.probability), dtype=np.bool_), *self.slices.values()], axis=1)

    @cached_property
    def _sides(self) -> tuple[Numbers, Numbers]:
        """How many supported and unsupported labels each part has, and in each resample; no threshold moves these."""
        columns = _by_truth(self._parts, self.supported)
        return columns.sum(axis=0), self.replicates.sums(columns)

    def _parts_at(self, threshold: float, parts: slice) -> tuple[Counts, Counts]:
        chosen = self._parts[:, parts]
        columns = _by_truth(chosen & (self.probability >= threshold)[:, None], self.supported)
        size = self._parts.shape[1]
        found: list[Counts] = []
        for passed, every in zip((columns.sum(axis=0), self.replicates.sums(columns)), self._sides, strict=True):
            tp, fp = passed[..., : chosen.shape[1]], passed[..., chosen.shape[1] :]
            supported, unsupported = every[..., :size][..., parts], every[..., size:][..., parts]
            found.append(Counts(tp, fp, supported - tp, unsupported - fp))
        return found[0], found[1]

    def _readings(self, threshold: float, parts: slice) -> list[ThresholdReading]:
        counted, drawn = self._parts_at(threshold, parts)
        points = figures(counted)
        limits = {name: bands(values) for name, values in figures(drawn).items()}
        enough = [groups >= LEAST_GROUPS for groups in self._part_groups[parts]]
        return [
            ThresholdReading(
                threshold,
                *(int(count[place]) for count in counted),
                figures={
                    name: figure(values[place], limits[name][0][place], limits[name][1][place], sure=enough[place])
                    for name, values in points.items()
                },
            )
            for place in range(len(counted.tp))
        ]

    # --- all thresholds ------------------------------------------------------------------------------------------

    @cached_property
    def candidates(self) -> Numbers:
        """The probabilities that occur, falling: a threshold between two neighbours does what the higher one does."""
        return np.unique(self.probability)[::-1] if self.probability.size else np.zeros(1)

    @cached_property
    def _first(self) -> NDArray[np.intp]:
        """The place of the lowest label that each candidate passes."""
        return np.searchsorted(self.probability, self.candidates, side="left")

    @cached_property
    def counts(self) -> Counts:
        """Counts at each candidate."""
        first = self._first
        tp = np.append(np.cumsum(self.supported[::-1])[::-1], 0)[first].astype(np.float64)
        fp = len(self.probability) - first - tp
        return Counts(tp, fp, self.supported.sum() - tp, (~self.supported).sum() - fp)

    @cached_property
    def grid(self) -> NDArray[np.intp]:
        """Places of the candidates that stand for all where resamples are drawn: evenly many labels apart."""
        return np.unique(np.linspace(0, len(self.candidates) - 1, CURVE_POINTS).round().astype(np.intp))

    @cached_property
    def resampled(self) -> Resampled:
        """Counts on the grid, and the areas, in every resample."""
        return resampled(self.replicates, self.supported, len(self.probability) - self._first, self.grid)

    @cached_property
    def points(self) -> Points:
        """The curves on the grid, with their bands."""
        at_grid = Counts(*(count[self.grid] for count in self.counts))
        limits = {name: bands(values) for name, values in figures(self.resampled.counts).items()}
        return Points(
            thresholds=self.candidates[self.grid],
            values=figures(at_grid),
            lows={name: low for name, (low, _) in limits.items()},
            highs={name: high for name, (_, high) in limits.items()},
        )

    # --- without a threshold -------------------------------------------------------------------------------------

    @cached_property
    def summary(self) -> Mapping[str, Figure]:
        """Figures of the probabilities themselves.

        ``auroc``, ``average_precision`` (of supported), ``aurc`` (area under risk over coverage, 0 is best; Geifman and
        El-Yaniv 2017), ``brier``, ``calibration_error`` (ten bins of equal count, kept in the resamples, which widen
        it) and ``brier_of_base_rate``, that of always saying how many are supported on average.
        """
        drawn = self.resampled
        rate = share(drawn.supported, drawn.rows)
        base = float(self.supported.mean()) if len(self.supported) else None
        auroc = accuracy.auroc(self.supported, self.probability)
        return {
            "auroc": Figure(auroc, interval(drawn.auroc)),
            "average_precision": Figure(_known(average_precision(self.counts)), interval(drawn.average_precision)),
            "aurc": Figure(_known(risk_area(self.counts)), interval(drawn.aurc)),
            "brier": Figure(accuracy.brier(self.supported, self.probability), interval(self._drawn_brier)),
            "calibration_error": Figure(
                accuracy.calibration_error(self.supported, self.probability), interval(self._drawn_gaps)
            ),
            "brier_of_base_rate": Figure(None if base is None else base * (1 - base), interval(rate * (1 - rate))),
        }

    @cached_property
    def reliability(self) -> tuple[Bin, ...]:
        """Ten bins of equal count by probability; equal probabilities share a bin."""
        bins, places = self._bins
        inside = (bins[:, None] == places).astype(np.float64)
        enough = [groups >= LEAST_GROUPS for groups in self._groups_in(bins[:, None] == places)]
        drawn = self.replicates.sums(np.hstack([inside, inside * self.supported[:, None]]))
        came, of = np.split(drawn, 2, axis=1)[1], np.split(drawn, 2, axis=1)[0]
        lows, highs = bands(share(came, of))
        return tuple(
            Bin(
                count=int((here := bins == place).sum()),
                believed=float(self.probability[here].mean()),
                supported=figure(float(self.supported[here].mean()), lows[column], highs[column], sure=enough[column]),
            )
            for column, place in enumerate(places)
        )

    @cached_property
    def _bins(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        bins = np.searchsorted(self.probability, self.probability, side="left") * 10 // max(len(self.probability), 1)
        return bins, np.unique(bins)

    @cached_property
    def _drawn_brier(self) -> Numbers:
        return share_of_rows(self.replicates, (self.probability - self.supported) ** 2)

    @cached_property
    def _drawn_gaps(self) -> Numbers:
        bins, places = self._bins
        gap = (bins[:, None] == places) * (self.probability - self.supported)[:, None]
        rows = self.replicates.sums(np.ones((len(bins), 1)))[:, 0]
        return share(np.abs(self.replicates.sums(gap)).sum(axis=1), rows)


def _by_truth(rows: Flags, supported: Flags) -> Numbers:
    """Each column for supported labels alone, then each for the unsupported ones."""
    return np.concatenate([rows & supported[:, None], rows & ~supported[:, None]], axis=1).astype(np.float64)


def _known(value: Numbers) -> float | None:
    return None if np.isnan(value) else float(value)
