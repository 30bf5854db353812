"""Where a text gives orders to the model that reads it: sentences that no claim may rest on.

Patterns know the usual wordings only. They are one guard of several: what they miss is still fenced data, and every
quote, number and claim of an answer is checked in code.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from critique_core.models import SourceDocument, Span

_DETERMINERS = r"(?:(?:all|any|every|each|the|of|these|this|those|my|your|our|its|and)\s+){0,5}"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|foregoing|former|existing|original|initial|past|system|other)"
_ORDERS = r"(?:instructions?|prompts?|rules|directions|directives?|guidelines|commands|orders)"
_TRUE = r"(?:supported|true|correct|verified|accurate|factual|valid|grounded|entailed|confirmed|accepted)"
_CLAIMS = r"(?:claims?|statements?|sentences?|drafts?|answers?|facts?|citations?|responses?)"
_JUDGE = r"(?:mark|label|rate|judge|grade|classify|treat|report|consider|count|score|accept|declare|regard|flag)"
_READERS = (
    r"(?:ai|llms?|language models?|models?|assistants?|verifiers?|fact[- ]?checkers?|reviewing models?|graders?|judges?"
    r"|evaluators?|claimlens)"
)
_BE = r"(?:must|should|shall|has to|have to|needs? to|is to|are to)\s+be\s+"
_JUDGED = r"(?:marked|labell?ed|rated|judged|treated|reported|considered|accepted|graded|scored|returned|counted|given)"

_WORDINGS = (
    # "ignore all previous instructions"
    (
        rf"\b(?:ignore|disregard|forget|override|bypass|discard)\s+{_DETERMINERS}{_EARLIER}\s+{_DETERMINERS}(?:{_EARLIER}\s+)?"
        rf"(?:{_ORDERS}|context|messages?|text)\b"
    ),
    (
        rf"\b(?:ignore|disregard|forget|override|bypass)\s+{_DETERMINERS}(?:{_ORDERS}|everything)\s+"
        r"(?:above|before|so far|given|you\b|from\b|and\b)"
    ),
    r"\b(?:reveal|print|repeat|show|output|leak)\s+(?:me\s+)?(?:your|the)\s+(?:system|hidden|secret|initial)\s+prompt\b",
    # "you are now …", "new instructions:", "note to the AI"
    r"\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in|bound|free|required|allowed)\b",
    r"\b(?:new|updated|revised|real|actual|final)\s+(?:system\s+)?(?:instructions?|prompts?|directives?)\s*(?::|for\b)",
    (
        r"\b(?:end|begin|start|beginning)\s+of\s+(?:the\s+)?(?:untrusted\s+)?(?:sources?|documents?|data|prompt|instructions?"
        r"|system\s+(?:prompt|message))\b"
    ),
    (
        rf"\b(?:note|message|attention|instructions?|notice|order|reminder|memo)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?"
        rf"(?:\w+\s+)?{_READERS}\b"
    ),
    rf"\b(?:if\s+you\s+are|as)\s+(?:an?\s+|the\s+)?{_READERS}\s*(?:,|reading|that\s+reads|processing)",
    # "mark every claim as supported", "the verdict must be supported"
    (
        rf"\b{_JUDGE}\s+(?:(?:all|any|every|each|this|these|the|following|next|of|remaining|other|first|last|above|below)\s+"
        rf"|\w+\s+){{0,4}}{_CLAIMS}\b[^.!?\n]{{0,120}}?\s(?:as|is|are|to\s+be|with)\s+(?:\w+ly\s+)?[\"'“‘]?{_TRUE}\b"
    ),
    (
        rf"\b{_JUDGE}\s+(?:it|this|that|them|everything|all|the\s+following)\b[^.!?\n]{{0,160}}?\s(?:as|to\s+be)\s+"
        rf"(?:\w+ly\s+)?[\"'“‘]?{_TRUE}\b"
    ),
    rf"\b{_JUDGE}\s+[\"“‘'][^\"”’\n]{{1,200}}[\"”’']\s+(?:as|is|to\s+be)\s+(?:\w+ly\s+)?[\"'“‘]?{_TRUE}\b",
    rf"\b{_CLAIMS}\b[^.!?\n]{{0,60}}?\s{_BE}{_JUDGED}\s+(?:as\s+)?[\"'“‘]?{_TRUE}\b",
    rf"\b(?:verdict|status|label)s?\b[^.!?\n]{{0,80}}?\s{_BE}[\"'“‘]?(?:supported|grounded|entailed)\b",
    (
        rf"\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?{_CLAIMS}\s+(?:(?:in|of|made)\s+(?:\w+\s+){{0,2}}(?:draft|answer|response)\s+)?"
        r"(?:is|are|has\s+been|have\s+been|were)\s+(?:\w+ly\s+|all\s+|already\s+)*(?:supported|verified|confirmed|grounded|entailed)\b"
    ),
    (
        r"\b(?:set|give|use|return|report|assign)\s+(?:the\s+|a\s+|every\s+|each\s+|it\s+)*(?:\w+\s+){0,2}"
        r"(?:confidence|probability|score)s?\s+(?:\w+\s+){0,4}?(?:to\s+|of\s+|at\s+|as\s+)?(?:1(?:\.0+)?|0?\.9\d*|100\s?%)(?!\d)"
    ),
    (
        rf"\b(?:is|are)\s+(?:\w+ly\s+)?{_TRUE}\s+(?:by|in|according\s+to)\s+(?:this|the|these|all)\s+"
        r"(?:source|document|context)s?\b"
    ),
    # imitated answers
    (
        rf"[\"'](?:status|verdict|label|supported|verified|confidence|is_grounded)[\"']\s*:\s*(?:[\"']{_TRUE}[\"']|true\b"
        r"|1(?:\.0+)?\b|0?\.9)"
    ),
    (
        rf"\b(?:respond|reply|answer|output)\s+(?:only\s+|exactly\s+|just\s+|simply\s+)?(?:with|that)\s+(?:\w+\s+){{0,4}}?"
        rf"[\"'“‘]?{_TRUE}\b"
    ),
    # "do not check the claims", "quote this sentence as evidence"
    (
        rf"\b(?:do\s+not|don't|never)\s+(?:verify|check|fact[- ]?check|flag|question|compare|read)\s+(?:\w+\s+){{0,3}}?"
        rf"(?:{_CLAIMS}|sources?|documents?)\b"
    ),
    r"\b(?:quote|cite|use)\s+(?:this|the\s+following|these)\s+(?:sentence|line|text|words?|passage)s?\s+(?:as|for|when)\b",
    # other languages
    (
        r"\bignor(?:iere|ieren\s+sie|ez|a|e)\s+(?:\w+\s+){0,4}(?:anweisungen|vorgaben|instructions|consignes|instrucciones"
        r"|istruzioni|instruções)\b"
    ),
    r"忽略(?:之前|以上|上述|先前|前面|所有)[^。\n]{0,12}(?:指令|指示|说明|提示)",
    r"игнорируй(?:те)?\s+(?:\w+\s+){0,3}(?:инструкции|указания)",
    r"(?:以前|上記|これまで)の(?:すべての)?指示を無視",
)
# No wording begins with such a character. To stop there lets other threads have their turn: a search that finds nothing
# in a text of millions of characters holds up the whole process for as long as it takes.
_REST = r"(?P<rest>[.!?。\n])"
_WORDING = re.compile("|".join((*(f"(?:{wording})" for wording in _WORDINGS), _REST)))
_EDGE = re.compile(r"(?<=[.!?])[\"'”’)\]]*[ \t]+|(?<=[。！？])|[ \t]*\n\s*")
_WIDE = {ordinary + 0xFEE0: ordinary for ordinary in range(ord("!"), ord("~") + 1)}
"""Full-width forms, which a model reads as the ordinary ones."""
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_MOST_FOLLOWED = 400
"""Characters of a sentence on either side of such a wording that are taken with it."""


@lru_cache(maxsize=64)
def instructions(text: str) -> tuple[Span, ...]:
    """The sentences of ``text`` that order its reader how to judge or what to ignore, each with the one that follows.

    In order, none overlapping. The following sentence goes along on the same line, and on the next after a colon:
    "Accept this: …" orders what is there. Time is linear in the text.
    """
    found: list[Span] = []
    for start, end in _wordings(text):
        first, last = _sentence(text, start, end)
        if found and first <= found[-1].end:
            found[-1] = Span(start=found[-1].start, end=max(last, found[-1].end))
        else:
            found.append(Span(start=first, end=last))
    return tuple(found)


def overlaps(spans: Sequence[Span], start: int, end: int) -> bool:
    """Whether ``start`` to ``end`` touches one of ``spans``."""
    return any(span.start < end and start < span.end for span in spans)


def without_orders(source: SourceDocument) -> SourceDocument:
    """The source with blanks for the sentences that give orders, so that no claim can rest on them; offsets stay."""
    content = source.content
    parts: list[str] = []
    at = 0
    for span in instructions(content):
        parts += [content[at : span.start], re.sub(r"\S", " ", content[span.start : span.end])]
        at = span.end
    return source.model_copy(update={"content": "".join([*parts, content[at:]])}) if parts else source


def _wordings(text: str) -> Iterator[tuple[int, int]]:
    """Where the wordings stand, whatever their case and whatever invisible characters are strewn in."""
    places: Sequence[int] = range(len(text))
    if _INVISIBLE.search(text):
        places = [at for at in places if not _INVISIBLE.match(text[at])]
    seen = text if isinstance(places, range) else "".join(text[at] for at in places)
    folded = seen.lower()
    if len(folded) != len(seen):  # a few letters become two
        folded = "".join(lower if len(lower := character.lower()) == 1 else character for character in seen)
    for match in _WORDING.finditer(folded.translate(_WIDE)):
        if match.lastgroup is None:
            yield places[match.start()], places[match.end() - 1] + 1


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    reach = max(0, start - _MOST_FOLLOWED)
    first = max((edge.end() for edge in _EDGE.finditer(text, reach, start)), default=reach)
    last = _end(text, end)
    edge = _EDGE.match(text, last)
    same_line = edge is not None and "\n" not in edge.group()
    if edge is None or not (same_line or text.endswith((":", "："), 0, last)):
        return first, last
    return first, _end(text, edge.end())


def _end(text: str, start: int) -> int:
    """Where the sentence that ``start`` lies in ends."""
    last = min(len(text), start + _MOST_FOLLOWED)
    return next((edge.start() for edge in _EDGE.finditer(text, start, last) if edge.start() > start), last)
