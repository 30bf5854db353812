"""A claim about all of a group of which the source speaks for some members only: "members who have paid may vote"."""

from collections.abc import Iterator

from critique_core.language.sentence import Sentence, Word, may_be_noun
from critique_core.language.similarity import similarity
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.75
_SAME, _LEAST, _MOST_NAMED = 0.8, 0.6, 0.5
_EVERY = frozenset("all every each any".split())
_RESTRICTING = frozenset("who with whose aged holding over under above below".split())


def restrictions(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A universal claim whose group the unit narrows by a clause right after the noun, where it tells the rest."""
    source = alignment.scope.sentence
    every = next((i for i, t in enumerate(claim.tokens[:-1]) if t.norm in _EVERY), None)
    if claim.code != "en" or every is None or claim.functions & (word_classes.EXCEPTION | _RESTRICTING):
        return
    head = next((w for w in claim.words if 0 < w.index - every <= 3 and may_be_noun(w)), None)
    if head is None or claim.tokens[every].norm in source.functions or any(w.denied for w in claim.words):
        return
    for other in source.words:
        narrowed = _narrowing(source, other) if similarity(head, other, "en") >= _SAME else ()
        named = [w for w in narrowed if any(similarity(w, c, "en") >= _SAME for c in claim.words)]
        if not narrowed or len(named) > _MOST_NAMED * len(narrowed) or not _told(claim, head, source, narrowed):
            continue
        token = source.tokens[other.index + 1]
        text = f"the source says this only of {other.token.text} “{token.text} {narrowed[0].token.text} …”"
        yield between("quantifier", "conflicts", claim.tokens[every], token, text, _SURE)
        return


def _narrowing(source: Sentence, head: Word) -> tuple[Word, ...]:
    """The words of the clause that narrows a noun: from "who" or "with" right behind it to the next verb or mark."""
    opening = head.index + 1
    if opening >= len(source.tokens) or source.tokens[opening].norm not in _RESTRICTING:
        return ()
    stop = next((i for i in range(opening, len(source.tokens)) if _ends(source, i)), len(source.tokens))
    return tuple(w for w in source.words if opening < w.index < stop)


def _ends(source: Sentence, position: int) -> bool:
    token = source.tokens[position]
    return token.kind == "mark" or token.norm in (
        word_classes.PERMISSION | word_classes.NECESSITY | {"will", "get", "gets"}
    )


def _told(claim: Sentence, head: Word, source: Sentence, narrowed: tuple[Word, ...]) -> bool:
    """Whether the source says the rest of the claim outside the narrowing clause."""
    rest = [w for w in claim.words if w is not head and w.token.norm not in _EVERY]
    there = [w for w in source.words if w not in narrowed]
    total = sum(w.weight for w in rest)
    held = sum(w.weight * max((similarity(w, o, "en") for o in there), default=0.0) for w in rest)
    return bool(total) and held / total >= _LEAST
