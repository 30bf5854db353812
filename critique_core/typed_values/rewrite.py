"""A source's value in the draft's own form: "60 seconds" for "30 seconds", "fourteen days" for "thirty days".

Where the draft's form cannot hold the source's value, the value is taken in the source's own words.
"""

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, cast

from text_to_num import text2num  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from critique_core.models import FindingKind
from critique_core.typed_values.rewrite_dates import redated, retimed

_DIGITS = r"\d{1,3}(?:[,\u00a0\u202f' ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_AMOUNT = re.compile(
    rf"(?P<before>[^\d]*?)(?P<number>{_DIGITS})(?P<magnitude>\s?(?:thousand|million|billion|trillion|bn|[kKM](?![\w])))?"
    r"(?P<after>[^\d]*)\Z"
)
_WORDED = re.compile(r"(?P<number>[^\W\d_]+(?:[- ](?:and )?[^\W\d_]+)*)(?P<after>.*)\Z", re.DOTALL)
_MAGNITUDES = {"": 0, "thousand": 3, "k": 3, "million": 6, "m": 6, "billion": 9, "bn": 9, "trillion": 12}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_MOST_WORDED = 100  # from here on writers use digits
_LONGEST = 80  # characters; a longer "value" is a phrase, taken as it is
_UNIT_NAME = re.compile(r"[^\W\d_]{1,20}(?:[ /][^\W\d_]{1,20})?")
_GROUPED_FROM = 10_000
_MOST_PLACES = 2
_SYMBOLS = {"$": "usd", "us$": "usd", "dollar": "usd", "dollars": "usd", "€": "eur", "euro": "eur", "euros": "eur",
            "£": "gbp", "pound": "gbp", "pounds": "gbp", "%": "percent", "per cent": "percent"}  # fmt: skip
_COUNTED = frozenset(
    "second minute hour day week month year dollar euro pound meter metre mile kilometer kilometre gram kilogram byte "
    "point star user third quarter fifth".split()
)
_VALUES: frozenset[FindingKind] = frozenset({"number", "quantity", "percentage", "currency"})


def reworded(stated: str, source: str, kind: FindingKind) -> str:
    """``source``, a source's value, as the draft that says ``stated`` would write it.

    Number words stay words below 100, digits stay digits with the draft's grouping, currency and unit signs; a value
    in another unit is taken with its unit. Dates and times keep the draft's order and month style. Names keep capital
    letters where the draft writes all in capitals. A full stop that closes ``stated`` stays. ``stated`` comes back
    unchanged when one of the two is an amount in words that cannot be read ("a quarter of a million").
    """
    core, stop = _without_stop(stated, source)
    source = _without_stop(source, "")[0].strip()
    if max(len(core), len(source)) > _LONGEST:
        return source + stop
    if kind in _VALUES:
        return (_amount(core, source) or core) + stop
    return (_CHANGES.get(kind, _same_case)(core, source) or _same_case(core, source)) + stop


def _without_stop(stated: str, source: str) -> tuple[str, str]:
    """The value and the full stop after it, unless that belongs to the value, as in "p.m."."""
    dotted = re.search(r"\.\w\.\Z", stated) or (stated.endswith(".") and source.endswith("."))
    return (stated[:-1], ".") if stated.endswith(".") and not dotted else (stated, "")


# --- amounts -------------------------------------------------------------------------------------------------------


def _amount(stated: str, source: str) -> str | None:
    if "-" in source.strip("-") and not re.search(r"[^\W\d_]-", source):
        return _ranged(stated, source)
    own, other = _parts(stated), _parts(source)
    if own is None or other is None:
        one = _is_one(stated) or _is_one(source)
        return _same_case(stated, source) if one or _of_one_unit(stated, source) else None
    (before, number, magnitude, after), (other_before, other_number, other_magnitude, other_after) = own, other
    bare = not (other_before.strip() or other_after.strip())
    if not bare and not _same_unit(before + after, other_before + other_after):
        return source
    try:
        value = _value(other_number) * 10 ** _MAGNITUDES[other_magnitude.strip().lower()]
    except (InvalidOperation, KeyError):
        return source
    written = _number_like(number, magnitude, value, other_number + other_magnitude)
    return None if written is None else f"{before}{written}{_agreeing(after, _value(number), value)}"


def _is_one(text: str) -> bool:
    """Whether a text is one of a unit by its article: "a year", "half an hour"."""
    article, _, unit = text.casefold().removeprefix("half ").partition(" ")
    return article in ("a", "an") and unit in _COUNTED


def _of_one_unit(stated: str, source: str) -> bool:
    """Whether two amounts, one of them in words that cannot be read, end in the same word: "fünf Jahre", "10 Jahre"."""
    own, other = stated.casefold().split(), source.casefold().split()
    return len(own) > 1 and len(other) > 1 and own[-1] == other[-1] and own[-1].isalpha()


def _ranged(stated: str, source: str) -> str | None:
    """A range for a range, each end in the draft's form; a range for one value is taken as it is."""
    split = re.compile(r"(\s*(?:-|–|—|\bto\b|\band\b)\s*)")
    own, other = split.split(stated), split.split(source)
    if len(own) != 3 or len(other) != 3:
        return source
    first, second = _amount(own[0], other[0]), _amount(own[2], other[2])
    return f"{first}{own[1]}{second}" if first and second else source


def _parts(text: str) -> tuple[str, str, str, str] | None:
    """What precedes the number, the number, its magnitude word, what follows."""
    match = _AMOUNT.match(text)
    if match:
        return match["before"], match["number"], match["magnitude"] or "", match["after"]
    worded = _WORDED.match(text)
    words = worded["number"].split() if worded else []
    for count in range(len(words), 0, -1):
        number = " ".join(words[:count])
        if _from_words(number) is not None:
            return "", number, "", text[len(number) :]
    return None


def _value(number: str) -> Decimal:
    worded = _from_words(number)
    return Decimal(re.sub(r"[^\d.]", "", number)) if worded is None else Decimal(worded)


@cache
def _from_words(number: str) -> int | None:
    if not number or number[0].isdigit():
        return None
    try:
        return int(cast("Callable[..., Any]", text2num)(number.lower(), "en"))
    except ValueError:
        return None


def _number_like(number: str, magnitude: str, value: Decimal, source: str) -> str | None:
    if number[0].isdigit():
        scaled = value / 10 ** _MAGNITUDES[magnitude.strip().lower()]
        places = -int(scaled.normalize().as_tuple().exponent)
        if magnitude and (places > _MOST_PLACES or scaled < 1):
            return source
        return _grouped(number, scaled, source) + magnitude
    if value != int(value) or value >= _MOST_WORDED:
        return _grouped("", value, source)
    words = _in_words(int(value))
    return words.capitalize() if number[0].isupper() else words


def _grouped(number: str, value: Decimal, source: str) -> str:
    """Digits, grouped as in the draft, or as in the source where the draft's number is too short to show it."""
    digits = re.search(_DIGITS, source)
    written = re.sub(r"[^\d.]", "", digits[0]) if digits else f"{value:f}"
    if Decimal(written) != value:
        written = f"{value.normalize():f}"
    sign = next((mark for mark in number if not mark.isdigit() and mark != "."), "")
    plain = len(number.split(".", maxsplit=1)[0]) > 3 and not sign  # "1500": this draft does not group
    other = "," if digits and "," in digits[0] else ""
    whole, point, rest = written.partition(".")
    mark = "" if plain else sign or other or ("," if int(whole) >= _GROUPED_FROM else "")
    return (f"{int(whole):,}".replace(",", mark) if mark else whole) + point + rest


def _in_words(value: int) -> str:
    if value < len(_ONES):
        return _ONES[value]
    ten, one = divmod(value, 10)
    return _TENS[ten - 2] + (f"-{_ONES[one]}" if one else "")


def _agreeing(after: str, old: Decimal, value: Decimal) -> str:
    """The unit's word in the number that the value asks for: "1 day", "2 days", but "an 8 hour trip"."""
    word = re.match(r"(\s*-?)([^\W\d_]{3,})(?=\W|\Z)", after)
    if word is None or word[1].endswith("-"):
        return after
    if value == 1 and word[2].endswith("s") and not word[2].endswith("ss"):
        return word[1] + word[2][:-1] + after[word.end() :]
    if value != 1 and old == 1 and word[2].lower() in _COUNTED:
        return word[1] + word[2] + "s" + after[word.end() :]
    return after


def _same_unit(own: str, other: str) -> bool:
    first, second = _unit(own), _unit(other)
    return first == second or bool(first and second and _pint_unit(first) == _pint_unit(second) is not None)


def _unit(words: str) -> str:
    words = " ".join(words.strip(" .,()").replace("-", " ").split())
    if words.casefold() in _SYMBOLS:
        return _SYMBOLS[words.casefold()]
    return words if len(words) <= 3 else words.casefold().removesuffix("s")


@cache
def _pint_unit(words: str) -> str | None:
    import pint  # noqa: PLC0415 - takes half a second to load, and few values need it

    if not _UNIT_NAME.fullmatch(words):  # pint also reads sums and powers, which a text from outside may abuse
        return None
    try:
        return str(_registry().Unit(words))
    except (pint.errors.PintError, AttributeError, ValueError, TypeError, AssertionError):
        return None


@cache
def _registry() -> Any:
    import pint  # noqa: PLC0415

    return pint.UnitRegistry(cache_folder=None)  # pyright: ignore[reportUnknownVariableType]


# --- all else ------------------------------------------------------------------------------------------------------


def _same_case(stated: str, source: str) -> str:
    if stated.isupper() and len(stated) > 1:
        return source.upper()
    if stated[:1].isupper() and source[:1].islower():
        return source[:1].upper() + source[1:]
    return source


def _version(stated: str, source: str) -> str | None:
    """The bare version takes the place of the draft's; words around it stay."""
    place, other = (re.search(r"\d+(?:\.\w+)*(?:-[\w.]+)?", text) for text in (stated, source))
    return stated[: place.start()] + other[0] + stated[place.end() :] if place and other else None


def _range(stated: str, source: str) -> str | None:
    timed = retimed(stated, source)
    return timed if timed is not None else _ranged(stated, source)


_CHANGES: dict[FindingKind, Callable[[str, str], str | None]] = {
    "date": redated,
    "time": retimed,
    "range": _range,
    "version": _version,
}
