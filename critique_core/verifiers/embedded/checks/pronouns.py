"""What "it", "she", "the former" and "the latter" stand for, where a claim says the same of somebody else."""

from collections.abc import Iterator, Sequence

from critique_core.language.frames import PREPOSITIONS, acts, same_name
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import is_verb
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.passages import between as words_between
from critique_core.verifiers.embedded.alignment.passages import names_of, passages
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_time, statement_of

_NAMED_SURE = 0.75
_LEAST, _LEAST_ABOUT, _LEAD = 0.4, 0.28, 0.2
_SAME = 0.85
_SIDES = {"former": 0, "latter": 1}
_JOINS = frozenset(("and", "or", "&", "while", "whereas"))
_ARTICLES = frozenset("the a an its their his her our".split())
Pair = tuple[tuple[Word, ...], tuple[Word, ...]]


def referents(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """A claim about one of two things, where the source says it of "the former" or "the latter", the other one."""
    for passage in passages(alignments):
        for number, alignment in enumerate(passage):
            earlier = [a.scope.sentence for a in reversed(passage[max(0, number - 3) : number])]
            seen = next(_turned(claim, alignment.scope.sentence, earlier), None)
            if seen is not None:
                yield alignment, seen
                return


def _turned(claim: Sentence, sentence: Sentence, earlier: Sequence[Sentence]) -> Iterator[Observation]:
    points = [i for i in range(len(sentence.tokens)) if _points(sentence, i)]
    pair = next((p for s in earlier if (p := _pair(s)) is not None), None) if points else None
    if pair is None:
        return
    for position in points:
        side = _SIDES[sentence.tokens[position].norm]
        meant, other = pair[side], pair[1 - side]
        named = [w for w in claim.words if _is_one(w, other)]
        if not named or any(_is_one(w, meant) for w in claim.words):
            continue
        rest = [w for w in claim.words if w not in named]
        fit = _fit(claim, rest, sentence, _region(sentence, position, points))
        rival = max((_fit(claim, rest, sentence, _region(sentence, p, points)) for p in points if p != position),
                    default=0.0)  # fmt: skip
        about = bool(rest) and covered(rest[:1], words_between(sentence, 0, len(sentence.tokens)), "en") >= _SAME
        if fit >= (_LEAST_ABOUT if about else _LEAST) and fit >= rival + _LEAD:
            token = sentence.tokens[position]
            text = f"“the {token.text}” is {names_of(meant)} here, the draft says it of {names_of(named)}"
            yield between("role", "conflicts", named[0].token, token, text, _NAMED_SURE)


def _region(sentence: Sentence, position: int, points: Sequence[int]) -> range:
    """The tokens that mention what a word points to: up to the next pointer, and back to the start from a preposition.

    "Rashes were common among the latter" mentions it from its start, "the former fires tiles, the latter bricks" not.
    """
    end = next((p - 1 for p in points if p > position), len(sentence.tokens))
    before = sentence.tokens[position - 2].norm if position > 1 else ""
    whole = before in PREPOSITIONS and not any(p < position for p in points)
    return range(0 if whole else position, end)


def _fit(claim: Sentence, rest: Sequence[Word], sentence: Sentence, region: range) -> float:
    """How far a stretch of the source mentions the rest of the claim, its values counting like words."""
    there = words_between(sentence, region.start, region.stop)
    low, high = sentence.tokens[region.start].start, sentence.tokens[region.stop - 1].end
    stated = [m for m in sentence.mentions if low <= m.start < high]
    total = sum(w.weight for w in rest) + len(claim.mentions)
    agreeing = sum(any(compare.comparable(m, o) and compare.agrees(m, o) for o in stated) for m in claim.mentions)
    return (covered(rest, there, "en") * sum(w.weight for w in rest) + agreeing) / total if total else 0.0


def _points(sentence: Sentence, position: int) -> bool:
    """Whether "the former" is alone: not before a noun, as in "the former mayor"."""
    if sentence.tokens[position].norm not in _SIDES or not position or sentence.tokens[position - 1].norm != "the":
        return False
    following = next((w for w in sentence.words if w.index == position + 1), None)
    if following is None or acts(sentence, following):
        return True
    return is_verb(following.token) and following.token.norm.endswith("s")


def _is_one(word: Word, thing: tuple[Word, ...]) -> bool:
    return any(similarity(word, o, "en") >= _SAME for o in thing)


def _pair(sentence: Sentence) -> Pair | None:
    """The two things that a sentence sets next to each other, each by the words that distinguish it from the other.

    Two phrases joined by "and" or "or", else the two halves of a sentence cut at "and", "while" or a semicolon.
    """
    places = [i for i, t in enumerate(sentence.tokens) if t.norm in _JOINS or t.text == ";"]
    places.sort(key=lambda i: sentence.tokens[i].text != ";")
    for cut in (_phrases_at, _halves_at):
        for position in places:
            first, second = cut(sentence, position)
            own = tuple(w for w in first if not _is_one(w, second))
            theirs = tuple(w for w in second if not _is_one(w, first))
            if own and theirs:
                return own, theirs
    return None


def _phrases_at(sentence: Sentence, position: int) -> Pair:
    """The noun phrases right before and after a joining word, if both are there."""
    if sentence.tokens[position].norm not in ("and", "or", "&"):
        return (), ()
    first, second = _run(sentence, position - 1, -1), _run(sentence, position + 1, 1)
    return (first, second) if first and second else ((), ())


def _run(sentence: Sentence, position: int, step: int) -> tuple[Word, ...]:
    """The content words in a row from a position on, an article before them left out; verbs end it."""
    if step > 0 and sentence.tokens[position].norm in _ARTICLES:
        position += 1
    by_index = {w.index: w for w in sentence.words}
    found: list[Word] = []
    while (word := by_index.get(position)) is not None and not acts(sentence, word):
        found.append(word)
        position += step
    return tuple(found)


def _halves_at(sentence: Sentence, position: int) -> Pair:
    """All that precedes and after a joining word or a semicolon."""
    return words_between(sentence, 0, position), words_between(sentence, position + 1, len(sentence.tokens))


_DOER_SURE = 0.7
_SAME_VERB, _LEAST_REST = 0.84, 0.75
_EARLIER = 0.5  # neighbours that come after the unit weigh less than this
_PRONOUNS = frozenset("it he she they".split())
_AND = frozenset("and & or".split())


def antecedents(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A deed of "it" or "she" in the unit, where the pronoun stands for another name than the claim's."""
    source = alignment.scope.sentence
    if other_time(claim, source):
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
                yield between("role", "conflicts", names[0].token, None, text, _DOER_SURE)
                return


def _subject_names(claim: Sentence, verb: Word) -> tuple[Word, ...]:
    """The names before a verb in its statement, unless a preposition or "and" makes it unclear whose deed it is."""
    before = [w for w in claim.words if w.index < verb.index and statement_of(claim, w) == statement_of(claim, verb)]
    names = tuple(w for w in before if w.token.name)
    if any(claim.tokens[i].norm in _AND for i in range(verb.index)):
        return ()
    return names


def _rest(claim: Sentence, verb: Word, names: tuple[Word, ...], source: Sentence, place: Word) -> float:
    """How far the claim's words after its verb are in the statement of the source's verb."""
    rest = [w for w in claim.words if w is not verb and w not in names and w.index > verb.index]
    home = statement_of(source, place)
    there = [w for w in source.words if statement_of(source, w) == home]
    return covered(rest, there, "en")


def _real_names(source: Sentence, verb: Word, alignment: Alignment, names: tuple[Word, ...]) -> tuple[Word, ...]:
    """The names that the subject of the source's verb stands for, if it names no one itself."""
    home = statement_of(source, verb)
    earlier = [s for weight, s in alignment.scope.around if weight >= _EARLIER]
    opens = next((t for t in source.tokens if t.kind == "word"), None)
    if opens is None or opens.norm not in _PRONOUNS or home > source.statements[0] + 1 or not earlier:
        return ()
    near = [source, *earlier]
    if any(same_name(a, w, "en") for s in near for w in s.words for a in names):
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
