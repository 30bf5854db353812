"""Conditions tied to a statement: "unless worn" turns round what "if worn" says, "only if" does not."""

from collections.abc import Iterator
from dataclasses import dataclass

from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.8
_LEAST = 0.6
_LINKS = {"if": 1, "when": 1, "once": 1, "where": 1, "unless": -1}


@dataclass(frozen=True)
class Proviso:
    """A condition and the statement it bears on.

    ``sign`` is 1 when the statement holds with the condition, -1 when it holds without it; denials on either side are
    counted in, so that "not ... unless" and "only ... if" both give 1.
    """

    link: Token
    sign: int
    condition: tuple[Word, ...]
    main: tuple[Word, ...]


def provisos(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Compare how the claim and the unit tie one condition to one statement."""
    stated, real = _proviso(claim), _proviso(alignment.scope.sentence)
    if claim.code != "en" or stated is None or real is None:
        return
    turned = [_turns(mine, theirs) for mine, theirs in ((stated.condition, real.condition), (stated.main, real.main))]
    if None in turned:
        return
    same = stated.sign == real.sign * (turned[0] or 1) * (turned[1] or 1)
    first, second = stated.link, real.link
    if not same:
        text = f"the draft ties it to the condition by “{first.text}”, the source by “{second.text}”"
        yield between("condition", "conflicts", first, second, text, _SURE)
    elif first.norm != second.norm:
        text = f"“{second.text}” in the source says the same as “{first.text}”"
        yield between("condition", "agrees", first, second, text, _SURE)


def _proviso(sentence: Sentence) -> Proviso | None:
    """Read the one condition of a sentence; none when it has several or no statement beside it."""
    links = [i for i, t in enumerate(sentence.tokens) if t.norm in _LINKS]
    if len(links) != 1:
        return None
    at = links[0]
    home = sentence.statements[at]
    condition = tuple(w for w in sentence.words if sentence.statements[w.index] == home)
    beside = home + 1 if not any(w.index < at for w in sentence.words) else home - 1
    main = tuple(w for w in sentence.words if sentence.statements[w.index] == beside)
    if not condition or not main:
        return None
    sign = _LINKS[sentence.tokens[at].norm]
    for part in (condition, main):
        if any(w.denied for w in part):
            sign = -sign
    return Proviso(sentence.tokens[at], sign, condition, main)


def _turns(mine: tuple[Word, ...], theirs: tuple[Word, ...]) -> int | None:
    """Say whether two stretches tell of the same: 1, or -1 by an opposite word; ``None`` when they do not."""
    held, sign, total = 0.0, 1, 0.0
    for word in mine:
        total += word.weight
        if any(similarity(word, other, "en") >= 0.8 for other in theirs):
            held += word.weight
        elif any(opposed(word.keys, other.keys) for other in theirs):
            held, sign = held + word.weight, -sign
    return sign if total and held / total >= _LEAST else None
