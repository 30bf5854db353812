"""Comparisons that a source itself makes: "A bent less than B" against a claim that "A bent more than B"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.owner import is_label, segments, things
from critique_core.verifiers.embedded.alignment.scales import opposite_of
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.comparisons import paired_preposition

_SURE = 0.75
_SAME, _LEAST = 0.85, 0.6
_REACH = 6
_MORE = dict.fromkeys("more better above ahead higher greater larger over".split(), 1) | dict.fromkeys(
    "less fewer worse below behind lower smaller under".split(), -1
)
_DENIES = frozenset("no not n't never none neither nor nobody".split())
_ENDS = frozenset(
    """in over on at during when by for with according under from across while whereas because and but than or as
    is was were are did does do has had""".split()
)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two things on one scale: ``sign`` is 1 where the left one has more of ``scale``, -1 where it has less."""

    scale: str
    sign: int
    left: tuple[Word, ...]
    right: tuple[Word, ...]
    context: tuple[Word, ...]
    token: Token


def stated_comparisons(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Set the claim's comparison of two things against one of the same two that a source makes on the same scale."""
    mine = next(_compared(claim), None)
    if mine is None or not _DENIES.isdisjoint(claim.functions):
        return
    for alignment in alignments:
        sentence = alignment.scope.sentence
        if alignment.scope.unit.kind != "prose" or not _DENIES.isdisjoint(sentence.functions):
            continue
        for theirs in _compared(sentence):
            turned = _turned(mine, theirs)
            if turned is None or mine.scale != theirs.scale or not _same_matter(mine, theirs):
                continue
            agrees = (mine.sign == theirs.sign) != turned
            yield alignment, _observation(mine.token, theirs.token, agrees=agrees)
            return


def _observation(first: Token, second: Token, *, agrees: bool) -> Observation:
    text = f"the source compares the two {'in the same way' if agrees else 'the other way round'}: “{second.text}”"
    return Observation(
        "comparison", "agrees" if agrees else "conflicts", first.start, first.end, first.text,
        second.start, second.end, second.text, text, _SURE,
    )  # fmt: skip


def _compared(sentence: Sentence) -> Iterator[Compared]:
    parts = segments(sentence)
    for position, token in enumerate(sentence.tokens):
        graded = _graded(sentence, position)
        pivot = _pivot(sentence, position) if graded is not None else None
        if graded is None or pivot is None:
            continue
        end = _end(sentence, pivot)
        # the right side may open a clause of its own ("than the one that ..."); the left and the matter lie in one
        near = [w for w in things(sentence) if parts[w.index] == parts[position]]
        left = [w for w in near if w.index < position]
        right = [w for w in things(sentence) if pivot < w.index < end]
        between = [w for w in near if position < w.index < pivot]
        place = paired_preposition(sentence, position, pivot)
        if place is not None:
            left, between = [w for w in between if w.index > place], left + [w for w in between if w.index < place]
        own, other = _distinguishing(left, right), _distinguishing(right, left)
        if own and other:
            rest = [w for w in near if w.index >= end] + [w for w in left if w not in own] + between
            yield Compared(*graded, tuple(own), tuple(other), tuple(rest), token)


def _graded(sentence: Sentence, position: int) -> tuple[str, int] | None:
    """The scale and direction of a comparative: more and less of anything, or an adjective and its opposite."""
    token = sentence.tokens[position]
    before = sentence.tokens[position - 1].norm if position else ""
    if token.norm in _MORE and token.norm not in ("over", "under"):
        following = sentence.tokens[position + 1] if position + 1 < len(sentence.tokens) else None
        adjective = token.norm in ("more", "less") and following is not None and _only_graded(following.norm)
        return (following.norm, _MORE[token.norm]) if adjective and following else ("more", _MORE[token.norm])
    if before in ("more", "less") or not token.norm.endswith("er") or token.name:
        return None
    base = next((k for k in sorted(token.keys) if k != token.norm and _only_graded(k)), None)
    if base is None:
        return None
    opposite = opposite_of(base)
    return (opposite, -1) if opposite is not None else (base, 1)


def _only_graded(word: str) -> bool:
    """Whether a word is an adjective or adverb and no noun or verb, or mostly so."""
    parts = lexicon().related(word, PARTS)
    return bool(parts & {"a", "r", "s"})


def _pivot(sentence: Sentence, position: int) -> int | None:
    token = sentence.tokens[position]
    if token.norm in ("above", "below"):
        before = sentence.tokens[position - 1].norm if position else ""
        counted = any(m.end <= token.start and token.start - m.end < 12 for m in sentence.mentions)
        return position if counted or before in ("slightly", "just", "well", "far", "clearly") else None
    wanted = "of" if token.norm == "ahead" else "than"
    if token.norm == "behind":
        return position
    reach = range(position + 1, min(position + _REACH, len(sentence.tokens)))
    pivot = next((i for i in reach if sentence.tokens[i].norm == wanted), None)
    end = sentence.tokens[pivot].end if pivot is not None else 0
    return None if any(0 <= m.start - end <= 2 for m in sentence.mentions) else pivot  # "more than ten years"


def _end(sentence: Sentence, pivot: int) -> int:
    """Where the second thing ends: at a mark, a preposition or a verb."""
    for index in range(pivot + 1, len(sentence.tokens)):
        token = sentence.tokens[index]
        if (token.kind == "mark" and token.text not in "'’-") or (token.norm in _ENDS and index > pivot + 1):
            return index
    return len(sentence.tokens)


def _distinguishing(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """The words that distinguish the two things: names where there are any."""
    own = [w for w in words if not any(_one(w, o) for o in others)]
    return [w for w in own if is_label(w)] or own


def _one(word: Word, other: Word) -> bool:
    if is_label(word) or is_label(other):
        return word.token.norm == other.token.norm
    return similarity(word, other, "en") >= _SAME


def _turned(mine: Compared, theirs: Compared) -> bool | None:
    """Whether the source sets the two things the other way round; ``None`` where it is not about these two."""
    if _named(mine.left, theirs.left) and _named(mine.right, theirs.right):
        return False
    if _named(mine.left, theirs.right) and _named(mine.right, theirs.left):
        return True
    return None


def _named(words: Sequence[Word], there: Sequence[Word]) -> bool:
    return any(_one(w, o) for w in words for o in there)


def _same_matter(mine: Compared, theirs: Compared) -> bool:
    """Whether both compare in the same respect: what the claim says next to the two things is there too."""
    matter = [w for w in mine.context if w.token.norm not in _MORE]
    matter += [w for w in mine.left if not any(_one(w, o) for o in (*theirs.left, *theirs.right))]
    return not matter or covered(matter, (*theirs.context, *theirs.left, *theirs.right), "en") >= _LEAST
