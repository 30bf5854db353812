"""The mean of stated values: "80 on average" beside "71, 79 and 90"."""

from collections.abc import Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, alike, derived

AVERAGE = regex.compile(r"\b(?:average[sd]?|averaging|mean)\b", regex.IGNORECASE)
_COUNTED = 2  # values beside which their number may stand: "three tests: 71, 79 and 90"
_MEAN = 0.002  # how far, in shares of it, a mean may be rounded


def average(mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """The mean of the like values that one unit lists."""
    same = alike(mention, terms)
    for unit in {id(t.alignment): t.alignment for t in same}.values():
        listed = [t for t in same if t.alignment is unit]
        group = [t for t in listed if t.value != len(listed) - 1] if len(listed) > _COUNTED else listed
        mean = sum(t.value for t in group) / max(1, len(group))
        if len(group) > 1 and abs(mean - mention.low) <= max(mention.step / 2, _MEAN * abs(mean)):
            text = f"({' + '.join(t.mention.text for t in group)}) ÷ {len(group)} = {mention.text}"
            return derived(mention, group[0], group[-1], text, len(group))
    return None


def is_single(claim: Sentence, slot: Slot) -> bool:
    """Whether a claim gives as an average what a source gives for one of several."""
    source = slot.alignment.scope.sentence
    return bool(AVERAGE.search(claim.text)) and not AVERAGE.search(source.text)
