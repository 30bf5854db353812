"""False edits of values: numbers, units, dates, times, money, versions, identifiers."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from training.contrast_text import CONTRADICTED, MONTHS, UNSUPPORTED, WEEKDAYS, Edit, Sentence

_NUMBER = re.compile(
    r"(?<![\w.,/:#+'’\\-])(?<![$€£¥−–-] )(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w:/+-]|[.,–−]\d| [–−/-] \d)"
)
_WORD_BEFORE = re.compile(r"([\w'’.-]+) $")
_WORD_AFTER = re.compile(r" ?([^\W\d]+|%|°)")
_FLOOR = re.compile(
    r"\b(?:more than|over|at least|above|exceed(?:s|ed|ing)?|no fewer than|no less than|minimum of) [$€£¥]? ?$", re.I
)
_CEILING = re.compile(
    r"\b(?:less than|fewer than|under|up to|at most|below|no more than|maximum of|within) [$€£¥]? ?$", re.I
)
_LOOSE = re.compile(
    r"\b(?:about|around|approximately|roughly|nearly|almost|some|circa|ca\.|c\.|estimated|or|"
    r"between|every) [$€£¥]? ?$|~ ?$",
    re.I,
)
_NUMBER_WORDS: tuple[str, ...] = tuple(
    (
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen "
        "nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    ).split()
)
_COUNTING = re.compile(
    rf"(?<![\w-])(?<!hundred )(?<!thousand )(?<!and )({'|'.join(_NUMBER_WORDS)})(?= [a-z])"
    r"(?! (?:hundred|thousand|million|billion|and a half|or|to|of a kind|point)\b)"
)
_CENTURIES = "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
_ORDINALS: tuple[str, ...] = tuple(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_ORDINAL = re.compile(
    rf"\b(?P<before>the|his|her|its|their|a|an|for the) (?P<word>{'|'.join(_ORDINALS)})(?! "
    rf"(?:half|person|hand|class|lady|place)\b)(?= [a-z])"
)
_ORDINAL_DIGITS = re.compile(r"(?<![\w-])(\d{1,3})(st|nd|rd|th)\b(?! [A-Z])")
# singular, plural or symbol, and what a careless writer would write instead
_UNITS = """
kilometre mile|kilometer mile|metre foot|meter foot|centimetre inch|centimeter inch|mile kilometre|foot metre
inch centimetre|kilogram pound|gram ounce|pound kilogram|ounce gram|tonne kilogram|litre gallon|liter gallon
gallon litre|acre hectare|hectare acre|second minute|minute hour|hour day|day week|week month|month year|year month
decade year|century decade|megabyte gigabyte|gigabyte megabyte|kilobyte megabyte|terabyte gigabyte|millisecond second
microsecond millisecond|watt kilowatt|kilowatt megawatt|megawatt gigawatt|volt kilovolt|byte kilobyte|milligram gram
millilitre litre|milliliter liter|point goal|calorie kilojoule
"""
_IRREGULAR_PLURALS = {"foot": "feet", "inch": "inches", "century": "centuries"}
_SYMBOLS = {
    "km": "miles",
    "kg": "lb",
    "cm": "in",
    "mm": "cm",
    "lb": "kg",
    "lbs": "kg",
    "mi": "km",
    "ft": "m",
    "MB": "GB",
    "GB": "MB",
    "KB": "MB",
    "TB": "GB",
    "ms": "s",
    "mg": "g",
    "ml": "l",
    "kW": "MW",
    "MW": "GW",
    "kHz": "MHz",
    "MHz": "GHz",
    "GHz": "MHz",
    "mph": "km/h",
    "°C": "°F",
    "°F": "°C",
    "ha": "acres",
    "oz": "g",
    "Mbit/s": "Gbit/s",
    "μg": "mg",
    "min": "h",
}


def _plural(noun: str) -> str:
    return _IRREGULAR_PLURALS.get(noun, noun + "s")


_PAIRS = [(entry.split()[0], entry.split()[1]) for entry in _UNITS.strip().replace("\n", "|").split("|")]
_UNIT_SWAPS = dict(_PAIRS) | {_plural(one): _plural(other) for one, other in _PAIRS} | _SYMBOLS
_QUANTITY = re.compile(
    rf"(?<![\w.,])(?:\d[\d,.]*|{'|'.join(_NUMBER_WORDS)}|one|an?)( |-|)"
    rf"({'|'.join(sorted(map(re.escape, _UNIT_SWAPS), key=len, reverse=True))})(?![\w/²³-]|[.:]\w| of age)"
)
_YEAR = re.compile(r"(?<![\w.,/$€£-])(?<![$€£¥] )((?:1[0-9]|20)\d\d)(s?)(?![\w%:/]|[.,]\d)")
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b")
_DAY = re.compile(
    rf"(?<![\d:.,-])([0-3]?\d)(?= (?:{'|'.join(MONTHS)})\b)|(?<=\b)(?:(?:{'|'.join(MONTHS)}) )"
    rf"([0-3]?\d)(?![\d:.–-]| ?[–-])"
)
_WEEKDAY = re.compile(rf"\b(?:on|every|until|by|last|next|each|from|to) ({'|'.join(WEEKDAYS)})(?![\w'’-]| [A-Z])", re.I)
_CENTURY = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)(?=[ -]century)|\b("
    + "|".join(
        "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
        "nineteenth twentieth".split()
    )
    + r")(?=[ -]century)"
)
_ISO_DATE = re.compile(r"(?<![\w-])(\d{4})-([01]\d)-([0-3]\d)(?![\w-])")
_CLOCK = re.compile(r"(?<![\w.,:/-])([01]?\d|2[0-3]):([0-5]\d)(?![\w:]|[.]\d)")
_HALF_DAY = re.compile(r"(?<=\d)( ?)([ap])(\.?m\b\.?)", re.I)
_CURRENCY = re.compile(r"([$€£¥])(?= ?\d)")
_CURRENCY_WORD = re.compile(r"\b(dollars|euros|pounds sterling|yen|rupees|francs|pesos|roubles|rubles|kronor|yuan)\b")
_CURRENCY_CODE = re.compile(r"\b(USD|EUR|GBP|JPY|CHF|CAD|AUD)(?= ?\d)|(?<=\d )(USD|EUR|GBP|JPY|CHF|CAD|AUD)\b")
_MAGNITUDE = re.compile(r"(?<=[\d\w])( ?|-)(thousand|million|billion|trillion)s?\b")
_VERSION = re.compile(
    r"(?<![\w.])(?:v|[Vv]ersion )?(\d+)\.(\d+)\.(\d+)(?![\w.]*\d)|(?<=[Vv]ersion )(\d+)\.(\d+)(?![\w.]*\d)"
)
_IDENTIFIER = re.compile(
    r"(?<![\w-])(?!COVID|SARS|G-|F-|B-)(?:[A-Z]{2,}-\d{2,}|[A-Z]{2,}-\d{4}-\d{3,}|"
    r"[A-Z]{1,4}\d{4,}|RFC \d{3,}|#\d{2,}|0x[0-9A-Fa-f]{3,})(?![\w-])"
)
_PERCENT = re.compile(r"(\d(?:[\d.,]*\d)?)( ?%| per ?cent)(?! points?)(?= of (?:the|its|his|their|all|those))")
_PERCENT_CHANGE = re.compile(r"\bby (?:about |around |over |nearly )?\d[\d.,]*( ?%| per ?cent)(?! point|-)")


def _written(value: int, like: str) -> str:
    return f"{value:,}" if "," in like else str(value)


def _other_number(rng: Random, text: str) -> str:
    """Another number in the same style: a near one, digits swapped, ten times, one more or less."""
    value = int(text.replace(",", ""))
    swapped = list(text)
    places = [i for i in range(len(text) - 1) if text[i].isdigit() and text[i + 1].isdigit() and text[i] != text[i + 1]]
    options = [_written(value + 1, text), _written(value + rng.randint(2, max(3, value // 3)), text)]
    if value:
        options.append(_written(value * 10, text))
    if value > 1:
        options += [_written(value - 1, text), _written(max(1, value - rng.randint(1, max(1, value // 3))), text)]
    if places:
        place = rng.choice(places)
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        if swapped[0] != "0":
            options.append("".join(swapped))
    return rng.choice(options)


def numbers(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another number for a quantity; a bound only moves so that it claims more than the source."""
    for match in _NUMBER.finditer(sentence.text):
        if not _counts(sentence, match):
            continue
        whole, fraction, before = match[1], match[2] or "", sentence.text[max(0, match.start() - 30) : match.start()]
        value = int(whole.replace(",", ""))
        if _FLOOR.search(before):
            new, label = _written(value * rng.choice((2, 3, 10)) or 7, whole) + fraction, UNSUPPORTED
        elif _CEILING.search(before):
            if value < 4:
                continue
            new, label = _written(value // rng.choice((2, 3, 4)), whole) + fraction, UNSUPPORTED
        elif _LOOSE.search(before):
            new, label = _written(value * rng.choice((2, 3, 10)) or 7, whole) + fraction, CONTRADICTED
        elif fraction and rng.random() < 0.5:
            digits = fraction[1:]
            new, label = (
                f"{whole}.{(int(digits) + rng.randint(1, 8)) % 10 ** len(digits):0{len(digits)}d}",
                CONTRADICTED,
            )
        else:
            new, label = _other_number(rng, whole) + fraction, CONTRADICTED
        yield sentence.replaced("number", label, *match.span(), new)


def _counts(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the number is a quantity, not part of a name, a date or a list of digits."""
    text, start = sentence.text, match.start()
    after = _WORD_AFTER.match(text, match.end())
    before = _WORD_BEFORE.search(text, max(0, start - 30), start)
    if before and (
        (before[1][0].isupper() and start - len(before[0]) > 1) or before[1] in ("No.", "no.", "number", "chapter")
    ):
        return False
    if (after and after[1] in MONTHS) or (
        re.fullmatch(r"(?:1[0-9]|20)\d\d", match[0]) and not (after and after[1] in _UNIT_SWAPS)
    ):
        return False
    return not match[0].startswith("0") or bool(match[2])


def number_words(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another number word."""
    for match in _COUNTING.finditer(sentence.text):
        before = sentence.text[max(0, match.start() - 30) : match.start()]
        here = _NUMBER_WORDS.index(match[1])
        if _FLOOR.search(before):
            choices, label = _NUMBER_WORDS[here + 2 :], UNSUPPORTED
        elif _CEILING.search(before):
            choices, label = _NUMBER_WORDS[: max(0, here - 1)], UNSUPPORTED
        elif _LOOSE.search(before):
            choices, label = _NUMBER_WORDS[2 * here + 6 :], CONTRADICTED
        else:
            choices, label = (
                [word for word in _NUMBER_WORDS[max(0, here - 3) : here + 4] if word != match[1]],
                CONTRADICTED,
            )
        if choices and not before.endswith(("the ", "these ", "those ")):
            yield sentence.replaced("number_word", label, *match.span(1), rng.choice(choices))


def units(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """The same value with another unit."""
    for match in _QUANTITY.finditer(sentence.text):
        unit = match[2]
        if (not match[1] and unit not in _SYMBOLS) or (
            match[1] == " " and sentence.text[match.start()] == "a" and unit in ("second", "point", "minute")
        ):
            continue
        yield sentence.replaced("unit", CONTRADICTED, *match.span(2), _UNIT_SWAPS[unit])


def percents(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """A percentage read as a plain count or as percentage points."""
    for match in _PERCENT.finditer(sentence.text):
        yield sentence.replaced("percent", UNSUPPORTED, match.start(), match.end(), match[1])
    for match in _PERCENT_CHANGE.finditer(sentence.text):
        yield sentence.replaced("percent", UNSUPPORTED, *match.span(1), " percentage points")


def dates(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another year, decade, month or day."""
    text = sentence.text
    for match in _YEAR.finditer(text):
        after = _WORD_AFTER.match(text, match.end())
        if after and after[1] in _UNIT_SWAPS and not match[2]:
            continue
        year = int(match[1])
        step = 10 * rng.choice((-2, -1, 1, 2)) if match[2] else rng.choice((-11, -10, -5, -3, -2, -1, 1, 2, 3, 5, 10))
        if str(year + step) not in text:
            yield sentence.replaced("year", CONTRADICTED, *match.span(1), str(year + step))
    for match in _MONTH.finditer(text):
        nearby = text[max(0, match.start() - 4) : match.end() + 4]
        if any(letter.isdigit() for letter in nearby) or re.search(
            r"\b(?:in|since|until|by|late|early|mid|of) $", text[: match.start()]
        ):
            yield sentence.replaced("month", CONTRADICTED, *match.span(1), _another(rng, MONTHS, match[1], text))
    for match in _DAY.finditer(text):
        group = 1 if match[1] else 2
        day = int(match[group])
        if 1 <= day <= 31:
            yield sentence.replaced(
                "day", CONTRADICTED, *match.span(group), rng.choice([str(d) for d in range(1, 29) if d != day])
            )


def calendar_names(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another weekday, century, or month of a date in figures."""
    text = sentence.text
    for match in _WEEKDAY.finditer(text):
        yield sentence.replaced("weekday", CONTRADICTED, *match.span(1), _another(rng, WEEKDAYS, match[1], text))
    for match in _CENTURY.finditer(text):
        if match[1]:
            new = ordinal(max(1, int(match[1]) + rng.choice((-2, -1, 1))))
            if new != match[0]:
                yield sentence.replaced("century", CONTRADICTED, *match.span(), new)
        else:
            yield sentence.replaced("century", CONTRADICTED, *match.span(), _another(rng, _CENTURIES, match[2], ""))
    for match in _ISO_DATE.finditer(text):
        month = rng.choice([m for m in range(1, 13) if m != int(match[2])])
        yield sentence.replaced("month", CONTRADICTED, *match.span(2), f"{month:02d}")


def _another(rng: Random, options: Sequence[str], old: str, text: str) -> str:
    """One of the options that is not the old one and, if possible, not in the text."""
    return rng.choice([o for o in options if o != old and o not in text] or [o for o in options if o != old])


def ordinal(number: int) -> str:
    """1 -> "1st", 12 -> "12th"."""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def ordinals(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another rank."""
    for match in _ORDINAL.finditer(sentence.text):
        if match["word"] == "second" and match["before"] in ("a", "an"):
            continue
        here = _ORDINALS.index(match["word"])
        options = [word for word in _ORDINALS[max(0, here - 2) : here + 4] if word != match["word"]]
        yield sentence.replaced("ordinal", CONTRADICTED, *match.span("word"), rng.choice(options))
    for match in _ORDINAL_DIGITS.finditer(sentence.text):
        number = int(match[1])
        if not sentence.text.startswith(("-century", " century"), match.end()):
            new = ordinal(
                rng.choice([n for n in (number - 2, number - 1, number + 1, number + 2, number + 10) if n > 0])
            )
            yield sentence.replaced("ordinal", CONTRADICTED, *match.span(), new)


def times(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another hour, or the other half of the day."""
    for match in _CLOCK.finditer(sentence.text):
        hour = int(match[1])
        half = _HALF_DAY.match(sentence.text, match.end())
        hours = range(1, 13) if half else range(24)
        new = rng.choice([h for h in hours if h != hour and abs(h - hour) < 6])
        yield sentence.replaced(
            "time", CONTRADICTED, *match.span(1), f"{new:02d}" if len(match[1]) == 2 and not half else str(new)
        )
    for match in _HALF_DAY.finditer(sentence.text):
        other = {"a": "p", "p": "a", "A": "P", "P": "A"}[match[2]]
        yield sentence.replaced("time", CONTRADICTED, *match.span(2), other)


def money(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another currency; thousands for millions."""
    text = sentence.text
    for pattern, options in (
        (_CURRENCY, ["$", "€", "£", "¥"]),
        (_CURRENCY_WORD, ["dollars", "euros", "yen", "rupees", "francs", "pesos"]),
        (_CURRENCY_CODE, ["USD", "EUR", "GBP", "CHF", "JPY"]),
    ):
        for match in pattern.finditer(text):
            group = next(g for g in range(1, len(match.groups()) + 1) if match[g])
            yield sentence.replaced(
                "currency", CONTRADICTED, *match.span(group), _another(rng, options, match[group], "")
            )
    for match in _MAGNITUDE.finditer(text):
        options = {
            "thousand": ["million"],
            "million": ["billion", "thousand"],
            "billion": ["million", "trillion"],
            "trillion": ["billion"],
        }
        if match.start(1) and not text[: match.start(1)].endswith(("sands", "lions")):
            yield sentence.replaced("magnitude", CONTRADICTED, *match.span(2), rng.choice(options[match[2]]))


def versions(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another version number."""
    for match in _VERSION.finditer(sentence.text):
        groups = [group for group in range(1, 6) if match[group]]
        group = rng.choice(groups)
        yield sentence.replaced(
            "version", CONTRADICTED, *match.span(group), str(int(match[group]) + rng.choice((1, 2, 3)))
        )


def identifiers(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Another digit inside an identifier such as CVE-2021-4428 or RFC 2616."""
    for match in _IDENTIFIER.finditer(sentence.text):
        place = rng.choice([match.start() + i for i, letter in enumerate(match[0]) if letter.isdigit()][1:])
        digit = rng.choice([d for d in "0123456789" if d != sentence.text[place]])
        edit = sentence.replaced("identifier", CONTRADICTED, place, place + 1, digit)
        yield Edit(edit.kind, edit.text, match.start(), match.end(), edit.label)


def swapped_numbers(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """Swap two quantities of one sentence: "10 deaths and 25 recoveries"."""
    found = [m for m in _NUMBER.finditer(sentence.text) if _counts(sentence, m) and not m[2]]
    for one, other in pairwise(found):
        between = sentence.text[one.end() : other.start()]
        if (
            one[0] == other[0]
            or not re.search(r"[a-z]{3}", between)
            or re.search(r"\bout of\b|\d", between)
            or len(between) > 60
        ):
            continue
        what, whose = _WORD_AFTER.match(sentence.text, one.end()), _WORD_AFTER.match(sentence.text, other.end())
        if what and whose and what[1] != whose[1]:
            text = sentence.text[: one.start()] + other[0] + between + one[0] + sentence.text[other.end() :]
            yield Edit(
                "numbers_swapped", text, one.start(), one.start() + len(other[0] + between + one[0]), CONTRADICTED
            )
    for match in re.finditer(r"\b(?:from|between) (\d{4}) (?:to|and|until) (\d{4})\b", sentence.text):
        if match[1] != match[2] and rng.random() < 0.5:
            new = match[0].replace(match[1], "\0").replace(match[2], match[1]).replace("\0", match[2])
            yield sentence.replaced("numbers_swapped", CONTRADICTED, *match.span(), new)


MAKERS = (
    numbers,
    number_words,
    units,
    percents,
    dates,
    calendar_names,
    ordinals,
    times,
    money,
    versions,
    identifiers,
    swapped_numbers,
)
