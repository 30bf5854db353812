"""The mean of stated values: "80 on average" beside "71, 79 and 90"."""

from collections.abc import Sequence
from dataclasses import replace

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, alike, derived

AVERAGE = regex.compile(r"\b(?:average[sd]?|averaging|mean)\b", regex.IGNORECASE)
_AS_A_RULE = regex.compile(
    rf"{AVERAGE.pattern}|\b(?:avg|typical(?:ly)?|usual(?:ly)?|general(?:ly)?|normal(?:ly)?)\b|\bM =", regex.IGNORECASE
)
_SAME = 0.7
_LIST = regex.compile(r"\s*(?:,\s*(?:and|or)?|and|or)\s*")
_COUNTED = 2  # values beside which their number may stand: "three tests: 71, 79 and 90"
_MEAN = 0.002  # how far, in shares of it, a mean may be rounded


def average(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """The mean of the like values that one unit lists, of what the unit and those around it name."""
    same = [*alike(mention, terms), *_bare(mention, terms)]
    for unit in {id(t.alignment): t.alignment for t in same}.values():
        listed = sorted((t for t in same if t.alignment is unit), key=lambda t: t.mention.start)
        group = [t for t in listed if t.value != len(listed) - 1] if len(listed) > _COUNTED else listed
        if not _names_all(claim, unit):
            continue
        mean = sum(t.value for t in group) / max(1, len(group))
        if len(group) > 1 and abs(mean - mention.low) <= max(mention.step / 2, _MEAN * abs(mean)):
            text = f"({' + '.join(t.mention.text for t in group)}) ÷ {len(group)} = {mention.text}"
            return derived(mention, group[0], group[-1], text, len(group))
    return None


def _names_all(claim: Sentence, unit: Alignment) -> bool:
    """Whether all that a claim names is named there: the age of two people is not that of "the women"."""
    spoken = [*unit.scope.sentence.words, *(w for _, around in unit.scope.around for w in around.words)]
    told = (w for w in claim.words if not (AVERAGE.search(w.token.text) or acts(claim, w)))
    return all(any(similarity(w, one, claim.code) >= _SAME for one in spoken) for w in told)


def _bare(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """The numbers that a list leaves without their unit: "40, 60 and 80 euros"."""
    last = [t for t in alike(mention, terms) if mention.kind != "number"]
    found: list[Term] = []
    for term in reversed(terms):
        follows = next((t for t in (*found[-1:], *last) if t.alignment is term.alignment and _lists(term, t)), None)
        if term.mention.kind == "number" and follows is not None:
            size = follows.mention.size or 1.0
            found.append(replace(term, mention=replace(follows.mention, text=term.mention.text, low=term.value * size,
                                                       start=term.mention.start, end=term.mention.end)))  # fmt: skip
    return found


def _lists(one: Term, two: Term) -> bool:
    between = one.sentence.text[one.mention.end : two.mention.start]
    return one.mention.end <= two.mention.start and _LIST.fullmatch(between) is not None


def is_single(claim: Sentence, slot: Slot) -> bool:
    """Whether a claim gives as an average what a source gives for one of several."""
    source, mine = slot.alignment.scope.sentence, slot.mention
    like = sum((m.kind, m.unit) == (mine.kind, mine.unit) for m in source.mentions)
    several = like > 1 or any(
        m.kind == "number" and _LIST.fullmatch(source.text, m.end, mine.start) for m in source.mentions
    )
    return several and bool(AVERAGE.search(claim.text)) and not _AS_A_RULE.search(source.text)
