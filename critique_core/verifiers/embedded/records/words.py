"""Words as values of fields: a status, a method, a place; and another value where the claim gives one."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word, spoken
from critique_core.verifiers.embedded.records.match import (
    ALIKE,
    HEDGES,
    NAMES,
    SAME,
    SAYS_NOTHING,
    Match,
    named,
    names_record,
    negated,
    opposite,
    seen,
)

COPULA = frozenset("is was are were equals be remains shows reads".split())


def texts(
    claim: Sentence, matches: Sequence[Match], fields: Sequence[Field]
) -> Iterator[tuple[Alignment, Observation]]:
    """What the words of fields say to a claim: said as they are, denied, or given otherwise."""
    said = spoken(claim)
    for match in matches:
        item = match.field
        words = name_words(item.value, claim.code)
        if (
            item.truth is not None
            or item.empty
            or not words
            or len(words) > 6
            or {w.token.norm for w in item.key} & NAMES
            or _typed(item)
        ):
            continue
        hits = [s for w in words for s in said if same_word(w, s, claim.code) >= SAME]
        if len({s.index for s in hits}) >= len(words):
            if _is_named(match, hits) or _predicated(claim, match, hits, fields):
                denied = any(negated(claim, s) for s in hits) and item.kind != "filter"
                yield seen(
                    claim,
                    item,
                    min(s.token.start for s in hits),
                    max(s.token.end for s in hits),
                    agrees=not denied,
                    kind="name",
                    sureness=0.8 if match.certain else 0.6,
                )
            continue
        other = _other_value(claim, said, match, fields)
        if other is not None:
            yield seen(claim, item, *other, agrees=False, kind="name", sureness=0.75)


def _typed(item: Field) -> bool:
    return any(m.kind != "identifier" for m in item.mentions())


def _is_named(match: Match, hits: Sequence[Word]) -> bool:
    """Whether the claim says the value as this field's: names its key, or a value that names something."""
    return match.key >= 0.5 or match.field.kind == "filter" or all(s.token.name or s.token.code for s in hits)


def _predicated(claim: Sentence, match: Match, hits: Sequence[Word], fields: Sequence[Field]) -> bool:
    """Whether "is a" or "as" joins the value to the named owner of the field ("Ada Moreno is an editor")."""
    before = [t.norm for t in claim.tokens[max(0, hits[0].index - 2) : hits[0].index]]
    joined = before[-1:] != [] and (
        before[-1] in COPULA or (before[-1] in ("a", "an", "the") and before[0] in (*COPULA, "as"))
    )
    return joined and (any(w.token.name or w.token.code for w in match.own) or names_record(claim, match.field, fields))


def _other_value(
    claim: Sentence, said: Sequence[Word], match: Match, fields: Sequence[Field]
) -> tuple[int, int] | None:
    """Where the claim gives the field another value: a sibling's, the opposite word, or a name next to the key."""
    item = match.field
    names_row = item.kind == "cell" and not item.thing  # a claim of another row gives this one no other name
    if names_row or not match.certain or claim.functions & HEDGES:
        return None
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
    if match.key >= 0.99:
        return _beside_key(claim, said, item)
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


def _beside_key(claim: Sentence, said: Sequence[Word], item: Field) -> tuple[int, int] | None:
    """A name or identifier right next to the key ("the York office", "gate B22"), or what "is" joins to it."""
    own = (*item.owner, *item.key, *name_words(item.value, claim.code))
    heads_of_key = [s for s in said if any(same_word(w, s, claim.code) >= SAME for w in item.key)]
    for head in heads_of_key:
        for place in (head.index - 1, head.index + 1):
            token = claim.tokens[place] if 0 <= place < len(claim.tokens) else None
            if token is None or not (token.name or token.code) or (place == 0 and not token.code):
                continue
            word = next((s for s in said if s.index == place), None)
            if word is not None and not any(same_word(word, o, claim.code) >= ALIKE for o in own):
                return token.start, token.end
        after = claim.tokens[head.index + 1] if head.index + 1 < len(claim.tokens) else None
        if after is not None and after.norm in COPULA and not head.negated:
            claimed = [s for s in said if head.index + 1 < s.index <= head.index + 4 and s.clause == head.clause]
            stated = bool(claimed) and (
                head.token.norm in SAYS_NOTHING or all(s.token.name or s.token.code for s in claimed)
            )
            if (
                stated
                and not any(s.negated for s in claimed)
                and not any(
                    same_word(s, w, claim.code) >= 0.5 for s in claimed for w in name_words(item.value, claim.code)
                )
            ):
                return claimed[0].token.start, claimed[-1].token.end
    return None
