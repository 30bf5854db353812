"""The words around a value that make it a bound or an approximation: "at least", "just under", "no later than"."""

from typing import NamedTuple

import regex

from critique_core.text.word_classes import APPROXIMATE, LOWER_BOUND, OVER, UNDER, UPPER_BOUND


class Cue(NamedTuple):
    """``bound`` is min, max (both inclusive), over, under (exclusive) or empty; ``lean`` -1 ("just under") or 1.

    ``end`` is where a bound that follows directly ("or newer") ends, 0 when there is none.
    """

    approximate: bool = False
    lean: int = 0
    bound: str = ""
    end: int = 0


_JUST_UNDER = (
    "just under", "a little under", "slightly under", "just below", "slightly below", "slightly less than",
    "just less than", "a little less than",
    "nearly", "almost", "knapp", "fast", "beinahe", "près de", "presque", "un peu moins de", "casi", "poco menos de",
    "quasi", "poco meno di",
    "quase", "pouco menos de", "bijna", "iets minder dan", "почти", "чуть менее", "近", "将近", "接近",
)  # fmt: skip
_JUST_OVER = (
    "just over", "a little over", "slightly over", "just above", "slightly above", "slightly more than",
    "just more than", "a little more than",
    "a bit over", "gut", "etwas mehr als", "un peu plus de", "poco más de", "poco più di", "pouco mais de",
    "iets meer dan", "ruim", "чуть более",
)  # fmt: skip
_MORE_ABOUT = ("an estimated", "estimated", "give or take", "à peu près", "circa", "intorno a", "cerca de",
    "por volta de", "ongeveer", "rond",
               "около", "примерно", "приблизительно", "en torno a", "a eso de", "gegen", "vers", "in etwa",
               "大概")  # fmt: skip
_MORE_MIN = ("à partir de", "a partir de", "ab", "dès", "ab dem", "almeno", "minimo", "pelo menos", "no mínimo",
    "minstens", "ten minste",
             "не менее", "как минимум", "от", "no mínimo de", "como mínimo",
             "un mínimo de", "um mínimo de", "un minimum de", "un minimo di", "不少于", "一部不少于")  # fmt: skip
_MORE_MAX = ("al massimo", "fino a", "no máximo", "até", "hoogstens", "maximaal", "tot", "не более", "максимум", "до",
    "jusqu’à", "no later than", "not later than", "not exceeding", "not exceed", "never exceed", "nicht mehr als",
    "pas plus de",
             "un máximo de", "um máximo de", "un maximum de", "un massimo di",
             "不超过", "up to a maximum of")  # fmt: skip
_MORE_OVER = ("higher than", "in excess of", "upwards of", "well over", "more than", "mayores de", "superior a",
    "più di", "oltre", "mais de",
              "heavier than", "wider than", "taller than", "deeper than", "bigger than", "hotter than", "warmer than",
              "faster than", "thicker than", "exceed", "exceeds", "acima de", "maiores de", "meer dan",
              "boven", "более", "свыше", "больше", "älter als", "länger als",
              "au-delà de")  # fmt: skip
_MORE_UNDER = ("lighter than", "narrower than", "smaller than", "colder than", "slower than", "thinner than",
    "menores de", "inferior a", "meno di", "sotto i", "abaixo de", "menores de", "minder dan", "onder",
    "менее", "меньше", "jünger als",
               "kürzer als", "shy of", "well under", "en dessous de", "au-dessous de", "moins d'", "moins d’",
               "不足")  # fmt: skip


def _phrases(*groups: tuple[str, ...], but: tuple[str, ...] = ()) -> str:
    """Any of the phrases, the longest first, with what may not be before it."""
    words = sorted({word for group in groups for word in group} - set(but), key=len, reverse=True)
    return "|".join(
        f"{edge}(?:{'|'.join(regex.escape(word) for word in words if _edge(word) == edge)})"
        for edge in sorted({_edge(word) for word in words})
    )


def _edge(word: str) -> str:
    """What may not be before a phrase: a letter before one in letters, the shaft of an arrow before ">"."""
    if word[0] in "<>":
        return r"(?<![-=])"
    return r"(?<!\p{L})" if word[0].isalpha() and word[0] < "\u2e80" else ""


_DIRECTED = (*_JUST_UNDER, *_JUST_OVER)
_CLOSE = (*_DIRECTED, "well over", "upwards of", "within")
_BEFORE = regex.compile(
    rf"(?:(?P<lower>{_phrases(_JUST_UNDER)})|(?P<higher>{_phrases(_JUST_OVER)})"
    rf"|(?P<min>{_phrases(LOWER_BOUND, _MORE_MIN)})"
    rf"|(?P<max>{_phrases(UPPER_BOUND, _MORE_MAX)})|(?P<over>{_phrases(OVER, _MORE_OVER)})"
    rf"|(?P<under>{_phrases(UNDER, _MORE_UNDER)})"
    rf"|(?P<about>{_phrases(APPROXIMATE, _MORE_ABOUT, but=_CLOSE)}))"
    r"(?:(?:[\s(-]+|(?<=['’]))(?:the|an?|of|als|à|einer?|einem|los|las|i|gli|the age of|age|den)?)?[\s-]*[$€£¥]?\s*$",
    regex.IGNORECASE | regex.REVERSE,  # anchored at the end: read backwards, a cue that is not there fails at once
)
_OR = r"(?:or|and|oder|und|ou|et|o|y|e|of|en|и|или)"
_AFTER = regex.compile(
    rf"(?:s\b)?\s*(?:\p{{L}}+\s){{0,3}}?(?:(?P<min>{_OR} (?:more|newer|later|above|higher|older|over|greater|up"
    rf"|longer|beyond|mehr|älter|neuer|höher|darüber|plus|más|mayores|più|oltre|mais|meer|ouder|более|больше"
    rf"|старше)\b|\+(?!\d)|minimum\b|at (?:the )?least\b|mindestens|或以上|以上)"
    rf"|(?P<max>{_OR} (?:less|fewer|below|earlier|under|lower|younger|weniger|jünger|darunter|moins|menos|meno"
    rf"|minder|jonger|менее|меньше|младше)\b|at (?:the )?most\b|maximum\b|höchstens|以下|以内))",
    regex.IGNORECASE,
)
_NEAR = regex.compile(rf"\+|\s(?:of age\s|and\s)?(?:{_OR}|minimum|maximum|at)\b", regex.IGNORECASE)
_AFTER_ABOUT = regex.compile(
    r"\s*(?:or so\b|or thereabouts|左右|上下|ungefähr\b|-ish\b|-odd\b|environ\b|approx)", regex.IGNORECASE
)
_DATE_BEFORE = regex.compile(
    r"(?<!\p{L})(?:(?P<max>(?:no|not) later than|at the latest by|spätestens(?: am| bis)?|au plus tard(?: le)?|a "
    r"más tardar(?: el)?|entro(?: il)?|no più tardi del|até|uiterlijk(?: op)?|не позднее)"
    r"|(?P<min>no earlier than|not (?:earlier than|before)|frühestens(?: am| ab)?|au plus tôt(?: le)?|no antes del?"
    r"|не ранее)"
    r"|(?P<under>before|prior to|earlier than|vor(?: dem)?|avant(?: le)?|antes del?|prima del?|vóór|до)"
    r"|(?P<over>after|later than|nach(?: dem)?|après(?: le)?|después del?|dopo(?: il)?|depois de|na|после)"
    r"|(?P<about>around|about|circa|ca\.|c\.|approximately|um|gegen|vers|hacia|около))\s*(?:the\s|mid-?|year\s)?$",
    regex.IGNORECASE,
)
_DATE_AFTER = regex.compile(
    r"\s*,?\s*(?:(?P<max>at the latest|or earlier|or before)|(?P<min>at the earliest|or later|or after))\b",
    regex.IGNORECASE,
)
_FROM = regex.compile(r"(?<!\p{L})(?:from|von|de|da|от)\s*[$€£¥]?\s*$", regex.IGNORECASE)
_LEAVING = regex.compile(  # "upgrading from version 3.2" is no "3.2 or later"
    r"\b(?:(?:up|down)grad|updat|migrat|switch|mov)(?:e|es|ed|ing)?\s+from\s+(?:\p{L}+\s+)?$",
    regex.IGNORECASE,
)
_TO = regex.compile(
    r"(?:\s+\p{L}+){0,3}?\s+(?:to|auf|bis|à|a|al|até|до)\s+[$€£¥]?(?:about |around |nearly |over |just "
    r")*[-−]?[\d\p{L}]",
    regex.IGNORECASE,
)


def amount_cue(text: str, start: int, end: int, *, measured: bool, priced: bool) -> Cue:
    """What is around an amount at ``text[start:end]``.

    Only prices and lengths (of time, too) start "from" a value: "44 points from 27 matches" has no bound. "Over 400
    metres" may be a distance covered, so for lengths it includes its value.
    """
    before = _BEFORE.search(text, max(0, start - 32), start)
    kind = before.lastgroup if before else None
    starts = kind == "min" and _FROM.search(text, max(0, start - 10), start)
    leaves = starts and _LEAVING.search(text, max(0, start - 40), start)
    if starts and (not (measured or priced) or _TO.match(text, end) or leaves):
        kind = None
    if kind in ("over", "min") and not measured and _PARTICLE.search(text, max(0, start - 24), start):
        kind = None  # "hand over 12 hens", but "takes over 30 minutes" is longer
    if kind == "max" and _SUMMED.search(text, max(0, start - 24), start):
        kind = None  # "adds up to 265 euros" states a total, no limit
    if kind in ("lower", "higher"):
        return Cue(approximate=True, lean=-1 if kind == "lower" else 1)
    if kind == "over" and measured and before and before.group().strip().casefold() == "over":
        kind = "min"
    approximate = kind == "about" or bool(_AFTER_ABOUT.match(text, end))
    if kind in _BOUNDS:
        return Cue(approximate, 0, kind or "")
    after = _AFTER.match(text, end)
    if after is None:
        return Cue(approximate)
    near = _NEAR.match(text, end) is not None
    return Cue(approximate, 0, after.lastgroup or "", after.end() if near else 0)


_BOUNDS = ("min", "max", "over", "under")
_PARTICLE = regex.compile(
    r"\b(?:hand(?:s|ed|ing)?|turn(?:s|ed|ing)?|t[ao]k(?:e|es|en|ing)|took|carr(?:y|ies|ied|ying)|sign(?:s|ed|ing)?"
    r"|g[ai]v(?:e|es|en|ing)|pass(?:es|ed|ing)?|bring(?:s|ing)?|brought"
    r"|spread(?:s|ing)?|distribut(?:e|es|ed|ing)|divid(?:e|es|ed|ing)|scattered|split|shared|averaged)\s+over\s+[$€£¥]?$",
    regex.IGNORECASE,
)
_SUMMED = regex.compile(r"\b(?:add|tot|sum|count)(?:s|t?ed|m?ed|t?ing|m?ing)?\s+up to\s+[$€£¥]?\s*$", regex.IGNORECASE)


def date_cue(text: str, start: int, end: int) -> Cue:
    """What is around a date or time at ``text[start:end]``."""
    before = _DATE_BEFORE.search(text, max(0, start - 24), start)
    if before and before.lastgroup == "about":
        return Cue(approximate=True)
    after = _DATE_AFTER.match(text, end)
    return Cue(bound=(before.lastgroup if before else after.lastgroup if after else "") or "")
