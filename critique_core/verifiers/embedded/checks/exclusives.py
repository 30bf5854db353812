"""The word "only" in the draft against a longer list in the source, and the source's "only" against another thing."""

from collections.abc import Iterator

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_verb
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import statement_of

_ONLY_SURE, _BESIDE_SURE = 0.75, 0.5
_LIST_JOINS = frozenset("and or as well plus und et y e o ou en".split())
_LINKS = frozenset("in on at for with by from".split())


def _lists(sentence: Sentence) -> list[list[list[Word]]]:
    """The coordinated lists of a sentence: each a run of members, each member its content words."""
    runs: list[list[list[Word]]] = [[[]]]
    for position, token in enumerate(sentence.tokens):
        word = next((w for w in sentence.words if w.index == position), None)
        if word is not None and not _is_participle(word):
            runs[-1][-1].append(word)
        elif token.text == "," or token.norm in _LIST_JOINS:
            runs[-1].append([])
        elif token.norm not in ("the", "a", "an", "its", "their", "of"):
            runs.append([[]])
    cleaned = [[member for member in run if member] for run in runs]
    return [run for run in cleaned if len(run) >= 2]


def _is_participle(word: Word) -> bool:
    return is_verb(word.token) and word.token.norm.endswith(("ed", "ing")) and not word.token.name


def exclusive(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "only A and B" against a source that lists a C beside them."""
    only = next(
        (t for i, t in enumerate(claim.tokens) if t.norm in word_classes.EXCLUSIVE and not _not_before(claim, i)), None
    )
    if only is None or alignment.inside < 0.5 or _before_number(claim, only):
        return
    source = alignment.scope.sentence
    if source.functions & word_classes.EXCLUSIVE:
        return
    for run in _lists(source):
        held = [m for m in run if any(similarity(w, c, claim.code) >= 0.85 for w in m[-1:] for c in claim.words)]
        extra = [m for m in run if not any(similarity(w, c, claim.code) >= 0.55 for w in m for c in claim.words)]
        if held and extra and len(held) + len(extra) == len(run) and not any(w.negated for m in run for w in m):
            other = extra[0][-1]
            if _alike(other, held[0][-1]):
                named = " ".join(w.token.text for w in extra[0])
                text = f"the draft says “{only.text}”, the source also names “{named}”"
                yield between("list", "conflicts", only, other.token, text, _BESIDE_SURE)
                return


def _before_number(sentence: Sentence, token: Token) -> bool:
    """Whether a count follows: "only four presidents" limits the number, not the list."""
    return any(0 <= m.start - token.end <= 2 for m in sentence.mentions)


def _not_before(sentence: Sentence, position: int) -> bool:
    return position > 0 and sentence.tokens[position - 1].norm in ("not", "n't")


def _alike(first: Word, second: Word) -> bool:
    """Whether two list members are of one kind: both names, or both common words."""
    return first.token.name == second.token.name


def exclusive_there(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "in green" against "in black only", said of the same subject."""
    source = alignment.scope.sentence
    for position, token in enumerate(source.tokens):
        if token.norm not in word_classes.EXCLUSIVE or _not_before(source, position):
            continue
        for held, link in _restricted(source, position):
            rival = next((w for w in claim.words if w.index and claim.tokens[w.index - 1].norm == link), None)
            if rival is None or any(similarity(rival, w, claim.code) >= 0.55 for w in source.words):
                continue
            subjects = [w for w in claim.words if w is not rival]
            matched = [w for w in subjects if any(similarity(w, o, claim.code) >= 0.85 for o in source.words)]
            whole = any(w.token.name for w in matched) or len(matched) == len(subjects)
            if matched and whole and rival.token.name == held.token.name:
                text = f"the source says “{link} {held.token.text}” only, the draft says “{link} {rival.token.text}”"
                yield between("list", "conflicts", rival.token, held.token, text, _ONLY_SURE)
                return


def _restricted(source: Sentence, position: int) -> Iterator[tuple[Word, str]]:
    """The word that "only" restricts with the preposition before it: "in black only", "only in Germany"."""
    for word in source.words:
        before = source.tokens[word.index - 1].norm if word.index else ""
        near = word.index in (position - 1, position + 2)
        if near and before in _LINKS and statement_of(source, word) == source.statements[position]:
            yield word, before
