"""Nouns that say who did it: "X was Y's teacher" is read as "X taught Y"."""

from collections.abc import Iterator
from dataclasses import replace

from critique_core.language.frames import Chunk, Frame
from critique_core.language.lexicon import DERIVED, PARTS, lexicon
from critique_core.language.sentence import Sentence, Word

_BE = frozenset("is was were are became become remained been".split())
_ENDINGS = ("er", "or")
_POSSESSIVE = frozenset(("s", "'s", "’s"))
_ARTICLES = frozenset(("the", "a", "an", "his", "her", "their", "its"))


def agent_frames(sentence: Sentence) -> Iterator[Frame]:
    """The deeds that a sentence tells by naming their doer, with the doer and the one it was done to."""
    for word in sentence.words:
        deeds = deeds_of(word)
        opening = _possessor(sentence, word) if deeds else None
        if opening is None:
            continue
        done_to, start = opening
        doer = tuple(w for w in sentence.words if w.index < start)
        spoken = any(t.norm in _BE for t in sentence.tokens[:start])
        if spoken and doer and done_to:
            yield Frame(replace(word, extra=word.extra | deeds), Chunk("", doer), Chunk("", done_to))


def deeds_of(word: Word) -> frozenset[str]:
    """The verbs that a doer's noun is made from: teacher, teach."""
    book, norm = lexicon(), word.token.norm
    if word.token.name or not norm.endswith(_ENDINGS):
        return frozenset()
    roots = {verb for form in word.keys if form in book for verb in book.related(form, DERIVED)}
    return frozenset(
        v for v in roots if "v" in book.related(v, PARTS) and norm[: max(3, len(v) - 1)] == v[: max(3, len(v) - 1)]
    )


def _possessor(sentence: Sentence, word: Word) -> tuple[tuple[Word, ...], int] | None:
    """Whose doer it is, and where the phrase begins: "Koster's teacher", "the teacher of Koster"."""
    tokens = sentence.tokens
    before = tokens[word.index - 1] if word.index else None
    if before is not None and before.norm in _POSSESSIVE:
        names = _run(sentence, word.index - 2, -1)
        return (names, names[0].index) if names else None
    after = tokens[word.index + 1].norm if word.index + 1 < len(tokens) else ""
    if after == "of" and before is not None and before.norm in _ARTICLES:
        position = word.index + 2
        position += position < len(tokens) and tokens[position].norm in _ARTICLES
        names = _run(sentence, position, 1)
        return (names, word.index - 1) if names else None
    return None


def _run(sentence: Sentence, position: int, step: int) -> tuple[Word, ...]:
    by_index = {w.index: w for w in sentence.words}
    found: list[Word] = []
    while (word := by_index.get(position)) is not None:
        found.append(word)
        position += step
    return tuple(sorted(found, key=lambda w: w.index))
