"""A change that went the other way: "fell by 100" beside 400 members in 2022 and 500 in 2023.

The later of a source's two values tells which way it went; a claim may give the difference, both values or none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import is_among
from critique_core.language.statements import is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic.over_time import later, tells_of_before
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, equal, pairs, same_unit, terms_of
from critique_core.verifiers.embedded.checks.base import Seen, between
from critique_core.verifiers.embedded.checks.directions import AMOUNTS, LESS, MORE, became, direction, gave_way, way_of

_SURE = 0.86
_LEAST_COUNT = 20  # smaller numbers may be those of steps or lines
_FACTORS = {"double": 2.0, "triple": 3.0, "quadruple": 4.0, "halve": 0.5}
_ROUGHLY = 0.15
_WEATHER = frozenset("rain snow hail sleet leaf tree bomb".split())
_SPOKEN_OF = 0.4  # share of a claim that a unit has whose values are what the claim's change is of


def turned_round(claim: Sentence, changes: Sequence[tuple[Mention, Derived]]) -> Iterator[Seen]:
    """The first change of the claim that went the other way: "fell by 100" beside 400 at first and 500 at last."""
    for mention, told in changes:
        mine = direction(claim, mention)
        if mine is None or not _is_difference(mention, told):
            continue
        behind = claim.text[mine[0].end :].partition(" than ")[2]
        if mine[0].norm in MORE | LESS and not tells_of_before(behind):
            continue  # of two things, not of two times
        yield from _against(mine, Term(*told.first), Term(*told.second))
        return


def stated_changes(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """That what a claim says fell rose or the reverse; it has no figures, or those before and after the change."""
    deeds = [(token, way) for token in claim.tokens if is_verb(token) and (way := way_of(token)) is not None]
    if not deeds and (times := _times(claim)) is not None:
        deeds = [(times[0], times[1] > 1)]
    if len(deeds) != 1 or any(word.denied for word in claim.words) or _is_weather(claim, deeds[0][0]):
        return
    changed = [w for w in claim.words if w.token.end <= deeds[0][0].start]
    amounts = [m for m in claim.mentions if m.kind in AMOUNTS and not m.ordinal]
    terms = [t for t in terms_of(alignments) if t.mention.kind in AMOUNTS and t.alignment.coverage >= _SPOKEN_OF]
    if not amounts:
        if "than" in claim.functions:
            return  # of two things, or how much more of one
        terms = [t for t in terms if t.mention.kind != "number" or t.value >= _LEAST_COUNT]
    else:
        ends = [m for m in amounts if became(claim, m)], [m for m in amounts if gave_way(claim, m)]
        if [len(found) for found in ends] != [1, 1]:
            return
        terms = [t for t in terms if any(compare.follows(m, t.mention) for m in amounts)]
    both = [(a, b) for a, b in pairs(terms) if a.value != b.value and same_unit(a.mention, b.mention) and later(a, b)]
    if len(both) == 1 and (times := _times(claim)) is not None:
        yield from _by_another_factor(times, both[0])
    elif len(both) == 1 and (
        amounts or any(is_among(w, t.sentence.words, claim.code) for w in changed for t in both[0])
    ):
        yield from _against(deeds[0], *both[0])


def _times(claim: Sentence) -> tuple[Token, float] | None:
    """By how much a claim says that something was multiplied: "doubled", "halved"."""
    return next(((token, _FACTORS[key]) for token in claim.tokens for key in token.keys if key in _FACTORS), None)


def _by_another_factor(told: tuple[Token, float], both: tuple[Term, Term]) -> Iterator[Seen]:
    """That two values are not the one so many times the other."""
    last = later(*both)
    first = both[0] if last is both[1] else both[1]
    if last is None or not first.value or abs(last.value / first.value / told[1] - 1.0) <= _ROUGHLY:
        return
    text = f"the draft says “{told[0].text}”, the source has {first.mention.text} first and {last.mention.text} later"
    place = next(t for t in last.sentence.tokens if t.end > last.mention.start)
    yield last.alignment, replace(between("antonym", "conflicts", told[0], place, text, _SURE), firm=True)


def _is_weather(claim: Sentence, deed: Token) -> bool:
    """Whether what fell is rain or snow: no value fell."""
    return "fall" in deed.keys and any(w.keys & _WEATHER for w in claim.words)


def _is_difference(mention: Mention, told: Derived) -> bool:
    """Whether a value is by how much, or by what share, its two terms differ."""
    (_, one), (_, two) = told.first, told.second
    share = mention.kind == "percentage" and one.kind != "percentage"
    return share or equal(mention.low, abs(one.low - two.low) * (100 if one.kind == "percentage" else 1), mention)


def _against(mine: tuple[Token, bool], one: Term, two: Term) -> Iterator[Seen]:
    """That a value went the other way than the claim says, where it is known which of two is the later."""
    last = later(one, two)
    if last is None or one.value == two.value:
        return
    first = two if last is one else one
    if (last.value > first.value) != mine[1]:
        text = (
            f"the draft says “{mine[0].text}”, the source has {first.mention.text} first and {last.mention.text} later"
        )
        place = next(t for t in last.sentence.tokens if t.end > last.mention.start)
        yield last.alignment, replace(between("antonym", "conflicts", mine[0], place, text, _SURE), firm=True)
