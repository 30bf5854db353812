"""By how many times one thing is more than another: "twice as many goats as sheep", "half as long as the old one".

Both values have to be stated, each of its own thing, as for any comparison (``comparisons``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from critique_core.language.sentence import Sentence
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.scales import Degree, scale
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.comparisons import Comparison, best_pair, split_at

_SURE = 0.8
_FACTORS = {"twice": 2.0, "double": 2.0, "thrice": 3.0, "half": 0.5}
_ROUGHLY, _EXACTLY = 0.15, 0.02
_FARTHEST = 6  # tokens between "as many" and its second "as"
_PER = frozenset(("a", "an", "per"))
_LOOSE = frozenset("about around almost nearly roughly some over".split())


def multiples(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """Whether the values of the two things that a claim compares are the one so many times the other."""
    tokens = claim.tokens
    for at in range(1, len(tokens) - 2):
        kinds = scale(tokens[at + 1].norm) if tokens[at].norm == "as" else None
        told = _factor(claim, at)
        pivot = next((i for i in range(at + 2, min(at + 2 + _FARTHEST, len(tokens))) if tokens[i].norm == "as"), None)
        if kinds is None or told is None or pivot is None or any(word.denied for word in claim.words):
            continue
        first, factor = told
        comparison = split_at(claim, Degree(first, at + 1, tokens[at + 1].norm, kinds), pivot)
        pair = best_pair(claim, _without_base(claim, comparison), alignments) if comparison is not None else None
        if pair is None or not pair[1].mention.low:
            return
        one, two = pair[0].mention, pair[1].mention
        yield pair[0].alignment, _observation(claim, (first, at + 1), one, two, _is_met(claim, one, two, factor))
        return


def _without_base(claim: Sentence, comparison: Comparison) -> Comparison:
    """The comparison without the base of a rate in its measure: "as much a year as"."""
    kept = (w for w in comparison.measure if w.index and claim.tokens[w.index - 1].norm not in _PER)
    return replace(comparison, measure=tuple(kept))


def _factor(claim: Sentence, at: int) -> tuple[int, float] | None:
    """Where the factor before an "as" begins, and its size: "twice", "three times"."""
    before = claim.tokens[at - 1]
    if before.norm in _FACTORS:
        return at - 1, _FACTORS[before.norm]
    number = next((m for m in claim.mentions if m.kind == "number" and before.start - 1 <= m.end <= before.start), None)
    if before.norm != "times" or number is None:
        return None
    return next((i, number.low) for i, token in enumerate(claim.tokens) if token.start >= number.start)


def _is_met(claim: Sentence, one: Mention, two: Mention, factor: float) -> bool:
    loose = _ROUGHLY if claim.functions & _LOOSE else _EXACTLY
    return abs(one.low / two.low / factor - 1.0) <= loose


def _observation(claim: Sentence, place: tuple[int, int], one: Mention, two: Mention, agrees: bool) -> Observation:
    start, end = claim.tokens[place[0]].start, claim.tokens[place[1]].end
    text = claim.text[start:end]
    reason = f"the source gives {one.text} and {two.text}, so “{text}” is {'right' if agrees else 'wrong'}"
    places = (start, end, text, one.start, one.end, one.text)
    return Observation("comparison", "agrees" if agrees else "conflicts", *places, reason, _SURE)
