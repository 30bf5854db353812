"""Boolean and empty fields: whether a claim affirms or denies what the key says."""

from collections.abc import Iterator, Sequence

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
_ABLE = frozenset(("can", "could"))
_OFF = frozenset(
    """off disabled disable deactivated deactivate inactive false unavailable offline excluded missing""".split()
)
_ON = frozenset("on enabled enable activated active true available online included".split())


def booleans(claim: Sentence, matches: Sequence[Match]) -> Iterator[tuple[Alignment, Observation]]:
    """What boolean fields say to a claim that names their keys."""
    hedges = claim.functions & HEDGES
    true = [m for m in matches if m.field.truth is not None and m.key >= 0.99 and _exactly(claim, m.field)]
    for match in true:
        several = sum(m.field.key_text == match.field.key_text for m in true) > 1
        if hedges and not (match.field.kind == "cell" and hedges <= _ABLE):
            continue  # of what can be done a table's "no" says that it can't
        if match.field.kind == "default" and not code_facts.speaks_of_default(claim):
            continue
        stated = _polarity(claim, match, several=several)
        if stated is None:
            continue
        word, positive = stated
        yield seen(
            claim,
            match.field,
            word.token.start,
            word.token.end,
            agrees=positive == match.field.truth,
            kind="negation",
            sureness=0.85,
        )


def _exactly(claim: Sentence, item: Field) -> bool:
    """Whether the claim says every content word of a boolean's key itself, or its opposite."""
    said = [word for word in spoken(claim) if not is_degree(word.token)]
    telling = telling_words(item) or list(item.key)
    return all(any(same_word(w, s, claim.code) >= _DERIVED or opposite(w, s) for s in said) for w in telling)


def _polarity(claim: Sentence, match: Match, *, several: bool) -> tuple[Word, bool] | None:
    """The claim's word for a key, and whether the claim affirms it."""
    said = spoken(claim)
    key = (telling_words(match.field) or list(match.field.key))[-1:]
    hits = [
        (s, opposite(w, s) and same_word(w, s, claim.code) < ALIKE)
        for w in key
        for s in said
        if same_word(w, s, claim.code) >= _DERIVED or opposite(w, s)
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
