"""Where a thing is: "beneath the floor" against "behind the floor"."""

from collections.abc import Iterator

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.7
_SAME, _LEAST, _WINDOW = 0.8, 0.6, 4
_PLACES = {
    **dict.fromkeys("under beneath underneath below".split(), "under"),
    **dict.fromkeys("behind".split(), "behind"),
    **dict.fromkeys("above atop".split(), "above"),
    **dict.fromkeys("beside alongside".split(), "beside"),
    **dict.fromkeys("opposite facing".split(), "opposite"),
    **dict.fromkeys("outside".split(), "outside"),
    **dict.fromkeys("inside".split(), "inside"),
    **dict.fromkeys("between".split(), "between"),
}


def placements(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A preposition of place that differs from the unit's before the same thing, in the same company."""
    source = alignment.scope.sentence
    if claim.code != "en" or alignment.inside < _LEAST or any(w.denied for w in (*claim.words, *source.words)):
        return
    real = {i: _PLACES[t.norm] for i, t in enumerate(source.tokens) if t.norm in _PLACES}
    for position, token in enumerate(claim.tokens):
        place = _PLACES.get(token.norm)
        if place is None or place in real.values():
            continue
        mine = _behind(claim, position)
        for at, other in real.items():
            if any(similarity(w, o, "en") >= _SAME for w in mine for o in _behind(source, at)) and other != place:
                text = f"the draft says “{token.text}”, the source says “{source.tokens[at].text}”"
                yield between("detail", "conflicts", token, source.tokens[at], text, _SURE)
                return


def _behind(sentence: Sentence, position: int) -> list[Word]:
    """The words of the phrase that a preposition opens; none before a number, which "above" or "under" only bounds."""
    following = sentence.tokens[position + 1 : position + 2]
    if following and following[0].kind == "number":
        return []
    stop = next((i for i in range(position, len(sentence.tokens)) if sentence.tokens[i].kind == "mark"
                 and sentence.tokens[i].text not in "'’-"), len(sentence.tokens))  # fmt: skip
    return [w for w in sentence.words if position < w.index < min(stop, position + _WINDOW + 3)]
