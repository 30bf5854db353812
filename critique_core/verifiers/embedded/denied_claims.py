"""A claim that denies something is judged by what it denies too.

The encoder hardly tells a statement from its denial: of 1,269 claims that their sources support, it took the denial for
supported in every second one. So the denied statement is read as a claim of its own, with every comparison that
belongs to it. The better the sources support it, the worse the claim stands; where they contradict it, the claim gains.
Only odds above even count, for of a statement that no source speaks of nothing follows for its denial.
"""

import math

from critique_core.language.denial import affirmative
from critique_core.models import Claim, Probabilities

_LONGEST = 20  # words; a longer claim says more than what its main verb denies
_JOINED = frozenset("and or nor".split())
"""Of "no A or B" each part is denied, and one that is untrue already speaks against "A or B"."""
_OF_SOURCES = frozenset(
    "passage passages source sources text texts document documents article articles context".split()
)
"""What a claim says of the sources themselves ("the passages do not say how") stands in none of them."""
_LEAST = 0.004


def denied_statement(claim: Claim) -> Claim | None:
    """What an English claim denies, in its place; ``None`` where its main verb denies nothing, or it says more."""
    words = claim.text.casefold().split()
    if len(words) > _LONGEST or not (_JOINED | _OF_SOURCES).isdisjoint(words):
        return None
    statement = affirmative(claim.text)
    return claim.model_copy(update={"text": statement}) if statement else None


def beside_denied(supported: float, contradicted: float, denied: Probabilities) -> tuple[float, float]:
    """P(supported) and P(contradicted) of a claim, given the probabilities of the statement that it denies.

    The log odds of support fall by those, above even, with which the sources support the statement, and rise by those
    with which they contradict it. What the claim loses is contradicted.
    """
    against, favour = _above_even(denied.supported), _above_even(denied.contradicted)
    odds = math.log(_within(supported) / (1.0 - _within(supported)))
    moved = round(1.0 / (1.0 + math.exp(against - favour - odds)), 4)
    if moved < supported:
        return moved, round(contradicted + supported - moved, 4)
    rest = 1.0 - supported
    return moved, round(contradicted * (1.0 - moved) / rest, 4) if rest else 0.0


def _above_even(chance: float) -> float:
    return max(0.0, math.log(_within(chance) / (1.0 - _within(chance))))


def _within(chance: float) -> float:
    return min(max(chance, _LEAST), 1.0 - _LEAST)
