"""Identifiers, paths and versions: values that are compared as written, never as amounts."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from critique_core.typed_values import measures

_CANDIDATE = regex.compile(r"[`_\d@]|\p{Ll}\p{Lu}|\w[.:/]+\w|(?:^|\s)/\w")
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
    Addresses, telephone numbers, ISBNs, IBANs and hashes are whole, however they are grouped.
    """
    if not _CANDIDATE.search(text):
        return
    reached = 0
    for match in (*_WHOLE.finditer(text), *_REFERENCE.finditer(text)):
        if match.start() >= reached or match.re is _WHOLE:
            yield match.span()
            reached = max(reached, match.end())
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
_LETTER = r"\p{Latin}\p{Greek}\p{Cyrillic}\d_"  # what a number is not glued to; Chinese and Japanese have no spaces
_WHOLE = regex.compile(
    rf"(?<![{_LETTER}.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an e-mail address
    rf"|(?<![{_LETTER}])(?:https?://|www\.)[^\s<>\"'`。、，）」]+[\w/]"  # a web address
    # telephone numbers: (030) 123 4567, +44 20 7946 0958, 020 7946 0958, 1-800-555-0199, "call 555-0134"
    rf"|(?<![{_LETTER}.,/-])(?:\+\d{{1,3}}[\s.-]?)?\(\d{{2,5}}\)[\s-]?\d{{2,4}}(?:[\s.-]?\d{{2,4}}){{0,3}}(?![{_LETTER}-])"
    rf"|(?<![{_LETTER}.,/-])\+\d{{1,3}}(?:[\s.-]?\d{{2,5}}){{2,5}}(?![{_LETTER}-])"
    rf"|(?<![{_LETTER}.,/-])(?=(?:[\s/-]?\d){{8}})0\d{{1,4}}[\s/-]\d{{2,8}}(?:[\s-]?\d{{2,5}}){{0,3}}(?![{_LETTER}-]|[.,/:]\d)"
    rf"|(?<![{_LETTER}.,/-])(?:1-)?\d{{3}}-\d{{3,4}}-\d{{4}}(?![{_LETTER}-])"
    r"|(?i:(?<=(?:call|phone|tel|telephone|dial|fax|ring|text)\P{L}{1,3}(?:us\s|on\s|at\s|number\s|is\s){0,3})\d{3}-\d{4})"
    rf"(?![{_LETTER}-])"
    # an IPv4 address, with the length of its network's prefix
    rf"|(?<!(?i:version|release|firmware|build|v)\s?)(?<![{_LETTER}.-])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:/\d{{1,2}})?(?![{_LETTER}-]|\.\d)"
    # "order number 4471920", "#4471920"
    rf"|(?i:(?<=(?:number|no\.?|nr\.?|id|code)\s(?:is\s|was\s|:\s)?))(?<!\bof\s)\d{{4,}}(?![{_LETTER}-]|[.,]\d|\s\p{{Ll}}+s\b)|(?<=#)\d{{3,}}(?![{_LETTER}-])"
    rf"|(?<![{_LETTER}-])97[89](?:[\s-]?\d){{10}}(?![{_LETTER}-])"  # an ISBN of 13 digits, then one of 10
    rf"|(?i:(?<=ISBN(?:-1[03])?:?\s))\d(?:[\s-]?\d){{8,11}}[\s-]?[\dXx](?![{_LETTER}-])"
    # an IBAN
    rf"|(?<![{_LETTER}])\p{{Lu}}{{2}}\d{{2}}(?:\s?[\p{{Lu}}\d]{{4}}){{3,7}}(?:\s?[\p{{Lu}}\d]{{1,3}})?(?![{_LETTER}])"
    rf"|(?<![{_LETTER}-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{7,64}}(?![{_LETTER}-])"  # a hash
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


_SEPARATORS = regex.compile(r"[\s()./‐‑–-]")


def stated(identifier: str, text: str) -> bool:
    """Whether a text has an identifier whole: "port" is not in "admin_port"; a number may be grouped in another way."""
    wanted = identifier.casefold()
    at = text.casefold().find(wanted)
    while at >= 0:
        before, after = text[max(0, at - 1) : at], text[at + len(wanted) : at + len(wanted) + 1]
        if not (_goes_on(before) and _goes_on(wanted[0])) and not (_goes_on(after) and _goes_on(wanted[-1])):
            return True
        at = text.casefold().find(wanted, at + 1)
    if network := _NETWORK.fullmatch(identifier):
        return _has_network(network["address"], int(network["prefix"]), text)
    digits = _SEPARATORS.sub("", identifier)
    if not digits.lstrip("+").isdigit():
        return False
    return any(_SEPARATORS.sub("", text[start:end]) == digits for start, end in identifiers(text))


_NETWORK = regex.compile(r"(?P<address>\d{1,3}(?:\.\d{1,3}){3})/(?P<prefix>\d{1,2})")
_MASK = regex.compile(r"\s+(?:(?:net)?mask\s+)?(?P<mask>\d{1,3}(?:\.\d{1,3}){3})(?![\w.])", regex.IGNORECASE)


def _has_network(address: str, prefix: int, text: str) -> bool:
    """Whether a text gives an address with the mask that a prefix stands for: /24 and 255.255.255.0."""
    bits = (0xFFFFFFFF << (32 - min(prefix, 32))) & 0xFFFFFFFF
    mask = ".".join(str(bits >> shift & 0xFF) for shift in (24, 16, 8, 0))
    places = regex.finditer(rf"(?<![\w.]){regex.escape(address)}", text)
    return any((found := _MASK.match(text, place.end())) and found["mask"] == mask for place in places)


def _goes_on(character: str) -> bool:
    """Whether a letter, digit or underscore goes on with a word; Chinese and Japanese put no space between words."""
    return regex.fullmatch(f"[{_LETTER}]", character) is not None
