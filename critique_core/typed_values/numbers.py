"""All numbers of a text, in digits and words: "1,482,000", "1.5 million", "half a million", "one in five", "四十"."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import regex

from critique_core.typed_values import digits, measures, number_words
from critique_core.typed_values.digits import LANGUAGES, Number, scaled

_ANY_WORD = regex.compile(r"\p{L}+")


_READERS = (digits.slashed, digits.vulgar, digits.digits)
_WORD_READERS = (
    ({"fraction"}, number_words.word_fractions),
    ({"dozen"}, number_words.dozens),
    ({"number", "fraction"}, number_words.spelt),  # a "third" may be an ordinal
)


@lru_cache(maxsize=50_000)
def numbers(text: str, code: str) -> tuple[Number, ...]:
    """All numbers of a text, in order, with magnitudes ("1.5 million") and fractions ("two thirds") applied."""
    language = code if code in LANGUAGES else "en"
    roles = {number_words.role(word, language) for word in _ANY_WORD.findall(text.casefold())}
    written = any(c in text for c in "0123456789") if text.isascii() else any(c.isnumeric() for c in text)
    found: list[Number] = []
    for reader in _READERS if written else ():
        _add(found, reader(text, code))
    for names, reader in _WORD_READERS:
        if roles & names:
            _add(found, reader(text, language))
    if written and code in ("zh", "ja"):
        _add(found, number_words.cjk(text))
    found.sort(key=lambda n: n.start)
    return tuple(_halved(text, _shares(text, found)))


def _add(found: list[Number], more: Iterator[Number]) -> None:
    found += [n for n in list(more) if not any(m.start < n.end and n.start < m.end for m in found)]


_SHARE = regex.compile(
    r"\s+(out of(?: every)?|of every|in(?: every)?|von|sur(?: les)?|de cada|su|em cada|op de)\s+", regex.IGNORECASE
)
# "three cups in ten are" and "one cup in ten is", not "three goals in ten matches"
_NAMED_SHARE = regex.compile(r"\s+\p{Ll}+s\s+(?:in(?: every)?|out of(?: every)?)\s+", regex.IGNORECASE)
_NAMED_ONE = regex.compile(r"\s+\p{Ll}+\s+(?:in(?: every)?|out of(?: every)?)\s+", regex.IGNORECASE)
_AFTER_NAMED = regex.compile(
    r"\s*(?:[.,;:)]|$|(?:is|are|was|were|be|has|have|had|do|does|did|can|could|will|would|may|might|must|never|still)\b)"
)
_WHOLES = frozenset((2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000))


def _shares(text: str, found: list[Number]) -> list[Number]:
    """Join "9 out of 10" and "one in five" into a share."""
    merged: list[Number] = []
    for number in found:
        last = merged[-1] if merged else None
        joint = _joint(text, last, number) if last else None
        whole = (
            last
            and joint
            and not last.fraction
            and not number.ordinal
            and last.value.is_integer()
            and 0 < last.value <= number.value <= 1000
        )
        if (
            last
            and joint
            and whole
            and ("out" in joint.group() or number.value in _WHOLES)
            and not measures.unit_after(text, number.end)
        ):
            merged[-1] = Number(last.start, number.end, last.value / number.value, 0.0, fraction=True)
        else:
            merged.append(number)
    return merged


def _joint(text: str, part: Number, whole: Number) -> regex.Match[str] | None:
    """What joins two numbers to a share, if they make one; "three goals in ten matches" do not."""
    naming = _NAMED_ONE if part.value == 1 else _NAMED_SHARE
    named = naming.fullmatch(text, part.end, whole.start) if _AFTER_NAMED.match(text, whole.end) else None
    return named or _SHARE.fullmatch(text, part.end, whole.start)


_AND_HALF = regex.compile(
    r"[\s-]+(?:and[\s-]+(?:(?:an?|one)[\s-](half|quarter|third)|(?P<more>three[\s-]quarters))"
    r"|(?:et\s+demie?|y\s+medi[oa]|e\s+mezz[oa]|e\s+mei[oa]))\b(?!\s+(?:million|billion)\s+\p{Sc})",
    regex.IGNORECASE,
)


def _halved(text: str, found: list[Number]) -> Iterator[Number]:
    """Add the fraction of "two and a half" and "trois et demi", and the magnitude after it."""
    for number in found:
        match = _AND_HALF.match(text, number.end) if not number.fraction and not number.ordinal else None
        if match:
            extra = (
                0.75
                if match.group("more")
                else {"quarter": 0.25, "third": 1 / 3}.get((match.group(1) or "half").casefold(), 0.5)
            )
            yield scaled(text, replace(number, end=match.end(), value=number.value + extra, step=0.0))
        elif not any(m is not number and m.start < number.start < m.end for m in found):
            yield number
