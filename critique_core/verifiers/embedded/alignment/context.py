"""What a value leaves to the text around it: the unit of a setting, the currency of a budget, the year of a date."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values.compounds import counts_nothing
from critique_core.typed_values.dates import days_of
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.typed_values.periods import UNIT as PERIOD

_BARE = 3
_AMOUNTS, _OFTEN_WITHIN = ("number", "quantity", "currency"), 3
_LEAST_SUM = 1000
_PRICE = regex.compile(r"\d{1,5}[.,]\d\d")
_SAME_YEAR = regex.compile(r"\s*,?\s?(?:of|in|later)?\s?(?:that|the same)(?:\svery)?\syear\b", regex.IGNORECASE)
_DECLARED = regex.compile(r"\b(?:in|unit:?|units:?)\s+(\p{L}+(?:/\p{L}+)?)\b|\((\p{L}{1,12})\)")
_TO = regex.compile(r"\s+to\s+(?:about\s|around\s|just\s|nearly\s|almost\s|over\s)?")
_SETTING = regex.compile(
    r"(?:\b(?:min|max|minimum|maximum|default|from|to|and|between|is)|[:=])[\s`]*$", regex.IGNORECASE
)


def in_full(stated: Mention, sentence: Sentence, around: Sequence[Sentence], wanted: Mention | None = None) -> Mention:
    """A value of a sentence with what it leaves to ``around``, the sentences before it (nearest first) and after it.

    A setting takes its unit only from a text that declares the one of the ``wanted`` value.
    """
    if stated.kind == "date":
        return _in_its_year(stated, sentence, around)
    if wanted is not None and wanted.kind == "currency" and stated.kind in ("number", "version"):
        priced = _as_price(stated, sentence, wanted)
        if priced is not None:
            return priced
    if stated.kind != "number":
        return stated
    former = _changed_from(stated, sentence)
    if former is not None and (wanted is None or wanted.kind == former.kind):
        return replace(former, start=stated.start, end=stated.end, text=stated.text, step=stated.step * former.size,
                       low=stated.low * former.size, high=stated.high * former.size)  # fmt: skip
    if wanted is not None and wanted.kind == "quantity":
        return _setting(wanted, stated, sentence, around)
    return _sum_of_money(stated, sentence, around) if wanted is None or wanted.kind == "currency" else stated


def by_occurrence(stated: Mention, sentence: Sentence) -> Mention:
    """An amount of which it is said how often, as a rate: "2 capsules three times a day" is six a day."""
    often = next((m for m in sentence.mentions if m.unit == PERIOD and m.start >= stated.end), None)
    if often is None or stated.kind not in _AMOUNTS or stated.per or stated.bound or stated.ordinal:
        return stated
    between = sentence.text[stated.end : often.start].split()
    near = len(between) <= _OFTEN_WITHIN and not any(mark in word for word in between for mark in ",;:.")
    return replace(stated, per="[time]", per_size=often.low) if near else stated


def _as_price(stated: Mention, sentence: Sentence, wanted: Mention) -> Mention | None:
    """A bare number with two decimals at the end of a line, in the currency of the wanted value: "Leek soup 7.00"."""
    if not _PRICE.fullmatch(stated.text) or sentence.text[stated.end :].strip(" .|)"):
        return None
    found = next(iter(mentions(f"{stated.text} {wanted.unit}")), None)
    return replace(found, start=stated.start, end=stated.end, text=stated.text) if found else None


def _changed_from(stated: Mention, sentence: Sentence) -> Mention | None:
    """The value with a unit that a bare number follows by "to": "raised from 60 euros to 80"."""
    before = next((m for m in reversed(sentence.mentions) if m.end <= stated.start), None)
    if before is None or before.kind not in ("currency", "quantity") or before.is_range or before.bound:
        return None
    follows = _TO.fullmatch(sentence.text, before.end, stated.start)
    return before if follows and before.size and counts_nothing(sentence.text, stated) else None


def _in_its_year(stated: Mention, sentence: Sentence, before: Sequence[Sentence]) -> Mention:
    """June "of that year" with the year of the nearest full date before it."""
    if stated.low or len(stated.alternatives) != 1 or not _SAME_YEAR.match(sentence.text, stated.end):
        return stated
    year = next(_years(stated, sentence, before), 0)
    _, month, day = stated.alternatives[0]
    span = days_of(year, month, month, day) if year else None
    if span is None:
        return stated
    return replace(stated, low=span[0], high=span[1], alternatives=((year, month, day),))


def _years(stated: Mention, sentence: Sentence, before: Sequence[Sentence]) -> Iterator[int]:
    own = [m for m in sentence.mentions if m.end <= stated.start]
    for mention in (*reversed(own), *(m for s in before for m in reversed(s.mentions))):
        if mention.kind == "date" and mention.low and len(mention.alternatives) == 1:
            yield mention.alternatives[0][0]


def _sum_of_money(stated: Mention, sentence: Sentence, before: Sequence[Sentence]) -> Mention:
    """A large number that counts nothing, in the currency of the sentence before it: "The city paid 900,000"."""
    if stated.ordinal or stated.low < _LEAST_SUM or not counts_nothing(sentence.text, stated):
        return stated
    money = next((m for s in (sentence, *before[:1]) for m in s.mentions if m.kind == "currency" and not m.per), None)
    return stated if money is None else replace(stated, kind="currency", unit=money.unit)


def _setting(wanted: Mention, stated: Mention, sentence: Sentence, around: Sequence[Sentence]) -> Mention:
    """A bare setting ("default 30") in the unit that its text declares ("time in seconds"), where the claim has one."""
    if not _SETTING.search(sentence.text[: stated.start]):
        return stated
    beside = [s.text for s in around] if len(sentence.words) <= _BARE else []
    for text in (sentence.text, *beside):
        for match in reversed([*_DECLARED.finditer(text)]):
            unit = next(iter(mentions(f"1 {match.group(1) or match.group(2)}")), None)
            if unit is not None and unit.kind == "quantity" and unit.unit == wanted.unit:
                size = unit.low
                return replace(stated, kind="quantity", unit=unit.unit, size=unit.size, per=unit.per,
                               low=stated.low * size, high=stated.high * size, step=stated.step * size)  # fmt: skip
    return stated
