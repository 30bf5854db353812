"""Meaning that turns without a value changing: negation, opposites, quantifiers, modality and who did what to whom.

Each check looks at a claim laid over one source unit and yields observations, or none; each lives in its own module.
"""

from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.antecedents import antecedents
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.bearers import bearers
from critique_core.verifiers.embedded.checks.bindings import bindings
from critique_core.verifiers.embedded.checks.contrasts import contrasts
from critique_core.verifiers.embedded.checks.degrees import degrees
from critique_core.verifiers.embedded.checks.hedges import hedges
from critique_core.verifiers.embedded.checks.modality import modality, promised
from critique_core.verifiers.embedded.checks.places import placements
from critique_core.verifiers.embedded.checks.polarity import polarity
from critique_core.verifiers.embedded.checks.poles import poles
from critique_core.verifiers.embedded.checks.quantifiers import quantifiers
from critique_core.verifiers.embedded.checks.reasons import reasons
from critique_core.verifiers.embedded.checks.restrictions import restrictions
from critique_core.verifiers.embedded.checks.roles import roles
from critique_core.verifiers.embedded.checks.shares import shares
from critique_core.verifiers.embedded.checks.tiers import tiers
from critique_core.verifiers.embedded.checks.trends import trends

__all__ = ["Observation", "observe"]

_BEFORE = frozenset("earlier previous previously former formerly".split())


def observe(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """All observations of meaning on one alignment, at most one of each kind of check."""
    apart = list(contrasts(claim, alignment)) or list(poles(claim, alignment))
    counted = [] if _earlier(claim, alignment) else quantifiers(claim, alignment)
    found = [*(apart or polarity(claim, alignment)), *counted, *roles(claim, alignment)]
    if not any(o.kind in ("quantifier", "antonym") for o in found) and not _earlier(claim, alignment):
        counted = list(degrees(claim, alignment)) or list(shares(claim, alignment))
        found += (counted or list(restrictions(claim, alignment)))[:1]
    if not any(o.kind == "role" for o in found):
        found += list(antecedents(claim, alignment))[:1]
    if not found:
        found += list(trends(claim, alignment)) or list(bearers(claim, alignment))[:1]
    if not found:
        found += list(placements(claim, alignment)) or list(tiers(claim, alignment))
    if not found:
        found += list(bindings(claim, alignment))[:1]
    found += modality(claim, alignment) or promised(claim, alignment) or list(hedges(claim, alignment))
    found += list(reasons(claim, alignment))
    return found


def _earlier(claim: Sentence, alignment: Alignment) -> bool:
    """Whether the unit counts at an earlier time ("in an earlier trial"), which the claim does not speak of."""
    return bool(alignment.scope.sentence.functions & _BEFORE) and not claim.functions & _BEFORE
