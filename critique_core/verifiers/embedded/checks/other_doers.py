"""A deed of somebody else: of two who each did something, the claim gives one the other's deed.

"Okafor wrote the report; Marsh reviewed it" says that Okafor did not review it, and "The landlord pays for water; the
tenant pays for gas" that the landlord does not pay for gas. Both doers have to be told of, each by a verb of its own:
of 23 claims on which it or the exchange of two names newly fired, among 6,000 of the suites and of held-out natural
sets, 19 were not supported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.frames import Chunk, Frame, frames_of, same_name, same_phrase
from critique_core.language.sentence import Sentence, Word, may_be_noun
from critique_core.language.similarity import similarity
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import statement_of

NAMED_SURE, UNNAMED_SURE = 0.85, 0.8
SAME_VERB = 0.84
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class _Deed:
    """A frame of the unit (``sentence`` 0), or of a sentence near it, and the statement that it is in."""

    frame: Frame
    sentence: int
    home: int

    @property
    def where(self) -> tuple[int, int]:
        """Its sentence and its statement."""
        return self.sentence, self.home

    @property
    def doer(self) -> tuple[Word, ...]:
        """The words of its doer."""
        return self.frame.doer.words if self.frame.doer is not None else ()


def other_doers(claim: Sentence, stated: Frame, alignment: Alignment, *, alone: bool) -> Iterator[Observation]:
    """Who did in the unit what the claim says of somebody of whom another deed is told there or near it.

    ``alone`` says that the deed is the only one in its statement of the claim: what somebody said or wanted to be done
    may be said and wanted by others, too.
    """
    mine, source = stated.doer, alignment.scope.sentence
    if mine is None or not mine.words or stated.verb.denied:
        return
    if not any(same_deed(stated.verb, found.verb) for found in frames_of(source)):
        return
    near = (source, *(sentence for _, sentence in alignment.scope.around))
    told = [
        _Deed(found, place, statement_of(sentence, found.verb))
        for place, sentence in enumerate(near)
        for found in frames_of(sentence)
        if not also_names(claim, mine, found.doer)
    ]
    if alone:
        yield from _contrasted(stated, mine, told, alignment)
    yield from _crossed(stated, mine, told, source)


def also_names(claim: Sentence, mine: Chunk, doer: Chunk | None) -> bool:
    """Whether the claim names another doer as well: "The ferry leaves after the train arrives" gives each its own."""
    if doer is None or not doer.words or _are_one(mine, doer, claim.code):
        return False
    others = [word for word in claim.words if word not in mine.words]
    return any(same_name(doer.words[-1], word, claim.code) for word in others)


def _contrasted(stated: Frame, mine: Chunk, told: Sequence[_Deed], alignment: Alignment) -> Iterator[Observation]:
    """The same deed done by somebody else alone, and another deed done by the claim's doer."""
    source = alignment.scope.sentence
    same = [deed for deed in told if same_deed(stated.verb, deed.frame.verb)]
    if any(deed.frame.verb.denied or _are_one(mine, deed.frame.doer, source.code) for deed in same):
        return
    others = [deed for deed in told if deed not in same and _are_one(mine, deed.frame.doer, source.code)]
    for real in same:
        if real.sentence or not _is_told(source, real) or not _are_two(mine, real.frame.doer, source.code):
            continue
        held = [w for w in source.words if source.statements[w.index] == real.home and w not in real.doer]
        if any(same_name(mine.words[-1], word, source.code) for word in held):
            continue
        apart = any(deed.where != real.where for deed in others)
        if apart and _same_receiver(stated.receiver, real.frame.receiver, alignment):
            yield _observed(mine, real.frame)


def _crossed(stated: Frame, mine: Chunk, told: Sequence[_Deed], source: Sentence) -> Iterator[Observation]:
    """The same deed done by both, and the claim's object is the other doer's."""
    asked = _objects(stated)
    same = [d for d in told if same_deed(stated.verb, d.frame.verb) and not d.frame.verb.denied]
    own = [deed for deed in same if _are_one(mine, deed.frame.doer, source.code)]
    objects = [_objects(deed.frame) for deed in own]
    if not asked or not own or any(not words or _share(asked, words, source.code) for words in objects):
        return
    for real in same:
        apart = not real.sentence and all(real.where != deed.where for deed in own)
        if apart and _are_two(mine, real.frame.doer, source.code) and _share(asked, _objects(real.frame), source.code):
            yield _observed(mine, real.frame)


def _observed(mine: Chunk, real: Frame) -> Observation:
    """That the source says of somebody else what the claim says of its doer."""
    assert real.doer is not None  # it was compared with the claim's
    text = f"the source says this of “{worded(real.doer.words)}”, the draft of “{worded(mine.words)}”"
    sureness = NAMED_SURE if mine.names and real.doer.names else UNNAMED_SURE
    return between("role", "conflicts", mine.words[0].token, real.doer.words[0].token, text, sureness)


def worded(words: Sequence[Word]) -> str:
    """A phrase as a reason names it."""
    return " ".join(w.token.text for w in words)


def same_deed(first: Word, second: Word) -> bool:
    """Whether two verbs say the same."""
    return bool(first.keys & second.keys) or similarity(first, second, "en") >= SAME_VERB


def _objects(found: Frame) -> tuple[Word, ...]:
    """What a deed is done to: its receiver, else the phrase behind "for", "to", "of" or "at"."""
    if found.receiver is not None and found.receiver.words:
        return found.receiver.words
    return next((found.others[p].words for p in ("for", "to", "of", "at") if p in found.others), ())


def _share(asked: Sequence[Word], told: Sequence[Word], code: str) -> bool:
    return any(similarity(a, b, code) >= SAME_VERB for a in asked for b in told)


def _same_receiver(mine: Chunk | None, theirs: Chunk | None, alignment: Alignment) -> bool:
    """Whether a deed may be done to the same: "it" is what the claim names if the unit or one near it has it."""
    if mine is None or not mine.words:
        return True
    if theirs is None or not theirs.words:
        nearby = (alignment.scope.sentence, *(s for _, s in alignment.scope.around))
        return any(similarity(mine.words[-1], w, s.code) >= SAME_VERB for s in nearby for w in s.words)
    return same_phrase(mine, theirs, alignment.scope.sentence.code)


def _is_told(source: Sentence, real: _Deed) -> bool:
    """Whether the doer is in the verb's own statement, or right before one that opens with "who" or "which"."""
    if not real.doer:
        return False
    opening = next(t.norm for t, number in zip(source.tokens, source.statements, strict=True) if number == real.home)
    return statement_of(source, real.doer[-1]) == real.home or opening in ("who", "which", "that")


def _are_one(mine: Chunk, theirs: Chunk | None, code: str) -> bool:
    return same_phrase(mine, theirs, code) and not _are_two(mine, theirs, code)


def _are_two(mine: Chunk, theirs: Chunk | None, code: str) -> bool:
    """Whether two phrases are about two: no name of one is the other's, or two nouns that mean nothing alike.

    Two of one kind are told apart by what is before the noun: "red line", "blue line".
    """
    first, second = mine.words, theirs.words if theirs else ()
    if not first or not second:
        return False
    named = [bool(words[-1].token.name) for words in (first, second)]
    if all(named):
        return _are_two_names(first, second, code)
    if any(named) and not all(words[-1].token.text[0].isupper() for words in (first, second)):
        return False  # "the actress" may be who the claim names
    if not all(words[-1].token.name or may_be_noun(words[-1]) for words in (first, second)):
        return False
    if len(first) > 1 and len(second) > 1 and first[-1].keys & second[-1].keys:
        first, second = first[:-1], second[:-1]
    return not any(similarity(a, b, code) >= _ALIKE for a in first for b in second)


def _are_two_names(first: Sequence[Word], second: Sequence[Word], code: str) -> bool:
    """Whether each of two names has a part that the other has not: "Team Red", "Team Blue"."""
    mine = [a for a in first if not any(same_name(a, b, code) for b in second)]
    theirs = [b for b in second if not any(same_name(a, b, code) for a in first)]
    short = any(a.token.norm[:1] == b.token.norm[:1] for a in mine for b in theirs)  # "Wm Smith", "William Smith"
    shared = len(mine) < len(first)
    return bool(mine and theirs) and not (shared and short)
