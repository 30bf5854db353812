"""The words and numbers of a sentence that carry meaning, and whether two say the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention

_SAME = 0.84


@dataclass(frozen=True)
class Item:
    """A token that carries meaning, a word or a number, and the value that it begins or is in."""

    token: Token
    word: Word | None
    value: Mention | None

    def is_like(self, other: "Item") -> bool:
        """Whether two say the same."""
        if self.value and other.value and self.token.start == self.value.start:
            return other.token.start == other.value.start and compare.agrees(self.value, other.value)
        if self.word is None or other.word is None:
            return self.token.norm == other.token.norm
        return bool(self.word.keys & other.word.keys) or similarity(self.word, other.word, "en") >= _SAME

    @property
    def end(self) -> int:
        """Where it ends; a value with its unit."""
        return self.value.end if self.value else self.token.end

    def is_in(self, others: Sequence["Item"]) -> bool:
        """Whether one of several says the same."""
        return any(self.is_like(other) for other in others)


def items_of(sentence: Sentence) -> dict[int, Item]:
    """The items of a sentence by their place among its tokens."""
    words = {word.index: word for word in sentence.words}
    found: dict[int, Item] = {}
    for at, token in enumerate(sentence.tokens):
        value = next((m for m in sentence.mentions if m.start <= token.start < m.end), None)
        if value and at and sentence.tokens[at - 1].name and value.text.isdigit():
            value = None  # the number of a name: "the Quill 300"
        if at in words or token.kind == "number" or (value and token.start == value.start):
            found[at] = Item(token, words.get(at), value)
    return found
