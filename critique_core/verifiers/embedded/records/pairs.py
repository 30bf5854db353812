"""Values that a claim gives to fields by name: whether each is its own field's, whatever other fields hold."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence
from critique_core.models import FindingKind
from critique_core.typed_values.mentions import mentions
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field
from critique_core.verifiers.embedded.records.triples import Paired, Triple, of_field, of_tiers, paired

_SURENESS = 0.9


def by_name(
    claim: Sentence, fields: Sequence[Field], alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """What each field or tier that the claim names says to the value it is given: its own, or one of another.

    A swap of two fields shows in no value by itself, since the source has both.
    """
    known = [
        (item.alignment, triple) for item in fields if item.kind in ("field", "cell") and (triple := of_field(item))
    ]
    prose = (alignment for alignment in alignments if alignment.scope.unit.kind == "prose")
    known += [(alignment, triple) for alignment in prose for triple in of_tiers(alignment)]
    values = [triple for _, triple in known]
    for pair in paired(claim.text, claim.text, values, claim.code):
        stated = claim.text[pair.start : pair.end]
        agrees = pair.triple.agrees(stated)
        if agrees or _of_another(stated, pair.triple, values):
            alignment = next(alignment for alignment, triple in known if triple is pair.triple)
            yield alignment, _observed(claim, pair, alignment, agrees=agrees)


def _observed(claim: Sentence, pair: Paired, alignment: Alignment, *, agrees: bool) -> Observation:
    triple, stated = pair.triple, claim.text[pair.start : pair.end]
    first = alignment.scope.unit.start
    called = triple.field if triple.forms else f"value for {' '.join(triple.subject)}"
    return Observation(
        _kind(stated), "agrees" if agrees else "conflicts", pair.start, pair.end, stated, triple.start - first,
        triple.end - first, triple.value, f"the source's {called} is {triple.value}", _SURENESS,
    )  # fmt: skip


def without_strangers(
    found: Sequence[tuple[Alignment, Observation]], own: Sequence[tuple[Alignment, Observation]]
) -> list[tuple[Alignment, Observation]]:
    """What was found, without what other fields say to a value that its ``own`` field bears out; that comes last."""
    agreed = [(seen_.start, seen_.end) for _, seen_ in own if seen_.agreement == "agrees"]
    kept = [
        (alignment, one)
        for alignment, one in found
        if one.agreement != "conflicts" or not any(one.start < end and start < one.end for start, end in agreed)
    ]
    return [*kept, *own]


def _of_another(stated: str, own: Triple, values: Sequence[Triple]) -> bool:
    """Whether another field, or another tier of it, holds the value in the source."""
    others = (one for one in values if one.source_id == own.source_id)
    return any(one.agrees(stated) for one in others if one.field != own.field or (not one.forms and one is not own))


def _kind(stated: str) -> FindingKind:
    typed = mentions(stated)
    return typed[0].kind if typed else "name"
