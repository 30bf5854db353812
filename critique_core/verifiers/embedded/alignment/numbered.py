"""Things that are told apart by a number or a letter behind their name: "Building 2", "Station Alder 4", "Pump B"."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.things import NUMBERED

_LONGEST = 4  # digits
_MOST_RANGED = 50  # "rooms 1 to 40"
_RANGING = frozenset(("to", "through", "–"))
BREATH = 3  # tokens between two names
_WITH_UNITS = frozenset(("quantity", "currency", "percentage"))
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
            if may_end(after):
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


def is_set_apart(claim: Sentence, one: Numbered) -> bool:
    """Whether a claim names a thing only as what its own is not like: "Unlike Pump A, Pump B needs 400 watts"."""
    before = [token for token in claim.tokens if token.start < one.start]
    while len(before) > 1 and before[-1].text[:1].isupper():
        before.pop()
    return bool(before) and before[-1].norm == "unlike"


def name_of(claim: Sentence, mention: Mention) -> str:
    """The word that a claim's number ends the name of, in small letters; empty where it ends none."""
    return next((one.name for one in (*numbered(claim), *several(claim)) if one.start == mention.start), "")


@lru_cache(maxsize=20_000)
def numbered(sentence: Sentence) -> tuple[Numbered, ...]:
    """The numbered things that an English sentence names, in order; those of one kind however they are written."""
    if sentence.code != "en":
        return ()
    tokens = sentence.tokens
    ends = [at for at, token in enumerate(tokens) if at and may_end(token) and not _is_measured(sentence, token)]
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


def may_end(token: Token) -> bool:
    """Whether a number, a code or a letter may end a name."""
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
        return any(is_finite(tokens, at) for at in range(place + 2, min(place + BREATH + 3, len(tokens))))
    if token.text == ":" or is_finite(tokens, place):
        return True
    return is_verb(token) and (token.norm.endswith("ed") or tokens[place - 2].norm in NUMBERED)
