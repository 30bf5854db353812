"""Which values are of the numbered thing that a claim names, and not of one of its likes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from critique_core.language.sentence import Sentence, analyse, heads
from critique_core.language.statements import is_finite
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.numbered import (
    BREATH,
    Numbered,
    compares,
    is_set_apart,
    may_end,
    numbered,
    several,
)
from critique_core.verifiers.embedded.alignment.slots import Slot

_NONE = 2.0  # more than any value fits
_EQUAL = frozenset("same likewise also too alike both all every each".split())
_EACH = frozenset(("each", "both"))


def of_numbered(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values in question, where the claim names a numbered thing without those of its likes.

    It must have a value of its own among them; where a like of it has the claim's value in no better a place, that is
    surely the one in question. A number that ends a name is no value then. What is said of several ("Rooms 1 and 3",
    "Pump A and Pump B need 400 watts each") is in question for the one of which it does not hold.
    """
    mine = [one for one in numbered(claim) if not is_set_apart(claim, one)]
    group = several(claim) or tuple(mine if _EACH & {token.norm for token in claim.tokens} else ())
    if any(one.start == mention.start for one in (*mine, *group)) or not (mine or group) or compares(claim):
        return list(found)
    kept = [slot for slot in found if not ends_a_name(slot)]
    told = False
    for own in dict.fromkeys((*group, *mine)):
        if own not in group and any(other.is_like(own) and other.ending != own.ending for other in mine):
            continue  # "Team A leads Team B by 7 points" is of both
        owners = {id(slot): _owner(own, slot) for slot in kept}
        theirs = [slot for slot in kept if owners[id(slot)] == own.ending]
        if own in group and (not theirs or any(slot.agrees for slot in theirs)):
            continue
        if not theirs and (not any(owners.values()) or any(_are_equal(slot) for slot in kept)):
            continue
        told = True
        rival = max((s.fit for s in kept if s.agrees and owners[id(s)] not in (own.ending, None)), default=_NONE)
        kept = [
            replace(slot, fit=1.0)
            if owners[id(slot)] and (slot.fit >= rival or _counts_the_same(claim, mention, slot))
            else slot
            for slot in kept
            if owners[id(slot)] in (own.ending, None)
        ]
    return sorted(kept, key=lambda slot: -slot.fit) if told else list(found)


def ends_a_name(slot: Slot) -> bool:
    """Whether a number only tells a thing from its likes, and is no value of it."""
    return any(one.start == slot.mention.start for one in _all(slot))


def of_names(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The values that end a name as the claim's number does, and no other: a "team 4" is not to be "31 points"."""
    own = next(one for one in (*numbered(claim), *several(claim)) if one.start == mention.start)
    return [slot for slot in found if _follows(slot, own.name)]


def _are_equal(slot: Slot) -> bool:
    """Whether a unit or one around it gives several things one value: "Kit A weighs the same", "all kits weigh"."""
    scope = slot.alignment.scope
    return any(_EQUAL & {t.norm for t in s.tokens} for s in (scope.sentence, *(s for _, s in scope.around)))


def _counts_the_same(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether two numbers are of the same noun, which each has right behind it."""
    if mention.kind != "number":
        return False
    own, theirs = heads(claim, mention), heads(slot.alignment.scope.sentence, slot.mention)
    return bool(own and theirs) and not own[0].keys.isdisjoint(theirs[0].keys)


def _follows(slot: Slot, name: str) -> bool:
    """Whether a value stands behind a name, or in the list of numbers behind it: "rooms 1 and 3"."""
    sentence = slot.alignment.scope.sentence
    before = next((t.norm for t in reversed(sentence.tokens) if t.end <= slot.mention.start), "")
    return before == name or any((o.name, o.start) == (name, slot.mention.start) for o in several(sentence))


def is_named(claim: Sentence, mention: Mention, ranked: Sequence[Alignment]) -> bool:
    """Whether a unit that was read, or what stands around it, names what the claim's number is part of the name of."""
    own = next(one for one in (*numbered(claim), *several(claim)) if one.start == mention.start)
    texts = (s for a in ranked for s in (a.scope.sentence, *(s for _, s in a.scope.around)))
    pairs = ((one.norm, two.norm) for s in texts for one, two in pairwise(s.tokens))
    return any((own.name, own.ending) in ((one, two), (one.rstrip("s"), two)) for one, two in pairs)


def _owner(own: Numbered, slot: Slot) -> str | None:
    """What ends the name of the thing like ``own`` that a value is of: the only one of its sentence, or its subject.

    ``None`` where that cannot be told: "Plan B replaced Plan A, which cost 30 euros", "30 places on Level 1 and 55 on
    Level 2".
    """
    scope = slot.alignment.scope
    if scope.unit.kind == "record" and (keyed := _ending_in(analyse(scope.unit.label, scope.sentence.code), own.name)):
        return keyed
    likes = [one for one in _all(slot) if one.is_like(own) and not is_set_apart(slot.alignment.scope.sentence, one)]
    if len({one.ending for one in likes}) == 1:
        return likes[0].ending
    if any(_are_joined(one, other, slot.alignment.scope.sentence) for one, other in pairwise(likes)):
        return None
    last = next((one for one in reversed(likes) if one.start < slot.mention.start), None)
    return last.ending if last is not None and last.acts else None


def _ending_in(label: Sentence, name: str) -> str | None:
    """What ends the name in the keys above a field: the 4 of "bus 4 seats"."""
    return next((two.norm for one, two in pairwise(label.tokens) if one.norm == name and may_end(two)), None)


def _are_joined(one: Numbered, other: Numbered, sentence: Sentence) -> bool:
    """Whether two things are named in one breath: "Room 1 and Room 2"."""
    between = [t for t in sentence.tokens if one.start < t.start < other.start]
    return len(between) <= BREATH and not any(is_finite(sentence.tokens, sentence.tokens.index(t)) for t in between)


def _all(slot: Slot) -> tuple[Numbered, ...]:
    sentence = slot.alignment.scope.sentence
    named = numbered(sentence)
    starts = {one.start for one in named}
    return tuple(sorted((*named, *(one for one in several(sentence) if one.start not in starts)), key=_start))


def _start(one: Numbered) -> int:
    return one.start
