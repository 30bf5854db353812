"""Which way a thing changed or differs: "more debt than before" against "its debts shrank"."""

from collections.abc import Iterator
from typing import NamedTuple

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, may_be_noun
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_time

_SURE = 0.75
_SAME, _LEAST_REST = 0.8, 0.3
_UP = frozenset(
    """rise grow increase climb raise expand surge soar swell multiply mount jump enlarge double triple
    lengthen""".split()
)
_DOWN = frozenset(
    "fall drop decrease decline shrink lower reduce cut sink plunge slump dwindle halve diminish shorten".split()
)
_MORE = frozenset("more larger bigger greater higher longer heavier commoner".split())
_FEWER = frozenset("less fewer smaller lower shorter lighter rarer".split())
_FASTER, _SLOWER = frozenset("faster quicker swifter speedier".split()), frozenset("slower".split())
_DURATION = frozenset("time long".split())
_ONCE = frozenset(
    """before previously earlier formerly ago previous last used once was were then past usual usually yesterday
    normal""".split()
)
_REACH = 5


class Trend(NamedTuple):
    """A word of direction: ``sign`` 1 for more, -1 for less, on the scale of amount or of speed, of certain nouns."""

    word: Word
    sign: int
    speed: bool
    nouns: tuple[Word, ...]


def trends(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Opposite directions of one thing, where neither compares with another thing than an earlier or usual state."""
    source = alignment.scope.sentence
    if other_time(claim, source):
        return
    if _elsewhere(claim) or any(w.denied for w in claim.words):
        return
    real = [(t, s is source) for s in (source, *(s for _, s in alignment.scope.around)) for t in _trends(s)]
    for mine in _trends(claim):
        same = [(t, near) for t, near in real if t.speed == mine.speed and _shares(mine, t) and not t.word.denied]
        if same and all(t.sign != mine.sign for t, _ in same) and _rest(claim, mine, alignment) >= _LEAST_REST:
            other, inside = same[0]
            text = f"the draft says “{mine.word.token.text}”, the source says “{other.word.token.text}”"
            yield between("antonym", "conflicts", mine.word.token, other.word.token if inside else None, text, _SURE)
            return


def _shares(first: Trend, second: Trend) -> bool:
    return any(similarity(a, b, "en") >= _SAME for a in first.nouns for b in second.nouns)


def _rest(claim: Sentence, trend: Trend, alignment: Alignment) -> float:
    """How far the unit and its neighbours mention the claim's other words."""
    apart = {trend.word, *trend.nouns}
    pairs = [(w, c) for w, c in zip(claim.words, alignment.cover, strict=True) if w not in apart]
    total = sum(w.weight for w, _ in pairs)
    return sum(w.weight * c for w, c in pairs) / total if total else 1.0


def _elsewhere(sentence: Sentence) -> bool:
    """Whether "than" compares with another thing, not with an earlier or usual state of the same."""
    at = next((i for i, t in enumerate(sentence.tokens) if t.norm == "than"), None)
    return at is not None and not {t.norm for t in sentence.tokens[at + 1 : at + 7]} & _ONCE


def _trends(sentence: Sentence) -> Iterator[Trend]:
    for token_index, token in enumerate(sentence.tokens):
        word = next((w for w in sentence.words if w.index == token_index), None)
        read = _direction(sentence, token_index)
        if read is None:
            continue
        sign, speed = read
        anchor = word or next((w for w in sentence.words if w.index > token_index), None)
        nouns = _nouns(
            sentence, token_index, verbal=bool(token.keys & (_UP | _DOWN)) and token.norm not in _MORE | _FEWER
        )
        if anchor is not None and nouns:
            yield Trend(anchor, sign, speed, nouns)


def _direction(sentence: Sentence, position: int) -> tuple[int, bool] | None:
    token = sentence.tokens[position]
    if token.norm in _FASTER | _SLOWER:
        return (1 if token.norm in _FASTER else -1), True
    if token.norm in _MORE | _FEWER:
        sign = 1 if token.norm in _MORE else -1
        taking = any(t.keys & {"take", "need", "last"} for t in sentence.tokens[max(0, position - 3) : position])
        lasting = token.norm in ("longer", "shorter") or _next(sentence, position).norm in _DURATION
        return (-sign, True) if taking and lasting else (sign, False)
    if token.keys & _UP and not token.function:
        return 1, False
    return (-1, False) if token.keys & _DOWN and not token.function else None


def _next(sentence: Sentence, position: int) -> Token:
    return sentence.tokens[min(position + 1, len(sentence.tokens) - 1)]


def _may_be_thing(word: Word) -> bool:
    """Whether a word right after a comparative may be what it describes, be it a verb made a noun ("slower writes")."""
    return may_be_noun(word) or word.token.norm.endswith("s")


def _is_light(word: Word) -> bool:
    """Whether a word is the verb that only links a thing with its degree: "takes less", "grew larger"."""
    return bool(word.keys & {"take", "need", "last", "get", "become", "grow", "go", "make", "look", "seem"})


def _nouns(sentence: Sentence, position: int, *, verbal: bool) -> tuple[Word, ...]:
    """What a word of direction is said of: the noun right after a comparative, else those before it."""
    home = sentence.statements[position]
    following = next((w for w in sentence.words if w.index == position + 1), None)
    timed = following is not None and following.keys & _DURATION
    if not verbal and following is not None and not timed and _may_be_thing(following):
        return (following,)
    comma = next((i for i in range(position, -1, -1) if sentence.tokens[i].text == ","), -1)
    before = [w for w in sentence.words if max(comma, position - _REACH - 1) < w.index < position]
    before = [w for w in before if sentence.statements[w.index] == home]
    if not verbal and before and before[-1].index == position - 1 and not _is_light(before[-1]):
        before = before[-1:]
    else:
        before = [w for w in before if not acts(sentence, w)]
    after = [w for w in sentence.words if 0 < w.index - position <= 3 and sentence.statements[w.index] == home]
    found = before[-3:] + (after[:2] if verbal else [])
    return tuple(w for w in found if may_be_noun(w) or w.token.norm.endswith("ing"))
