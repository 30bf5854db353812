"""Boolean and empty fields: whether a claim affirms or denies what the key says."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word
from critique_core.language.statements import AUXILIARY
from critique_core.text.permission_words import AUDIENCE, HANDLING
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records import code_facts
from critique_core.verifiers.embedded.records.columns import is_degree
from critique_core.verifiers.embedded.records.fields import Field, in_words, name_words, same_word, spoken
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
_HAS = frozenset("has have had there".split())
_PRESENT = frozenset(
    """have contain include offer provide serve use run collect send exist available possible present enable disable
    activate deactivate allow permit active inactive on off""".split()
)
_MAY = frozenset(("may", "can", "ca"))
_BETWEEN = frozenset("not n't never also only always now".split())
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
    true = _not_said_more_fully(claim, [one for one in read if one.telling and _exactly(claim, one.telling)], fields)
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

    @property
    def is_short(self) -> bool:
        """Whether words of the key need not be said."""
        return len(self.telling) < len(telling_words(self.match.field))


def _as_read(claim: Sentence, match: Match, fields: Sequence[Field]) -> _Boolean:
    item, truth = match.field, bool(match.field.truth)
    whole = telling_words(item)
    if not whole:
        return _Boolean(match, item.key if match.key >= _WHOLE_KEY else (), truth)
    telling = whole
    if _is_of_a_group(whole[0], item, fields):
        telling = _less(telling, lambda word: word is whole[0] and not _says(claim, word))
    telling = _less(telling, lambda word: word.token.norm in _USES and not _says(claim, word))
    if claim.functions & _MAY:
        others = _less(telling, lambda word: word.token.norm in _PERMITTED and not _says(claim, word))
        telling = others if _may_be_done(claim, [*others, *match.own], truth=truth) else telling
    rest = telling
    if item.key_text.casefold() not in claim.text.casefold():  # "no-console is off"
        rest = _less(telling, lambda word: word.token.norm in _TURNING and not _says(claim, word))
    turning = [word for word in telling if word not in rest]
    free = [word for word in turning if _is_adjective(word, item)]
    turned = truth == (len(turning) == len(free))
    unsaid = bool(free) and not turned  # where no parking is free, there may be some that is not
    if unsaid or (turning and not _tells_whether(claim, rest, match.own)):
        return _Boolean(match, (), truth)
    is_part = len(rest) < len(whole) and _is_part(claim, rest[-1], item.key)
    return _Boolean(match, () if is_part else rest, turned)


def _not_said_more_fully(claim: Sentence, read: Sequence[_Boolean], fields: Sequence[Field]) -> Sequence[_Boolean]:
    """Without what is read with words left out where another field of the source says the same of a claim, and more.

    "The proxy port is 8080" is said by ``proxy_port``, not by ``use_proxy``.
    """
    if not any(one.is_short for one in read):
        return read

    def told(source: str, words: Sequence[Word]) -> tuple[str, frozenset[int]]:
        return source, frozenset(s.index for s in spoken(claim) if any(_same(w, s, claim.code) for w in words))

    by_fields = {told(f.source_id, (*f.owner, *f.key, *_value_words(f, claim.code))) for f in fields}

    def is_least(one: _Boolean) -> bool:
        item = one.match.field
        source, least = told(item.source_id, one.telling)
        own = told(source, (*item.owner, *item.key))[1]
        return not any(home == source and least <= said and len(said) > len(own) for home, said in by_fields)

    return [one for one in read if not one.is_short or is_least(one)]


def _value_words(item: Field, code: str) -> tuple[Word, ...]:
    return name_words(item.value, code) if item.truth is None else ()


def _is_adjective(word: Word, item: Field) -> bool:
    """Whether a key's "free" is said of what follows: "free parking", but not "gluten-free" or "free of gluten"."""
    name = in_words(item.key_text).casefold()
    return word.token.norm == "free" and word is not item.key[-1] and not regex.search(r"\bfree (?:of|from)\b", name)


def _may_be_done(claim: Sentence, words: Sequence[Word], *, truth: bool) -> bool:
    """Whether what a claim says may be done is just what a key names: "Guests may smoke" of ``smoking_allowed``.

    What is not allowed is so wherever it is done; what is allowed need not be so in each place.
    """
    theirs = [word for word in spoken(claim) if any(_same(w, word, claim.code) for w in words)]
    known = AUDIENCE.get(claim.code, frozenset()) | HANDLING.get(claim.code, frozenset())
    bare = all(word in theirs or word.token.norm in known for word in spoken(claim))
    return bare or (not truth and any(_is_under_may(claim, word) for word in theirs))


def _is_under_may(claim: Sentence, word: Word) -> bool:
    before = [t.norm for t in claim.tokens[: word.index] if t.norm not in _BETWEEN]
    return bool(before) and before[-1] in _MAY


def _tells_whether(claim: Sentence, words: Sequence[Word], own: Sequence[Word]) -> bool:
    """Whether a claim says no more of some words than that there is such a thing, or not, or that it is on or off."""
    known = [*words, *own]
    said = [s.index for s in spoken(claim) if any(_same(w, s, claim.code) for w in words)]
    others = [s for s in spoken(claim) if not any(_same(w, s, claim.code) for w in known)]
    others = [s for s in others if s.token.norm not in _TURNING]  # "it is without sugar"
    if not said:
        return False
    before = [s for s in others if s.index < said[0]]
    has = any(t.norm in _HAS for t in claim.tokens[before[-1].index if before else 0 : said[0]])
    after = all(_is_presence(s) for s in others if s.index > said[0])
    return after and (has or not before or _is_presence(before[-1]))


def _is_presence(word: Word) -> bool:
    return bool(word.keys & _PRESENT) or word.token.norm in _PERMITTED | _ON | _OFF


def _is_part(claim: Sentence, word: Word, key: Sequence[Word]) -> bool:
    """Whether a claim says a key's word only before a noun that is not the key's: the proxy of "the proxy port"."""
    said = [s for s in spoken(claim) if _same(word, s, claim.code)]
    strange = [s for s in spoken(claim) if not any(_same(w, s, claim.code) for w in key)]
    nouns = {s.index for s in strange if not acts(claim, s) and not _is_presence(s)}
    return bool(said) and all(s.index + 1 in nouns for s in said)


def _less(words: Sequence[Word], is_out: Callable[[Word], bool]) -> list[Word]:
    """The words without some, or all of them where none would be left."""
    return [word for word in words if not is_out(word)] or list(words)


def _is_of_a_group(word: Word, item: Field, fields: Sequence[Field]) -> bool:
    """Whether the first word of a constant's name is that of a group, as others of its source begin with it, too.

    It tells constants apart where one outside the group ends in the same words: ``SMTP_RETRY`` and ``SMS_RETRY``.
    """
    if item.kind != "constant" or word is not item.key[0]:
        return False
    names = {tuple(w.token.norm for w in f.key) for f in fields if f.source_id == item.source_id and f.key[:1]}
    rest = tuple(w.token.norm for w in item.key[1:])
    alike = {name for name in names if name[0] == word.token.norm}
    return len(alike) > 1 and not any(name[-len(rest) :] == rest for name in names - alike)


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
    if hits and not (hits := [h for h in hits if _is_said_beside(claim, one.telling[:-1], h[0])]):
        return None
    owners = [s for s in said if any(same_word(w, s, claim.code) >= SAME for w in match.own)]
    if not hits and match.field.kind == "cell" and owners:  # the key is a name: "Hall B" has a kitchen, or has none
        hits, several = [(owners[0], False)], True
    if not hits:
        return None
    word = max(hits, key=lambda h: max(same_word(w, h[0], claim.code) for w in key))[0]
    hits = [h for h in hits if h[0] is word]
    statement = claim.statements[word.index]
    judged = owners if several and owners else [s for s, _ in hits]
    state = {t.norm for t, home in zip(claim.tokens, claim.statements, strict=True) if home == statement}
    negative = any(turned for _, turned in hits)
    negative ^= any(negated(claim, s) for s in judged)
    named = {s.token.norm for s in said if any(_same(w, s, claim.code) for w in one.telling)}
    negative ^= bool(state & _OFF - named - {w.token.norm for w, _ in hits}) and not state & (_ON - {"on"})
    return (owners[0] if several and owners else word), not negative


def _is_said_beside(claim: Sentence, words: Sequence[Word], word: Word) -> bool:
    """Whether a claim says some words of a key in the statement of another, or before one that has no subject.

    ``smoking_allowed`` is not what "Pets are welcome but smoking is not" affirms.
    """
    home = claim.statements[word.index]
    opening = next((t for t, n in zip(claim.tokens, claim.statements, strict=True) if n == home and t.kind != "mark"))
    follows = opening.norm in AUXILIARY  # "Pets, including small dogs, are welcome"
    near = [s for s in spoken(claim) if (n := claim.statements[s.index]) == home or (follows and n < home)]
    return all(any(_same(w, s, claim.code) or opposite(w, s) for s in near) for w in words)


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
