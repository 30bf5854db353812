"""A claim that denies something is judged by what it denies too.

The encoder hardly tells a statement from its denial: of 1,269 claims that their sources support, it took the denial for
supported in every second one. So the denied statement is read as a claim of its own, with every comparison that
belongs to it. The better the sources support it, above even odds, the worse the claim stands. What no source speaks of
is not denied by one either; this counts half, for its words may not be known. That they contradict it adds nothing.

A rule that denies what is beyond a limit ("cannot set up before 7 am") denies nothing else, and is read as that limit.
"""

import math
from dataclasses import replace

from critique_core.language.denial import affirmative, denied_limit
from critique_core.language.sentence import analyse
from critique_core.models import Claim, ClaimCandidates, Probabilities
from critique_core.typed_values import compare

_LONGEST = 20  # words; a longer claim says more than what its main verb denies
_JOINED = frozenset("and or nor".split())
"""Of "no A or B" each part is denied, and one that is untrue already speaks against "A or B"."""
_OF_SOURCES = frozenset(
    "passage passages source sources text texts document documents article articles context".split()
)
"""What a claim says of the sources themselves ("the passages do not say how") stands in none of them."""
_LEAST, _UNSAID = 0.004, 0.5
_LIMITS = ("time", "date", "quantity")
_BEHIND = 5  # characters from "before" to its value


def denied_statement(claim: Claim) -> Claim | None:
    """What an English claim denies, in its place; ``None`` where its main verb denies nothing, or it says more."""
    words = claim.text.casefold().split()
    if len(words) > _LONGEST or not (_JOINED | _OF_SOURCES).isdisjoint(words) or analyse(claim.text).limiting:
        return None
    statement = affirmative(claim.text)
    return claim.model_copy(update={"text": statement}) if statement else None


def as_limit(claim: Claim, candidates: ClaimCandidates) -> Claim:
    """An English claim that denies what is before or after a limit, told by the limit, where a source has that value.

    Other claims are as they were: "not before 8" is true of what opens at 9, and "from 8" is not.
    """
    told, at = denied_limit(claim.text) or ("", 0)
    limit = next((m for m in analyse(claim.text).mentions if told and 0 <= m.start - at <= _BEHIND), None)
    if limit is None or limit.kind not in _LIMITS:
        return claim
    plain = replace(limit, bound="")
    units = (unit for ranked in candidates.passages for unit in ranked.passage.units)
    stated = any(compare.follows(plain, replace(m, bound="")) for unit in units for m in analyse(unit.text).mentions)
    return claim.model_copy(update={"text": told}) if stated else claim


def beside_denied(supported: float, contradicted: float, denied: Probabilities) -> tuple[float, float]:
    """P(supported) and P(contradicted) of a claim, given the probabilities of the statement that it denies.

    The log odds of support fall by those, above even, with which the sources support the statement, or by half of those
    with which they leave it unsaid. What the claim loses is contradicted or unsupported like that.
    """
    against, unsaid = max(0.0, _log_odds(denied.supported)), max(0.0, _log_odds(denied.unsupported))
    moved = 1.0 / (1.0 + math.exp(against + _UNSAID * unsaid - _log_odds(supported)))
    moved = min(supported, round(moved, 4))
    return moved, contradicted if unsaid else round(contradicted + supported - moved, 4)


def _log_odds(chance: float) -> float:
    within = min(max(chance, _LEAST), 1.0 - _LEAST)
    return math.log(within / (1.0 - within))
