"""What "unlike X" says of X: the opposite of what the sentence says of its own subject."""

from collections.abc import Iterator

from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.8
_SAME, _LEAST = 0.8, 0.5


def contrasts(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check a claim about X against "unlike X, Y never did it"."""
    source = alignment.scope.sentence
    chunk = _set_apart(source)
    if claim.code != "en" or not chunk or not _is_subject(claim, chunk[-1]):
        return
    main = [w for w in source.words if w not in chunk]
    told = [w for w in claim.words if not any(similarity(w, o, "en") >= _SAME for o in chunk)]
    told = [w for w in told if not w.token.name or w.index > _verb_at(claim)]
    turned = any(w.denied for w in told) != any(w.denied for w in main)
    weight = held = 0.0
    for word in told:
        weight += word.weight
        against = any(opposed(word.keys, o.keys) for o in main)
        turned ^= against
        held += word.weight * (against or any(similarity(word, o, "en") >= _SAME for o in main))
    if not weight or held / weight < _LEAST:
        return
    text = f"the source sets “{chunk[-1].token.text}” apart by “{source.tokens[0].text.lower()}”"
    yield between("negation", "agrees" if turned else "conflicts", told[-1].token, chunk[-1].token, text, _SURE)


def _set_apart(source: Sentence) -> tuple[Word, ...]:
    """The words of an opening "unlike X," phrase."""
    norms = [t.norm for t in source.tokens[:4]]
    opens = norms[:1] == ["unlike"] or norms[:3] in (["in", "contrast", "to"], ["in", "contrast", "with"])
    comma = next((i for i, t in enumerate(source.tokens) if t.text == ","), None)
    if not opens or comma is None:
        return ()
    return tuple(w for w in source.words if w.index < comma and w.token.norm not in ("unlike", "contrast"))


def _verb_at(claim: Sentence) -> int:
    return next((i for i in range(1, len(claim.tokens)) if is_finite(claim.tokens, i)), len(claim.tokens))


def _is_subject(claim: Sentence, head: Word) -> bool:
    """Whether the last word before the claim's verb is the head of a phrase."""
    before = [w for w in claim.words if w.index < _verb_at(claim)]
    return bool(before) and similarity(before[-1], head, "en") >= _SAME
