"""The units that a verdict rests on, quoted."""

from collections.abc import Iterator

from critique_core.language.frames import Chunk, subject_of
from critique_core.models import Evidence, Probabilities, Relation, SourceDocument
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import slots
from critique_core.verifiers.embedded.explanation.findings import LIKELY
from critique_core.verifiers.embedded.reading import Reading

_RELATED = 0.2
_SPOKEN_OF, _NAMED = 0.3, 0.6
_MOST_EVIDENCE = 4
_DERIVED_SCORE = 0.7
_CORROBORATES = 0.75
_AS_FIT = 0.03
_STANCES: dict[str, Relation | None] = {"conflicts": "contradicts", "agrees": None}


def evidence(
    reading: Reading, probabilities: Probabilities, sources: dict[str, SourceDocument]
) -> tuple[Evidence, ...]:
    """The units that decided, quoted whole, those that support or contradict first, then the strongest."""
    if reading.focus is None:
        return ()
    held: dict[int, tuple[Alignment, Relation, float]] = {}
    for alignment, relation, score in _bearing(reading, _stance(reading, probabilities)):
        if score <= 0.0:
            continue  # a unit that mentions nothing in the claim is no evidence for it
        known = held.get(id(alignment))
        if known is not None and known[1] == "contradicts":
            relation = known[1]  # noqa: PLW2901 - what contradicts in one place does not support in another
        held[id(alignment)] = (alignment, relation, max(score, known[2] if known else 0.0))
    ordered = sorted(held.values(), key=lambda e: (e[1] == "context", -e[2], e[0].scope.rank))[:_MOST_EVIDENCE]
    return tuple(
        Evidence(
            source_id=alignment.scope.source_id,
            start=alignment.scope.unit.start,
            end=alignment.scope.unit.end,
            quote=sources[alignment.scope.source_id].content[alignment.scope.unit.start : alignment.scope.unit.end],
            relation=relation,
            score=round(min(1.0, score), 4),
        )
        for alignment, relation, score in ordered
    )


def _stance(reading: Reading, probabilities: Probabilities) -> Relation:
    """How the unit that says most about a claim is taken, where no comparison of its own tells."""
    if probabilities.supported >= LIKELY:
        return "supports"
    told = reading.of("conflicts") or reading.conflicts or reading.leaves_out
    return "contradicts" if probabilities.contradicted >= LIKELY and not told else "context"


def _bearing(reading: Reading, overall: Relation) -> Iterator[tuple[Alignment, Relation, float]]:
    """Each unit that concerns the claim, with how and how strongly; a unit may come more than once."""
    supports = overall == "supports"
    stance: Relation = "supports" if supports else "context"
    if reading.focus is not None and (reading.focus.coverage >= _RELATED or supports):
        yield from _saying_most(reading, reading.focus, overall)
    for value in reading.values:
        if value.slot is not None and value.outcome in ("agrees", "conflicts"):
            yield value.slot.alignment, "contradicts" if value.outcome == "conflicts" else stance, value.slot.fit
        if value.derived is not None:
            for alignment, _ in (value.derived.first, value.derived.second):
                yield alignment, stance, _DERIVED_SCORE
    if supports:
        yield from _corroborating(reading)
        yield from _disagreeing(reading)
    for case in reading.omission.others if reading.omission is not None else ():
        yield case.slot.alignment, "context", case.slot.fit
    for alignment, seen in reading.observations:
        if seen.agreement in _STANCES:
            yield alignment, _STANCES[seen.agreement] or stance, seen.sureness


def _saying_most(reading: Reading, focus: Alignment, overall: Relation) -> Iterator[tuple[Alignment, Relation, float]]:
    """The focus, behind the unit about the claim's subject where it is about another thing."""
    supports = overall == "supports"
    own = _of_its_subject(reading, focus) if supports else None
    if own is not None:
        yield own, overall, focus.coverage
    bears = own is None and (not supports or _has_a_value(reading, focus))
    yield focus, overall if bears else "context", focus.coverage


def _of_its_subject(reading: Reading, focus: Alignment) -> Alignment | None:
    """The unit about what the claim is about, where the focus is about another thing and states no value of it.

    "The sauna isn't open on Mondays" rests on "The sauna is open Tuesday to Sunday", not on the pool's hours.
    """
    claim = reading.claim
    subject = subject_of(claim, claim.statements[0]) if claim.code == "en" and claim.statements else None
    told = any(v.slot is not None and v.slot.alignment is focus for v in reading.values)
    if subject is None or not subject.words or told or focus.scope.sentence.has_pronoun or _names(focus, subject):
        return None
    beside = (a for a in reading.alignments if a.scope.source_id == focus.scope.source_id and a.inside >= _SPOKEN_OF)
    return next((a for a in beside if _names(a, subject)), None)


def _names(alignment: Alignment, subject: Chunk) -> bool:
    """Whether a unit itself has the head of a subject."""
    head = subject.words[-1].index
    return any(pair.claim.index == head and pair.strength >= _NAMED for pair in alignment.pairs)


def _disagreeing(reading: Reading) -> Iterator[tuple[Alignment, Relation, float]]:
    """Units of other sources that state another value in the very place of one that agrees."""
    for value in reading.of("agrees"):
        if value.slot is None:
            continue
        own = value.slot.alignment.scope.source_id
        for slot in slots(reading.claim, value.mention, reading.alignments):
            if not slot.agrees and slot.alignment.scope.source_id != own and slot.fit >= value.slot.fit - _AS_FIT:
                yield slot.alignment, "contradicts", slot.fit


def _corroborating(reading: Reading) -> Iterator[tuple[Alignment, Relation, float]]:
    """The best unit of each other source that says most of the claim, or names an identifier of it.

    A heading says nothing; nor does a unit bear out a claim by its words that has none of the values which agree.
    """
    own = reading.focus.scope.source_id if reading.focus else ""
    names = [v.mention.text.casefold() for v in reading.values if v.mention.kind == "identifier"]
    seen = {own}
    for alignment in reading.alignments:
        scope = alignment.scope
        named = any(name in scope.unit.text.casefold() for name in names)
        most = alignment.coverage >= _CORROBORATES and scope.unit.kind != "heading" and _has_a_value(reading, alignment)
        if scope.source_id not in seen and (most or named):
            seen.add(scope.source_id)
            yield alignment, "supports", alignment.coverage


def _has_a_value(reading: Reading, alignment: Alignment) -> bool:
    """Whether a unit states a value that agrees with the claim's, where a source states any."""
    values = [value.mention for value in reading.of("agrees") if value.slot and value.mention.kind != "identifier"]
    there = alignment.scope.sentence.mentions
    return not values or any(compare.follows(one, other) for one in values for other in there)
