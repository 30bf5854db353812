"""Other values in the same style: numbers, sums of money, percentages, units, dates, times, versions, identifiers."""

import random
import re
from collections.abc import Callable, Iterator

from critique_core.models import FindingKind
from critique_core.mutations.mutation import Kind, Mutation
from critique_core.typed_values.compare import agrees, comparable
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.typed_values.rewrite import reworded
from critique_core.typed_values.weekdays import day_named

_KINDS: dict[FindingKind, Kind] = {
    "number": "number", "quantity": "number", "percentage": "percentage", "currency": "money", "date": "date",
    "time": "time", "version": "version", "identifier": "identifier",
}  # fmt: skip
_DIGITS = re.compile(r"\d+(?:[.,'’\u00a0\u202f ]\d+)*")
_RUN = re.compile(r"\d+")
_YEAR = re.compile(r"(?<!\d)(?:1\d|20|21)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_CODE_NUMBER = re.compile(r"\d+(?!.*\d)", re.DOTALL)
_ADDRESS = re.compile(r"://|@|^www\.")
_TRIES = 4
_RATIOS = (0.55, 0.7, 0.8, 1.25, 1.4, 1.7, 2.2)
"""How many times the old value the new one is: far enough that no rounding and no "about" covers both."""
_LEAST_COUNTED = 2  # one is left alone, because the words around it agree with it
_MOST_WORDED = 20
_DAYS_IN_ANY_MONTH = 28


def mutated(text: str, code: str, chance: random.Random) -> Iterator[Mutation]:
    """At most one new value and one new unit for each typed value of ``text``, and another day for each weekday."""
    for mention in mentions(text, code):
        kind = _KINDS.get(mention.kind)
        if kind is None or mention.text != text[mention.start : mention.end]:
            continue
        for place, new in (_value(mention, chance, code), _unit(mention)):
            if place and _says_other(mention, place, new, code):
                start, end = mention.start + place[0], mention.start + place[1]
                yield Mutation("unit" if place[2] else kind, start, end, text[start:end], new)
    yield from _weekdays(text, chance)


_Place = tuple[int, int, bool]
"""Start and end in the mention's text, and whether that is its unit."""
_Change = tuple[_Place | None, str]
_NOTHING: _Change = (None, "")


def _says_other(mention: Mention, place: _Place, new: str, code: str) -> bool:
    """Whether the readers see one value of the same kind in the changed text, which neither implies the old one."""
    before = mentions(mention.text, code)
    after = mentions(mention.text[: place[0]] + new + mention.text[place[1] :], code)
    if len(before) != 1 or len(after) != 1 or after[0].kind != before[0].kind:
        return False
    if place[2] and not comparable(after[0], before[0]):
        return False
    if not _tightens(mention.bound, before[0].low, after[0].low):
        return False
    return not agrees(after[0], before[0]) and not agrees(before[0], after[0])


def _tightens(bound: str, old: float, new: float) -> bool:
    """Whether a new limit does not follow from the old one: what is more than 9 is also more than 5."""
    return not bound or (new > old if bound in ("min", "over") else new < old)


def _value(mention: Mention, chance: random.Random, code: str) -> _Change:
    for _ in range(_TRIES):
        place, new = _MAKERS.get(mention.kind, _amount)(mention, chance)
        if place and new != mention.text[place[0] : place[1]] and _says_other(mention, place, new, code):
            return place, new
    return _NOTHING


# --- amounts -------------------------------------------------------------------------------------------------------


def _amount(mention: Mention, chance: random.Random) -> _Change:
    found = [] if mention.ordinal else list(_DIGITS.finditer(mention.text))
    if not found:
        return _worded(mention, chance)
    match = chance.choice(found)
    new = _other_digits(match[0], chance, mention.bound)
    return ((match.start(), match.end(), False), new) if new else _NOTHING


def _other_digits(written: str, chance: random.Random, bound: str) -> str | None:
    """Another number with as many digits, the same marks between them and as many zeros at its end."""
    digits = re.sub(r"\D", "", written)
    zeros = len(digits) - len(digits.rstrip("0")) if digits.strip("0") else 0
    head = digits[: len(digits) - zeros]
    value = int(head or 0)
    if value < _LEAST_COUNTED and len(digits) == 1:
        return None
    most = 10 ** len(head) - 1
    least = max(_LEAST_COUNTED, 10 ** (len(head) - 1) if head[0] != "0" else 1)
    fitting = sorted({new for ratio in _RATIOS if least <= (new := round(value * ratio)) <= most} - {value})
    fitting = [new for new in fitting if _tightens(bound, value, new)]
    if not fitting:
        return _tighter(written, chance, bound)
    drawn = iter(f"{chance.choice(fitting):0{len(head)}d}" + "0" * zeros)
    return re.sub(r"\d", lambda _: next(drawn), written)


def _tighter(written: str, chance: random.Random, bound: str) -> str | None:
    """Another limit where none has as many digits: "under 8" for "under 10"."""
    if not bound or not written.isdecimal():
        return None
    value = int(written)
    new = sorted({round(value * ratio) for ratio in _RATIOS} - {value})
    fitting = [one for one in new if one >= _LEAST_COUNTED and _tightens(bound, value, one)]
    return str(chance.choice(fitting)) if fitting else None


def _worded(mention: Mention, chance: random.Random) -> _Change:
    """Another small number in English words: "four hours" for "two hours"."""
    word = _WORD.match(mention.text)
    if word is None or mention.ordinal:
        return _NOTHING
    read = mentions(word[0], "en")
    if len(read) != 1 or read[0].kind != "number" or not _LEAST_COUNTED <= read[0].low <= _MOST_WORDED:
        return _NOTHING
    new = chance.choice(
        [
            n
            for n in range(_LEAST_COUNTED, _MOST_WORDED + 1)
            if n != read[0].low and _tightens(mention.bound, read[0].low, n)
        ]
        or [_LEAST_COUNTED]
    )
    return (0, word.end(), False), reworded(word[0], str(new), "number")


_UNITS = (
    "seconds minutes", "second minute", "hours days", "hour day", "weeks months", "week month", "minute hour",
    "minutes hours", "days weeks", "day week", "months years", "month year", "mg g", "g kg", "kg mg", "ml l",
    "grams kilograms", "milligrams grams", "cm m", "mm cm", "m km", "km m", "miles yards", "metres kilometres",
    "meters kilometers", "MB GB", "KB MB", "GB TB", "kB MB", "kW MW", "W kW", "litres millilitres",
    "liters milliliters", "°C °F", "Sekunden Minuten", "Minuten Stunden", "Stunden Tage", "Tage Wochen",
    "Wochen Monate", "Monate Jahre", "segundos minutos", "minutos horas", "horas días", "días semanas",
    "semanas meses", "meses años", "$ €", "€ £", "£ $", "euros dollars", "dollars euros", "pounds dollars",
    "Euro Dollar", "USD EUR", "EUR USD", "GBP EUR",
)  # fmt: skip
_PAIRS = [(first, second) for first, second in (pair.split() for pair in reversed(_UNITS))]
_OTHER_UNIT = {second: first for first, second in _PAIRS} | dict(_PAIRS)
_NAMED = "|".join(re.escape(unit) for unit in sorted(_OTHER_UNIT, key=len, reverse=True) if unit not in "$€£")
_UNIT = re.compile(rf"[$€£]|(?<![^\W\d_])(?:{_NAMED})(?![^\W_]|[²³/])")


def _unit(mention: Mention) -> _Change:
    """Another unit of the same dimension, or another currency, for the one that is written."""
    found = _UNIT.search(mention.text) if mention.kind in ("quantity", "currency") else None
    return ((found.start(), found.end(), True), _OTHER_UNIT[found[0]]) if found else _NOTHING


# --- dates, times, codes -------------------------------------------------------------------------------------------


def _date(mention: Mention, chance: random.Random) -> _Change:
    """Another day where one is written, else another month, else another year."""
    whole = (0, len(mention.text), False)
    year, month, day = mention.alternatives[0] if mention.alternatives else (0, 0, 0)
    single = len(mention.alternatives) == 1
    if month and (single or ((day or year) and not mention.is_range)):
        if day and single:
            day = chance.choice([d for d in range(1, _DAYS_IN_ANY_MONTH + 1) if d != day])
        else:
            month = chance.choice([m for m in range(1, 13) if m != month])
        return whole, reworded(mention.text, f"{year or 2000:04d}-{month:02d}-{day or 1:02d}", "date")
    written = _YEAR.search(mention.text)
    if written is None:
        return _NOTHING
    step = chance.choice((-10, -20, 10)) if mention.text[written.end() :].startswith("s") else chance.randint(1, 9)
    new = int(written[0]) + (step if step % 10 == 0 else chance.choice((-step, -step, step)))
    return (written.start(), written.end(), False), str(new)


def _time(mention: Mention, chance: random.Random) -> _Change:
    """Another hour, for a range at one of its ends, on the clock that is written."""
    ends = re.split(r"(\s*(?:-|–|—|\bto\b|\band\b|\buntil\b|\bbis\b|\ba\b)\s*)", mention.text)
    place = chance.choice(range(0, len(ends), 2))
    if len(ends) > 3 or not _RUN.search(ends[place]):
        return _NOTHING
    read = mention.alternatives[min(place // 2, len(mention.alternatives) - 1)][0]
    hour = (read // 60 + chance.choice((-3, -2, -1, 1, 2, 3))) % 24
    new = reworded(ends[place], f"{hour:02d}:{read % 60:02d}", "time")
    start = sum(map(len, ends[:place]))
    return (start, start + len(ends[place]), False), new


def _version(mention: Mention, chance: random.Random) -> _Change:
    """The whole version with a higher number in one of its places."""
    numbers = list(_RUN.finditer(mention.text))
    if not numbers:
        return _NOTHING
    start, end = numbers[0].start(), numbers[-1].end()
    match = chance.choice(numbers)
    raised = int(match[0]) + chance.randint(1, 4)
    return (start, end, False), f"{mention.text[start : match.start()]}{raised}{mention.text[match.end() : end]}"


def _identifier(mention: Mention, chance: random.Random) -> _Change:
    """Another last number of a code; addresses and names without digits are left alone."""
    match = None if _ADDRESS.search(mention.text) else _CODE_NUMBER.search(mention.text)
    if match is None:
        return _NOTHING
    at = chance.randrange(match.start(), match.end())
    digit = chance.choice([d for d in "123456789" if d != mention.text[at]])
    return (match.start(), match.end(), False), mention.text[match.start() : at] + digit + mention.text[
        at + 1 : match.end()
    ]


_MAKERS: dict[FindingKind, Callable[[Mention, random.Random], _Change]] = {
    "date": _date,
    "time": _time,
    "version": _version,
    "identifier": _identifier,
}
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _weekdays(text: str, chance: random.Random) -> Iterator[Mutation]:
    for word in re.finditer(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?=s?\b)", text):
        day = day_named(word[0])
        new = chance.choice([name for number, name in enumerate(_DAYS) if number != day])
        yield Mutation("date", word.start(), word.end(), word[0], new)
