"""The stated values that arithmetic starts from, and how plainly each belongs to what a claim mentions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, heads, is_generic
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite
from critique_core.typed_values import compare
from critique_core.typed_values.currencies import same_currency
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.context import in_full
from critique_core.verifiers.embedded.alignment.numbered import numbered
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

_YEAR = regex.compile(r"(?:1[5-9]|20)\d\d")
_SPOKEN, _RELATED, _PLAIN = 0.25, 0.35, 0.5
_ACCOUNT = 3
_SIDES = frozenset("against without outside".split())
_EXACT, _ROUNDED, _ROUGH = 1e-6, 0.006, 0.06


@dataclass(frozen=True, slots=True)
class Term:
    """One stated value with the unit it is in."""

    alignment: Alignment
    mention: Mention

    @property
    def value(self) -> float:
        """Its size in base units; for a date its first day."""
        return self.mention.low

    @property
    def sentence(self) -> Sentence:
        """The sentence it is in."""
        return self.alignment.scope.sentence

    def is_of_account(self, other: "Term") -> bool:
        """Whether two terms are so near each other in one source that they may be of one account."""
        one, two = self.alignment.scope, other.alignment.scope
        return one.source_id == two.source_id and abs(one.rank - two.rank) <= _ACCOUNT

    def is_near(self, other: "Term") -> bool:
        """Whether two terms are in one unit or in neighbouring units of one source."""
        return self.alignment.scope.is_near(other.alignment.scope)


@dataclass(frozen=True, slots=True)
class Derived:
    """A claim's value reached by arithmetic from values of the sources.

    ``parts`` like values were added up, if any; ``uses`` are the numbers of the claim that it was reckoned with.
    """

    mention: Mention
    first: tuple[Alignment, Mention]
    second: tuple[Alignment, Mention]
    explanation: str
    parts: int = 0
    uses: frozenset[float] = frozenset()


def derived(mention: Mention, first: Term, second: Term, explanation: str, parts: int = 0) -> Derived:
    """The result of arithmetic on two terms, or on a sum of ``parts`` that they stand for."""
    return Derived(mention, (first.alignment, first.mention), (second.alignment, second.mention), explanation, parts)


def terms_of(alignments: Sequence[Alignment], wanted: Mention | None = None) -> list[Term]:
    """The values of the units that mention the claim or are next to one that does; no ranges, no bare years.

    Bare prices are read in the currency of the ``wanted`` value.
    """
    spoken = {
        (a.scope.source_id, a.scope.rank + step)
        for a in alignments
        for step in range(-_reach(a), _reach(a) + 1)
        if max(a.coverage, a.inside) >= _SPOKEN
    }
    if not spoken:  # "the three items together": the claim speaks in general words of all there is
        spoken = {(a.scope.source_id, a.scope.rank) for a in alignments}
    return [
        Term(a, in_full(m, a.scope.sentence, [s for _, s in a.scope.around], wanted))
        for a in alignments
        if (a.scope.source_id, a.scope.rank) in spoken
        for m in a.scope.sentence.mentions
        if m.kind not in ("identifier", "version")
        and not m.ordinal
        and (m.kind in ("date", "time") or not m.is_range)
        and not _bare_year(a.scope.sentence, m)
        and not (m.kind == "number" and any(one.start == m.start for one in numbered(a.scope.sentence)))
    ]


def _reach(alignment: Alignment) -> int:
    """How many units around one that mentions the claim may hold what it is reckoned from."""
    return 3 if alignment.coverage >= _PLAIN else 1


def _bare_year(sentence: Sentence, mention: Mention) -> bool:
    return mention.kind == "number" and _YEAR.fullmatch(mention.text) is not None and not heads(sentence, mention)


def alike(mention: Mention, terms: Sequence[Term]) -> list[Term]:
    """The terms of one kind, unit and base of rate with a claim's value."""
    return [t for t in terms if same_unit(t.mention, mention) and t.mention.per == mention.per]


def same_unit(one: Mention, two: Mention) -> bool:
    """Whether two values are of one kind and unit; cents are of any money."""
    if one.kind == two.kind == "currency":
        return same_currency(one.unit, two.unit)
    return (one.kind, one.unit) == (two.kind, two.unit)


def equal(value: float, other: float, mention: Mention) -> bool:
    """Whether a computed value is the claim's, as exactly as the claim is written."""
    scale = max(abs(value), abs(other), 1e-12)
    loose = _ROUGH if mention.approximate else _ROUNDED if scale > 1000 and mention.step > 1 else _EXACT
    return abs(value - other) <= loose * scale


def counts_same(first: Term, second: Term) -> bool:
    """Whether two plain numbers count one kind of thing: the same noun, or a bare number next to a counted one."""
    if first.mention.kind != "number":
        return True
    one, two = heads(first.sentence, first.mention), heads(second.sentence, second.mention)
    if is_generic(one) or is_generic(two):
        return True
    code = first.sentence.code
    return any(similarity(a, b, code) >= 0.7 for a in one for b in two)


def own_words(claim: Sentence, term: Term) -> set[int]:
    """Indexes of the claim's words, its dates too, that the term's own list item or clause, or its key, mentions."""
    sentence = term.sentence
    here = segment_at(sentence, term.mention.start)
    near = [w for w in things(sentence) if w.clause == here]
    keyed = regex.match(r"\s*([^:\n]{1,40}):\s", sentence.text)
    if keyed and keyed.end() <= term.mention.start:
        near += [w for w in things(sentence) if w.token.start < keyed.end() and w not in near]
    days = [m for m in sentence.mentions if m.kind == "date" and segment_at(sentence, m.start) == here]
    dated = (m for m in claim.mentions if m.kind == "date" and any(compare.agrees(m, day) for day in days))
    told = {c.index for c in claim.words if any(similarity(c, w, claim.code) >= 0.7 for w in near)}
    return told | {i for m in dated for i, t in enumerate(claim.tokens) if m.start <= t.start < m.end}


def says_more(claim: Sentence, one: Term, two: Term) -> bool:
    """Whether a claim speaks of what one of two values is of, and not of what the other is of.

    "Against" decides alone. A part that leaves out its verb shares what it leaves out with the other part, so that its
    own words say what is apart: in "120 were planted by gardeners, 80 by volunteers" a claim on volunteers is of 80.
    """
    sides = takes_side(claim, one), takes_side(claim, two)
    if sides[0] != sides[1]:
        return sides[0]
    first, second = own_words(claim, one), own_words(claim, two)
    mine, theirs = len(first - second), len(second - first)
    short, other = leaves_out_verb(one), leaves_out_verb(two)
    if short and not other and mine and _tells_of_another(claim, two):
        return True
    if other and not short and theirs and _tells_of_another(claim, one):
        return False
    return mine > theirs


def leaves_out_verb(term: Term) -> bool:
    """Whether the list item or clause of a value has no verb: "80 by volunteers"."""
    here, numbers = segment_at(term.sentence, term.mention.start), segments(term.sentence)
    return not any(number == here and is_finite(term.sentence.tokens, at) for at, number in enumerate(numbers))


def _tells_of_another(claim: Sentence, term: Term) -> bool:
    """Whether a value's part names something, no verb, that the claim does not name."""
    here = segment_at(term.sentence, term.mention.start)
    named = [w for w in things(term.sentence) if w.clause == here and not acts(term.sentence, w)]
    return any(not any(similarity(c, w, claim.code) >= 0.7 for c in claim.words) for w in named)


def takes_side(claim: Sentence, term: Term) -> bool:
    """Whether "against" and the like stand behind a value, before the next one, just as they are in the claim."""
    sentence, end = term.sentence, term.mention.end
    stop = min((m.start for m in sentence.mentions if m.start >= end), default=len(sentence.text))
    behind = takewhile(lambda t: t.kind != "mark", (t for t in sentence.tokens if end <= t.start < stop))
    return {t.norm for t in behind} & _SIDES == {t.norm for t in claim.tokens} & _SIDES


def pairs(terms: Sequence[Term], *, apart: bool = False) -> Iterator[tuple[Term, Term]]:
    """All pairs of terms that count one thing and are next to each other, or (``apart``) both mention the claim."""
    for position, first in enumerate(terms):
        for second in terms[position + 1 :]:
            near = first.is_near(second) or (
                apart and min(first.alignment.coverage, second.alignment.coverage) >= _RELATED
            )
            if near and counts_same(first, second):
                yield first, second
