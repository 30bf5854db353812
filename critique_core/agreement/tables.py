"""Ratings of claims by reviewers, counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from critique_core.tuning.intervals import Numbers


class Rating(NamedTuple):
    """One reviewer's status for one claim; claims of one ``group`` are not independent."""

    claim: str
    reviewer: str
    status: str
    group: str


@dataclass(frozen=True, slots=True)
class Table:
    """How many reviewers gave each status (columns) to each claim (rows)."""

    numbers: Numbers
    claims: tuple[str, ...]
    groups: tuple[str, ...]
    statuses: tuple[str, ...]

    @property
    def ratings(self) -> Numbers:
        """How many ratings each claim has."""
        return self.numbers.sum(axis=1)

    @property
    def observed(self) -> float | None:
        """The share of agreeing pairs, each claim with equal weight."""
        several = self.numbers[self.ratings >= 2]
        size = several.sum(axis=1)
        agreeing = (several * (several - 1)).sum(axis=1) / (size * (size - 1))
        return float(agreeing.mean()) if len(several) else None

    def only(self, rows: NDArray[np.bool_]) -> "Table":
        """The claims that a mask keeps."""
        places = np.flatnonzero(rows).tolist()
        return Table(
            self.numbers[places],
            tuple(self.claims[place] for place in places),
            tuple(self.groups[place] for place in places),
            self.statuses,
        )


def counted(ratings: Sequence[Rating]) -> Table:
    """Count ratings; a reviewer's ratings of one claim are all counted, so hand in one each."""
    group_of = {rating.claim: rating.group for rating in ratings}
    row = {claim: place for place, claim in enumerate(group_of)}
    statuses = sorted({rating.status for rating in ratings})
    column = {status: place for place, status in enumerate(statuses)}
    numbers = np.zeros((len(row), len(column)))
    for rating in ratings:
        numbers[row[rating.claim], column[rating.status]] += 1
    return Table(numbers, tuple(row), tuple(group_of.values()), tuple(statuses))


def undefined(table: Table, nothing: str) -> str | None:
    """Why no coefficient can be computed, ``nothing`` when there is no claim; ``None`` when one can."""
    if not table.claims:
        return nothing
    given = [status for status, column in zip(table.statuses, table.numbers.T, strict=True) if column.any()]
    return f"every rating is {given[0]!r}, so agreement by chance would be complete too" if len(given) < 2 else None


def disagreeing(table: Table) -> Numbers:
    """Pairs of unlike ratings within each claim, each rating counted once, as Krippendorff's coincidences are."""
    size = table.ratings
    return (size**2 - (table.numbers**2).sum(axis=1)) / (size - 1)
