"""Times of day in any common written form: "4:30 pm", "16.30 Uhr", "18 h 30", "half past three", "noon"."""

from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.typed_values import numbers


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """A time of day: ``minutes`` since midnight, two of them when morning or evening is not said."""

    start: int
    end: int
    minutes: tuple[int, ...]


_CANDIDATE = regex.compile(
    r"\d\s?(?:[ap]\.?\s?m\b|h\b|h\d|:\d|[.]\d\d|Uhr|o['’]clock|[点點时時])|clock|past|\b(?:to|vor|nach|halb)\b|noon"
    r"|midday|midi|min(?:ui|n)|night|mitt|medio|media|mezz|in the (?:mor|aft|eve)"
    r"|[ap]m\b|Uhr\b|полд|полн", regex.IGNORECASE)  # fmt: skip
_SPOKEN = regex.compile(
    r"\b(?P<part>half|(?:a )?quarter|\p{L}+(?:-\p{L}+)?(?: minutes)?|\d{1,2}(?: minutes)?) (?P<side>past|to) "
    r"(?P<hour>\p{L}+|1?\d)(?!\p{L}|\d|[.,:]\d|\s?%)"
    r"|\bhalb (?P<halb>\p{L}+|1?\d)\b(?!\s?\p{L}*(?:jährlich|zeit))|\b(?P<teil>Viertel|zehn|fünf|zwanzig) "
    r"(?P<seite>vor|nach) (?P<stunde>\p{L}+|1?\d)\b"
    r"|(?<!\p{L})(?P<word>\p{L}+) o['’]clock\b|(?<!\p{L})(?P<uhr>\p{L}+) Uhr\b|(?<!\p{L})(?P<ampm>\p{L}+) "
    r"[ap]\.?m\b\.?",
    regex.IGNORECASE,
)
_DIAL = regex.compile(
    r"(?<=\b(?:at|until|till|from|by|before|after|around|since|(?<!up )to) )(?P<hour>\p{L}+|1?\d) "
    r"(?P<part>in the (?:morning|afternoon|evening)|at night)\b",
    regex.IGNORECASE,
)
_SMALL_HOURS = 5  # one to five at night are after midnight
_CLOCK = regex.compile(
    r"(?<![\d:.,])(?P<hour>[01]?\d"
    r"|2[0-4])(?:[:.h](?P<minute>[0-5]\d))?(?::\d\d(?:\.\d+)?)?\s?(?P<half>[ap]\.?\s?m\b\.?)"
    r"|(?<![\d:.,])(?P<h24>[01]?\d|2[0-4])(?::|\s?h\s?|\s?Uhr\s)(?P<m24>[0-5]\d)(?!\d|:\d|[.,]\d|\s?(?:min|%"
    r"|minutes?|Minuten|m\b))(?:\s?(?:Uhr|h|hrs|часов)\b)?"
    r"|(?<![\d:.,])(?P<hp>[01]?\d|2[0-4])\.(?P<mp>[0-5]\d)\s?(?:Uhr|h)\b"
    r"|(?<![\w:.,$€£¥-])(?P<hd>0\d)\.(?P<md>[0-5]\d)(?![\d%]|[,:]\d|\.\s*[\d\p{Ll}]|\s?[%$€£¥°])"
    r"|(?<![\d:.,])(?P<alone>[01]?\d|2[0-4])\s?(?:h\b(?!\s?/)|Uhr\b|uur\b(?=\s)|o['’]clock)"
    r"|(?<![\d])(?P<h>[01]?\d|2[0-4])[点點时時](?:(?P<m>[0-5]?\d)分?|(?P<mhalf>半))?",
    regex.IGNORECASE,
)
_NAMED = regex.compile(
    r"(?<!\p{L})(?<!after)(?:(?P<noon>noon|midday|midi|mittags|mediodía|mezzogiorno|meio-dia|полдень|полудня|正午)"
    r"|(?P<night>midnight|minuit|mitternacht|medianoche|mezzanotte|meia-noite|полночь|полуночи|午夜))(?!\p{Latin}"
    r"|\p{Cyrillic})",
    regex.IGNORECASE,
)
_AFTER = regex.compile(
    r",?\s*(?:(?P<m>in the morning|(?:a\.?m\b\.?)|morgens|früh|vormittags|du matin|de la mañana|di mattina|da manhã"
    r"|'s ochtends|утра)"
    r"|(?P<e>in the (?:afternoon|evening)|at night|p\.?m\b\.?|abends|nachmittags|du soir|de l['’]après-midi|de la "
    r"tarde|de la noche|di sera|del pomeriggio|da tarde|da noite|вечера|дня))",
    regex.IGNORECASE,
)
_CJK_BEFORE = regex.compile(r"(下午|晚上|傍晚)\s?$")
_LENGTH_BEFORE = regex.compile(
    r"\b(?:for|during|lasts?|lasted|within|after|pendant|durant|durée de|toutes les|takes?|took|score[ds]?|won|beat"
    r"|by|about)\s$",
    regex.IGNORECASE,
)


@lru_cache(maxsize=10_000)
def _hour(word: str, language: str) -> int:
    """The value of a number word or digits as an hour or minutes, -1 when it is none."""
    word = word.casefold().removesuffix(" minutes").removeprefix("a ")
    if word in ("quarter", "viertel"):
        return 15
    if word == "half":
        return 30
    found = numbers.numbers(word, language)
    whole = (
        found[0]
        if len(found) == 1 and (found[0].start, found[0].end) == (0, len(word)) and not found[0].ordinal
        else None
    )
    return int(whole.value) if whole and 0 <= whole.value < 60 else 1 if word in ("one", "ein", "eins") else -1


@lru_cache(maxsize=20_000)
def times(text: str, code: str) -> tuple[TimeMatch, ...]:
    """All clock times of a text in order."""
    if not _CANDIDATE.search(text):
        return _named(text)
    found: list[TimeMatch] = []
    for match in _SPOKEN.finditer(text):
        minutes = _spoken(match, code)
        if minutes is not None:
            half = _HALF_DAY.search(match.group())
            end = match.start() + half.start() if half else match.end()
            found.append(_placed(text, match.start(), end, minutes))
    found += [time for match in _DIAL.finditer(text) if (time := _on_dial(match, code))]
    for match in _CLOCK.finditer(text):
        if not any(t.start < match.end() and match.start() < t.end for t in found):
            time = _written(text, match, code)
            found += [time] if time else []
    found += [t for t in _named(text) if not any(o.start < t.end and t.start < o.end for o in found)]
    return tuple(sorted(found, key=lambda t: t.start))


def _named(text: str) -> tuple[TimeMatch, ...]:
    found: list[TimeMatch] = []
    for match in _NAMED.finditer(text):
        start = match.start() - 3 if text[: match.start()].endswith("12 ") else match.start()
        found.append(TimeMatch(start, match.end(), (720 if match.group("noon") else 0,)))
    return tuple(found)


_HALF_DAY = regex.compile(r"\s?[ap]\.?m\b\.?$", regex.IGNORECASE)


def _spoken(match: regex.Match[str], code: str) -> int | None:
    """Minutes of "half past three", "halb vier", "ten o'clock" on a twelve-hour dial."""
    groups = match.groupdict()
    language = "de" if groups["halb"] or groups["teil"] or groups["uhr"] else code
    written = next(groups[name] for name in ("hour", "halb", "stunde", "word", "uhr", "ampm") if groups[name])
    hour, part = _hour(written, language), groups["part"] or groups["teil"]
    if groups["uhr"]:
        return hour * 60 % 1440 if 0 <= hour <= 24 else None
    if not 1 <= hour <= 12:
        return None
    offset = -30 if groups["halb"] else _offset(match, part, language) if part else 0
    return None if offset is None else (hour * 60 + offset) % 720


def _offset(match: regex.Match[str], part: str, language: str) -> int | None:
    """Minutes past (or to, negative) the hour: "quarter", "20 minutes", or a bare number after "at"."""
    back = (match.group("side") or match.group("seite")).casefold() in ("to", "vor")
    minutes = _hour(part, language)
    if not 1 <= minutes <= 30 or (minutes == 30 and back):
        return None
    if not part.casefold().endswith(("half", "quarter", "viertel", "minutes")):
        spoken = _AT.search(match.string, max(0, match.start() - 10), match.start())
        if spoken is None or part[0].isdigit() or (back and minutes not in (5, 10, 20, 25)):
            return None
    return -minutes if back else minutes


_AT = regex.compile(r"\b(?:at|by|until|till|about|around|nearly|um|gegen|ab)\s$", regex.IGNORECASE)


def _placed(text: str, start: int, end: int, minutes: int) -> TimeMatch:
    """Morning or evening from the words that follow, else both."""
    after = _AFTER.match(text, end)
    if after and minutes < 720:
        return TimeMatch(start, after.end(), (minutes + (0 if after.group("m") else 720),))
    return TimeMatch(start, end, (minutes, minutes + 720) if minutes < 720 else (minutes,))


def _on_dial(match: regex.Match[str], code: str) -> TimeMatch | None:
    """A bare hour with its part of the day: "at 7 in the morning", "until nine in the evening", "at 2 at night"."""
    hour, part = _hour(match.group("hour"), code), match.group("part").casefold()
    if not 1 <= hour <= 12:
        return None
    early = "morning" in part or ("night" in part and (hour == 12 or hour <= _SMALL_HOURS))
    return TimeMatch(*match.span(), (hour % 12 * 60 + (0 if early else 720),))


def _written(text: str, match: regex.Match[str], code: str) -> TimeMatch | None:
    """A time in digits, with what follows it ("in the evening")."""
    groups = match.groupdict()
    if groups["half"]:
        return _half_day(match, groups)
    if _is_length(text, match, code):
        return None
    start, end = match.span()
    minutes = int(groups["h24"] or groups["hp"] or groups["hd"] or groups["alone"] or groups["h"] or 0) * 60
    minutes += int(groups["m24"] or groups["mp"] or groups["md"] or groups["m"] or (30 if groups["mhalf"] else 0))
    if "clock" in match.group().casefold():
        return _placed(text, start, end, minutes % 720)
    after = _AFTER.match(text, end)
    if after and minutes < 780:
        return TimeMatch(start, after.end(), (minutes % 720 + (0 if after.group("m") else 720),))
    if groups["h"] and minutes < 720 and _CJK_BEFORE.search(text, 0, start):
        minutes += 720
    return TimeMatch(start, end, (minutes % 1440,))


def _half_day(match: regex.Match[str], groups: dict[str, str | None]) -> TimeMatch | None:
    """A time with am or pm; a full stop that ends the sentence stays outside."""
    hour, half = int(groups["hour"] or 0), groups["half"] or ""
    if hour > 12:
        return None
    end = match.end() - (half.endswith(".") and "." not in half[:-1])
    afternoon = half.casefold().startswith("p")
    return TimeMatch(match.start(), end, ((hour % 12 + 12 * afternoon) * 60 + int(groups["minute"] or 0),))


def _is_length(text: str, match: regex.Match[str], code: str) -> bool:
    """Whether "18 h" is how long something takes: in English unless "at" precedes, elsewhere after "for"."""
    word, start = match.group().casefold(), match.start()
    if "h" not in word or "uhr" in word or "clock" in word:
        return False
    if code == "en" and match.group("alone") and word.endswith("h"):
        return not text[:start].casefold().endswith(("at ", "from ", "until "))
    return _LENGTH_BEFORE.search(text, max(0, start - 12), start) is not None
