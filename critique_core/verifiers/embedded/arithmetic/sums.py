"""Values a claim draws from stated ones: sums here; differences, shares, means and elapsed times in their own files.

Chance finds some pair of numbers for nearly any value. So a result counts only when the claim says that it is one ("in
total", "by 16 votes") or names the parts, and when the parts are in units that mention what the claim mentions.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.sentence import Sentence, heads
from critique_core.language.similarity import similarity
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.arithmetic import (
    averages,
    differences,
    elapsed,
    lists,
    reductions,
    search,
    shares,
)
from critique_core.verifiers.embedded.arithmetic.terms import (
    Derived,
    Term,
    alike,
    counts_same,
    derived,
    equal,
    own_words,
    pairs,
    terms_of,
)

_MOST_TERMS = 24
_LARGEST_SUM = 6
_TOTAL = frozenset(
    """total totals together altogether combined sum overall collectively both amount amounts jointly
    all""".split()
)
_ALTOGETHER = _TOTAL - frozenset("all both amount amounts overall collectively".split())
_BETWEEN_THEM = regex.compile(r"\bbetween (?:them|the two|the three)\b|\bacross [^.,;]{3,60}\band\b", regex.IGNORECASE)
_ADDED = regex.compile(
    r"\b(?:add(?:s|ed|ing)?|sum(?:s|med)?)\s+up\b|\bc[oa]mes?\s+to\b|\ball\s+told\b", regex.IGNORECASE
)
_NAMED = 0.8
_LEAST_COUNT = 20  # smaller counts make up one another by chance


def derive(
    claim: Sentence, mention: Mention, alignments: Sequence[Alignment], *, contested: bool = False
) -> Derived | None:
    """Find stated values whose sum, difference, share or distance in time is the claim's value.

    ``contested`` says that a source plainly gives another value in its place.
    """
    if (
        mention.ordinal
        or mention.kind in ("identifier", "version")
        or (mention.kind == "date" and not mention.alternatives)
    ):
        return None
    terms = terms_of(alignments, mention if mention.kind == "currency" else None)[:_MOST_TERMS]
    if mention.kind == "percentage":
        return shares.share(claim, mention, terms)
    if mention.kind in ("time", "date") or mention.unit == "[time]":
        found = elapsed.between(claim, mention, terms)
        if found is not None:
            return found
    if mention.kind not in ("number", "quantity", "currency") or mention.bound:
        return None
    if (other := differences.beside_difference(claim, mention, terms)) is not None:
        return other[0]
    amount = replace(mention, per="", per_size=1.0)  # "the daily dose" adds up doses that are no rates
    averaged = averages.AVERAGE.search(claim.text)
    return (
        (averages.average(claim, mention, terms) if averaged else None)
        or differences.change(claim, mention, terms)
        or (None if averaged else _sum(claim, mention, terms))
        or (_sum(claim, amount, _by_one_base(mention, terms)) if mention.per and not averaged else None)
        or reductions.reduced_price(claim, mention, terms)
        or search.reached(claim, mention, terms, contested=contested)
        or lists.listed(claim, mention, alignments)
    )


def _by_one_base(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """The terms, those that are rates by the claim's base without it: "890 euros a month plus 140 for heating"."""
    base = (mention.per, mention.per_size)
    return [
        replace(t, mention=replace(t.mention, per="", per_size=1.0))
        if (t.mention.per, t.mention.per_size) == base
        else t
        for t in terms
    ]


def is_part_of_total(claim: Sentence, slot: Slot, alignments: Sequence[Alignment]) -> bool:
    """Whether a claim gives as the total of two things what the source gives for one: "12,000 books and films"."""
    others = (m for m in claim.mentions if m.kind == slot.mention.kind and not compare.follows(m, slot.mention))
    if not claim.functions & _ALTOGETHER or any(others):
        return False  # "300 books and 50 films in total" gives each its own
    same = [t for t in alike(slot.mention, terms_of(alignments)) if t.alignment is slot.alignment]
    own = next((t for t in same if t.mention.start == slot.mention.start), None)
    if own is None:
        return False
    kinds = any(own in pair for pair in _of_two_kinds(claim, same))
    return kinds or any(_named_parts(claim, own, other) for other in same if other is not own)


def _sum(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    if differences.MORE_THAN.match(claim.text, mention.end):
        return None
    same = alike(mention, terms)
    said = bool(claim.functions & _TOTAL or _BETWEEN_THEM.search(claim.text) or _ADDED.search(claim.text))
    parts = _parts(claim, mention)
    named = _of_two_kinds(claim, same) if said else []
    for first, second in [*pairs(same, apart=said), *named]:
        told = parts == 2 or _named_parts(claim, first, second)
        told = told or (said and parts < 3 and not search.part_of_list(claim, (first, second), same))
        if (
            told
            and not (said and search.leaves_out(claim, (first, second), same))
            and not search.several_of(claim, mention, (first, second))
            and equal(mention.low, first.value + second.value, mention)
        ):
            big, small = sorted((first, second), key=lambda t: -t.value)
            return derived(mention, big, small, f"{big.mention.text} + {small.mention.text} = {mention.text}", 2)
    whole = _whole_list(mention, same)
    if whole and not search.adds_others(claim, whole):
        return _added(mention, whole)
    if not said and not _lasting(claim, mention):
        return None
    for group in _groups(same):
        whole = 2 <= len(group) <= _LARGEST_SUM and equal(mention.low, sum(t.value for t in group), mention)
        if whole and not search.adds_others(claim, group):
            return _added(mention, group)
    return None


def _of_two_kinds(claim: Sentence, same: Sequence[Term]) -> list[tuple[Term, Term]]:
    """Counts of two things that the claim names both: "505 limes and maples in total"."""

    def said(term: Term) -> bool:
        counted = heads(term.sentence, term.mention)[:1]
        return any(similarity(h, w, claim.code) >= _NAMED for h in counted for w in claim.words)

    counts = [t for t in same if t.mention.kind == "number" and said(t)]
    return [(a, b) for a, b in itertools.combinations(counts, 2) if a.is_near(b) and not counts_same(a, b)]


def _added(mention: Mention, group: Sequence[Term]) -> Derived:
    text = " + ".join(t.mention.text for t in group) + f" = {mention.text}"
    return derived(mention, group[0], group[-1], text, len(group))


def _whole_list(mention: Mention, same: Sequence[Term]) -> list[Term]:
    """The like values that one unit lists, if they make up the claim's value to the last digit.

    Two are a list if the second follows with "and" and leaves out what it counts: "600 people in Ulm and 250 in Graz".
    """
    listed: dict[int, list[Term]] = {}
    for term in same:
        listed.setdefault(id(term.alignment), []).append(term)
    for group in listed.values():
        several = len(group) > 2 or (len(group) == 2 and _elided(*group))
        if several and len(group) <= _LARGEST_SUM and sum(t.value for t in group) == mention.low:
            return group
    return []


def _elided(first: Term, second: Term) -> bool:
    """Whether the second of two counts follows with "and" and leaves out what the first names."""
    between = first.sentence.text[first.mention.end : second.mention.start].split()
    large = min(first.value, second.value) >= _LEAST_COUNT
    counted = heads(first.sentence, first.mention) and not heads(second.sentence, second.mention)
    return large and between[-1:] == ["and"] and bool(counted)


def _parts(claim: Sentence, mention: Mention) -> int:
    """How many parts a claim counts ("the two parties hold"), 0 if it counts none."""
    counted = [
        m
        for m in claim.mentions
        if m.kind == "number" and m is not mention and 2 <= m.low <= _LARGEST_SUM and not m.ordinal
    ]
    return int(counted[0].low) if counted else 2 if "both" in claim.functions else 0


def _named_parts(claim: Sentence, first: Term, second: Term) -> bool:
    """Whether the claim names what each of two values is for ("a return trip with a suitcase")."""
    one, two = own_words(claim, first), own_words(claim, second)
    if first.alignment is second.alignment and first.mention.start == second.mention.start:
        return False
    counts = first.mention.kind == "number" and first.value + second.value < _LEAST_COUNT
    return bool(one - two and two - one) and not counts


def _lasting(claim: Sentence, mention: Mention) -> bool:
    """Whether a claim gives the length of a whole that steps make up ("takes 2 hours and 20 minutes")."""
    return mention.unit == "[time]" and bool(claim.functions & frozenset("take takes took lasts lasted last".split()))


def _groups(terms: Sequence[Term]) -> Iterator[list[Term]]:
    """Runs of like values: all of one unit, then those of all neighbouring units of one source."""
    by_unit: dict[tuple[str, int], list[Term]] = {}
    for term in terms:
        by_unit.setdefault((term.alignment.scope.source_id, term.alignment.scope.unit.start), []).append(term)
    units = sorted(by_unit.items())
    for _, group in units:
        if all(counts_same(group[0], t) for t in group):
            yield group
    for position, ((source, _), group) in enumerate(units):
        run = list(group)
        for (other, _), following in units[position + 1 :]:
            if other != source or not run[-1].is_near(following[0]) or not counts_same(run[0], following[0]):
                break
            run += following
            if len(run) > len(group):
                yield list(run)
