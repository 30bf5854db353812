"""Errors to put into a right answer: a number, a date, a name, a negation, a sentence of another answer."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.text.sentences import sentences

KINDS = ("number", "date", "name", "negation", "sentence")

_NUMBER = re.compile(
    r"(?<![\w.,$€£:/-])\d{1,3}(?:,\d{3})+(?![\w%:/-])"
    r"|(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w:/.,-]\d|[\w:/-]|[.)]\s)"
)
_YEAR = re.compile(r"(?<![\w$€£,.-])(?:1[5-9]|20)\d\d(?![\w,-]\d|\w)")
_MONTHS = "January February March April June July August September October November December".split()
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")
_NAME = re.compile(r"\b(?!The |This |These |In |On |At |A |Find |Just )[A-Z][a-z]{2,}(?: [A-Z]\.)? [A-Z][a-z]{2,}\b")
_VERB = re.compile(r"\b(?:is|are|was|were|can|will|has been|have been|does|do|did)\b(?: not\b)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Injected:
    """A draft with one error: ``wrong`` at ``start``, where the right draft has ``right``."""

    kind: str
    draft: str
    start: int
    wrong: str
    right: str


def inject(
    kind: str, draft: str, source_texts: Sequence[str], others: Sequence[str], chance: random.Random
) -> Injected | None:
    """Put one error of ``kind`` into ``draft``; ``None`` if it holds nothing of that kind that is also in the sources.

    ``others`` are drafts about other things, for names and sentences.
    """
    if kind == "sentence":
        return _sentence(draft, others, chance)
    places = list(_places(kind, draft, " ".join(source_texts)))
    if not places:
        return None
    match = chance.choice(places)
    wrong = _wrong(kind, match[0], others, chance)
    if wrong is None or wrong == match[0]:
        return None
    return Injected(kind, draft[: match.start()] + wrong + draft[match.end() :], match.start(), wrong, match[0])


def _places(kind: str, draft: str, stated: str) -> list[re.Match[str]]:
    patterns = {"number": [_NUMBER], "date": [_YEAR, _MONTH], "name": [_NAME], "negation": [_VERB]}[kind]
    found = [match for pattern in patterns for match in pattern.finditer(draft)]
    if kind == "number":
        found = [match for match in found if not _YEAR.fullmatch(match[0])]
    if kind == "negation":
        return [match for match in found if not draft[match.end() :].startswith(("n't", "n’t", "?"))]
    return [match for match in found if re.search(rf"(?<!\w){re.escape(match[0])}(?!\w)", stated)]


def _wrong(kind: str, right: str, others: Sequence[str], chance: random.Random) -> str | None:
    if kind == "number":
        value = float(right.replace(",", ""))
        changed = value * chance.choice((2, 3)) + chance.choice((1, 4))
        return f"{changed:,.0f}" if "," in right else f"{changed:g}"
    if kind == "date":
        if right.isdigit():
            return str(int(right) + chance.choice((-7, -4, 3, 6)))
        return chance.choice([month for month in _MONTHS if month != right])
    if kind == "name":
        names = sorted({name for other in others for name in _NAME.findall(other)} - {right})
        return chance.choice(names) if names else None
    if right.endswith(" not"):
        return right.removesuffix(" not")
    first, _, rest = right.partition(" ")
    return f"{first}not" if first == "can" else f"{first} not {rest}".rstrip()


def _sentence(draft: str, others: Sequence[str], chance: random.Random) -> Injected | None:
    stops = [span for span in sentences(draft) if draft[span.end - 1] == "."]
    ends = [span.end for span in stops if "\n" not in draft[span.start : span.end]]
    added = [
        other[span.start : span.end]
        for other in others
        for span in sentences(other)
        if 40 < span.end - span.start < 200
        and other[span.start].isupper()
        and other[span.end - 1] == "."
        and "\n" not in other[span.start : span.end]
    ]
    if not ends or not added:
        return None
    at, wrong = chance.choice(ends), f" {chance.choice(added)}"
    return Injected("sentence", draft[:at] + wrong + draft[at:], at, wrong, "")
