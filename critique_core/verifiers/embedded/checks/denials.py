"""Denials that no single pair of words shows: exceptions, some of a group, none of it."""

from collections.abc import Iterator

import regex

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite
from critique_core.text import word_classes
from critique_core.typed_values import compare
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between
from critique_core.verifiers.embedded.checks.counterparts import other_subject

_EXCEPTION_SURE, _AGREE_SURE = 0.8, 0.8
_SAME, _TOLD = 0.8, 0.6
_MARK = regex.compile(r"[.;,]")
_CLAUSE_EXCEPTIONS = frozenset("unless menos besides".split())
_NOT = frozenset("not n't cannot".split())
_AUXILIARIES = frozenset("do does did is are was were can ca have has had will wo would could should must".split())
_TURNS = frozenset("but while whereas and though".split())
_EXCEPTING = (word_classes.EXCEPTION | {"unlike"}) - _CLAUSE_EXCEPTIONS
_CONDITIONAL = word_classes.EXCEPTION | word_classes.EXCLUSIVE | frozenset("if when where once only unlike".split())


def exceptions(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """Check "open on Mondays" against "open every day except Mondays"; a denial of the excepted case agrees."""
    source = alignment.scope.sentence
    if other_subject(claim, alignment) or claim.functions & _CONDITIONAL:
        return
    found = _excepted(source, claim.code) or (_left_unsaid(source) if claim.code == "en" else None)
    if found is None:
        return
    cue, stop, main = found
    if not main or not _is_about(claim, source, source.tokens[cue].end, stop):
        return
    told = _said_in(claim, main, source, cue, stop)
    if not told:
        return
    turned = any(w.denied for w in claim.words) != any(o.denied for o in main)
    turned ^= any(opposed(w.keys, o.keys, claim.code) for w in told for o in main)
    opens = cue + (source.tokens[cue].kind == "mark")
    token, closing = source.tokens[opens], _MARK.split(source.text[stop:])[0]
    if turned:
        text = "the source too makes this an exception"
        yield between("condition", "agrees", told[0].token, token, text, _AGREE_SURE)
    else:
        said = source.text[token.start : stop].strip() + (f" {closing}" if opens > cue else "")
        text = f"the source makes an exception of this: “{said}”"
        yield between("condition", "conflicts", told[-1].token, token, text, _EXCEPTION_SURE)


def _excepted(source: Sentence, code: str) -> tuple[int, int, list[Word]] | None:
    """Where an exception begins and ends, by token and by character, and the words of what it is an exception to."""
    norms = [t.norm for t in source.tokens]
    cue = next(
        (i for i, norm in enumerate(norms) if norm in _EXCEPTING or (i and norms[i - 1 : i + 1] == ["but", "not"])),
        None,
    )
    if cue is None:
        return None
    stop = next((t.start for t in source.tokens[cue + 1 :] if t.kind == "mark"), len(source.text))
    main = [w for w in source.words if w.index < cue]
    if code == "en" and not any(is_finite(source.tokens, i) for i in range(cue)):
        # "except on Mondays, it is open", "all pupils except Mia passed"
        verb = next((t.start for i, t in enumerate(source.tokens) if i > cue and is_finite(source.tokens, i)), stop)
        stop = min(stop, verb)
        main += [w for w in source.words if w.token.start >= stop]
    return cue, stop, main


def _left_unsaid(source: Sentence) -> tuple[int, int, list[Word]] | None:
    """As for an exception, of a subject that a clause before is not true of: "adults pay; children do not"."""
    tokens = source.tokens
    for place, token in enumerate(tokens):
        denied = token.norm in _NOT and place and (tokens[place - 1].norm in _AUXILIARIES or token.norm == "cannot")
        ends = place + 1 == len(tokens) or tokens[place + 1].kind == "mark"
        if not denied or not ends:
            continue
        verb = place if token.norm == "cannot" else place - 1
        opening = next((i for i in range(verb - 1, 0, -1) if tokens[i].text in ",;" or tokens[i].norm in _TURNS), None)
        if opening is not None and any(is_finite(tokens, i) for i in range(opening)):
            return opening, tokens[verb].start, [w for w in source.words if w.index < opening]
    return None


def excepts_what_is_said(claim: Sentence, source: Sentence) -> bool:
    """Whether a claim makes an exception of what a source speaks of: "daily except Mondays", "closed on Mondays"."""
    cue = next(
        (i for i, t in enumerate(claim.tokens) if t.norm in word_classes.EXCEPTION - _CLAUSE_EXCEPTIONS and i), None
    )
    if cue is None:
        return False
    stop = next((i for i in range(cue + 1, len(claim.tokens)) if claim.tokens[i].kind == "mark"), len(claim.tokens))
    excepted = [w for w in claim.words if cue < w.index < stop]
    said = weekdays(source.text)
    return bool(excepted) and all(
        weekdays(w.token.text) & said or any(similarity(w, o, claim.code) >= _SAME for o in source.words)
        for w in excepted
    )


def _said_in(claim: Sentence, main: list[Word], source: Sentence, cue: int, stop: int) -> list[Word]:
    """The claim's words that the source says beside an exception; none when it mentions them again behind it."""
    code = claim.code
    named = [w for w in source.words if w.index > cue and w.token.start < stop]
    later = [w for w in source.words if w.token.start >= stop and w not in main]
    rest = [w for w in claim.words if not any(similarity(w, o, code) >= _SAME for o in named)]
    told = [w for w in rest if any(similarity(w, o, code) >= _SAME or opposed(w.keys, o.keys, code) for o in main)]
    enough = sum(w.weight for w in told) >= _TOLD * sum(w.weight for w in rest)
    if not enough or any(similarity(w, o, code) >= _SAME for w in rest for o in later):
        return []
    return told


def _is_about(claim: Sentence, source: Sentence, start: int, stop: int) -> bool:
    """Whether all that is in a stretch of the source, or one member of a list there, is in the claim."""
    named = [w for w in source.words if start <= w.token.start < stop]
    values = [m for m in source.mentions if start <= m.start < stop]

    def claimed(word: Word) -> bool:
        return any(similarity(word, w, claim.code) >= _SAME for w in claim.words)

    held = any(all(map(claimed, group)) for group in ([named] if values else [named, *_listed(source, named)]))
    same = all(any(compare.follows(m, v) for m in claim.mentions) for v in values)
    return bool(named or values) and held and same


def _listed(source: Sentence, named: list[Word]) -> list[list[Word]]:
    """The members of a list of exceptions: "except Karhut and Sölle" makes two."""
    groups: dict[int, list[Word]] = {}
    for word in named:
        before = sum(t.norm in ("and", "or") for t in source.tokens[: word.index])
        groups.setdefault(before, []).append(word)
    return list(groups.values())


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
