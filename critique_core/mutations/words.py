"""Other words: quantifiers, directions and comparisons turned round, and conditions dropped, in English."""

import re
from collections.abc import Iterator, Sequence

from critique_core.mutations.mutation import Kind, Mutation

# What is implied by the other word is no opposite: "some" follows from "all", so "all" becomes "no".
_QUANTIFIERS = (
    "all of>none of", "none of>all of", "every>no", "each>no", "no>some", "some of>none of", "most of>few of",
    "most>few", "few of>most of", "few>most", "many>few", "several>no", "some>all", "all>no", "none>all",
    "always>never", "never>always", "often>rarely", "rarely>often", "usually>rarely", "seldom>often",
    "everyone>no one", "everybody>nobody", "nobody>everybody", "everything>nothing", "nothing>everything",
)  # fmt: skip
_BOTH_WAYS = (
    "rose fell", "rises falls", "rising falling", "increased decreased", "increases decreases",
    "increasing decreasing", "grew shrank", "grows shrinks", "gained lost", "gains loses", "climbed dropped",
    "improved worsened", "raised lowered", "won lost", "higher lower", "highest lowest",
    "larger smaller", "largest smallest", "bigger smaller", "longer shorter", "longest shortest", "older younger",
    "oldest youngest", "faster slower", "fastest slowest", "earlier later", "cheaper dearer", "warmer colder",
    "heavier lighter", "better worse", "best worst", "stronger weaker", "wider narrower", "deeper shallower",
    "more less", "above below", "before after", "maximum minimum", "at least|at most", "more than|less than",
    "north south", "northern southern", "eastern western", "upper lower", "inside outside",
    "opens closes", "starts ends", "started ended", "begins ends", "began ended",
)  # fmt: skip
_STATES = ("open>closed", "closed>open")
_OF_NUMBERS = ("over>under", "under>over", "up>down", "down>up")
"""Directions only next to a number: "over 65", but not "the bridge over the river"."""
_IS = r"(?:(?<=\bis )|(?<=\bare )|(?<=\bwas )|(?<=\bwere )|(?<=\bbe )|(?<=\bremain )|(?<=\bremains )|(?<=\bstays ))"


def _table(pairs: Sequence[str]) -> dict[str, str]:
    return dict(pair.split(">") for pair in pairs)


def _both(pairs: Sequence[str]) -> dict[str, str]:
    split = [pair.split("|" if "|" in pair else None) for pair in pairs]
    return dict(pair[::-1] for pair in reversed(split)) | dict(reversed(split))


def _pattern(words: dict[str, str], *, before: str = "", after: str = "") -> re.Pattern[str]:
    listed = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w’'-]){before}(?:{listed})(?![\w’'-]){after}", re.IGNORECASE)


_TABLES: tuple[tuple[Kind, dict[str, str], re.Pattern[str]], ...] = (
    ("quantifier", _table(_QUANTIFIERS), _pattern(_table(_QUANTIFIERS))),
    ("comparison", _both(_BOTH_WAYS), _pattern(_both(_BOTH_WAYS))),
    ("comparison", _table(_STATES), _pattern(_table(_STATES), before=_IS)),
    ("comparison", _table(_OF_NUMBERS), _pattern(_table(_OF_NUMBERS), after=r"(?=\s(?:by\s)?[$€£]?\d)")),
)
# The word is no quantifier and no direction here: "at all", "No. 5", "no longer", "not every", "the day before".
_NOT_BEFORE = re.compile(
    r"(?:\b(?:at|of|in|by|not|after|above|a|the|for|once|or|such|no|than|first|my|to|only)|n['’]t)\s\Z", re.IGNORECASE
)
_TIMES = (
    r"\d|(?:two|three|four|five|six|ten|few|second|third|fourth|fifth|minute|hour|day|night|morning|afternoon|evening"
    r"|week|month|quarter|year|spring|summer|autumn|winter|\w+days?)\b"
)
_NOT_AFTER = re.compile(
    rf"\s(?:{_TIMES})|\.\s?\d|\s(?:longer|one|later|sooner|matter|doubt|more|less|fewer|the|time|times|other)\b|\sof\s\d",
    re.I,
)
_PHRASAL = re.compile(r"\b(?:look|looks|looked|looking|named|called|takes?|took)\s\Z", re.IGNORECASE)
_OR_BOUND = re.compile(r"\b(?:or|and|no|not|any|much|once|never)\s\Z", re.IGNORECASE)

_OPENS = (
    r"only (?:if|when|where|after|for|with|on|in|to)|but only (?:if|when)|if|unless|provided that|as long as"
    r"|except"
)
_CONDITION = re.compile(rf",?\s(?P<opens>{_OPENS})\s[^.;:!?,()\n\[\]]{{3,120}}(?=[.;]?\s*(?:\Z|\n)|[.;]\s)")
_LEADING = re.compile(r"(?:(?<=[.!?]\s)|(?<=\n)|\A)(?:If|Unless|Provided that)\s[^.;:!?,()\n\[\]]{3,120},\s(?=[a-z])")
_ASKED = re.compile(
    r"\b(?:as|even|what|see|ask|asks|asked|know|knows|check|checks|checked|wonder|decide|determine|doubt|or|and)\Z",
    re.IGNORECASE,
)


def mutated(text: str) -> Iterator[Mutation]:
    """Each quantifier and direction of a table of pairs, in the text's capitals, and each condition that may go."""
    for kind, words, pattern in _TABLES:
        for match in pattern.finditer(text):
            if _fits(kind, text, match):
                new = words[match[0].lower()]
                new = new[0].upper() + new[1:] if match[0][0].isupper() else new
                yield Mutation(kind, match.start(), match.end(), match[0], new)
    yield from _conditions(text)


def _fits(kind: Kind, text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 12) : match.start()]
    if kind == "quantifier":
        whole = match[0].lower().endswith(" of") or not _NOT_AFTER.match(text, match.end())
        return whole and not _NOT_BEFORE.search(before)
    word = match[0].lower()
    if word in ("more", "less"):
        return not _OR_BOUND.search(before) and text[match.end() :].lstrip()[:3] != "or "
    if match[0] in ("Later", "Earlier") or (word == "after" and _PHRASAL.search(before)):
        return False
    return not (word in ("later", "earlier", "above", "below", "less than", "more than") and _OR_BOUND.search(before))


def _conditions(text: str) -> Iterator[Mutation]:
    for match in _CONDITION.finditer(text):
        if not _ASKED.search(text[max(0, match.start() - 12) : match.start()]):
            yield Mutation("condition", match.start(), match.end(), match[0], "")
    for match in _LEADING.finditer(text):
        follows = text[match.end()]
        yield Mutation("condition", match.start(), match.end() + 1, match[0] + follows, follows.upper())
