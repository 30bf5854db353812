"""What a stage may ask of two texts without knowing who answers."""

import math
from dataclasses import dataclass
from typing import Literal, Protocol

TextRelation = Literal["bears", "answers", "excludes", "supports"]
"""Whether a text concerns a question, answers it, or excludes or supports a statement."""

_NEVER, _SURE = 0.02, 0.98


class Relate(Protocol):
    """Says how far ``text`` is in ``relation`` to ``asked``, 0 to 1; ``None`` where it cannot know."""

    def __call__(self, relation: TextRelation, asked: str, text: str) -> float | None:
        """See the class."""
        ...


def unknown(relation: TextRelation, asked: str, text: str) -> None:
    """No one is there to ask."""
    del relation, asked, text


@dataclass(frozen=True, slots=True)
class Blend:
    """P(relation) from a score of the words and a reading of the meaning, both 0 to 1: logistic in their log odds.

    The coefficients are fitted by ``training/fit_related.py``; none is negative, so that more of either is never less.
    """

    words: float
    meaning: float
    bias: float

    def __call__(self, words: float, meaning: float) -> float:
        """The probability, 0 to 1."""
        return 1 / (1 + math.exp(-(self.words * log_odds(words) + self.meaning * log_odds(meaning) + self.bias)))


def log_odds(chance: float) -> float:
    """The log odds of a probability; neither words nor meaning is ever surer than 49 to 1."""
    bounded = min(max(chance, _NEVER), _SURE)
    return math.log(bounded / (1 - bounded))
