"""The highest and the lowest of a column, and two of its rows set against each other.

"The highest humidity of the four", "the cheaper of the two", "heavier than the Vela" are set against the rows that were
read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, in_words, spoken
from critique_core.verifiers.embedded.records.match import is_unit, named, names_any, telling_words

_SURE = 0.8
_TYPED = frozenset(("number", "quantity", "currency", "percentage"))
# what an adjective measures when the claim names no column: stems of the words that name such columns
_MORE = {
    "high": "height elevation altitude", "tall": "height", "great": "", "old": "age",
    "large": "size area capacity seats population", "big": "size area capacity seats population",
    "long": "length distance duration", "heavy": "weight mass", "warm": "temp temperature", "hot": "temp temperature",
    "wide": "width", "deep": "depth", "expensive": "price cost fee rate fare", "costly": "price cost fee rate fare",
}  # fmt: skip
_LESS = {
    "low": "", "few": "", "small": "size area capacity seats population", "young": "age",
    "short": "length height distance duration", "light": "weight mass", "cold": "temp temperature",
    "cool": "temp temperature", "narrow": "width", "cheap": "price cost fee rate fare",
}  # fmt: skip
_DEGREES = {"most": (True, 1), "more": (False, 1), "least": (True, -1), "less": (False, -1)}
_HEDGED = frozenset(
    """second third fourth fifth sixth next behind among former not except almost nearly likely probably one
    possibly""".split()
)
_THE_MOST = regex.compile(r"\bthe (most|fewest|least) (?!of\b)\p{L}+s\b", regex.IGNORECASE)
_MORE_OF = regex.compile(r"\b(more|fewer|less) (?!than\b)\p{L}+s(?=\b.*\bthan\b)", regex.IGNORECASE)
_SUMMED = frozenset("average avg mean overall total".split())  # words that leave what a head measures as it is
_UNIT = regex.compile(r"\s*(?:[(\[,/]|\b(?:per|in)\b).*")  # of a head: "Price/day (EUR)"
_YEAR = regex.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_OF_SOME = regex.compile(
    r"\bof (?:the|all|its|their)\s+(?!(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b)", regex.IGNORECASE
)
_OF_TWO = regex.compile(r"\b(?:of the two|of both|the \p{L}+ (?:one|option|choice|model))\b", regex.IGNORECASE)
READ_WHOLE = 12  # rows: more may not all be among the passages read, so that the highest seen may not be it


@dataclass(frozen=True, slots=True)
class _Degree:
    """The word of a claim that calls something high or low: of all, or next to one other; ``sign`` is -1 for low."""

    token: Token
    sign: int
    measures: frozenset[str]
    superlative: bool


def extremes(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """Whether the row that a claim calls the highest of a column, or higher than another, is so, of the rows read.

    Another row that beats it is a conflict whatever else the table holds; agreement needs a table that is read whole.
    """
    degree = _degree(claim)
    hedged = claim.functions & (_HEDGED if degree is None or degree.superlative else _HEDGED - {"one"})
    if degree is None or hedged or any(w.negated for w in claim.words):
        return
    if degree.superlative and _OF_SOME.search(claim.text, degree.token.end):
        return  # of a part of the rows, and which part is not said
    than = next((t.start for t in claim.tokens if t.norm == "than"), None)
    found = [_beside(claim, degree, column, than) for column in _columns(claim, degree, fields)]
    told = [one for one in found if one is not None]
    if told and len(told) == len(found) and len({one[1].agreement for one in told}) == 1:
        yield told[0]  # as every column says that the claim may mean


def _beside(
    claim: Sentence, degree: _Degree, column: Sequence[tuple[Field, float]], than: int | None
) -> tuple[Alignment, Observation] | None:
    """What one column says to who is called the highest, or higher than another."""
    if than is None and not degree.superlative and len(column) != 2:
        return None
    said = spoken(claim)
    own = _row(column, [w for w in said if than is None or w.token.start < than])
    other = None if than is None else _row(column, [w for w in said if w.token.start > than])
    if own is None or (than is not None and other in (None, own)):
        return None
    rival = other or max(column, key=lambda row: degree.sign * row[1])
    agrees = degree.sign * (own[1] - rival[1]) >= 0 if other is None else degree.sign * (own[1] - rival[1]) > 0
    if agrees and other is None and len(column) > READ_WHOLE:
        return None
    return _told(degree.token, own[0], rival[0], agrees=agrees, beside=other is not None)


def is_degree(token: Token) -> bool:
    """Whether a word says how much by its ending: "lighter" is no light."""
    return token.norm.endswith(("er", "est")) and not token.keys.isdisjoint(_MORE | _LESS)


def _told(token: Token, own: Field, rival: Field, *, agrees: bool, beside: bool) -> tuple[Alignment, Observation]:
    shown = own if agrees else rival
    text = f"the source's {own.key_text}{f' of {own.thing}' if own.thing else ''} is {own.value}"
    text += f", and {rival.value} of {rival.thing or 'another'}" if beside or not agrees else ""
    places = (token.start, token.end, token.text, shown.start, shown.end, shown.value)
    return shown.alignment, Observation("comparison", "agrees" if agrees else "conflicts", *places, text, _SURE)


def _columns(claim: Sentence, degree: _Degree, fields: Sequence[Field]) -> list[list[tuple[Field, float]]]:
    """The cells of each column that the claim may compare by, with their values."""
    columns: dict[tuple[str, str], list[tuple[Field, float]]] = {}
    for item in fields:
        value = next((m.low for m in item.mentions() if m.kind in _TYPED and not m.is_range), None)
        if item.kind in ("cell", "field") and value is not None:
            columns.setdefault((item.source_id, item.key_text.casefold()), []).append((item, value))
    said = [word for word in spoken(claim) if word.token is not degree.token]
    told = [
        (key, rows)
        for (_, key), rows in columns.items()
        if len(rows) > 1
        and (names_any(telling_words(rows[0][0]), said, "en") or _is_measured(rows[0][0], degree.measures))
    ]
    dated = [(key, rows) for key, rows in told if (years := _YEAR.findall(key)) and all(y in claim.text for y in years)]
    found = dated or told  # of "trips 2023" and "trips 2024" the year that the claim names
    return [rows for _, rows in found]


def _is_measured(item: Field, measures: frozenset[str]) -> bool:
    """Whether a column's head says one of some measures and no more than its unit: no "disk size", no "minimum age"."""
    told = {*in_words(_UNIT.sub("", item.key_text)).casefold().split()} - _SUMMED
    return not measures.isdisjoint(told) and all(word in measures or is_unit(word) for word in told)


def _row(column: Sequence[tuple[Field, float]], said: Sequence[Word]) -> tuple[Field, float] | None:
    """The row that some words of a claim name best; ``None`` where they name none, or two as well."""
    shared = set[str].intersection(*({w.token.norm for w in item.owner} for item, _ in column))
    counts = [
        sum(w.token.norm not in shared and named(w, said, "en") for w in dict.fromkeys(item.owner))
        for item, _ in column
    ]
    best = max(counts)
    return column[counts.index(best)] if best and counts.count(best) == 1 else None


def _degree(claim: Sentence) -> _Degree | None:
    """The word of an English claim that calls something the highest, or higher: "at least" and "most likely" do not."""
    if claim.code != "en":
        return None
    counted = _THE_MOST.search(claim.text)
    more = _MORE_OF.search(claim.text) if "than" in claim.functions else None
    compares = "than" in claim.functions or _OF_TWO.search(claim.text) is not None
    for position, token in enumerate(claim.tokens):
        if counted is not None and token.start == counted.start(1):
            return _Degree(token, -1 if token.norm in ("least", "fewest") else 1, frozenset(), superlative=True)
        if more is not None and token.start == more.start(1):
            return _Degree(token, 1 if token.norm == "more" else -1, frozenset(), superlative=False)
        base = next((key for key in sorted(token.keys) if key in _MORE | _LESS), None)
        before = claim.tokens[position - 1].norm if position else ""
        superlative, sign = _DEGREES.get(before, (token.norm.endswith("est"), 1))
        if base is None or not (superlative or (compares and (before in _DEGREES or token.norm.endswith("er")))):
            continue
        if before not in _DEGREES and not is_degree(token):
            continue
        measures = frozenset((_MORE | _LESS)[base].split())
        return _Degree(token, -sign if base in _LESS else sign, measures, superlative=superlative)
    return None
