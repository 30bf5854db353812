"""Numbers in words: spelt numbers (text2num), fractions, dozens, German and Dutch halves, Chinese numerals."""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, cast

import regex
from text_to_num import find_numbers  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from critique_core.text.word_classes import FUNCTION_WORDS
from critique_core.typed_values import measures
from critique_core.typed_values.digits import Number, magnitudes, scaled


@dataclass(frozen=True)
class _Piece:
    """A token in the shape text2num's ``find_numbers`` asks for."""

    word: str

    def text(self) -> str:
        return self.word

    def nt_separated(self, previous: object) -> bool:
        del previous
        return False

    def not_a_number_part(self) -> bool:
        return not any(c.isalpha() for c in self.word) and self.word != "-"


class _Occurrence(Protocol):
    """What text2num finds: pieces ``start`` to ``end`` and their value."""

    start: int
    end: int
    value: float
    is_ordinal: bool


def _find(words: list[str], language: str) -> list[_Occurrence]:
    find = cast("Callable[..., Iterator[_Occurrence]]", find_numbers)
    return list(find([_Piece(word) for word in words], language, threshold=0))


def ordinal(word: str) -> int:
    """The number of an English ordinal word in lower case ("third", "twenty-first"), 0 when it is none."""
    if word == "second":
        return 2
    found = _find(regex.split(r"[\s-]", word), "en") if word else []
    return int(found[0].value) if len(found) == 1 and found[0].is_ordinal else 0


@lru_cache(maxsize=100_000)
def role(word: str, language: str) -> str:
    """Whether a lower-case word can be part of a "fraction", a "dozen" or a spelt "number"; else ""."""
    if word in _FRACTIONS:
        return "fraction"
    if word in _DOZENS:
        return "dozen"
    known = word in ("hundred", "thousand", "million", "billion", "trillion") or _halves(word, language) is not None
    return "number" if known or _find([word], language) else ""


_WORD = regex.compile(r"[\p{L}'’]+|\d+(?:[.,]\d+)*|[^\s\p{L}\d]")
_ANY_WORD = regex.compile(r"\p{L}+")


_FRACTIONS = {
    "half": 1 / 2, "halves": 1 / 2, "third": 1 / 3, "thirds": 1 / 3, "quarter": 1 / 4, "quarters": 1 / 4,
    "fourth": 1 / 4, "fourths": 1 / 4, "fifth": 1 / 5, "fifths": 1 / 5, "sixth": 1 / 6, "sixths": 1 / 6,
    "seventh": 1 / 7,
    "sevenths": 1 / 7, "eighth": 1 / 8, "eighths": 1 / 8, "ninth": 1 / 9, "ninths": 1 / 9, "tenth": 1 / 10,
    "tenths": 1 / 10,
    "hälfte": 1 / 2, "halbe": 1 / 2, "halben": 1 / 2, "halber": 1 / 2, "drittel": 1 / 3, "viertel": 1 / 4,
    "fünftel": 1 / 5, "zehntel": 1 / 10,
    "moitié": 1 / 2, "demi": 1 / 2, "tiers": 1 / 3, "quart": 1 / 4, "quarts": 1 / 4, "cinquième": 1 / 5,
    "dixième": 1 / 10,
    "mitad": 1 / 2, "media": 1 / 2, "tercio": 1 / 3, "tercios": 1 / 3, "cuarto": 1 / 4, "cuartos": 1 / 4,
    "quinto": 1 / 5, "décimo": 1 / 10,
    "metà": 1 / 2, "mezza": 1 / 2, "mezzo": 1 / 2, "terzo": 1 / 3, "terzi": 1 / 3, "quarti": 1 / 4, "metade": 1 / 2,
    "meia": 1 / 2,
    "terço": 1 / 3, "terços": 1 / 3, "helft": 1 / 2, "derde": 1 / 3, "kwart": 1 / 4,
}  # fmt: skip
# Words that are a fraction only with a count: alone they are ordinals, coins, rooms or measures.
_COUNTED = frozenset(
    """third fourth fifth sixth seventh eighth ninth tenth quart cuarto quinto terzo derde tiers cinquième dixième
    décimo media mezzo meia demi tercio terço quarter viertel""".split()
)
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "zwei": 2,
    "drei": 3, "vier": 4, "deux": 2,
          "trois": 3, "quatre": 4, "dos": 2, "tres": 3, "cuatro": 4, "due": 2, "tre": 3, "dois": 2, "três": 3,
          "twee": 2, "drie": 3}  # fmt: skip
_FRACTION = regex.compile(
    r"\b(?:(an?|one|" + "|".join(_COUNT) + r"|eine?[mnrs]?|une?|uma?|una|een|la|die|der|de)[\s-]+)?("
    + "|".join(sorted(_FRACTIONS, key=len, reverse=True)) + r")\b", regex.IGNORECASE)  # fmt: skip
_FRACTION_SCALE = regex.compile(
    r"\s+(?:of\s+)?(?:an?\s+)?(million|billion|trillion|thousand|dozen|hundred)\b", regex.IGNORECASE
)
_FRACTION_UNIT = regex.compile(
    r"\s+(?:of\s+)?(?:an?|one|d['’]une?|de|di|d['’])(?:\s+|(?<=['’]))(?=\p{L})", regex.IGNORECASE
)
_NOT_SHARE_BEFORE = regex.compile(
    r"\b(?:first|second|third|fourth|last|this|next|per|latter|other|each|every|fiscal|financial"
    r"|and(?:\s+an?)?)[\s-]+$",
    regex.IGNORECASE,
)
_NOT_SHARE_AFTER = regex.compile(
    r"(?<=\b(?:half|quarter|viertel))\s+(?:past|to|vor|nach)\s+\p{L}+|-time|-year|-life|-marathon|-final|\s+time\b|\s+\d{4}",
    regex.IGNORECASE,
)
_BARE_HALVES = frozenset(("media", "mezza", "meia", "demi"))
_NEXT_WORD = regex.compile(r"[\s-]+(\p{L}+)")


def word_fractions(text: str, language: str) -> Iterator[Number]:
    """Shares ("half", "a quarter of", "two thirds"), or multipliers when a number or unit follows."""
    for match in _FRACTION.finditer(text):
        word, count = match.group(2).casefold(), (match.group(1) or "").casefold()
        nth = count in ("la", "die", "der", "de") and word in _COUNTED
        if nth or not _is_share(text, match, word, count, language):
            continue
        value, end = _COUNT.get(count, 1) * _FRACTIONS[word], match.end()
        scale = _FRACTION_SCALE.match(text, end)
        if scale:
            yield Number(match.start(), scale.end(), value * magnitudes()[scale.group(1).casefold()], 0.0)
            continue
        unit = _FRACTION_UNIT.match(text, end)
        if unit and (measures.unit_after(text, unit.end()) or measures.percent_after(text, unit.end() - 1)):
            yield Number(match.start(), unit.end() - (text[unit.end() - 1].isspace()), value, 0.0, fraction=True)
        else:
            yield Number(match.start(), end, value, 0.0, fraction=True)


def _is_share(text: str, match: regex.Match[str], word: str, count: str, language: str) -> bool:
    before = _NOT_SHARE_BEFORE.search(text, max(0, match.start() - 24), match.start())
    if before or _NOT_SHARE_AFTER.match(text, match.end()):
        return False
    if not count and word in _COUNTED:
        if word == "quarter":
            return _OF.match(text, match.end()) is not None
        return word in _BARE_HALVES and measures.unit_after(text, match.end()) is not None
    if count in _COUNT or count == "one":
        return True
    following = _NEXT_WORD.match(text, match.end())
    if following is None or _FRACTION_SCALE.match(text, match.end()):
        return True
    plain = (
        following.group(1).casefold() in FUNCTION_WORDS.get(language, ())
        or following.group(1).casefold() in FUNCTION_WORDS["en"]
    )
    return plain or measures.unit_after(text, match.end()) is not None


_DOZENS = {
    "dozen": 12.0,
    "score": 20.0,
    "couple": 2.0,
    "pair": 2.0,
    "dutzend": 12.0,
    "douzaine": 12.0,
    "docena": 12.0,
    "dozzina": 12.0,
}
_DOZEN = regex.compile(
    r"\b(?:(an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?|ein|une|una)\s+)?"
    r"(dozen|(?<=(?:two|three|four|five)\s)score"
    r"|couple(?=\s+of)|pair(?=\s+of)|dutzend|douzaine|docena|dozzina)\b",
    regex.IGNORECASE,
)


_OF = regex.compile(r"\s+of(?=\s)")


def dozens(text: str, language: str) -> Iterator[Number]:
    """Dozens, couples and scores: "three dozen", "a couple of days"."""
    del language
    for match in _DOZEN.finditer(text):
        count, of = (match.group(1) or "a").casefold(), _OF.match(text, match.end())
        end = of.end() if of and measures.unit_after(text, of.end()) else match.end()
        yield Number(
            match.start(),
            end,
            (0.5 if count.startswith("half") else _COUNT.get(count, 1)) * _DOZENS[match.group(2).casefold()],
            0.0,
        )


_NOT_ALONE = frozenset(
    """hundreds thousands millions billions trillions hunderte tausende millionen milliarden centaines milliers cientos
    miles second seconds seconde secondes segundo segunda secondo o un une una uno
    ein eine einen einem einer eines um uma een één ones""".split()
)
_ARTICLE = regex.compile(r"\b(?:an?|eine?[nr]?|une?|una?|um|een)\s+(?=(\p{L}+))", regex.IGNORECASE)


def spelt(text: str, language: str) -> Iterator[Number]:
    """Number words by text2num; articles are no numbers unless a magnitude follows ("a million")."""
    pieces = [(m.start(), m.end(), m.group()) for m in _WORD.finditer(text.replace("-", " "))]
    for match in _ARTICLE.finditer(text):
        if len(match.group(1)) > 3 and match.group(1).casefold() in magnitudes():
            yield scaled(text, Number(match.start(), match.end() - 1, 1.0, 0.0))
    found = _find([p[2].casefold() for p in pieces], language)
    starts = {pieces[occurrence.start][0] for occurrence in found}
    for occurrence in found:
        start, end = pieces[occurrence.start][0], pieces[occurrence.end - 1][1]
        phrase = text[start:end].casefold()
        if phrase in _NOT_ALONE or not any(c.isalpha() for c in phrase) or text[start - 1 : start] in ("_", "`"):
            continue
        if phrase == "one" and _pronoun_one(text, start, end, end + 1 in starts):
            continue
        number = Number(start, end, float(occurrence.value), 0.0, ordinal=occurrence.is_ordinal)
        yield number if number.ordinal else scaled(text, number)
    for word in _ANY_WORD.finditer(text):
        value = _halves(word.group().casefold(), language)
        if value is not None:
            yield scaled(text, Number(word.start(), word.end(), value, 0.0))


@lru_cache(maxsize=10_000)
def _halves(word: str, language: str) -> float | None:
    """German and Dutch numbers and a half in one word: "zweieinhalb", "anderthalb", "tweeënhalf"."""
    if word in ("anderthalb", "anderthalbe", "anderthalben", "anderhalf", "anderhalve"):
        return 1.5
    stem = regex.fullmatch(r"(\p{L}+)(?:einhalb|ënhalve?|enhalf)", word) if language in ("de", "nl") else None
    whole = _find([stem.group(1)], language) if stem else []
    return float(whole[0].value) + 0.5 if whole else None


_POINTING = frozenset("no any every some each the this that which another day".split())
_WORD_BEFORE = regex.compile(r"(\p{L}+)[\s-]$")
_COUNTS_ONE = regex.compile(
    r"[\s-](?!of\b|another\b|can\b|is\b|has\b|who\b|by\b|or\b|and\b(?!\sa\s(?:half|third|quarter)\b)|day\b[,\s]\p{Ll}*(?:he|she|they|it|we|I)\b)\p{L}"
)


_DETERMINED = regex.compile(
    r"\b(?:the|an?|this|that|another|your|my|his|her|its|our|their)\s\p{L}+\s$", regex.IGNORECASE
)
_COUNTS_NO_NOUN = regex.compile(
    r"\s(?:\d|\p{L}{2,}(?:[^\Wsu]s|ed)\b|(?:is|are|was|were|has|had|does|did|will|would|can|could|may|must|should|with"
    r"|without|for|in|on|at|from|to|as|than|that|which|who|only|just|about|around|over|under|up|almost|nearly|not|never"
    r"|also)\b)"
)


def _pronoun_one(text: str, start: int, end: int, number_after: bool) -> bool:
    """Whether "one" stands for a person or thing instead of counting: "no one", "one of them", "the blue one sleeps".

    Behind an article and an adjective it counts what a noun in the singular names, and stands for a noun before a verb,
    a preposition or another number.
    """
    before = _WORD_BEFORE.search(text, 0, start)
    if before and before.group(1).casefold() in _POINTING:
        return True
    if _DETERMINED.search(text, max(0, start - 40), start) and (number_after or _COUNTS_NO_NOUN.match(text, end)):
        return True
    return not _COUNTS_ONE.match(text, end)


_CJK_NUMBER = regex.compile(r"[〇零一二两三四五六七八九十百千万亿億萬]+")
_CJK_COUNTED = regex.compile(r"[个個名人年月日次位家座所只条天小分时時点點岁歲元公米千百万周星]")


def cjk(text: str) -> Iterator[Number]:
    """Chinese numerals that count something: "三百二十人"."""
    for match in _CJK_NUMBER.finditer(text):
        word = match.group()
        if word[0] not in "万亿億萬百千" and (
            len(word) > 1 or text[: match.start()].endswith("之") or _CJK_COUNTED.match(text, match.end())
        ):
            yield Number(match.start(), match.end(), _cjk_value(word), 0.0)


def _cjk_value(word: str) -> float:
    total, section, current = 0.0, 0.0, 0.0
    for character in word:
        value = 2.0 if character == "两" else unicodedata.numeric(character)
        if value >= 10000:
            total, section, current = total + (section + current or 1.0) * value, 0.0, 0.0
        elif value >= 10:
            section, current = section + (current or 1.0) * value, 0.0
        else:
            current = value if value or not current else current * 10
    return total + section + current
