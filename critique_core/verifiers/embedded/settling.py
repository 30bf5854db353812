"""Values seen again in the light of what comparisons, arithmetic and fields say of the same words."""

from collections.abc import Sequence

from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.checks.base import Observation

Seen = Sequence[tuple[Alignment, Observation]]
"""Observations with the alignments they were made on."""


def settle(mention: Mention, outcome: str, seen: Seen) -> tuple[str, Slot | None] | None:
    """The outcome that an observation gives a claim's value instead of its own, with the place that states it.

    What a field states settles a value for or against. A comparison that holds settles the values beside it that its
    sentence states too ("faster over 400 metres"). ``None`` when nothing changes.
    """
    for alignment, observation in seen:
        if observation.start <= mention.start and mention.end <= observation.end and observation.kind != "comparison":
            if observation.agreement == "agrees" and outcome in ("missing", "conflicts"):
                return "agrees", _stated(mention, alignment)
            if observation.agreement == "conflicts" and outcome == "agrees":
                return "unsaid", None
    for alignment, observation in seen:
        if (
            observation.kind == "comparison"
            and observation.agreement == "agrees"
            and outcome in ("missing", "conflicts")
        ):
            slot = _stated(mention, alignment)
            if slot is not None:
                return "agrees", slot
    return None


def _stated(mention: Mention, alignment: Alignment) -> Slot | None:
    for other in alignment.scope.sentence.mentions:
        if compare.comparable(mention, other) and compare.agrees(mention, other):
            return Slot(alignment, other, 1.0, agrees=True)
    return None
