"""A claim that repeats a sentence but for one noun, for two nouns that change places, or for its condition.

Elsewhere another word may say the same in other words. Where all else is repeated word for word, the one noun that
differs is what the claim is wrong about: of 32 such claims among 6,000 of VitaminC and as many of Fool Me Twice as
there are, 26 were not supported. A name that no source has, in the place of another name, is as telling whatever else
the claim says in other words: of 70 such claims in the held-out parts of VitaminC, Fool Me Twice, FEVER, SNLI,
Factcheck-GPT and RAGTruth 62 were not supported. Claims that exchange two nouns or stop before a condition are in none
of these sets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, is_noun, may_be_noun
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_verb
from critique_core.language.tokens import Token
from critique_core.text.accents import without_accents
from critique_core.typed_values.periods import UNITS
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.align import COVERED, Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.portions import PORTION_WORDS

_SURE = 0.8
_NAME_SURE = 0.9
_TITLES = frozenset("dr mr mrs ms sir lord lady prof st film".split())
_MOST_TOKENS = 60
_LEAST_SHARED = 2  # content words that a claim repeats
_LEAST_FRAME = 3  # tokens, if a claim repeats all of a sentence but the noun: "It is set in Devon"
_MOST_REPLACED = 3  # content words: "our accounting partner"
_IDLE = frozenset("the a an this that these those its their his her our your my some".split())


@dataclass(frozen=True)
class Copy:
    """The tokens of a claim and of a sentence that count, and the pairs of positions where both are the same."""

    mine: tuple[Token, ...]
    theirs: tuple[Token, ...]
    pairs: tuple[tuple[int, int], ...]

    def gaps(self) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
        """What is between the pairs: the claim's tokens, and the sentence's in their place."""
        last = (-1, -1)
        for pair in (*self.pairs, (len(self.mine), len(self.theirs))):
            mine, theirs = self.mine[last[0] + 1 : pair[0]], self.theirs[last[1] + 1 : pair[1]]
            if mine:
                yield mine, theirs
            last = pair


def observe(
    claim: Sentence, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """The noun that a claim puts in the place of another, or the two that it exchanges."""
    sentence = focus.scope.sentence
    copy = laid_over(claim, sentence) if focus.scope.unit.kind == "prose" else None
    if copy is None:
        return
    everything = (focus, *alignments)
    replaced, other = _replaced(claim, copy), _other_name(claim, copy, everything)
    if any(w.denied for w in claim.words) != any(w.denied for w in sentence.words):
        replaced = other = None  # "does not accept cards" says nothing against "accepts cash"
    if other is not None:
        mine, theirs = other
        said = sentence.text[theirs[0].start : theirs[-1].end]
        written = claim.text[mine[0].start : mine[-1].end]
        text = f"the source says {said}, the draft says {written}"
        yield (
            focus,
            Observation(
                "name", "conflicts", mine[0].start, mine[-1].end, written, theirs[0].start, theirs[-1].end, said, text,
                _NAME_SURE,
            ),
        )  # fmt: skip
    elif replaced is not None and not _is_said(replaced[0], claim.code, everything):
        word, theirs = replaced
        named = sentence.text[theirs[0].start : theirs[-1].end]
        text = f"the source says this of “{named}”, the draft of “{word.token.text}”"
        yield focus, between("detail", "missing", word.token, theirs[0], text, _SURE)
    exchanged = _exchanged(claim, copy)
    if exchanged is not None:
        first, second = exchanged
        text = f"in the source “{first.text}” and “{second.text}” have each other's place"
        yield focus, between("role", "conflicts", first, None, text, _SURE)


def laid_over(claim: Sentence, sentence: Sentence) -> Copy | None:
    """The longest run of tokens that both have in the same order; ``None`` where either is too long to be compared."""
    mine, theirs = _counting(claim), _counting(sentence)
    if not mine or len(mine) > _MOST_TOKENS or len(theirs) > _MOST_TOKENS:
        return None
    rows = [[0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for i in reversed(range(len(mine))):
        for j in reversed(range(len(theirs))):
            same = _same(mine[i], theirs[j])
            rows[i][j] = rows[i + 1][j + 1] + 1 if same else max(rows[i + 1][j], rows[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(mine) and j < len(theirs):
        if _same(mine[i], theirs[j]):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif rows[i + 1][j] >= rows[i][j + 1]:
            i += 1
        else:
            j += 1
    return Copy(mine, theirs, tuple(pairs))


def _counting(sentence: Sentence) -> tuple[Token, ...]:
    return tuple(t for t in sentence.tokens if t.kind != "mark" and t.norm not in _IDLE)


def _same(first: Token, second: Token) -> bool:
    return first.norm == second.norm or not first.keys.isdisjoint(second.keys)


def _replaced(claim: Sentence, copy: Copy) -> tuple[Word, tuple[Token, ...]] | None:
    """The one noun of a claim that the sentence lacks, and the words in its place; all else is repeated."""
    gaps = [(mine, theirs) for mine, theirs in copy.gaps() if any(t.content for t in mine)]
    if len(gaps) != 1 or not _repeats(copy, *gaps[0]):
        return None
    mine, theirs = gaps[0][0], tuple(token for token in gaps[0][1] if token.norm != "only")
    own = [word for word in claim.words if any(word.token is token for token in mine)]
    if len(own) != 1 or len(mine) > len(own) or not 1 <= len(theirs) <= _MOST_REPLACED:
        return None
    word = own[0]
    orders = word.index == 0 and is_verb(word.token) and claim.tokens[1].function  # "Put the keys" for "Drop the keys"
    rated = not word.keys.isdisjoint(UNITS) and any(m.per for m in claim.mentions)  # "2 days a month", "24 a year"
    if (
        rated
        or orders
        or word.keys & PORTION_WORDS
        or not (word.token.name or is_noun(word) or (may_be_noun(word) and not acts(claim, word)))
    ):
        return None
    if not all(token.kind == "word" and not token.function for token in theirs):
        return None
    if _is_short_for(mine, theirs):
        return None
    pointing = [t.norm for t in claim.tokens if t.end <= word.token.start][-1:]
    return None if pointing in (["this"], ["these"], ["that"], ["such"]) else (word, theirs)


def _repeats(copy: Copy, mine: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whether enough is repeated around a gap: two words with content, or all that both hold, however plain."""
    if len(copy.mine) - len(mine) == len(copy.pairs) == len(copy.theirs) - len(theirs) >= _LEAST_FRAME:
        return True
    return sum(not copy.mine[i].function for i, _ in copy.pairs) >= _LEAST_SHARED


def _is_said(word: Word, code: str, alignments: Sequence[Alignment]) -> bool:
    """Whether one of the units, or a neighbour of one, has a word for it, or days of the week that hold it."""
    read = [sentence for a in alignments for sentence in (a.scope.sentence, *(s for _, s in a.scope.around))]
    day = weekdays(word.token.text)
    return any(day and day <= weekdays(sentence.text) for sentence in read) or any(
        similarity(word, other, code) >= COVERED for sentence in read for other in sentence.words
    )


def _other_name(
    claim: Sentence, copy: Copy, alignments: Sequence[Alignment]
) -> tuple[tuple[Token, ...], tuple[Token, ...]] | None:
    """A name that no source has, exactly where the sentence has another name that the claim has not."""
    if sum(not copy.mine[i].function for i, _ in copy.pairs) < _LEAST_SHARED:
        return None
    words = {word.token.start: word for word in claim.words if word.token.name}
    own = {token.norm for token in claim.tokens}
    for mine, theirs in copy.gaps():
        if not all(token.start in words for token in mine) or not 1 <= len(theirs) <= _MOST_REPLACED:
            continue
        if not all(token.name and token.norm not in own | _TITLES for token in theirs) or _is_short_for(mine, theirs):
            continue
        if not any(_is_said(words[token.start], claim.code, alignments) for token in mine):
            return mine, theirs
    return None


def _is_short_for(mine: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whether one name abbreviates the other or spells it otherwise: "US" and "United States", "Vasquez", "Vázquez"."""
    words = [[without_accents(token.text.replace(".", "")) for token in name] for name in (mine, theirs)]
    first, second = ("".join(name) for name in words)
    initials = ["".join(word[:1] for word in name) for name in words]
    shortened = first.startswith(second) or second.startswith(first)
    return shortened or first == initials[1] or second == initials[0]


def _exchanged(claim: Sentence, copy: Copy) -> tuple[Token, Token] | None:
    """Two nouns that have changed places in a claim which else repeats a stretch of the sentence token for token."""
    size = len(copy.mine)
    norms = [t.norm for t in copy.mine]
    nouns = {w.token.norm for w in claim.words if w.token.name or is_noun(w) or (may_be_noun(w) and not acts(claim, w))}
    found = None
    for start in range(len(copy.theirs) - size + 1):
        window = [t.norm for t in copy.theirs[start : start + size]]
        if window == norms:
            return None
        differing = [at for at in range(size) if window[at] != norms[at]]
        if Counter(window) == Counter(norms) and len(differing) == 2 and {norms[at] for at in differing} <= nouns:
            found = found or (copy.mine[differing[0]], copy.mine[differing[1]])
    return found
