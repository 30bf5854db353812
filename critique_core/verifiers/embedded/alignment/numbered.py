"""Things that are told apart by a number or a letter behind their name: "Building 2", "Station Alder 4", "Pump B"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.alignment.things import NUMBERED

_LONGEST = 4  # digits
_NONE = 2.0  # more than any value fits
_BEFORE = frozenset("the and while but whereas".split())


@dataclass(frozen=True, slots=True)
class Numbered:
    """A name and what ends it, with the place of that in its sentence."""

    name: str
    ending: str
    start: int

    def is_like(self, other: "Numbered") -> bool:
        """Whether two are of one kind, whatever their numbers."""
        return self.name == other.name


def of_numbered(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values in question, where the claim names a numbered thing without those of its likes.

    It must have a value of its own among them; where a like of it has the claim's value in no better a place, that is
    surely the one in question. A number that ends a name is no value of anything.
    """
    mine = numbered(claim)
    if not mine or any(one.start == mention.start for one in mine):
        return list(found)
    kept = [slot for slot in found if all(one.start != slot.mention.start for one in _all(slot))]
    for own in mine:
        owners = {id(slot): _owner(own, slot) for slot in kept}
        if own.ending in owners.values():
            theirs = max((s.fit for s in kept if s.agrees and owners[id(s)] not in (own.ending, None)), default=_NONE)
            kept = [
                replace(slot, fit=1.0) if owners[id(slot)] and slot.fit >= theirs else slot
                for slot in kept
                if owners[id(slot)] in (own.ending, None)
            ]
    return sorted(kept, key=lambda slot: -slot.fit)


def _owner(own: Numbered, slot: Slot) -> str | None:
    """What ends the name of the thing like ``own`` that is named last before a value, in its sentence."""
    return next(
        (one.ending for one in reversed(_all(slot)) if one.is_like(own) and one.start < slot.mention.start), None
    )


def _all(slot: Slot) -> tuple[Numbered, ...]:
    return numbered(slot.alignment.scope.sentence)


@lru_cache(maxsize=20_000)
def numbered(sentence: Sentence) -> tuple[Numbered, ...]:
    """The numbered things that an English sentence names, in order."""
    if sentence.code != "en":
        return ()
    tokens = sentence.tokens
    return tuple(
        Numbered(tokens[place - 1].norm, token.norm, token.start)
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
    if not before.text[:1].isupper() or not (before.name or _is_noun(before)):
        return False
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
    return token.text == ":" or is_finite(tokens, place) or (token.norm.endswith("ed") and is_verb(token))
