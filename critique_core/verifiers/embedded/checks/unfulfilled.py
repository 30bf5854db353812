"""What a source says was asked for or announced, told as done: "was approved" for "filed for approval".

Asked for: the claim's deed, or the thing that it says was granted, is what a source applies for, seeks or awaits, and
no sentence near says that it came. Announced: the claim dates a deed by the day on which a source only said that it
would be done.
"""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import acts
from critique_core.language.grammar import is_participle, is_past, is_report
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.typed_values.weekdays import day_named
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between
from critique_core.verifiers.embedded.checks.modality import is_plan

_ASKED_SURE, _ANNOUNCED_SURE = 0.75, 0.75
_SAME = 0.8
_LEAST_SHARED = 0.5
_REACH = 6  # tokens from "filed" to "approval" in "filed an application with the city for approval"
_ASKING = frozenset("apply application file ask petition bid call appeal submit request seek await propose".split())
_FOR = frozenset("for to".split())
_DIRECTLY = frozenset("request seek await propose".split())  # they take what they ask for without "for"
_OPENING = frozenset("that would will".split())
_GRANTING = frozenset("grant give issue award receive obtain win get secure approve authorise authorize".split())
_UNSETTLED = frozenset("would will could might must should to if whether when once until before".split())


def unfulfilled(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The first deed of the claim, told as done, of which the sources only say that it was asked for or announced."""
    asks = any(word.keys & _ASKING for word in claim.words)
    if asks or is_plan(claim) or not claim.functions.isdisjoint(_UNSETTLED - {"to", "when", "before"}):
        return
    deeds = [w for w in claim.words if not w.denied and not w.token.name and _is_done(claim, w)]
    prose = [a for a in alignments if a.scope.unit.kind == "prose"]
    found = next(_asked_for(claim, deeds, prose), None) or next(_announced(claim, deeds, prose), None)
    if found is not None:
        yield found


def _is_done(sentence: Sentence, word: Word) -> bool:
    """Whether a word is a verb in the past or perfect here."""
    before = [t.norm for t in sentence.tokens[max(0, word.index - 3) : word.index]]
    past = is_past(word.token.norm) or is_participle(word.token.norm)
    return past and acts(sentence, word) and _UNSETTLED.isdisjoint(before)


def _asked_for(claim: Sentence, deeds: Sequence[Word], prose: Sequence[Alignment]) -> Iterator[Seen]:
    """A deed or a granted thing that a source asks for, where no source says that it was given."""
    for deed in deeds:
        granted = not deed.keys.isdisjoint(_GRANTING)
        wanted = [deed, *(w for w in claim.words if granted and w is not deed)]
        if any(_came(a.scope.sentence, deed, granted=granted) for a in prose):
            continue
        for alignment in prose:
            source = alignment.scope.sentence
            for word in source.words:
                asking = _asking(source, word)
                if asking is None or not any(_same(one, word) for one in wanted):
                    continue
                if _shared(claim, source) >= _LEAST_SHARED:
                    stated = source.text[asking.token.start : word.token.end]
                    text = f"the draft says “{deed.token.text}”, the source only “{stated}”"
                    yield alignment, between("modality", "conflicts", deed.token, word.token, text, _ASKED_SURE)


def _asking(source: Sentence, word: Word) -> Word | None:
    """The word that asks for what another names: "applied" of "applied for approval"."""
    for asking in source.words:
        apart = word.index - asking.index
        if not 0 < apart <= _REACH or asking.keys.isdisjoint(_ASKING) or asking.denied:
            continue
        norms = [t.norm for t in source.tokens[asking.index + 1 : word.index]]
        if not _FOR.isdisjoint(norms) or (apart <= 3 and not asking.keys.isdisjoint(_DIRECTLY)):
            return asking
    return None


def _came(source: Sentence, deed: Word, *, granted: bool) -> bool:
    """Whether a sentence says that the deed was done, or what was asked for given."""
    return any(
        not word.denied and _is_done(source, word) and (_same(deed, word) or (granted and word.keys & _GRANTING))
        for word in source.words
    )


def _announced(claim: Sentence, deeds: Sequence[Word], prose: Sequence[Alignment]) -> Iterator[Seen]:
    """A deed dated by the day on which a source says that it would be done."""
    days = list(_days(claim))
    if not days or any(is_report(w.token.norm) for w in claim.words):
        return
    for alignment in prose:
        source = alignment.scope.sentence
        said = next((w for w in source.words if is_report(w.token.norm) and is_past(w.token.norm)), None)
        opening = next((t.start for t in source.tokens[said.index :] if t.norm in _OPENING), 0) if said else 0
        dated = [start for start, day in _days(source) if any(_equal(day, own) for _, own in days)]
        if said is None or not dated or max(dated) > opening:
            continue
        for deed in deeds:
            future = next((w for w in source.words if _is_to_come(source, w, said) and _same(deed, w)), None)
            if future is not None and not any(_came(a.scope.sentence, deed, granted=False) for a in prose):
                stated = source.text[said.token.start : future.token.end]
                text = f"the draft says “{deed.token.text}” of the day when the source only “{stated}”"
                yield alignment, between("modality", "conflicts", deed.token, future.token, text, _ANNOUNCED_SURE)


def _days(sentence: Sentence) -> Iterator[tuple[int, Mention | int]]:
    """Where dates and days of the week stand."""
    yield from ((m.start, m) for m in sentence.mentions if m.kind == "date")
    yield from ((t.start, day) for t in sentence.tokens if (day := day_named(t.text)) is not None)


def _equal(first: Mention | int, second: Mention | int) -> bool:
    if isinstance(first, Mention) and isinstance(second, Mention):
        return compare.follows(first, second)
    return first == second


def _is_to_come(source: Sentence, word: Word, said: Word) -> bool:
    """Whether a verb behind a report is one of what would be done."""
    before = [t.norm for t in source.tokens[max(said.index, word.index - 3) : word.index]]
    return word.index > said.index and not {"would", "will"}.isdisjoint(before)


def _same(mine: Word, theirs: Word) -> bool:
    return similarity(mine, theirs, "en") >= _SAME


def _shared(claim: Sentence, source: Sentence) -> float:
    """Share of the claim's weight, its verbs apart, that the sentence has."""
    return covered([word for word in claim.words if not _is_done(claim, word)], source.words, "en")
