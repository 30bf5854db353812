"""Which way a value went: "down 12 %" beside "an increase of 12 percent".

A direction belongs to the value that it stands next to; "from" makes a value the one before the change. Nothing is
found where a source gives the value in the claim's direction, too, of something else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_verb
from critique_core.language.tokens import Token
from critique_core.text.word_classes import APPROXIMATE
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.86
_UP = frozenset(
    """up rise increase grow growth gain climb raise jump surge soar advance improve expand upward uptick
    rebound lengthen widen""".split()
)
_DOWN = frozenset(
    """down fall decrease drop decline lower cut reduce reduction shrink slip slide plunge tumble sink downward
    contract dip lose shed dwindle shorten""".split()
)
MORE, LESS = frozenset("more higher greater".split()), frozenset("less lower fewer smaller".split())
_BEFORE, _AFTER = 9, 3  # tokens between a value and its direction
_CHANGE = frozenset("change extend lengthen prolong shorten move postpone adjust alter revise amend".split())
_PARTICLES = frozenset(("up", "down"))  # "up to 30 hours" is a limit
_PAST = frozenset("was were had from before previously formerly earlier used until".split())
AMOUNTS = ("percentage", "currency", "number", "quantity")
_NEAR = 7  # tokens before a value that say what it changed to
_ONWARD = 4  # tokens from the value before a change to the "to": "from 40 mm in March to"
_PARTING = frozenset("from than while whereas but".split())


def directions(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first value of the claim that a source gives, and only in the other direction."""
    prose = [alignment for alignment in alignments if alignment.scope.unit.kind == "prose"]
    for mention in claim.mentions:
        mine = direction(claim, mention)
        if mine is None:
            continue
        met = [
            (alignment, theirs)
            for alignment in prose
            for other in alignment.scope.sentence.mentions
            if compare.follows(mention, other) and (theirs := direction(alignment.scope.sentence, other)) is not None
        ]
        if met and all(theirs[1] != mine[1] for _, theirs in met):
            alignment, theirs = met[0]
            text = f"the draft says “{mine[0].text}”, the source says “{theirs[0].text}”"
            yield alignment, replace(between("antonym", "conflicts", mine[0], theirs[0], text, _SURE), firm=True)
            return


def became(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value is what another one changed to, and so the latest: "raised from 60 euros to about 80"."""
    return _changes(sentence, mention, "to")


def gave_way(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value is what was before it changed: "raised from 60 euros to 80"."""
    after = [t.norm for t in sentence.tokens if t.start >= mention.end][:_ONWARD]
    return "to" in after and _changes(sentence, mention, "from")


def _changes(sentence: Sentence, mention: Mention, preposition: str) -> bool:
    """Whether a preposition stands before a value, and a word for a change before that."""
    before = [t for t in sentence.tokens if t.end <= mention.start and t.norm not in APPROXIMATE and t.kind != "mark"]
    deeds = (t for t in before[-_NEAR:-1] if t.keys & (_UP | _DOWN | _CHANGE) - _PARTICLES)
    return bool(before) and before[-1].norm == preposition and next(deeds, None) is not None


def tells_of_past(claim: Sentence) -> bool:
    """Whether a claim speaks of what was, or of the change itself."""
    return any(
        t.norm in _PAST or (t.norm.endswith("ed") and is_verb(t)) or t.keys & (_UP | _DOWN) for t in claim.tokens
    )


def direction(sentence: Sentence, mention: Mention) -> tuple[Token, bool] | None:
    """The word that says which way a value went, and whether that is up."""
    if mention.kind not in AMOUNTS or mention.ordinal:
        return None
    before = [t for t in sentence.tokens if t.end <= mention.start][-_BEFORE:]
    after = [t for t in sentence.tokens if t.start >= mention.end][:_AFTER]
    own = [m for m in sentence.mentions if m is not mention and m.kind == mention.kind]
    for token, following in zip(reversed(before), [None, *reversed(before)], strict=False):
        if token.norm == "up" and following is not None and following.norm == "to":
            return None  # a limit
        if token.norm in _PARTING or token.kind == "mark" or any(m.start <= token.start < m.end for m in own):
            break
        if (way := way_of(token)) is not None:
            return token, way
    for at, token in enumerate(after):
        if token.norm in _PARTING:
            break
        if token.norm in MORE | LESS and at == 0:
            return token, token.norm in MORE
        following = [t.norm for t in after[at + 1 : at + 2]]
        if token.norm in ("up", "down") and following == ["from"]:
            return token, token.norm == "up"
    return None


def way_of(token: Token) -> bool | None:
    """Whether a word says that something rose (true) or fell (false)."""
    if token.kind != "word" or token.name:
        return None
    up, down = not token.keys.isdisjoint(_UP), not token.keys.isdisjoint(_DOWN)
    return None if up == down else up
