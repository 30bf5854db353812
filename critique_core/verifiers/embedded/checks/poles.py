"""A unit that says both of two opposites, each of its own case: which of them it says of the claim's case.

"Deep in spring and shallow in autumn": the words beside each pole, and nothing before the first of them, tell the cases
apart. The same for "compulsory on the red track and recommended on the blue one".
"""

from collections.abc import Iterator

from critique_core.language.opposites import kindred, opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE, _SAME = 0.55, 0.8
_RELATIVE = frozenset("who which that whose".split())
_ONES = frozenset("one ones".split())
_BREAKS = frozenset(", ; and but while whereas or".split())


def poles(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A claim's word where the unit says that word of one case and its opposite of another."""
    source = alignment.scope.sentence
    if (
        claim.code != "en"
        or alignment.scope.unit.kind != "prose"
        or any(w.denied for w in (*claim.words, *source.words))
    ):
        return
    found = [seen for word in claim.words for seen in _weighed(claim, word, source)]
    yield from sorted(found, key=lambda o: o.agreement != "conflicts")[:1]


def _weighed(claim: Sentence, word: Word, source: Sentence) -> Iterator[Observation]:
    """What the unit says of the claim's case, where it says both the word and its opposite once."""
    same = [o for o in source.words if kindred(word.keys, o.keys) or _is_synonym(word, o)]
    other = [o for o in source.words if opposed(word.keys, o.keys)]
    if _lessened(claim, word):
        same, other = other, same
    if len(same) != 1 or len(other) != 1 or any(opposed(word.keys, w.keys) for w in claim.words):
        return
    found = side(claim, word.index, source, (same[0].index, other[0].index))
    if found > 0:
        text = f"of this the source says “{same[0].token.text}” too"
        yield between("antonym", "agrees", word.token, same[0].token, text, _SURE)
    elif found < 0:
        text = f"the draft says “{word.token.text}”, of this the source says “{other[0].token.text}”"
        yield between("antonym", "conflicts", word.token, other[0].token, text, _SURE)


def _lessened(claim: Sentence, word: Word) -> bool:
    """Whether "less" turns a word round: "less deep" stands for "shallower"."""
    return word.index > 0 and claim.tokens[word.index - 1].norm in ("less", "least")


def _is_synonym(word: Word, other: Word) -> bool:
    return similarity(word, other, "en") >= _SAME and not opposed(word.keys, other.keys)


def side(claim: Sentence, position: int, source: Sentence, at: tuple[int, int]) -> int:
    """Tell which of two places of the source the claim's company stands beside: 1 the first, -1 the second, 0 neither.

    ``position`` is the claim's own pole; what follows a "than" after it is another case and has no say.
    """
    first, second = sorted(at)
    homes = source.statements
    cut = next((i for i in range(second - 1, first, -1) if source.tokens[i].norm in _BREAKS), None)
    if homes[first] != homes[second]:
        cut = next(i for i in range(first, second + 1) if homes[i] != homes[first])
    if cut is None or {t.norm for t in source.tokens[cut : cut + 2]} & _RELATIVE:
        return 0
    end = next((i for i in range(second, len(source.tokens)) if source.tokens[i].text in ";."), len(source.tokens))
    spans = (range(first, cut), range(cut, end))
    votes = [_valued(claim, source, span) for span in spans]
    if votes[0] == votes[1]:
        votes = [_worded(claim, position, source, span, at) for span in spans]
    if votes[0] and votes[1] and _ONES & {source.tokens[i].norm for i in spans[1]}:
        votes[0] = False  # "the red track and the blue one": the noun stands for both
    if votes[0] == votes[1]:
        return 0
    nearer = first if votes[0] else second
    return 1 if nearer == at[0] else -1


def _worded(claim: Sentence, position: int, source: Sentence, span: range, at: tuple[int, int]) -> bool:
    """Whether a stretch of the source holds a word of the claim that stands nowhere else in the source."""
    than = next((i for i in range(position, len(claim.tokens)) if claim.tokens[i].norm == "than"), len(claim.tokens))
    for word in claim.words:
        if word.index == position or word.index >= than:
            continue
        places = [o.index for o in source.words if similarity(word, o, "en") >= _SAME and o.index not in at]
        if places and all(i in span for i in places):
            return True
    return False


def _valued(claim: Sentence, source: Sentence, span: range) -> bool:
    """Whether a stretch of the source holds a value of the claim that stands nowhere else in the source."""
    start, end = source.tokens[span[0]].start, source.tokens[span[-1]].end
    for mention in claim.mentions:
        found = [m for m in source.mentions if compare.comparable(mention, m) and compare.agrees(mention, m)]
        if found and all(start <= m.start < end for m in found):
            return True
    return False
