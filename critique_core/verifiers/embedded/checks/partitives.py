"""Parts of a group: whether a sentence speaks of some of it, and what "none of them" denies."""

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite
from critique_core.text import word_classes

_NONE = frozenset("none no neither nobody".split())
_SOME = word_classes.PARTIAL | frozenset(
    "half two three four five six seven eight nine ten one many other others".split()
)
_SAME, _LEAST = 0.8, 0.4
_MOST_DIGITS = 12


def some_of(sentence: Sentence) -> bool:
    """Whether a sentence says a thing of a part of a group: "some of the", "three of the five", "not all"."""
    norms = [t.norm for t in sentence.tokens]
    for position, token in enumerate(sentence.tokens):
        following = norms[position + 1 : position + 2]
        if token.norm in ("some", "several", "few") and following and not following[0].isdigit():
            return True
        if token.norm in ("not", "n't") and following[:1] in (["all"], ["every"]):
            return True
        counted = token.kind == "number" or token.norm in _SOME
        if (
            token.kind == "number"
            and following == ["of"]
            and _is_less(norms[position], norms[position + 2 : position + 3])
        ):
            return True
        if counted and following == ["of"] and norms[position + 2 : position + 3] in (["the"], ["its"], ["their"]):
            return True
    return False


def _is_less(first: str, second: list[str]) -> bool:
    """Whether two numbers in digits are a part and its whole: "38 of 44"."""
    whole = second[0] if second else ""
    both = first.isdecimal() and whole.isdecimal() and len(first) <= len(whole) <= _MOST_DIGITS
    return both and int(first) < int(whole)


def counted_none(claim: Sentence, word: Word, sentence: Sentence) -> bool:
    """Whether a word is only what "none of" or "no" counts in the claim, of which a sentence says something else."""
    if not word.denied or acts(claim, word):
        return False
    before = [t.norm for t in claim.tokens[: word.index]]
    cue = next((i for i in range(len(before) - 1, -1, -1) if before[i] in _NONE), None)
    verb = next((i for i in range(word.index + 1, len(claim.tokens)) if is_finite(claim.tokens, i)), None)
    if cue is None or verb is None:
        return False
    told = [w for w in claim.words if w.index >= verb]
    total = sum(w.weight for w in told)
    if not total:
        return False
    held = sum(w.weight * any(similarity(w, o, claim.code) >= _SAME for o in sentence.words) for w in told)
    return held / total < _LEAST
