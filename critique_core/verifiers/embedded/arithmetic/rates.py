"""What a stated rate comes to: "118 euros a night" for three nights, "$3 per user" for 20 users."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, heads
from critique_core.typed_values.currencies import same_currency
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, derived, equal


def product(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A claim's amount as a rate times a number that the claim or the rate's surroundings give of its base."""
    if mention.per or mention.bound:
        return None
    for rate in terms:
        if not rate.mention.per or rate.mention.bound or not _alike(mention, rate.mention):
            continue
        for count, said in _counts(claim, rate, terms):
            if count > 1 and equal(mention.low, rate.value * count, mention):
                text = f"{said} at {rate.mention.text} make {mention.text}"
                return derived(mention, rate, rate, text, int(count) if count.is_integer() else 0)
    return None


def _alike(mention: Mention, rate: Mention) -> bool:
    if mention.kind == rate.kind == "currency":
        return same_currency(mention.unit, rate.unit)
    return mention.kind == rate.kind and mention.unit == rate.unit


def _counts(claim: Sentence, rate: Term, terms: Sequence[Term]) -> Iterator[tuple[float, str]]:
    """How often a rate's base is stated: in the claim, then beside the rate."""
    base = rate.mention
    for sentence, stated in ((claim, claim.mentions), *((t.sentence, (t.mention,)) for t in terms if t.beside(rate))):
        for other in stated:
            if other.unit == base.per and other.kind == "quantity":
                yield other.low / base.per_size, other.text
            elif other.kind == "number" and any(base.per in word.keys for word in heads(sentence, other)[:2]):
                yield other.low, other.text
