"""Things that are told apart by a number or a letter behind their name: "Building 2", "Station Alder 4", "Pump B"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, analyse, heads
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.alignment.things import NUMBERED

_LONGEST = 4  # digits
_MOST_RANGED = 50  # "rooms 1 to 40"
_RANGING = frozenset(("to", "through", "–"))
_BREATH = 3  # tokens between two names
_NONE = 2.0  # more than any value fits
_WITH_UNITS = frozenset(("quantity", "currency", "percentage"))
_EQUAL = frozenset("same likewise also too alike both all every each".split())
_EACH = frozenset(("each", "both"))
_TOGETHER = frozenset("together total sum combined altogether between all and".split())
_ARTICLES = frozenset("the a an this that its their our".split())
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
    surely the one in question. A number that ends a name is no value then. What is said of several ("Rooms 1 and 3",
    "Pump A and Pump B need 400 watts each") is in question for the one of which it does not hold.
    """
    mine = [one for one in numbered(claim) if not _is_set_apart(claim, one)]
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


def compares(claim: Sentence) -> bool:
    """Whether a claim sets one thing against another: "2 more than version 2", but not "more than 30 seats"."""
    return any(token.norm == "than" and after.kind != "number" for token, after in pairwise(claim.tokens))


def is_of_one(claim: Sentence) -> bool:
    """Whether a claim names one numbered thing and says nothing of several together."""
    together = _TOGETHER & {token.norm for token in claim.tokens}
    return len(numbered(claim)) == 1 and not (together or several(claim) or compares(claim))


@lru_cache(maxsize=20_000)
def several(claim: Sentence) -> tuple[Numbered, ...]:
    """The things of one kind that a claim names together: "Rooms 1 and 3", "gates 2, 4 and 5", "gates 2 to 5"."""
    tokens = claim.tokens
    for place, token in enumerate(tokens if claim.code == "en" else ()):
        name = next((key for key in token.keys if key in NUMBERED), None)
        if name is None or name == token.norm:
            continue
        ends = list[Numbered]()
        for joint, after in pairwise(tokens[place:]):
            if _may_end(after):
                between = _between(ends[-1].ending, after.norm) if ends and joint.norm in _RANGING else ()
                ends += [Numbered(name, ending, after.start) for ending in (*between, after.norm)]
            elif after.text not in (",", "and", "&") and after.norm not in _RANGING:
                break
        if len(ends) > 1:
            return tuple(ends)
    return ()


def _between(first: str, last: str) -> tuple[str, ...]:
    """The numbers between the ends of a range; none of letters or of a range that is no list of things."""
    if not (first.isdecimal() and last.isdecimal() and int(last) - int(first) <= _MOST_RANGED):
        return ()
    return tuple(str(number) for number in range(int(first) + 1, int(last)))


def _is_set_apart(claim: Sentence, one: Numbered) -> bool:
    """Whether a claim names a thing only as what its own is not like: "Unlike Pump A, Pump B needs 400 watts"."""
    before = [token for token in claim.tokens if token.start < one.start]
    while len(before) > 1 and before[-1].text[:1].isupper():
        before.pop()
    return bool(before) and before[-1].norm == "unlike"


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


def name_of(claim: Sentence, mention: Mention) -> str:
    """The word that a claim's number ends the name of, in small letters; empty where it ends none."""
    return next((one.name for one in (*numbered(claim), *several(claim)) if one.start == mention.start), "")


def _owner(own: Numbered, slot: Slot) -> str | None:
    """What ends the name of the thing like ``own`` that a value is of: the only one of its sentence, or its subject.

    ``None`` where that cannot be told: "Plan B replaced Plan A, which cost 30 euros", "30 places on Level 1 and 55 on
    Level 2".
    """
    scope = slot.alignment.scope
    if scope.unit.kind == "record" and (keyed := _ending_in(analyse(scope.unit.label, scope.sentence.code), own.name)):
        return keyed
    likes = [one for one in _all(slot) if one.is_like(own) and not _is_set_apart(slot.alignment.scope.sentence, one)]
    if len({one.ending for one in likes}) == 1:
        return likes[0].ending
    if any(_are_joined(one, other, slot.alignment.scope.sentence) for one, other in pairwise(likes)):
        return None
    last = next((one for one in reversed(likes) if one.start < slot.mention.start), None)
    return last.ending if last is not None and last.acts else None


def _ending_in(label: Sentence, name: str) -> str | None:
    """What ends the name in the keys above a field: the 4 of "bus 4 seats"."""
    return next((two.norm for one, two in pairwise(label.tokens) if one.norm == name and _may_end(two)), None)


def _are_joined(one: Numbered, other: Numbered, sentence: Sentence) -> bool:
    """Whether two things are named in one breath: "Room 1 and Room 2"."""
    between = [t for t in sentence.tokens if one.start < t.start < other.start]
    return len(between) <= _BREATH and not any(is_finite(sentence.tokens, sentence.tokens.index(t)) for t in between)


def _all(slot: Slot) -> tuple[Numbered, ...]:
    sentence = slot.alignment.scope.sentence
    named = numbered(sentence)
    starts = {one.start for one in named}
    return tuple(sorted((*named, *(one for one in several(sentence) if one.start not in starts)), key=_start))


def _start(one: Numbered) -> int:
    return one.start


@lru_cache(maxsize=20_000)
def numbered(sentence: Sentence) -> tuple[Numbered, ...]:
    """The numbered things that an English sentence names, in order; those of one kind however they are written."""
    if sentence.code != "en":
        return ()
    tokens = sentence.tokens
    ends = [at for at, token in enumerate(tokens) if at and _may_end(token) and not _is_measured(sentence, token)]
    names = {tokens[at - 1].norm for at in ends if _is_named(tokens, at)}
    return tuple(
        Numbered(tokens[at - 1].norm, tokens[at].norm, tokens[at].start, _acts(tokens, at))
        for at in ends
        if _is_named(tokens, at)
        or (tokens[at - 1].norm in names - NUMBERED and tokens[at - 1].end + 1 == tokens[at].start)
    )


def _is_measured(sentence: Sentence, token: Token) -> bool:
    """Whether a number has a unit, and so counts: "on the Free plan 10 MB"."""
    return token.kind == "number" and any(
        m.start <= token.start and token.end < m.end and m.kind in _WITH_UNITS for m in sentence.mentions
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
        article = not before.text[:1].isupper() and any(
            t.norm in _ARTICLES for t in tokens[max(0, place - 3) : place - 1]
        )
        return not article  # "the north hall seats 500 people and the south hall 320"
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
    if token.norm == "of":  # "version 3 of the form asks"
        return any(is_finite(tokens, at) for at in range(place + 2, min(place + _BREATH + 3, len(tokens))))
    if token.text == ":" or is_finite(tokens, place):
        return True
    return is_verb(token) and (token.norm.endswith("ed") or tokens[place - 2].norm in NUMBERED)
