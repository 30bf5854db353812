"""How far contenders agree with each other, and how often each is right by what people or files say."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from critique_core.agreement import Coefficient, Rating, cohen
from critique_core.comparing.lines import Line, passes
from critique_core.errors import InvalidInput
from critique_core.metrics.accuracy import Interval, balanced_accuracy, wilson
from critique_core.tuning.counting import share
from critique_core.tuning.intervals import Replicates, interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contenders by their places, and Cohen's kappa of their labels on the lines where both count."""

    first: int
    second: int
    kappa: Coefficient


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often a contender passes what is right and holds back what is not; shares 0 to 1 with 95 % intervals.

    ``balanced`` is the mean of the share of right ones passed and of wrong ones held back, ``None`` unless there are
    both. Intervals resample whole groups of answers that share their sources; where there are too few groups, the
    interval of ``accuracy`` is Wilson's, which takes claims as independent, and ``balanced`` has none.
    """

    labelled: int
    right: int
    accuracy: float
    interval: Interval | None
    balanced: float | None
    balanced_interval: Interval | None
    by_groups: bool


def pairs_of(lines: Sequence[Line]) -> tuple[Pair, ...]:
    """Cohen's kappa of each pair of contenders, with its reason where it is undefined."""
    count = len(lines[0].said) if lines else 0
    ratings = [
        Rating(line.name, str(place), said.label, line.answer.group)
        for line in lines
        for place, said in enumerate(line.said)
        if said.left_out is None
    ]
    return tuple(Pair(one, other, _kappa(ratings, one, other)) for one, other in combinations(range(count), 2))


def accuracy_of(lines: Sequence[Line], place: int) -> Accuracy | None:
    """The accuracy of the contender at ``place`` on the lines with a truth that it counts on; ``None`` without any."""
    known = [
        (line.truth.holds, passes(line.said[place].label), line.answer.group)
        for line in lines
        if line.truth is not None and line.said[place].left_out is None
    ]
    if not known:
        return None
    truth, passed = (np.array([row[side] for row in known], dtype=np.bool_) for side in (0, 1))
    right = int((truth == passed).sum())
    columns = np.column_stack([truth == passed, truth, truth & passed, ~truth & ~passed, np.ones_like(truth)])
    sums = Replicates([group for _, _, group in known]).sums(columns.astype(np.float64))
    same, holds, passed_right, held_back, rows = sums.T
    by_groups = interval(share(same, rows))
    balanced = balanced_accuracy(~truth, ~passed)
    return Accuracy(
        labelled=len(known),
        right=right,
        accuracy=right / len(known),
        interval=by_groups or wilson(right, len(known)),
        balanced=balanced,
        balanced_interval=interval((share(passed_right, holds) + share(held_back, rows - holds)) / 2),
        by_groups=by_groups is not None,
    )


def _kappa(ratings: Sequence[Rating], one: int, other: int) -> Coefficient:
    try:
        return cohen(ratings, str(one), str(other))
    except InvalidInput as error:  # its library is not installed: the rest of the comparison stands
        return Coefficient(None, None, 0, None, str(error))
