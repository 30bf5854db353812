"""The highest and the lowest of a column: "the highest humidity of the four" set against the rows that were read."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, in_words, spoken
from critique_core.verifiers.embedded.records.match import named, names_any, telling_words

_SURE = 0.8
_TYPED = frozenset(("number", "quantity", "currency", "percentage"))
_MORE = frozenset("highest tallest largest biggest greatest longest heaviest warmest hottest widest deepest".split())
_LESS = frozenset("lowest smallest shortest fewest lightest cheapest coldest coolest narrowest".split())
# what a superlative measures when the claim names no column: stems of the words that name such columns
_MEASURES = {
    "highest": "height elevation altitude", "tallest": "height", "longest": "length distance duration",
    "shortest": "length height distance duration", "heaviest": "weight mass", "lightest": "weight mass",
    "warmest": "temp temperature", "hottest": "temp temperature", "coldest": "temp temperature",
    "coolest": "temp temperature", "widest": "width", "narrowest": "width", "deepest": "depth",
    "cheapest": "price cost fee rate",
}  # fmt: skip
_HEDGED = frozenset(
    """second third fourth fifth sixth next behind among former not except almost nearly likely probably one
    possibly""".split()
)
_THE_MOST = regex.compile(r"\bthe (most|fewest|least) (?!of\b)\p{L}+s\b", regex.IGNORECASE)
_OF_SOME = regex.compile(
    r"\bof (?:the|all|its|their)\s+(?!(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b)", regex.IGNORECASE
)
_READ_WHOLE = 12  # rows: more may not all be among the passages read, so that the highest seen may not be it


def extremes(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """Whether the row that a claim calls the highest or lowest of a column is that, of the rows that were read.

    Another row that beats it is a conflict whatever else the table holds; agreement needs a table that is read whole.
    """
    token = _superlative(claim)
    if token is None or claim.functions & _HEDGED or any(w.negated for w in claim.words):
        return
    if _OF_SOME.search(claim.text, token.end):
        return  # of a part of the rows, and which part is not said
    said = spoken(claim)
    wanted = frozenset(_MEASURES.get(token.norm, "").split())
    columns: dict[tuple[str, str], list[tuple[Field, float]]] = {}
    for item in fields:
        value = next((m.low for m in item.mentions() if m.kind in _TYPED and not m.is_range), None)
        if item.kind in ("cell", "field") and value is not None:
            columns.setdefault((item.source_id, item.key_text.casefold()), []).append((item, value))
    told = [
        rows
        for (_, key), rows in columns.items()
        if len(rows) > 1
        and (names_any(telling_words(rows[0][0]), said, "en") or wanted & set(in_words(key).casefold().split()))
    ]
    if len(told) != 1:
        return
    shared = set[str].intersection(*({w.token.norm for w in item.owner} for item, _ in told[0]))
    counts = [
        sum(w.token.norm not in shared and named(w, said, "en") for w in dict.fromkeys(item.owner))
        for item, _ in told[0]
    ]
    if max(counts) == 0 or counts.count(max(counts)) > 1:
        return
    own, value = told[0][counts.index(max(counts))]
    sign = -1 if token.norm in _LESS | {"least"} else 1
    rival, best = max(told[0], key=lambda row: sign * row[1])
    agrees = value == best
    if agrees and len(told[0]) > _READ_WHOLE:
        return
    shown = own if agrees else rival
    text = f"the source's {own.key_text} is {own.value}" + ("" if agrees else f", and {rival.value} of another")
    places = (token.start, token.end, token.text, shown.start, shown.end, shown.value)
    yield shown.alignment, Observation("comparison", "agrees" if agrees else "conflicts", *places, text, _SURE)


def _superlative(claim: Sentence) -> Token | None:
    """The word of an English claim that calls something the highest or lowest: "at least" and "most likely" do not."""
    if claim.code != "en":
        return None
    counted = _THE_MOST.search(claim.text)
    return next(
        (
            t
            for t in claim.tokens
            if t.norm in _MORE | _LESS - {"fewest"} or (counted is not None and t.start == counted.start(1))
        ),
        None,
    )
