"""A deed that the source says is not done: "the panel charges the battery" beside "it does not charge the battery".

Verb and receiver are the same, and the doer is the claim's or a pronoun. A deed that is denied under a condition, or
that another sentence tells plainly, is left alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from critique_core.language.frames import Frame, frames_of, same_phrase
from critique_core.language.sentence import Sentence
from critique_core.text.word_classes import EXCEPTION, EXCLUSIVE
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.75
_CONDITIONAL = EXCEPTION | EXCLUSIVE | frozenset("if when where while until before after once only unless".split())
_PLAIN = frozenset("be is are was were has have had do does did".split())


def denied_deeds(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first deed of the claim that a source denies of the same doer and receiver."""
    prose = [a for a in alignments if a.scope.unit.kind == "prose"]
    for stated in frames_of(claim):
        if stated.verb.denied or stated.verb.token.norm in _PLAIN or not (stated.receiver and stated.receiver.words):
            continue
        same = [(a, f) for a in prose for f in frames_of(a.scope.sentence) if stated.verb.keys & f.verb.keys]
        plain = [found.receiver for _, found in same if not (found.verb.denied or found.verb.negated)]
        for alignment, found in ((a, f) for a, f in same if f.verb.denied):
            source = alignment.scope.sentence
            home = source.statements[found.verb.index]
            bound = any(
                t.norm in _CONDITIONAL for t, n in zip(source.tokens, source.statements, strict=True) if n == home
            )
            if bound or any(one is None or same_phrase(one, found.receiver, claim.code) for one in plain):
                continue  # of this receiver another sentence says it: of books, not of films
            if same_phrase(stated.receiver, found.receiver, claim.code) and _by_the_same(stated, found):
                verb, other = stated.verb.token, found.verb.token
                text = f"the source denies “{verb.text}”, the draft states it"
                seen = between("negation", "conflicts", verb, other, text, _SURE)
                yield alignment, replace(seen, firm=True)
                return


def _by_the_same(stated: Frame, found: Frame) -> bool:
    """Whether both have one doer, so far as the source names it."""
    doer = found.doer
    return doer is None or doer.pronoun or not doer.words or same_phrase(stated.doer, doer, "en")
