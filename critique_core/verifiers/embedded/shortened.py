"""A claim that is a sentence of a source less some of its phrases: "Flight 27 leaves from gate 1".

The source has "Flight 27 to Riga leaves at 19:09 from gate 1", perhaps among thirty sentences like it, between which
the encoder does not tell. Of 70 such claims in VitaminC, FEVER, SNLI and LFQA-Verification 69 are supported, and the
other one is in all its words. What a phrase limits, denies or gives to another case is found by the checks.
"""

from collections.abc import Sequence
from functools import lru_cache

from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite
from critique_core.language.tokens import Token

_LEAST = 4
_LONGEST = 7
_OPENING = frozenset(
    """for to with in on at during of from by under over near inside within outside through into across along about
    around beside behind between per after before""".split()
)
_TURNING = frozenset("not no never n't without only except if unless and or but nor than".split())


@lru_cache(maxsize=20_000)
def is_shortened(claim: Sentence, sentence: Sentence) -> bool:
    """Whether an English claim has the first words of a sentence in their order, and lacks but phrases in between.

    A phrase opens with a preposition, has up to seven words and none that turns what is said. It neither opens the
    sentence ("in the novel ...") nor says of which of its kind the sentence is. What follows the claim's last word may
    be another statement.
    """
    mine, theirs = _words(claim), _words(sentence)
    if claim.code != "en" or not _LEAST <= len(mine) < len(theirs):
        return False
    places = {0}  # how far the sentence has been read, for the words of the claim so far
    for word in mine:
        places = {
            at + 1
            for place in places
            for at in (place, *_after_phrase(sentence, theirs, place))
            if at < len(theirs) and theirs[at].text.casefold() == word.text.casefold()
        }
    homes = dict(zip(sentence.tokens, sentence.statements, strict=True))
    ends = {end for place in places for end in (place, *_after_phrase(sentence, theirs, place))}
    return any(end == len(theirs) or homes[theirs[end]] != homes[theirs[end - 1]] for end in ends)


def _words(sentence: Sentence) -> Sequence[Token]:
    return [token for token in sentence.tokens if any(map(str.isalnum, token.text))]


def _after_phrase(sentence: Sentence, words: Sequence[Token], place: int) -> list[int]:
    """Where reading may go on if the phrases that open at a place are left out."""
    if place in (0, len(words)) or words[place].norm not in _OPENING or _tells_which(sentence, words, place):
        return []
    found = list[int]()
    for at in range(place, min(len(words), place + _LONGEST)):
        if words[at].norm in _TURNING or is_finite(sentence.tokens, sentence.tokens.index(words[at])):
            break
        found.append(at + 1)
    # "of the deputy of the king" may not leave "of the king"
    return [at for at in found if at == len(words) or words[at].norm != words[place].norm]


def _tells_which(sentence: Sentence, words: Sequence[Token], place: int) -> bool:
    """Whether a phrase before the verb says which of its kind is meant: "the boys in class 4", but not "Anna in"."""
    before = words[place - 1]
    named = before.name or before.code or before.kind == "number"
    return not named and not any(is_finite(sentence.tokens, sentence.tokens.index(word)) for word in words[:place])
