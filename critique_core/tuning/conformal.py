"""Conformal risk control (Angelopoulos, Bates, Fisch, Lei and Schuster 2022/2024): a threshold with a guarantee.

A miss is an unsupported claim passed as supported. The loss of a group (an answer with its claims, or all answers that
share their sources) is the share of its unsupported claims that are missed; groups without an unsupported claim have
nothing to miss and stay out. The loss lies between 0 and 1 and never rises with the threshold. With ``n`` groups and
their mean loss R(t), any t with ``(n R(t) + 1) / (n + 1) <= alpha`` has an expected loss of at most ``alpha`` on the
next group.

This holds for any verifier, calibrated or not, and any ``n``. It assumes that the labelled groups and the next one are
exchangeable: drawn alike from the same work, labelled alike, and judged by the same verifier. It is a promise on
average over label sets, not for each one of them, and says nothing of answers of another kind.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import InvalidInput
from critique_core.models.base import PROBABILITY_PLACES
from critique_core.tuning.intervals import Numbers

_STEP = 10**PROBABILITY_PLACES


def groups_needed(alpha: float) -> int:
    """The fewest groups with an unsupported claim that can promise ``alpha`` at all: n + 1 >= 1 / alpha."""
    return math.ceil(round(1 / alpha, 9)) - 1


def conformal_threshold(
    probability: Numbers, supported: NDArray[np.bool_], groups: Sequence[int] | NDArray[np.intp], alpha: float
) -> float:
    """The lowest threshold, to 4 places, whose expected share of missed unsupported claims is at most ``alpha``.

    Raises ``InvalidInput`` when there are too few groups for any threshold to promise that, or when so many unsupported
    claims have probability 1 that no threshold holds them back.
    """
    _, owner = np.unique(np.asarray(groups)[~supported], return_inverse=True)
    n = int(owner.max()) + 1 if owner.size else 0
    if n < groups_needed(alpha):
        raise InvalidInput(
            f"alpha {alpha:g} cannot be promised from {n} answers that hold an unsupported claim (answers that share "
            f"sources count as one): at least {groups_needed(alpha)} are needed (n + 1 >= 1 / alpha); label more "
            f"answers, or choose an alpha of at least {1 / (n + 1):.3g}"
        )
    wrong = probability[~supported]
    weight = 1 / np.bincount(owner)[owner]
    order = np.argsort(-wrong, kind="stable")
    loss = np.cumsum(weight[order])  # of passing this claim and all above it, summed over the groups
    allowed = (n + 1) * alpha - 1 + 1e-9
    falling = wrong[order]
    last_of_value = np.append(falling[1:] != falling[:-1], True)
    too_much = falling[last_of_value & (loss > allowed)]
    if not too_much.size:
        return 0.0
    threshold = (math.floor(round(float(too_much[0]) * _STEP, 6)) + 1) / _STEP
    if threshold > 1:
        raise InvalidInput(
            f"alpha {alpha:g} cannot be promised: too many unsupported claims have probability 1, which every "
            "threshold passes; recalibrate, or use another verifier"
        )
    return threshold
