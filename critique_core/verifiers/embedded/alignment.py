"""Which words of a claim a stretch of source speaks of, and which of its values stand in the claim's place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex
from rapidfuzz import fuzz

from critique_core.models import Unit
from critique_core.verifiers.embedded import compare
from critique_core.verifiers.embedded.analysis import Sentence, Word, analyse, heads, is_generic
from critique_core.verifiers.embedded.elisions import counts_nothing
from critique_core.verifiers.embedded.lexicon import ANTONYM, DERIVED, NEAR, SYNONYM, lexicon
from critique_core.verifiers.embedded.mentions import Mention
from critique_core.verifiers.embedded.surroundings import in_full

_EXACT, _SYNONYM, _DERIVED, _NEAR, _FUZZY, _PART = 1.0, 0.85, 0.9, 0.55, 0.8, 0.7
_COMPOUNDING = frozenset(("de", "nl"))
_LABEL, _BEFORE, _REFERRED, _TITLE, _AFTER, _LINE = 0.95, 0.8, 0.95, 0.75, 0.45, 0.75
_CLAUSE_DECAY = 0.72
_OWN_CLAUSE_DECAY = 0.5
_DISTANT = 0.7
_OTHER_SUBJECT = 0.6
_UNREAL = frozenset(
    """expected expect forecast planned plan sought previously predicted estimated hoped asked target wanted
    would""".split()
)
_UNREAL_FIT = 0.8
_PRECEDING, _LENT = (_BEFORE, _REFERRED, 0.85 * _BEFORE, 0.85 * _REFERRED), 0.7
_PAST = regex.compile(
    r"\s*(?:(?:a|one|two|the)\s(?:year|month|week|quarter|season|decade)s?\s(?:before|earlier|ago|previously)|last\s(?:year"
    r"|month|week|quarter|season)|previously|formerly|(?:in|for|during)\sthe\s(?:previous|preceding|prior)\s\p{L}+)\b",
    regex.IGNORECASE,
)
_PAST_WORDS = frozenset("before earlier ago previously formerly last previous preceding prior had".split())
_SUBJECTS = frozenset("it they he she this these that its their his her both each one another".split())
_OPPOSITE_PREPOSITIONS = {
    "within": "outside", "inside": "outside", "before": "after", "until": "after", "above": "below",
    "over": "under", "with": "without",
    "without": "with", "under": "over", "below": "above", "after": "before", "outside": "within",
}  # fmt: skip


@lru_cache(maxsize=100_000)
def _expansion(keys: frozenset[str]) -> dict[str, float]:
    """Every word that may stand for one with these keys, with the strength of the relation."""
    book, found = lexicon(), dict[str, float]()
    bases = [key for key in keys if key in book]
    for relation, weight in ((NEAR, _NEAR), (SYNONYM, _SYNONYM), (DERIVED, _DERIVED)):
        for base in bases:
            for word in book.related(base, relation):
                found[word] = max(weight, found.get(word, 0.0))
    return found


@lru_cache(maxsize=100_000)
def antonyms(keys: frozenset[str]) -> frozenset[str]:
    """The opposites of a word's base forms, and those of its synonyms."""
    book = lexicon()
    direct = {word for key in keys if key in book for word in book.related(key, ANTONYM)}
    for key in keys:
        if key in book and not direct:
            for synonym in book.related(key, SYNONYM):
                direct |= book.related(synonym, ANTONYM)
    for prefix in ("un", "in", "im", "non", "dis"):
        for key in keys:
            if key.startswith(prefix) and key[len(prefix) :] in book and len(key) > len(prefix) + 3:
                direct.add(key[len(prefix) :])
            elif prefix + key in book and len(key) > 3:
                direct.add(prefix + key)
    return frozenset(direct - keys)


@lru_cache(maxsize=200_000)
def similarity(first: Word, second: Word, code: str) -> float:
    """How far two words mean the same, 0 to 1."""
    if not first.keys.isdisjoint(second.keys):
        return _EXACT if first.token.keys & second.token.keys else _SYNONYM
    strength = _related(first, second) if code == "en" else 0.0
    return strength or _spelling(first.token.norm, second.token.norm, code)


def _related(first: Word, second: Word) -> float:
    mine, theirs = _expansion(first.keys), _expansion(second.keys)
    forward = max((mine[key] for key in second.keys if key in mine), default=0.0)
    return max(forward, max((theirs[key] for key in first.keys if key in theirs), default=0.0))


def best_match(word: Word, sentence: Sentence) -> tuple[float, Word | None]:
    """The word of a sentence nearest in meaning, and how near; of equals the same surface form, then the first."""
    exact = [other for key in word.keys for other in sentence.by_key.get(key, ())]
    if exact:
        best = max(exact, key=lambda o: (similarity(word, o, sentence.code), o.token.norm == word.token.norm, -o.index))
        return similarity(word, best, sentence.code), best
    best_strength, found = 0.0, None
    if sentence.code == "en":
        mine = _expansion(word.keys)
        near = {o for key in mine.keys() & sentence.by_key.keys() for o in sentence.by_key[key]}
        near |= {o for o in sentence.words if not word.keys.isdisjoint(_expansion(o.keys))}
        for other in sorted(near, key=lambda o: o.index):
            strength = _related(word, other)
            if strength > best_strength:
                best_strength, found = strength, other
    if found is None and len(word.token.norm) >= 4 and word.token.norm.isalpha():
        compounds = sentence.code in _COMPOUNDING
        for other in sentence.words if compounds else sentence.by_opening.get(word.token.norm[:3], ()):
            strength = _spelling(word.token.norm, other.token.norm, sentence.code)
            if strength > best_strength:
                best_strength, found = strength, other
    return best_strength, found


def _spelling(first: str, second: str, code: str) -> float:
    """Near spellings: accents and inflection that no stemmer knows, and the parts of compounds."""
    short, long = sorted((first, second), key=len)
    if len(short) < 5 or not (short.isalpha() and long.isalpha()):
        return 0.0
    if short in long and (code in _COMPOUNDING or long.startswith(short)):
        return _PART
    return _FUZZY if len(short) >= 6 and short[:3] == long[:3] and fuzz.ratio(first, second) >= 84 else 0.0


@dataclass(frozen=True, slots=True)
class Scope:
    """One unit of a source with what surrounds it: its label, the units before and after, the source's title."""

    source_id: str
    unit: Unit
    sentence: Sentence
    around: tuple[tuple[float, Sentence], ...]
    rank: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim's word aligned with a word of the unit itself."""

    claim: Word
    source: Word
    strength: float


@dataclass(frozen=True)
class Alignment:
    """A claim laid over one scope: ``cover`` gives each claim word's best strength anywhere in the scope.

    ``context`` is the same from outside the unit alone, sentences it does not refer to counting less.
    """

    scope: Scope
    cover: tuple[float, ...]
    pairs: tuple[Pair, ...]
    coverage: float
    inside: float
    context: tuple[float, ...] = ()


def scope_of(
    source_id: str, unit: Unit, *, before: Sequence[Unit], after: Sequence[Unit], title: str, code: str, rank: int
) -> Scope:
    """Build the scope of a unit from its neighbours in the passage."""
    around: list[tuple[float, Sentence]] = []
    if unit.label:
        around.append((_LABEL, analyse(unit.label, code)))
    referring = analyse(unit.text, code, unit.kind).has_pronoun
    lines = unit.kind in ("code", "record", "table")
    for distance, other in enumerate(reversed(before)):
        near = _LINE if lines else _REFERRED if referring else _BEFORE
        around.append((near * (0.97 if lines else 0.85) ** distance, analyse(other.text, code, other.kind)))
    for distance, other in enumerate(after):
        around.append((_LINE * 0.97**distance if lines else _AFTER, analyse(other.text, code, other.kind)))
    if title:
        around.append((_TITLE, analyse(title, code)))
    return Scope(source_id, unit, analyse(unit.text, code, unit.kind), tuple(around), rank)


def rivals(claim: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence is about another entry than the claim: its own identifiers or versions, none the claim's."""
    subject = next((m.text.casefold() for m in claim.mentions if m.kind == "identifier"), None)
    entry = next((m.text.casefold() for m in sentence.mentions if m.kind == "identifier"), None)
    if subject is None or entry is None or subject in sentence.text.casefold():
        return False
    if shape(subject) == "code" and sentence.text.lstrip(" `\t").casefold().find(entry) != 0:
        return False
    return shape(entry) == shape(subject)


def shape(text: str) -> str:
    """The pattern of an identifier: E1042 and E1043 are of one shape."""
    if any(c.isdigit() for c in text):
        return "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in text)
    return "code"


def other_subject(claim: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence opens with another name than the claim's, and names none of the claim's."""
    names = [w for w in claim.words if w.token.name]
    opening = next((w for w in sentence.words if w.index <= 3), None)
    if not names or opening is None or not opening.token.name:
        return False
    return not any(similarity(name, word, claim.code) >= _PART for name in names for word in sentence.words)


def align(claim: Sentence, scope: Scope) -> Alignment:
    """Align a claim's words with a scope; one that is about another entry lends nothing."""
    if scope.unit.kind != "code" and rivals(claim, scope.sentence):
        nothing = tuple(0.0 for _ in claim.words)
        return Alignment(scope, nothing, (), 0.0, 0.0, nothing)
    kept = _OTHER_SUBJECT if other_subject(claim, scope.sentence) else 1.0
    cover: list[float] = []
    context: list[float] = []
    pairs: list[Pair] = []
    total = inside = covered = 0.0
    for word in claim.words:
        strength, partner = best_match(word, scope.sentence)
        if partner is not None:
            pairs.append(Pair(word, partner, strength))
        beside, beside_fit = _beside(claim, word, scope)
        anywhere = max(strength, beside)
        context.append(beside_fit * kept)
        anywhere *= kept
        strength *= kept
        cover.append(anywhere)
        total += word.weight
        inside += word.weight * strength
        covered += word.weight * anywhere
    if not total:
        return Alignment(scope, tuple(cover), tuple(pairs), 0.0, 0.0, tuple(context))
    return Alignment(scope, tuple(cover), tuple(pairs), covered / total, inside / total, tuple(context))


def _beside(claim: Sentence, word: Word, scope: Scope) -> tuple[float, float]:
    """How far what surrounds a unit speaks of a word: for coverage, and for the slot of a value."""
    best = fit = 0.0
    referring = scope.sentence.has_pronoun or scope.unit.kind != "prose"
    for weight, sentence in scope.around:
        if best >= weight or rivals(claim, sentence):
            continue
        strength = weight * best_match(word, sentence)[0]
        best = max(best, strength)
        fit = max(fit, strength if referring or weight == _LABEL else strength * _DISTANT)
    return best, fit


@dataclass(frozen=True)
class Slot:
    """A value of a source that may stand where the claim's value stands: ``fit`` says how well, 0 to 1."""

    alignment: Alignment
    mention: Mention
    fit: float
    agrees: bool


_ASSIGNED = regex.compile(r"[=:]\s*$")
_NUMBERED = regex.compile(
    r"(?<!\p{L})(?:no\.?|nos\.?|nr\.?|number|#|№|n°|invoice|order|ticket|lot|bill|booking)\s*$", regex.IGNORECASE
)

# what a kind of value says by itself, so that "costs" needs no word beside a price
_IMPLIED: dict[str, frozenset[str]] = {
    "currency": frozenset("cost price fee charge pay worth amount spend sell priced".split()),
    "[time]": frozenset("take last duration long period time".split()),
    "[mass]": frozenset("weigh weight heavy".split()),
    "[length]": frozenset("long high tall height length distance wide measure far".split()),
    "day": frozenset("date take place".split()),
    "clock": frozenset("time start begin".split()),
    "ratio": frozenset("share proportion percentage rate".split()),
    "temperature": frozenset("temperature".split()),
}


def implied(mention: Mention) -> frozenset[str]:
    """The words a value of this kind makes unnecessary."""
    return _IMPLIED.get("currency" if mention.kind == "currency" else mention.unit, frozenset())


def slots(claim: Sentence, mention: Mention, alignments: Sequence[Alignment]) -> list[Slot]:
    """All comparable values of the aligned units with how well they fit the claim's slot, best first."""
    found: list[Slot] = []
    counted = heads(claim, mention) if mention.kind == "number" else ()
    for alignment in alignments:
        for stated in alignment.scope.sentence.mentions:
            other = stated
            if not _names(alignment.scope.sentence.text, stated):
                other = in_full(stated, alignment.scope.sentence, [s for _, s in alignment.scope.around], mention)
            if not compare.comparable(mention, other):
                continue
            agrees = compare.agrees(mention, other)
            if mention.kind == "number" and not _counts_alike(claim, counted, alignment, other, agrees=agrees):
                continue
            found.append(Slot(alignment, other, _fit(claim, mention, alignment, other), agrees))
    found.sort(key=lambda s: (-s.fit, not s.agrees, s.alignment.scope.rank, s.mention.start))
    return found


def _names(text: str, mention: Mention) -> bool:
    """Whether a number is a reference number ("repair no. 7718"), which borrows no unit from what stands near."""
    return mention.kind == "number" and _NUMBERED.search(text, max(0, mention.start - 12), mention.start) is not None


def _counts_alike(
    claim: Sentence, counted: tuple[Word, ...], alignment: Alignment, other: Mention, *, agrees: bool
) -> bool:
    """Whether two plain numbers count the same kind of thing; what says nothing of it may agree but not conflict."""
    sentence = alignment.scope.sentence
    theirs = heads(sentence, other)
    if any(similarity(w, o, claim.code) >= 0.5 for w in counted for o in theirs):
        return True
    if alignment.scope.unit.kind == "code" and not agrees and not _ASSIGNED.search(sentence.text[: other.start]):
        return False
    if is_generic(counted) and (is_generic(theirs) or agrees):
        return True
    place = sentence.clause_at(other.start)
    beside = [w for w in sentence.words if abs(w.clause - place) <= 1]
    named = any(similarity(w, o, claim.code) >= 0.7 for w in counted for o in beside)
    labelled = any(
        similarity(w, o, claim.code) >= 0.7 for w in counted for _, s in alignment.scope.around[:1] for o in s.words
    )
    if alignment.scope.unit.kind == "code" and not agrees:
        return named
    if agrees:
        return named or labelled or not theirs or is_generic(theirs) or claim.code not in ("en",)
    return (named or labelled) and not theirs


def _fit(claim: Sentence, mention: Mention, alignment: Alignment, other: Mention) -> float:
    """Share of the claim's words that stand near the source's value, nearer words counting more.

    The words after the claim's number (what is counted) count more; other values of the claim that the unit states
    too count like names.
    """
    scope = alignment.scope
    place = scope.sentence.clause_at(other.start)
    counted = heads(claim, mention)[:1] if mention.kind == "number" else ()
    known = implied(other)
    total = score = 0.0
    paired = {pair.claim.index for pair in alignment.pairs}
    lent = _lent(scope, other)
    elided = other.kind == "number" and counts_nothing(scope.sentence.text, other)
    own = claim.clause_at(mention.start)
    for position, word in enumerate(claim.words):
        weight = word.weight * (1.6 if word in counted else 1.0) * _OWN_CLAUSE_DECAY ** abs(word.clause - own)
        total += weight
        near = 0.6 if word.keys & known else 0.0
        for candidate in scope.sentence.words:
            apart = 0 if elided and word in counted else abs(candidate.clause - place)  # "54 goals ... and let in 41"
            strength = similarity(word, candidate, claim.code) * _CLAUSE_DECAY**apart
            if strength > near and not _turned(claim, word, scope.sentence, candidate):
                near = strength
        outside = alignment.context[position] * lent * (0.6 if word.index in paired else 1.0)
        score += weight * max(near, outside)
    for second in claim.mentions:
        if second is mention:
            continue
        weight = 1.7 if second.kind == "identifier" else 1.4
        weight *= _OWN_CLAUSE_DECAY ** abs(claim.clause_at(second.start) - own)
        total += weight
        score += weight * _second(second, scope, place)
    unreal = scope.sentence.functions & _UNREAL and not claim.functions & _UNREAL
    past = _PAST.match(scope.sentence.text) and not claim.functions & _PAST_WORDS
    return (score / total if total else 0.5) * (_UNREAL_FIT if unreal or past else 1.0)


def _lent(scope: Scope, other: Mention) -> float:
    """How much of the words around a unit is spoken of its value: less where they have a like value of their own.

    In "Simmer for 90 minutes. Rest it for 15 minutes." the simmering takes 90 minutes; a pronoun that opens the
    sentence, though, is spoken of what came before.
    """
    if scope.unit.kind != "prose" or _opens_with_pronoun(scope.sentence):
        return 1.0
    before = [s for w, s in scope.around if w in _PRECEDING]
    owned = any(m.kind == other.kind and m.unit == other.unit for s in before for m in s.mentions)
    return _LENT if owned else 1.0


def _opens_with_pronoun(sentence: Sentence) -> bool:
    first = next((t for t in sentence.tokens if not t.function or t.norm in _SUBJECTS), None)
    return first is not None and first.norm in _SUBJECTS


def _turned(claim: Sentence, word: Word, sentence: Sentence, other: Word) -> bool:
    """Whether opposite prepositions stand before two aligned words: within Europe, outside Europe."""
    mine = claim.tokens[word.index - 1].norm if word.index else ""
    theirs = sentence.tokens[other.index - 1].norm if other.index else ""
    return _OPPOSITE_PREPOSITIONS.get(mine) == theirs or _OPPOSITE_PREPOSITIONS.get(theirs) == mine


def _second(second: Mention, scope: Scope, place: int) -> float:
    best = 0.0
    if second.kind == "identifier":
        texts = [(1.0, scope.sentence.text), *((w, s.text) for w, s in scope.around)]
        return max((w for w, text in texts if second.text.casefold() in text.casefold()), default=0.0)
    for candidate in scope.sentence.mentions:
        if compare.comparable(second, candidate) and compare.agrees(second, candidate):
            best = max(best, _CLAUSE_DECAY ** abs(scope.sentence.clause_at(candidate.start) - place))
    for weight, sentence in scope.around:
        if any(compare.comparable(second, m) and compare.agrees(second, m) for m in sentence.mentions):
            best = max(best, 0.8 * weight)
    return best
