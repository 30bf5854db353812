"""How many and which: all against some, a counted part, an exception or a single case; none against some."""

from collections.abc import Iterator

from critique_core.language.frames import acts
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import is_verb
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_subject, statement_of

_SURE, _EXCEPTION_SURE, _COUNT_SURE, _INSTANCE_SURE = 0.7, 0.65, 0.85, 0.6
_BEFORE_UNIVERSAL = frozenset("not n't almost nearly at after above of".split())
_BACK = frozenset("this that these rule it they them from".split())
_ADVERBS = (
    frozenset("always invariably everywhere".split()),
    frozenset("sometimes occasionally usually often mostly partly rarely seldom generally typically".split()),
)
_FEW, _MOST = frozenset("few hardly minority".split()), frozenset("most majority mostly".split())


def quantifiers(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """Quantities of the same things that exclude each other: "all" and "43 of 46", "most" and "few"."""
    return [] if other_subject(claim, alignment) else [*_counted(claim, alignment), *_amount(claim, alignment)]


def _universal(claim: Sentence) -> Token | None:
    for position, token in enumerate(claim.tokens):
        negated = position > 0 and claim.tokens[position - 1].norm in _BEFORE_UNIVERSAL
        but = [t.norm for t in claim.tokens[position + 1 : position + 2]] == ["but"]
        if token.norm in word_classes.UNIVERSAL - {"any", "entire", "whole", "entirely"} and not negated and not but:
            return token
    return None


def _head(sentence: Sentence, token: Token) -> Word | None:
    """The noun that a quantifier counts: the last content word of the run after it."""
    head: Word | None = None
    for position, other in enumerate(sentence.tokens):
        if other.start < token.end:
            continue
        word = next((w for w in sentence.words if w.index == position), None)
        if (
            word is None
            and head is None
            and other.norm in ("of", "the", "these", "those", "our", "its", "their", "other")
        ):
            continue
        if word is None or (head is not None and (_only_verb(word) or acts(sentence, word))):
            return head
        head = word
    return head


def _only_verb(word: Word) -> bool:
    parts = frozenset[str]().union(*(lexicon().related(k, PARTS) for k in word.keys if k in lexicon()))
    return "v" in parts and "n" not in parts and not word.token.name


def _same_head(claim: Sentence, first: Token, sentence: Sentence, second: Token) -> bool:
    mine, theirs = _head(claim, first), _head(sentence, second)
    return mine is not None and theirs is not None and similarity(mine, theirs, claim.code) >= 0.8


def _rest_covered(claim: Sentence, sentence: Sentence, number: int, head: Word | None) -> float:
    """How far the claim's words but the counted noun are in one statement."""
    rest = [w for w in claim.words if w is not head and not w.token.name]
    there = [w for w in sentence.words if sentence.statements[w.index] == number]
    return covered(rest, there, claim.code)


def _counted(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "all students passed" against "of the 46 students, 43 passed", "none" against "three of them"."""
    every, source = _universal(claim), alignment.scope.sentence
    none = next((t for t in claim.tokens if t.norm in ("none", "nobody")), None)
    token = every or none
    if token is None or claim.functions & word_classes.EXCEPTION:
        return
    head = _head(claim, token)
    for part, whole in _parts(source):
        number = source.statements[_at(source, part)]
        counted = head is None or any(similarity(head, w, claim.code) >= 0.8 for w in source.words)
        if not counted or _rest_covered(claim, source, number, head) < 0.6:
            continue
        if (every is not None and part.low < whole.low and not part.approximate) or (every is None and part.low > 0):
            text = f"the draft says “{token.text}”, the source counts {part.text} of {whole.text}"
            yield Observation("quantifier", "conflicts", token.start, token.end, token.text,
                              part.start, part.end, part.text,
                              text, _COUNT_SURE)  # fmt: skip
            return


def _at(sentence: Sentence, mention: Mention) -> int:
    return next((i for i, t in enumerate(sentence.tokens) if t.start >= mention.start), len(sentence.tokens) - 1)


def _parts(source: Sentence) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of a part and a whole: "of the 46 students, 43 passed", "43 of the 46", "43 out of 46"."""
    numbers = [m for m in source.mentions if m.kind == "number" and not m.ordinal]
    for first, second in ((a, b) for a in numbers for b in numbers if a.end <= b.start):
        gap = source.text[first.end : second.start].casefold().split()
        before = [
            w for w in source.text[: first.start].casefold().split() if w not in ("the", "its", "their", "all", "these")
        ]
        if gap and gap[0] in ("of", "out") and len(gap) <= 3:
            yield first, second
        elif before and before[-1] in ("of", "among"):
            yield second, first


def _amount(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """All against some of the same noun, always against sometimes, most against few, all against an exception."""
    source, every = alignment.scope.sentence, _universal(claim)
    none = next((t for t in claim.tokens if t.norm in ("none", "no", "nobody")), None)
    if alignment.inside < 0.4:
        return
    for token in source.tokens:
        if (
            every is not None
            and token.norm in word_classes.PARTIAL | word_classes.MAJORITY
            and _same_head(claim, every, source, token)
        ):
            if (
                source.functions & word_classes.UNIVERSAL
                or _rest_covered(claim, source, source.statements[source.tokens.index(token)], _head(claim, every))
                < 0.6
            ):
                continue
            yield between("quantifier", "conflicts", every, token, _says(every, token), _SURE)
        elif (
            none is not None
            and token.norm in ("all", "every", "each", "most", "some", "several", "many")
            and _same_head(claim, none, source, token)
        ):
            number = source.statements[source.tokens.index(token)]
            if (
                not any(w.negated for w in source.words)
                and _rest_covered(claim, source, number, _head(claim, none)) >= 0.6
            ):
                yield between("quantifier", "conflicts", none, token, _says(none, token), _SURE)
    yield from _adverbs(claim, alignment)
    yield from _exception(claim, alignment, every)


def _says(first: Token, second: Token) -> str:
    return f"the draft says “{first.text}”, the source says “{second.text}”"


def _adverbs(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    if alignment.inside < 0.6:
        return
    for mine, theirs in (_ADVERBS, (_MOST, _FEW), (_FEW, _MOST)):
        first = next((t for t in claim.tokens if t.norm in mine), None)
        second = next((t for t in alignment.scope.sentence.tokens if t.norm in theirs), None)
        if first is None or second is None or alignment.scope.sentence.functions & mine:
            continue
        if mine is _ADVERBS[0] or _same_head(claim, first, alignment.scope.sentence, second):
            yield between("quantifier", "conflicts", first, second, _says(first, second), _SURE)


def _exception(claim: Sentence, alignment: Alignment, every: Token | None) -> Iterator[Observation]:
    """A universal claim where the source takes something out of the same group."""
    if every is None or claim.functions & word_classes.EXCEPTION or alignment.coverage <= 0.6:
        return
    source = alignment.scope.sentence
    inside = next((t for t in source.tokens if t.norm in word_classes.EXCEPTION and t.norm != "unless"), None)
    if inside is not None and alignment.inside >= 0.6:
        yield between(
            "quantifier",
            "conflicts",
            every,
            inside,
            f"the draft says “{every.text}”, the source names an exception",
            _EXCEPTION_SURE,
        )
        return
    for _, sentence in alignment.scope.around:
        token = next(
            (t for t in sentence.tokens if t.norm in word_classes.EXCEPTION and t.norm not in ("unless", "besides")),
            None,
        )
        if (
            token is not None
            and sentence.functions & frozenset("this that these rule it they them from".split())
            and alignment.inside >= 0.5
        ):
            text = f"the draft says “{every.text}”, the source names an exception: “{sentence.text.strip()}”"
            yield between("quantifier", "conflicts", every, None, text, _EXCEPTION_SURE)
            return


def universals(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A universal claim of which the unit states one case, or which it makes of something else."""
    every, source = _universal(claim), alignment.scope.sentence
    head = _head(claim, every) if every is not None else None
    if (
        other_subject(claim, alignment)
        or every is None
        or head is None
        or source.has_pronoun
        or every.norm in ("always", "everyone", "everybody")
    ):
        return
    quantified = source.functions & (word_classes.UNIVERSAL | word_classes.NONE | frozenset("both".split()))
    rest = [w for w in claim.words if w is not head]
    if quantified or not rest or alignment.scope.unit.kind != "prose":
        return
    there = [w for w in source.words if similarity(head, w, claim.code) >= 0.8]
    plural = any(w.token.norm.endswith("s") or w.token.norm not in (head.token.norm, *head.token.keys) for w in there)
    if not plural and _rest_covered(claim, source, 0, head) >= 0.6:
        text = f"the source does not say this of {every.text.lower()} {head.token.text}"
        yield between("quantifier", "missing", every, there[0].token if there else None, text, _INSTANCE_SURE)


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


def exclusives(claim: Sentence, alignment: Alignment) -> list[Observation]:
    """The word "only" on one side, and another member of the same list on the other."""
    if other_subject(claim, alignment):
        return []
    return [*_only_in_claim(claim, alignment), *_only_in_source(claim, alignment)]


def _only_in_claim(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "only A and B" against a source that lists a C next to them."""
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


def _only_in_source(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
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
