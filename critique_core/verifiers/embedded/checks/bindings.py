"""Conditions that bind a source's statement and that a claim drops: "covered for five years if serviced yearly"."""

from collections.abc import Iterator

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.modality import is_plan

_SURE = 0.65
_LEAST_MAIN, _MOST_CONDITION = 0.75, 0.35
_SINGLE = frozenset("if unless provided providing".split())
_PHRASES = (("as", "long", "as"), ("so", "long", "as"), ("on", "condition"), ("only", "when"), ("only", "for"),
            ("only", "with"), ("subject", "to"), ("in", "case"))  # fmt: skip
_ANYHOW = (("whether", "or", "not"), ("regardless", "of"), ("irrespective", "of"), ("even", "if"), ("no", "matter"),
           ("with", "or", "without"))  # fmt: skip
_NAMED = _SINGLE | frozenset("when whenever once after until where while except without with only".split())


def bindings(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A claim that states outright, or "whether or not", what the unit ties to a condition."""
    source = alignment.scope.sentence
    link = _link(source)
    if claim.code != "en" or link is None or alignment.scope.unit.kind != "prose" or not claim.words:
        return
    if is_plan(claim):
        return  # a plan is no promise: that it hangs on a condition goes without saying
    home = source.statements[link]
    bound = [w for w in source.words if w.index > link and source.statements[w.index] == home]
    main = [w for w in source.words if w not in bound]
    if not bound or not main:
        return
    total = sum(w.weight for w in claim.words)
    covered = sum(w.weight * max((similarity(w, o, "en") for o in main), default=0.0) for w in claim.words)
    first, second = claim.words[0].token, source.tokens[link]
    if _phrase(claim, _ANYHOW) is not None:
        if alignment.inside >= _LEAST_MAIN:
            text = f"the draft drops the condition: “{second.text} {' '.join(w.token.text for w in bound)}”"
            yield between("condition", "conflicts", first, second, text, _SURE)
        return
    named = sum(any(similarity(w, c, "en") >= 0.7 for c in claim.words) for w in bound) / len(bound)
    if covered / total < _LEAST_MAIN or named > _MOST_CONDITION or claim.functions & _NAMED:
        return
    text = f"the source ties this to a condition: “{second.text} {' '.join(w.token.text for w in bound)}”"
    yield between("condition", "missing", first, second, text, _SURE)


def _link(sentence: Sentence) -> int | None:
    """The position of the word that opens a condition, after the statement it bears on."""
    for position, token in enumerate(sentence.tokens):
        before = sentence.tokens[position - 1].norm if position else ""
        if not position or before in ("even", "as", "and", "or", "was", "were", "is", "are"):
            continue
        verbal = (
            token.norm in ("provided", "providing") and before != "" and sentence.tokens[position - 1].kind != "mark"
        )
        if token.norm in _SINGLE and not verbal:
            return position
    return _phrase(sentence, _PHRASES)


def _phrase(sentence: Sentence, phrases: tuple[tuple[str, ...], ...]) -> int | None:
    norms = [t.norm for t in sentence.tokens]
    return next(
        (i for i in range(len(norms)) for phrase in phrases if tuple(norms[i : i + len(phrase)]) == phrase), None
    )
