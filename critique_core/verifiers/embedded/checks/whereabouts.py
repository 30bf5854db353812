"""A place that belongs to another deed: "studied in Paris" beside "studied in Copenhagen and lived in Paris"."""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import Chunk, Frame, frames_of
from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.75
_SAME_VERB = 0.84
_PLACING = frozenset("in at from".split())
_PLAIN = frozenset("be have do take make go come get".split())


def whereabouts(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first deed of the claim that a source places elsewhere, and another deed of its where the claim places it."""
    told = [(a, f) for a in alignments if a.scope.unit.kind == "prose" for f in frames_of(a.scope.sentence)]
    for mine in frames_of(claim):
        for preposition, place in mine.others.items():
            if (
                preposition not in _PLACING
                or place.names != place.words
                or not place.words
                or mine.verb.denied
                or mine.verb.keys & _PLAIN
            ):
                continue
            same = [(a, f) for a, f in told if _one_deed(mine, f)]
            if not same or any(_says(a.scope.sentence, f, place) for a, f in same):
                continue
            for alignment, theirs in same:
                other = theirs.others.get(preposition)
                sentence = alignment.scope.sentence
                if other is None or not other.names or theirs.verb.denied:
                    continue
                if not any(f.verb is not theirs.verb and _says(sentence, f, place) for f in frames_of(sentence)):
                    continue
                word, stated = place.names[-1].token, other.names[-1].token
                text = f"the source says “{theirs.verb.token.text} {preposition} {_text(sentence, other)}”"
                yield alignment, between("name", "conflicts", word, stated, text, _SURE)
                return


def _one_deed(mine: Frame, theirs: Frame) -> bool:
    return bool(mine.verb.keys & theirs.verb.keys) or similarity(mine.verb, theirs.verb, "en") >= _SAME_VERB


def _says(sentence: Sentence, deed: Frame, place: Chunk) -> bool:
    """Whether the statement of a deed has the place in any role."""
    home = sentence.statements[deed.verb.index]
    words = [w for w in sentence.words if sentence.statements[w.index] == home]
    return all(any(w.token.norm == o.token.norm for o in words) for w in place.names)


def _text(sentence: Sentence, chunk: Chunk) -> str:
    return sentence.text[chunk.names[0].token.start : chunk.names[-1].token.end]
