"""One change of a text."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal[
    "number", "percentage", "money", "unit", "date", "time", "version", "identifier", "quantifier", "comparison",
    "condition", "name", "negation",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
"""In the order in which they claim a place that more than one kind could change."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """``new`` in the place of ``old``, which is ``text[start:end]`` in code points; a dropped condition's is empty."""

    kind: Kind
    start: int
    end: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text with this change. Raises ``ValueError`` for a text that does not have ``old`` at its place."""
        if text[self.start : self.end] != self.old:
            raise ValueError(f"the text does not have {self.old!r} at {self.start}")
        return text[: self.start] + self.new + text[self.end :]
