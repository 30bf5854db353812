"""Which words of a claim a unit of a source mentions, in the unit and in what surrounds it."""

from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.language import limits
from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import best_match, similarity
from critique_core.models import Unit
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named, weekdays

_LABEL, BEFORE, REFERRED, _TITLE, _AFTER, _LINE = 0.95, 0.8, 0.95, 0.75, 0.45, 0.75
_DISTANT = 0.7
_OTHER_SUBJECT = 0.6
_SAME_NAME = 0.7
_LINKS = frozenset("the a an this that of".split())
COVERED = 0.5
"""Strength from which the sources are taken to have one of the claim's words."""
CONTENT = 0.6
"""Least weight of a word that names a thing or a deed."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One unit of a source with what surrounds it: its label, the units before and after, the source's title."""

    source_id: str
    unit: Unit
    sentence: Sentence
    around: tuple[tuple[float, Sentence], ...]
    rank: int

    def is_near(self, other: "Scope") -> bool:
        """Whether both are one unit or neighbouring units of one source."""
        return self.source_id == other.source_id and abs(self.rank - other.rank) <= 1


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
        near = _LINE if lines else REFERRED if referring else BEFORE
        around.append((near * (0.97 if lines else 0.85) ** distance, analyse(other.text, code, other.kind)))
    for distance, other in enumerate(after):
        around.append((_LINE * 0.97**distance if lines else _AFTER, analyse(other.text, code, other.kind)))
    if title:
        around.append((_TITLE, analyse(title, code)))
    return Scope(source_id, unit, analyse(unit.text, code, unit.kind), tuple(around), rank)


def rivals(claim: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence is about another entry than the claim: its own identifiers or versions, none the claim's."""
    subject = next((m.text.casefold() for m in claim.mentions if m.kind == "identifier" and opens(claim, m)), None)
    entry = next((m.text.casefold() for m in sentence.mentions if m.kind == "identifier"), None)
    if subject is None or entry is None or subject in sentence.text.casefold():
        return False
    if shape(subject) == "code" and sentence.text.lstrip(" `\t").casefold().find(entry) != 0:
        return False
    return shape(entry) == shape(subject)


def opens(claim: Sentence, mention: Mention) -> bool:
    """Whether a mention is among the words a claim opens with, before any verb: it names what the claim is about."""
    before = (token for token in claim.tokens if token.end <= mention.start)
    verbs = (word for word in claim.words if word.token.end <= mention.start and acts(claim, word))
    return not any(token.function and token.norm not in _LINKS for token in before) and not any(verbs)


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
    return not any(similarity(name, word, claim.code) >= _SAME_NAME for name in names for word in sentence.words)


def align(claim: Sentence, scope: Scope) -> Alignment:
    """Align a claim's words with a scope; one that is about another entry gives nothing."""
    if scope.unit.kind != "code" and rivals(claim, scope.sentence):
        nothing = tuple(0.0 for _ in claim.words)
        return Alignment(scope, nothing, (), 0.0, 0.0, nothing)
    kept = _OTHER_SUBJECT if other_subject(claim, scope.sentence) else 1.0
    cover: list[float] = []
    context: list[float] = []
    pairs: list[Pair] = []
    total = inside = covered = 0.0
    around = [(weight, sentence) for weight, sentence in scope.around if not rivals(claim, sentence)]
    for word in claim.words:
        strength, partner = best_match(word, scope.sentence)
        if any(limits.names(word.token, mention) for mention in scope.sentence.mentions):
            strength = 1.0
        if claim.code != "en" and _is_day_of(word, scope.sentence):  # in English the encoder knows
            strength = 1.0
        if partner is not None:
            pairs.append(Pair(word, partner, strength))
        beside, beside_fit = _from_surroundings(word, scope, around)
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


def _is_day_of(word: Word, sentence: Sentence) -> bool:
    """Whether a word names a day that a sentence names by a range: "mercredi" of "du mardi au samedi"."""
    day = day_named(word.token.text)
    return day is not None and day in weekdays(sentence.text)


def _from_surroundings(word: Word, scope: Scope, around: Sequence[tuple[float, Sentence]]) -> tuple[float, float]:
    """How far what surrounds a unit mentions a word: for coverage, and for the slot of a value."""
    best = fit = 0.0
    referring = scope.sentence.has_pronoun or scope.unit.kind != "prose"
    for weight, sentence in around:
        if best >= weight:
            continue
        strength = weight * best_match(word, sentence)[0]
        best = max(best, strength)
        fit = max(fit, strength if referring or weight == _LABEL else strength * _DISTANT)
    return best, fit
