"""Values a claim draws from stated ones: sums and differences here; shares and elapsed times in their own files.

Chance finds some pair of numbers for nearly any value. So a result counts only when the claim says that it is one ("in
total", "by 16 votes") or names the parts, and when the parts are in units that mention what the claim mentions.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.sentence import Sentence, Word, heads
from critique_core.language.similarity import is_among, similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic import elapsed, reductions, search, shares
from critique_core.verifiers.embedded.arithmetic.terms import (
    Derived,
    Term,
    alike,
    counts_same,
    derived,
    equal,
    own_words,
    pairs,
    same_unit,
    terms_of,
)

_MOST_TERMS = 24
_LARGEST_SUM = 6
_TOTAL = frozenset(
    """total totals together altogether combined sum overall collectively both amount amounts jointly
    all""".split()
)
_BETWEEN_THEM = regex.compile(r"\bbetween (?:them|the two|the three)\b|\bacross [^.,;]{3,60}\band\b", regex.IGNORECASE)
_ADDED = regex.compile(
    r"\b(?:add(?:s|ed|ing)?|sum(?:s|med)?)\s+up\b|\bc[oa]mes?\s+to\b|\ball\s+told\b", regex.IGNORECASE
)
_LEFT = frozenset(
    "left leaves leaving remains remain remained save saves saved saving deducting deducted minus".split()
)
_NAMED = 0.8
_LEAST_COUNT = 20  # smaller counts make up one another by chance
_CHANGE = frozenset(
    """margin difference gap lead grew grow grows growth rose rise rises risen increase increased increases fell fall
    falls fallen decrease decreased decreases decline declined drop dropped drops gain gained gains lost lose loses
    won win wins beat beats added shrank shrunk climbed reduced cut narrowed widened jumped slipped advanced ahead
    behind shortened lengthened shed dwindled raised lowered
    more fewer less higher lower longer shorter older younger faster slower later earlier heavier lighter
    taller improved improve improves worsened up down slid sank climbs soared outscored
    outnumbered outnumber""".split()
)
_GAINED = frozenset("gained lost added gains loses adds shed".split())
_BY = regex.compile(
    r"\b(?:by|of|with)\s+(?:a\s+(?:margin|majority|difference|gap|lead)\s+of\s+)?(?:just\s+|only\s+|exactly\s+|about\s+|some\s+|a\s+)?$",
    regex.IGNORECASE,
)
_MORE_THAN = regex.compile(
    r"\s+(?:\p{L}+\s+)?(?:(?P<more>more|higher|longer|older|heavier|taller|larger|bigger|greater|wider|deeper|later|dearer)"
    r"|(?P<less>less|fewer|lower|shorter|younger|lighter|smaller|narrower|earlier|cheaper))\b[^.;,]{0,20}?\bthan\b",
    regex.IGNORECASE,
)
_PART = regex.compile(r"[.;,]")
_ZERO = 273.15  # 0 degrees Celsius in kelvin
_ONES = frozenset("one ones that those it".split())
_THAN = regex.compile(
    r"\s*(?:\p{L}+\s){0,2}(?:more|fewer|less|higher|lower|longer|shorter|older|younger|faster|slower|later|earlier|ahead|behind|cheaper|heavier|lighter|taller|greater|larger|smaller|apart)\b",
    regex.IGNORECASE,
)


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
        found = elapsed.between(mention, terms)
        if found is not None:
            return found
    if mention.kind not in ("number", "quantity", "currency") or mention.bound:
        return None
    if (other := _beside_difference(claim, mention, terms)) is not None:
        return other[0]
    amount = replace(mention, per="", per_size=1.0)  # "the daily dose" adds up doses that are no rates
    return (
        _change(claim, mention, terms)
        or _sum(claim, mention, terms)
        or (_sum(claim, amount, _by_one_base(mention, terms)) if mention.per else None)
        or reductions.reduced_price(claim, mention, terms)
        or search.reached(claim, mention, terms, contested=contested)
    )


def _beside_difference(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> tuple[Derived | None] | None:
    """The claim's value as what another is said to exceed: 72 m of "84 m, 12 m higher than the old one".

    The result is ``None`` in a tuple where the claim speaks of that other thing and gives another value for it.
    """
    for one, gap in itertools.permutations([t for t in terms if same_unit(t.mention, mention)], 2):
        if one.alignment is not gap.alignment or one.value <= gap.value:
            continue
        text, after = gap.sentence.text, gap.mention.end
        told = _MORE_THAN.match(text, after)
        end = next((m.start() for m in _PART.finditer(text, told.end())), len(text)) if told else 0
        before = [w for w in gap.sentence.words if w.token.end <= after]
        beside = [w for w in gap.sentence.words if told and told.end() <= w.token.start < end]
        beside = [w for w in beside if not is_among(w, before, "en")]
        if told is None or not any(w.token.norm not in _ONES and is_among(w, claim.words, "en") for w in beside):
            continue
        if any(is_among(w, claim.words, "en") and not is_among(w, beside, "en") for w in _subject(one)):
            continue  # the claim names the first thing, too
        other = one.value + (gap.value if told["less"] else -gap.value)
        sign = "+" if told["less"] else "−"
        if equal(mention.low, other, mention):
            return (derived(mention, one, gap, f"{one.mention.text} {sign} {gap.mention.text} = {mention.text}"),)
        return (None,)
    return None


def _subject(term: Term) -> list[Word]:
    """The names before a value in its sentence."""
    return [w for w in term.sentence.words if w.token.name and w.token.end <= term.mention.start]


def _by_one_base(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """The terms, those that are rates by the claim's base without it: "890 euros a month plus 140 for heating"."""
    base = (mention.per, mention.per_size)
    return [
        replace(t, mention=replace(t.mention, per="", per_size=1.0))
        if (t.mention.per, t.mention.per_size) == base
        else t
        for t in terms
    ]


def _change(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """A difference that the claim calls one: "won by 13 points", "two hours longer", "a gap of 4 points"."""
    if not is_change(claim, mention):
        return None
    for first, second in pairs(_sources(mention, terms), apart=True):
        size = mention.low - _ZERO if mention.unit == "temperature" else mention.low  # of seven degrees, in kelvin
        if equal(size, abs(first.value - second.value) * _scale(mention), mention):
            big, small = sorted((first, second), key=lambda t: -t.value)
            if search.wrong_way(claim, mention, big, small):
                continue
            return derived(mention, big, small, f"{big.mention.text} − {small.mention.text} = {mention.text}")
    return None


def _sources(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """What a difference is taken of: percentages for percentage points, else values of the same kind."""
    if mention.unit == "percentage point":
        return [t for t in terms if t.mention.kind == "percentage"]
    if mention.kind != "number":
        return alike(mention, terms)
    return [t for t in alike(mention, terms) if t.value > mention.low or not mention.approximate]


def _scale(mention: Mention) -> float:
    return 100.0 if mention.unit == "percentage point" else 1.0


def is_change(claim: Sentence, mention: Mention) -> bool:
    """Whether a claim's value is the size of a change or of a difference."""
    if mention.unit == "percentage point":
        return True
    if claim.functions & _LEFT:
        return mention.kind != "number"
    if not claim.functions & _CHANGE:
        return False
    before = claim.text[: mention.start].rstrip("$€£¥ ") + " "
    after = claim.text[mention.end :]
    return bool(_BY.search(before) or _THAN.match(after) or _follows(claim, mention, _GAINED))


def _follows(claim: Sentence, mention: Mention, verbs: frozenset[str]) -> bool:
    """Whether a verb directly precedes the value: "gained 35 pupils", "lost 4,000 jobs"."""
    before = [t for t in claim.tokens if t.end <= mention.start and t.kind != "mark"][-2:]
    return any(t.norm in verbs for t in before)


def _sum(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    same = alike(mention, terms)
    said = bool(claim.functions & _TOTAL or _BETWEEN_THEM.search(claim.text) or _ADDED.search(claim.text))
    parts = _parts(claim, mention)
    named = _of_two_kinds(claim, same) if said else []
    for first, second in [*pairs(same, apart=said), *named]:
        told = parts == 2 or _named_parts(claim, first, second)
        told = told or (said and not search.part_of_list(claim, (first, second), same))
        if (
            told
            and not search.several_of(claim, mention, (first, second))
            and equal(mention.low, first.value + second.value, mention)
        ):
            big, small = sorted((first, second), key=lambda t: -t.value)
            return derived(mention, big, small, f"{big.mention.text} + {small.mention.text} = {mention.text}", 2)
    whole = _whole_list(mention, same)
    if whole:
        return _added(mention, whole)
    if not said and not _lasting(claim, mention):
        return None
    for group in _groups(same):
        if 2 <= len(group) <= _LARGEST_SUM and equal(mention.low, sum(t.value for t in group), mention):
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
