"""What is left of a revision that is refused as a whole: those of its changes that help.

A pure search over changes; the caller verifies the texts. Halves are tried first, then halves of what does not help, so
one bad change among many good ones costs few verifications.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from critique_core.models import Hunk

Checked = TypeVar("Checked")
MOST_CHECKS = 12
"""Verifications that one refused revision may cost at most; what is not tried by then is left out."""


@dataclass(frozen=True, slots=True)
class PartialRevision(Generic[Checked]):
    """The changes that help and how the text with them was judged; ``untried`` counts those not reached."""

    hunks: tuple[Hunk, ...]
    checked: Checked
    untried: int


def groups(hunks: Sequence[Hunk]) -> tuple[tuple[Hunk, ...], ...]:
    """The changes that are judged together: neighbours that put one claim right, all else alone."""
    found: list[list[Hunk]] = []
    for hunk in hunks:
        if found and hunk.claim_id is not None and found[-1][-1].claim_id == hunk.claim_id:
            found[-1].append(hunk)
        else:
            found.append([hunk])
    return tuple(tuple(group) for group in found)


def in_words(offered: int, kept: int, untried: int) -> str:
    """How many of the changes are kept and what became of the others, in words for a reader."""
    left_out = offered - kept - untried
    words = f"{kept} of {offered} changes kept"
    words += f", {left_out} left out, with which it was no better" if left_out else ""
    return words + (f", {untried} not tried by themselves" if untried else "")


def helpful(
    hunks: Sequence[Hunk],
    before: Checked,
    check: Callable[[tuple[Hunk, ...]], Checked],
    better: Callable[[Checked, Checked], bool],
) -> PartialRevision[Checked] | None:
    """The part of ``hunks`` that helps where all of them together do not; ``None`` when no part was found.

    ``check`` judges the text with some of the changes made, ``better`` decides whether the second judgement is to be
    preferred. Each step must be better than the one before it, so every change that is kept helps next to the others,
    and better than ``before``: small losses that a single step may have do not add up.
    At most ``MOST_CHECKS`` verifications.
    """
    return _Search(before, check, better).of(groups(hunks))


class _Search(Generic[Checked]):
    """The search so far: ``kept`` changes and how the text with them was judged."""

    def __init__(
        self,
        before: Checked,
        check: Callable[[tuple[Hunk, ...]], Checked],
        better: Callable[[Checked, Checked], bool],
    ) -> None:
        self._check, self._better = check, better
        self._kept: tuple[Hunk, ...] = ()
        self._before = self._current = before
        self._checks = self._untried = 0

    def of(self, every: Sequence[tuple[Hunk, ...]]) -> PartialRevision[Checked] | None:
        """The part that helps, of groups that were refused together."""
        self._halves(every)
        return PartialRevision(self._kept, self._current, self._untried) if self._kept else None

    def _halves(self, refused: Sequence[tuple[Hunk, ...]]) -> None:
        middle = len(refused) // 2
        for half in (refused[:middle], refused[middle:]) if middle else ():
            self._try(half)

    def _try(self, some: Sequence[tuple[Hunk, ...]]) -> None:
        if self._checks == MOST_CHECKS:
            self._untried += sum(map(len, some))
            return
        self._checks += 1
        wanted = tuple(sorted((*self._kept, *(hunk for group in some for hunk in group)), key=lambda hunk: hunk.start))
        after = self._check(wanted)
        if self._better(self._current, after) and self._better(self._before, after):
            self._kept, self._current = wanted, after
        else:
            self._halves(some)
