"""What a query asks for: one need for each question, conjunct and listed aspect, with the kind of answer it expects."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from critique_core.language.sentence import Sentence, Word, analyse

Expected = Literal["amount", "count", "duration", "time", "place", "person", "reason", "steps", "list", "any"]

# Question words are a closed class; the longest cue comes first. German, French, Spanish, Italian, Portuguese, Dutch.
_CUES: tuple[tuple[Expected, str], ...] = (
    ("duration", r"how long|wie lange?|combien de temps|cuánto tiempo|quanto tempo|hoe lang"),
    ("count", r"how many|wie viele|combien de|cuánt[oa]s|quant[ie]|quantos|quantas|hoeveel"),
    ("amount", (r"how (?:much|far|big|large|tall|high|deep|wide|heavy|fast|old)|wie ?viel|was kostet|combien"
               r"|cuánt[oa]|quant[oa]|what does \w[\w ]{0,40} cost(?= and|\W*$)")),
    ("steps", r"how (?:to|do (?:i|you|we)|can (?:i|you|we)|should (?:i|you|we))|wie kann (?:ich|man)"),
    ("time", r"when|what (?:date|year|day|time)|which (?:year|day)|wann|quand|cuándo|quando|wanneer"),
    ("place", r"where|wo|wohin|où|dónde|dove|onde|waar"),
    ("person", r"who|wer|qui|quién(?:es)?|chi|quem|wie (?=is\b|was\b)"),
    ("reason", r"why|warum|weshalb|pourquoi|por qué|perché|por que|waarom"),
    ("list", (r"(?:what|which) are(?: (?:all )?the)?|list(?: all)?(?: the)?|name (?:all|the)"
              r"|(?:which|what)(?= (?:[\w-]+ ){0,2}\w+s (?:are|do|can|does|may|must|have)\b)"
             r"|which(?= \w+s\b)|welche|quel(?:le)?s|cuáles|quali|quais|welke")),
    ("any", (r"what|which|how|was|wie|welche[rs]?|que|quoi|quel(?:le)?|comment|qué|cuál|cómo|che|quale|come|qual|como"
            r"|wat|welk|hoe|do|does|did|is|are|can|may|must|should|tell me|describe|explain|write")),
)  # fmt: skip
_CUE: dict[Expected, re.Pattern[str]] = {
    kind: re.compile(rf"(?:{pattern})\b", re.IGNORECASE) for kind, pattern in _CUES
}
_ANY_CUE = "|".join(pattern for kind, pattern in _CUES if kind not in ("any", "list"))
_NEXT_QUESTION = re.compile(
    rf"(?:\s*[,;]\s*(?:and|und|et|y|e|en)?\s*|\s+(?:and|und|et|y|e|en)\s+)(?=[¿\s]*(?:{_ANY_CUE}|what|which|how)\b)"
    r"|(?<=[?？])\s*(?=\S)",
    re.IGNORECASE,
)
_AND = frozenset(("and", "und", "et", "y", "e", "en"))
_NO_ASPECTS = frozenset(("between", "both", "or", "zwischen", "entre", "either", "versus", "vs"))
_LONGEST_ASPECT = 3  # words


@dataclass(frozen=True, eq=False)
class Need:
    """One thing that a query asks for, at ``query[start:end]``.

    ``focus`` are the words that tell it from the query's other needs; ``topic`` those it shares with them.
    """

    start: int
    end: int
    text: str
    expects: Expected
    focus: tuple[Word, ...]
    topic: tuple[Word, ...] = ()

    @property
    def words(self) -> tuple[Word, ...]:
        """All words that an answer to it may speak of."""
        return self.focus + self.topic


def needs_of(query: str, code: str = "en") -> tuple[Need, ...]:
    """The needs of a query in order; ``()`` when it holds no word that carries meaning.

    A question is cut into the aspects that it joins
    ("uses and side effects of X"), unless it compares them ("between X and Y").
    """
    found: list[Need] = []
    for start, end in _questions(query):
        text = query[start:end]
        expects, after = _expectation(text)
        sentence = analyse(text, code, "prose")
        words = [word for word in sentence.words if word.token.start >= after]
        if expects == "amount" and not words:  # "what does X cost" keeps its own words
            words = list(sentence.words)
        if not words:
            continue
        for aspect, topic in _aspects(sentence, words):
            found.append(Need(start, end, text.strip(), expects, aspect, topic))
    return _with_topic(found)


def _questions(query: str) -> list[tuple[int, int]]:
    borders = [0, *(match.end() for match in _NEXT_QUESTION.finditer(query)), len(query)]
    ends = [*(match.start() for match in _NEXT_QUESTION.finditer(query)), len(query)]
    return [(start, end) for start, end in zip(borders, ends, strict=False) if query[start:end].strip()]


def _expectation(text: str) -> tuple[Expected, int]:
    """The kind of answer that a question's first cue asks for, and where its own words begin."""
    at = len(text) - len(text.lstrip(" \t\n¿¡-*"))
    for expected, pattern in _CUE.items():
        if match := pattern.match(text, at):
            return expected, at if "cost" in match[0].casefold() else match.end()
    inner = re.search(rf"\b(?:{_ANY_CUE})\b", text, re.IGNORECASE)
    if inner:  # "in which year", "to whom", "youtube how to"
        kind: Expected = next(kind for kind, pattern in _CUE.items() if pattern.match(inner[0]))
        return kind, 0 if at < inner.start() else inner.end()
    return "any", at


def _aspects(
    sentence: Sentence, words: Sequence[Word]
) -> list[tuple[tuple[Word, ...], tuple[Word, ...]]]:  # fmt: skip
    """(focus, topic) of each aspect that a question joins with "and"; the whole question when it joins none."""
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
    taken = {word.index for group in groups for word in group}
    topic = tuple(word for word in words if word.index not in taken)
    return [(tuple(group), topic) for group in groups]


def _run(by_index: dict[int, Word], position: int, step: int) -> list[Word]:
    """The content words right beside a conjunction, at most as many as an aspect has."""
    found: list[Word] = []
    beside = position + step
    if step > 0 and beside not in by_index:  # an article: "the uses and the side effects"
        beside += step
    while (word := by_index.get(beside)) and len(found) < _LONGEST_ASPECT:
        found.append(word)
        beside += step
    return sorted(found, key=lambda word: word.index)


def _with_topic(found: Sequence[Need]) -> tuple[Need, ...]:
    """Later questions lean on the first for what they are about ("and how long is it valid?")."""
    if len({need.start for need in found}) < 2:
        return tuple(found)
    lent = [found[0]]
    for before, need in pairwise(found):
        if need.start == found[0].start:
            lent.append(need)
            continue
        shared = before.topic or found[0].words
        own = frozenset[str]().union(*(word.keys for word in need.words))
        topic = need.topic + tuple(word for word in shared if word.keys.isdisjoint(own))
        lent.append(Need(need.start, need.end, need.text, need.expects, need.focus, topic))
    return tuple(lent)
