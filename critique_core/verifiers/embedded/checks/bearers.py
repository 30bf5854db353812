"""Whose deed or feature it is: a claim's name standing in one statement, what the claim says of it in another's."""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import acts, frame
from critique_core.language.lexicon import lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import members

_SURE = 0.7
_SAME, _LEAST, _LEAD = 0.8, 0.5, 0.3
_LEAST_ONLY = 0.33
_PERSONS = frozenset("he she they his her their him them who".split())
_MOVING = frozenset("move transfer relocate shift hand pass go".split())
_LATE = frozenset("until till formerly former previously was were used once left from before moved".split())
_LENGTH = 5


def bearers(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """What a claim says of one name and the unit of another: "A has the port" where A has the airport, B the port."""
    source = alignment.scope.sentence
    if claim.code != "en" or alignment.scope.unit.kind != "prose" or any(w.denied for w in claim.words):
        return
    names = [w for w in claim.words if _named(w)]
    rest = [w for w in claim.words if not _named(w)]
    if not names or not rest:
        return
    yield from _moved(claim, names, rest, source)
    yield from _authored(claim, source)
    home, fit = _home(rest, source)
    there = members(source, home)
    if (
        fit < (_LEAST_ONLY if source.functions & word_classes.EXCLUSIVE else _LEAST)
        or any(_is_in(n, there) for n in names)
        or not _known(names, alignment)
    ):
        return
    if any(_fit(rest, members(source, n)) > fit - _LEAD for n in _homes(names, source)):
        return
    other = _bearer(claim, source, home, there)
    if other is not None and not _is_in(other, claim.words) and not _refers(source, home, other):
        text = f"the source says this of “{other.token.text}”, not of “{names[0].token.text}”"
        yield between("name", "conflicts", names[0].token, other.token, text, _SURE)


def _named(word: Word) -> bool:
    """A proper name, or a longer word that no dictionary knows, such as a drug's."""
    norm = word.token.norm
    unknown = len(norm) > _LENGTH and norm.isalpha() and norm not in lexicon() and not lexicon().base_forms(norm)
    return word.token.name or unknown


def _is_in(word: Word, among: Sequence[Word]) -> bool:
    return any(similarity(word, o, "en") >= _SAME for o in among)


def _fit(rest: Sequence[Word], there: Sequence[Word]) -> float:
    total = sum(w.weight for w in rest)
    return sum(w.weight * max((similarity(w, o, "en") for o in there), default=0.0) for w in rest) / total


def _home(rest: Sequence[Word], source: Sentence) -> tuple[int, float]:
    """The statement that says most of what the claim says of its name, and how much."""
    fits = {number: _fit(rest, members(source, number)) for number in sorted(set(source.statements))}
    home = max(fits, key=lambda number: fits[number])
    return home, fits[home]


def _homes(names: Sequence[Word], source: Sentence) -> set[int]:
    return {source.statements[o.index] for o in source.words if _is_in(o, names)}


def _known(names: Sequence[Word], alignment: Alignment) -> bool:
    """Whether the unit or its neighbours speak of all the claim's names."""
    around = [alignment.scope.sentence, *(s for _, s in alignment.scope.around)]
    return all(any(_is_in(n, s.words) for s in around) for n in names)


def _bearer(claim: Sentence, source: Sentence, home: int, there: Sequence[Word]) -> Word | None:
    """The name that a statement is told of: its doer, the agent of a passive, or what comes after "only with"."""
    for verb in there:
        doer = frame(source, verb).doer if acts(source, verb) else None
        if (
            doer is None
            or not doer.names
            or _of_another_thing(claim, source, verb)
            or any(source.statements[w.index] != home for w in doer.words)
        ):
            continue
        passive = source.tokens[doer.words[0].index - 1].norm == "by"
        if not passive or _does(claim, verb):
            return doer.names[-1]
    for word in there:
        before = [t.norm for t in source.tokens[max(0, word.index - 2) : word.index]]
        if _named(word) and "with" in before and set(before) <= {"with", "the", "come", "comes", "came", "seen"}:
            return word
    return None


def _of_another_thing(claim: Sentence, source: Sentence, deed: Word) -> bool:
    """Whether a source's deed is done to another thing than the claim's: one wrote the script, the other the music."""
    theirs = frame(source, deed).receiver
    for verb in claim.words:
        mine = frame(claim, verb).receiver if similarity(verb, deed, "en") >= _SAME and acts(claim, verb) else None
        if mine is not None and theirs is not None and mine.words and theirs.words:
            return not any(similarity(a, b, "en") >= _LEAST for a in mine.words for b in theirs.words)
    return False


def _does(claim: Sentence, deed: Word) -> bool:
    """Whether the claim says the same deed of a name, which does it."""
    for verb in claim.words:
        if similarity(verb, deed, "en") >= _SAME and acts(claim, verb):
            doer = frame(claim, verb).doer
            return doer is not None and bool(doer.names)
    return False


def _refers(source: Sentence, home: int, other: Word) -> bool:
    """Whether a pronoun of the statement may stand for the claim's name beside the other."""
    if source.tokens[other.index - 1].norm == "by":
        return False
    tokens = [t for t, n in zip(source.tokens, source.statements, strict=True) if n == home]
    return any(t.norm in _PERSONS for t in tokens)


def _authored(claim: Sentence, source: Sentence) -> Iterator[Observation]:
    """Check "the script was written by A" against "the script is by B", whatever the participle."""
    mine = _by(claim)
    head = next((w for w in claim.words if not w.token.name), None)
    if mine is None or head is None or head.index > mine.index:
        return
    for other in (w for w in source.words if w.token.name and _after_by(source, w)):
        there = members(source, source.statements[other.index])
        opening = next((w for w in there if not w.token.name), None)
        same = opening is not None and similarity(head, opening, "en") >= _SAME
        if same and not _is_in(mine, there) and _is_in(mine, source.words):
            text = f"the source says “by {other.token.text}”, the draft says “by {mine.token.text}”"
            yield between("name", "conflicts", mine.token, other.token, text, _SURE)
            return


def _by(sentence: Sentence) -> Word | None:
    """The name right after "by"."""
    return next((w for w in sentence.words if w.token.name and _after_by(sentence, w)), None)


def _after_by(sentence: Sentence, word: Word) -> bool:
    """Whether "by" stands before a word or before the capital right before it, a first name such as "Per"."""
    before = sentence.tokens[max(0, word.index - 2) : word.index]
    return bool(before) and (before[-1].norm == "by" or (before[0].norm == "by" and before[-1].text[:1].isupper()))


def _moved(claim: Sentence, names: Sequence[Word], rest: Sequence[Word], source: Sentence) -> Iterator[Observation]:
    """Check "the court is in A" against "the court moved from A to B"."""
    for verb in source.words:
        if not verb.keys & _MOVING or not acts(source, verb) or claim.functions & _LATE:
            continue
        others = frame(source, verb).others
        left, reached = others.get("from"), others.get("to")
        if left is None or reached is None or not reached.names or any(_is_in(n, reached.words) for n in names):
            continue
        place = next((n for n in names if n.index and claim.tokens[n.index - 1].norm in ("in", "at", "of")), None)
        if _fit(rest, members(source, source.statements[verb.index])) < _LEAST:
            continue
        if place is not None and _is_in(place, left.words):
            text = f"the source says it moved to “{reached.names[-1].token.text}”"
            yield between("name", "conflicts", place.token, reached.names[-1].token, text, _SURE)
            return
