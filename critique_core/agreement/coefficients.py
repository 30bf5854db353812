"""Agreement beyond chance: Cohen's and Fleiss' kappa and Krippendorff's alpha.

The figures come from scikit-learn (Cohen), statsmodels (Fleiss) and NLTK (Krippendorff). Their intervals resample
claims, whole groups (answers that share their sources) at a time, with the same formulas written in sums, of which a
thousand can be drawn at once. A coefficient that cannot be computed is ``None`` with the reason, never 0 or 1, and an
interval that cannot be drawn is ``None`` with the reason too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from critique_core.agreement.tables import Rating, Table, counted, disagreeing, undefined
from critique_core.metrics.accuracy import Interval
from critique_core.tuning.counting import share
from critique_core.tuning.intervals import LEAST_GROUPS, UNSCATTERED, Numbers, Replicates, interval
from critique_core.tuning.libraries import library

_OTHER = "any other"
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Coefficient:
    """An agreement coefficient, 1 at best and 0 by chance, with its 95 % bootstrap interval.

    ``claims`` were rated by as many reviewers as it needs, of ``groups`` of answers that share no sources; ``observed``
    is the plain share of agreeing pairs of ratings. ``reason`` says why there is no value, or no interval.
    """

    value: float | None
    interval: Interval | None
    claims: int
    observed: float | None = None
    reason: str | None = None
    groups: int = 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement over all statuses, on each status against all others (Krippendorff's alpha), and by reviewer pair."""

    reviewers: tuple[str, ...]
    alpha: Coefficient
    fleiss: Coefficient
    by_status: dict[str, Coefficient]
    by_pair: dict[tuple[str, str], Coefficient]


def agreement(ratings: Sequence[Rating], *, resamples: int = _RESAMPLES, seed: int = 0) -> Agreement:
    """All coefficients for these ratings; a reviewer's later rating of a claim replaces the earlier."""
    latest = tuple({(rating.claim, rating.reviewer): rating for rating in ratings}.values())
    reviewers = tuple(sorted({rating.reviewer for rating in latest}))
    statuses = sorted({rating.status for rating in latest})
    return Agreement(
        reviewers=reviewers,
        alpha=krippendorff(latest, resamples=resamples, seed=seed),
        fleiss=fleiss(latest, resamples=resamples, seed=seed),
        by_status={
            status: krippendorff(_against_rest(latest, status), resamples=resamples, seed=seed) for status in statuses
        },
        by_pair={pair: cohen(latest, *pair, resamples=resamples, seed=seed) for pair in combinations(reviewers, 2)},
    )


def krippendorff(ratings: Sequence[Rating], *, resamples: int = _RESAMPLES, seed: int = 0) -> Coefficient:
    """Krippendorff's alpha for nominal data (2011): any number of reviewers, who need not all rate every claim."""
    counts = counted(ratings)
    table = counts.only(counts.ratings >= 2)
    if reason := undefined(table, "no claim was rated by two reviewers"):
        return _undefined(table, reason)
    several = set(table.claims)
    task: Any = library("nltk.metrics.agreement").AnnotationTask(
        [(one.reviewer, one.claim, one.status) for one in ratings if one.claim in several]
    )
    columns = np.column_stack([disagreeing(table), table.numbers])
    return _sure(float(task.alpha()), table, _interval(table, columns, _alpha, resamples, seed))


def fleiss(ratings: Sequence[Rating], *, resamples: int = _RESAMPLES, seed: int = 0) -> Coefficient:
    """Fleiss' kappa (1971), which needs the same number of ratings for each claim.

    Claims with the number that is most common among those with two or more are used, the greater of equally common
    numbers; ``claims`` says how many these are.
    """
    counts = counted(ratings)
    sizes = Counter(int(size) for size in counts.ratings if size >= 2)
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0)
    table = counts.only(counts.ratings == usual if usual else counts.ratings < 0)
    if reason := undefined(table, "no claim was rated by two reviewers"):
        return _undefined(table, reason)
    value = library("statsmodels.stats.inter_rater").fleiss_kappa(table.numbers, method="fleiss")
    columns = np.column_stack([disagreeing(table), table.numbers])
    return _sure(float(value), table, _interval(table, columns, _fleiss, resamples, seed))


def cohen(
    ratings: Sequence[Rating], first: str, second: str, *, resamples: int = _RESAMPLES, seed: int = 0
) -> Coefficient:
    """Cohen's kappa (1960) of two reviewers, on the claims that both rated."""
    by_first, by_second = (
        {one.claim: one for one in ratings if one.reviewer == reviewer} for reviewer in (first, second)
    )
    both = [(one, by_second[claim]) for claim, one in by_first.items() if claim in by_second]
    table = counted([rating for pair in both for rating in pair])
    if reason := undefined(table, "they rated no claim in common"):
        return _undefined(table, reason)
    sides = [[one.status for one in side] for side in zip(*both, strict=True)]
    value = library("sklearn.metrics").cohen_kappa_score(*sides)
    columns = np.column_stack(
        [
            [one.status == other.status for one, other in both],
            *([one == status for one in side] for side in sides for status in table.statuses),
        ]
    ).astype(np.float64)
    return _sure(float(value), table, _interval(table, columns, _cohen, resamples, seed))


# --- intervals ----------------------------------------------------------------------------------------------------


def _interval(
    table: Table, columns: Numbers, formula: Callable[[Numbers], Numbers], resamples: int, seed: int
) -> Interval | None:
    return interval(formula(Replicates(table.groups, resamples=resamples, seed=seed).sums(columns)))


def _sure(value: float, table: Table, found: Interval | None) -> Coefficient:
    """The coefficient with its interval, or with the reason why it has none."""
    groups, reason = len(set(table.groups)), None
    if groups < LEAST_GROUPS:
        reason = (
            f"an interval needs answers from at least {LEAST_GROUPS} different sets of sources that two have judged; "
            f"there {'is' if groups == 1 else 'are'} {groups}"
        )
    elif found is None:
        reason = UNSCATTERED
    return Coefficient(value, found, len(table.claims), table.observed, reason, groups)


def _undefined(table: Table, reason: str) -> Coefficient:
    return Coefficient(None, None, len(table.claims), table.observed, reason, len(set(table.groups)))


def _alpha(sums: Numbers) -> Numbers:
    unlike, given = sums[:, 0], sums[:, 1:]
    total = given.sum(axis=1)
    return 1 - share((total - 1) * unlike, total**2 - (given**2).sum(axis=1))


def _fleiss(sums: Numbers) -> Numbers:
    unlike, given = sums[:, 0], sums[:, 1:]
    total = given.sum(axis=1)
    return 1 - share(unlike * total, total**2 - (given**2).sum(axis=1))


def _cohen(sums: Numbers) -> Numbers:
    first, second = np.split(sums[:, 1:], 2, axis=1)
    total = first.sum(axis=1)
    chance = (first * second).sum(axis=1)
    return share(total * sums[:, 0] - chance, total**2 - chance)


def _against_rest(ratings: Sequence[Rating], status: str) -> list[Rating]:
    return [one if one.status == status else one._replace(status=_OTHER) for one in ratings]
