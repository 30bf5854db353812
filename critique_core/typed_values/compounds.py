"""Values that belong together: sums of units, both ends of a range, ages, and numbers that share a unit."""

from collections.abc import Iterator
from dataclasses import replace

import regex

from critique_core.text.word_classes import folded
from critique_core.typed_values import numbers
from critique_core.typed_values.amounts import BY_AGE, Mention
from critique_core.typed_values.periods import UNIT as PERIOD

_AND_UNIT = regex.compile(r"\s*(?:\s(?:and|und|et|y|e|en|и)\s+)?", regex.IGNORECASE)


def compound(text: str, found: list[Mention]) -> list[Mention]:
    """Add up "2 hours and 20 minutes", "5 feet 11 inches", "3 kg 200 g"."""
    joined: list[Mention] = []
    for mention in found:
        last = joined[-1] if joined else None
        measured = (
            last
            and last.kind == mention.kind == "quantity"
            and last.unit == mention.unit in ("[time]", "[length]", "[mass]")
        )
        smaller = last and measured and 0 <= mention.low < last.size and mention.size < last.size and not last.per
        if last and smaller and _AND_UNIT.fullmatch(text, last.end, mention.start):
            value = last.low + mention.low
            joined[-1] = replace(mention, start=last.start, text=text[last.start : mention.end], low=value, high=value)
        else:
            joined.append(mention)
    return joined


_CONNECT = regex.compile(
    r"\s*(?:\([^()]{1,24}\)\s*)?(?:up to(?: and including)?|through|until|till|-|–|—|−|to|and|bis(?: zu)?|à|et|und|a"
    r"|al|y|e|tot|en|até|и|до|至|到|~)\s*(?:at most |um )?\+?",
    regex.IGNORECASE,
)
_SEASON = regex.compile(
    r"\s*(?:to|until|till|through|up to|bis|à|a|au|jusqu(?:'|’)(?:en|à)|al|hasta|até|ad|tot(?: en met)?|t/m|[-–—]"
    r"|(?P<and>and))\s*(?:(?:early|mid|late|the (?:end|start|middle) of)[\s-])?",
    regex.IGNORECASE,
)
_OPENS = regex.compile(r"\s+\p{Lu}\p{Ll}")
_BETWEEN = regex.compile(
    r"(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|между|from|von|de|da|range[ds]? from)(?:\s(?:the|les|los|le"
    r"|i))?\s*[$€£¥]?\s*$",
    regex.IGNORECASE,
)
_BARE_AND = regex.compile(r"\s*(?:\([^()]*\)\s*)?(?:and|y|et|und|a|e|en|и)\s*", regex.IGNORECASE)
_BY = regex.compile(r"\bby\s[$€£¥]?$", regex.IGNORECASE)
_CHANGE = regex.compile(
    r"\b(?:r[oi]se[sn]?|rising|gr[eo]wn?|grows|fell|falls?|fallen|increased?s?|increasing|decreased?s?|dropp?(?:ed|s"
    r"|ing)?|climb(?:ed|s)?|went|goes|cut|jump(?:ed|s)?|up|down|lowered|raised|changed?|moved|"
    r"reduced|declined|shr[aiu]nk|slid|improved|stieg|sank|gestiegen|gesunken|erhöht\w*|gesenkt|passé\w*|augmenté"
    r"|baissé|subió|bajó|pasó)\b[^.;,]{0,40}?\b(?:from|von|de)\s*[$€£¥]?\s*$",
    regex.IGNORECASE,
)


def ranges(text: str, found: list[Mention]) -> Iterator[Mention]:
    """Join "20 to 60 mg" and "between 3 and 7 °C" into one mention with both ends."""
    last: Mention | None = None
    for mention in found:
        if last and _joins(text, last, mention):
            yield _join(text, last, mention)
            last = None
            continue
        if last:
            yield last
        last = mention
    if last:
        yield last


_MEASURED = frozenset(("number", "quantity", "currency", "percentage"))
_RANGED = frozenset(("number", "quantity", "currency", "percentage", "time", "version"))


_LIMITS = regex.compile(
    r"\s*[,;/]?\s*(?:and |but |with )?(?:an? )?(?:at most|no more than|not more than|max(?:imum)?\.?(?: of)?)[\s:=]*",
    regex.IGNORECASE,
)


def _joins(text: str, first: Mention, second: Mention) -> bool:
    if first.kind == second.kind == "date":
        return _are_ends(text, first, second)
    if first.bound == "min" and second.bound == "max" and not first.is_range and {first.kind, second.kind} <= _MEASURED:
        return _LIMITS.fullmatch(text, first.end, second.start) is not None and (
            _same_scale(first, second, bare=False) or (second.kind == "number" and second.low * first.size > first.low)
        )
    between = _CONNECT.fullmatch(text, first.end, second.start)
    opens = between and _OPENS.match(between.group())  # "2.1 Up to 20 kg may be carried": the number of a section
    if (
        not between
        or opens
        or first.ordinal
        or second.ordinal
        or first.is_range
        or not {first.kind, second.kind} <= _RANGED
    ):
        return False
    bare = _BARE_AND.fullmatch(between.group()) is not None
    if bare and not _BETWEEN.search(text, max(0, first.start - 20), first.start):
        return False
    if first.kind != "number" and _BY.search(text, max(0, first.start - 5), first.start):
        return False  # "by 50 euros to 800 euros": a step and where it leads
    return _same_scale(first, second, bare=bare) and not _CHANGE.search(text, max(0, first.start - 64), first.start)


def _are_ends(text: str, first: Mention, second: Mention) -> bool:
    """Whether two months or days without a year are the ends of a part of any year: "from April to late June"."""
    plain = all(m.unit == "day" and not m.low and not m.span and len(m.alternatives) == 1 for m in (first, second))
    if not plain or _CHANGE.search(text, max(0, first.start - 64), first.start):
        return False
    between = _SEASON.fullmatch(text, first.end, second.start)
    if between is None:
        return False
    return between["and"] is None or _BETWEEN.search(text, max(0, first.start - 20), first.start) is not None


def _same_scale(first: Mention, second: Mention, *, bare: bool) -> bool:
    """Whether two values can be the ends of one range; the first may leave its unit to the second ("20 to 60 mg")."""
    if first.kind == "version" and {second.kind} <= {"version", "number"}:
        later = _key(first.text) < _key(second.text)
        return not bare and not first.alternatives and (later or second.kind == "version")
    if first.kind == second.kind:
        return first.unit == second.unit and (first.low < second.low or first.kind == "time")
    fits = second.kind != "version" and first.low >= 0 and (second.kind != "time" or first.low <= 24)
    return first.kind == "number" and fits


def _key(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in regex.findall(r"\d+", text))


def _join(text: str, first: Mention, second: Mention) -> Mention:
    whole = text[first.start : second.end]
    if first.kind == "date":
        return replace(first, end=second.end, text=whole, alternatives=(*first.alternatives, *second.alternatives),
                       bound="", span=True)  # fmt: skip
    if first.kind == "version":
        return replace(first, end=second.end, text=whole, alternatives=(_key(first.text), _key(second.text)))
    if second.kind == "time":
        return _clock_range(first, second, whole)
    if second.kind == "number" and first.kind != "number":  # "no less than 35 minutes and no more than 40"
        return replace(first, end=second.end, text=whole, high=second.low * first.size, bound="")
    low = first.low
    if first.kind == "number" and second.kind != "number":
        written = numbers.numbers(text[second.start : second.end], "en")
        number = written[0].value if written else 0.0
        scale = second.low / number if number else 1.0
        low = second.low - (number - first.low) * second.size if second.unit == "temperature" else first.low * scale
        if first.low > number and first.low * 1.0 < second.low:
            low = first.low
    return replace(second, start=first.start, text=whole, low=min(low, second.low), high=max(low, second.low),
                   bound="", approximate=first.approximate or second.approximate, lean=0)  # fmt: skip


def _clock_range(first: Mention, second: Mention, whole: str) -> Mention:
    """Opening hours: both ends, a bare hour taking the half of the day of the other end."""
    if first.kind == "time":
        start = first.alternatives
    else:
        hour = int(first.low * 60)
        later = hour + 720 if hour < 720 and hour + 720 < second.low else hour
        start = ((later if "m" in second.text.casefold() else hour,),)
    return replace(
        second,
        start=first.start,
        text=whole,
        low=start[0][0],
        high=second.low,
        bound="",
        alternatives=start + second.alternatives,
    )


_AGE_BEFORE = regex.compile(
    r"(?:\b(?:aged|ages|age|the ages? of|at age|lived to be(?: about| around)?"
    r"|im Alter von|âgés? de|âgées? de|de edad de|de idade "
    r"de)(?:\s(?:between|from|over|under|zwischen|von|entre))?"
    r"|\b(?:people|persons?|children|adults|voters|kids|passengers|pupils|infants|riders|women|men|boys|girls|patients|users|everyone|anyone|those"
    r"|nobody|no one|anybody|pilots"
    r"|drivers|students|visitors|guests|residents|teenagers|Kinder|Personen|Erwachsene|enfants|niños)"
    r"\s(?:who are\s|aged\s)?(?:over|under|above|below|between|from|older than|younger than|unter|über|zwischen|de "
    r"moins de|de plus de)"
    r"|\b(?:you|applicants?|riders?|members?|candidates?|players?|participants?|passengers?|volunteers?|tenants?|swimmers?"
    r"|customers?|buyers?|drivers?|students?|visitors?|guests?|children|users?)\s\p{L}+\s(?:to\s)?be\s(?:at least|over"
    r"|under)"
    r"|\b(?:younger|older) than"
    r"|\b(?:minimum|maximum|lowest|legal|required) age\b[^.;,!?]{0,30}?\s(?:is|was|of)|\bage limit\s(?:is|was|of))\s?$",
    regex.IGNORECASE,
)
_AGE_CLOSES = regex.compile(
    r"\s*(?:[.,;:!?)\]–—]|$|s\b|(?:who|are|is|was|were|can|may|must|should|will|have|has|had|do|and|or|in|at|on|to"
    r"|for|with|pay|get|need|sind|dürfen|zahlen)\b)",
    regex.IGNORECASE,
)
# "Children under 12 enter free": what would be counted is a plural, or a unit, which has made it another value by now.
_AGED_PEOPLE = regex.compile(r"\b(?:over|under|above|below|older than|younger than|unter|über)\s?$", regex.IGNORECASE)
_NO_PLURAL = regex.compile(r"\s+\p{Ll}*[\p{Ll}--s]\b", regex.V1)
_AGE_AFTER = regex.compile(r"\d\s+(?:or|and) (?:older|younger)$", regex.IGNORECASE)
_YEAR = 365.25 * 86400


def _is_age_of(text: str, mention: Mention) -> bool:
    beside = _AGED_PEOPLE.search(text, max(0, mention.start - 20), mention.start)
    return beside is not None and _NO_PLURAL.match(text, mention.end) is not None


def aged(text: str, mention: Mention) -> Mention:
    """Read the bare numbers of "aged two to twelve" and "people over 65" as years."""
    if mention.kind != "number" or mention.ordinal or mention.low < 0 or mention.high > 120:
        return mention
    glued = (
        BY_AGE.search(text, 0, mention.start) is not None
        and text[mention.end : mention.end + 1] == "s"
        and mention.bound in ("over", "under")
    )
    if (
        not glued
        and not _AGE_AFTER.search(mention.text)
        and not (
            _AGE_BEFORE.search(text, max(0, mention.start - 40), mention.start)
            and (_AGE_CLOSES.match(text, mention.end) or _is_age_of(text, mention))
        )
    ):
        return mention
    return replace(
        mention,
        kind="quantity",
        low=mention.low * _YEAR,
        high=mention.high * _YEAR,
        unit="[time]",
        step=mention.step * _YEAR,
        size=_YEAR,
    )


_EACH = regex.compile(
    r"\b(?P<base>annual|yearly|monthly|weekly|daily|hourly)\s(?:\p{L}+\s){1,3}?(?:is|are|was|were|of|costs?|comes to"
    r"|amounts? to|totals)\s(?:about |around |just |only |now )?[$€£¥]?$",
    regex.IGNORECASE,
)
_BASES = {"annual": _YEAR, "yearly": _YEAR, "monthly": _YEAR / 12, "weekly": 604800.0, "daily": 86400.0,
          "hourly": 3600.0}  # fmt: skip
_RATED = ("currency", "quantity", "number")


def rated(text: str, mention: Mention) -> Mention:
    """Read the amount of "the annual rent is 9,600 euros" as a rate, so that it can be compared with "800 a month"."""
    if mention.kind not in _RATED or mention.per or mention.unit in ("[time]", PERIOD) or mention.ordinal:
        return mention
    each = _EACH.search(text, max(0, mention.start - 60), mention.start)
    if each is None:
        return mention
    return replace(mention, per="[time]", per_size=_BASES[folded(each["base"])])


_PART_OF_MONTH = regex.compile(
    r"\b(?:the\s)?(?:(?P<early>early|(?:start|beginning)\sof|Anfang|début)|(?P<mid>mid|middle\sof|Mitte|mi)"
    r"|(?P<late>late|end\sof|Ende|fin))[\s-]$",
    regex.IGNORECASE,
)
_DAYS = {"early": range(1, 13), "mid": range(8, 23), "late": range(19, 32)}  # wide, for nobody counts them


def in_part(text: str, mention: Mention) -> Mention:
    """A month behind "early" or "the end of" as the days that this may mean."""
    if mention.kind != "date" or mention.span or mention.bound or [a[2] for a in mention.alternatives] != [0]:
        return mention
    part = _PART_OF_MONTH.search(text, max(0, mention.start - 20), mention.start)
    year, month, _ = mention.alternatives[0]
    if part is None or part.lastgroup is None or not month:
        return mention
    days = _DAYS[part.lastgroup]
    low, high = mention.low, mention.high
    if low:
        low, high = low + days[0] - 1, min(high, low + days[-1] - 1)
    whole = text[part.start() : mention.end]
    return replace(mention, start=part.start(), text=whole, low=low, high=high,
                   alternatives=tuple((year, month, day) for day in days))  # fmt: skip


_SHARED = frozenset(("quantity", "percentage", "currency"))
_REACH = 64
# what may follow a number that counts nothing named: a mark, or a word that opens a phrase of place or manner
_NOTHING_COUNTED = regex.compile(
    r"\s*(?:[.,;:)–—]|$|(?:to|from|and|or|but|in|on|at|for|by|with|under|over|through|while|whereas|as|back|down|up|away"
    r"|out|further|along)\b)"
)
_STOPPED = regex.compile(r"[.!?;:]\s|^\s*(?:later|earlier|ago|before|after)\b")  # "ten years later, 3,780" are no years
_NEXT_MEMBER = regex.compile(r"[,;]|\b(?:and|or|but|then|against|down|up|than|while|whereas)\b")
_ADVERBIAL = regex.compile(
    r"\b(?:by|to|at|in|on|of|with|for|under|over|through|about|page|number|no|room|gate|platform|line|grade|class|age|aged)\s$",
    regex.IGNORECASE,
)
_DIGITS = regex.compile(r"\d[\d,]*(?:\.\d+)?")
_AGE = regex.compile(r"\b(?:older|younger) than\s$", regex.IGNORECASE)
_FROM = regex.compile(r"\bfrom\s+(?:just\s+|about\s+)?$", regex.IGNORECASE)
_TO = regex.compile(r"\s+(?:down |up )?to\s+(?:just\s+|about\s+)?$", regex.IGNORECASE)


def elided(text: str, found: list[Mention]) -> list[Mention]:
    """Give each bare number of a list, or of "from A to B", the unit of the value it is next to."""
    result: list[Mention] = []
    holder: Mention | None = None
    for position, mention in enumerate(found):
        following = found[position + 1] if position + 1 < len(found) else None
        read = mention
        if _is_bare(mention):
            if following is not None and _opens_change(text, mention, following):
                read = _in_unit_of(following, mention)
            elif holder is not None and _continues(text, holder, mention):
                read = _in_unit_of(holder, mention)
        if read.kind in _SHARED and not read.is_range and (read.unit != "temperature" or _figure(read)):
            holder = read
        elif read.kind == "number":
            holder = None
        result.append(read)
    return result


def _is_bare(mention: Mention) -> bool:
    return mention.kind == "number" and not mention.ordinal and not mention.per and mention.low != 1


def _opens_change(text: str, first: Mention, second: Mention) -> bool:
    told = _FROM.search(text, max(0, first.start - 16), first.start) and _TO.fullmatch(text, first.end, second.start)
    return bool(told) and second.kind in _SHARED and second.unit != "temperature" and not second.is_range


def _continues(text: str, holder: Mention, mention: Mention) -> bool:
    """Whether a bare number is the next member of the list that a measured value opened."""
    between = text[holder.end : mention.start]
    return (
        len(between) <= _REACH
        and not _STOPPED.search(between)
        and _NEXT_MEMBER.search(between) is not None
        and (not (adverb := _ADVERBIAL.search(between)) or _follows_too(text, holder, adverb[0]))
        and not _AGE.search(between)
        and counts_nothing(text, mention)
    )


def _follows_too(text: str, holder: Mention, adverb: str) -> bool:
    """Whether the measured value has the same preposition: "for twelve years, ... for three"."""
    return text[: holder.start].casefold().endswith(adverb.casefold())


def _figure(mention: Mention) -> float:
    """The number that a value is written with in digits; 0 where there is none."""
    digits = _DIGITS.search(mention.text)
    return float(digits[0].replace(",", "")) if digits else 0.0


def counts_nothing(text: str, mention: Mention) -> bool:
    """Whether no noun that a number could count follows it."""
    return _NOTHING_COUNTED.match(text, mention.end) is not None


def _in_unit_of(holder: Mention, mention: Mention) -> Mention:
    size = 0.01 if holder.kind == "percentage" else holder.size
    zero = holder.low - _figure(holder) * size if holder.unit == "temperature" else 0.0  # of Celsius, in kelvin
    return replace(
        mention,
        kind=holder.kind,
        unit=holder.unit,
        per=holder.per,
        per_size=holder.per_size,
        size=holder.size,
        low=zero + mention.low * size,
        high=zero + mention.high * size,
        step=mention.step * size,
    )
