"""Who does what to whom: the arguments of an English verb by position, passive and preposition."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from rapidfuzz import fuzz

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import PHRASES, Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import AUXILIARY, TIMES, is_finite, is_verb

_BE = frozenset("is are was were be been being am get gets got 's 're".split())
PREPOSITIONS = frozenset(
    """of in on at by for from to with into onto over under against after before during between through as about than
    without within until since among per across around near via off out""".split()
)
RANKS = frozenset("deputy vice assistant acting co former ex junior senior interim".split())
_PRONOUNS = frozenset("he she it they him her them this that these those who which one we us i you there what".split())
_BREAKS = frozenset("not n't never also then later first once again already still just only even now".split())
_JOINS = frozenset("and or & 's s .".split())
_NOT = frozenset("not n't never".split())
_DOING = frozenset("do does did will would can could may might must shall should wo ca".split())
_GIVING = frozenset("sell give lend send hand teach tell show offer pay owe award grant pass bring lease rent".split())
_BEFORE_VERBS = AUXILIARY | {"to", "'s"}
_DETERMINERS = frozenset(
    "the a an its their his our her my your this that these those some any no every each all".split()
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One noun phrase with the preposition before it; ``pronoun`` when it names no one itself."""

    preposition: str
    words: tuple[Word, ...]
    pronoun: bool = False

    @property
    def names(self) -> tuple[Word, ...]:
        """Its proper names."""
        return tuple(w for w in self.words if w.token.name)


@dataclass(frozen=True)
class Frame:
    """The doer and the receiver of a verb, and its other arguments by preposition; ``None`` where none is stated."""

    verb: Word
    doer: Chunk | None
    receiver: Chunk | None
    others: dict[str, Chunk] = field(default_factory=dict[str, Chunk])


def acts(sentence: Sentence, word: Word) -> bool:
    """Whether a word is used as a verb: finite, a participle after an auxiliary, or an infinitive."""
    token, before = word.token, sentence.tokens[word.index - 1].norm if word.index else ""
    if token.name or not is_verb(token) or before == "of" or before in _DETERMINERS:
        return False
    if is_finite(sentence.tokens, word.index) or before in _BEFORE_VERBS:
        return True
    recent = {t.norm for t in sentence.tokens[max(0, word.index - 3) : word.index]}
    if before in _NOT and recent & _DOING:
        return True  # "it does not charge the battery"
    return token.norm.endswith(("ed", "en")) and bool(recent & (AUXILIARY | _BREAKS))


@lru_cache(maxsize=20_000)
def frames_of(sentence: Sentence) -> tuple[Frame, ...]:
    """The frames of all verbs of a sentence, in order."""
    return tuple(frame(sentence, word) for word in sentence.words if acts(sentence, word))


def frame(sentence: Sentence, verb: Word) -> Frame:
    """The arguments of a verb; a passive's "by" phrase is the doer, an elided or relative subject the one before."""
    home = sentence.statements[verb.index]
    left = _chunks(sentence, [i for i in range(verb.index) if sentence.statements[i] == home])
    right = _chunks(
        sentence, [i for i in range(verb.index + 1, len(sentence.tokens)) if sentence.statements[i] == home]
    )
    first = _first(sentence, home)
    opening = sentence.tokens[first].norm if first and sentence.tokens[first - 1].kind != "mark" else ""
    if left and left[0].preposition == opening in TIMES:  # "before its rival opened a shop"
        left = [replace(left[0], preposition=""), *left[1:]]
    subject = _subject(left)
    if subject is not None and subject.pronoun and _relative(sentence, home):
        subject = next((c for c in reversed(left) if c.words and not c.preposition), None)
    if subject is None:
        subject = _earlier(sentence, home)
    others = {c.preposition: c for c in reversed(right) if c.preposition}
    if right and _is_given_to(sentence, verb, right):
        given = next((c for c in right[1:2] if not c.preposition), None)
        return Frame(verb, subject, given, others | {"to": right[0]})
    receiver = right[0] if right and (not right[0].preposition or _phrasal(sentence, verb)) else None
    if _passive(sentence, verb):
        return Frame(verb, others.get("by"), subject, others)
    return Frame(verb, subject, receiver, others)


def _is_given_to(sentence: Sentence, verb: Word, right: list[Chunk]) -> bool:
    """Whether right after a verb come the one who gets something, by name, and what is got, a thing or an amount."""
    first = right[0]
    if first.preposition or not first.names or not verb.keys & _GIVING:
        return False
    after = sentence.tokens[first.words[-1].index + 1 : first.words[-1].index + 2]
    amount = bool(after) and any(mention.start == after[0].start for mention in sentence.mentions)
    return amount or any(not chunk.preposition and not chunk.names for chunk in right[1:2])


def _phrasal(sentence: Sentence, verb: Word) -> bool:
    """Whether a preposition right after the verb makes a verb of its own with it: what one feeds on is its object."""
    after = sentence.tokens[verb.index + 1].norm if verb.index + 1 < len(sentence.tokens) else ""
    return any((form, after) in PHRASES for form in verb.token.keys) and after in ("on",)


def _passive(sentence: Sentence, verb: Word) -> bool:
    """Whether a form of "be" or "get" precedes a participle, or "by" right after it."""
    norm = verb.token.norm
    before = [t.norm for t in sentence.tokens[max(0, verb.index - 4) : verb.index]]
    after = sentence.tokens[verb.index + 1].norm if verb.index + 1 < len(sentence.tokens) else ""
    spoken = any(
        is_finite(sentence.tokens, i) for i in range(_first(sentence, sentence.statements[verb.index]), verb.index)
    )
    if norm.endswith("ed") and spoken and not {"have", "has", "had"} & set(before):
        return True  # "a film directed by X", "a film based on Y"
    participle = (
        norm.endswith(("ed", "en")) or (norm not in lexicon() and not norm.endswith(("ing", "s"))) or _past(norm)
    )
    return participle and (after == "by" or bool(_BE & set(before)))


def _past(norm: str) -> bool:
    return bool(lexicon().base_forms(norm) - {norm}) and not norm.endswith(("s", "ing"))


def _first(sentence: Sentence, home: int) -> int:
    return next(i for i, number in enumerate(sentence.statements) if number == home)


def phrases(sentence: Sentence, number: int) -> list[Chunk]:
    """The noun phrases of one statement, in order."""
    return _chunks(sentence, [i for i, home in enumerate(sentence.statements) if home == number])


def subject_of(sentence: Sentence, number: int) -> Chunk | None:
    """The subject of one statement: before its first verb, or what a relative or elided one stands for."""
    positions = [i for i, home in enumerate(sentence.statements) if home == number]
    spoken = next((i for i in positions if is_finite(sentence.tokens, i)), positions[-1] + 1)
    subject = _subject(_chunks(sentence, [i for i in positions if i < spoken]))
    if subject is None or (subject.pronoun and _relative(sentence, number)):
        return _earlier(sentence, number)
    return subject


def _subject(left: list[Chunk]) -> Chunk | None:
    """The first noun phrase of a statement that no preposition introduces."""
    return next((c for c in left if not c.preposition), None)


def _relative(sentence: Sentence, home: int) -> bool:
    return sentence.tokens[_first(sentence, home)].norm in ("who", "which", "that")


def _earlier(sentence: Sentence, home: int) -> Chunk | None:
    """The phrase that a relative or elided subject stands for: the one right before, or the last verb's subject."""
    for number in range(home - 1, -1, -1):
        positions = [i for i, n in enumerate(sentence.statements) if n == number]
        before = _chunks(sentence, positions)
        if before and _relative(sentence, home):
            return before[-1]
        spoken = [i for i in positions if is_finite(sentence.tokens, i)]
        if before and spoken:
            return _subject(_chunks(sentence, [i for i in positions if i < spoken[0]]))
    return None


def _chunks(sentence: Sentence, positions: list[int]) -> list[Chunk]:
    """Cut a run of tokens into noun phrases at prepositions, verbs and marks; "A and B" stays one."""
    by_index = {w.index: w for w in sentence.words}
    found: list[Chunk] = []
    preposition, held = "", list[Word]()

    def close() -> None:
        nonlocal held, preposition
        if held:
            found.append(Chunk(preposition, tuple(held)))
        held, preposition = [], ""

    for i in positions:
        token = sentence.tokens[i]
        word = by_index.get(i)
        if token.norm in _BREAKS:  # "who later hired her": no part of a noun phrase, and no end of one
            continue
        if word is not None and not _separates(sentence, word):
            held.append(word)
        elif _is_inner(sentence, i, named=bool(held)):
            continue
        elif token.norm in PREPOSITIONS:
            close()
            preposition = token.norm
        elif token.norm in _PRONOUNS:
            close()
            found.append(Chunk(preposition, (), pronoun=True))
            preposition = ""
        elif _ends_phrase(sentence, i, open_phrase=bool(held)):
            close()
    close()
    return _with_appositions(sentence, found)


def _with_appositions(sentence: Sentence, found: list[Chunk]) -> list[Chunk]:
    """The phrases, a name between commas joined to what it names: "its former supplier, Marlow Yarn, ..."."""
    joined: list[Chunk] = []
    for chunk in found:
        last = joined[-1] if joined else None
        named = bool(chunk.words) and chunk.names == chunk.words and not chunk.preposition
        if last is not None and last.words and not last.names and named:
            start, end = last.words[-1].index, chunk.words[0].index
            after = sentence.tokens[chunk.words[-1].index + 1 :][:1]
            closed = not after or after[0].kind == "mark"
            if closed and end == start + 2 and sentence.tokens[start + 1].text == ",":
                joined[-1] = Chunk(last.preposition, last.words + chunk.words)
                continue
        joined.append(chunk)
    return joined


def _ends_phrase(sentence: Sentence, position: int, *, open_phrase: bool) -> bool:
    """Whether a word or mark closes the phrase before it: a verb, a mark, or the article of a new phrase."""
    token = sentence.tokens[position]
    if token.norm in _DETERMINERS:
        return open_phrase and sentence.tokens[position - 1].norm not in _JOINS
    return token.norm not in _JOINS | _BREAKS and token.text not in "’'&-"


def _is_inner(sentence: Sentence, position: int, *, named: bool) -> bool:
    """Whether a number or a capital preposition is inside a phrase: "about 400 guests", "Light Between Oceans"."""
    token = sentence.tokens[position]
    if token.kind == "number":
        return not _opens_phrase(sentence, position + 1)
    return named and token.norm in PREPOSITIONS and token.text[:1].isupper()


def _opens_phrase(sentence: Sentence, position: int) -> bool:
    """Whether a name or a determiner follows, so that a number before it ends a phrase ("In 2020 Ostara ...")."""
    following = sentence.tokens[position] if position < len(sentence.tokens) else None
    return following is None or following.name or following.norm in _DETERMINERS or following.kind == "mark"


def _separates(sentence: Sentence, word: Word) -> bool:
    """Whether a word belongs to no noun phrase: a verb or an adverb."""
    if word.token.name:
        return False
    parts = frozenset[str]().union(*(lexicon().related(k, PARTS) for k in word.keys if k in lexicon()))
    return acts(sentence, word) or (bool(parts) and parts <= {"r", "v"})


def same_phrase(first: Chunk | None, second: Chunk | None, code: str) -> bool:
    """Whether two noun phrases name the same: by a shared name, else by their last word."""
    if first is None or second is None or not first.words or not second.words:
        return False
    if first.names and second.names:
        return _share_names(first, second, code)
    if rank(first) != rank(second):
        return False
    return any(similarity(a, b, code) >= 0.85 for a in first.words[-2:] for b in second.words[-2:])


def _share_names(first: Chunk, second: Chunk, code: str) -> bool:
    """Whether two named phrases are one: of two full names more than a family name has to agree."""
    short, long = sorted((first, second), key=lambda c: len(c.names))
    held = [a for a in short.names if any(same_name(a, b, code) for b in long.words)]
    return len(held) >= min(2, len(short.names)) and bool(held)


def same_name(first: Word, second: Word, code: str) -> bool:
    """Whether two names are one, spelling slips allowed."""
    return similarity(first, second, code) >= 0.75 or fuzz.ratio(first.token.norm, second.token.norm) >= 85


def rank(chunk: Chunk) -> frozenset[str]:
    """The words of a phrase that set its holder apart from the holder of the plain title."""
    return frozenset(w.token.norm for w in chunk.words) & RANKS
