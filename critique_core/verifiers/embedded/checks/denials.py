"""Denials that no single pair of words shows: exceptions, one member of a list, "up" against "down"."""

from collections.abc import Iterator

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen, between
from critique_core.verifiers.embedded.checks.counterparts import members, other_subject, other_time, statement_of

_MEMBER_SURE, _PARTICLE_SURE, _EXCEPTION_SURE, _AGREE_SURE = 0.78, 0.75, 0.8, 0.8
_SAME, _PARTICLE_INSIDE, _TOLD = 0.8, 0.7, 0.6
_DENIED_SURE, _BEFORE_VALUE = 0.8, 3
_DENIALS = frozenset("not n't never".split())
_CLAUSE_EXCEPTIONS = frozenset("unless menos besides".split())
_CONDITIONAL = word_classes.EXCEPTION | word_classes.EXCLUSIVE | frozenset("if when where once only".split())
_OPPOSITE_PARTICLES = {
    "up": "down", "down": "up", "before": "after", "after": "before", "above": "below", "below": "above",
    "inside": "outside", "outside": "inside", "for": "against", "against": "for",
}  # fmt: skip


def exceptions(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "open on Mondays" against "open every day except Mondays"; a denial of the excepted case agrees."""
    source = alignment.scope.sentence
    if other_subject(claim, alignment) or _is_question(source):
        return
    cue = next(
        (i for i, t in enumerate(source.tokens) if t.norm in word_classes.EXCEPTION - _CLAUSE_EXCEPTIONS and i), None
    )
    if cue is None or claim.functions & _CONDITIONAL:
        return
    stop = next((t.start for t in source.tokens[cue + 1 :] if t.kind == "mark"), len(source.text))
    if not _is_about(claim, source, source.tokens[cue].end, stop):
        return
    told = _said_before(claim, source, cue, stop)
    if not told:
        return
    main = [w for w in source.words if w.index < cue]
    turned = any(w.denied for w in claim.words) != any(o.denied for o in main)
    turned ^= any(opposed(w.keys, o.keys, claim.code) for w in told for o in main)
    token = source.tokens[cue]
    if turned:
        text = "the source too makes this an exception"
        yield between("condition", "agrees", told[0].token, token, text, _AGREE_SURE)
    else:
        text = f"the source makes an exception of this: “{source.text[token.start : stop].strip()}”"
        yield between("condition", "conflicts", told[-1].token, token, text, _EXCEPTION_SURE)


def _said_before(claim: Sentence, source: Sentence, cue: int, stop: int) -> list[Word]:
    """The claim's words that the source says before an exception; none when it mentions them again behind it."""
    code = claim.code
    named = [w for w in source.words if w.index > cue and w.token.start < stop]
    main = [w for w in source.words if w.index < cue]
    later = [w for w in source.words if w.token.start >= stop]
    rest = [w for w in claim.words if not any(similarity(w, o, code) >= _SAME for o in named)]
    told = [w for w in rest if any(similarity(w, o, code) >= _SAME or opposed(w.keys, o.keys, code) for o in main)]
    enough = sum(w.weight for w in told) >= _TOLD * sum(w.weight for w in rest)
    if not enough or any(similarity(w, o, code) >= _SAME for w in rest for o in later):
        return []
    return told


def _is_question(sentence: Sentence) -> bool:
    return sentence.text.rstrip().endswith("?")


def _is_about(claim: Sentence, source: Sentence, start: int, stop: int) -> bool:
    """Whether all that is in a stretch of the source, or one member of a list there, is in the claim."""
    named = [w for w in source.words if start <= w.token.start < stop]
    values = [m for m in source.mentions if start <= m.start < stop]

    def claimed(word: Word) -> bool:
        return any(similarity(word, w, claim.code) >= _SAME for w in claim.words)

    held = any(all(map(claimed, group)) for group in ([named] if values else [named, *_listed(source, named)]))
    same = all(any(compare.comparable(m, v) and compare.agrees(m, v) for m in claim.mentions) for v in values)
    return bool(named or values) and held and same


def _listed(source: Sentence, named: list[Word]) -> list[list[Word]]:
    """The members of a list of exceptions: "except Karhut and Sölle" makes two."""
    groups: dict[int, list[Word]] = {}
    for word in named:
        before = sum(t.norm in ("and", "or") for t in source.tokens[: word.index])
        groups.setdefault(before, []).append(word)
    return list(groups.values())


def unlike_members(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Find the name of a claim's list of which the source says the opposite: "A opposed it, while B supported it"."""
    source = alignment.scope.sentence
    names = [w for w in claim.words if w.token.name]
    if claim.code != "en" or len(names) < 2 or other_time(claim, source):
        return
    for name in names:
        place = next((w for w in source.words if similarity(name, w, "en") >= 0.95), None)
        beside = members(source, statement_of(source, place)) if place is not None else ()
        for verb in members(claim, statement_of(claim, name)):
            if verb.token.name or not is_verb(verb.token) or _says(verb, [w for w in beside if not w.denied]):
                continue
            other = next((w for w in beside if not w.token.name and _answers(verb, w)), None)
            if other is not None and _says(verb, source.words):
                text = f"the source says “{other.token.text}” of {name.token.text}, the draft says “{verb.token.text}”"
                yield between("list", "conflicts", name.token, other.token, text, _MEMBER_SURE)
                return


def _says(verb: Word, among: tuple[Word, ...] | list[Word]) -> bool:
    return any(similarity(verb, w, "en") >= _SAME for w in among)


def _answers(verb: Word, other: Word) -> bool:
    """Whether a source word denies the claim's verb."""
    if opposed(verb.keys, other.keys):
        return verb.denied == other.denied
    return bool(verb.keys & other.keys) and verb.denied != other.denied


def denied_values(claim: Sentence, focus: Alignment) -> Iterator[Seen]:
    """Find a value that the claim denies and the source states: "is not 60 seconds" next to "Timeout: 60 seconds"."""
    source = focus.scope.sentence
    if focus.coverage < _TOLD or claim.functions & _CONDITIONAL or any(w.denied for w in source.words):
        return
    for mention in claim.mentions:
        cue = _denial_of(claim, mention, focus)
        stated = next((m for m in source.mentions if cue is not None and _equal(mention, m)), None)
        if cue is not None and stated is not None:
            token = next((t for t in source.tokens if t.start >= stated.start), None)
            text = f"the draft denies {mention.text}, the source says {stated.text}"
            yield focus, between("negation", "conflicts", cue, token, text, _DENIED_SURE)
            return


def _equal(first: Mention, second: Mention) -> bool:
    return compare.comparable(first, second) and (first.low, first.high) == (second.low, second.high)


def _denial_of(sentence: Sentence, mention: Mention, focus: Alignment) -> Token | None:
    """The "not" in front of a value; in prose with no verb between, whose denial is read by itself."""
    most = 0 if focus.scope.unit.kind == "prose" else 1
    before = [token for token in sentence.tokens if token.end <= mention.start][-_BEFORE_VALUE:]
    for place, token in enumerate(before):
        rest = before[place + 1 :]
        plain = all(t.kind == "word" for t in rest) and sum(t.content for t in rest) <= most
        if token.norm in _DENIALS and plain and not mention.bound:
            return token
    return None


def opposite_particles(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "up" against "down", "before" against "after", where the same word follows in the same company."""
    source = alignment.scope.sentence
    if claim.code != "en" or alignment.inside < _PARTICLE_INSIDE:
        return
    if any(w.denied for w in (*claim.words, *source.words)):
        return
    for position, token in enumerate(claim.tokens):
        opposite = _OPPOSITE_PARTICLES.get(token.norm)
        if opposite is None or opposite not in source.functions or token.norm in source.functions:
            continue
        there = next(i for i, t in enumerate(source.tokens) if t.norm == opposite)
        mine, theirs = _next_word(claim, position), _next_word(source, there)
        if mine is not None and theirs is not None and similarity(mine, theirs, "en") >= 0.85:
            text = f"the draft says “{token.text}”, the source says “{source.tokens[there].text}”"
            yield between("antonym", "conflicts", token, source.tokens[there], text, _PARTICLE_SURE)
            return


def _next_word(sentence: Sentence, position: int) -> Word | None:
    """The content word that a particle goes with: the next, at most three tokens on."""
    return next((w for w in sentence.words if 0 < w.index - position <= 3), None)


_NONE = frozenset("none no neither nobody".split())
_SOME = word_classes.PARTIAL | frozenset(
    "half two three four five six seven eight nine ten one many other others".split()
)
_LEAST_TOLD = 0.4
_MOST_DIGITS = 12


def some_of(sentence: Sentence) -> bool:
    """Whether a sentence says a thing of a part of a group: "some of the", "three of the five", "not all"."""
    norms = [t.norm for t in sentence.tokens]
    for position, token in enumerate(sentence.tokens):
        following = norms[position + 1 : position + 2]
        if token.norm in ("some", "several", "few") and following and not following[0].isdigit():
            return True
        if token.norm in ("not", "n't") and following[:1] in (["all"], ["every"]):
            return True
        counted = token.kind == "number" or token.norm in _SOME
        if (
            token.kind == "number"
            and following == ["of"]
            and _is_less(norms[position], norms[position + 2 : position + 3])
        ):
            return True
        if counted and following == ["of"] and norms[position + 2 : position + 3] in (["the"], ["its"], ["their"]):
            return True
    return False


def _is_less(first: str, second: list[str]) -> bool:
    """Whether two numbers in digits are a part and its whole: "38 of 44"."""
    whole = second[0] if second else ""
    both = first.isdecimal() and whole.isdecimal() and len(first) <= len(whole) <= _MOST_DIGITS
    return both and int(first) < int(whole)


def counted_none(claim: Sentence, word: Word, sentence: Sentence) -> bool:
    """Whether a word is only what "none of" or "no" counts in the claim, of which a sentence says something else."""
    if not word.denied or acts(claim, word):
        return False
    before = [t.norm for t in claim.tokens[: word.index]]
    cue = next((i for i in range(len(before) - 1, -1, -1) if before[i] in _NONE), None)
    verb = next((i for i in range(word.index + 1, len(claim.tokens)) if is_finite(claim.tokens, i)), None)
    if cue is None or verb is None:
        return False
    told = [w for w in claim.words if w.index >= verb]
    total = sum(w.weight for w in told)
    if not total:
        return False
    held = sum(w.weight * any(similarity(w, o, claim.code) >= _SAME for o in sentence.words) for w in told)
    return held / total < _LEAST_TOLD
