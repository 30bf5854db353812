"""Keeping edits of values: the same amount, date, time or sum in another form, or less exactly."""

import re
from collections.abc import Iterator
from random import Random

from training.contrast_text import MONTHS, SUPPORTED, Edit, Sentence
from training.contrast_wordlists import NOUN_AFTER

_SMALL: tuple[str, ...] = tuple(
    (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen "
        "eighteen nineteen twenty"
    ).split()
)
_TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}
_VALUES = {word: value for value, word in enumerate(_SMALL)} | {word: value for value, word in _TENS.items()}
_MONTH = "|".join(MONTHS)
_PLAIN_NUMBER = r"(?<![\w.,/:#+$€£¥'’\\-])(?<![$€£¥−–-] )"
_DIGITS = re.compile(
    _PLAIN_NUMBER + r"(\d{1,2})(?= [a-z]{3,})(?! (?:am|pm|percent|per|million|billion|and|or|to|out|points?|"
    r"degrees)\b)(?<![A-Z]\w \d)(?<![A-Z]\w \d\d)"
)
_WORDS = re.compile(
    rf"(?<![\w-])({'|'.join(word for word in _VALUES if word not in ('zero', 'one'))})(?= "
    rf"[a-z]{{3,}})(?! (?:hundred|thousand|million|billion|and)\b)"
)
_THOUSANDS = re.compile(
    _PLAIN_NUMBER + r"(\d{1,3}(?:,\d{3})+|\d{3,})(?![\w%:/+-]|[.,–]\d| ?(?:%|per ?cent|million|billion|"
    r"thousand|BC|AD)| [–-] \d)(?= (?:[a-z]+ ){0,2}(?:[a-z]{2,}s|people|men|women|children)\b)"
)
_MILLIONS = re.compile(r"(?<![\w.,])(\d+)(?:\.(\d{1,2}))? (million|billion)\b(?! ?[-–])")
_LARGE = re.compile(_PLAIN_NUMBER + r"(\d{1,3})(,000,000|,000,000,000)(?![\d,.])")
_CEILING = re.compile(
    r"\b(?:than|over|under|least|most|up to|nearly|almost|about|around|approximately|roughly|"
    r"some|between|exactly|the|only|just|or|to|from|and|by|all) [$€£]? ?$",
    re.I,
)
_DAY_MONTH = re.compile(rf"(?<![\w.,-])([0-3]?\d) ({_MONTH})(?: ?,)? (\d{{4}})(?![\w-])")
_MONTH_DAY = re.compile(rf"\b({_MONTH}) ([0-3]?\d) ?, (\d{{4}})(?![\w-])")
_MONTH_DAY_ALONE = re.compile(rf"\b({_MONTH}) ([0-3]?\d)(?![\w:]| ?,? \d| ?[-–/])")
_DAY_MONTH_ALONE = re.compile(rf"(?<![\w.,–-])(?<!– )(?<!and )(?<!to )([0-3]?\d) ({_MONTH})(?! ?,? \d|\w)")
_ISO = re.compile(r"(?<![\w-])(\d{4})-([01]\d)-([0-3]\d)(?![\w-])")
_HALF_DAY = re.compile(r"(?<![\w.:])(1[0-2]|[1-9])(?::([0-5]\d))? ?([apAP])\.?[mM]\b\.?(?! [A-Z]|[-–])")
_CLOCK = re.compile(r"(?<=at )([01]?\d|2[0-3]):([0-5]\d)(?![\w:]| ?[ap]\.?m|\.\d)", re.I)
_PERCENT = re.compile(r"(?<![\w.,–-])(\d[\d.]*)( ?)(%|per ?cent)(?! ?points?|[-\w])")
_SHARES = {
    "50": "half", "25": "a quarter", "75": "three quarters", "20": "one in five", "10": "one in ten", "100": "all",
    "33.3": "about a third", "66.7": "about two thirds", "40": "two in five", "60": "three in five",
}  # fmt: skip
_SHARE = re.compile(
    r"(?<![\w.,–-])(?<!than )(?<!least )(\d[\d.]*) ?(?:%|per ?cent)(?= of (?:the|its|his|her|their|all|those))"
)
_DOLLARS = re.compile(
    r"(?<![\w$])\$ ?(\d[\d,]*(?:\.\d+)?)( (?:thousand|million|billion))?(?![\w.,]*\d|[-–\w])"
    r"(?! (?:million|billion|a|US|USD|per))"
)
_SUM_WORDS = re.compile(r"(?<![\w.,$])(\d[\d,]*(?:\.\d+)?)( (?:thousand|million|billion))? dollars\b")
_CODE = re.compile(r"\b(USD|EUR|GBP) ?(\d[\d,]*(?:\.\d+)?)(?![\w.,]*\d)")
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
_TIMES = re.compile(r"\b(twice|thrice|two times|three times)\b(?! (?:as|the|more|world|champion))")
# unit as written: (factor, the smaller unit, the largest value that is told so)
_CONVERSIONS: dict[str, tuple[int, str, int]] = {
    "km": (1000, "m", 48), "kilometres": (1000, "metres", 48), "kilometers": (1000, "meters", 48),
    "kg": (1000, "g", 48), "kilograms": (1000, "grams", 48), "metres": (100, "centimetres", 48),
    "meters": (100, "centimeters", 48), "tonnes": (1000, "kilograms", 48), "hours": (60, "minutes", 48),
    "minutes": (60, "seconds", 48), "days": (24, "hours", 5), "weeks": (7, "days", 48), "years": (12, "months", 3),
    "decades": (10, "years", 48), "centuries": (100, "years", 48), "GB": (1000, "MB", 48), "MB": (1000, "kB", 48),
    "TB": (1000, "GB", 48), "gigabytes": (1000, "megabytes", 48), "litres": (1000, "millilitres", 48),
    "liters": (1000, "milliliters", 48), "seconds": (1000, "milliseconds", 48), "kW": (1000, "W", 48),
    "MW": (1000, "kW", 48), "GHz": (1000, "MHz", 48), "cm": (10, "mm", 48), "dozen": (12, "", 48),
    "km²": (100, "hectares", 48),
}  # fmt: skip
_METRIC: dict[str, tuple[float, str]] = {
    "km": (0.621371, "miles"), "kilometres": (0.621371, "miles"), "kilometers": (0.621371, "miles"),
    "miles": (1.609344, "km"), "kg": (2.204623, "lb"), "kilograms": (2.204623, "pounds"), "metres": (3.28084, "feet"),
    "meters": (3.28084, "feet"), "feet": (0.3048, "metres"), "inches": (2.54, "cm"), "cm": (0.393701, "inches"),
    "acres": (0.404686, "hectares"), "hectares": (2.471054, "acres"), "litres": (0.264172, "US gallons"),
    "ft": (0.3048, "m"), "lb": (0.453592, "kg"), "mph": (1.609344, "km/h"),
}  # fmt: skip
_WHOLE = (
    ("days", "week", 7, (7, 21)), ("months", "year", 12, (12, 24, 36)), ("minutes", "hour", 60, (60, 120, 180)),
    ("hours", "day", 24, (24, 48, 72)), ("seconds", "minute", 60, (60, 120)), ("years", "decade", 10, (10, 20, 30)),
    ("years", "century", 100, (100, 200, 300)), ("metres", "kilometre", 1000, (1000, 2000, 3000)),
    ("meters", "kilometer", 1000, (1000, 2000, 3000)),
)  # fmt: skip
_LARGER = {(unit, float(value)): (larger, factor) for unit, larger, factor, values in _WHOLE for value in values}
_LASTING = re.compile(r"\b(?:for|within|in|after|of|lasted|lasts|took|takes|about|last|next|than|least|most) $")
_TIMES_FORMS = {
    "twice": "two times",
    "thrice": "three times",
    "two times": "twice",
    "three times": "on three occasions",
}
_UNIT_NAMES = "|".join(sorted({*_CONVERSIONS, *_METRIC, *(unit for unit, _ in _LARGER)}, key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?<![\w.,/:$€£–-])(?<![–-] )"
    rf"(\d[\d,]*(?:\.\d+)?|{'|'.join(word for word in _VALUES if word != 'zero')}) "
    rf"({_UNIT_NAMES})(?![\w²³/-]|\.\w| old| of age| per| ?,? \d| and \d| and a half| later| earlier| "
    rf"(?:a|an|each|every) )"
)
_HYPHENATED = re.compile(
    r"(?<![\w-])(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)-(year|month|week|day|"
    r"hour|minute|time|part|game|day)(?=[ -])"
)
_ORDINAL_WORDS: tuple[str, ...] = tuple(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_ORDINAL = re.compile(
    rf"(?<=[a-z] )({'|'.join(_ORDINAL_WORDS)})(?= [a-z])(?<!at first)(?<!a second)(?! (?:half|"
    rf"of all|person|hand|time|lady|name|place))"
)
_ORDINAL_DIGITS = re.compile(r"(?<![\w-])(\d{1,2})(?:st|nd|rd|th)(?= [a-z])(?! century)")
_CENTURY_WORDS: dict[int, str] = dict(
    zip(
        (14, 15, 16, 17, 18, 19, 20, 21),
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first".split(),
        strict=True,
    )
)
_CENTURY = re.compile(r"\b(1[4-9]|2[01])(?:th|st)(?=[ -]century)")
_MORE_THAN = re.compile(r"(?<!no )(?<!not )\bmore than (?=[$€£]? ?\d)", re.I)


def number_forms(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Digits for number words and the other way round."""
    for match in _DIGITS.finditer(sentence.text):
        value = int(match[1])
        if 2 <= value <= 99 and not match[1].startswith("0"):
            yield sentence.replaced("number_form", SUPPORTED, *match.span(1), spelled(value))
    for match in _WORDS.finditer(sentence.text):
        if match.start():
            yield sentence.replaced("number_form", SUPPORTED, *match.span(1), str(_VALUES[match[1]]))
    for match in _HYPHENATED.finditer(sentence.text):
        new = str(_VALUES[match[1]]) if match[1] in _VALUES else spelled(int(match[1]))
        yield sentence.replaced("number_form", SUPPORTED, *match.span(1), new)
    for match in _TIMES.finditer(sentence.text):
        yield sentence.replaced("number_form", SUPPORTED, *match.span(), _TIMES_FORMS[match[1]])


def rank_forms(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Ranks and centuries in digits or words."""
    for match in _ORDINAL.finditer(sentence.text):
        if match[1] != "second" or sentence.text[: match.start()].endswith(("the ", "his ", "her ", "their ", "its ")):
            place = _ORDINAL_WORDS.index(match[1]) + 1
            yield sentence.replaced("number_form", SUPPORTED, *match.span(1), f"{place}{_suffix(place)}")
    for match in _ORDINAL_DIGITS.finditer(sentence.text):
        if 1 <= int(match[1]) <= 12:
            yield sentence.replaced("number_form", SUPPORTED, *match.span(), _ORDINAL_WORDS[int(match[1]) - 1])
    for match in _CENTURY.finditer(sentence.text):
        yield sentence.replaced("number_form", SUPPORTED, *match.span(), _CENTURY_WORDS[int(match[1])])


def large_forms(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """2.5 million as 2,500,000, and 3,000,000 as 3 million."""
    for match in _MILLIONS.finditer(sentence.text):
        if not sentence.text[: match.start()].endswith(("to ", "-", "–", "between ", "or ", "and ")):
            scale = 10 ** (6 if match[3] == "million" else 9)
            value = int(match[1]) * scale + (int(match[2].ljust(2, "0")) * scale // 100 if match[2] else 0)
            yield sentence.replaced("number_form", SUPPORTED, *match.span(), f"{value:,}")
    for match in _LARGE.finditer(sentence.text):
        yield sentence.replaced(
            "number_form", SUPPORTED, *match.span(), f"{match[1]} {'million' if len(match[2]) == 8 else 'billion'}"
        )


def spelled(value: int) -> str:
    """A number from 0 to 99 in words."""
    if value <= 20:
        return _SMALL[value]
    return _TENS[value // 10 * 10] + (f"-{_SMALL[value % 10]}" if value % 10 else "")


def rounded(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """A large number told less exactly: "more than 32,000", "about 32,400"."""
    if sentence.fragile:
        return
    for match in _THOUSANDS.finditer(sentence.text):
        value, before = int(match[1].replace(",", "")), sentence.text[: match.start()]
        if re.fullmatch(r"1[0-9]\d\d|20\d\d", match[1]) or _CEILING.search(before) or match[1].startswith("0"):
            continue
        if re.search(r"[A-Z][\w.]* $", before) and len(before) > len(before.split(" ")[-2]) + 1:
            continue
        scale = 10 ** (len(str(value)) - rng.choice((1, 2)))
        floor = value // scale * scale
        nearest = round(value / (scale / 10 if scale > 100 else scale)) * (scale // 10 if scale > 100 else scale)
        options = []
        if floor < value:
            options += [
                f"more than {floor:,}",
                f"over {floor:,}",
                f"at least {floor:,}",
                f"fewer than {floor + scale:,}",
            ]
        if nearest != value and abs(nearest - value) <= value / 50:
            options += [
                f"about {nearest:,}",
                f"roughly {nearest:,}",
                f"around {nearest:,}",
                f"approximately {nearest:,}",
            ]
        if options:
            yield sentence.replaced("less_exact", SUPPORTED, *match.span(), rng.choice(options))
    for match in _MORE_THAN.finditer(sentence.text):
        yield sentence.replaced("less_exact", SUPPORTED, match.start(), match.end() - 1, "at least")


def date_forms(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """A date in another form, or only its month and year, or only its year."""
    text = sentence.text
    found = [(m, int(m[1]), m[2], m[3]) for m in _DAY_MONTH.finditer(text)]
    found += [(m, int(m[2]), m[1], m[3]) for m in _MONTH_DAY.finditer(text)]
    for match, day, month, year in found:
        if not 1 <= day <= 31:
            continue
        forms = [f"{day} {month} {year}", f"{month} {day}, {year}", f"{year}-{MONTHS.index(month) + 1:02d}-{day:02d}",
                 f"the {day}{_suffix(day)} of {month} {year}"]  # fmt: skip
        start = match.start()
        if (
            not sentence.fragile
            and re.search(r"\b[Oo]n $", text[:start])
            and text[match.end() :][:2] not in (" –", " -", " t", " a")
        ):
            new = rng.choice(
                (
                    f"in {month} {year}",
                    f"in {year}",
                    f"in {'early ' if day < 11 else 'mid-' if day < 21 else 'late '}{month} {year}",
                )
            )
            yield sentence.replaced(
                "less_exact",
                SUPPORTED,
                start - 3,
                match.end(),
                new if text[start - 3] == "o" else new[0].upper() + new[1:],
            )
        yield sentence.replaced(
            "date_form", SUPPORTED, *match.span(), rng.choice([form for form in forms if form != match[0]])
        )
    for match in _ISO.finditer(text):
        month, day = int(match[2]), int(match[3])
        if 1 <= month <= 12 and 1 <= day <= 31:
            new = rng.choice((f"{day} {MONTHS[month - 1]} {match[1]}", f"{MONTHS[month - 1]} {day}, {match[1]}"))
            yield sentence.replaced("date_form", SUPPORTED, *match.span(), new)
    for match in _MONTH_DAY_ALONE.finditer(text):
        if 1 <= int(match[2]) <= 31:
            new = (
                f"{match[2]} {match[1]}"
                if rng.random() < 0.7
                else f"the {match[2]}{_suffix(int(match[2]))} of {match[1]}"
            )
            yield sentence.replaced("date_form", SUPPORTED, *match.span(), new)
    for match in _DAY_MONTH_ALONE.finditer(text):
        if 1 <= int(match[1]) <= 31:
            yield sentence.replaced("date_form", SUPPORTED, *match.span(), f"{match[2]} {match[1]}")


def _suffix(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def time_forms(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """3 pm for 15:00 and the other way round."""
    for match in _HALF_DAY.finditer(sentence.text):
        hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
        yield sentence.replaced("time_form", SUPPORTED, *match.span(), f"{hour:02d}:{match[2] or '00'}")
    for match in _CLOCK.finditer(sentence.text):
        hour = int(match[1])
        minutes = f":{match[2]}" if match[2] != "00" else ""
        yield sentence.replaced(
            "time_form", SUPPORTED, *match.span(), f"{(hour - 1) % 12 + 1}{minutes} {'pm' if hour >= 12 else 'am'}"
        )


def shares(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """50 % as a half; "%" as "percent"."""
    for match in _SHARE.finditer(sentence.text):
        if match[1] in _SHARES:
            yield sentence.replaced("share_form", SUPPORTED, *match.span(), _SHARES[match[1]])
    for match in _PERCENT.finditer(sentence.text):
        yield sentence.replaced(
            "share_form", SUPPORTED, *match.span(2)[:1], match.end(), " percent" if match[3] == "%" else "%"
        )


def money_forms(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """$5 as USD 5 or 5 dollars."""
    for match in _DOLLARS.finditer(sentence.text):
        amount = match[1] + (match[2] or "")
        if not sentence.text[: match.start()].endswith(("US", "CA", "C", "A", "AU")):
            follower = re.compile(r" ([a-z]+)").match(sentence.text, match.end())
            modifies = follower and follower[1] not in NOUN_AFTER
            new = f"USD {amount}" if modifies or rng.random() < 0.5 else f"{amount} dollars"
            yield sentence.replaced("money_form", SUPPORTED, *match.span(), new)
    for match in _SUM_WORDS.finditer(sentence.text):
        yield sentence.replaced("money_form", SUPPORTED, *match.span(), f"${match[1]}{match[2] or ''}")
    for match in _CODE.finditer(sentence.text):
        yield sentence.replaced("money_form", SUPPORTED, *match.span(), _SYMBOLS[match[1]] + match[2])


def unit_forms(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """The same amount in another unit, by exact factors; customary for metric with "about"."""
    for match in _AMOUNT.finditer(sentence.text):
        word, unit, before = match[1].lower(), match[2], sentence.text[: match.start()]
        if unit in ("hours", "days") and not _LASTING.search(before):
            continue
        value = float(_VALUES.get(word, 0) or word.replace(",", ""))
        options = _exactly(value, unit) + ([] if _CEILING.search(before) else _nearly(value, unit))
        if options:
            yield sentence.replaced("unit_form", SUPPORTED, *match.span(), rng.choice(options))


def _exactly(value: float, unit: str) -> list[str]:
    """The amount in a larger or smaller unit of the same system."""
    if (unit, value) == ("days", 14):
        return ["two weeks", "a fortnight"]
    if larger := _LARGER.get((unit, value)):
        count = int(value) // larger[1]
        return [f"{spelled(count)} {_many(larger[0], count)}"]
    factor, smaller, most = _CONVERSIONS.get(unit, (0, "", 0))
    if 1 < value <= most and value * 10 == int(value * 10):
        return [f"{round(value * factor):,} {smaller}".strip()]
    return []


def _nearly(value: float, unit: str) -> list[str]:
    """The amount in the other system of units, rounded."""
    if unit not in _METRIC or value < 1:
        return []
    factor, other = _METRIC[unit]
    digits = 0 if value * factor >= 20 else 1
    return [f"about {value * factor:,.{digits}f} {other}"] if value * factor >= 2 else []


def _many(noun: str, count: int) -> str:
    if count == 1:
        return noun
    return noun[:-1] + "ies" if noun.endswith("y") and noun != "day" else noun + "s"


MAKERS = (number_forms, rank_forms, large_forms, rounded, date_forms, time_forms, shares, money_forms, unit_forms)
