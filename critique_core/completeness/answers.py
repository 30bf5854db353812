"""Source sentences as answers to a query: how much each mentions a need, and how much of it a draft has said."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import best_match
from critique_core.models import Claim, FindingKind, Unit
from critique_core.queries.question import AskedPart, Question
from critique_core.text.sentences import sentences
from critique_core.typed_values.mentions import Mention

PASSAGES_READ = 40
"""Passages nearest each question that are read; beyond them nothing is near the best answer."""
_SAME = 0.8  # strength from which two words count as saying the same: derived forms, synonyms, near spellings
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
Value = Literal["amount", "count", "duration", "time"]
"""A kind of value that a question can ask for."""
_KINDS: dict[Value, frozenset[FindingKind]] = {
    "amount": frozenset(("number", "quantity", "percentage", "currency", "range")),
    "count": frozenset(("number", "quantity", "percentage")),
    "duration": frozenset(("quantity", "range")),
    "time": frozenset(("date", "time")),
}


@dataclass(frozen=True, eq=False)
class SourceSentence:
    """A unit of a source, read; ``own`` are its words that the query does not use itself."""

    source_id: str
    unit: Unit
    sentence: Sentence
    label: Sentence
    own: tuple[Word, ...]

    @cached_property
    def keys(self) -> frozenset[str]:
        """Every form under which its words, or those of its heading, may be matched."""
        return frozenset[str]().union(*(word.keys for word in (*self.sentence.words, *self.label.words)))


class Draft:
    """A draft, read sentence by sentence."""

    def __init__(self, text: str, code: str) -> None:
        lines = (line for line in text.splitlines() if line.strip())
        self.sentences = tuple(
            analyse(line[span.start : span.end], code, "prose") for line in lines for span in sentences(line, code)
        )
        self.keys = frozenset[str]().union(*(word.keys for one in self.sentences for word in one.words))
        self.keys |= frozenset(token.norm for one in self.sentences for token in one.tokens if token.kind == "number")

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All values that the draft states."""
        return tuple(mention for one in self.sentences for mention in one.mentions)

    def says(self, word: Word) -> bool:
        """Whether any sentence of the draft has the word or one that stands for it."""
        if not word.keys.isdisjoint(self.keys):
            return True
        return any(best_match(word, one)[0] >= _SAME for one in self.sentences)


def said(words: Iterable[Word], keys: frozenset[str]) -> float:
    """The share of the words' weight that is under ``keys``, 0 to 1; 1 for no words."""
    total = found = 0.0
    for word in words:
        total += word.weight
        found += 0.0 if word.keys.isdisjoint(keys) else word.weight
    return found / total if total else 1.0


class Answers:
    """The source sentences nearest a query, with what they have in common."""

    def __init__(self, question: Question, index: SourceIndex, code: str) -> None:
        self.question = question
        asked = dict.fromkeys([question.text, *(part.text for part in question.parts)])
        claims = [Claim.of(text, 0, len(text)) for text in asked]
        query_keys = frozenset[str]().union(*(word.keys for word in analyse(question.text, code, "prose").words))
        found: dict[tuple[str, int], SourceSentence] = {}
        for candidates in index.candidates(claims, PASSAGES_READ):
            for ranked in candidates.passages:
                for unit in ranked.passage.units:
                    place = (ranked.passage.source_id, unit.start)
                    if place not in found and unit.kind not in ("heading", "code"):
                        found[place] = self._read(place[0], unit, query_keys, code)
        self.sentences = tuple(found[place] for place in sorted(found))

    def _read(self, source_id: str, unit: Unit, query_keys: frozenset[str], code: str) -> SourceSentence:
        sentence = analyse(unit.text, code, unit.kind)
        label = analyse(unit.label, code, "prose")
        own = tuple(word for word in sentence.words if word.keys.isdisjoint(query_keys))
        return SourceSentence(source_id, unit, sentence, label, own)

    @cached_property
    def _with_key(self) -> dict[str, frozenset[int]]:
        found: dict[str, set[int]] = {}
        for position, one in enumerate(self.sentences):
            for key in one.keys:
                found.setdefault(key, set()).add(position)
        return {key: frozenset(places) for key, places in found.items()}

    def count(self, word: Word) -> int:
        """How many of the sentences have the word."""
        return len(frozenset[int]().union(*(self._with_key.get(key, frozenset()) for key in word.keys)))

    def rarity(self, words: Sequence[Word]) -> dict[Word, float]:
        """Each word's inverse sentence frequency, 0 for one that no sentence has (it distinguishes none of them)."""
        total = len(self.sentences) + 1
        counts = {word: self.count(word) for word in words}
        return {word: math.log(total / (count + 0.5)) if count else 0.0 for word, count in counts.items()}

    def echo(self, one: SourceSentence) -> float:
        """How often, on average, the sentence's own words come back in the others; 0 when none does."""
        return sum(self.count(word) - 1 for word in one.own) / len(one.own) if one.own else 0.0

    def speaks_of(self, words: Sequence[Word], one: SourceSentence) -> float:
        """The share of the words that a sentence or its heading has, a synonym counting by its strength, 0 to 1."""
        strengths = [max(best_match(word, part)[0] for part in (one.sentence, one.label)) for word in words]
        return sum(strengths) / len(strengths) if strengths else 0.0

    def is_about(self, topic: Sequence[Word], one: SourceSentence) -> bool:
        """Whether the source of a sentence mentions the topic anywhere near, or there is no topic."""
        keys = frozenset[str]().union(*(other.keys for other in self.sentences if other.source_id == one.source_id))
        return not topic or any(not word.keys.isdisjoint(keys) for word in topic)


def value_asked(part: AskedPart) -> Value | None:
    """The kind of value that a part of a query asks for, ``None`` when it asks for none."""
    if part.expects == "date":
        return "time"
    if part.expects != "number" or part.dimension == "frequency":  # "every 30 days" and "once a month" are one answer
        return None
    if part.dimension == "time":
        return "duration"
    return "count" if part.dimension == "count" else "amount"


def values(sentence: Sentence, kind: Value) -> tuple[Mention, ...]:
    """The values of one kind in a sentence."""
    return tuple(mention for mention in sentence.mentions if _is_of(mention, kind))


def _is_of(mention: Mention, kind: Value) -> bool:
    if kind == "time" and mention.kind == "number":
        return bool(_YEAR.fullmatch(mention.text))
    if mention.ordinal or mention.kind not in _KINDS[kind]:
        return False
    return (mention.unit == "[time]") == (kind == "duration") or kind not in ("duration", "count")


def same_value(one: Mention, other: Mention) -> bool:
    """Whether two mentions state one value, whatever the words: "90 minutes", "an hour and a half"."""
    return (one.unit, one.low, one.high) == (other.unit, other.low, other.high)
