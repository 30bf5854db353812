"""Identifiers, paths and versions: values that are compared as written, never as amounts."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from critique_core.typed_values import measures

_CANDIDATE = regex.compile(r"[`_\d]|\p{Ll}\p{Lu}|\w[.:/]+\w|(?:^|\s)/\w")
_CODE = regex.compile(
    r"`([^`\n]{1,80})`|(?<![\w/.-])(/[\w{}:-]{2,}(?:/[\w{}:.-]+)*)"
    r"|(?<![\w.-])([A-Za-z_][A-Za-z0-9_]*(?:[._:/-]+[A-Za-z0-9_]+)*)(?![\w])"
)
_PLAIN = regex.compile(r"(?:\d|\p{L})\p{L}*")
_INNER_CAPITAL = regex.compile(r"\p{Ll}\p{Lu}")
_NO_CODE = regex.compile(
    r"v\d+(\.\d+)*|\p{L}+(?:-\p{L}+)+|\d+\w{1,3}|[Qq][1-4](?:[-/]\d+)?|H[12](?:[-/]\d+)?|FY\d+"
    r"|\p{Lu}\p{Ll}*(?:[./]\p{L}+)+|e\.g|i\.e|\w\.\w|[ap]\.m"
    r"|\p{Lu}\d\p{Lu}s?|CO2|[kcm]?m[23]|\p{Ll}+-\d+s?|[12]H\d+"
)
_NUMBERED = regex.compile(r"(?!(?:EUR|USD|GBP|CHF)-)\p{Lu}{1,3}-\d+\p{Lu}?")
_MONEY = regex.compile(r"(?:EUR|USD|GBP|CHF|Rs|kr)\d[\d.,]*")
_JOINED = regex.compile(r"_|::|\p{Ll}\p{Lu}\p{Ll}|[a-z]\.[a-z]\w+|\p{Ll}\p{Lu}{2,}")
_NAME_AND_NUMBER = regex.compile(r"\p{L}+-\d{1,2}|\d+.*")


def identifiers(text: str) -> Iterator[tuple[int, int]]:
    """Spans of code, paths and reference numbers: `retries`, /v2/users, max_size, KL-7731, A320, K-19.

    Container, order and case numbers may be written with spaces ("MSKU 402 771-3") or in figures alone ("55-20917").
    """
    if not _CANDIDATE.search(text):
        return
    for match in _REFERENCE.finditer(text):
        yield match.span()
    for match in _CODE.finditer(text):
        group = match.lastindex or 0
        word = match.group(group)
        if group == 1 and (_AMOUNT.fullmatch(word) or " " in word.strip()):
            continue
        if group != 3 or (_looks_coded(word) and not _is_unit(text, match.start(), word)):
            yield match.span(group)


_REFERENCE = regex.compile(
    r"(?<![\p{L}\d.-])(?:(?!(?:EUR|USD|GBP|CHF|ISO|DIN|IEC|RFC|BBC|CET|UTC)\b)\p{Lu}{2,5}\s"
    r"(?:\d{2,4}(?:[\s-]\d{1,4}){1,3}|\d{5,}(?:-\d{1,2})?)|\d{2,4}-\d{4,}(?:-\d+)*(?<!\d{4}-\d{4}))(?![\p{L}\d]|[.,]\d)"
)
_NUMBER_BEFORE = regex.compile(r"\d\s?$")


def _is_unit(text: str, start: int, word: str) -> bool:
    """Whether a mixed-case word after a number is its unit: "3 kVA", "31 ct/kWh"."""
    return bool(_NUMBER_BEFORE.search(text, max(0, start - 2), start)) and measures.is_symbol(word.rpartition("/")[2])


_AMOUNT = regex.compile(r"[\d.,\s%]+")


@lru_cache(maxsize=100_000)
def _looks_coded(word: str) -> bool:
    """Whether a word is a code: letters with digits, inner capitals, underscores or dots; not "B2B", "covid-19"."""
    if _NUMBERED.fullmatch(word):
        return True
    if _PLAIN.fullmatch(word) and not _INNER_CAPITAL.search(word):
        return False
    if _NO_CODE.fullmatch(word) or _MONEY.fullmatch(word):
        return False
    if _JOINED.search(word):
        return not word.startswith(("Mc", "Mac"))
    digits, letters = any(c.isdigit() for c in word), any(c.isalpha() for c in word)
    return digits and letters and not _NAME_AND_NUMBER.fullmatch(word)


_NEWER = (
    r"(?:\+(?!\d)|\s(?:(?:or|and|oder|ou|o|und|of|и)\s(?:newer|later|higher|above|up|greater|older|earlier|lower|below"
    r"|neuer|höher|älter|plus récent\w*|supérieure?|ultérieure?|posterior\w*|superiore|successiv\w*|hoger|nieuwer"
    r"|новее|выше)))"
)
_VERSION = regex.compile(
    r"(?<![\w.])v?(\d+(?:\.\d+){2,}(?:[-+.]?(?:alpha|beta|rc|dev|post)[\d.]*)?)(?![\w]|\.\d)"
    r"|(?i:(?<!\p{L})(?:versions?|versión|versione|versão|versie|Fassung|версия|версии|release|firmware|v\.?"
    r"|branch)\s?)(\d+(?:\.(?:\d+|x))*)(?![\w%]|\.\d)"
    r"|(?<![\w.])v(\d+(?:\.\d+)*)\b|(?<![\w.])(\d+(?:\.\d+)*\.x)\b"
    rf"|(?<=(?<!\p{{L}})\p{{Lu}}[\p{{L}}.+#]*\s(?:[<>]=?\s?)?)(\d{{1,3}}(?:\.\d+)*)(?={_NEWER})"
    r"|(?<=\b(?!In|By|At|Of|The|On|To|From|Until|Since|About)\p{Lu}[\p{L}.+#]{2,}\s)(\d{1,3}\.\d{1,3})(?![\w%]"
    r"|[.,]\d|\s?(?:million|billion|thousand|percent|per|%|(?!(?:to|and|or|is|has|was|on|in|for|by|as|at|it|bis|und"
    r"|et|ou|the|can)\b)\p{Ll}{1,3}\b))"
)  # fmt: skip
_ANOTHER = regex.compile(
    r"\s?(?:to|through|[-–]|and|or|until|bis|à|,)\s?v?(\d+(?:\.\d+)+)(?![\w%]|\s?(?:million|billion|percent|per\b|%"
    r"|\p{Ll}{1,2}\b))"
)
_NAME_BEFORE = regex.compile(r"(?<!\p{L})\p{Lu}[\p{L}.+#]*\s$|(?i:\b(?:versions?|release|firmware)\s)$")
_VERSION_CANDIDATE = regex.compile(r"\d\.[\dx]|\p{L}\s?\d")


def versions(text: str) -> Iterator[tuple[int, int]]:
    """Spans of version numbers: with three parts, after "version" or a name, or bounded ("Node 18 or later")."""
    if _VERSION_CANDIDATE.search(text):
        reached = 0
        for match in _VERSION.finditer(text):
            start, end = match.span(match.lastindex or 1)
            if start < reached:
                continue
            yield start, end
            reached = end
            while more := _ANOTHER.match(text, reached):
                yield more.span(1)
                reached = more.end(1)


def product_start(text: str, start: int) -> int:
    """Where the product's name before a version starts, so that "at least" before "Python 3.8" is seen."""
    match = _NAME_BEFORE.search(text, max(0, start - 24), start)
    return match.start() if match else start
