"""Citation markers as a draft writes them: where each is, and which number or name it holds.

Nothing here knows a source's text: what a marker names is given by ``citations``, and ``claims`` leaves markers out of
the words that are checked. A number of one to three digits in square brackets is a marker; a longer one is a year.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamedSource:
    """One thing that a marker names: the source's place ``number``, a ``name`` (address, path, footnote label) or both.

    ``start`` and ``end`` hold the digits; the whole range for a number inside "2-4"; the name when there is no number.
    """

    start: int
    end: int
    number: int | None = None
    name: str | None = None
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A marker at ``text[start:end]``; ``apart`` when the sentence reads on without it, so that it is no word of it."""

    start: int
    end: int
    parts: tuple[NamedSource, ...]
    apart: bool = True


_SUPERSCRIPT = "⁰¹²³⁴-⁹"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SOURCE = (
    r"(?:(?:sources?|documents?|docs?|references?|refs?|(?:oai_)?citations?|cite|passages?|quellen?|fuentes?|fontes?"
    r"|fonti?|bron(?:nen)?|источники?)(?![^\W\d_])|来源|來源|资料|資料|文献|文獻|参考|出典|출처)[\s:：#№_.-]{0,3}"
)
_NUMBER = r"\d{1,3}(?:\s?[-‐-—~〜]\s?\d{1,3})?(?!\d)"
_ITEM = rf"(?:{_SOURCE})?\^?{_NUMBER}\^?"
_AND = r"(?:\s{0,2}(?:[,;，、；&]|\b(?:and|und|et|y|e|or)\b)){1,2}\s{0,2}"
_LIST = rf"{_ITEM}(?:{_AND}{_ITEM})*"
_PAGE = r"\s?[,:;]\s?(?:pp?\.|S\.|§|sec\.|ch\.|lines?|L)\s?"
_LOCATOR = rf"(?:{_PAGE}[\w.–-]{{1,12}})?"
_SEE = r"(?:see|cf\.?|from|per|according to|siehe|vgl\.|voir|véase|vedi|见|見)\s{0,2}:?\s?"
_LINK = (
    r"\[(?P<words>(?:[^\[\]]|\\?\[[^\[\]]*\])*)\]\((?P<target>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)"
)
_ADDRESS = r"https?://[^\s<>()\[\]{}\"'`，。；、】）]+"
_MARKER = re.compile(
    rf"(?P<code>(?<!`)(?P<ticks>`{{1,3}})(?!`)[^`]+(?P=ticks)(?!`)|!\[[^\[\]]*\]\([^()\s]*\))"
    rf"|(?P<link>{_LINK})"
    rf"|(?P<square>\\?[\[［〔]\s?{_LIST}{_LOCATOR}\s?\\?[\]］〕])"
    rf"|(?P<lens>【\s?{_LIST}(?P<piece>:\d{{1,3}})?(?:†[^】\n]{{0,80}})?\s?】)"
    r"|\[\^(?P<label>[^\[\]\s^]{1,60})\^?\]"
    rf"|(?P<round>[(（]\s?(?:{_SEE})?{_SOURCE}{_LIST}{_LOCATOR}\s?[)）])"
    rf"|(?P<tag><sup>\s?\[?{_LIST}\]?\s?</sup>)"
    rf"|(?P<raised>[{_SUPERSCRIPT}]{{1,3}}(?:[,，⸴]\s?[{_SUPERSCRIPT}]{{1,3}})*)"
    rf"|(?P<told>(?:,\s)?\b(?:according to|as (?:stated|described|noted|shown) in|as per)\s(?:the\s)?{_SOURCE}{_NUMBER}"
    r"\s?,?)"
    rf"|(?P<address>{_ADDRESS})"
    r"|(?P<enclosed>[\[(（【［]\s?(?P<inner>[^\[\]()（）【】［］\n]{1,300})[\])）】］])"
    r"|(?:\b(?:according to|as per|source:|see)\s|\s[—–]\s)[`*“\"]{0,2}(?P<path>[^\s`*\"“”,;()\[\]]{2,300})",
    re.IGNORECASE,
)
_MAYBE = re.compile(
    rf"[\[［〔【({_SUPERSCRIPT}（]|<sup|://|according to|as (?:stated|described|noted|shown) in|as per", re.I
)
_DIGITS = re.compile(rf"[{_SUPERSCRIPT}]+|{_NUMBER}")
_NO_DIGIT = re.compile(rf"[^\d{_SUPERSCRIPT}]+")
_LOCATES = re.compile(rf"{_PAGE}\Z", re.IGNORECASE)
_CODE_WORD = re.compile(r"(?:(?<!\w)[A-Za-z]|\w*[_$][\w$]*|[a-z_]\w*\.[a-z_]\w*|\w\(\)|`)\Z")
_INDEXES = re.compile(r"(?:\[[^\[\]]{0,12}\])+\Z")
_CODE_FOLLOWS = re.compile(r"\.[a-z_]|\(|\s?[-+*/]?=(?!=)")
_ONE_NUMBER = re.compile(rf"\\?\[?\s?{_ITEM}(?:‡[^\[\]]{{0,80}})?\s?\\?\]?", re.IGNORECASE)
_LINE_START = re.compile(r"(?:\A|\n)[ \t>*+-]{0,12}\Z")
_COLON = (":", "：")
_RAISABLE = re.compile(
    r"(?:(?<![^\W\d_])[^\W\d_]|[=+*/^−·]\s?[^\W\d_]+|(?<![^\W\d_])(?:[kcdmnµμ]m|in|ft|yd|mi|px)"
    r"|\d\s?(?:[^\W\d_]*met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?))\Z",
    re.IGNORECASE,
)
_SUM_IN_BRACKETS = re.compile(r"\([^()]*[-+−×*/=^][^()]*\)\Z")
_OPENS = re.compile(rf"[(（\[]\s?(?:{_SEE})?(?:{_SOURCE})?\Z", re.IGNORECASE)
_CLOSES = re.compile(r"\s?[)）\]]")
_LEAD = re.compile(rf"(?:{_SEE})?(?:{_SOURCE}(?<=[\s:：]))?", re.IGNORECASE)
_JOINED_AFTER = re.compile(r"[\s.,;:!?)\]}。，；：！？、）]|\Z")
_BETWEEN = re.compile(r"\s{0,2}(?:[,;，、；&]|and)?\s{0,2}\Z")
_SENTENCE_BEFORE = re.compile(r"(?:\A|[.!?。！？])[\"'”’)\]]*\s*\Z")
_PLAIN_WORD = re.compile(r"[^\W\d_]+\Z")
_LINE_OF_PATH = re.compile(
    r"(?:(?<=\w):\d+(?:[-–:]\d+)?|#L?\d[\w-]*|[,:]?\s(?:lines?|pp?\.|pages?|section|sec\.|§)\s?[\w.–-]{1,16})\Z",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"(?:https?://)?(?:www\.)?")
_OUTER = " \t`*_\"'“”‘’<>"
_LONGEST_RANGE = 20  # a wider one is a range of values, not a list of sources


def find(text: str, names: Collection[str] = ()) -> tuple[Written, ...]:
    """The markers of one block of prose, in order; code spans, array indexes, powers and check boxes are none.

    ``names`` are the sources' names as ``normalised`` gives them; links, addresses and paths are markers only when
    they are among them, but "[1](address)" always is one. Time is linear in the text.
    """
    return tuple(_joined(text, list(_found(text, names)))) if _MAYBE.search(text) else ()


def normalised(name: str) -> str:
    """A source's id, path, title or address in the one form in which names are compared."""
    name = unicodedata.normalize("NFC", name).strip(_OUTER).casefold()
    return _SCHEME.sub("", name, count=1).removeprefix("./").rstrip("/")


def normalised_among(written: str, names: Collection[str]) -> str | None:
    """The one of ``names`` that is written here, with or without a line, page or section behind it."""
    written = written.strip(_OUTER)
    for spelt in (written, _LINE_OF_PATH.sub("", written), written.split("#")[0]):
        name = normalised(spelt)
        if name and name in names:
            return name
    return None


def blanked(text: str, written: Sequence[Written]) -> str:
    """The text at the same length with spaces for the markers that are no words of it."""
    kept, at = [""], 0
    for marker in written:
        if marker.apart:
            kept += [text[at : marker.start], " " * (marker.end - marker.start)]
            at = marker.end
    return "".join(kept) + text[at:]


def without(text: str, written: Sequence[Written], start: int = 0, end: int | None = None) -> str:
    """``text[start:end]`` without the markers that are no words of it, closed up where they stood."""
    end = len(text) if end is None else end
    kept, at = [""], start
    for marker in written:
        if marker.apart and marker.start >= start and marker.end <= end:
            before = text[at : marker.start]
            kept.append(before.rstrip(" \t") if _JOINED_AFTER.match(text, marker.end, end) else before)
            at = marker.end
    return "".join(kept) + text[at:end]


def _found(text: str, names: Collection[str]) -> Iterator[Written]:
    at = 0
    while match := _MARKER.search(text, at):
        marker = None if match["code"] else _read(match, names)
        if marker:
            yield marker
        # What is no marker may hold one: "(see [1])", "[both (source 2)]".
        skipped = match["code"] or match["raised"] or match["address"]
        at = match.end() if marker or skipped else match.start() + 1


def _read(match: re.Match[str], names: Collection[str]) -> Written | None:
    if match["link"]:
        return _link(match, names)
    if match["enclosed"]:
        return _enclosed(match, match["inner"], match.start("inner"), names)
    if match["address"] or match["path"]:
        return _bare(match, "address" if match["address"] else "path", names)
    if match["label"]:
        return _footnote(match)
    return _digits(match, names)


def _digits(match: re.Match[str], names: Collection[str]) -> Written | None:
    if match["square"] or match["lens"]:
        inner = match[0].strip("\\[]［］〔〕【】 ")
        named = _enclosed(match, inner, match.start() + match[0].index(inner), names)
        if named or match["piece"] or _is_index(match) or _defines(match):
            return named
    raised = match["tag"] or match["raised"]
    return None if raised and _is_power(match.string, *match.span()) else _numbered(match)


def _numbered(match: re.Match[str]) -> Written | None:
    parts = tuple(_numbers(match.string, *match.span()))
    if not parts or (len(parts) > 1 and any(part.number == 0 for part in parts)):
        return None  # "[0, 1]" is an interval
    return Written(match.start(), match.end(), parts)


def _numbers(text: str, start: int, end: int) -> Iterator[NamedSource]:
    stop = text.find("†", start, end)
    for digits in _DIGITS.finditer(text, start, end if stop < 0 else stop):
        if _LOCATES.search(text[max(start, digits.start() - 8) : digits.start()]):
            return
        ends = [int(unicodedata.normalize("NFKC", part)) for part in _NO_DIGIT.split(digits[0])]
        if not 0 <= ends[-1] - ends[0] <= _LONGEST_RANGE:
            return
        for number in range(ends[0], ends[-1] + 1):
            yield NamedSource(digits.start(), digits.end(), number, raised=digits[0][0] in _RAISED)


def _link(match: re.Match[str], names: Collection[str]) -> Written | None:
    words, target = match["words"], match["target"]
    name = normalised_among(target, names)
    if _ONE_NUMBER.fullmatch(words):
        inside = next(_numbers(match.string, *match.span("words")), None)
        place = inside and NamedSource(inside.start, inside.end, inside.number, target)
        return Written(match.start(), match.end(), (place,)) if place else None
    if name is None:
        return None
    apart = normalised_among(words, names) == name or bool(_SENTENCE_BEFORE.search(match.string[: match.start()][-8:]))
    return Written(match.start(), match.end(), (NamedSource(match.start(), match.end(), None, target),), apart)


def _enclosed(match: re.Match[str], inner: str, at: int, names: Collection[str]) -> Written | None:
    """Brackets that hold nothing but names of sources."""
    if not names:
        return None
    lead = _LEAD.match(inner)
    at, inner = (at + lead.end(), inner[lead.end() :]) if lead else (at, inner)
    whole = [(0, len(inner))]
    pieces = [piece.span() for piece in re.finditer(r"[^,;，；、]+", inner)]
    for spans in (whole, pieces):
        named = [normalised_among(inner[start:end].split("†")[-1], names) for start, end in spans]
        if all(named) and not (match[0][0] in "(（" and any(_PLAIN_WORD.match(name or "") for name in named)):
            parts = (_trimmed_part(inner, start, end, at) for start, end in spans)
            return Written(match.start(), match.end(), tuple(parts))
    return None


def _trimmed_part(inner: str, start: int, end: int, at: int) -> NamedSource:
    words = inner[start:end]
    start += len(words) - len(words.lstrip(_OUTER))
    end = start + len(words.strip(_OUTER))
    return NamedSource(at + start, at + end, None, inner[start:end].rsplit("†", maxsplit=1)[-1])


def _bare(match: re.Match[str], group: str, names: Collection[str]) -> Written | None:
    written = match[group].rstrip(".,;:!?*_")
    if normalised_among(written, names) is None:
        return None
    start = match.start(group)
    part = NamedSource(start, start + len(written), None, written)
    angled = match.string[start - 1 : start] == "<" and match.string.startswith(">", part.end)
    return Written(part.start - angled, part.end + angled, (part,), apart=angled)


def _footnote(match: re.Match[str]) -> Written | None:
    if _defines(match):
        return None
    label, start = match["label"], match.start("label")
    number = int(label) if re.fullmatch(r"[0-9]{1,3}", label) else None
    part = NamedSource(start, start + len(label), number, None if number is not None else label)
    return Written(match.start(), match.end(), (part,))


def _defines(match: re.Match[str]) -> bool:
    """Whether it opens a line like "[1]: the source", which says what a marker means and is none."""
    text = match.string
    line_start = _LINE_START.search(text[max(0, match.start() - 14) : match.start()])
    return text.startswith(_COLON, match.end()) and line_start is not None


def _is_index(match: re.Match[str]) -> bool:
    text, start = match.string, match.start()
    before = _INDEXES.sub("", text[max(0, start - 60) : start])
    if not before or not (before[-1].isalnum() or before[-1] in "_$)`]"):
        return False
    zero = re.fullmatch(r"\D*0\D*", match[0]) is not None
    return zero or bool(_CODE_WORD.search(before)) or bool(_CODE_FOLLOWS.match(text, match.end()))


def _is_power(text: str, start: int, end: int) -> bool:
    """Whether raised digits belong to a unit, a number or a formula: "5 m²", "10²", "x²", "²H"."""
    before, after = text[max(0, start - 40) : start], text[end : end + 1]
    if after.isalpha() and unicodedata.category(after) != "Lo":
        return True
    if before[-1:].isdigit() or before[-1:] in ("⁻", "⁺", "^") or _SUM_IN_BRACKETS.search(before):
        return True
    digits = re.sub(r"</?sup>", "", text[start:end])
    if unicodedata.normalize("NFKC", digits) == "1" or before[-1:].isspace():
        return False  # no one writes a first power
    return bool(_RAISABLE.search(before)) and unicodedata.category(before[-1]) != "Lo"


def _joined(text: str, found: list[Written]) -> Iterator[Written]:
    """The markers, each with the round brackets that hold it alone or with its neighbours: "(see [1], [2])"."""
    at = 0
    while at < len(found):
        last = at
        while (
            last + 1 < len(found)
            and _BETWEEN.match(text[found[last].end : found[last + 1].start][:8])
            and (found[last + 1].start - found[last].end < 8)
        ):
            last += 1
        opening = _OPENS.search(text[max(0, found[at].start - 40) : found[at].start])
        closing = _CLOSES.match(text, found[last].end)
        if opening and closing:
            parts = tuple(part for marker in found[at : last + 1] for part in marker.parts)
            start = found[at].start - (opening.end() - opening.start())
            yield Written(start, closing.end(), parts)
        else:
            yield from found[at : last + 1]
        at = last + 1
