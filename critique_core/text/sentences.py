"""Sentences of any text, and the prose inside Markdown, with exact code-point offsets.

Sentence ends come from sentencex, which knows the abbreviations and end marks of some 240 languages. It is fed windows
of bounded size, because its time grows with the square of a paragraph that has no spaces.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import sentencex  # pyright: ignore[reportMissingTypeStubs]

from critique_core.models import Span
from critique_core.text.markdown import Block, Cell, blocks, trimmed

__all__ = ["Block", "Cell", "block_sentences", "blocks", "plain", "sentences", "unmarked"]

# sentencex ships no types.
_boundaries = cast("Callable[[str, str], list[dict[str, Any]]]", getattr(sentencex, "get_sentence_boundaries"))  # noqa: B009
_WINDOW = 4096
# A stretch this long without a sentence end is no sentence; it is cut where the window ends.
_LONGEST_SENTENCE = 8192
_ORDINAL_ONLY = re.compile(r"[(\[]?(?:\d{1,3}|[a-zA-Z])[.)\]]{1,2}\Z")
_BEFORE_A_NUMBER = re.compile(r"\b(?:approx|ca|nr|núm|vol|figs?|ch|eq|pp?|ext)\.\s*\Z", re.IGNORECASE)
# A title stands before its name: "represented by Ms. Petra Vogel"; so does "incl." before "VAT".
_BEFORE_A_NAME = re.compile(
    r"(?<!\w)(?:Mr|Mrs|Ms|Mx|Messrs|Mme|Mlle|Dr|Dra|Prof|Hr|Sr|Sra|Srta|Sig|Dott|Rev|incl|excl|inkl|exkl|zzgl|abzgl)\.\s*\Z"
)
# "in der 12. Minute", "den 3. maj": after these words a number with a stop is an ordinal, where they are written so.
_ORDINALS = {
    "de": "der|die|das|dem|den|des|ein|eine[mnrs]?|am|im|zum|zur|vom|beim|ab|bis|seit|jede[mnrs]?|diese[mnrs]?"
    "|(?:sein|ihr|unser|mein)(?:e[mnrs]?)?",
    "da": "den|det|de|fra|til|sin|sit",
    "nb": "den|det|de|fra|til|sin|sitt",
}
_BEFORE_ITS_NOUN = {
    code: re.compile(rf"(?<!\w)(?:{words})\s+\d{{1,3}}\.\s*\Z", re.IGNORECASE) for code, words in _ORDINALS.items()
}
_A_MONTH = re.compile(
    r"(?:Jan|Jän|Feb|Mär|Apr|Mai|Maj|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Des)\w*", re.IGNORECASE
)  # behind "14.", where days are written so
_DAY = re.compile(r"(?<!\d)\d{1,2}\.\s*\Z")
# "Max. flight time: 31 min.": what a line of data opens with.
_SHORTENED_OPENING = re.compile(r"(?:Max|Min|Avg|Approx|Temp|Est|Tel|Dept|Incl|Excl|Ca|Inkl|Exkl|Mind|Zzgl|Ggf)\.\Z")
# "up to 180 km/h. Firmware", "on 3 May. Invoice": after a number these are a unit or a month, not an initial.
_AFTER_A_UNIT = re.compile(
    r"\d\s?(?:(?:[^\W\d_]{1,3}/)?[^\W\d_]{1,2}[²³]?|min|sec|hrs?|mph|rpm|fps|mAh|kWh|kcal|[kMG]Hz|March|April|May|June|July)"
    r"(?P<mark>\.)\s+(?=[A-Z][a-z]+[\s.:,])"
)
# "in May. Owners": sentencex takes the whole name of the month for a short form of it.
_AFTER_MAY = re.compile(r"\bMay(?P<mark>\.)\s+(?=[A-Z])")
# "Es war kalt. 20 Plätze": in German sentencex takes every stop before a number for that of an abbreviation.
_BEFORE_A_GERMAN_NUMBER = re.compile(
    r"[a-zäöüß]{3}(?<!\bmind)(?<!\binkl)(?<!\bexkl)(?<!\bzzgl)(?<!\babzgl)(?<!\bevtl)(?<!\bAbschn)(?<!\bAufl)"
    r"(?<!\bArt)(?<!\bAbb)(?<!\bTab)(?<!\bKap)(?<!\bTel)(?<!\bmax)(?<!\bmin)(?<!\bvgl)(?P<mark>\.)\s+(?=\d)"
)
_CLOSING_CJK_QUOTE = ("」", "』", "”", "’", "》")

_CODE_SPAN = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"]*\")?\)")
_AUTOLINK = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
# Between digits a star is a product or a power; an underscore inside a word is part of an identifier.
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])|(?<!\d)\*{2,3}|\*{2,3}(?!\d)|~~")
_UNDERSCORES = re.compile(r"(?<![\w])(_{1,3})(?=[^\s_])([^_\s]+(?:\s+[^_\s]+)+|(?<!__)[^\W_]+)(?<=[^\s_])\1(?![\w])")
# An escaped mark, or a code span: what neither emphasis nor links reach into.
_KEPT = re.compile(r"\\([*_`\[\]#|~>])|(?<!`)(`{1,3})(?!`)([^`]+)\2(?!`)")
_MARKED = re.compile(r"[*_`\[\]<~\\|]")
# Private-use characters stand for them while the marks around them are taken off.
_KEPT_PLACES, _MOST_KEPT = 0xF0000, 60_000
_KEPT_PLACE = re.compile(f"[{chr(_KEPT_PLACES)}-{chr(_KEPT_PLACES + _MOST_KEPT - 1)}]")
_WHITE_SPACE = re.compile(r"\s+")


def sentences(text: str, language: str = "en") -> tuple[Span, ...]:
    """The sentences of a text in order, white space around them left out; together they hold all that is not white.

    ``language`` is an ISO 639-1 code; an unknown one is read by general rules. Time is linear in the text.
    """
    return tuple(Span(start=start, end=end) for start, end in _sentence_places(text, language))


def block_sentences(block: Block, language: str = "en") -> tuple[Span, ...]:
    """The sentences of one block, as spans of the whole text, emphasis marks kept with the words they enclose.

    A full stop in a code span or in a link's address ends no sentence.
    """
    content, view = block.content, unmarked(block.content)
    found: list[Span] = []
    at = 0
    for _, sentence_end in _sentence_places(view, language):
        end = sentence_end
        while end < len(view) and view[end] == " " and not content[end].isspace():
            end += 1  # closing marks belong to the sentence they close
        start, end = trimmed(content, at, end)
        at = end
        if start < end:
            found.append(Span(start=block.start + start, end=block.start + end))
    start, end = trimmed(content, at, len(content))
    if start < end:  # nothing but marks
        found.append(Span(start=block.start + start, end=block.start + end))
    return tuple(found)


def plain(text: str) -> str:
    """The words of a stretch of Markdown: emphasis, code and link marks taken off, white space runs made one space."""
    if _MARKED.search(text):
        kept: list[str] = []

        def put_by(match: re.Match[str]) -> str:
            if len(kept) == _MOST_KEPT:
                return match[0]
            kept.append(match[1] or match[3].strip())
            return chr(_KEPT_PLACES + len(kept) - 1)

        text = _KEPT.sub(put_by, _KEPT_PLACE.sub("", text))
        text = _AUTOLINK.sub(r"\1", _LINK.sub(r"\1", text))
        text = _EMPHASIS.sub("", _UNDERSCORES.sub(r"\2", text)).replace("`", "")
        text = _KEPT_PLACE.sub(lambda match: kept[ord(match[0]) - _KEPT_PLACES], text)
    return _WHITE_SPACE.sub(" ", text).strip()


def unmarked(content: str) -> str:
    """Markdown at the same length with marks blanked, and code and addresses as words ``XXX`` without punctuation."""
    if not _MARKED.search(content):
        return content
    view = _CODE_SPAN.sub(lambda match: "X" * len(match[0]), content)
    view = _LINK.sub(_link_as_words, view)
    view = _AUTOLINK.sub(lambda match: "X" * len(match[0]), view)
    view = _UNDERSCORES.sub(lambda match: " " * len(match[1]) + match[2] + " " * len(match[1]), view)
    return _EMPHASIS.sub(lambda match: ("X" if _ends_next(match) else " ") * len(match[0]), view)


def _link_as_words(match: re.Match[str]) -> str:
    before, after = match.start(1) - match.start(), match.end() - match.end(1)
    return " " * before + match[1] + "X" * after


def _ends_next(match: re.Match[str]) -> bool:
    # "**won**. Next": were the mark a space, the full stop would stand alone and close nothing.
    return match.string[match.end() : match.end() + 1] in tuple(".!?") and match.start() > 0


def _sentence_places(text: str, language: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at, size = 0, _WINDOW
    while at < len(text):
        window = text[at : at + size]
        ends = [boundary["end_index"] for boundary in _boundaries(language, window)]
        last = at + size >= len(text)
        if not last and len(ends) < 2 and size < _LONGEST_SENTENCE:
            size *= 2
            continue
        kept = ends if last or len(ends) < 2 else ends[:-1]
        start = 0
        for end in kept or [len(window)]:
            for piece in _pieces(text, *trimmed(text, at + start, at + end), language):
                _add(found, text, *piece, language)
            start = end
        at, size = at + start, _WINDOW
    return found


def _pieces(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    """A sentence cut where sentencex saw no end."""
    marks = {match.start("mark") for match in _AFTER_A_UNIT.finditer(text, start, end)}
    if language == "en":
        marks |= {match.start("mark") for match in _AFTER_MAY.finditer(text, start, end)}
    if language == "de":
        marks |= {match.start("mark") for match in _BEFORE_A_GERMAN_NUMBER.finditer(text, start, end)}
    for mark in sorted(marks):
        yield trimmed(text, start, mark + 1)
        start = mark + 1
    yield trimmed(text, start, end)


def _add(found: list[tuple[int, int]], text: str, start: int, end: int, language: str) -> None:
    """Append a sentence, or join it to the one before where sentencex cut too early."""
    if start == end:
        return
    if found:
        before_start, before_end = found[-1]
        before = text[max(before_start, before_end - 24) : before_end]
        number_lost = before_end - before_start < 6 and _ORDINAL_ONLY.match(before)
        numbered = text[start].isdigit() and _BEFORE_A_NUMBER.search(before)
        ordinal = language in _BEFORE_ITS_NOUN and (
            _BEFORE_ITS_NOUN[language].search(before) or (_DAY.search(before) and _A_MONTH.match(text, start))
        )
        shortened = _SHORTENED_OPENING.match(text, before_start, before_end)
        named = text[start].isupper() and _BEFORE_A_NAME.search(before)
        quoted = before_end == start and before.endswith(_CLOSING_CJK_QUOTE) and "\u3040" <= text[start] <= "\u309f"
        if (number_lost or numbered or ordinal or named or shortened or quoted) and "\n\n" not in text[
            before_end:start
        ]:
            found[-1] = (before_start, end)
            return
    found.append((start, end))
