"""Things that are told apart by a number or a letter behind their name: "Building 2", "Station Alder 4", "Pump B"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.alignment.things import NUMBERED

_LONGEST = 4  # digits
_BREATH = 3  # tokens between two names
_NONE = 2.0  # more than any value fits
_BEFORE = frozenset("the and while but whereas".split())


@dataclass(frozen=True, slots=True)
class Numbered:
    """A name and what ends it, with the place of that in its sentence."""

    name: str
    ending: str
    start: int
    acts: bool = False
    """Whether it begins a statement and a verb or a colon follows: what comes then is of it."""

    def is_like(self, other: "Numbered") -> bool:
        """Whether two are of one kind, whatever their numbers."""
        return self.name == other.name


def of_numbered(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values in question, where the claim names a numbered thing without those of its likes.

    It must have a value of its own among them; where a like of it has the claim's value in no better a place, that is
    surely the one in question. A number that ends a name is no value then.
    """
    mine = numbered(claim)
    if not mine or any(one.start == mention.start for one in mine):
        return list(found)
    kept = [slot for slot in found if all(one.start != slot.mention.start for one in _all(slot))]
    told = False
    for own in mine:
        if any(other.is_like(own) and other.ending != own.ending for other in mine):
            continue  # "Team A leads Team B by 7 points" is of both
        owners = {id(slot): _owner(own, slot) for slot in kept}
        if own.ending in owners.values():
            told = True
            theirs = max((s.fit for s in kept if s.agrees and owners[id(s)] not in (own.ending, None)), default=_NONE)
            kept = [
                replace(slot, fit=1.0) if owners[id(slot)] and slot.fit >= theirs else slot
                for slot in kept
                if owners[id(slot)] in (own.ending, None)
            ]
    return sorted(kept, key=lambda slot: -slot.fit) if told else list(found)


def _owner(own: Numbered, slot: Slot) -> str | None:
    """What ends the name of the thing like ``own`` that a value is of: the only one of its sentence, or its subject.

    ``None`` where that cannot be told: "Plan B replaced Plan A, which cost 30 euros", "30 places on Level 1 and 55 on
    Level 2".
    """
    likes = [one for one in _all(slot) if one.is_like(own)]
    if len({one.ending for one in likes}) == 1:
        return likes[0].ending
    if any(_are_joined(one, other, slot.alignment.scope.sentence) for one, other in pairwise(likes)):
        return None
    last = next((one for one in reversed(likes) if one.start < slot.mention.start), None)
    return last.ending if last is not None and last.acts else None


def _are_joined(one: Numbered, other: Numbered, sentence: Sentence) -> bool:
    """Whether two things are named in one breath: "Room 1 and Room 2"."""
    between = [t for t in sentence.tokens if one.start < t.start < other.start]
    return len(between) <= _BREATH and not any(is_finite(sentence.tokens, sentence.tokens.index(t)) for t in between)


def _all(slot: Slot) -> tuple[Numbered, ...]:
    return numbered(slot.alignment.scope.sentence)


@lru_cache(maxsize=20_000)
def numbered(sentence: Sentence) -> tuple[Numbered, ...]:
    """The numbered things that an English sentence names, in order."""
    if sentence.code != "en":
        return ()
    tokens = sentence.tokens
    return tuple(
        Numbered(tokens[place - 1].norm, token.norm, token.start, _acts(tokens, place))
        for place, token in enumerate(tokens)
        if place and _may_end(token) and _is_named(tokens, place)
    )


def _may_end(token: Token) -> bool:
    if token.kind == "number":
        return token.text.isdecimal() and len(token.text) <= _LONGEST
    return token.code or (len(token.text) == 1 and token.text.isupper() and token.text != "I")


def _is_named(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether the word before is a name, and not one that a number after it counts something for."""
    before = tokens[place - 1]
    if before.kind != "word" or before.function or before.end + 1 != tokens[place].start:
        return False
    if before.norm in NUMBERED:
        return True
    return before.text[:1].isupper() and (before.name or _is_noun(before)) and _acts(tokens, place)


def _acts(tokens: tuple[Token, ...], place: int) -> bool:
    first = place - 1
    while first and _continues_a_name(tokens[first - 1]):
        first -= 1
    opens = first == 0 or tokens[first - 1].kind == "mark" or tokens[first - 1].norm in _BEFORE
    return opens and place + 1 < len(tokens) and _follows_a_name(tokens, place + 1)


def _continues_a_name(token: Token) -> bool:
    return token.kind == "word" and token.text[:1].isupper() and not token.function


def _is_noun(token: Token) -> bool:
    """Whether a word is a noun, and no adverb: "Today 12 were found" names no day by its number."""
    parts = lexicon().related(token.norm, PARTS)
    return "n" in parts and "r" not in parts


def _follows_a_name(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a verb follows, or the colon behind a label."""
    token = tokens[place]
    if token.text == ":" or is_finite(tokens, place):
        return True
    return is_verb(token) and (token.norm.endswith("ed") or tokens[place - 2].norm in NUMBERED)
