"""Clauses and list members of a claim, and how far the sources mention each."""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.language.sentence import Sentence, Word, may_be_noun
from critique_core.verifiers.embedded.alignment.align import COVERED, Alignment
from critique_core.verifiers.embedded.values import Value

_SIBLINGS_INSIDE = 0.25
_LIST_WORDS, _LIST_ENDS = frozenset(", and or & a an the".split()), frozenset(("and", "or"))
_ADDING = frozenset("also too additionally furthermore moreover plus likewise another".split())
_PART_STANDS = 0.75
_PART_FAILS = 0.45
_RELATED_REST = 0.4


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One clause or list member of a claim: ``cover`` is how far a unit that fits the rest mentions it."""

    words: tuple[Word, ...]
    values: tuple[Value, ...]
    cover: float
    unspoken: tuple[Word, ...] = ()
    listed: bool = False

    @property
    def stands(self) -> bool:
        """Whether the sources mention it and state its values."""
        return self.cover >= _PART_STANDS and not any(v.outcome in ("missing", "conflicts") for v in self.values)

    @property
    def stray(self) -> bool:
        """Whether it is a list member that no source names within the list."""
        return self.listed and self.cover < _PART_FAILS

    @property
    def fails(self) -> bool:
        """Whether the sources do not mention it, or lack a value of it."""
        unnamed = any(w.token.name for w in self.unspoken)
        return (
            (bool(self.words) and self.cover < _PART_FAILS)
            or unnamed
            or any(v.outcome == "missing" for v in self.values)
        )


def parts_of(
    claim: Sentence, values: Sequence[Value], focus: Alignment, ranked: Sequence[Alignment], union: Sequence[float]
) -> list[ClaimPart]:
    """Cut the claim at its clauses; what a part needs must be in a unit that also mentions the rest."""
    numbers = sorted({w.clause for w in claim.words})
    groups = [[i for i, w in enumerate(claim.words) if w.clause == number] for number in numbers]
    parts: list[ClaimPart] = []
    for number, members in zip(numbers, groups, strict=True):
        rest = [i for i in range(len(claim.words)) if i not in members]
        held = tuple(v for v in values if claim.clause_at(v.mention.start) == number)
        listed = (
            bool(rest)
            and not any(_is_told(claim, members, v) for v in held)
            and _is_listed(claim, number, members)
            and focus.scope.unit.kind == "prose"
            and _mean(claim, _within(claim, focus), rest) >= _SIBLINGS_INSIDE
        )
        best = _mean(claim, _within(claim, focus) if listed else focus.cover, members)
        for alignment in ranked[:12]:
            if listed and not (alignment.scope.sentence.has_pronoun or _adds(alignment.scope.sentence)):
                inside = _within(claim, alignment)
                if _mean(claim, inside, rest) >= _SIBLINGS_INSIDE:
                    best = max(best, _mean(claim, inside, members))
            elif not rest or _mean(claim, alignment.cover, rest) >= _RELATED_REST:
                best = max(best, _mean(claim, alignment.cover, members))
        unspoken = tuple(claim.words[i] for i in members if union[i] < COVERED)
        parts.append(ClaimPart(tuple(claim.words[i] for i in members), held, best, unspoken, listed))
    return parts


def without_strays(claim: Sentence, parts: Sequence[ClaimPart], cover: tuple[float, ...]) -> tuple[float, ...]:
    """Cover without the list members that the sources name only somewhere else than the list."""
    strays = {w.index: p.cover for p in parts if p.stray for w in p.words}
    return tuple(min(c, strays.get(w.index, 1.0)) for w, c in zip(claim.words, cover, strict=True))


def _is_listed(claim: Sentence, number: int, members: Sequence[int]) -> bool:
    """Whether a part is a later member of a list: "and" or a comma, perhaps an article, then only nouns or names."""
    home = claim.statements[claim.words[members[0]].index]
    opening = claim.clauses.index(number)
    before = claim.tokens[opening : claim.words[members[0]].index]
    shared = home in claim.statements[:opening]
    plain = all(t.norm in _LIST_WORDS for t in before) and bool(claim.functions & _LIST_ENDS)
    nouns = all(claim.words[i].token.name or may_be_noun(claim.words[i]) for i in members)
    return claim.code == "en" and opening > 0 and shared and plain and nouns and "other" not in claim.functions


def _is_told(claim: Sentence, members: Sequence[int], value: Value) -> bool:
    """Whether a value that agrees is said of the words before it: "and services $121 million" goes without its verb."""
    before = (claim.words[i].token.end <= value.mention.start for i in members)
    return value.outcome == "agrees" and all(before)


def _within(claim: Sentence, alignment: Alignment) -> list[float]:
    """Each claim word's strength in the unit alone, without its neighbours."""
    held = {pair.claim.index: pair.strength for pair in alignment.pairs}
    return [held.get(word.index, 0.0) for word in claim.words]


def _adds(sentence: Sentence) -> bool:
    """Whether a sentence adds to what precedes it, so that a list may go on in it."""
    return bool(sentence.functions & _ADDING)


def _mean(claim: Sentence, cover: Sequence[float], members: Sequence[int]) -> float:
    total = sum(claim.words[i].weight for i in members)
    return sum(claim.words[i].weight * cover[i] for i in members) / total if total else 1.0
