"""Which values of the aligned units may be where the claim's value is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from critique_core.language import limits
from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, heads, is_generic
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite, is_verb
from critique_core.typed_values import compare
from critique_core.typed_values.compounds import counts_nothing
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import BEFORE, REFERRED, Alignment, Scope
from critique_core.verifiers.embedded.alignment.context import by_occurrence, in_full
from critique_core.verifiers.embedded.alignment.lifespans import BIRTH, DEATH, is_life, year_told

_CLAUSE_DECAY = 0.72
_OWN_CLAUSE_DECAY = 0.5
_UNREAL = frozenset(
    """expected expect forecast planned plan sought previously predicted estimated hoped asked target wanted
    would""".split()
)
_UNREAL_FIT = 0.8
_PRECEDING, _LENT = (BEFORE, REFERRED, 0.85 * BEFORE, 0.85 * REFERRED), 0.7
_PAST = regex.compile(
    r"\s*(?:(?:a|one|two|the)\s(?:year|month|week|quarter|season|decade)s?\s(?:before|earlier|ago|previously)|last\s(?:year"
    r"|month|week|quarter|season)|previously|formerly|(?:in|for|during)\sthe\s(?:previous|preceding|prior)\s\p{L}+)\b",
    regex.IGNORECASE,
)
_PAST_WORDS = frozenset("before earlier ago previously formerly last previous preceding prior had".split())
_SUBJECTS = frozenset("it they he she this these that its their his her both each one another".split())


@dataclass(frozen=True)
class Slot:
    """A value of a source that may be where the claim's value is: ``fit`` says how well, 0 to 1."""

    alignment: Alignment
    mention: Mention
    fit: float
    agrees: bool


_PRICE = regex.compile(r"\d[.,]\d\d$")
_ASSIGNED = regex.compile(r"[=:]\s*$")
_EXCEPT = regex.compile(
    r"\b(?:except|excluding|apart|other than|but not|not)(?: for)?(?: from| in| between| during)?(?: the)?\s+$",
    regex.IGNORECASE,
)
_HOUR = regex.compile(
    r"(?:\b(?:at|from|to|until|till|by|before|after|around|about|between|past|um|ab|bis|von|gegen|zwischen|vor|nach"
    r"|à|de|dès|vers|entre|a|las?|desde|hasta|alle|dalle|às|das|até|om|van|vanaf|tot)|[-–—:|\"'(\[=]"
    r"|\d\s(?:and|und|et|y|e|en))\s*$",
    regex.IGNORECASE,
)
_AND = frozenset(("and", "or", "but"))
_NUMBERED = regex.compile(
    r"(?<!\p{L})(?:no\.?|nos\.?|nr\.?|number|#|№|n°|invoice|order|ticket|lot|bill|booking)\s*$", regex.IGNORECASE
)


# what a kind of value says by itself, so that "costs" needs no word next to a price
_IMPLIED: dict[str, frozenset[str]] = {
    "currency": frozenset(
        """cost price fee charge pay worth amount spend sell priced kostet kosten preis beträgt coûte coûtent prix tarif
        cuesta cuestan precio vale costa costano prezzo custa custam preço kost prijs""".split()
    ),
    "[time]": frozenset("take last duration long period time".split()),
    "[mass]": frozenset("weigh weight heavy".split()),
    "[length]": frozenset("long high tall height length distance wide measure far".split()),
    "day": frozenset("date take place".split()),
    "clock": frozenset("time start begin".split()),
    "ratio": frozenset("share proportion percentage rate".split()),
    "temperature": frozenset("temperature".split()),
}


_OF_HOURS = _IMPLIED["clock"] | frozenset("open close shut end finish".split())


def implied(mention: Mention) -> frozenset[str]:
    """The words a value of this kind makes unnecessary."""
    if mention.kind == "time" and mention.is_range:
        return _OF_HOURS
    return _IMPLIED.get("currency" if mention.kind == "currency" else mention.unit, frozenset())


def implied_by(mentions: Iterable[Mention]) -> frozenset[str]:
    """The words that values together make unnecessary."""
    return frozenset[str]().union(*map(implied, mentions))


def slots(claim: Sentence, mention: Mention, alignments: Sequence[Alignment]) -> list[Slot]:
    """All comparable values of the aligned units with how well they fit the claim's slot, best first."""
    found: list[Slot] = []
    counted = heads(claim, mention) if mention.kind == "number" else ()
    for alignment in alignments:
        for stated in alignment.scope.sentence.mentions:
            other = stated
            if not _names(alignment.scope.sentence.text, stated):
                other = in_full(stated, alignment.scope.sentence, [s for _, s in alignment.scope.around], mention)
            if mention.per == "[time]" and mention.unit != "[time]":
                other = by_occurrence(other, alignment.scope.sentence)
            if is_life(alignment.scope.sentence, stated):
                other = year_told(claim, stated)
            if not _comparable(claim.text, mention, alignment.scope.sentence.text, other):
                continue
            own = by_occurrence(mention, claim) if other.per == "[time]" else mention
            agrees = compare.agrees(own, other)
            if other.span and _EXCEPT.search(alignment.scope.sentence.text, 0, other.start):
                if not agrees:
                    continue  # what is outside an exception says nothing of what is in it
                agrees = False
            if mention.kind == "number" and not _counts_alike(claim, counted, alignment, other, agrees=agrees):
                continue
            found.append(Slot(alignment, other, fit(claim, mention, alignment, other), agrees))
    found.sort(key=lambda s: (-s.fit, not s.agrees, s.alignment.scope.rank, s.mention.start))
    return found


def _comparable(mine: str, mention: Mention, theirs: str, other: Mention) -> bool:
    """Whether two values are of one kind; a number alone is an hour in "from 9" or "9-17", not in "two photos"."""
    if not compare.comparable(mention, other):
        return False
    if {mention.kind, other.kind} != {"time", "number"}:
        return True
    text, number = (mine, mention) if mention.kind == "number" else (theirs, other)
    return _HOUR.search(text, max(0, number.start - 12), number.start) is not None


def nearness(claim: Sentence, mention: Mention) -> dict[int, float]:
    """What each word of a claim weighs beside a value, by its token: less with every clause between them."""
    own = claim.clause_at(mention.start)
    return {word.index: word.weight * _OWN_CLAUSE_DECAY ** abs(word.clause - own) for word in claim.words}


def _names(text: str, mention: Mention) -> bool:
    """Whether a number is a reference number ("repair no. 7718"), which borrows no unit from what is near."""
    return mention.kind == "number" and _NUMBERED.search(text, max(0, mention.start - 12), mention.start) is not None


def is_price(number: Mention) -> bool:
    """Whether a plain number is written like a price: "6.50"."""
    return _PRICE.search(number.text) is not None


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
        return named or not theirs or is_generic(theirs) or claim.code != "en"
    priced = counted and is_price(other)  # "Ten adult tickets" beside "adults 6.50"
    return (named or labelled) and not theirs and not priced


def fit(claim: Sentence, mention: Mention, alignment: Alignment, other: Mention) -> float:
    """Share of the claim's words that are near the source's value, nearer words counting more.

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
    taken = _has_its_own(scope, mention, other)
    lives = any(m.start == other.start and is_life(scope.sentence, m) for m in scope.sentence.mentions)
    elided = other.kind == "number" and counts_nothing(scope.sentence.text, other)
    own = claim.clause_at(mention.start)
    weights = nearness(claim, mention)
    shared = _before_a_list(claim, scope.sentence, other)
    for position, word in enumerate(claim.words):
        weight = weights[word.index] * (1.6 if word in counted else 1.0)
        total += weight
        near = 1.0 if limits.names(word.token, other) else 0.6 if word.keys & known else 0.0
        near = 1.0 if lives and word.keys & (BIRTH | DEATH) else near
        for candidate in scope.sentence.words:
            elsewhere = not (candidate.index in shared or (elided and word in counted))  # "54 goals ... and let in 41"
            apart = abs(candidate.clause - place) if elsewhere else 0
            strength = similarity(word, candidate, claim.code) * _CLAUSE_DECAY**apart
            near = max(near, strength)
        outside = alignment.context[position] * lent * (0.6 if word.index in paired else 1.0)
        if taken and acts(claim, word):
            outside = 0.0
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


def _before_a_list(claim: Sentence, sentence: Sentence, other: Mention) -> range:
    """The tokens that all values of a list share: "a ticket costs" of "a ticket costs 5 euros for adults and 3 ...".

    A verb between two values begins something else ("they charge in two hours and play for thirty"), and a value in a
    case that the claim does not name is not the claim's ("every three months, and every month during autumn").
    """
    if other.kind == "version":
        return range(0)
    at = next((i for i, token in enumerate(sentence.tokens) if token.start >= other.start), 0)
    home = sentence.statements[at]
    alike = [m.start for m in sentence.mentions if (m.kind, m.unit) == (other.kind, other.unit)]
    listed = [i for i, t in enumerate(sentence.tokens) if sentence.statements[i] == home and t.start in alike]
    if not listed or listed[0] == at or any(_is_deed(sentence, i) for i in range(listed[0], at)):
        return range(0)
    said = frozenset[str]().union(*(token.keys for token in claim.tokens))
    place = sentence.clause_at(other.start)
    case = [w for w in sentence.words if w.clause == place and w.token.start >= other.end]
    if case and not any(w.keys & said for w in case):
        return range(0)
    return range(sentence.statements.index(home), listed[0])


def _is_deed(sentence: Sentence, at: int) -> bool:
    joined = at > 0 and sentence.tokens[at - 1].norm in _AND
    return is_finite(sentence.tokens, at) or (joined and is_verb(sentence.tokens[at]))


def _lent(scope: Scope, other: Mention) -> float:
    """How much of the words aaround a unit is about its value: less where they have a like value of their own.

    In "Simmer for 90 minutes. Rest it for 15 minutes." the simmering takes 90 minutes; a pronoun that opens the
    sentence, though, is about what came before.
    """
    if scope.unit.kind != "prose" or _opens_with_pronoun(scope.sentence):
        return 1.0
    before = [s for w, s in scope.around if w in _PRECEDING]
    owned = any(m.kind == other.kind and m.unit == other.unit for s in before for m in s.mentions)
    return _LENT if owned else 1.0


def _has_its_own(scope: Scope, mention: Mention, other: Mention) -> bool:
    """Whether the claim's own value is in a sentence before another one, and so takes the deed that is told there.

    "Built in 1868, the tower was of wood. It was rebuilt in 1938." has nothing built in 1938.
    """
    before = (m for w, s in scope.around if w in _PRECEDING for m in s.mentions)
    return not compare.agrees(mention, other) and any(compare.follows(mention, m) for m in before)


def _opens_with_pronoun(sentence: Sentence) -> bool:
    first = next((t for t in sentence.tokens if not t.function or t.norm in _SUBJECTS), None)
    return first is not None and first.norm in _SUBJECTS


def _second(second: Mention, scope: Scope, place: int) -> float:
    best = 0.0
    if second.kind == "identifier":
        texts = [(1.0, scope.sentence.text), *((w, s.text) for w, s in scope.around)]
        return max((w for w, text in texts if second.text.casefold() in text.casefold()), default=0.0)
    for candidate in scope.sentence.mentions:
        if compare.follows(second, candidate):
            best = max(best, _CLAUSE_DECAY ** abs(scope.sentence.clause_at(candidate.start) - place))
    for weight, sentence in scope.around:
        if any(compare.follows(second, m) for m in sentence.mentions):
            best = max(best, 0.8 * weight)
    return best
