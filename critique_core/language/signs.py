"""On which side of a list a text puts a thing: included or not, allowed or not, an advantage or not, done or not.

Headings, ticks and boxes say it of all that stands under or behind them; a claim says it with a word of its own.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from critique_core.language.permissions import rules
from critique_core.language.sentence import Sentence
from critique_core.text.side_words import ALONE, DENIALS, SIDES, TICKS, Axis

_MOST_WORDS, _NEAR = 7, 12
_MARKS = " *_:#."
_PAY_THEMSELVES = re.compile(
    r"\bpay(?:s|ing)?(?=\s.{0,80}\b(?:themselves|yourself|yourselves|oneself)\b)", re.IGNORECASE
)
_TICK = re.compile(rf"\s*(?P<mark>{'|'.join(map(re.escape, TICKS))})\uFE0F?\s*")
_STILL_OPEN = re.compile(
    r"\b(?:still|yet|needs? to|ha(?:s|ve) to|must|to be (?:\w+ed|done)|will|going to|remains?|waiting|planned|next)\b",
    re.IGNORECASE,
)
_HAPPENED = re.compile(
    r"\b(?:has|have|had|was|were|is|are)\s+(?:(?:already|now|just|all|both|not|never)\s+)*(?:been\s+)?"
    r"(?:\w+(?:ed|en|ne|nt|un|pt|ld|ut)|done|made|told|sent|set|run|built)\b|\balready\b",
    re.IGNORECASE,
)
_OF_THE_LIST = re.compile(r"\b(?:checklist|list|items?|steps?|tasks?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sign:
    """The side of a list: ``mark`` is the text that says it, at ``start:end`` of what was read."""

    axis: Axis
    positive: bool
    start: int
    end: int
    mark: str


@lru_cache(maxsize=20_000)
def of_heading(text: str) -> Sign | None:
    """The side that a heading or a lead-in puts what is under it on; ``None`` for other headings."""
    name = text.strip(_MARKS).casefold()
    if not name or len(name.split()) > _MOST_WORDS or name.endswith("?"):
        return None
    for axis in SIDES:
        found = [
            (match, yes) for match, yes in _found(name, axis) if match.group() not in ALONE or match.group() == name
        ]
        longest = max((len(match.group()) for match, _ in found), default=0)
        for match, positive in found:
            if len(match.group()) == longest:  # "unsupported" and not the "types" that "are supported"
                denied = DENIALS.search(name, 0, match.start()) is not None
                return Sign(axis, positive != denied, 0, len(text), text.strip(_MARKS))
    return None


@lru_cache(maxsize=20_000)
def of_mark(text: str) -> Sign | None:
    """The side that a tick or a box before an item puts it on."""
    match = _TICK.match(text)
    if match is None:
        return None
    axis, positive = TICKS[match["mark"]]
    return Sign(axis, positive, *match.span("mark"), match["mark"])


def of_claim(claim: Sentence, axis: Axis) -> Sign | None:
    """The side of ``axis`` that a claim puts its thing on, and by which words; ``None`` where it says nothing of it."""
    denials = [*DENIALS.finditer(claim.text)]
    if len(denials) > 1:
        return None
    denial = denials[0] if denials else None
    if axis == "permission" and (rule := _rule(claim, denial)):
        return rule
    found = [(match, yes) for match, yes in _found(claim.text, axis) if match.group().casefold() not in ALONE]
    if found:
        return _worded(axis, found, denial)
    if axis == "plain":
        against = any(no.search(claim.text) for _, no in SIDES.values()) or _STILL_OPEN.search(claim.text) is not None
        start, end = denial.span() if denial else (0, 0)
        return Sign(axis, (denial is not None) == against, start, end, claim.text[start:end])
    return _completed(claim.text, denial) if axis == "completion" else None


def _found(text: str, axis: Axis) -> list[tuple[re.Match[str], bool]]:
    if axis == "plain":
        return []
    found = [(match, yes) for yes, cue in zip((True, False), SIDES[axis], strict=True) for match in cue.finditer(text)]
    paid = _PAY_THEMSELVES.search(text) if axis == "inclusion" else None
    return [*found, (paid, False)] if paid else found


def _rule(claim: Sentence, denial: re.Match[str] | None) -> Sign | None:
    """What a claim allows or forbids, "may" and "must" included."""
    own = rules(claim)
    if len(own) != 1:
        return None
    token = claim.tokens[own[0].cue]
    denied = denial is not None and 0 <= denial.start() - token.end <= 1
    return Sign("permission", own[0].force != "forbidden" and not denied, token.start, token.end, token.text)


def _worded(axis: Axis, found: list[tuple[re.Match[str], bool]], denial: re.Match[str] | None) -> Sign | None:
    """The side by a word of the axis and the denial that turns it; ``None`` for words of both sides."""
    if len({positive for _, positive in found}) > 1:
        return None
    match, positive = found[0]
    turned = denial is not None
    if axis == "merit" and denial is not None and not 0 <= match.start() - denial.end() <= _NEAR:
        turned = False  # "a drawback is that there is no socket"
    return Sign(axis, positive != turned, *match.span(), match.group())


def _completed(text: str, denial: re.Match[str] | None) -> Sign | None:
    """Whether a claim tells of something done or still open; it may do so without a word for it ("was tested")."""
    still, done = _STILL_OPEN.search(text), _HAPPENED.search(text)
    match = still or done
    if match is None or _OF_THE_LIST.search(text):
        return None
    if denial is not None and still is not None and still.group().casefold() != "yet":
        return None  # "does not have to be tested" says nothing of whether it was
    return Sign("completion", still is None and denial is None, *match.span(), match.group())
