"""Values that a claim gives to fields by name: whether each is its own field's, whatever other fields hold."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence
from critique_core.models import FindingKind
from critique_core.typed_values.mentions import mentions
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field
from critique_core.verifiers.embedded.records.match import seen
from critique_core.verifiers.embedded.records.triples import Triple, of_field, paired

_SURENESS = 0.9


def by_name(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """What each field that the claim names says to the value it is given: its own, or one of another field.

    A swap of two fields shows in no value by itself, since the source has both.
    """
    known = [(item, triple) for item in fields if item.kind in ("field", "cell") and (triple := of_field(item))]
    values = [triple for _, triple in known]
    for pair in paired(claim.text, claim.text, values, claim.code):
        stated = claim.text[pair.start : pair.end]
        agrees = pair.triple.agrees(stated)
        if agrees or _of_another(stated, pair.triple, values):
            item = next(item for item, triple in known if triple is pair.triple)
            yield seen(claim, item, pair.start, pair.end, agrees=agrees, kind=_kind(stated), sureness=_SURENESS)


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
    """Whether another field of the source holds the value."""
    return any(one.field != own.field and one.source_id == own.source_id and one.agrees(stated) for one in values)


def _kind(stated: str) -> FindingKind:
    typed = mentions(stated)
    return typed[0].kind if typed else "name"
