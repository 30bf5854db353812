"""The reason a claim gives: one that the source does not give for the same thing is an addition."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.65
_LEAST_MAIN, _MOST_REASON = 0.6, 0.5
_SINGLE = frozenset("because owing due".split())
_PHRASES = (("thanks", "to"), ("as", "a", "result", "of"), ("on", "account", "of"), ("for", "fear", "of"))
_WORDS_OF_REASON = frozenset("reason cause account result".split())


def reasons(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A reason in the claim whose words the unit and its neighbours mostly lack, where they tell the rest."""
    source = alignment.scope.sentence
    link = _link(claim)
    if claim.code != "en" or link is None or alignment.scope.unit.kind != "prose":
        return
    reason = [w for w in _reason(claim, link) if not w.keys & _WORDS_OF_REASON]
    main = [w for w in claim.words if w not in reason and not w.keys & _WORDS_OF_REASON]
    cover = dict(zip(claim.words, alignment.cover, strict=True))
    if not reason or not main or _mean(main, cover) < _LEAST_MAIN:
        return
    stated = _link(source)
    there = _reason(source, stated) if stated is not None else ()
    held = {w: max((similarity(w, o, "en") for o in there), default=0.0) for w in reason} if there else cover
    if _mean(reason, held) >= _MOST_REASON:
        return
    token = source.tokens[stated] if stated is not None else None
    text = "the source gives another reason" if there else "the source does not give this reason"
    yield between("condition", "missing", reason[0].token, token, text, _SURE)


def _mean(among: Sequence[Word], cover: dict[Word, float]) -> float:
    return sum(w.weight * cover[w] for w in among) / sum(w.weight for w in among)


def _link(sentence: Sentence) -> int | None:
    """The position of the word that opens a reason: "because", "owing to", "for health reasons"."""
    norms = [t.norm for t in sentence.tokens]
    for position, norm in enumerate(norms):
        if norm == "because" or (norm in _SINGLE and norms[position + 1 : position + 2] == ["to"]):
            return position
        if any(tuple(norms[position : position + len(phrase)]) == phrase for phrase in _PHRASES):
            return position
        if norm == "for" and {"reasons", "reason"} & set(norms[position + 2 : position + 5]):
            return position
    return None


def _reason(sentence: Sentence, link: int) -> tuple[Word, ...]:
    """The words of the reason: up to the next comma, or of the whole clause where it closes the sentence."""
    stop = next((i for i in range(link, len(sentence.tokens)) if sentence.tokens[i].text in ",;."), None)
    return tuple(w for w in sentence.words if link < w.index and (stop is None or w.index < stop))
