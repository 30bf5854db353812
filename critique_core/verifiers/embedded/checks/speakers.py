"""Whose statement, view or demand it is: a claim that gives one speaker the words of another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

import regex

from critique_core.language.frames import Chunk, phrases, same_name, same_phrase, subject_of
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import similarity
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.coverage import names_of, passages
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.65
_LEAST, _LEAD = 0.55, 0.2
_ELSEWHERE, _VALUE = 0.5, 1.4
_LINE = regex.compile(r"^[\s>*\-•]*(?P<name>[\w.@][\w.@ '-]{0,30}?)\s*:(?=\s)", regex.MULTILINE)
_REPORTS = frozenset(
    """say tell state claim argue report find found note write add mention describe call name explain announce declare
    warn insist believe think consider expect predict foresee forecast estimate assume suspect doubt deny admit confirm
    suggest propose recommend advise ask demand request want wish hope fear complain criticize criticise praise blame
    accuse attribute hold conclude observe remark stress emphasize emphasise maintain assert contend agree disagree
    speak reply answer rule judge plan intend seek offer promise threaten oppose favour favor welcome reject
    reckon reproduce feel prefer urge plead testify cite regard sentence impose""".split()
)
_QUOTES = frozenset("\"”’'»“")
_REFERRING = frozenset("it they them this that these those he she".split())
_DETERMINERS = frozenset("the a an its their his her our your this that these those any no of in on for".split())
_VIEWS = frozenset(
    """opinion view idea theory claim argument finding estimate suggestion proposal demand wish hope belief opposite
    explanation conclusion forecast prediction""".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """One statement with its speaker: its words, and those of the unit ``beside`` it, without the speaker's own.

    ``line`` marks a line of a transcript.
    """

    alignment: Alignment
    speaker: Chunk
    words: tuple[Word, ...]
    beside: tuple[Word, ...]
    line: bool = False


def speakers(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """A claim whose content only another speaker of the source states, where its own speaker says something else."""
    if claim.code != "en" or any(w.denied or "deny" in w.keys for w in claim.words):
        return  # who did not say it may be anybody
    for passage in passages(alignments):
        told = [s for before, a in zip([None, *passage], passage, strict=False) for s in _said(a, before)]
        labelled = [s for s in told if s.line]
        said = told if len(labelled) != 1 else [s for s in told if not s.line]
        if len(said) < 2:
            continue
        for chunk in _holders(claim):
            own = [s for s in said if _same(chunk, s.speaker)]
            others = [s for s in said if s not in own]
            if not (_may_speak(claim, chunk) or any(s.line for s in own)):
                continue
            real = _rightful(claim, chunk, own, others, alignments) if own and others else None
            if real is not None:
                who, named = names_of(real.speaker.words), names_of(chunk.words)
                text = f"the source has this from {who}, the draft from {named}"
                place = real.speaker.words[0].token
                yield real.alignment, between("role", "conflicts", chunk.words[0].token, place, text, _SURE)
                return


def _holders(claim: Sentence) -> list[Chunk]:
    """The phrases of a claim that may be the speaker: those that name somebody or something."""
    return [c for number in dict.fromkeys(claim.statements) for c in phrases(claim, number) if c.words]


def _may_speak(claim: Sentence, chunk: Chunk) -> bool:
    """Whether a phrase stands where a speaker does: a name, a statement's subject, or what "according to" names."""
    told = chunk.preposition == "to" and "according" in claim.functions
    return bool(chunk.names) or told or chunk == subject_of(claim, claim.statements[chunk.words[0].index])


def _same(chunk: Chunk, speaker: Chunk) -> bool:
    if chunk.names and speaker.names:
        return any(same_name(a, b, "en") for a in chunk.names for b in speaker.names)
    if any(a.token.norm == b.token.norm for a in chunk.words for b in speaker.words):
        return True
    return same_phrase(chunk, speaker, "en")


def _said(alignment: Alignment, before: Alignment | None) -> Iterator[Said]:
    """The reported statements of a unit; a line of a transcript is its label's.

    ``before`` is the unit that a pronoun leans on.
    """
    sentence = alignment.scope.sentence
    lines = list(_lines(sentence))
    if lines:
        yield from (Said(alignment, Chunk("", names), rest, rest, line=True) for names, rest in lines)
        return
    numbers = list(dict.fromkeys(sentence.statements))
    for number in numbers:
        inside = tuple(w for w in sentence.words if sentence.statements[w.index] == number)
        speaker = _speaker(sentence, number, inside)
        if speaker is not None:
            told = tuple(w for w in inside if w not in speaker.words)
            beside = tuple(w for w in sentence.words if w not in speaker.words)
            if before is not None and sentence.functions & _REFERRING:
                beside += before.scope.sentence.words
            yield Said(alignment, speaker, told, beside)


def _lines(sentence: Sentence) -> Iterator[tuple[tuple[Word, ...], tuple[Word, ...]]]:
    """The lines of a transcript: the words of the label and those of the line."""
    labels = [m for m in _LINE.finditer(sentence.text) if _is_label(m["name"])]
    for label, following in zip_longest(labels, labels[1:]):
        end = following.start() if following is not None else len(sentence.text)
        names = tuple(w for w in sentence.words if label.start() <= w.token.start < label.end("name"))
        rest = tuple(w for w in sentence.words if label.end("name") <= w.token.start < end)
        if names:
            yield names, rest


@lru_cache(maxsize=512)
def _is_label(name: str) -> bool:
    """Whether the words before a colon can be a person's: one to three, none of them a function word."""
    tokens = analyse(name, "en").tokens
    return len(tokens) <= 3 and not any(t.function for t in tokens)


def _speaker(sentence: Sentence, number: int, inside: tuple[Word, ...]) -> Chunk | None:
    """Who says a statement: the subject of a verb of saying, or the phrase after "according to"."""
    if not any(_reports(sentence, i) for i, home in enumerate(sentence.statements) if home == number):
        return None
    for word in inside:
        quoted = word.index and sentence.tokens[word.index - 1].text in _QUOTES
        if quoted and word.keys & _REPORTS:  # “A triumph,” wrote the Herald
            return next((c for c in phrases(sentence, number) if c.words and c.words[0].index > word.index), None)
    if sentence.tokens[sentence.statements.index(number)].text == ")":  # "Hale (2019) found"
        return next((c for c in phrases(sentence, sentence.statements[0]) if c.words and not c.preposition), None)
    subject = subject_of(sentence, number) or next(iter(phrases(sentence, sentence.statements[0])), None)
    return subject if subject is not None and subject.words and not subject.preposition else None


def _reports(sentence: Sentence, position: int) -> bool:
    """Whether a word is a verb of saying, not the noun of "a report" or "the claim of"."""
    token = sentence.tokens[position]
    before = sentence.tokens[position - 1].norm if position else "the"
    return bool(token.keys & _REPORTS) and not token.name and before not in _DETERMINERS


def _rightful(
    claim: Sentence, chunk: Chunk, own: list[Said], others: list[Said], alignments: Sequence[Alignment]
) -> Said | None:
    """The one speaker whose statement holds the claim's content; ``None`` when the claim's own speaker may too."""
    content = [
        w for w in claim.words
        if w not in chunk.words and not w.keys & (_REPORTS | _VIEWS)
    ]  # fmt: skip
    if not content and not claim.mentions:
        return None
    best = max(others, key=lambda s: _fit(claim, content, s))
    fit = _fit(claim, content, best)
    if fit < _LEAST or _mentioned(claim, best.speaker, chunk):
        return None
    if any(fit - _fit(claim, content, s) < _LEAD for s in own):
        return None
    named = chunk.names or chunk.words[-1:]
    for alignment in alignments:
        sentence = alignment.scope.sentence
        here = any(similarity(w, o, "en") >= 0.85 for w in named for o in sentence.words)
        if here and alignment is not best.alignment and _unit_fit(claim, content, sentence) > fit - _LEAD:
            return None
    return best


def _mentioned(claim: Sentence, speaker: Chunk, chunk: Chunk) -> bool:
    """Whether the claim names the other speaker too."""
    words = speaker.names or speaker.words[-1:]
    rest = [w for w in claim.words if w not in chunk.words]
    return any(similarity(w, o, "en") >= 0.85 for w in words for o in rest)


def _fit(claim: Sentence, content: Sequence[Word], said: Said) -> float:
    """How far a statement holds the claim's content; words of the sentence around it count half."""
    total = score = 0.0
    for word in content:
        near = max((similarity(word, o, "en") for o in said.words), default=0.0)
        far = max((similarity(word, o, "en") for o in said.beside), default=0.0)
        total += word.weight
        score += word.weight * max(near, _ELSEWHERE * far)
    return _with_values(claim, said.alignment.scope.sentence, total, score)


def _unit_fit(claim: Sentence, content: Sequence[Word], sentence: Sentence) -> float:
    held = [(w.weight, max((similarity(w, o, "en") for o in sentence.words), default=0.0)) for w in content]
    return _with_values(claim, sentence, sum(w for w, _ in held), sum(w * s for w, s in held))


def _with_values(claim: Sentence, sentence: Sentence, total: float, score: float) -> float:
    for mention in claim.mentions:
        total += _VALUE
        if any(compare.comparable(mention, m) and compare.agrees(mention, m) for m in sentence.mentions):
            score += _VALUE
    return score / total if total else 0.0
