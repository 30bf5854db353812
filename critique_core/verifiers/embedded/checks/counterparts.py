"""Where a source mentions the same thing as one word of a claim: the same word or its opposite, in like company."""

from collections.abc import Iterator
from dataclasses import dataclass

from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment

_SAME, _SAME_ABROAD = 0.84, 0.8
_DISTANCE_DECAY, _STATEMENT_DECAY, _AROUND = 0.95, 0.7, 0.9


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A source word that says the same as a claim's word, or the opposite.

    ``fit`` (0 to 1) is how far its company is the claim's; ``inside`` says that the word is the unit's own.
    """

    word: Word
    opposite: bool
    fit: float
    inside: bool
    sentence: Sentence


def statement_of(sentence: Sentence, word: Word) -> int:
    """The number of the statement that a word is in."""
    return sentence.statements[word.index]


def members(sentence: Sentence, number: int) -> tuple[Word, ...]:
    """The content words of one statement."""
    return tuple(w for w in sentence.words if sentence.statements[w.index] == number)


def counterparts(claim: Sentence, word: Word, alignment: Alignment) -> list[Counterpart]:
    """Every word of the unit and its neighbours that equals or opposes the claim's word, best company first."""
    found: list[Counterpart] = []
    scope = alignment.scope
    for weight, sentence in ((1.0, scope.sentence), *scope.around):
        inside = sentence is scope.sentence
        for other in sentence.words:
            opposite = opposed(word.keys, other.keys, claim.code)
            if not opposite and similarity(word, other, claim.code) < (_SAME if claim.code == "en" else _SAME_ABROAD):
                continue
            if not opposite and _spoken_for(claim, word, other):
                continue
            fit = company(claim, word, sentence, other, alignment) * (1.0 if inside else max(weight, _AROUND))
            found.append(Counterpart(other, opposite, fit, inside, sentence))
    return sorted(found, key=lambda c: (-c.fit, c.opposite, c.word.index))


def _spoken_for(claim: Sentence, word: Word, other: Word) -> bool:
    """Whether a near synonym of one claim word is another claim word itself: "part" is no match for "starter"."""
    if word.keys & other.keys:
        return False
    return any(o is not word and o.keys & other.keys for o in claim.words)


def company(claim: Sentence, word: Word, sentence: Sentence, other: Word, alignment: Alignment) -> float:
    """Share of the claim's other words that are near a source word, the nearest to the claim's word counting most."""
    total = score = 0.0
    home = statement_of(sentence, other)
    for position, beside in enumerate(claim.words):
        if beside is word or _contrary(claim, beside) or _is_standard(claim, word, beside):
            continue
        weight = beside.weight / (1.0 + 0.25 * abs(beside.index - word.index))
        total += weight
        near = 0.0
        for candidate in sentence.words:
            if candidate is other:
                continue
            strength = similarity(beside, candidate, claim.code)
            if strength > near:
                away = abs(candidate.index - other.index) / 2
                apart = 1.0 if statement_of(sentence, candidate) == home else _STATEMENT_DECAY
                near = max(near, strength * apart * _DISTANCE_DECAY**away)
        if sentence is alignment.scope.sentence and sentence.has_pronoun:
            near = max(near, 0.8 * alignment.cover[position])
        score += weight * max(near, 0.5 * alignment.cover[position])
    for mention in claim.mentions:
        if mention.kind == "identifier":
            continue
        total += 0.7
        score += 0.7 * _stated(mention, sentence, home)
    return score / total if total else 0.5


def _is_standard(claim: Sentence, word: Word, beside: Word) -> bool:
    """Whether "than" is between a word and another, which is then what it is compared with."""
    return any(t.norm == "than" for t in claim.tokens[word.index + 1 : beside.index])


def _stated(mention: Mention, sentence: Sentence, home: int) -> float:
    """How far a statement gives the claim's value: 1 itself, 0.5 elsewhere in the sentence or nowhere, 0 another."""
    rivals = [m for m in sentence.mentions if compare.comparable(mention, m)]
    agreeing = [m for m in rivals if compare.agrees(mention, m)]
    places = [i for i, t in enumerate(sentence.tokens) if any(t.start == m.start for m in agreeing)]
    if any(sentence.statements[i] == home for i in places):
        return 1.0
    return 0.5 if agreeing or not rivals else 0.0


def _contrary(claim: Sentence, word: Word) -> bool:
    """Whether the claim itself names the word's opposite, so that the word distinguishes no two places."""
    return any(opposed(word.keys, other.keys, claim.code) for other in claim.words)


def pairs_of_poles(claim: Sentence) -> Iterator[Word]:
    """The claim's words whose opposite the claim names as well: "the warm south ... the cold north"."""
    return (w for w in claim.words if _contrary(claim, w))


def other_subject(claim: Sentence, alignment: Alignment) -> bool:
    """Whether most of the claim's names are nowhere near the unit, and no pronoun of it may stand for them."""
    covers = [c for w, c in zip(claim.words, alignment.cover, strict=True) if w.token.name]
    unnamed = sum(c < 0.5 for c in covers)
    return unnamed > len(covers) / 2 and not alignment.scope.sentence.has_pronoun


def other_time(claim: Sentence, sentence: Sentence) -> bool:
    """Whether the unit gives dates, none of which is the claim's."""
    for mention in claim.mentions:
        if mention.kind != "date":
            continue
        rivals = [m for m in sentence.mentions if compare.comparable(mention, m)]
        if rivals and not any(compare.agrees(mention, m) for m in rivals):
            return True
    return False
