"""Statements that a source makes of another entry than the claim's: another order, container or error code."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment, rivals, shape
from critique_core.verifiers.embedded.alignment.things import segment_at
from critique_core.verifiers.embedded.checks.base import Observation

_SAME = 0.7
_HELD = 0.5
_SURE = 0.75


def observe(
    claim: Sentence, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """What a source says of another entry, or of another pair of entries, than the claim does."""
    named = [m for m in claim.mentions if m.kind == "identifier"]
    if not named:
        return
    swapped = next((found for a in alignments if (found := _swapped(named, a)) is not None), None)
    if swapped is not None:
        yield swapped
    else:
        yield from _of_another(claim, named[0], focus, alignments)


def _swapped(named: Sequence[Mention], alignment: Alignment) -> tuple[Alignment, Observation] | None:
    """A unit that joins one of the claim's two identifiers to another than the claim does."""
    sentence = alignment.scope.sentence
    own = {m.text.casefold() for m in named}
    stated = [m for m in sentence.mentions if m.kind == "identifier"]
    if len(own) < 2 or not own <= {m.text.casefold() for m in stated}:
        return None
    for wanted in named:
        holders = [m for m in stated if m.text.casefold() == wanted.text.casefold()]
        here = {segment_at(sentence, m.start) for m in holders}  # a name may be in several: "A 200 ...; A 300 ..."
        beside = [m for m in stated if m not in holders and segment_at(sentence, m.start) in here]
        if any(m.text.casefold() in own for m in beside):
            continue
        for other in beside:
            second = next((m for m in named if m is not wanted and _alike(m.text, other.text)), None)
            if second is not None and other.text.casefold() not in own:
                return alignment, _observation(second, other, f"the source joins {wanted.text} to {other.text}")
    return None


def _alike(first: str, second: str) -> bool:
    return shape(first.casefold()) == shape(second.casefold())


def _of_another(
    claim: Sentence, own: Mention, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """All that the claim's own entry lacks is what the source says of a like entry."""
    lacking = [w for w, held in zip(claim.words, focus.cover, strict=True) if held < _HELD]
    if not lacking or own.text.casefold() not in _spoken(focus):
        return
    for alignment in alignments:
        sentence = alignment.scope.sentence
        if alignment.scope.unit.kind == "code" or not rivals(claim, sentence):
            continue
        if _says_more(claim, focus, lacking, sentence):
            other = next(m for m in sentence.mentions if m.kind == "identifier")
            yield alignment, _observation(own, other, f"the source says this of {other.text}")
            return


def _spoken(focus: Alignment) -> str:
    return " ".join((focus.scope.sentence.text, *(s.text for _, s in focus.scope.around))).casefold()


def _says_more(claim: Sentence, focus: Alignment, lacking: Sequence[Word], sentence: Sentence) -> bool:
    """Whether a sentence says what the focus says of the claim, and something that the focus lacks."""
    held = [p.claim for p in focus.pairs if p.strength >= _HELD]
    said = _said(claim, lacking, sentence)
    return said == len(lacking) or (said > 0 and _said(claim, held, sentence) == len(held))


def _said(claim: Sentence, words: Sequence[Word], sentence: Sentence) -> int:
    return sum(any(similarity(w, o, claim.code) >= _SAME for o in sentence.words) for w in words)


def _observation(own: Mention, other: Mention, reason: str) -> Observation:
    return Observation(
        "identifier", "conflicts", own.start, own.end, own.text, other.start, other.end, other.text, reason, _SURE
    )
