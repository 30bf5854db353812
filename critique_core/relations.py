"""What a stage may ask of two texts without knowing who answers."""

from typing import Literal, Protocol

Relation = Literal["bears", "answers", "excludes"]
"""Whether a text bears on a question, answers it, or excludes a statement."""


class Relate(Protocol):
    """Says how far ``text`` stands in ``relation`` to ``asked``, 0 to 1; ``None`` where it cannot tell."""

    def __call__(self, relation: Relation, asked: str, text: str) -> float | None:
        """See the class."""
        ...


def unknown(relation: Relation, asked: str, text: str) -> None:
    """Nobody is there to ask."""
    del relation, asked, text
