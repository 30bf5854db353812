"""How many and how much, on a scale: nearly all against a handful, more brittle against less brittle."""

from collections.abc import Iterator

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import is_finite
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_AMOUNT_SURE, _DEGREE_SURE = 0.7, 0.75
_LEAST_FIT = 0.5
_NONE, _FEW, _SOME, _MOST, _ALL = range(5)
_LEVELS: dict[str, int] = {
    **dict.fromkeys(("none", "nobody"), _NONE),
    **dict.fromkeys(("few", "handful", "minority", "hardly", "scarcely", "barely"), _FEW),
    **dict.fromkeys(("some", "several", "certain"), _SOME),
    **dict.fromkeys(("most", "majority", "mostly"), _MOST),
    **dict.fromkeys(("all", "every", "each", "everyone", "everybody", "both"), _ALL),
}
_CLASH = frozenset(
    ((_ALL, _SOME), (_ALL, _FEW), (_ALL, _NONE), (_MOST, _FEW), (_MOST, _NONE), (_FEW, _MOST), (_FEW, _ALL),
     (_NONE, _MOST), (_NONE, _ALL), (_NONE, _SOME), (_SOME, _NONE))
)  # fmt: skip
_ALMOST = frozenset("nearly almost virtually practically".split())
_BEFORE = frozenset("not n't at after above the very quite".split())
_LESS, _MORE = frozenset("less least fewer".split()), frozenset("more most".split())
_ADVERBS = frozenset("also too even still only just now already then".split())


def degrees(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Clashes of amount or degree on the same statement of the unit."""
    yield from _degree(claim, alignment.scope.sentence)
    yield from _amount(claim, alignment.scope.sentence)


def _level(sentence: Sentence, position: int) -> int | None:
    """The place of a quantity word on the scale; "nearly all" counts as most, "not all" and "at most" as none of it."""
    norm = sentence.tokens[position].norm
    before = sentence.tokens[position - 1].norm if position else ""
    after = sentence.tokens[position + 1].norm if position + 1 < len(sentence.tokens) else ""
    level = _LEVELS.get(norm)
    if (
        level is None
        or (norm in ("all", "most") and before in _BEFORE)
        or (norm == "both" and "and" in sentence.functions)
    ):
        return None
    if norm == "few" and before in ("a", "quite"):
        return _SOME
    if norm == "most" and _is_adjective_next(sentence, position):
        return None
    if norm in ("some", "certain") and (after.isdigit() or before in ("a", "is", "are", "be")):
        return None
    return _MOST if level == _ALL and (before in _ALMOST or after == "but") else level


def _is_adjective_next(sentence: Sentence, position: int) -> bool:
    """Whether "most" makes a superlative: "the most used plugin", "most often"."""
    before = sentence.tokens[position - 1].norm if position else ""
    return before in ("the", "its", "their", "his", "her", "our")


def _amount(claim: Sentence, source: Sentence) -> Iterator[Observation]:
    """Compare what share the claim and a statement of the source say it of."""
    place = next((i for i in range(len(claim.tokens)) if _level(claim, i) is not None), None)
    if place is None or claim.functions & word_classes.EXCEPTION or _denied(claim, claim.statements[place]):
        return
    mine, token = _level(claim, place), claim.tokens[place]
    head = _counted(claim, place)
    for number in sorted(set(source.statements)):
        if _fit(claim, source, number, head) < _LEAST_FIT or _denied(source, number):
            continue
        inside = [i for i, n in enumerate(source.statements) if n == number]
        levels = {_level(source, i): i for i in inside if _level(source, i) is not None}
        other = next(((level, i) for level, i in levels.items() if (mine, level) in _CLASH), None)
        if other is not None and mine not in levels and _same_group(head, source, other[1]):
            yield _says(token, source.tokens[other[1]])
            return
        subject = _bare_count(source, inside)
        if mine == _ALL and not levels and subject is not None and not claim.mentions:
            yield _says(token, subject)
            return


def _says(first: Token, second: Token) -> Observation:
    text = f"the draft says “{first.text}”, the source says “{second.text}”"
    return between("quantifier", "conflicts", first, second, text, _AMOUNT_SURE)


def _denied(sentence: Sentence, number: int) -> bool:
    return any(w.negated and sentence.statements[w.index] == number for w in sentence.words)


def _counted(sentence: Sentence, position: int) -> Word | None:
    """The noun a quantity word counts: the last word before a verb, preposition or mark."""
    head: Word | None = None
    for at in range(position + 1, len(sentence.tokens)):
        word = next((w for w in sentence.words if w.index == at), None)
        if word is None:
            if head is not None:
                break
            if sentence.tokens[at].norm in ("of", "the", "these", "those", "its", "their", "our", "other"):
                continue
            break
        if is_finite(sentence.tokens, at) and head is not None:
            break
        head = word
    return head


def _same_group(head: Word | None, source: Sentence, position: int) -> bool:
    """Whether the source's quantity word counts the claim's noun, or no noun of its own ("of them", "a handful")."""
    theirs = _counted(source, position)
    if head is None or theirs is None or is_finite(source.tokens, theirs.index):
        return True
    return similarity(head, theirs, "en") >= 0.8


def _fit(claim: Sentence, source: Sentence, number: int, head: Word | None) -> float:
    """Share of the claim's words, but the counted noun, that are in one statement."""
    rest = [w for w in claim.words if w is not head and w.token.norm not in _LEVELS]
    there = [w for w in source.words if source.statements[w.index] == number]
    return covered(rest, there, "en")


def _bare_count(source: Sentence, inside: list[int]) -> Token | None:
    """A number that is itself the subject of a statement: "and nine also saw better scores"."""
    for i in inside:
        token = source.tokens[i]
        if token.kind == "mark" or token.norm in ("and", "but", "while", "of", "which", "whom", "only", "the", "other"):
            continue
        counts = any(m.kind == "number" and not m.ordinal and m.start == token.start for m in source.mentions)
        following = next((j for j in range(i + 1, len(source.tokens)) if source.tokens[j].norm not in _ADVERBS), None)
        return token if counts and following is not None and is_finite(source.tokens, following) else None
    return None


def _degree(claim: Sentence, source: Sentence) -> Iterator[Observation]:
    """Compare "less brittle" with "more brittle", said of the same two things."""
    for mine, theirs in ((_LESS, _MORE), (_MORE, _LESS)):
        for word, token in _graded(claim, mine):
            for other, real in _graded(source, theirs):
                if word.keys & other.keys and _same_standard(claim, word, source, other):
                    text = (
                        f"the draft says “{token.text} {word.token.text}”, the source “{real.text} {other.token.text}”"
                    )
                    yield between("antonym", "conflicts", word.token, other.token, text, _DEGREE_SURE)
                    return


def _graded(sentence: Sentence, cues: frozenset[str]) -> Iterator[tuple[Word, Token]]:
    for word in sentence.words:
        before = sentence.tokens[word.index - 1] if word.index else None
        if before is not None and before.norm in cues and not word.negated:
            yield word, before


def _same_standard(claim: Sentence, word: Word, source: Sentence, other: Word) -> bool:
    """Whether both compare with the same thing, or one names none."""
    mine, theirs = _standard(claim, word), _standard(source, other)
    return mine is None or theirs is None or similarity(mine, theirs, "en") >= 0.8


def _standard(sentence: Sentence, word: Word) -> Word | None:
    than = next((i for i in range(word.index, len(sentence.tokens)) if sentence.tokens[i].norm == "than"), None)
    return None if than is None else next((w for w in sentence.words if w.index > than), None)
