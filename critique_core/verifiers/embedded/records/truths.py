"""Boolean and empty fields: whether a claim affirms or denies what the key says."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records import code_facts
from critique_core.verifiers.embedded.records.columns import is_degree
from critique_core.verifiers.embedded.records.fields import Field, same_word, spoken
from critique_core.verifiers.embedded.records.match import (
    ALIKE,
    HEDGES,
    SAME,
    Match,
    negated,
    opposite,
    seen,
    telling_words,
)

_DERIVED = 0.9
_WHOLE_KEY = 0.99
_USES = frozenset(("use", "uses", "using"))
_TURNING = frozenset(("free", "no", "without", "skip", "disable"))
_MAY = frozenset(("may", "can"))
_PERMITTED = frozenset("allow allowed permit permitted welcome accept accepted admitted".split())
_ABLE = frozenset(("can", "could"))
_OFF = frozenset(
    """off disabled disable deactivated deactivate inactive false unavailable offline excluded missing""".split()
)
_ON = frozenset("on enabled enable activated active true available online included".split())


def booleans(
    claim: Sentence, matches: Sequence[Match], fields: Sequence[Field]
) -> Iterator[tuple[Alignment, Observation]]:
    """What boolean fields say to a claim that names their keys; ``fields`` are all that the sources have."""
    hedges = claim.functions & HEDGES
    read = [_as_read(claim, match, fields) for match in matches if match.field.truth is not None]
    true = [one for one in read if one.telling and _exactly(claim, one.telling)]
    for one in true:
        item = one.match.field
        several = sum(other.match.field.key_text == item.key_text for other in true) > 1
        if hedges and not (item.kind == "cell" and hedges <= _ABLE) and not _permits(claim, item):
            continue  # of what can be done a table's "no" says that it can't
        if item.kind == "default" and not code_facts.speaks_of_default(claim):
            continue
        stated = _polarity(claim, one, several=several)
        if stated is None:
            continue
        word, positive = stated
        yield seen(
            claim,
            item,
            word.token.start,
            word.token.end,
            agrees=positive == one.truth,
            kind="negation",
            sureness=0.85,
        )


def _permits(claim: Sentence, item: Field) -> bool:
    """Whether what a claim says may be done is what a field is about: "Guests may smoke" of ``smoking_allowed``."""
    permission = [word for word in item.key if word.token.norm in _PERMITTED]
    return bool(permission) and claim.functions & HEDGES <= _MAY and not any(_says(claim, word) for word in permission)


@dataclass(frozen=True, slots=True)
class _Boolean:
    """A boolean field as a claim reads it: the words of its key that are to be said, and what the field says to them.

    ``gluten_free: yes`` denies to "contains gluten" what it affirms to "is gluten-free".
    """

    match: Match
    telling: Sequence[Word]
    truth: bool


def _as_read(claim: Sentence, match: Match, fields: Sequence[Field]) -> _Boolean:
    item, truth = match.field, bool(match.field.truth)
    telling = telling_words(item)
    if not telling:
        return _Boolean(match, item.key if match.key >= _WHOLE_KEY else (), truth)
    if _is_of_a_group(telling[0], item, fields):
        telling = _less(telling, lambda word: word is telling[0] and not _says(claim, word))
    telling = _less(telling, lambda word: word.token.norm in _USES)
    if claim.functions & _MAY:
        telling = _less(telling, lambda word: word.token.norm in _PERMITTED and not _says(claim, word))
    if item.key_text.casefold() in claim.text.casefold():  # "no-console is off"
        return _Boolean(match, telling, truth)
    rest = _less(telling, lambda word: word.token.norm in _TURNING and not _says(claim, word))
    return _Boolean(match, rest, truth == (len(rest) == len(telling)))


def _less(words: Sequence[Word], is_out: Callable[[Word], bool]) -> list[Word]:
    """The words without some, or all of them where none would be left."""
    return [word for word in words if not is_out(word)] or list(words)


def _is_of_a_group(word: Word, item: Field, fields: Sequence[Field]) -> bool:
    """Whether the first word of a constant's name is that of a group, as others of its source begin with it, too."""
    begun = [f for f in fields if f.source_id == item.source_id and f.key[:1]]
    alike = {f.key_text for f in begun if f.key[0].token.norm == word.token.norm}
    return item.kind == "constant" and word is item.key[0] and len(alike) > 1


def _says(claim: Sentence, word: Word) -> bool:
    return any(_same(word, said, claim.code) for said in spoken(claim))


def _same(word: Word, said: Word, code: str) -> bool:
    """Whether a claim's word is a key's, or both permit: "welcome" of ``pets_allowed``."""
    permits = word.token.norm in _PERMITTED and said.token.norm in _PERMITTED
    return permits or same_word(word, said, code) >= _DERIVED


def _exactly(claim: Sentence, telling: Sequence[Word]) -> bool:
    """Whether the claim says every content word of a boolean's key itself, or its opposite."""
    said = [word for word in spoken(claim) if not is_degree(word.token)]
    return all(any(_same(w, s, claim.code) or opposite(w, s) for s in said) for w in telling)


def _polarity(claim: Sentence, one: _Boolean, *, several: bool) -> tuple[Word, bool] | None:
    """The claim's word for a key, and whether the claim affirms it."""
    said, match = spoken(claim), one.match
    key = one.telling[-1:]
    hits = [
        (s, opposite(w, s) and same_word(w, s, claim.code) < ALIKE)
        for w in key
        for s in said
        if _same(w, s, claim.code) or opposite(w, s)
    ]
    owners = [s for s in said if any(same_word(w, s, claim.code) >= SAME for w in match.own)]
    if not hits and match.field.kind == "cell" and owners:  # the key is a name: "Hall B" has a kitchen, or has none
        hits, several = [(owners[0], False)], True
    if not hits:
        return None
    word = max(hits, key=lambda h: max(same_word(w, h[0], claim.code) for w in key))[0]
    hits = [h for h in hits if h[0] is word]
    judged = owners if several and owners else [s for s, _ in hits]
    state = {t.norm for t in claim.tokens}
    negative = any(turned for _, turned in hits)
    negative ^= any(negated(claim, s) for s in judged)
    negative ^= bool(state & _OFF - {w.token.norm for w, _ in hits}) and not state & (_ON - {"on"})
    return (owners[0] if several and owners else word), not negative


def empties(claim: Sentence, matches: Sequence[Match]) -> Iterator[tuple[Alignment, Observation]]:
    """A field that holds nothing agrees with a claim that denies it, and excludes one that reports its deed as done."""
    for match in matches:
        if not match.field.empty or match.key < 0.99:
            continue
        said = [s for s in spoken(claim) if any(same_word(w, s, claim.code) >= ALIKE for w in match.field.key)]
        deed = match.field.key[-1:] and match.field.key[-1].token.norm.endswith("ed") and match.own
        if said and deed and not claim.functions & HEDGES and not any(negated(claim, s) for s in said):
            yield seen(
                claim, match.field, said[0].token.start, said[0].token.end, agrees=False, kind="negation", sureness=0.75
            )
        if said and any(s.negated for s in said):
            yield seen(
                claim, match.field, said[0].token.start, said[0].token.end, agrees=True, kind="negation", sureness=0.75
            )
