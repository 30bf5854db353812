"""Words of degree: which kinds of value "faster" or "cheapest" compares, and whether more of it makes it more so."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention

_SPEED, _AREA, _VOLUME = "[length] / [time]", "[length] ** 2", "[length] ** 3"
_DATA, _POWER = "data dimensionless", "[length] ** 2 * [mass] / [time] ** 3"
_CHARGE, _ENERGY = "[current] * [time]", "[length] ** 2 * [mass] / [time] ** 2"
ANY = "*"

# adjective -> kind of value it compares -> 1 when more of the value makes it more so, else -1
_UP: dict[str, dict[str, int]] = {
    "fast": {"[time]": -1, "clock": -1, _SPEED: 1, "ratio": 1},
    "quick": {"[time]": -1, "clock": -1, _SPEED: 1, "ratio": 1},
    "soon": {"[time]": -1, "clock": -1, "day": -1}, "old": {"day": -1, "version": -1, "[time]": 1},
    "new": {"day": 1, "version": 1}, "recent": {"day": 1, "version": 1}, "late": {"day": 1, "clock": 1},
    "cheap": {"money": -1}, "heavy": {"[mass]": 1}, "long": {"[length]": 1, "[time]": 1}, "tall": {"[length]": 1},
    "high": {ANY: 1},
    "large": {_AREA: 1, _VOLUME: 1, _DATA: 1, _CHARGE: 1, _ENERGY: 1, _POWER: 1, "[length]": 1, "money": 1,
              "counted": 1, "ratio": 1},
    "wide": {"[length]": 1}, "deep": {"[length]": 1}, "warm": {"temperature": 1}, "more": {ANY: 1},
    "populous": {"counted": 1}, "powerful": {_POWER: 1}, "ahead": {"[time]": -1, "clock": -1},
    "early": {"day": -1, "clock": -1}, "far": {"[length]": 1}, "common": {"ratio": 1, "counted": 1},
}  # fmt: skip
_SAME = {
    "big": "large", "great": "large", "hot": "warm", "speedy": "fast", "swift": "fast", "lengthy": "long",
    "frequent": "common", "often": "common", "much": "more", "many": "more", "broad": "wide", "before": "early",
}  # fmt: skip
_OPPOSITE = {
    "slow": "fast", "young": "old", "expensive": "cheap", "costly": "cheap", "dear": "cheap", "pricey": "cheap",
    "light": "heavy", "short": "long", "low": "high", "small": "large", "narrow": "wide", "shallow": "deep",
    "cold": "warm", "cool": "warm", "few": "more", "little": "more", "behind": "ahead", "less": "more",
    "close": "far", "near": "far", "rare": "common", "seldom": "common",
}  # fmt: skip
_IRREGULAR = {
    "more": "more", "most": "more", "less": "less", "least": "less", "fewer": "few", "fewest": "few", "elder": "old",
    "eldest": "old", "ahead": "ahead", "behind": "behind", "farther": "far", "further": "far", "latest": "late",
}  # fmt: skip
_ORDER = {"first": -1, "last": 1}
_SUPPLETIVE = {"better": "good", "worse": "bad"}
_ENDING = 3  # letters that a comparative is longer by, at most: "bigger"
_COMPARES_PHRASES = frozenset(
    "expensive costly populous recent powerful quickly slowly cheaply recently common frequent frequently often".split()
)


@lru_cache(maxsize=256)
def scale(adjective: str) -> dict[str, int] | None:
    """The kinds an adjective or adverb compares, with their signs; ``None`` when it compares no stated value."""
    base = (
        adjective if adjective in _UP or adjective in _SAME or adjective in _OPPOSITE else adjective.removesuffix("ly")
    )
    base = _SAME.get(base, base)
    if base in _OPPOSITE:
        return {kind: -sign for kind, sign in _UP[_OPPOSITE[base]].items()}
    return _UP.get(base)


def pole(adjective: str) -> tuple[str, int]:
    """The word that names what an adjective or adverb is a degree of, and -1 where it is its other end: "slow"."""
    known = {*_UP, *_SAME, *_OPPOSITE}
    base = adjective if adjective in known else adjective.removesuffix("ly")
    base = _SAME.get(base, base)
    return (_OPPOSITE[base], -1) if base in _OPPOSITE else (base, 1)


@dataclass(frozen=True)
class Degree:
    """A word of degree at tokens ``first`` to ``last`` of a claim."""

    first: int
    last: int
    word: str
    kinds: dict[str, int]
    superlative: bool = False
    preposition: bool = False

    def sign(self, mention: Mention) -> int:
        """1 when more of this value is more so, -1 when less is, 0 when the word does not compare such values."""
        kind = kind_of(mention)
        if kind in self.kinds:
            return self.kinds[kind]
        return self.kinds.get(ANY, 0) if kind not in ("day", "clock", "version", "") else 0


def kind_of(mention: Mention) -> str:
    """The kind of a value as scales name it: money, counted, version, or its unit."""
    if mention.kind == "number":
        return "" if mention.ordinal else "counted"
    return {"currency": "money", "version": "version", "identifier": ""}.get(mention.kind, mention.unit)


def comparatives(claim: Sentence) -> Iterator[Degree]:
    """The comparatives of a claim in order: "faster", "more expensive", "lower", "fewer", "ahead"."""
    yield from _degrees(claim, "er", ("more", "less"))


def any_comparatives(sentence: Sentence) -> Iterator[Degree]:
    """The comparatives of a sentence, the last first, also of what no value measures: "quieter", "less effective".

    The one kind that each compares is the word that names it.
    """
    for position, token in reversed(list(enumerate(sentence.tokens))):
        following = sentence.tokens[position + 1] if position + 1 < len(sentence.tokens) else None
        if token.norm in ("more", "less") and following is not None and _describes(following.norm):
            name, sign = pole(following.norm)
            yield Degree(position, position + 1, following.norm, {name: sign if token.norm == "more" else -sign})
        elif token.kind == "word" and (base := _IRREGULAR.get(token.norm) or _positive(token)):
            name, sign = pole(base)
            yield Degree(position, position, base, {name: sign})


def _positive(token: Token) -> str:
    """The word that a comparative in "-er" is of, or of "better" and "worse"; empty for other words."""
    if token.norm in _SUPPLETIVE:
        return _SUPPLETIVE[token.norm]
    bases = sorted((key for key in token.keys if key != token.norm and _describes(key)), key=len, reverse=True)
    return bases[0] if bases and token.norm.endswith("er") and len(token.norm) - len(bases[0]) <= _ENDING else ""


def _describes(word: str) -> bool:
    """Whether WordNet knows a word as an adjective or adverb."""
    return word in lexicon() and not lexicon().related(word, PARTS).isdisjoint(("a", "r"))


def superlatives(claim: Sentence) -> Iterator[Degree]:
    """The superlatives of a claim, and the comparatives that stand for one ("the higher one of the two")."""
    yield from _degrees(claim, "est", ("most", "least"))
    yield from _in_order(claim)
    for degree in comparatives(claim):
        articles = {t.norm for t in claim.tokens[max(0, degree.first - 1) : degree.first]}
        if "the" in articles and not degree.preposition:
            yield degree


def _in_order(claim: Sentence) -> Iterator[Degree]:
    """What says when, "the first of the three towns to have trams" and "was restored last", as superlatives."""
    for position, token in enumerate(claim.tokens):
        following = claim.tokens[position + 1] if position + 1 < len(claim.tokens) else None
        ends = following is None or following.kind == "mark" or following.norm == "of"
        if token.norm in _ORDER and position > 1 and ends:
            yield Degree(position, position, token.norm, {"day": _ORDER[token.norm]}, superlative=True)


def _degrees(claim: Sentence, ending: str, periphrases: tuple[str, str]) -> Iterator[Degree]:
    for position, token in enumerate(claim.tokens):
        if token.kind != "word":
            continue
        top = ending == "est"
        following = claim.tokens[position + 1].norm if position + 1 < len(claim.tokens) else ""
        if token.norm in periphrases and following in _COMPARES_PHRASES:
            kinds = scale(following) or {}
            sign = 1 if token.norm == periphrases[0] else -1
            yield Degree(position, position + 1, following, {k: s * sign for k, s in kinds.items()}, superlative=top)
            continue
        base = _base(token, ending, periphrases)
        kinds = scale(base) if base else None
        if base and kinds:
            yield Degree(position, position, base, kinds, superlative=top, preposition=base in ("ahead", "behind"))


def _base(token: Token, ending: str, periphrases: tuple[str, str]) -> str | None:
    known = _IRREGULAR.get(token.norm)
    if known is not None:
        is_top = token.norm.endswith(("est", "most"))
        allowed = token.norm in periphrases or not token.norm.startswith(("more", "most", "less", "least"))
        return (
            known
            if (allowed and is_top == (ending == "est" and token.norm not in ("least",)))
            or token.norm == periphrases[1]
            else None
        )
    if not token.norm.endswith(ending):
        return None
    return next((key for key in sorted(token.keys) if key != token.norm and scale(key)), None)
