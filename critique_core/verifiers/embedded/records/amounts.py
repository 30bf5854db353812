"""Numbers, amounts, dates and times of fields against the values a claim states."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.grammar import BE
from critique_core.language.sentence import Sentence, analyse, heads, is_generic
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment import rivals
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.numbered import compares, name_of, several
from critique_core.verifiers.embedded.alignment.slots import implied_by
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records import code_facts
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import ALIKE, Match, negated, seen, telling_words

_OF_SO_MANY = regex.compile(r"\b(?:of (?:the|these|those|all)|out of)\s+$", regex.IGNORECASE)
_OUT_OF = regex.compile(r"\bout of\s*$", regex.IGNORECASE)
_FEW = 10
_IDENTIFIERS = frozenset("id identifier sku code".split())
_PRICES = frozenset("price fee rate rent rental fare charge hire toll fine cost admission ticket tariff entry".split())
_FREE = frozenset("free available availability vacant occupied taken booked reserved status".split())
_SORTS = frozenset("edition model option package plan tier version".split())  # of what the head names: "the Pro plan"
_TOGETHER = regex.compile(r"\b(?:together|combined|altogether|in (?:total|all)|overall|sum of)\b", regex.IGNORECASE)
_NOT = frozenset("not n't never cannot nicht nie niemals pas jamais nunca não niet nooit".split())  # what denies a verb
_HARMLESS = frozenset("only just but yet more less until before nur mehr weniger".split())


def amounts(claim: Sentence, matches: Sequence[Match]) -> Iterator[tuple[Alignment, Observation]]:
    """What the fields say to each typed value of a claim: the same, another, or nothing."""
    agreed: set[int] = set()
    differing: list[tuple[Mention, list[tuple[Match, Mention]]]] = []
    matches = [replace(match, key=1.0) if _is_the_price(claim, match, matches) else match for match in matches]
    for mention in claim.mentions:
        if mention.kind in ("identifier", "version") or _says_nothing(claim, mention):
            continue
        if several(claim):
            continue
        word = _name_before(claim, mention, matches)
        read = [
            (m, o)
            for m in _by_default(claim, matches)
            for o in _readings(mention, m.field)
            if _speaks(claim, mention, m) and (word is None or _is_of(word, m.field))
        ]
        agreeing = [(m, o) for m, o in read if _agrees(mention, o, m.field)]
        agreed |= {id(m) for m, _ in agreeing}
        if agreeing:
            match = max(agreeing, key=lambda p: (p[0].key, p[0].owner))[0]
            yield seen(
                claim,
                match.field,
                mention.start,
                mention.end,
                agrees=not _denied(claim, mention),
                kind=mention.kind,
                sureness=0.85,
            )
            continue
        differing.append((mention, read))
    if _TOGETHER.search(claim.text) or compares(claim):
        return  # what several come to, or differ by, is in no field of one of them
    for mention, read in differing:  # of a field that agrees with another value of the claim this one is none
        against = [m for m, o in read if m.key >= 0.75 and _differs(mention, o)]
        against = [m for m in against if id(m) not in agreed]
        against = [m for m in against if m is _nearest(claim, mention, [n for n, _ in read])]
        if against:
            match = max(against, key=lambda m: (m.key, m.owner))
            yield seen(claim, match.field, mention.start, mention.end, agrees=False, kind=mention.kind, sureness=0.8)


def free(claim: Sentence, matches: Sequence[Match], fields: Sequence[Field]) -> Iterator[tuple[Alignment, Observation]]:
    """What the price of a row says to a claim that calls the row's thing free: "The check is free" of "0 €".

    Not to one that calls it gluten-free, or a part of it free, nor where the row says what is free or taken.
    """
    word = next((w for w in spoken(claim) if w.token.norm == "free"), None)
    if word is None or claim.mentions or word.token is not claim.tokens[-2 if claim.text.endswith(".") else -1]:
        return
    before = [t.norm for t in claim.tokens[: word.index] if t.norm not in _NOT]
    prices = [m for m in matches if m.field.kind == "cell" and m.own and _is_money(m.field)]
    if before[-1:] and before[-1] in BE and len(prices) == 1 and _is_whole_price(claim, prices[0].field, fields):
        item = prices[0].field
        nothing = all(m.low == 0 for m in item.mentions() if m.kind == "currency")
        agrees = nothing != negated(claim, word)
        yield seen(claim, item, word.token.start, word.token.end, agrees=agrees, kind="negation", sureness=0.8)


def _is_whole_price(claim: Sentence, item: Field, fields: Sequence[Field]) -> bool:
    """Whether a row's cell is the price of its thing, and the claim speaks of that alone.

    The head says no more than "price" unless the claim says it, too, and no cell of the row says what is free.
    """
    beside = [one for one in fields if one.source_id == item.source_id]
    row = [one for one in beside if one.thing == item.thing or (not one.thing and one.alignment is item.alignment)]
    told = [*name_words(item.thing, claim.code), *item.key, *(word for one in row if not one.thing for word in one.key)]
    said = [word for word in claim.words if word.token.norm not in ("free", *_NOT, *_SORTS)]
    heads = [word for word in telling_words(item) if not word.keys & _PRICES]
    return (
        any(word.keys & _PRICES for word in item.key)
        and all(any(same_word(word, one, claim.code) >= ALIKE for one in said) for word in heads)
        and all(any(same_word(word, one, claim.code) >= ALIKE for one in told) for word in said)
        and not any(t.norm in _FREE for one in row for t in analyse(f"{one.key_text} {one.value}").tokens)
    )


def _is_the_price(claim: Sentence, match: Match, matches: Sequence[Match]) -> bool:
    """Whether a claim asks what a row's thing costs, and the column is its only one of money, whatever that is called.

    "The van costs 95.50 euros a day" of a column "Rent/day (EUR)": all that the claim says is the row's name, words of
    the head, or what an amount of money says by itself.
    """
    item = match.field
    money = implied_by(m for m in claim.mentions if m.kind == "currency")
    if item.kind != "cell" or not match.own or not money or not _is_money(item):
        return False
    if not any(w.keys & _PRICES for w in item.key):
        return False  # a deposit, a bonus, a discount
    if any(one is not match and one.field.record == item.record and _is_money(one.field) for one in matches):
        return False
    told = [*match.own, *item.key, *analyse(item.alignment.scope.unit.label, claim.code).words]
    return all(w.keys & money or any(same_word(w, t, claim.code) >= ALIKE for t in told) for w in claim.words)


def _is_money(item: Field) -> bool:
    return any(m.kind == "currency" for m in item.mentions())


def _is_called(claim: Sentence, mention: Mention, match: Match) -> bool:
    """Whether a number is part of what a field or its row is called, and no value of it: "Room 2: 35 seats".

    Said again, it is a value: "Room 2 has 2 doors".
    """
    again = any(m.text == mention.text and m.start < mention.start for m in claim.mentions)
    return not again and any(word.token.norm == mention.text for word in (*match.field.key, *match.own))


def _name_before(claim: Sentence, mention: Mention, matches: Sequence[Match]) -> str | None:
    """The word that a number follows as it does in a key, so that it names and counts nothing: the "room" of "room 2".

    A year that a key has says whose value it is, wherever it stands.
    """
    called = [m for m in matches if _is_called(claim, mention, m)]
    before = next((t.norm for t in reversed(claim.tokens) if t.end <= mention.start), "")
    follows = any(word.token.norm == before for m in called for word in m.field.key)
    names = follows or name_of(claim, mention) or (called and mention.kind == "date")
    return before if names else None


def _is_of(name: str, item: Field) -> bool:
    """Whether a field holds what the name is of: "Floor: 2", "Winner: Player 1"."""
    return item.key_text.casefold() == name or name in item.value.casefold().split()


def _denied(claim: Sentence, mention: Mention) -> bool:
    """Whether a negation of its statement stands before a value: "does not cost 39 dollars", but not "no more than"."""
    at = next((i for i, token in enumerate(claim.tokens) if token.start >= mention.start), 0)
    last = next((i for i in range(at - 1, -1, -1) if claim.tokens[i].norm in _NOT), None)
    if last is None or last in claim.limiting or claim.statements[last] != claim.statements[at]:
        return False
    between_them = {token.norm for token in claim.tokens[last + 1 : at]}
    return not mention.bound and not between_them & _HARMLESS


def _says_nothing(claim: Sentence, mention: Mention) -> bool:
    """Whether a number only says how many things are mentioned ("the highest of the four") or what is called."""
    few = mention.kind == "number" and mention.low <= _FEW
    before = _OF_SO_MANY if few else _OUT_OF
    return before.search(claim.text, 0, mention.start) is not None or rivals.is_argument(claim.text, mention)


def _nearest(claim: Sentence, mention: Mention, matches: Sequence[Match]) -> Match:
    """The field whose key is nearest to a value of the claim."""

    def distance(match: Match) -> int:
        said = [s for s in spoken(claim) if any(same_word(w, s, claim.code) >= ALIKE for w in match.field.key)]
        return min((max(mention.start - s.token.end, s.token.start - mention.end) for s in said), default=10_000)

    return min(matches, key=lambda m: (distance(m), -m.owner))


def _by_default(claim: Sentence, matches: Sequence[Match]) -> list[Match]:
    """The defaults alone where the claim mentions one and the code has one."""
    defaults = [m for m in matches if m.field.kind == "default" and m.key >= 0.6]
    return defaults if defaults and code_facts.speaks_of_default(claim) else list(matches)


def _readings(mention: Mention, item: Field) -> list[Mention]:
    """A field's values that can be set against the claim's; a bare number fits any unit unless its key has one."""
    found = item.mentions()
    bare = not any(m.kind in ("quantity", "currency") for m in found)
    read = [
        o
        for o in found
        if compare.comparable(mention, o)
        or (bare and o.kind == "number" and mention.kind in ("quantity", "currency") and not o.ordinal)
    ]
    # of "up to 45 minutes (eco mode), up to 12 minutes (boost mode)" the comparison of values knows which is meant
    return [] if read and read[0].kind in ("quantity", "currency") and any(o.low != read[0].low for o in read) else read


def _agrees(mention: Mention, other: Mention, item: Field) -> bool:
    if mention.kind != other.kind and other.kind == "number":
        return abs(mention.low / (mention.size or 1.0) - other.low) < 1e-9 or abs(mention.low - other.low) < 1e-9
    limited = any(w.token.norm in ("max", "maximum", "min", "minimum", "limit", "most") for w in item.key)
    return compare.agrees(replace(mention, bound="") if limited or not other.bound else mention, other)


def _differs(mention: Mention, other: Mention) -> bool:
    """Whether two values cannot be one; a bare number must differ from a length of time in every usual unit."""
    if other.kind != "number" or mention.unit != "[time]" or not other.low:
        return (other.kind, other.unit) == (mention.kind, mention.unit)
    return not any(abs(mention.low / other.low / s - 1) < 0.02 for s in (1e-3, 1.0, 60.0, 3600.0, 86400.0))


def _is_an_identifier(item: Field) -> bool:
    return item.key[-1:] != () and item.key[-1].token.norm in _IDENTIFIERS


def _speaks(claim: Sentence, mention: Mention, match: Match) -> bool:
    """Whether the claim's value is the one of this field: its key is by it, or the kind of value says enough."""
    if match.field.kind == "default" and not code_facts.speaks_of_default(claim):
        return False
    if _is_called(claim, mention, match):
        return False
    if _is_an_identifier(match.field) and heads(claim, mention):
        return False  # "two orders" are no ``order_id``
    if match.key < (0.6 if mention.kind == "number" else 0.5):
        return False
    if mention.kind != "number":
        return True
    telling = telling_words(match.field)
    after = heads(claim, mention)
    before = [w for w in claim.words if 0 < mention.start - w.token.end <= 24]
    counted = [*after, *before] if is_generic(after) else list(after)
    if match.field.kind in ("default", "constant"):
        counted = list(spoken(claim))
    return any(same_word(w, c, claim.code) >= ALIKE for w in telling for c in counted)
