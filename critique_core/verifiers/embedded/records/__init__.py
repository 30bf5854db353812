"""Claims about records, tables and code, read field by field: the right field of the right record, then its value."""

from collections.abc import Sequence

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import implied_by
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records import (
    amounts,
    beside,
    code_facts,
    columns,
    counts,
    crossings,
    pairs,
    truths,
    words,
)
from critique_core.verifiers.embedded.records.fields import Field, fields_of, name_words, same_word
from critique_core.verifiers.embedded.records.match import ALIKE, NAMES, loosely, matches, opposite

_ACCOUNTED = 0.65
_STATE_A_VALUE = frozenset("come deliver feature keep last offer provide run stand".split())
"""Verbs that join a thing to its value and say little else; "ends" says which value it is."""
_LOAD = frozenset("carry hold".split())
_CAPACITIES = frozenset("capacity load payload".split())  # what such a verb adds nothing to: "holds 3,400 mAh"


def observe(claim: Sentence, alignments: Sequence[Alignment]) -> list[tuple[Alignment, Observation]]:
    """Everything that fields, cells and code say to a claim; ``alignments`` are all units that were read."""
    if all(a.scope.unit.kind == "prose" and not code_facts.is_schema(a) for a in alignments):
        return list(pairs.by_name(claim, (), alignments))
    fields = [*fields_of(alignments, claim.code), *code_facts.values(claim, alignments)]
    found: list[tuple[Alignment, Observation]] = []
    known = list(matches(claim, fields))
    found += truths.booleans(claim, known, fields)
    found += amounts.amounts(claim, known)
    found += amounts.free(claim, known, fields)
    found += columns.extremes(claim, fields)
    found += counts.of_rows(claim, alignments, fields)
    found += beside.of_all(claim, fields)
    found += beside.of_another(claim, fields, alignments)
    found += words.texts(claim, known, fields)
    found += truths.empties(claim, known)
    found += crossings.crossed(claim, fields)
    found += code_facts.observe(claim, alignments)
    found = pairs.without_strangers(found, list(pairs.by_name(claim, fields, alignments)))
    return _settled(claim, found, fields)


def _settled(
    claim: Sentence, found: list[tuple[Alignment, Observation]], fields: Sequence[Field]
) -> list[tuple[Alignment, Observation]]:
    """One verdict a stretch of the claim, the surest.

    Where something conflicts, what agrees next to it says nothing; nor does it where records say little of the claim,
    unless whole columns or tables were read for it.
    """
    if any(seen.agreement == "conflicts" for _, seen in found):
        found = [f for f in found if f[1].agreement == "conflicts"]
    else:
        units = {id(a) for a, _ in found}
        agreeing = [f for f in fields if id(f.alignment) in units]
        owners = {w.token.norm for f in agreeing for w in f.owner}
        records = {f.record for f in agreeing} | {f.record[:1] for f in agreeing}
        near = agreeing + [f for f in fields if {w.token.norm for w in f.key} & NAMES or f.value.casefold() in owners]
        near += [f for f in fields if f.record in records and f.kind == "field" and f not in near]
        if not _accounted(claim, near, _joining(agreeing)):
            found = [f for f in found if f[0].scope.unit.kind not in ("record", "table") or f[1].kind == "comparison"]
    kept: list[tuple[Alignment, Observation]] = []
    for alignment, seen in sorted(found, key=lambda f: (-f[1].sureness, f[1].agreement == "conflicts")):
        rival = next((o for _, o in kept if o.start < seen.end and seen.start < o.end), None)
        if rival is None:
            kept.append((alignment, seen))
    return kept


def _joining(agreeing: Sequence[Field]) -> frozenset[str]:
    """The verbs that say nothing beside what agrees."""
    holds = any(word.token.norm in _CAPACITIES for item in agreeing for word in item.key)
    return _STATE_A_VALUE | _LOAD if holds else _STATE_A_VALUE


def _accounted(claim: Sentence, fields: Sequence[Field], joining: frozenset[str]) -> bool:
    """Whether most of what the claim mentions are words of the agreeing fields or names of their records.

    Verbs that only join a thing to its value need not be.
    """
    known = list(dict.fromkeys(w for f in fields for w in (*f.key, *f.owner, *name_words(f.value, claim.code))))
    telling = [w for w in claim.words if not (w.keys & joining and acts(claim, w))]
    total = sum(w.weight for w in telling)
    kinds = implied_by(claim.mentions)
    said = sum(
        w.weight
        for w in telling
        if w.keys & kinds or any(same_word(w, k, claim.code) >= ALIKE or opposite(k, w) or loosely(k, w) for k in known)
    )
    return said >= _ACCOUNTED * total
