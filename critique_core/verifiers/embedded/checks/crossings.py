"""What a source says of one thing, told of another: the claim's words all stand there, but not together.

"Viewers see dashboards; analysts write queries" does not say that viewers write queries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, may_be_noun
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.8  # of 15 firings on 7,864 claims written for training 20 % were on supported ones
_SAME, _INSIDE = 0.8, 0.6
_MARKS, _JOINS = frozenset(";,.:"), frozenset("and but while whereas".split())
_LOOKED_AT = 4


@dataclass(frozen=True, slots=True)
class Stretch:
    """A member of a list or a clause of a source sentence: its words, and those of them the claim says."""

    words: tuple[Word, ...]
    said: tuple[Word, ...]

    @property
    def opens_with_said(self) -> bool:
        """Whether the claim speaks of what it is about."""
        return self.words[0] in self.said


def crossings(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """The first unit that gives the claim's subject other words than the claim does, and those to another subject."""
    if claim.code != "en" or any(w.denied for w in claim.words):
        return
    for alignment in alignments[:_LOOKED_AT]:
        if alignment.scope.unit.kind == "prose" and alignment.inside >= _INSIDE:
            found = _crossed(claim, alignment.scope.sentence)
            if found is not None:
                yield alignment, found
            return


def _crossed(claim: Sentence, source: Sentence) -> Observation | None:
    """Two stretches hold the claim between them: its subject opens one that says something else of it."""
    held = [(w, [o for o in source.words if similarity(w, o, "en") >= _SAME]) for w in claim.words]
    if not all(others for _, others in held):
        return None
    numbers = _numbered(source)
    homes = [(w, {numbers[o.index] for o in others}) for w, others in held]
    sure = [(w, next(iter(places))) for w, places in homes if len(places) == 1]
    if len({place for _, place in sure}) != 2:
        return None
    first, second = sure[0][1], next(place for _, place in sure if place != sure[0][1])
    turn = next(i for i, (_, place) in enumerate(sure) if place == second)
    if any(place == first for _, place in sure[turn:]):
        return None
    said = {o.index for _, others in held for o in others}
    subject, other = (_stretch(source, numbers, place, said) for place in (first, second))
    if not subject.opens_with_said or other.opens_with_said or len(subject.said) == len(subject.words):
        return None
    if not _is_thing(source, other):
        return None
    word, owner = sure[turn][0].token, other.words[0].token
    text = f"the source says “{word.text}” of “{owner.text}”, not of “{sure[0][0].token.text}”"
    return between("role", "conflicts", sure[0][0].token, owner, text, _SURE)


def _is_thing(source: Sentence, stretch: Stretch) -> bool:
    """Whether a stretch opens with what it is about: a noun, and not the first half of a name the claim says."""
    opening = stretch.words[0]
    named = opening.token.name and any(w.token.name and w.index == opening.index + 1 for w in stretch.said)
    return may_be_noun(opening) and not acts(source, opening) and not named


def _numbered(source: Sentence) -> list[int]:
    """The number of the stretch that each token stands in."""
    numbers: list[int] = []
    for position, token in enumerate(source.tokens):
        fresh = position > 0 and (token.text in _MARKS or token.norm in _JOINS)
        numbers.append((numbers[-1] if numbers else 0) + fresh)
    return numbers


def _stretch(source: Sentence, numbers: list[int], place: int, said: set[int]) -> Stretch:
    inside = tuple(w for w in source.words if numbers[w.index] == place)
    return Stretch(inside, tuple(w for w in inside if w.index in said))
