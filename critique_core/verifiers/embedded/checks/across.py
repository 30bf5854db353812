"""Checks that look across the sentences of a source: which event came first, and whose words or deeds they are."""

from collections.abc import Sequence

from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.crossings import crossings
from critique_core.verifiers.embedded.checks.genders import gendered
from critique_core.verifiers.embedded.checks.order import order_of_events
from critique_core.verifiers.embedded.checks.referents import referents
from critique_core.verifiers.embedded.checks.speakers import speakers
from critique_core.verifiers.embedded.checks.stated_comparisons import stated_comparisons

Seen = list[tuple[Alignment, Observation]]


def observe(claim: Sentence, alignments: Sequence[Alignment], found: Seen) -> Seen:
    """What was found, with what the sentences say together.

    An order that the source tells outweighs "not yet" and "earlier" read word by word.
    """
    order = list(order_of_events(claim, alignments))
    if order:
        found = [(a, o) for a, o in found if o.kind not in ("negation", "comparison")]
    for _, told in [(a, o) for a, o in found if o.kind == "comparison" and o.agreement == "agrees"]:
        found = [
            (a, o) for a, o in found if o is told or o.kind not in ("negation", "antonym") or not _overlap(o, told)
        ]
    compared = list(stated_comparisons(claim, alignments))
    for _, told in compared:
        found = [(a, o) for a, o in found if not _beside(o, told)]
    told = [
        *found,
        *order,
        *compared,
        *speakers(claim, alignments),
        *referents(claim, alignments),
        *gendered(claim, alignments),
    ]
    if not any(o.agreement == "conflicts" for _, o in told):
        told += crossings(claim, alignments)
    return told


def _beside(seen: Observation, told: Observation) -> bool:
    """Whether a check read only the word of degree, or its values, of a comparison that a source makes itself."""
    return seen.kind == "comparison" or _overlap(seen, told)


def _overlap(seen: Observation, told: Observation) -> bool:
    return seen.start < told.end and told.start < seen.end
