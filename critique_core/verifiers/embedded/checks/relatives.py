"""A deed of somebody's relative that the claim gives to the one that they are related to.

"The sister of Anna Roth lives in Trier" does not say that Anna Roth lives there, though it has all the words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from critique_core.language.frames import Chunk, Frame, frames_of
from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.other_doers import same_deed

_SURE = 0.8
_MOST_OWNED = 4  # words of a name with its article and titles
_PRONOUNS = frozenset("he she it they".split())
_HALF = ("-husband", "-wife", "-brother", "-sister")
_RELATED = frozenset(
    """mother father parent son daughter child brother sister sibling twin wife husband spouse partner widow widower
    fiance fiancee uncle aunt nephew niece cousin grandfather grandmother grandparent grandson granddaughter grandchild
    stepfather stepmother stepson stepdaughter mum mom dad friend neighbour neighbor colleague coworker roommate
    flatmate boyfriend girlfriend rival boss assistant deputy secretary lawyer doctor
    tenant landlord pupil student""".split()
)


def relatives(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """The relative of the claim's subject of whom the unit says it, unless the unit says it of the subject as well."""
    source = alignment.scope.sentence
    keys = frozenset[str]().union(*(word.keys for word in claim.words))
    for stated in frames_of(claim):
        subject = _subject(stated)
        if subject is None:
            continue
        told = [
            _relative_of(source, subject.words[-1], found)
            for found in frames_of(source)
            if same_deed(stated.verb, found.verb)
        ]
        who = next(iter(told), None)
        if who is not None and all(told) and not who.head.keys & keys:
            mine = claim.text[subject.words[0].token.start : subject.words[-1].token.end]
            text = f"the source says this of “{source.text[who.start : who.end]}”, the draft of “{mine}”"
            yield between("detail", "missing", subject.words[-1].token, who.head.token, text, _SURE)
            return


def _subject(found: Frame) -> Chunk | None:
    """What stands before a verb: its doer, or its receiver in the passive."""
    chunk = found.doer or found.receiver
    return chunk if chunk is not None and chunk.words and chunk.words[0].index < found.verb.index else None


@dataclass(frozen=True, slots=True)
class _Relative:
    """The word for a relative, and where the phrase with the name starts and ends."""

    head: Word
    start: int
    end: int


def _relative_of(source: Sentence, whose: Word, found: Frame) -> _Relative | None:
    """The relative that a verb's subject is, with the name beside it: "the sister of Anna", "Anna's sister"."""
    subject = _subject(found)
    head = subject.words[-1] if subject is not None else None
    if subject is None or head is None or not (head.keys & _RELATED or head.token.norm.endswith(_HALF)):
        return None
    tokens = source.tokens
    between = tokens[head.index + 1 : found.verb.index]
    if any(t.norm in _PRONOUNS for t in between) or sum(t.norm == whose.token.norm for t in tokens) > 1:
        return None  # "Vera's sister says that Vera lives in Wels", "although her sister ..., she lives in Wels"
    first = subject.words[0].index
    owner = next((i for i in range(first, head.index) if tokens[i].keys & whose.keys), None)
    if owner is not None and tokens[owner + 1].text[:1] in "'’":
        return _Relative(head, tokens[first].start, head.token.end)
    behind = tokens[head.index + 1 : head.index + 2 + _MOST_OWNED]
    if not behind or behind[0].norm != "of":
        return None
    mark = next((at for at, t in enumerate(behind) if t.kind == "mark"), len(behind))
    named = next((t for t in behind[:mark] if t.keys & whose.keys), None)
    return _Relative(head, head.token.start, named.end) if named is not None else None
