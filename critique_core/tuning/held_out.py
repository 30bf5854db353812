"""The part of the labels that no threshold is chosen on, and how many more labels are needed."""

import hashlib
import math
from collections.abc import Iterable

from critique_core.tuning.labels import Label

HELD_OUT_SHARE = 0.3
_DIGITS = 13  # of the hash: as many as a float holds exactly


def is_held_out(group: str, share: float = HELD_OUT_SHARE) -> bool:
    """Whether a group's labels are kept for measuring alone.

    The hash of the group's name decides, never a label, so that a claim stays on its side however it is labelled,
    whatever else is labelled later, and in every process.
    """
    digest = hashlib.sha256(f"claimlens held out\n{group}".encode("utf-8", "surrogatepass")).hexdigest()
    return int(digest[:_DIGITS], 16) / 16**_DIGITS < share


def parted(labels: Iterable[Label], share: float = HELD_OUT_SHARE) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """The labels to tune on, and those held out."""
    tuning: list[Label] = []
    held: list[Label] = []
    for label in labels:
        (held if is_held_out(label.group, share) else tuning).append(label)
    return tuple(tuning), tuple(held)


def labels_needed(labels: int, width: float | None, wanted: float) -> int:
    """How many labels in all make an interval of ``width``, found with ``labels``, as narrow as ``wanted``.

    An interval's width falls with the square root of the labels when more of the same kind come in, also when claims
    of one answer hang together. Without an interval the worst share of independent labels is in: one half, by
    the normal interval of 95 %.
    """
    if width is None:
        return math.ceil((1.96 / wanted) ** 2)
    return max(math.ceil(labels * (width / wanted) ** 2), 1)
