"""One field's name with another field's value: "free parking" beside "Parking: street only" and "WiFi: free"."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.statements import is_finite, is_verb
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word
from critique_core.verifiers.embedded.records.match import ALIKE

_SURE = 0.8
_MOST_WORDS = 3


def crossed(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """A word right before a field's name that is the value of another field, where the field has a value of its own."""
    told = [one for one in fields if one.kind == "field" and one.truth is None and not one.empty]
    for item in told:
        named = [w for w in claim.words if any(same_word(w, k, claim.code) >= ALIKE for k in item.key)]
        value = name_words(item.value, claim.code)
        if not 0 < len(item.key) == len(named) or not 0 < len(value) <= _MOST_WORDS:
            continue
        if any(same_word(w, v, claim.code) >= ALIKE for w in claim.words for v in value):
            continue
        before = next((w for w in claim.words if w.index == named[0].index - 1), None)
        if before is None or before.token.name or not any(_is_of(before, other, claim) for other in told):
            continue
        if before is claim.words[0] and _is_the_verb(claim, named[0]) and _has_a_value_for(claim, item):
            continue  # "Tulips flower in April" is of tulips, and no "tulip flower"
        start, end = before.token.start, named[-1].token.end
        text = f"the source says “{item.key_text}: {item.value}”, the draft “{claim.text[start:end]}”"
        places = (start, end, claim.text[start:end], item.start, item.end, item.value)
        yield item.alignment, Observation("detail", "conflicts", *places, text, _SURE)


def _is_the_verb(claim: Sentence, word: Word) -> bool:
    """Whether a word may be a verb, and the claim has no other in a form that only a verb has."""
    others = (at for at in range(len(claim.tokens)) if at != word.index)
    return is_verb(word.token) and not any(is_finite(claim.tokens, at) for at in others)


def _has_a_value_for(claim: Sentence, item: Field) -> bool:
    """Whether a claim has a value of the kind that a field holds, right or wrong."""
    held = analyse(item.value, claim.code).mentions
    return any(compare.comparable(mine, theirs) for mine in claim.mentions for theirs in held)


def _is_of(word: Word, other: Field, claim: Sentence) -> bool:
    """Whether a word is the whole value of a field that the claim does not name."""
    value = name_words(other.value, claim.code)
    if len(value) != 1 or same_word(word, value[0], claim.code) < ALIKE:
        return False
    return not any(same_word(w, k, claim.code) >= ALIKE for w in claim.words for k in other.key)
