"""From a model's numbers to what it believes of a claim, and from its windows to one belief."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import ModelError
from critique_core.verifiers.cross_encoder.presets import Outcome, Preset


@dataclass(frozen=True, slots=True)
class Belief:
    """P(supported) and P(contradicted) of a claim, as the model gives them.

    ``tokens`` holds, for a token classifier, the probability that the claim's token lacks support.
    """

    supported: float
    contradicted: float
    tokens: tuple[float, ...] = ()


def read(logits: NDArray[np.float64], preset: Preset, labels: Sequence[Outcome], tokens: Sequence[int] = ()) -> Belief:
    """The belief of one window; ``tokens`` are the places of the claim's tokens, for a token classifier.

    Probabilities are the softmax of the logits, at the temperature that the model was published with. A claim is as
    well supported as its worst token. Raises ``ModelError`` when the numbers are not what the preset says they are.
    """
    scores = _scores(logits, preset)
    if scores.shape[-1] != len(labels):
        raise ModelError(
            f"the model gives {scores.shape[-1]} numbers where {len(labels)} labels were named; name the right preset"
        )
    if not np.isfinite(scores).all():
        raise ModelError("the model gave no numbers for it (not a number, or infinite)")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    chances = powers / powers.sum(axis=-1, keepdims=True)
    if preset.head != "tokens":
        by_outcome = dict(zip(labels, chances.tolist(), strict=True))
        return Belief(by_outcome["supported"], by_outcome.get("contradicted", 0.0))
    if not tokens:
        raise ModelError("its words are none that the model reads")
    lacking = tuple(float(1.0 - chances[place, labels.index("supported")]) for place in tokens)
    return Belief(1.0 - max(lacking), 0.0, lacking)


def together(beliefs: Sequence[Belief]) -> Belief:
    """One belief from all windows: the best support anywhere (MiniCheck's rule), then the best contradiction.

    P(supported) is the greatest of the windows; P(contradicted) the greatest, but at most what support leaves. A token
    lacks support when it lacks it in every window, so its probability is the least of the windows.
    """
    if beliefs[0].tokens:
        lacking = tuple(map(min, zip(*(belief.tokens for belief in beliefs), strict=True)))
        return Belief(1.0 - max(lacking), 0.0, lacking)
    supported = max(belief.supported for belief in beliefs)
    return Belief(supported, min(max(belief.contradicted for belief in beliefs), 1.0 - supported))


def _scores(logits: NDArray[np.float64], preset: Preset) -> NDArray[np.float64]:
    """The numbers that count: one row of labels, or a row for each token."""
    wanted = 2 if preset.head == "tokens" else 1
    if logits.ndim == 2 and preset.head in ("first_token", "yes_no"):
        logits = logits[0]
    if logits.ndim != wanted:
        raise ModelError(
            f"the model gives numbers of {logits.ndim + 1} dimensions; preset {preset.name} is not its own"
        )
    if preset.head != "yes_no":
        return logits
    if logits.shape[0] <= max(preset.answers):
        raise ModelError(f"the model knows {logits.shape[0]} words; preset {preset.name} is not its own")
    return logits[list(preset.answers)]
