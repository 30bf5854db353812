"""The list item or clause that holds a value: what it is said of, whether it has a verb, and what follows it."""

from dataclasses import dataclass
from functools import cached_property

from critique_core.language.sentence import Sentence, Word, heads
from critique_core.language.statements import is_finite, is_verb
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot, implied
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

_PREPOSITIONS = frozenset("in on at for from by with among to under during within outside inside without near".split())
_JOINING = frozenset("and or but".split())
_ARTICLES = frozenset("the a an this that its their".split())


@dataclass(frozen=True)
class Part:
    """One part of a source's sentence, by the value in it."""

    slot: Slot

    @cached_property
    def sentence(self) -> Sentence:
        """The whole sentence."""
        return self.slot.alignment.scope.sentence

    @cached_property
    def number(self) -> int:
        """Which of the sentence's parts it is."""
        return segment_at(self.sentence, self.slot.mention.start)

    @property
    def place(self) -> tuple[str, int, int]:
        """The source, where its unit starts there, and the number of the part."""
        scope = self.slot.alignment.scope
        return scope.source_id, scope.unit.start, self.number

    @cached_property
    def words(self) -> list[Word]:
        """What it mentions."""
        return [w for w in things(self.sentence) if w.clause == self.number]

    @cached_property
    def opening(self) -> list[Word]:
        """The words before the value."""
        return [w for w in self.words if w.token.start < self.slot.mention.start]

    @cached_property
    def behind(self) -> list[Word]:
        """The words after the value."""
        return [w for w in self.words if w.token.start >= self.slot.mention.end]

    @cached_property
    def subject(self) -> list[Word]:
        """What stands before its verb, which a later part shares: "the flight leaves at 2 and lands at 4"."""
        deeds = (at for at, w in enumerate(self.opening) if is_finite(self.sentence.tokens, w.index))
        return self.opening[: next(deeds, len(self.opening))]

    @cached_property
    def speaks(self) -> bool:
        """Whether it has a verb of its own: "express delivery two days" leaves it to the part before."""
        counted = {w.index for w in heads(self.sentence, self.slot.mention)[:1]}  # pages are counted, and no deed
        return any(
            number == self.number and at not in counted and is_finite(self.sentence.tokens, at)
            for at, number in enumerate(segments(self.sentence))
        )

    @cached_property
    def continues(self) -> bool:
        """Whether it opens with "and" and a verb: "... and play for 30 hours"."""
        numbered = zip(self.sentence.tokens, segments(self.sentence), strict=True)
        tokens = [token for token, number in numbered if number == self.number]
        return len(tokens) > 1 and tokens[0].norm in _JOINING and is_verb(tokens[1])

    @cached_property
    def values_behind(self) -> list[Mention]:
        """The other values after its own."""
        later = (m for m in self.sentence.mentions if m.start > self.slot.mention.start)
        return [m for m in later if segment_at(self.sentence, m.start) == self.number]

    @cached_property
    def dates(self) -> list[Mention]:
        """When its value holds: the dates of the part, or of the part before if that has no value ("in 2020, 300")."""
        apart = [(segment_at(self.sentence, m.start), m) for m in self.sentence.mentions]
        before = [m for number, m in apart if number == self.number - 1]
        own = [m for number, m in apart if number == self.number and m.kind == "date"]
        return own or (before if all(m.kind == "date" for m in before) else [])

    @cached_property
    def framed(self) -> dict[str, list[Word]]:
        """The words that follow each preposition, up to the next noun's article.

        A part without a value before it belongs to it: "on the Pro plan, 100 MB".
        """
        valued = {segment_at(self.sentence, m.start) for m in self.sentence.mentions}
        numbers = {self.number} if self.number - 1 in valued else {self.number, self.number - 1}
        found: dict[str, list[Word]] = {}
        for word in things(self.sentence):
            introduced = preposition(self.sentence, word.index)
            if introduced and word.clause in numbers and not self._is_told(word.index):
                found.setdefault(introduced, []).append(word)
        return found

    def _is_told(self, at: int) -> bool:
        """Whether a word is the value's verb, or its subject right after another noun: "on Sundays entry costs"."""
        tokens, known = self.sentence.tokens, implied(self.slot.mention)
        if tokens[at].keys & known:
            return True
        told = any(is_finite(tokens, at + 1) or t.keys & known for t in tokens[at + 1 : at + 2])
        return told and at > 0 and not tokens[at - 1].function


def preposition(sentence: Sentence, at: int) -> str:
    """The preposition that a word is the noun of, or part of its name; else none."""
    for before in reversed(sentence.tokens[max(0, at - 3) : at]):
        if before.norm in _PREPOSITIONS:
            return before.norm
        if before.norm in _ARTICLES:
            at = sentence.tokens.index(before)
            opening = sentence.tokens[at - 1].norm if at else ""
            return opening if opening in _PREPOSITIONS else ""
    return ""
