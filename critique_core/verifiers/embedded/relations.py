"""Meaning that turns without a value changing: negation, opposites, quantifiers, modality and who did what to whom.

Each check looks at a claim laid over one source unit and yields observations, or none; each lives in its own module.
"""

from critique_core.verifiers.embedded.alignment import Alignment
from critique_core.verifiers.embedded.analysis import Sentence
from critique_core.verifiers.embedded.antecedents import antecedents
from critique_core.verifiers.embedded.bindings import bindings
from critique_core.verifiers.embedded.degrees import degrees
from critique_core.verifiers.embedded.modality import modality, promised
from critique_core.verifiers.embedded.observation import Observation
from critique_core.verifiers.embedded.polarity import polarity
from critique_core.verifiers.embedded.quantifiers import quantifiers
from critique_core.verifiers.embedded.roles import roles

__all__ = ["Observation", "observe"]


def observe(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """All observations of meaning on one alignment, at most one of each kind of check."""
    found = [*polarity(claim, alignment), *quantifiers(claim, alignment), *roles(claim, alignment)]
    if not any(o.kind in ("quantifier", "antonym") for o in found):
        found += list(degrees(claim, alignment))[:1]
    if not any(o.kind == "role" for o in found):
        found += list(antecedents(claim, alignment))[:1]
    if not found:
        found += list(bindings(claim, alignment))[:1]
    found += modality(claim, alignment) or promised(claim, alignment)
    return found
