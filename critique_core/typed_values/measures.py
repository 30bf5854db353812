"""Units and percent signs after a number, and the rates they are part of."""

from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.typed_values.units import GLUED, Unit, glued, lookup, rate_of, spaced

_PERCENT = regex.compile(
    r"\s?[%％]|[\s-]per\s?cent\b|[\s-]pct\b|\s?Prozent\b|[\s\u00a0](?:pour|por|per) (?:cent|ciento|cento)\b"
    r"|\s?procent\b|\sпроцент\p{L}*",
    regex.IGNORECASE,
)
_POINTS = regex.compile(
    r"(?:[\s-]percentage|\s?%)[\s-]points?\b|\s?pp\b|\s?ppts?\b|\s?Prozentpunkte?n?\b|\spoints? de pourcentage\b"
    r"|\spuntos? porcentual(?:es)?\b|\spunt[oi] percentual[ei]\b|\spontos? percentua(?:l|is)\b|\s?procentpunt(?:en)?\b"
    r"|\sпроцентн\p{L}+ пункт\p{L}*|\s?个百分点",
    regex.IGNORECASE,
)
_BASIS = regex.compile(r"[\s-]basis[\s-]points?\b|\s?bps?\b|\s?Basispunkte?n?\b", regex.IGNORECASE)
_RUN = regex.compile(
    r"(?:[ \t]{1,4}(?:\#|//)[ \t]{0,2}(?:in\s)?|[\s\u00a0\u202f-]?)"  # the unit may stand in a comment: "600 # seconds"
    r"(?:(?:working|business|calendar|consecutive|full|whole|more|further|additional|extra"
    r"|volle[nr]?|ganze[nr]?)\s)?"
    r"(?P<run>°\s?\p{L}?|(?:\p{Han})+|[\p{L}µμΩ]+[²³⁠]?(?:/(?!\p{Han})\p{L}+[²³]?)?(?:[23](?!\d))?(?:(?:[\s\u00a0-]"
    r"|[·⋅])\p{L}+[²³]?(?:/\p{L}+)?){0,3})",
    regex.IGNORECASE,
)
_CUT = regex.compile(r"[\s\u00a0·⋅-](?=[^\s\u00a0·⋅-]*$)")
_OPEN = regex.compile(r"['’]|/\p{L}")


@dataclass(frozen=True, slots=True)
class UnitMatch:
    """A unit that ends at ``end``: ``base(value)`` converts to the base unit of ``dimension``."""

    end: int
    unit: Unit

    @property
    def dimension(self) -> str:
        """What the unit measures, as ``Unit`` has it."""
        return self.unit.dimension

    @property
    def factor(self) -> float:
        """Its size in base units."""
        return self.unit.factor

    def base(self, value: float) -> float:
        """The value in base units."""
        return value * self.unit.factor + self.unit.offset


def unit_after(text: str, end: int) -> UnitMatch | None:
    """The unit that follows a number ending at ``end``, if any, with the rate it is part of ("litres per minute")."""
    match = _RUN.match(text, end)
    if match is None:
        return None
    found = _longest(text, end, match)
    if found is None:
        return None
    whole, stop = _with_rate(text, *found)
    return UnitMatch(stop, whole)


def _longest(text: str, end: int, match: regex.Match[str]) -> tuple[Unit, int] | None:
    """The longest known unit at the front of the words after a number."""
    start, run = match.start("run"), match.group("run")
    while run:
        following = text[start + len(run) : start + len(run) + 1]
        whole = not following or not (following.isalpha() or following in "_²³") or "\u4e00" <= run[-1] <= "\u9fff"
        unit = lookup(run) if whole and not (following.isdigit()) else None
        if unit is None and whole and not _OPEN.match(text, start + len(run)) and len(run) <= 3:
            unit = (glued if start == end else spaced)(run)
        if unit:
            return unit, start + len(run)
        cut = _CUT.search(run)
        run = (
            run[: cut.start()]
            if cut
            else run[:-1]
            if "\u4e00" <= run[0] <= "\u9fff"
            else run.partition("/")[0]
            if "/" in run
            else ""
        )
    return None


_PER = regex.compile(
    r"\s?(?P<slash>/)\s?(?=\p{L})|\s(?P<phrase>(?:(?:per|pro|par|por|al|alla|op|в)\s|all['’])(?=(?P<word>\p{L}+)))"
    r"|\s(?P<article>an?|each|every)\s(?!\p{L}+\s(?:ago|earlier|later|before|after|old)\b)(?=\p{L})|\s?(?P<each>每)(?=\p{Han})",
    regex.IGNORECASE,
)
_BASE_WORD = regex.compile(r"\p{Han}|\p{L}+")
_CALENDAR = frozenset(("hour", "day", "week", "month", "year", "fortnight", "decade", "century"))


def _per(text: str, end: int) -> tuple[Unit | None, str, int] | None:
    """What an amount is counted by: the unit, if it is one, and the word of the base of a rate, and where it ends."""
    match = _PER.match(text, end)
    word = _BASE_WORD.match(text, match.end()) if match else None
    if match is None or word is None:
        return None
    if match.group("phrase"):
        known = rate_of(match.group("phrase") + word.group())
        if known and text[word.end() : word.end() + 1] != "-":
            return known, word.group(), word.end()
    run = _RUN.match(text, match.end())
    unit, stop = (_longest(text, match.end(), run) if run else None) or (None, word.end())
    if unit is None and match.group("phrase") and (noun := _DESCRIBED.match(text, word.end())):
        return None, noun["noun"], noun.end()  # "per source word" counts words
    if not unit and match.group("article") and word.group().casefold() not in _COUNTED_BY:
        return None
    return unit, word.group(), stop


_DESCRIBED = regex.compile(
    r"\s(?!(?:and|or|of|in|on|at|for|to|up|with|from|by|is|are|was|were|plus|the|an?|each|per|as|than|if|when|until|after"
    r"|before|during|can|may|must|will|but|which|that|und|oder|et|y|e|en|de|di|von|van)\b)(?P<noun>\p{L}{3,})",
    regex.IGNORECASE,
)
_COUNTED_BY = frozenset("person head piece child adult night item unit user seat ticket share".split())


def _with_rate(text: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """Make "litres per minute" or "mg per kg" one unit; an amount by the day stays one (see ``per_after``)."""
    found = _per(text, end)
    if not found or not found[0] or unit.dimension in ("[time]", "temperature"):
        return unit, end
    base = found[0]
    slow = base.name in _CALENDAR and not (base.name == "hour" and unit.dimension in ("[length]", "[length] ** 3"))
    return (unit, end) if slow else (unit.over(base), found[2])


# "24 vacation days a year", "30 days of paid leave a year"; not "40 people died in a year"
_COUNTED_NOUN = regex.compile(
    r"(?:\s(?!(?:in|on|at|for|by|with|within|after|before|during|over|under|from|to|as|and|or|but|is|are|was|were|than"
    r"|once|twice|times|the|an?|per|each|every)\b)\p{L}+){1,4}?(?=\s(?:per|an?|each|every|pro|par|por|al|alla|op|в)\s(?!\p{L}+\s(?:ago|earlier|later|before|after|old|on)\b))",
    regex.IGNORECASE,
)


# "1 euro per half hour", "8 litres for 100 km", "5 pounds for every 15 minutes", "2 Euro je angefangene halbe Stunde"
_COUNTED_BASE = regex.compile(
    r"\s?/\s?(?P<count>\d{1,4})|\s(?:(?:for\s)?(?:per|every|each)|pro|je|alle|toutes les|par|cada|por cada|ogni|por"
    r"|a cada|elke|каждые|за)\s(?:(?:started|begun|additional|further|extra|angefangene[nr]?|weitere[nr]?)\s)?"
    r"(?:(?P<count>\d{1,4}|two|three|four|five|six|ten|fifteen|twenty|thirty|hundred)"
    r"|(?P<part>half(?:\s(?:of\s)?an?)?|quarter(?:\sof\san?)?|halbe[nr]?|viertel|demi|demie|media|meia|mezz[ao]|halve?n?))"
    r"(?=[\s\u00a0-])",
    regex.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30,
           "hundred": 100}  # fmt: skip


def counted_base(text: str, end: int) -> tuple[str, float, int] | None:
    """The base of a rate that is more or less than one of its unit: dimension, size, and where it ends."""
    match = _COUNTED_BASE.match(text, end)
    run = _RUN.match(text, match.end()) if match else None
    unit = _longest(text, match.end(), run) if match and run else None
    if match is None or unit is None:
        return None
    count = (match["count"] or "").casefold()
    share = 0.25 if (match["part"] or "").casefold().startswith(("quarter", "viertel")) else 0.5
    size = _COUNTS.get(count) or float(count) if count else share
    return (unit[0].dimension, unit[0].factor * size, unit[1]) if size else None


def per_after(text: str, end: int) -> tuple[str, float] | None:
    """The base of a rate after an amount: its dimension and size ("[time]", 86400.0: "a day"), or its word and 1.0."""
    if counted := counted_base(text, end):
        return counted[:2]
    found = _per(text, end)
    if found is None:
        noun = _COUNTED_NOUN.match(text, end)
        found = _per(text, noun.end()) if noun else None
    if found is None:
        return None
    unit = found[0]
    return (unit.dimension, unit.factor) if unit else (found[1].casefold(), 1.0)


@lru_cache(maxsize=20_000)
def is_symbol(word: str) -> bool:
    """Whether a word glued to a number ("5km", "30s") is a unit."""
    return word in GLUED or lookup(word) is not None


def percent_after(text: str, end: int) -> int | None:
    """Where a percent sign or word that follows a number ends."""
    match = _PERCENT.match(text, end)
    return match.end() if match else None


def points_after(text: str, end: int) -> tuple[int, float] | None:
    """Where "percentage points" or "basis points" after a number end, and their size in percentage points."""
    match = _POINTS.match(text, end)
    if match:
        return match.end(), 1.0
    match = _BASIS.match(text, end)
    return (match.end(), 0.01) if match else None
