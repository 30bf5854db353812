"""Whose deed it is when the source only says "it", "she" or "the latter": the earlier sentence names the doer."""

from collections.abc import Iterator
from itertools import pairwise

from critique_core.language.frames import acts, same_name
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_time, statement_of

_SURE = 0.7
_SAME_VERB, _LEAST_REST = 0.84, 0.75
_EARLIER = 0.5  # neighbours that come after the unit weigh less than this
_PLACES = {"former": 0, "latter": -1}
_PRONOUNS = frozenset("it he she they".split())
_JOINS = frozenset("and & or".split())


def antecedents(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A deed that the unit gives to "the latter" or "it", where that stands for another name than the claim's."""
    source = alignment.scope.sentence
    if claim.code != "en" or alignment.scope.unit.kind != "prose" or other_time(claim, source):
        return
    for verb in (w for w in claim.words if acts(claim, w)):
        names = _subject_names(claim, verb)
        if not names:
            continue
        for word in source.words:
            same = word.keys & verb.keys or similarity(word, verb, "en") >= _SAME_VERB
            if not same or not acts(source, word) or _rest(claim, verb, names, source, word) < _LEAST_REST:
                continue
            real = _real_names(source, word, alignment, names)
            if real and not any(same_name(a, b, "en") for a in names for b in real):
                who = " ".join(w.token.text for w in real)
                text = f"the source says this of {who}, the draft of {' '.join(w.token.text for w in names)}"
                yield between("role", "conflicts", names[0].token, None, text, _SURE)
                return


def _subject_names(claim: Sentence, verb: Word) -> tuple[Word, ...]:
    """The names before a verb in its statement, unless a preposition or "and" makes it unclear whose deed it is."""
    before = [w for w in claim.words if w.index < verb.index and statement_of(claim, w) == statement_of(claim, verb)]
    names = tuple(w for w in before if w.token.name)
    if any(claim.tokens[i].norm in _JOINS for i in range(verb.index)):
        return ()
    return names


def _rest(claim: Sentence, verb: Word, names: tuple[Word, ...], source: Sentence, place: Word) -> float:
    """How far the claim's words after its verb stand in the statement of the source's verb."""
    rest = [w for w in claim.words if w is not verb and w not in names and w.index > verb.index]
    home = statement_of(source, place)
    there = [w for w in source.words if statement_of(source, w) == home]
    total = sum(w.weight for w in rest)
    covered = sum(w.weight * max((similarity(w, o, "en") for o in there), default=0.0) for w in rest)
    return covered / total if total else 0.0


def _real_names(source: Sentence, verb: Word, alignment: Alignment, names: tuple[Word, ...]) -> tuple[Word, ...]:
    """The names that the subject of the source's verb stands for, if it names nobody itself."""
    home = statement_of(source, verb)
    before = [t for t, n in zip(source.tokens[: verb.index], source.statements, strict=False) if n == home]
    earlier = [s for weight, s in alignment.scope.around if weight >= _EARLIER]
    place = next((_PLACES[t.norm] for t in before if t.norm in _PLACES), None)
    if place is not None:
        pairs = (_joined(s) for s in earlier)
        return next((pair[place] for pair in pairs if pair), ())
    opens = next((t for t in source.tokens if t.kind == "word"), None)
    if opens is None or opens.norm not in _PRONOUNS or home > source.statements[0] + 1 or not earlier:
        return ()
    spoken_of = [source, *earlier]
    if any(same_name(a, w, "en") for s in spoken_of for w in s.words for a in names):
        return ()
    return _first_names(earlier[0])


def _first_names(sentence: Sentence) -> tuple[Word, ...]:
    """The names a sentence opens with."""
    found: list[Word] = []
    for word in sentence.words:
        if word.token.name and (not found or word.index == found[-1].index + 1):
            found.append(word)
        elif found or word.index > 3:
            break
    return tuple(found)


def _joined(sentence: Sentence) -> tuple[tuple[Word, ...], tuple[Word, ...]] | None:
    """Two names joined by "and", each as its words."""
    groups: list[list[Word]] = []
    for word in (w for w in sentence.words if w.token.name):
        if groups and groups[-1][-1].index == word.index - 1:
            groups[-1].append(word)
        else:
            groups.append([word])
    for first, second in pairwise(groups):
        gap = {t.norm for t in sentence.tokens[first[-1].index + 1 : second[0].index]}
        if gap & _JOINS and len(gap) <= 2:
            return tuple(first), tuple(second)
    return None
