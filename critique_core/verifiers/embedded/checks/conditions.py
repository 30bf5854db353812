"""Conditions a claim leaves out: its value holds for one plan, region, version or date, another holds elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.choice import excluded, grants
from critique_core.verifiers.embedded.alignment.numbered_slots import ends_a_name
from critique_core.verifiers.embedded.alignment.slots import Slot, slots

_QUOTED = regex.compile(r"\s*[\"']")
_KEYED = regex.compile(r"\s*([^:\n]{1,60}):\s")
_PARALLEL = 0.12
_SPOKEN = 0.7
_FRAMED = 0.4
_HISTORY = frozenset("previous previously former formerly target planned asked sought forecast expected".split())
_CONTRAST = frozenset("other others otherwise elsewhere else rest remaining newer older everyone everywhere".split())
_FRAME = frozenset(
    """tier plan region version edition country customer user member account license licence release branch site office
    model package subscription level group zone area branch adult child children student season weekday
    plan's type class grade category""".split()
)
_LINKS = frozenset(
    "on in for with under since until from within during per to at für in mit pour en dans para con".split()
)
_AND = frozenset("and but or while whereas und aber y pero et mais".split())
_PRONOUNS = frozenset("it they its their them these those".split())


class HasSlot(Protocol):
    """A resolved value of the claim."""

    @property
    def mention(self) -> Mention:
        """The claim's value."""
        ...

    @property
    def outcome(self) -> str:
        """What the sources say to it."""
        ...

    @property
    def slot(self) -> Slot | None:
        """The source's value in its place."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """One condition with the value that holds under it."""

    slot: Slot
    words: tuple[Word, ...]
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Omission:
    """The condition of the claim's own value, and those of the other values."""

    mention: Mention
    stated: Case
    others: tuple[Case, ...]

    @property
    def cases(self) -> str:
        """Each case with its value: "Free plan: 10 MB; Pro plan: 100 MB"."""
        cases = (self.stated, *self.others)
        names = [_noun(case) for case in cases]
        if len(set(names)) < len(names):
            names = [case.text for case in cases]
        return "; ".join(f"{name}: {case.slot.mention.text}" for name, case in zip(names, cases, strict=True))

    @property
    def explanation(self) -> str:
        """The cases in words."""
        return f"the source gives a value for each case ({self.cases}), the draft leaves the case out"


def omitted_condition(claim: Sentence, values: Sequence[HasSlot], ranked: Sequence[Alignment]) -> Omission | None:
    """Find a value of the claim that the sources tie to a condition the claim does not name."""
    if excluded(claim):
        return None  # "non-members" names the case of everybody else
    for value in values:
        if value.outcome != "agrees" or value.slot is None or value.mention.kind in ("identifier", "date", "version"):
            continue
        stated = value.slot.mention
        if value.mention.bound == stated.bound == "min":
            continue  # what is asked for at least ("six months of service") is a condition, and has none
        if value.mention.bound and value.mention.bound != stated.bound and value.mention.low != stated.low:
            continue  # "fewer than 50" agrees with 43, but not as the value of a case
        found = _cases(claim, value.mention, value.slot, ranked)
        if found is not None:
            return found
    return None


def _cases(claim: Sentence, mention: Mention, stated: Slot, ranked: Sequence[Alignment]) -> Omission | None:
    own = None if ends_a_name(stated) else _case(claim, stated)
    if own is None:
        return None
    others: list[Case] = []
    for slot in slots(claim, mention, ranked):
        same = slot.mention.high == mention.low if grants(claim, mention) else slot.agrees
        if same or slot.mention == stated.mention or slot.fit < stated.fit - _FRAMED or _is_one_of_several(slot):
            continue
        case = _case(claim, slot)
        if case is None or not _parallel(own, case, claim.code):
            continue
        if (
            slot.fit >= stated.fit - _PARALLEL
            or _framed(own, case)
            or _contrasted(own, case)
            or _coordinated(own, case)
        ) and case.text not in (
            own.text,
            *(c.text for c in others),
        ):
            others.append(case)
    apart = [case for case in others if not _coordinated(own, case)]  # what follows "and" leaves out the claim's words
    if not others or (apart and _names(claim, own, apart)):
        return None
    return Omission(mention, own, tuple(others[:4]))


def _is_one_of_several(slot: Slot) -> bool:
    """Whether its sentence has the same by another rate: "€34 a month or €350 a year" is no single value of a case."""
    value = slot.mention
    beside = (m for m in slot.alignment.scope.sentence.mentions if m.kind == value.kind and m != value)
    return any(m.per == value.per != "" and m.per_size != value.per_size for m in beside)


def _names(claim: Sentence, own: Case, others: Sequence[Case]) -> bool:
    """Whether the claim says something that is next to its own value and next to none of the others: its case.

    Where another value's sentence has a pronoun for its subject, this is unclear.
    """
    if any(case.slot.alignment.scope.sentence.functions & _PRONOUNS for case in others):
        return False
    elsewhere = [word for case in others for word in _clause_words(case)]
    return any(
        _speaks(word, _clause_words(own), claim.code) and not _speaks(word, elsewhere, claim.code)
        for word in claim.words
    )


def _speaks(word: Word, of: Sequence[Word], code: str) -> bool:
    return any(similarity(word, other, code) >= _SPOKEN for other in of)


def _clause_words(case: Case) -> list[Word]:
    """The words of the clause that holds a case's value, with the key of a "key: value" line."""
    sentence = case.slot.alignment.scope.sentence
    place = sentence.clause_at(case.slot.mention.start)
    keyed = _KEYED.match(sentence.text)
    key = keyed.end() if keyed and keyed.end() <= case.slot.mention.start + 2 else 0
    return [word for word in sentence.words if word.clause == place or word.token.start < key]


def _case(claim: Sentence, slot: Slot) -> Case | None:
    """The words that distinguish this value from the others: of its clause and label, not in the claim."""
    scope, sentence = slot.alignment.scope, slot.alignment.scope.sentence
    place = sentence.clause_at(slot.mention.start)
    keyed = _KEYED.match(sentence.text)
    if keyed and keyed.end() <= slot.mention.start + 2:
        near = [w for w in sentence.words if w.token.start < keyed.end()]
        text = keyed.group(1).strip()
    else:
        leads = _leads(sentence) and not _is_case(sentence, place, slot.mention)
        near = [w for w in sentence.words if w.clause == place or (w.clause == 0 and leads)]
        text = ""
    if scope.unit.label and not keyed and scope.unit.kind != "table":  # the heads of columns are no case of a row
        near += [w for weight, s in scope.around[:1] for w in s.words if weight > 0]
    said = frozenset[str]().union(*(token.keys for token in claim.tokens))  # "a year" is no word but a value
    fresh = [
        w for w in near if not (w.keys & said or any(similarity(w, c, claim.code) >= _SPOKEN for c in claim.words))
    ]
    marks = _marks(claim, slot) if fresh or not text else []  # a claim that names the key names its case
    if not (fresh or marks) or any(w.token.norm in _HISTORY for w in near):
        return None
    named = " ".join([*(w.token.text for w in fresh[:4]), *marks])
    return Case(slot, tuple(fresh), text or named, tuple(marks))


def _noun(case: Case) -> str:
    """The name of a case up to its frame word: "Free plan" of "Free plan allows"."""
    linked = _linked(case.slot.alignment.scope.sentence, case)
    words = [word for word in case.words[:4] if word.index >= linked]
    ends = [number for number, word in enumerate(words) if word.keys & _FRAME]
    named = " ".join(word.token.text for word in words[: ends[-1] + 1]) if ends and ends[-1] else ""
    return named if named and named in case.text else case.text


def _is_case(sentence: Sentence, place: int, mention: Mention) -> bool:
    """Whether what opens a sentence is the case of another value, next to the value's own: "on Pro 9, on Free 3"."""
    first = next((m for m in sentence.mentions if sentence.clause_at(m.start) == 0), None)
    if place and first is not None and first.kind == mention.kind:
        return True
    clause = [t for t, number in zip(sentence.tokens, sentence.clauses, strict=True) if number == place]
    opening = next((t for t in clause if t.kind != "mark" and t.norm not in _AND), None)
    return bool(place) and opening is not None and opening.norm == sentence.tokens[0].norm


def _marks(claim: Sentence, slot: Slot) -> list[str]:
    """The dates and versions of the value's unit that the claim does not state: "before 1 May", "version 2"."""
    stated, sentence = {m.text.casefold() for m in claim.mentions}, slot.alignment.scope.sentence
    found = [m for m in sentence.mentions if m.kind in ("date", "version") and m is not slot.mention]
    before = {m: next((t.text for t in reversed(sentence.tokens) if t.end <= m.start), "") for m in found}
    return [f"{before[m]} {m.text}".strip() for m in found if m.text.casefold() not in stated]


def _leads(sentence: Sentence) -> bool:
    """Whether a sentence opens with a phrase that sets its frame: "In the EU region, ..."."""
    if not sentence.tokens or sentence.tokens[0].norm not in _LINKS:
        return False
    ends = next((t for t, number in zip(sentence.tokens, sentence.clauses, strict=True) if number == 1), None)
    return ends is not None and ends.text == ","


def _parallel(first: Case, second: Case, code: str) -> bool:
    """Whether two cases are of one kind: both keys of a "key: value" line, or joined by a frame word or preposition."""
    a, b = first.slot.alignment.scope.sentence, second.slot.alignment.scope.sentence
    if a is not b and _twins(first, second, code):
        return True
    if a is b and all(a.clause_at(case.slot.mention.start) for case in (first, second)):  # what opens it is of both
        first, second = _without(first, second.words), _without(second, first.words)
    if not (first.words or first.marks) or not (second.words or second.marks) or _keys(first) == _keys(second):
        return False
    key_a, key_b = regex.match(r"\s*[^:\n]{1,40}:\s", a.text), regex.match(r"\s*[^:\n]{1,40}:\s", b.text)
    if key_a and key_b and a is not b:
        fields = _QUOTED.match(a.text) and first.slot.mention.kind == "number"  # "qty" and "price" are no cases
        single = len(first.words) == 1 and len(second.words) == 1 and not fields
        return single or _share(first, second)
    if _contrasts(first) != _contrasts(second):
        return True
    frame = _keys(first) & _keys(second) & _FRAME
    if frame:
        return True
    return _link(a, first) is not None and _link(a, first) == _link(b, second)


def _keys(case: Case) -> frozenset[str]:
    return frozenset(key for word in case.words for key in word.keys)


def _without(case: Case, words: Sequence[Word]) -> Case:
    return replace(case, words=tuple(w for w in case.words if w not in words))


def _twins(first: Case, second: Case, code: str) -> bool:
    """Whether two units say the same but for the value and one name, date or version: "in the EU", "in the US"."""
    a, b = first.slot.alignment.scope.sentence, second.slot.alignment.scope.sentence
    only_a = [w for w in a.words if not any(similarity(w, o, code) >= _SPOKEN for o in b.words)]
    only_b = [w for w in b.words if not any(similarity(w, o, code) >= _SPOKEN for o in a.words)]
    shared = len(a.words) - len(only_a)
    told_apart = (bool(only_a) and bool(only_b)) or (
        bool(first.marks) and bool(second.marks) and first.marks != second.marks
    )
    return told_apart and shared >= 1 and max(len(only_a), len(only_b)) <= min(2, shared)


def _share(first: Case, second: Case) -> bool:
    """Whether two keys are of one pattern: "Free tier", "Pro tier"."""
    return any(not w.keys.isdisjoint(o.keys) for w in first.words for o in second.words)


def _framed(first: Case, second: Case) -> bool:
    """Whether both cases name a plan, region, version or the like, so that they belong together for sure."""
    return bool(_keys(first) & _keys(second) & _FRAME)


def _contrasted(first: Case, second: Case) -> bool:
    """Whether two cases share their noun ("older buildings", "newer buildings") or one is the rest of the other."""
    return _share(first, second) or _contrasts(first) != _contrasts(second)


def _coordinated(first: Case, second: Case) -> bool:
    """Whether one sentence names both by the same preposition: "at 8 in winter and at 10 in summer"."""
    a, b = first.slot.alignment.scope.sentence, second.slot.alignment.scope.sentence
    if a is not b or _link(a, first) is None or _link(a, first) != _link(b, second):
        return False
    named = [[w for w in case.words if w.index >= _linked(a, case)] for case in (first, second)]  # "uploads" is of both
    alone = (
        [w for w in named[0] if not w.keys & _keys(second)],
        [w for w in named[1] if not w.keys & _keys(first)],
    )
    return len(alone[0]) == len(alone[1]) == 1


def _contrasts(case: Case) -> bool:
    """Whether the clause of a case mentions "all other customers" or "elsewhere": what another left out."""
    sentence = case.slot.alignment.scope.sentence
    place = sentence.clause_at(case.slot.mention.start)
    return any(n == place and t.norm in _CONTRAST for t, n in zip(sentence.tokens, sentence.clauses, strict=True))


def _link(sentence: Sentence, case: Case) -> str | None:
    """The preposition right before the case's first name or word that has one, but for an article."""
    at = _linked(sentence, case)
    before = [sentence.tokens[place].norm for place in (at - 1, at - 2) if place >= 0]
    return next((norm for norm in before if norm in _LINKS), None)


def _linked(sentence: Sentence, case: Case) -> int:
    """The token of a case's first name or word right behind a preposition, but for an article; 0 if there is none."""
    for word in case.words:
        if word in sentence.words:
            before = [token.norm for token in sentence.tokens[max(0, word.index - 2) : word.index]]
            if before[-1:] and (before[-1] in _LINKS or (before[-1] in ("the", "a") and before[0] in _LINKS)):
                return word.index
    return 0
