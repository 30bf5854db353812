"""How far each source mentions what the query asks (S2's ISREL), by its best passage."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from critique_core.models import SourceDocument
from critique_core.queries import answer_types
from critique_core.queries.question import Question
from critique_core.queries.terms import Hit, Matcher, Term
from critique_core.text.sentences import sentences
from critique_core.verifiers.relating import Blend, Relate, unknown

RELEVANT_FROM = 0.5
BLEND = Blend(words=0.0, meaning=1.01, bias=-0.53)  # next to what the encoder reads the words add nothing
_WINDOW, _STRIDE = 60, 20  # words read together, about three sentences
_TITLE = 0.9
_BESIDE = 4  # words apart at which two terms of the query still belong together
_MET = 0.75
_QUOTED = 240
_AROUND = 200  # characters next to the matched words in which the answer may stand
_SENTENCE_WORDS = 16
_MANY_OTHERS = 2
_MOST_PARTS = 5  # things asked; each is looked for in every source
_READ = 300  # characters around the best passage of a source that the encoder reads; 700 were no better on 180 cases
_MOST_READ = 6  # sources, those whose words promise most


@dataclass(frozen=True, slots=True)
class SourceRelevance:
    """How relevant one source is, 0 to 1; ``content[start:end]`` its best passage, ``missing`` what that leaves out."""

    source_id: str
    name: str
    score: float
    start: int
    end: int
    quote: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a source's best window shows, each 0 to 1; ``answer`` is ``None`` when no kind of answer is expected.

    ``cover`` is the weighted share of the query's words in the window, ``tight`` the same within one sentence's length,
    ``chief`` the strength of its weightiest word, ``names`` the share of its names anywhere in the source,
    ``together`` the share of neighbouring words that are near each other here too, ``other`` how many of the words
    are mentioned in other words.
    """

    cover: float
    tight: float
    chief: float
    names: float
    together: float
    other: float
    answer: float | None


def rate(question: Question, sources: Sequence[SourceDocument]) -> tuple[SourceRelevance, ...]:
    """Rate every source against a question, in their order; all text is read, in time linear in it.

    A term that few of the sources hold weighs more (inverse document frequency over these sources).
    """
    matcher = Matcher(question.terms, question.language)
    hits = [list(matcher.hits(source.content)) for source in sources]
    weighed = Matcher(_weighed(matcher.terms, hits), question.language)
    return tuple(_rated(question, weighed, source, found) for source, found in zip(sources, hits, strict=True))


def by_meaning(
    question: Question, sources: Sequence[SourceDocument], relate: Relate = unknown
) -> tuple[SourceRelevance, ...]:
    """Rate every source by its words, by the whole query or the one thing asked that it mentions most, and by meaning.

    ``relate`` reads the six sources whose words promise most, 300 characters each around their best passage. Where it
    cannot tell, the words decide alone.
    """
    several = question.parts if 1 < len(question.parts) <= _MOST_PARTS else ()
    asked = [question, *(replace(question, parts=(part,), terms=part.terms) for part in several if part.terms)]
    each = zip(*(rate(one, sources) for one in asked), strict=True)
    rated = [max(found, key=lambda one: one.score) for found in each]
    for place in sorted(range(len(rated)), key=lambda at: -rated[at].score)[:_MOST_READ]:
        one, content = rated[place], sources[place].content
        start = max(0, min((one.start + one.end - _READ) // 2, len(content) - _READ))
        meant = relate("bears", question.subject, content[start : start + _READ])
        if meant is not None:
            rated[place] = replace(one, score=round(BLEND(one.score, meant), 4))
    return tuple(rated)


def _weighed(terms: Sequence[Term], hits: Sequence[Sequence[Hit]]) -> tuple[Term, ...]:
    holding = Counter(term for found in hits for term in {hit.term for hit in found})
    return tuple(
        replace(term, weight=term.weight * (1 + math.log((len(hits) + 1) / (count + 1)) / 2))
        for term, count in ((term, holding[index]) for index, term in enumerate(terms))
    )


def _rated(question: Question, matcher: Matcher, source: SourceDocument, hits: Sequence[Hit]) -> SourceRelevance:
    title = matcher.cover(" ".join(part for part in (source.title, source.section, source.path) if part))
    title = tuple(_TITLE * strength for strength in title)
    number, cover = _best_window(matcher, title, hits)
    inside = [hit for hit in hits if _within(hit, number)]
    start, end = (inside[0].start, inside[-1].end) if inside else (0, 0)
    start, end = _sentence(source.content, start, end, inside, matcher.terms)
    text = source.content[max(0, inside[0].start - _AROUND) : inside[-1].end + _AROUND] if inside else ""
    anywhere = list(title)
    for hit in hits:
        anywhere[hit.term] = max(anywhere[hit.term], hit.strength)
    score = _score(_read(question, matcher, text, anywhere, cover, inside=inside)) if any(cover) else 0.0
    missing = tuple(term.text for term, strength in zip(matcher.terms, cover, strict=True) if strength == 0)
    quote = source.content[start:end]
    return SourceRelevance(source.id, source.name, round(score, 4), start, end, quote, missing)


def _read(
    question: Question, matcher: Matcher, text: str, anywhere: Sequence[float], cover: Sequence[float],
    *, inside: Sequence[Hit],
) -> _Reading:  # fmt: skip
    """The best window in figures."""
    chief = max(range(len(cover)), key=lambda index: (matcher.terms[index].weight, -index))
    names = [strength for term, strength in zip(matcher.terms, anywhere, strict=True) if term.name]
    return _Reading(
        cover=matcher.share(cover),
        tight=_tight(matcher, inside),
        chief=cover[chief],
        names=sum(names) / len(names) if names else 1.0,
        together=_together(len(cover), inside),
        other=len({hit.start for hit in inside if hit.strength < 1}) / (_MANY_OTHERS + len(inside)),
        answer=_answer(question, text),
    )


def _score(read: _Reading) -> float:
    """Logistic in the reading.

    Fitted to RAGTruth's training questions with their own passages and with those of the questions that share most
    words with them, and set back towards the words in other forms, which those questions hardly need.
    """
    total = -2.1 + 0.8 * read.cover + 1.5 * read.tight + 0.7 * read.chief + 1.7 * read.together
    total += 0.8 * read.other - 1.5 * (1 - read.names)
    total += 0.7 * (read.answer - 0.5) if read.answer is not None else 0.0
    return 1 / (1 + math.exp(-total))


def _tight(matcher: Matcher, inside: Sequence[Hit]) -> float:
    """The best share of the terms within the length of one sentence."""
    best = 0.0
    for position, first in enumerate(inside):
        cover = [0.0] * len(matcher.terms)
        for hit in inside[position:]:
            if hit.index - first.index >= _SENTENCE_WORDS:
                break
            cover[hit.term] = max(cover[hit.term], hit.strength)
        best = max(best, matcher.share(cover))
    return best


def _answer(question: Question, text: str) -> float | None:
    held = [answer_types.holds(part, text, question.language) for part in question.parts if part.expects != "list"]
    told = [answer for answer in held if answer is not None]
    return sum(told) / len(told) if told else None


def _best_window(matcher: Matcher, title: Sequence[float], hits: Sequence[Hit]) -> tuple[int, tuple[float, ...]]:
    """The window of words that mentions most of the query, the first of equals, and what it covers."""
    windows: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for hit in hits:
        last = hit.index // _STRIDE
        for number in range(max(0, last - _WINDOW // _STRIDE + 1), last + 1):
            best = windows[number]
            best[hit.term] = max(best.get(hit.term, 0.0), hit.strength)
    number = max(windows, key=lambda n: (_sum(matcher, title, windows[n]), -n), default=0)
    best = windows.get(number, {})
    return number, tuple(max(own, best.get(index, 0.0)) for index, own in enumerate(title))


def _sum(matcher: Matcher, title: Sequence[float], best: Mapping[int, float]) -> float:
    return sum(matcher.terms[index].weight * max(0.0, strength - title[index]) for index, strength in best.items())


def _within(hit: Hit, number: int) -> bool:
    return number * _STRIDE <= hit.index < number * _STRIDE + _WINDOW


def _together(count: int, inside: Sequence[Hit]) -> float:
    """The share of neighbouring terms of the query that are near each other in the passage too."""
    if count < 2:
        return float(any(hit.strength >= _MET for hit in inside))
    places: defaultdict[int, list[int]] = defaultdict(list)
    for hit in inside:
        if hit.strength >= _MET:
            places[hit.term].append(hit.index)
    near = sum(
        any(abs(one - other) <= _BESIDE for one in places[term] for other in places[term + 1])
        for term in range(count - 1)
    )
    return near / (count - 1)


def _sentence(content: str, start: int, end: int, inside: Sequence[Hit], terms: Sequence[Term]) -> tuple[int, int]:
    """The sentence of a passage that says most about the query."""
    if not inside:
        return 0, 0
    base = max(0, start - _QUOTED)
    spans = [(base + span.start, base + span.end) for span in sentences(content[base : end + _QUOTED])]

    def weight(span: tuple[int, int]) -> float:
        held = {hit.term: hit.strength for hit in inside if span[0] <= hit.start < span[1]}
        return sum(terms[index].weight * strength for index, strength in held.items())

    return max(spans, key=lambda span: (weight(span), -span[0]), default=(start, end))
