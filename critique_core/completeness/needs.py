"""What a query needs: one need for each question and each aspect that it joins with "and"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.queries.question import AskedPart, Question

_AND = frozenset(("and", "und", "et", "y", "e", "en"))
_NO_ASPECTS = frozenset(("between", "both", "or", "zwischen", "entre", "either", "versus", "vs"))
_LONGEST_ASPECT = 3  # words
_Aspect = tuple[tuple[Word, ...], tuple[Word, ...]]
"""The words of an aspect, and those that it shares with the others."""


@dataclass(frozen=True, eq=False)
class Need:
    """One thing that a part of a query asks for.

    ``focus`` are the words that distinguish it from the query's other needs; ``topic`` those it shares with them.
    """

    part: AskedPart
    focus: tuple[Word, ...]
    topic: tuple[Word, ...] = ()

    @property
    def words(self) -> tuple[Word, ...]:
        """All words that an answer to it may mention."""
        return self.focus + self.topic


def needs_of(question: Question, code: str = "en") -> tuple[Need, ...]:
    """The needs of a query in order; ``()`` when it holds no word that carries meaning.

    A question is cut into the aspects that it joins
    ("uses and side effects of X"), unless it compares them ("between X and Y").
    """
    context = _context(question, code)
    found: list[Need] = []
    for part in question.parts:
        sentence = analyse(part.text, code, "prose")
        words = [word for word in sentence.words if word.token.start >= part.after_cue] or list(sentence.words)
        if words:
            found += [_leaning(Need(part, *aspect), context) for aspect in _aspects(sentence, words)]
    return _with_topic(found)


def _context(question: Question, code: str) -> tuple[Word, ...]:
    """The words of what a query says before and between what it asks."""
    edges = [0, *(edge for part in question.parts for edge in (part.start, part.end)), len(question.text)]
    around = (question.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return tuple(word for text in around for word in analyse(text, code, "prose").words)


def _leaning(need: Need, words: Sequence[Word]) -> Need:
    """The need with the words that it does not have itself as further topic."""
    own = frozenset[str]().union(*(word.keys for word in need.words))
    return Need(need.part, need.focus, need.topic + tuple(word for word in words if word.keys.isdisjoint(own)))


def _aspects(sentence: Sentence, words: Sequence[Word]) -> list[_Aspect]:
    """The aspects that a question joins with "and"; the whole question when it joins none."""
    tokens = sentence.tokens
    joint = next((i for i, token in enumerate(tokens) if token.norm in _AND and 0 < i < len(tokens) - 1), None)
    if joint is None or any(token.norm in _NO_ASPECTS for token in tokens):
        return [(tuple(words), ())]
    by_index = {word.index: word for word in words}
    left, right = _run(by_index, joint, -1), _run(by_index, joint, 1)
    groups = [left, right]
    while groups[0] and (mark := groups[0][0].index - 1) > 0 and tokens[mark].text == ",":
        groups.insert(0, _run(by_index, mark, -1))
    if not left or not right or any(not group for group in groups):
        return [(tuple(words), ())]
    # What is joined is of one length: in "how do cats and dogs differ" the last word belongs to both.
    length = min(len(group) for group in groups)
    groups = [*(group[-length:] for group in groups[:-1]), right[:length]]
    taken = {word.index for group in groups for word in group}
    topic = tuple(word for word in words if word.index not in taken)
    return [(tuple(group), topic) for group in groups]


def _run(by_index: Mapping[int, Word], position: int, step: int) -> list[Word]:
    """The content words right next to a conjunction, at most as many as an aspect has."""
    found: list[Word] = []
    at = position + step
    if step > 0 and at not in by_index:  # an article: "the uses and the side effects"
        at += step
    while (word := by_index.get(at)) and len(found) < _LONGEST_ASPECT:
        found.append(word)
        at += step
    return sorted(found, key=lambda word: word.index)


def _with_topic(found: Sequence[Need]) -> tuple[Need, ...]:
    """Later questions lean on the first for what they are about ("and how long is it valid?")."""
    if len({need.part.start for need in found}) < 2:
        return tuple(found)
    completed = [found[0]]
    for before, need in pairwise(found):
        if need.part.start == found[0].part.start:
            completed.append(need)
            continue
        completed.append(_leaning(need, before.topic or found[0].words))
    return tuple(completed)
