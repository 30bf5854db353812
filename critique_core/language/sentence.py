"""A sentence as the comparisons see it: tokens, typed mentions, clauses, negation and the words that carry meaning."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from critique_core.language import cells, limits
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.negation import (
    FALSE_VALUES,
    cues,
    denied,
    is_cue,
    is_no_longer,
    reach,
)
from critique_core.language.statements import conjunctions, opens, statements
from critique_core.language.tokens import Token, tokenize
from critique_core.text import word_classes
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.typed_values.weekdays import days_at

_BOUNDARIES = frozenset(",;:.!?|–—，。；、")
_BOUNDARY_WORDS = frozenset(
    "but while whereas although because unless when if which who whom that than aber mais pero sondern".split()
)
_AND = frozenset("and or und et y e ou oder en".split())
_OF_PLACES = frozenset("in to from for at".split())
_TRUE_VALUES = frozenset("true yes on enabled".split())
_STATE = frozenset("enable active allow activate require available".split())
_LIGHT = frozenset(
    """use make take say know new include work need want give provide show find see come call look people person thing
    way time number part case state report accord current available mean various different type kind form set user
    system company service""".split()
)

PHRASES = {
    ("switched", "off"): "disable", ("switched", "on"): "enable",
    ("turn", "off"): "disable", ("switch", "off"): "disable", ("turn", "on"): "enable", ("switch", "on"): "enable",
    ("take", "over"): "acquire", ("take", "court"): "sue", ("feed", "on"): "eat", ("prey", "on"): "eat",
    ("buy", "out"): "acquire", ("leave", "out"): "exclude", ("set", "up"): "found",
    ("call", "off"): "cancel", ("put", "off"): "postpone", ("vote", "down"): "reject", ("go", "up"): "rise",
    ("go", "down"): "fall", ("shut", "down"): "close", ("shut", "off"): "disable", ("carry", "out"): "perform",
    ("pull", "down"): "demolish", ("tear", "down"): "demolish", ("turn", "down"): "reject", ("bring", "in"): "earn",
    ("give", "back"): "return", ("send", "back"): "return", ("hand", "in"): "submit", ("step", "down"): "resign",
    ("vote", "favour"): "support", ("vote", "favor"): "support", ("vote", "against"): "oppose",
    ("rule", "out"): "exclude", ("phase", "out"): "discontinue", ("give", "up"): "abandon", ("do", "away"): "abolish",
    ("speed", "up"): "accelerate", ("slow", "down"): "slow", ("throw", "out"): "reject", ("opt", "out"): "decline",
    ("go", "ahead"): "proceed", ("take", "off"): "depart", ("break", "down"): "fail", ("point", "out"): "mention",
    ("give", "ahead"): "approve", ("set", "aside"): "annul", ("strike", "down"): "overturn", ("work", "out"): "solve",
    ("take", "on"): "hire", ("lay", "off"): "dismiss", ("pay", "back"): "repay", ("come", "out"): "publish",
    ("make", "difference"): "affect",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Word:
    """A token that carries meaning: ``weight`` its importance, ``negated`` whether a negation reaches it.

    ``clause`` numbers the clause it is in; ``cue`` is the distance to the negation cue in content words, 0 if none;
    ``denied`` marks the word that the negation itself turns round.
    """

    token: Token
    index: int
    weight: float
    clause: int
    negated: bool = False
    cue: int = 0
    extra: frozenset[str] = frozenset()
    denied: bool = False

    @cached_property
    def keys(self) -> frozenset[str]:
        """The forms this word may match under."""
        return self.token.keys | self.extra


@dataclass(frozen=True, eq=False)
class Sentence:
    """An analysed stretch of text; ``clauses`` and ``statements`` number its tokens.

    A list member is a clause of its own, but part of the statement whose verb it shares.
    """

    text: str
    code: str
    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
    mentions: tuple[Mention, ...]
    clauses: tuple[int, ...]
    functions: frozenset[str]
    statements: tuple[int, ...] = ()
    limiting: frozenset[int] = frozenset()
    """The positions of negations that only make a value a limit: "not more than ten can come"."""

    def clause_at(self, offset: int) -> int:
        """The number of the clause that a character offset lies in."""
        clause = 0
        for token, number in zip(self.tokens, self.clauses, strict=True):
            if token.start > offset:
                break
            clause = number
        return clause

    @cached_property
    def by_key(self) -> dict[str, tuple[Word, ...]]:
        """The words of the sentence under each form they may match under."""
        found: dict[str, list[Word]] = {}
        for word in self.words:
            for key in word.keys:
                found.setdefault(key, []).append(word)
        return {key: tuple(words_) for key, words_ in found.items()}

    @cached_property
    def by_opening(self) -> dict[str, tuple[Word, ...]]:
        """The longer words of the sentence under their first three letters, for near spellings."""
        found: dict[str, list[Word]] = {}
        for word in self.words:
            if len(word.token.norm) >= 4 and word.token.norm.isalpha():
                found.setdefault(word.token.norm[:3], []).append(word)
        return {key: tuple(words_) for key, words_ in found.items()}

    @cached_property
    def has_pronoun(self) -> bool:
        """Whether the sentence leans on an earlier one for who or what it is about."""
        return any(t.norm in word_classes.PRONOUNS for t in self.tokens[:8])


def joins_names(tokens: tuple[Token, ...], position: int) -> bool:
    """Whether a word joins two names behind one preposition, which are one thing together: "in London and Zurich"."""
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if after is None or not after.name:
        return False
    first = position
    while first and tokens[first - 1].name:
        first -= 1
    return 0 < first < position and tokens[first - 1].norm in _OF_PLACES


def _clauses(tokens: tuple[Token, ...], joining: frozenset[int], code: str) -> tuple[int, ...]:
    """Number the clauses: marks, conjunctions before a new statement, and coordinating words start a new one."""
    numbers: list[int] = []
    clause, words = 0, word_classes.JOINING.get(code, _AND)
    for position, token in enumerate(tokens):
        fresh = token.text in _BOUNDARIES and token.kind == "mark"
        if token.norm in _BOUNDARY_WORDS and position:
            fresh = True
        if token.norm in words and position and not joins_names(tokens, position):
            fresh = True
        if opens(joining, position):
            fresh = True
        if fresh:
            clause += 1
        numbers.append(clause)
    return tuple(numbers)


def _weight(token: Token) -> float:
    if token.code:
        return 0.9
    if token.name:
        return 1.5
    if token.kind == "number":
        return 1.0
    if token.keys & _LIGHT:
        return 0.45
    if len(token.text) == 1 and token.text.isascii():
        return 0.6
    return 1.0


def is_noun(word: Word) -> bool:
    """Whether a word can only be, or mostly is, a noun, name or number."""
    if word.token.name or word.token.code or word.token.kind == "number":
        return True
    base = [form for form in word.token.keys if form in lexicon()]
    if not base:
        return True
    parts = frozenset[str]().union(*(lexicon().related(form, PARTS) for form in base))
    return "n" in parts and "v" not in parts


def may_be_noun(word: Word) -> bool:
    """Whether WordNet knows a word as a noun, whatever else it may be."""
    return any("n" in lexicon().related(form, PARTS) for form in word.token.keys if form in lexicon())


def _denials(
    tokens: tuple[Token, ...],
    clauses: tuple[int, ...],
    code: str,
    kind: str,
    found: list[int],
) -> tuple[dict[int, int], set[int]]:
    """How far each token is from a negation of ``found`` that reaches it, and the words that are turned round."""
    reached: dict[int, int] = {}
    turned: set[int] = set()
    for cue in found:
        found_by = reach(tokens, clauses, cue, code, kind)
        turned ^= denied(tokens, cue, found_by, code)
        for i, distance in found_by.items():
            reached[i] = min(distance, reached.get(i, 99))
    return reached, turned


@lru_cache(maxsize=50_000)
def analyse(text: str, code: str = "en", kind: str = "prose") -> Sentence:
    """Analyse one unit of text; results are cached because claims share their sources."""
    read = cells.parted(text) if kind == "table" else text
    tokens = tokenize(read, code)
    joining = conjunctions(tokens) if code == "en" else frozenset[int]()
    clauses = _clauses(tokens, joining, code)
    numbers = statements(tokens, code)
    denying = cues(tokens, code, kind)
    limited = limits.Limits(mentions(read, code))
    if code == "en" and kind == "prose":
        limited = limits.read(text, tokens, limited.mentions, numbers, denying)
    found = limited.mentions
    inside = [(m.start, m.end) for m in found if m.kind not in ("identifier",)]
    reached, turned = _denials(tokens, clauses, code, kind, denying)
    days = days_at(text)
    content: list[Word] = []
    for i, token in enumerate(tokens):
        state = kind in ("record", "table") and token.norm in _TRUE_VALUES | FALSE_VALUES and not token.text.isdigit()
        if state:
            no = token.norm in FALSE_VALUES
            content.append(Word(token, i, 0.5, clauses[i], no, int(no), _STATE, no))
            continue
        if not (token.content or token.code) or any(s < token.end and token.start < e for s, e in inside):
            continue
        if (
            i in joining | limited.silent
            or is_cue(token, code)
            or (i and is_no_longer(tokens, i))
            or _limits(token, found)
        ):
            continue
        extra = frozenset[str]({f"day {days[token.start]}"} if token.start in days else ())
        for following in tokens[i + 1 : i + 4]:
            for form in token.keys:
                phrase = PHRASES.get((form, following.norm))
                if phrase:
                    extra = extra | {phrase}
        content.append(Word(token, i, _weight(token), clauses[i], i in reached, reached.get(i, 0), extra, i in turned))
    dated = [mention for mention in found if mention.kind == "date"]  # "until May" says nothing of what may be
    functions = frozenset(
        t.norm for t in tokens if t.kind == "word" and not any(m.start <= t.start < m.end for m in dated)
    )
    return Sentence(read, code, tokens, tuple(content), found, clauses, functions, numbers, limited.denials)


def _limits(token: Token, found: tuple[Mention, ...]) -> bool:
    """Whether a word only shades a value: "about", or the opening of "fewer than five hundred"."""
    if token.norm in word_classes.APPROXIMATE:
        return True
    return token.norm in ("fewer", "less") and any(m.bound == "under" and 0 < m.start - token.end < 8 for m in found)


_GENERIC_HEADS = frozenset(
    "people person member total one thing item piece time other individual human inhabitant resident".split()
)
_HEAD_STOPS = frozenset("in at on for from by with to of and or per a".split())


_OWNERS = frozenset("the these those its their our her his my your".split())
_BEFORE_HEAD = _OWNERS | frozenset("of more further other different".split())


def heads(sentence: Sentence, mention: Mention) -> tuple[Word, ...]:
    """What a plain number counts: the content words right after it, up to the next preposition, mark or verb."""
    found: list[Word] = []
    before = ""
    for token in sentence.tokens:
        if token.start < mention.end:
            continue
        if token.kind == "mark" and token.text not in "-‑'’\"“”":
            break
        if token.norm in _HEAD_STOPS and found:
            break
        word = next((w for w in sentence.words if w.token is token), None)
        if word is None:
            if token.norm in _OWNERS and before != "of":
                break  # "7,940 the year before" counts no years
            if token.norm in _BEFORE_HEAD:
                before = token.norm
                continue
            break
        found.append(word)
        if len(found) == 3:
            break
    return tuple(found)


def is_generic(found: tuple[Word, ...]) -> bool:
    """Whether the counted noun says no more than "people" or "items"."""
    return not found or any(w.keys & _GENERIC_HEADS for w in found)
