"""Words as values of fields: a status, a method, a place; and another value where the claim gives one."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, in_words, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import (
    HEDGES,
    NAMES,
    SAME,
    Match,
    named,
    negated,
    opposite,
    seen,
)

_MOST_WORDS = 6
_WAYS = (
    (frozenset(("from", "origin", "departure")), frozenset(("to",))),
    (frozenset(("to", "destination", "arrival")), frozenset(("from",))),
)
_DENIALS = frozenset(("not", "no", "never", "without"))
"""What makes a key deny its values: "Not suitable for: outdoor use"."""


def texts(
    claim: Sentence, matches: Sequence[Match], fields: Sequence[Field]
) -> Iterator[tuple[Alignment, Observation]]:
    """What the words of fields say to a claim: said as they are, denied, or given otherwise."""
    said = spoken(claim)
    read = [(match, _hits(claim, said, match.field)) for match in matches if _is_read(claim, match.field)]
    given = {_column(match.field) for match, hits in read if hits and match.field.kind == "cell"}
    for match, hits in read:
        item = match.field
        if hits:
            denied = any(negated(claim, s) for s in hits) and item.kind != "filter"
            if denied and _names_row(item):
                continue  # "Dogs are not allowed on the Gorge Walk" denies no row its name
            start, end = min(s.token.start for s in hits), max(s.token.end for s in hits)
            other_way = _goes_the_other_way(claim, item, start)
            if not _speaks_of_key(claim, said, item, denied=denied) or (
                other_way and _is_said_elsewhere(claim, said, item, fields)
            ):
                continue
            agrees = denied == _denies(item) and not other_way
            yield seen(claim, item, start, end, agrees=agrees, kind="name", sureness=0.8)
            continue
        if _denies(item):
            continue  # what else a claim gives may be so
        of_another = _column(item) in given and not _names(claim, said, item.thing)
        other = None if of_another else _other_value(claim, said, match, fields)
        if other is not None:
            yield seen(claim, item, *other, agrees=False, kind="name", sureness=0.75)


def _goes_the_other_way(claim: Sentence, item: Field, start: int) -> bool:
    """Whether a claim says "to" before what a field says something goes from, or "from" before where it goes."""
    before = next((t.norm for t in reversed(claim.tokens) if t.end <= start), "")
    return any(item.key_text.casefold() in keys and before in said for keys, said in _WAYS)


def _is_said_elsewhere(claim: Sentence, said: Sequence[Word], item: Field, fields: Sequence[Field]) -> bool:
    """Whether another field has the value, in the rows that a claim names or else in the source: "Return: Porto"."""
    ways = next(keys for keys, _ in _WAYS if item.key_text.casefold() in keys)
    is_named = _names(claim, said, item.thing)
    return any(
        f.value.casefold() == item.value.casefold() and f.key_text.casefold() not in ways
        for f in fields
        if f.source_id == item.source_id and (not is_named or f.thing.casefold() == item.thing.casefold())
    )


def _denies(item: Field) -> bool:
    """Whether a key denies its values: "Not suitable for: outdoor use"."""
    first, *others = in_words(item.key_text).casefold().split() or [""]
    return first in _DENIALS and bool(others) and others[0] != "of"  # "No of rooms"


def _speaks_of_key(claim: Sentence, said: Sequence[Word], item: Field, *, denied: bool) -> bool:
    """Whether what a claim says of a value may be set against a key that has a denial.

    It affirms the very word that the key denies, or denies one that is not its opposite: what is excluded is not
    included. A denial further on is of a part of the key alone, as in "entry without ticket", and is said, too.
    """
    inside = _DENIALS.intersection(in_words(item.key_text).casefold().split())
    if not _denies(item):
        return not inside or (not denied and inside <= {token.norm for token in claim.tokens})
    word = next((w for w in item.key if w.token.norm not in _DENIALS), None)
    if word is None or any(opposite(word, s) for s in said):
        return False
    return denied or any(same_word(word, s, claim.code) >= SAME for s in said)


def _is_read(claim: Sentence, item: Field) -> bool:
    """Whether a field holds a few words that name nothing."""
    if item.truth is not None or item.empty or {w.token.norm for w in item.key} & NAMES or _typed(item):
        return False
    return 0 < len(name_words(item.value, claim.code)) <= _MOST_WORDS


def _hits(claim: Sentence, said: Sequence[Word], item: Field) -> list[Word]:
    """The words of a claim that say a field's value, if they say all of it."""
    words = name_words(item.value, claim.code)
    hits = [s for w in words for s in said if same_word(w, s, claim.code) >= SAME]
    return hits if len({s.index for s in hits}) >= len(words) else []


def _column(item: Field) -> tuple[str, str]:
    return item.source_id, item.key_text.casefold()


def _names(claim: Sentence, said: Sequence[Word], thing: str) -> bool:
    words = name_words(thing, claim.code)
    return bool(words) and all(any(same_word(word, s, claim.code) >= SAME for s in said) for word in words)


def _names_row(item: Field) -> bool:
    return item.kind == "cell" and not item.thing


def _typed(item: Field) -> bool:
    """Whether a value is one that is reckoned with; a mere month or day of the week is a word, too."""
    return any(m.kind != "identifier" and not (m.kind == "date" and m.text.isalpha()) for m in item.mentions())


def _other_value(
    claim: Sentence, said: Sequence[Word], match: Match, fields: Sequence[Field]
) -> tuple[int, int] | None:
    """Where the claim gives the field another value: a sibling's, or the opposite word."""
    item = match.field
    if _names_row(item) or claim.functions & HEDGES:
        return None  # a claim of another row gives this one no other name
    words = name_words(item.value, claim.code)
    near_key = match.key >= 0.5 or any(named(w, said, claim.code) for w in item.owner)
    own = [*item.owner, *item.key, *words]
    if near_key:
        for value in _alternatives(item, fields):
            others = name_words(value, claim.code)
            hits = [s for w in others for s in said if same_word(w, s, claim.code) >= 0.95]
            apart = [s for s in hits if not any(same_word(s, o, claim.code) >= 0.95 for o in own)]
            if apart and len({s.index for s in hits}) >= len(others) and not any(s.negated for s in apart):
                return min(s.token.start for s in apart), max(s.token.end for s in apart)
        turned = next((s for w in words for s in said if opposite(w, s) and not s.negated), None)
        if turned is not None and len(words) <= 2:
            return turned.token.start, turned.token.end
    return None


def _alternatives(item: Field, fields: Sequence[Field]) -> list[str]:
    """The values that fields of the same key, or lists named after it, hold in the sources."""
    keys = {k for w in item.key if w.token.norm not in ("saved",) for k in w.keys}
    found = [f.value for f in fields if f is not item and f.truth is None and keys & {k for w in f.key for k in w.keys}]
    return [
        v
        for v in dict.fromkeys(found)
        if v.casefold() != item.value.casefold() and 0 < len(v) <= 40 and regex.search(r"\p{L}", v)
    ]
