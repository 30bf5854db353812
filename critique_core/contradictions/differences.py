"""Where two statements differ: in one place they may exclude each other, in two they mention two cases.

"Free allows 10 MB" and "Pro allows 100 MB" differ in whose limit it is and in how high it is, so both can hold.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import regex

from critique_core.language.frames import acts
from critique_core.language.lexicon import DERIVED, PARTS, lexicon
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word, analyse, heads
from critique_core.language.similarity import is_among, similarity
from critique_core.language.statements import is_finite
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention

DifferenceKind = Literal["value", "opposite", "denial", "quantifier", "name", "order", "case"]

_SAME = 0.7  # likeness from which two words are taken for one; that of parts of compounds
_ENGLISH = "en"
_CONDITIONS = frozenset(
    """if unless when whenever once otherwise except wenn falls sofern außer si sauf quand salvo cuando se als
    tenzij""".split()
)
_OTHERS = frozenset(
    "other others another else elsewhere andere anderen autre autres otro otra otros altro altri".split()
)
_WHEN = frozenset(
    """now currently today nowadays formerly previously originally initially before after until since then later once
    heute früher bisher jetzt seit bis nach vor aujourd'hui autrefois depuis avant après ahora antes desde
    hasta""".split()
)
_IS_ONE = frozenset("is was ist war est était es era fue é foi è".split())
_DEFINITE = frozenset("the its his her their our der die das le la el il lo o".split())
_BY = frozenset("by in at von in par à por en da a".split())
_PAST = frozenset("was were had did used war waren hatte wurde wurden était étaient avait era eran fue fueron".split())
_UNTIL = frozenset("until till bis".split())
_OPPOSED = ({"within", "inside"}, {"outside"}), ({"above"}, {"below"})
_APART_IN_TIME = (
    ({"before", "until"}, {"after", "since", "following"}),
    ({"during", "while", "throughout"}, {"after", "before", "following"}),
)
_ONCE = frozenset(
    """found establish create launch open close begin start end expire sign ratify adopt enact abolish repeal publish
    release introduce build complete inaugurate demolish discover invent patent bear born die marry graduate retire
    acquire merge dissolve premiere debut write compose paint gründen geboren fonder naître fundar nacer""".split()
)
_DIMENSIONS = frozenset(
    "long length deep depth high height tall wide width broad heavy weight weigh thick old age".split()
)
_BY_DOING = frozenset("of by from for".split())
_LABELS = ("version", "identifier", "date")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two statements part; the words of each as they are there, empty when it has none."""

    kind: DifferenceKind
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two statements share, and all that sets them apart.

    ``shared`` and ``of_longer`` are shares of the shorter and of the longer one's weight (0 to 1); ``weight`` itself is
    about 1 for a word, 1.5 for a name.
    """

    shared: float
    of_longer: float
    weight: float
    differences: tuple[Difference, ...]

    @property
    def single(self) -> Difference | None:
        """The one difference of two statements about one thing; ``None`` when they agree or mention two cases."""
        found = [d for d in self.differences if d.kind != "quantifier"] or list(self.differences)
        return found[0] if len(found) == 1 and found[0].kind != "case" else None


@lru_cache(maxsize=20_000)
def differences(first: str, second: str, code: str = _ENGLISH, around: str = "") -> Comparison:
    """Compare two statements in the language ``code``; ``around`` is what is around the second.

    A word of the first that only the text around the second has does not set them apart.
    """
    one, two = analyse(first, code), analyse(second, code)
    pairs = _paired(one, two)
    mine, theirs = _left_over(one, [a for a, _ in pairs]), _left_over(two, [b for _, b in pairs])
    opposed = [] if _close_alike(one, two) else list(_opposites(mine, theirs, code))
    turned = {id(word) for a, b in opposed for word in (a, b)}
    mine, theirs = ([w for w in group if id(w) not in turned] for group in (mine, theirs))
    if around and mine:
        context = analyse(around, code)
        mine = [w for w in mine if not is_among(w, context.words, code)]
    found = [
        *_values(one, two),
        *(Difference("opposite", a.token.text, b.token.text) for a, b in opposed if a.denied == b.denied),
        *_opposed_prepositions(one, two),
        *_denials(pairs),
        *_quantifiers(one, two),
        *_cases(one, two, mine, theirs),
    ]
    if not found:
        found = list(_reordered(pairs))
    weight, weights = _shared(one, two, [*pairs, *opposed], found)
    return Comparison(min(1.0, weight / min(weights)), min(1.0, weight / max(weights)), weight, tuple(found))


def _paired(one: Sentence, two: Sentence) -> list[tuple[Word, Word]]:
    """Each word of the first with the word of the second that means the same, each used once, likest first."""
    ranked = sorted(
        ((similarity(a, b, one.code), a, b) for a in one.words for b in two.words),
        key=lambda found: (-found[0], abs(found[1].index - found[2].index), found[1].index),
    )
    used: set[int] = set()
    pairs: list[tuple[Word, Word]] = []
    for strength, a, b in ranked:
        if strength >= _SAME and not {id(a), id(b)} & used and not _opposite(a, b, one.code):
            used |= {id(a), id(b)}
            pairs.append((a, b))
    return pairs


def _opposite(a: Word, b: Word, code: str) -> bool:
    return opposed(a.token.keys, b.token.keys, code)


def _left_over(sentence: Sentence, used: Sequence[Word]) -> list[Word]:
    taken = {id(word) for word in used}
    return [w for w in sentence.words if id(w) not in taken]


def _opposites(mine: Sequence[Word], theirs: Sequence[Word], code: str) -> Iterator[tuple[Word, Word]]:
    used: set[int] = set()
    for a in mine:
        b = next((b for b in theirs if id(b) not in used and _opposite(a, b, code)), None)
        if b is not None:
            used.add(id(b))
            yield a, b


def _close_alike(one: Sentence, two: Sentence) -> bool:
    """Whether one statement is of the time until which something is open, and the other of the same time."""
    ends = [s for s in (one, two) if s.functions & _UNTIL]
    times = [{(m.low, m.high) for m in s.mentions if m.kind == "time"} for s in (one, two)]
    return len(ends) == 1 and bool(times[0] & times[1])


def _opposed_prepositions(one: Sentence, two: Sentence) -> Iterator[Difference]:
    mine, theirs = one.functions - two.functions, two.functions - one.functions
    for side, other in (pair for sides in (*_OPPOSED, *_APART_IN_TIME) for pair in (sides, sides[::-1])):
        if mine & side and theirs & other:
            kind = "case" if any(side in sides for sides in _APART_IN_TIME) else "opposite"
            yield Difference(kind, min(mine & side), min(theirs & other))


def _values(one: Sentence, two: Sentence) -> Iterator[Difference]:
    """Values of one kind that do not agree, in order; one that is on one side only is no difference."""
    mine, theirs = list(one.mentions), list(two.mentions)
    for a in one.mentions:
        b = next((b for b in theirs if _agree(a, b)), None)
        if b is not None:
            mine.remove(a)
            theirs.remove(b)
    for a in mine:
        b = next((b for b in theirs if compare.comparable(a, b) and a.ordinal == b.ordinal), None)
        if b is not None:
            theirs.remove(b)
            label = _labels(one, a) and _labels(two, b)
            yield Difference("case" if label else "value", a.text, b.text)


def _labels(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value says of what or when something is stated: "Version 2 supports", "sales rose in 2021"."""
    if mention.kind == "date" and not _happens_once(sentence):
        return True
    named = mention.kind in _LABELS or (mention.kind == "number" and not heads(sentence, mention))
    verbs = (t.start for i, t in enumerate(sentence.tokens) if is_finite(sentence.tokens, i))
    opens = len(sentence.tokens) > 1 and mention.start <= sentence.tokens[1].start  # "Step 5: add the olives"
    return named and (opens or (sentence.code == _ENGLISH and mention.end <= next(verbs, 0)))


def _happens_once(sentence: Sentence) -> bool:
    """Whether a statement can hold of one date only: what is or will be on a date, or what is done but once."""
    if any(not w.keys.isdisjoint(_once_only()) for w in sentence.words):
        return True
    past = any(acts(sentence, w) and _is_past(w) for w in sentence.words)
    return not past and not sentence.functions & _PAST


def _is_past(word: Word) -> bool:
    norm = word.token.norm
    return not norm.endswith(("s", "ing")) and any(
        "v" in lexicon().related(form, PARTS) for form in lexicon().base_forms(norm) - {norm}
    )


@lru_cache(maxsize=1)
def _once_only() -> frozenset[str]:
    """Verbs of beginning, ending and making, with what WordNet derives from them."""
    return _ONCE | {form for verb in _ONCE for form in lexicon().related(verb, DERIVED)}


def same_value(one: Mention, two: Mention) -> bool:
    """Whether two values agree; of "30" and "120 euros" in "from 30 to 120 euros" the first goes by its figures."""
    if compare.comparable(one, two):
        return compare.agrees(one, two)
    return "number" in (one.kind, two.kind) and figures(one) == figures(two)


def figures(mention: Mention) -> list[str]:
    """The figures of a value as written: both of "21 to 14 days"; the word for one without any."""
    found = [text.strip(".,") for text in regex.findall(r"\d[\d.,]*", mention.text)]
    return found or [mention.text.casefold()]


def _agree(a: Mention, b: Mention) -> bool:
    if not compare.comparable(a, b) or a.ordinal != b.ordinal:
        return False
    if {a.bound, b.bound} & {"min", "over"} and {a.bound, b.bound} & {"max", "under"}:
        low, high = (a, b) if a.bound in ("min", "over") else (b, a)
        return low.low <= high.low  # "at least 8" and "at most 64" leave room for both
    return compare.agrees(a, b) or compare.agrees(b, a)


def _denials(pairs: Sequence[tuple[Word, Word]]) -> Iterator[Difference]:
    """The first word that one statement denies and the other does not; words denied together are one difference."""
    turned = [(a, b) for a, b in pairs if a.denied != b.denied]
    if turned:
        a, b = turned[0]
        yield Difference("denial", *(f"not {w.token.text}" if w.denied else w.token.text for w in (a, b)))


def _quantifiers(one: Sentence, two: Sentence) -> Iterator[Difference]:
    """All against some or none; two statements of "some" never exclude each other."""
    sides = [
        next(
            (kind for kind in (word_classes.NONE, word_classes.PARTIAL, word_classes.UNIVERSAL) if kind & s.functions),
            frozenset[str](),
        )
        for s in (one, two)
    ]
    if sides[0] != sides[1] and all(sides):
        yield Difference("quantifier", min(sides[0] & one.functions), min(sides[1] & two.functions))
    elif word_classes.PARTIAL in sides and not any(side == word_classes.UNIVERSAL for side in sides):
        yield Difference("case", *(" ".join(sorted(word_classes.PARTIAL & s.functions)) for s in (one, two)))


def _cases(one: Sentence, two: Sentence, mine: Sequence[Word], theirs: Sequence[Word]) -> Iterator[Difference]:
    """What makes the statements mention two cases: other things, another time, a condition on one side."""
    marks = _marks(one) ^ _marks(two)
    left = [_telling(s, group, marks) for s, group in ((one, mine), (two, theirs))]
    if all(left) and not _adds_nothing(one, two, left[0]):
        named = _one_filler(one, left[0]) and _one_filler(two, left[1])
        yield Difference("name" if named else "case", *(" ".join(t.text for t in group) for group in left))
    for s, other, group in ((one, two, left[1]), (two, one, left[0])):
        bound = _only_bound(s, other)
        if bound is not None and group:  # "stays of over 90 days" and "short stays"
            yield Difference("case", bound.text, " ".join(t.text for t in group))
    for group in (_CONDITIONS, _OTHERS):
        said = [_setting_apart(s, group) for s in (one, two)]
        if said[0] != said[1]:
            yield Difference("case", *(" ".join(sorted(word_classes)) for word_classes in said))
    if bool(one.functions & _PAST) != bool(two.functions & _PAST) and (_timed(one) or _timed(two)):
        yield Difference("case", *(" ".join(sorted(s.functions & (_PAST | _WHEN))) for s in (one, two)))


def _only_bound(sentence: Sentence, other: Sentence) -> Mention | None:
    """A bound ("over 90 days") of which the other statement has no value to compare."""
    return next(
        (m for m in sentence.mentions if m.bound and not any(compare.comparable(m, n) for n in other.mentions)), None
    )


def _setting_apart(sentence: Sentence, group: frozenset[str]) -> set[str]:
    """The words of a group that set one case apart; "colds or other infections" only goes on with a list."""
    return {
        token.norm
        for i, token in enumerate(sentence.tokens)
        if token.norm in group and not (token.norm == "other" and i and sentence.tokens[i - 1].norm in ("or", "and"))
    }


def _marks(sentence: Sentence) -> set[str]:
    """Ordinals, and capitals that only look like a small word: GET, IT."""
    ordinals = [(m.start, m.end) for m in sentence.mentions if m.ordinal]
    return {
        token.text
        for token in sentence.tokens
        if (token.function and len(token.text) > 1 and token.text.isupper())
        or any(start <= token.start < end for start, end in ordinals)
    }


def _telling(sentence: Sentence, left: Sequence[Word], marks: set[str]) -> list[Token]:
    """What of the words left over names a thing or a property, and the ``marks`` that only one statement has."""
    kept = {w.index for w in left if _tells_apart(sentence, w)}
    return [token for index, token in enumerate(sentence.tokens) if index in kept or token.text in marks]


def _adds_nothing(one: Sentence, two: Sentence, left: Sequence[Token]) -> bool:
    """Whether all that only the first statement has says nothing that the second leaves open.

    A word that the second has too, the dimension of a measure ("86 kilometres long"), what a thing with a name is
    ("pump P-7"), and the act in a noun's place ("taking vitamin D").
    """
    theirs = frozenset(key for word in two.words for key in word.keys)
    return all(
        token.keys & (theirs | _DIMENSIONS) or _is_act(one, token) or _before_a_shared_name(one, two, token)
        for token in left
    )


def _is_act(sentence: Sentence, token: Token) -> bool:
    place = sentence.tokens.index(token)
    opens = place == 0 or sentence.tokens[place - 1].norm in _BY_DOING
    return sentence.code == _ENGLISH and opens and token.norm.endswith("ing") and not token.name


def _before_a_shared_name(one: Sentence, two: Sentence, token: Token) -> bool:
    place = one.tokens.index(token) + 1
    if token.name or place >= len(one.tokens):
        return False
    named = one.tokens[place]
    return (
        named.name or named.code or any(m.kind == "identifier" and m.start == named.start for m in one.mentions)
    ) and (named.text in two.text)


def _tells_apart(sentence: Sentence, word: Word) -> bool:
    """Whether a word names a thing or a property: in English none used as a verb that is no adjective."""
    if sentence.code != _ENGLISH:
        return True
    parts = frozenset[str]().union(*(lexicon().related(key, PARTS) for key in word.keys))
    return not is_finite(sentence.tokens, word.index) and ("a" in parts or not acts(sentence, word))


def _one_filler(sentence: Sentence, name: Sequence[Token]) -> bool:
    """Whether only one name can be there: "the chief executive is N", "N is the capital", "was written by N"."""
    tokens = sentence.tokens
    if not all(t.name for t in name) or any(b.start - a.end > 1 for a, b in pairwise(name)):
        return False
    first, after = tokens.index(name[0]), tokens.index(name[-1]) + 1
    if first and tokens[first - 1].norm in _IS_ONE:
        return tokens[0].norm in _DEFINITE
    if not first:
        return [t.norm in group for t, group in zip(tokens[after:], (_IS_ONE, _DEFINITE), strict=False)] == [True, True]
    return tokens[first - 1].norm in _BY and any(not w.keys.isdisjoint(_once_only()) for w in sentence.words)


def _timed(sentence: Sentence) -> bool:
    return bool(sentence.functions & _WHEN) or any(m.kind == "date" for m in sentence.mentions)


def _reordered(pairs: Sequence[tuple[Word, Word]]) -> Iterator[Difference]:
    """Two names that have changed places in otherwise equal statements."""
    names = sorted(((a, b) for a, b in pairs if a.token.name and b.token.name), key=lambda pair: pair[0].index)
    if len(names) > 1 and names[0][1].index > names[-1][1].index:
        ordered = sorted((b for _, b in names), key=lambda word: word.index)
        yield Difference("order", *(" … ".join(w.token.text for w in ws) for ws in ([a for a, _ in names], ordered)))


def _shared(
    one: Sentence, two: Sentence, same: Sequence[tuple[Word, Word]], left: Sequence[Difference]
) -> tuple[float, list[float]]:
    """The weight that both have, and that of each, a differing name left out."""
    weights = [sum(w.weight for w in s.words) for s in (one, two)]
    for difference in left if len(left) == 1 else ():
        if difference.kind == "name":
            weights[0] -= sum(w.weight for w in one.words if w.token.text in difference.first.split())
            weights[1] -= sum(w.weight for w in two.words if w.token.text in difference.second.split())
    both = sum(min(a.weight, b.weight) for a, b in same)
    return both, [max(weight, 0.1) for weight in weights]
