"""A claim told as a fact, or as certain, that the source only supposes: "suspect that", "may have", "probably"."""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_CERTAIN_SURE, _PLAIN_SURE = 0.75, 0.6
_LIKE = 0.55
_LEAST_PLAIN, _LEAST_CERTAIN = 0.6, 0.45
_SUPPOSING = frozenset(
    """suspect believe think assume presume suppose speculate hypothesise hypothesize conjecture surmise allege reckon
    guess""".split()
)
_ADVERBS = frozenset(
    """probably possibly perhaps maybe presumably supposedly allegedly reportedly apparently likely potentially
    conceivably""".split()
)
_UNSURE = frozenset(
    """suspicion belief assumption hypothesis theory conjecture speculation possibility possible probable probability
    chance risk candidate rumour rumor unclear unproven unconfirmed uncertain appear seem suggest report reported
    say claim expect rule exclude plausible thought""".split()
)
_EPISTEMIC, _PERFECT = frozenset("may could might".split()), frozenset("have n't not well also".split())
_SURE_WORDS = frozenset(
    """certain certainly definitely undoubtedly proven proved established known confirmed sure inevitable
    undisputed""".split()
)


def hedges(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """What the unit only supposes and the claim states: missing; what the claim calls certain: a conflict."""
    source = alignment.scope.sentence
    if claim.code != "en" or alignment.scope.unit.kind != "prose" or _hedge(claim) is not None or _unsure(claim):
        return
    place = _hedge(source)
    sure = next((t for t in claim.tokens if t.norm in _SURE_WORDS and not _turned(claim, t)), None)
    least = _LEAST_CERTAIN if sure is not None else _LEAST_PLAIN
    if (
        place is None
        or not claim.words
        or not _same_deed(claim, source, place)
        or _fit(claim, source, place) < least
        or _told_plainly(claim, alignment)
    ):
        return
    hedge = source.tokens[place]
    first = sure or claim.words[0].token
    text = f"the draft states it, the source only says “{hedge.text}”"
    if sure is not None:
        yield between("modality", "conflicts", first, hedge, text, _CERTAIN_SURE)
    else:
        yield between("modality", "missing", first, hedge, text, _PLAIN_SURE)


def _turned(sentence: Sentence, token: Token) -> bool:
    return any(w.token is token and w.negated for w in sentence.words)


def _unsure(claim: Sentence) -> bool:
    """Whether a claim tells by any word that it is no certain fact."""
    marks = word_classes.POSSIBILITY | _UNSURE | {"can", "ca"}
    return any(t.norm in marks or t.keys & (_UNSURE | _SUPPOSING) for t in claim.tokens)


def _hedge(sentence: Sentence) -> int | None:
    """The position of the word that makes a statement a supposition."""
    return next((i for i in range(len(sentence.tokens)) if _supposes(sentence, i)), None)


def _supposes(sentence: Sentence, position: int) -> bool:
    token = sentence.tokens[position]
    following = [t.norm for t in sentence.tokens[position + 1 : position + 3]]
    if token.norm in _ADVERBS or token.norm == "might":
        return True
    if token.norm in _EPISTEMIC:
        return _is_guess(following)
    if token.norm in ("rule", "exclude", "excluded"):
        back = {t.norm for t in sentence.tokens[max(0, position - 3) : position]}
        return bool(back & {"not", "n't", "cannot"}) and (token.norm != "rule" or "out" in following)
    return bool(token.keys & _SUPPOSING) and bool({"that", "to"} & set(following))


def _is_guess(following: list[str]) -> bool:
    """Whether "may" or "could" guesses: "could be the remains", "may have caused"; "may be used" permits."""
    if not following:
        return False
    if following[0] == "be":
        return following[1:] in (["the"], ["a"], ["an"], ["due"], ["caused"])
    return following[0] == "have" or (following[0] in _PERFECT and "have" in following)


def _fit(claim: Sentence, source: Sentence, place: int) -> float:
    """Share of the claim's words, those of certainty apart, that stand in the hedged statement or hang on it."""
    home = source.statements[place]
    there = [w for w in source.words if home <= source.statements[w.index] <= home + 1]
    return _covered(claim, there)


def _same_deed(claim: Sentence, source: Sentence, place: int) -> bool:
    """Whether the claim tells of the deed that is supposed; "could be the remains of" names none."""
    home = source.statements[place]
    if [t.norm for t in source.tokens[place + 1 : place + 2]] == ["be"]:
        return True
    after = [w for w in source.words if w.index > place and source.statements[w.index] == home]
    deed = next((w for w in after if acts(source, w)), None)
    return deed is None or any(similarity(w, deed, "en") >= _LIKE for w in claim.words)


def _covered(claim: Sentence, there: Sequence[Word]) -> float:
    wanted = [w for w in claim.words if w.token.norm not in _SURE_WORDS]
    total = sum(w.weight for w in wanted)
    found = sum(w.weight * max((similarity(w, o, "en") for o in there), default=0.0) for w in wanted)
    return found / total if total else 0.0


def _told_plainly(claim: Sentence, alignment: Alignment) -> bool:
    """Whether a sentence beside the unit tells the same without a hedge."""
    beside = [s for _, s in alignment.scope.around if _hedge(s) is None]
    return any(_covered(claim, s.words) >= _LEAST_PLAIN for s in beside)
