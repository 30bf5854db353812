"""A review as it is exported: everything that is needed to put it back."""

from critique_core.models import (
    Critique,
    Decision,
    Item,
    Run,
    Value,
)


class ReviewExport(Value):
    """One review in one file: the item, every run and critique of it, and every decision in sequence.

    ``version`` is that of this form; it changes when a reader of the old form would be misled.
    """

    version: int = 1
    item: Item
    runs: tuple[Run, ...]
    critiques: tuple[Critique, ...]
    decisions: tuple[Decision, ...]
