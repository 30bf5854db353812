"""What a sentence pairs, paired otherwise: "The red line runs to the harbour, the blue line to the airport".

A part of a sentence that goes without a verb takes it from the part before, and its phrases stand for phrases there
(gapping: "the blue line" for "the red line", "to the airport" for "to the harbour"). A claim that has a phrase of one
part with the other phrase of the other binds the wrong two together. Among 14,900 claims of the suites, of held-out
RAGTruth answers and of training texts it fired on 42, one of them supported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from critique_core.language.frames import PREPOSITIONS, acts
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import AUXILIARY, is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.items import Item, items_of

_SURE = 0.85
_KNOWN = 1 / 3  # of a claim's other words, verbs apart, so many are in the sentence
_NEAREST = 6
_JOINTS = frozenset(";,:")
_JOINING = frozenset("and but or while whereas".split())
_PLACING = frozenset("in on at under near behind above below beside opposite".split())
_OPENING = frozenset("the a an his her its their our your my this that these those every each".split())
_SHARING = frozenset("respectively both each neither either same together also too as than nor".split())
_CONDITIONS = frozenset("if unless provided providing assuming except excluding when".split())
_TURNING = frozenset("not n't no non unless nor never neither without both respectively together except other".split())


@dataclass
class _Phrase:
    """Words that belong together, and the preposition that they follow."""

    preposition: str
    items: list[Item] = field(default_factory=list[Item])
    heads: list[Item] = field(default_factory=list[Item])
    """The last word of each member of a list: "a partner, parent or child"."""

    @property
    def value(self) -> Mention | None:
        """The value that the phrase gives, unless it names days."""
        return None if self.days else next((item.value for item in self.items if item.value), None)

    @property
    def days(self) -> bool:
        """Whether the phrase names days of the week."""
        return any(weekdays(item.token.text) for item in self.items)

    def stands_for(self, other: "_Phrase") -> bool:
        """Whether it may be in another part what the other is in its own."""
        if self.days or other.days:
            return self.days and other.days
        if self.value or other.value:
            return bool(self.value and other.value and compare.comparable(self.value, other.value))
        mine, theirs = self.preposition, other.preposition
        return mine == theirs or (mine in _PLACING and theirs in _PLACING)

    def counts_like(self, other: "_Phrase") -> bool:
        """Whether both count the same things: "two paid days" beside "five paid days"."""
        mine, theirs = ([item for item in one.items if not item.value] for one in (self, other))
        return self.stands_for(other) and bool(self.value and mine) and all(item.is_in(theirs) for item in mine)

    def alone(self, other: "_Phrase") -> list[Item]:
        """What of it the other has not."""
        return [item for item in self.items if not item.is_in(other.items)]


_Pair = tuple[_Phrase, _Phrase]


def gapped(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A claim that has a phrase of one part of a sentence with a phrase of another part that goes without a verb."""
    if claim.functions & _TURNING or claim.statements[-1] > 1:
        return
    told = list(items_of(claim).values())
    near = alignments[:_NEAREST]
    for alignment in near:
        source = alignment.scope.sentence
        if alignment.scope.unit.kind != "prose" or source.functions & _SHARING:
            continue
        for one, other in _pairs(source):
            crossed = _crossed(claim, told, one, other, list(items_of(source).values()))
            if crossed and not any(_says(beside, crossed) for beside in near if beside is not alignment):
                yield alignment, _observed(claim, source, crossed)
                return


def of_another(claim: Sentence, source: Sentence) -> Iterator[tuple[int, int]]:
    """Where a source says what it says of another than the claim is about: "juniors on Mondays, adults on Fridays"."""
    told = list(items_of(claim).values())
    for one, other in _pairs(source):
        for (mine, own), (theirs, _) in _turned(one, other):
            if _has(told, theirs, theirs.alone(mine)) and not _names(told, mine, theirs):
                yield own.items[0].token.start, own.items[-1].end


def _turned(one: _Pair, other: _Pair) -> tuple[tuple[_Pair, _Pair], ...]:
    """Two pairs in either order, and with either phrase as what they are about."""
    turned, other_turned = (one[1], one[0]), (other[1], other[0])
    return (one, other), (other, one), (turned, other_turned), (other_turned, turned)


class _Crossed(NamedTuple):
    """The phrase that a claim names, and what the source pairs with it; what the claim says, and its own pair."""

    mine: _Phrase
    own: _Phrase
    real: _Phrase
    theirs: _Phrase
    said: list[Item]


def _crossed(claim: Sentence, told: list[Item], one: _Pair, other: _Pair, known: list[Item]) -> _Crossed | None:
    """How a claim has one phrase of a pair with the other phrase of the other; ``None`` if it does not."""
    for (mine, own), (theirs, real) in _turned(one, other):
        subject, beside = mine.alone(theirs), real.alone(own)
        if not (_has(told, mine, subject) and _has(told, real, beside)):
            continue
        if _names(told, theirs, mine) or _names(told, own, real) or any(item.is_in(subject) for item in beside):
            continue
        rest = [item for item in told if not item.is_in(subject) and not item.is_in(beside)]
        rest = [item for item in rest if item.word is None or not acts(claim, item.word)]
        said = [item for item in told if item.is_in(beside)]
        if said and sum(item.is_in(known) for item in rest) >= _KNOWN * len(rest):
            return _Crossed(mine, own, real, theirs, said)
    return None


def _says(beside: Alignment, found: _Crossed) -> bool:
    """Whether another unit has the phrase with what the claim says of it."""
    items = list(items_of(beside.scope.sentence).values())
    return all(item.is_in(items) for item in found.said) and any(item.is_in(items) for item in found.mine.heads)


def _has(told: list[Item], phrase: _Phrase, alone: list[Item]) -> bool:
    """Whether a claim has what only this phrase says: its value, or else the last word of it or of one in a list."""
    if not alone:
        return False
    values = [item for item in alone if item.value and item.token.start == item.value.start]
    if values:
        return all(item.is_in(told) for item in values)
    heads = [item for item in phrase.heads if item in alone] or alone[-1:]
    return any(item.is_in(told) for item in heads)


def _names(told: list[Item], phrase: _Phrase, other: _Phrase) -> bool:
    """Whether a claim has of a phrase what another has not; of a list, one of its members."""
    alone = phrase.alone(other)
    return _has(told, phrase, alone) if len(phrase.heads) > 1 else any(item.is_in(told) for item in alone)


def _observed(claim: Sentence, source: Sentence, found: _Crossed) -> Observation:
    mine, own, said, real = found.mine, found.own, found.said, found.real
    if mine.value and not real.value:  # "of transect 2 the source says 48 %", not "of 31 % transect 1"
        mine, own, real = real, found.theirs, mine
    told = [_text_of(source, phrase) for phrase in (mine, own, real)]
    text = f"for “{told[0]}” the source says “{told[1]}”, the draft “{told[2]}”"
    start, end = said[0].token.start, max(item.end for item in said)
    places = (start, end, claim.text[start:end], own.items[0].token.start, own.items[-1].end, told[1])
    return Observation("role", "conflicts", *places, text, _SURE, firm=True)


def _text_of(source: Sentence, phrase: _Phrase) -> str:
    """A phrase as it is written."""
    return source.text[phrase.items[0].token.start : phrase.items[-1].end]


def _pairs(source: Sentence) -> Iterator[tuple[_Pair, _Pair]]:
    """Two phrases of one part with those of another that stand for them, for each two parts."""
    for first, second in combinations(_parts(source), 2):
        matched = _matched(second, first)
        if matched:
            yield matched, (second[0], second[1])


def _matched(gap: list[_Phrase], whole: list[_Phrase]) -> _Pair | None:
    """The two phrases of a part for which the first two of a part without a verb stand."""
    one, other = gap[:2]
    for first in whole:
        if not one.stands_for(first):
            continue
        rest = [phrase for phrase in whole if phrase is not first and other.stands_for(phrase)]
        if not rest and other.preposition and one.counts_like(first):
            rest = [phrase for phrase in whole if phrase.preposition and not phrase.value]
        if rest:
            return first, rest[-1]
    return None


def _parts(source: Sentence) -> list[list[_Phrase]]:
    """The phrases of the part with the verb, then of those that go without one; none if there is no such part."""
    items = items_of(source)
    cuts = [at for at, token in enumerate(source.tokens) if token.text in _JOINTS or token.norm in _JOINING]
    pieces = [range(a + 1, b) for a, b in zip([-1, *cuts], [*cuts, len(source.tokens)], strict=True) if b - a > 1]
    if any(source.tokens[at].norm in _CONDITIONS for piece in pieces[1:] for at in piece[:2]):
        return []  # "within 14 days, provided the seal is unbroken" pairs nothing
    found: list[list[_Phrase]] = []
    said: int | None = None
    for piece in pieces:
        verb = _verb(source, piece, items, opens=not found)
        if verb is None and said is not None and _goes_on(source.tokens[said], source.tokens[piece[0]]):
            verb = piece[0]
        phrases = _phrases(source, piece, items, verb)
        if verb is not None and verb > piece[0] and said is not None and _is_noun_beside(source, verb, said):
            bare = _phrases(source, piece, items, None)
            verb, phrases = (None, bare) if len(bare) > 1 and _matched(bare, found[0]) else (verb, phrases)
        said = said if verb is None else verb
        if verb is not None:
            if len(found) > 1:
                break
            found = [phrases]
        elif found and len(phrases) > 1 and _matched(phrases, found[0]):
            found.append(phrases)
        elif found and found[-1] and phrases:  # one more of a list: "of a parent or child"
            found[-1][-1].items.extend(phrases[0].items)
            found[-1][-1].heads.extend(phrases[0].heads)
    return found if len(found) > 1 else []


def _may_be_noun(token: Token) -> bool:
    return token.norm.endswith("s") and any("n" in lexicon().related(form, PARTS) for form in token.keys)


def _is_noun_beside(source: Sentence, at: int, verb: int) -> bool:
    """Whether a word that may be a verb may be a noun as well: "Keep the oars ... and the life jackets in the hut"."""
    token = source.tokens[at]
    return _may_be_noun(token) and not token.keys & source.tokens[verb].keys


def _goes_on(verb: Token, opening: Token) -> bool:
    """Whether a part opens with a second verb of the same subject: "commences in March and ends in May"."""
    return verb.norm.endswith("s") and opening.norm.endswith("s") and is_verb(opening) and not opening.name


def _verb(source: Sentence, piece: range, items: dict[int, Item], *, opens: bool) -> int | None:
    """Where the verb of a piece is; ``None`` if it goes without one."""
    for at in piece:
        before, after = items.get(at - 1), source.tokens[at + 1 : at + 2]
        counted = (before is not None and before.value is not None) or source.tokens[at - 1].norm in _OPENING
        # "two paid days", "23 mothers on the ward"
        inner = counted and ((after and after[0].content) or (at == piece[0] + 1 and _may_be_noun(source.tokens[at])))
        if source.tokens[at].norm in AUXILIARY or (at > piece[0] and not inner and is_finite(source.tokens, at)):
            return at
    if not opens:
        return None
    if len(piece) > 1 and is_verb(source.tokens[piece[0]]) and not source.tokens[piece[1]].content:
        return piece[0]  # "Keep the drops in the fridge"
    return next(
        (
            at for at in piece[1:-1]
            if is_verb(source.tokens[at]) and source.tokens[at - 1].content and not source.tokens[at + 1].content
        ),
        None,
    )  # fmt: skip


def _phrases(source: Sentence, piece: range, items: dict[int, Item], verb: int | None) -> list[_Phrase]:
    """The phrases of a piece in order, its verb left out."""
    found: list[_Phrase] = []
    fresh, preposition = True, ""
    for at in piece:
        token = source.tokens[at]
        item = items.get(at)
        if at == verb or token.norm in AUXILIARY:
            fresh, preposition = True, ""
        elif token.norm in PREPOSITIONS - {"of"}:
            fresh, preposition = True, token.norm
        elif item is None and token.norm in _OPENING and source.tokens[at - 1].norm != "of":
            fresh = True
        elif item is not None and not (verb is not None and at == verb + 1 and token.norm.endswith("ed")):
            begins = item.value is not None and token.start == item.value.start
            if fresh or (begins and found and not found[-1].preposition and found[-1].value is None):
                found.append(_Phrase(preposition))
            found[-1].items.append(item)
            found[-1].heads = [item]
            fresh, preposition = False, ""
    return found
