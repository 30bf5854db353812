"""Cause and effect that have changed places: "the seal wore out because the pump failed" beside the reverse.

Both the claim and a sentence must name a cause by a linking word, and each event of the claim has to be the other's.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.8
_LEAST, _LEAD = 0.6, 0.3
_EFFECT_FIRST = regex.compile(
    r"\b(?:because(?: of)?|due to|owing to|thanks to|as a (?:result|consequence) of|(?:was|were|is|are|been) caused by"
    r"|result(?:s|ed)? from|stem(?:s|med)? from)\b",
    regex.IGNORECASE,
)
_CAUSE_FIRST = regex.compile(
    r"\b(?:led to|leads to|caused|causes|resulted in|results in|brought about|triggered|triggers|which is why"
    r"|that is why|therefore|as a result,?)\b",
    regex.IGNORECASE,
)


class _Causal(NamedTuple):
    cause: tuple[Word, ...]
    effect: tuple[Word, ...]
    link: Token


def causes(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """That the source gives as the cause what the claim gives as the effect, and the reverse."""
    mine = _causal(claim)
    if mine is None or any(word.denied for word in claim.words):
        return
    for alignment in alignments:
        theirs = _causal(alignment.scope.sentence)
        if theirs is None:
            continue
        straight = min(covered(mine.cause, theirs.cause, "en"), covered(mine.effect, theirs.effect, "en"))
        crossed = min(covered(mine.cause, theirs.effect, "en"), covered(mine.effect, theirs.cause, "en"))
        if crossed >= _LEAST and crossed - straight >= _LEAD:
            effect = " ".join(word.token.text for word in theirs.effect)
            text = f"in the source “{effect}” is the effect, in the draft the cause"
            yield alignment, between("role", "conflicts", mine.link, theirs.link, text, _SURE)
            return


def _causal(sentence: Sentence) -> _Causal | None:
    """The events that a linking word joins as cause and effect; ``None`` where none or more than one does."""
    links = [(m, False) for m in _EFFECT_FIRST.finditer(sentence.text)]
    links += [
        (m, True) for m in _CAUSE_FIRST.finditer(sentence.text) if not any(m.start() == o.start() + 4 for o, _ in links)
    ]
    links = [
        one for one in links if not any(o is not one and o[0].start() <= one[0].start() < o[0].end() for o in links)
    ]
    if len(links) != 1:
        return None
    match, cause_first = links[0]
    comma = sentence.text.find(",", match.end())
    if not sentence.text[: match.start()].strip() and comma > 0:  # "because the seal leaked, the pump failed"
        before, after = _words(sentence, comma, len(sentence.text)), _words(sentence, match.end(), comma)
    else:
        before, after = _words(sentence, 0, match.start()), _words(sentence, match.end(), len(sentence.text))
    if not before or not after:
        return None
    link = next(token for token in sentence.tokens if token.end > match.start())
    return _Causal(before, after, link) if cause_first else _Causal(after, before, link)


def _words(sentence: Sentence, start: int, end: int) -> tuple[Word, ...]:
    return tuple(word for word in sentence.words if start <= word.token.start < end)
