"""Things that a table sets beside each other: what is said of both or all of them, and of one what holds of another.

"Both have hydraulic brakes" where one has mechanical ones; "the hall has room for 80 people" where the studio has.
"""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.language.tokens import Token
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import ALIKE, HEDGES, SAME, names_any, negated, seen, telling_words

_EACH = frozenset("both each every all".split())
_TELLING = frozenset(("quantity", "currency", "percentage", "time", "date"))  # a bare number may count anything
_TIMES = frozenset(
    "time second minute hour day night morning evening week weekend month season summer winter year".split()
)
_SURE = 0.8


def of_all(claim: Sentence, fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """Whether a claim of both, or all, things holds of each that has the field which the claim names.

    "Both" is read where there are two of them; a claim that names one of them, or denies, is not of all.
    """
    quantifier = next((t for t in claim.tokens if t.norm in _EACH and not _is_of_time(claim, t)), None)
    said = spoken(claim)
    if quantifier is None or claim.functions & HEDGES or any(negated(claim, word) for word in said):
        return
    groups: dict[tuple[str, str], list[Field]] = {}
    for item in fields:
        names_row = item.kind == "cell" and not item.thing
        if item.kind in ("cell", "field") and item.owner and not (item.empty or names_row):
            groups.setdefault((item.source_id, item.key_text.casefold()), []).append(item)
    for group in groups.values():
        key = telling_words(group[0]) or list(group[0].key)
        told = [s for s in said if any(same_word(word, s, claim.code) >= SAME for word in key)]
        whole = key and all(any(same_word(word, s, claim.code) >= SAME for s in told) for word in key)
        if not whole or len(group) < 2 or (quantifier.norm == "both" and len(group) != 2):
            continue
        holding = [item for item in group if _holds(claim, said, item)]
        failing = [item for item in group if item not in holding]
        if holding:
            shown = (failing or holding)[0]
            start, end = told[0].token.start, told[-1].token.end
            yield seen(claim, shown, start, end, agrees=not failing, kind="name", sureness=_SURE)


def _is_of_time(claim: Sentence, quantifier: Token) -> bool:
    """Whether a quantifier goes with a length of time: "open all year", but not "all night trains"."""
    after = [token for token in claim.tokens if token.start >= quantifier.end]
    if not after or after[0].keys.isdisjoint(_TIMES):
        return False
    several = quantifier.norm in ("all", "both")  # "all night trains", "every night train"; "every night trains run"
    return not any(t.content and not t.name and t.norm.endswith("s") == several for t in after[1:2])


def _holds(claim: Sentence, said: Sequence[Word], item: Field) -> bool:
    """Whether a claim gives the field the value that it has."""
    if item.truth is not None:
        return item.truth
    typed = [m for m in item.mentions() if m.kind != "identifier"]
    if typed:
        return any(compare.follows(mine, m) for mine in claim.mentions for m in typed)
    words = name_words(item.value, claim.code)
    return bool(words) and all(any(same_word(word, s, claim.code) >= ALIKE for s in said) for word in words)


def of_another(
    claim: Sentence, fields: Sequence[Field], alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """A value of the claim that the table gives only to other things than the one that the claim names.

    The field need not be named: the thing's own cell with a value of the kind stands against it. An empty one does so
    where the claim names it and no text gives the thing that value.
    """
    cells = [item for item in fields if item.kind == "cell" and item.thing]
    thing = _named_thing(claim, cells)
    if thing is None:
        return
    for mention in claim.mentions:
        if mention.kind not in _TELLING or mention.bound:
            continue
        holders = [item for item in cells if any(compare.follows(mention, m) for m in item.mentions())]
        if not holders or any(item.thing == thing for item in holders):
            continue
        own = next((item for item in cells if item.thing == thing and item.key_text == holders[0].key_text), None)
        if own is None or _is_told(mention, thing, alignments):
            continue
        named = own.empty and names_any(telling_words(own), spoken(claim), claim.code)
        if named or any(compare.comparable(mention, m) for m in own.mentions()):
            yield seen(claim, own, mention.start, mention.end, agrees=False, kind=mention.kind, sureness=_SURE)


def _is_told(mention: Mention, thing: str, alignments: Sequence[Alignment]) -> bool:
    """Whether a sentence beside the table has a value together with a thing."""
    told = [a.scope.sentence for a in alignments if a.scope.unit.kind == "prose"]
    words = {word.token.norm for word in name_words(thing, "en")}
    return any(
        words <= {token.norm for token in one.tokens} and any(compare.follows(mention, m) for m in one.mentions)
        for one in told
    )


def _named_thing(claim: Sentence, cells: Sequence[Field]) -> str | None:
    """The one thing of a table that a claim names by a word which no other thing shares."""
    said = {token.norm for token in claim.tokens}
    words = {item.thing: {w.token.norm for w in name_words(item.thing, claim.code)} for item in cells}
    named = [
        thing
        for thing, own in words.items()
        if said & own.difference(*(other for name, other in words.items() if name != thing))
    ]
    return named[0] if len(named) == 1 else None
