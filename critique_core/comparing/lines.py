"""One claim, or one answer where policies are compared, with what each contender says of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from critique_core.comparing.answers import Answer, Truth
from critique_core.models import Recommendation, Status

Label = Status | Recommendation
_PASSES: frozenset[Label] = frozenset(("supported", "accept"))


def passes(label: Label) -> bool:
    """Whether the label lets the claim or the answer through: supported, or to be sent."""
    return label in _PASSES


@dataclass(frozen=True, slots=True)
class Said:
    """What one contender says: a status or a recommendation, with its P(supported) or confidence and its reason.

    ``left_out`` says why this counts neither as agreement nor as a difference; ``None`` when it counts. ``gate`` is
    what the confidence is held against, ``None`` of a status.
    """

    label: Label
    probability: float | None = None
    reasoning: str = ""
    left_out: str | None = None
    gate: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """``said`` has one entry a contender, in their order. ``number`` is the claim's in its draft, from 1.

    ``claim_id`` is ``None`` and ``text`` the answer's title where policies are compared.
    """

    answer: Answer
    number: int
    text: str
    said: tuple[Said, ...]
    claim_id: str | None = None
    truth: Truth | None = None

    @property
    def name(self) -> str:
        """What identifies the line in its comparison."""
        return f"{self.answer.name}/{self.claim_id or ''}"

    @property
    def compared(self) -> bool:
        """Whether at least two contenders say something that counts."""
        return sum(one.left_out is None for one in self.said) > 1

    @property
    def differs(self) -> bool:
        """Whether two contenders give different labels."""
        return len({one.label for one in self.said if one.left_out is None}) > 1

    @property
    def at_odds(self) -> bool:
        """Whether one contender passes what another does not."""
        return len({passes(one.label) for one in self.said if one.left_out is None}) > 1


def disagreements_first(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines on which one contender passes what another does not, then other differences, then the rest; else stable."""
    return tuple(sorted(lines, key=lambda line: (not line.at_odds, not line.differs)))
