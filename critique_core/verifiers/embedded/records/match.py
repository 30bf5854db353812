"""Which field of which record a claim mentions, and the words that show it.

A field counts only when the claim names it (its key), or its value where the key says nothing ("status"), and names no
sibling record instead of the field's own. What cannot be distinguished is left alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.language.lexicon import ANTONYM, DERIVED, NEAR, SYNONYM, lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.models import FindingKind
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values.mentions import mentions
from critique_core.verifiers.embedded.alignment.align import Alignment, shape
from critique_core.verifiers.embedded.alignment.numbered import numbered, several
from critique_core.verifiers.embedded.alignment.slots import implied_by
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, in_words, name_words, same_word, spoken

SAME, ALIKE = 0.85, 0.7
_GENERIC = frozenset(
    """is has have status state value name type kind id identifier number count flag info detail details data field key
    current enabled enable active mode result max maximum min minimum limit default total num pct percent""".split()
)
_AMOUNTS = frozenset(("quantity", "currency", "percentage"))
_SAYS_NOTHING = frozenset("status state value result mode type kind".split())
NAMES = frozenset("name id identifier title key slug sku code label".split())
HEDGES = frozenset("if unless whether may might could should would can".split())
_SHORT_NAME = 40  # letters of what a field is in, for a reason to name it
_PART = regex.compile(r"[^\s_./:-]+")
_PREFIXES = ("un", "in", "im", "non", "dis")
_PAIRS = (("on", "off"), ("in", "out"), ("up", "down"))


@dataclass(frozen=True, slots=True)
class Match:
    """A field the claim may mention: share of its key that is named, and the words of its record that are."""

    field: Field
    key: float
    own: tuple[Word, ...]

    @property
    def owner(self) -> int:
        """How many of the words that identify its record the claim has."""
        return len(self.own)


def matches(claim: Sentence, fields: Sequence[Field]) -> Iterator[Match]:
    """The fields the claim may mention: in each group of one key, those of the record it names best."""
    said = spoken(claim)
    fields = _as_written(claim, of_named_source(claim, _same_entry(claim, fields)))
    fields = [item for item in fields if not _is_the_other(said, item, fields, claim.code)]
    fields = [item for item in fields if not _is_the_like(claim, item, fields)]
    groups: dict[tuple[str, str, str], list[Field]] = {}
    for item in fields:
        groups.setdefault((item.source_id, item.kind, item.key_text.casefold()), []).append(item)
    for group in groups.values():
        shared = (
            set[str].intersection(*({w.token.norm for w in f.owner} for f in group)) if len(group) > 1 else set[str]()
        )
        naming = _naming(claim, said, group)
        scored = [
            (tuple(w for w in f.owner if w.token.norm not in shared and named(w, naming, claim.code)), f) for f in group
        ]
        scores = {id(f): sum(_named_as(w, naming, claim.code) for w in own) for own, f in scored}
        best = max(scores.values())
        several = len({f.value for f in group}) > 1 and len(group) > 1
        for own, item in scored:
            if scores[id(item)] < best or (best == 0 and several and item.kind != "filter"):
                continue
            if len(group) == 1 and _elsewhere(claim, said, item, fields):
                continue
            yield Match(item, _key_share(claim, said, item), own)


def _naming(claim: Sentence, said: Sequence[Word], group: Sequence[Field]) -> list[Word]:
    """The words that may name a row: no other number where one that ends a name does, nor one of an amount."""
    numbers = {word.token.norm for item in group for word in item.owner if word.token.kind == "number"}
    ends = {one.start for one in (*numbered(claim), *several(claim)) if one.ending in numbers}
    plain = [word for word in said if not _is_amount(claim, word)]
    if ends:
        return [word for word in plain if word.token.kind != "number" or word.token.start in ends]
    return plain if any(word.token.norm in numbers for word in plain) else list(said)


def _is_amount(claim: Sentence, word: Word) -> bool:
    """Whether a number is part of an amount, which names no row: the 3 of "locker 4 rents for 3 euros"."""
    at = word.token.start
    return word.token.kind == "number" and any(m.start <= at < m.end and m.kind in _AMOUNTS for m in claim.mentions)


def _same_entry(claim: Sentence, fields: Sequence[Field]) -> list[Field]:
    """Without the fields of records that carry another identifier of the kind the claim names."""
    wanted = {m.text.casefold() for m in claim.mentions if m.kind == "identifier"}
    if not wanted:
        return list(fields)
    shapes = {shape(text) for text in wanted}
    carried: dict[tuple[str, ...], set[str]] = {}
    for item in fields:
        if item.kind == "field" and shape(item.value.casefold()) in shapes:
            carried.setdefault(item.record, set()).add(item.value.casefold())
    others = {
        record for record, values in carried.items() if not values & wanted and any(c.isdigit() for c in min(values))
    }
    return [item for item in fields if not any(item.record[: len(record)] == record for record in others)]


def _as_written(claim: Sentence, fields: Sequence[Field]) -> list[Field]:
    """Without the fields whose key shares a part with one that the claim writes whole: "port" beside "admin_port"."""
    wanted = {m.text.casefold() for m in claim.mentions if m.kind == "identifier"}
    whole = {item.key_text.casefold() for item in fields} & wanted
    parts = _parts(" ".join(whole))
    said = {token.norm for token in claim.tokens} | whole
    return [f for f in fields if f.key_text.casefold() in said or parts.isdisjoint(_parts(f.key_text))]


def _is_the_other(said: Sequence[Word], item: Field, fields: Sequence[Field], code: str) -> bool:
    """Whether a key has only the opposite of a word that the key of another field has: "long hair" for "short hair"."""
    beside = [word for one in fields if one is not item and one.source_id == item.source_id for word in one.key]
    return any(
        opposite(word, s) and any(same_word(other, s, code) >= SAME for other in beside)
        for word in telling_words(item)
        if not any(same_word(word, s, code) >= SAME for s in said)
        for s in said
    )


def _is_the_like(claim: Sentence, item: Field, fields: Sequence[Field]) -> bool:
    """Whether a key differs by its number or letter alone from one that the claim names whole: "Plan A", "Plan B"."""
    own = _norms(item)
    if len(own) < 2 or not _is_mark(own[-1]) or _says_in_a_row(claim, own):
        return False
    likes = (_norms(one) for one in fields if one.source_id == item.source_id)
    return any(like[:-1] == own[:-1] and _is_mark(like[-1]) and _says_in_a_row(claim, like) for like in likes if like)


def _norms(item: Field) -> tuple[str, ...]:
    return tuple(word.token.norm for word in item.key)


def _says_in_a_row(claim: Sentence, words: tuple[str, ...]) -> bool:
    said = [token.norm for token in claim.tokens]
    return any(tuple(said[at : at + len(words)]) == words for at in range(len(said)))


def _is_mark(norm: str) -> bool:
    return (len(norm) == 1 and norm.isascii()) or norm.isdecimal()


def _parts(key: str) -> set[str]:
    return {part.group().casefold() for part in _PART.finditer(key)}


def named(word: Word, said: Sequence[Word], code: str) -> bool:
    """Whether a claim says a word or one that stands for it."""
    return any(same_word(word, s, code) >= SAME or loosely(word, s) for s in said)


def _named_as(word: Word, said: Sequence[Word], code: str) -> float:
    """1 for the very word, less for one that means the same, so that "production" is not "staging"."""
    return max(
        (
            1.0 if same_word(word, s, code) >= 0.95 else 0.5
            for s in said
            if same_word(word, s, code) >= SAME or loosely(word, s)
        ),
        default=0.0,
    )


def loosely(word: Word, other: Word) -> bool:
    """Whether one word derives from a near synonym of the other: "lands" and "arrival"."""
    book = lexicon()
    derived = {d for k in word.keys if k in book for d in book.related(k, DERIVED)}
    near = {n for k in other.keys if k in book for relation in (NEAR, SYNONYM) for n in book.related(k, relation)}
    return bool(derived & near) and len(word.token.norm) > 3


def _elsewhere(claim: Sentence, said: Sequence[Word], item: Field, fields: Sequence[Field]) -> bool:
    """Whether the claim names another record of the source than the one that holds the field."""
    own = [*item.owner, *item.key, *name_words(item.value, claim.code)]
    others = {w.token.norm: w for f in fields if f.source_id == item.source_id and f.kind == item.kind for w in f.owner}
    return any(
        any(w.token.norm == s.token.norm for s in said) and not any(same_word(w, o, claim.code) >= ALIKE for o in own)
        for w in others.values()
    )


def _key_share(claim: Sentence, said: Sequence[Word], item: Field) -> float:
    """Share of the key's words that the claim says, synonyms and opposites counting."""
    kinds = implied_by(item.mentions())
    telling = telling_words(item)
    if not telling:
        if item.key and all(any(w.token.norm == s.token.norm for s in said) for w in item.key):
            return 1.0
        return (
            0.5
            if any(w.token.norm in _SAYS_NOTHING for w in item.key)
            else 0.6
            if names_any(item.key, said, claim.code)
            else 0.0
        )
    named = sum(bool(w.keys & kinds) or _spoken_of(w, said, claim.code) for w in telling)
    return named / len(telling)


def telling_words(item: Field) -> list[Word]:
    """The words of a key that say what it is about."""
    return [w for w in item.key if w.token.norm not in _GENERIC and not is_unit(w.token.norm)]


def is_unit(text: str) -> bool:
    """Whether a word of a key is the unit of its value ("session_minutes", "price_eur")."""
    return any(
        m.kind not in ("number", "identifier") for m in mentions(f"2 {text.upper() if len(text) == 3 else text}")
    )


def names_any(words: Sequence[Word], said: Sequence[Word], code: str) -> bool:
    """Whether a claim says any of some words, or an opposite of one."""
    return any(_spoken_of(w, said, code) for w in words)


def _spoken_of(word: Word, said: Sequence[Word], code: str) -> bool:
    return any(same_word(word, s, code) >= ALIKE or opposite(word, s) for s in said)


def opposite(word: Word, other: Word) -> bool:
    """Whether one word is the plain opposite of the other: by WordNet, by a prefix, or "online" and "offline"."""
    if not (_opposites(word.keys).isdisjoint(other.keys) and _opposites(other.keys).isdisjoint(word.keys)):
        return True
    one, two = word.token.norm, other.token.norm
    return any(
        (one, two) in ((a + rest, b + rest), (b + rest, a + rest))
        for a, b in _PAIRS
        for rest in {one.removeprefix(a), one.removeprefix(b)}
        if len(rest) > 3
    )


@lru_cache(maxsize=20_000)
def _opposites(keys: frozenset[str]) -> frozenset[str]:
    book = lexicon()
    direct = {opposite for key in keys for opposite in book.related(key, ANTONYM)}
    made = {prefix + joint + key for key in keys for prefix in _PREFIXES for joint in ("", "-") if len(key) > 3}
    return frozenset(direct | made)


def negated(claim: Sentence, word: Word) -> bool:
    """Whether a negation of a word's own statement reaches it, or follows it closely ("SSO is not part of")."""
    known = NEGATION.get(claim.code, ())
    if word.index and claim.tokens[word.index - 1].norm == "non":
        return True
    statement = claim.statements[word.index]
    if any(t.norm == "absence" and claim.statements[i] == statement for i, t in enumerate(claim.tokens[: word.index])):
        return True
    if word.negated and any(t.norm in known and claim.statements[i] == statement for i, t in enumerate(claim.tokens)):
        return True
    for token in claim.tokens[word.index + 1 : word.index + 4]:
        if token.kind == "mark" or token.norm in ("and", "but", "or"):
            return False
        if token.norm in known:
            return True
    return False


def seen(
    claim: Sentence, item: Field, start: int, end: int, *, agrees: bool, kind: FindingKind, sureness: float
) -> tuple[Alignment, Observation]:
    """What a field says to ``claim.text[start:end]``."""
    thing = item.thing or (_held_in(item) if item.kind == "field" else "")
    of = f" of {thing}" if thing else ""
    text = f"the source's {item.key_text}{of} is {item.value or 'empty'}"
    agreement = "agrees" if agrees else "conflicts"
    return item.alignment, Observation(
        kind, agreement, start, end, claim.text[start:end], item.start, item.end, item.value, text, sureness
    )


def _held_in(item: Field) -> str:
    """What a field is in, unless that is long: "worker limits" of ``worker: {limits: {memory: 512Mi}}``."""
    told = item.alignment.scope.unit.label.removesuffix(item.key_text).removesuffix(in_words(item.key_text)).strip()
    return told if item.owner and len(told) <= _SHORT_NAME else ""


def of_named_source(claim: Sentence, fields: Sequence[Field]) -> list[Field]:
    """Without the fields of sources that open as another one does, but with a value that the claim does not say.

    Given ``{"service": "billing", ...}`` and ``{"service": "search", ...}`` a claim about billing is not about search.
    """
    opening: dict[str, Field] = {}
    for item in fields:
        first = opening.get(item.source_id)
        if item.kind == "field" and (first is None or _place(item) < _place(first)):
            opening[item.source_id] = item
    others = {source for source, item in opening.items() if _rivalled(claim, item, list(opening.values()))}
    return [item for item in fields if item.source_id not in others]


def _place(item: Field) -> int:
    return item.alignment.scope.unit.start


def _rivalled(claim: Sentence, item: Field, openings: Sequence[Field]) -> bool:
    """Whether the claim says the opening value of another source with the same first key, and not this one's."""
    alike = [o for o in openings if o is not item and o.key_text.casefold() == item.key_text.casefold()]
    return any(_says(claim, o.value) for o in alike) and not _says(claim, item.value)


def _says(claim: Sentence, value: str) -> bool:
    said, words = spoken(claim), name_words(value, claim.code)
    return bool(words) and all(any(same_word(w, s, claim.code) >= 0.95 for s in said) for w in words)
