"""How well retrieved sources fit a query, before anything is written from them (S3's evaluator).

Three signals, each 0 to 1: rerank scores (weight 0.4), coverage of the query's words (0.3), agreement of the documents
(0.3). The weights of those that can be measured are scaled to sum to 1.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from critique_core.contradictions.differences import Comparison, Difference, differences
from critique_core.errors import InvalidInput
from critique_core.models import (
    PROBABILITY_PLACES,
    CorrectiveAction,
    RetrievalGrade,
    RetrievalQuality,
    RetrievalSignal,
    SignalName,
    SourceDocument,
)
from critique_core.queries import answer_types
from critique_core.queries import question as questions
from critique_core.queries.cover import Stretch, best_stretch, other_words
from critique_core.queries.question import Question
from critique_core.queries.terms import Matcher
from critique_core.text.sentences import sentences

CORRECT_FROM, INCORRECT_TO = 0.7, 0.3
WEIGHTS: dict[SignalName, float] = {"rerank": 0.4, "coverage": 0.3, "agreement": 0.3}
ACTIONS: dict[RetrievalQuality, CorrectiveAction] = {
    "correct": "refine_and_use",
    "ambiguous": "combine_with_web_search",
    "incorrect": "trigger_web_search",
}
_FIRST = 3  # S3 takes the first three rerank scores; agreement is that of the three nearest documents
_SPEAKS_FROM = 0.3  # share of the query's words from which a document mentions it
_COVERAGE = (7.0, 0.57)  # steepness and midpoint of the fitted maps
_AGREEMENT = (7.0, 0.14)
_KIND_SHIFT = 0.1  # of the query's words, that an answer of the kind asked for is worth, and its lack costs
_BESIDE = frozenset(("number", "date"))  # may be named in the next sentence; names and places are found in nearly any
_ALIKE = 0.3  # of the shorter sentence's words, below which two sentences are not compared
_ONE_POINT = 1  # words next to the query's at most, of which one is what two sentences part in
_SHARED = 0.6  # of the weight of the shorter sentence, below which two sentences mention two things
_CLASHES = frozenset(("value", "opposite", "denial"))
_RANGE = r"\s?(?:[-–:/]|to|until|and)\s?"  # what joins the ends of one: 9-5, 9 to 5, 3:1
_MOST_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class _Read:
    """A source and its stretch nearest to the query."""

    source: SourceDocument
    stretch: Stretch
    asked: frozenset[str] = frozenset()
    """The kinds of answer asked for that show by their form; empty: any answer will do."""
    holds: bool = False
    """Whether a sentence of the stretch that mentions the query holds one of them."""

    @property
    def text(self) -> str:
        return self.source.content[self.stretch.start : self.stretch.end]


def grade(
    query: str,
    sources: Sequence[SourceDocument],
    *,
    rerank_scores: Sequence[float] | None = None,
    correct_threshold: float = CORRECT_FROM,
    incorrect_threshold: float = INCORRECT_TO,
) -> RetrievalGrade:
    """Grade sources as correct, ambiguous or incorrect for a query, and say what S3 would do with them.

    - *rerank*: the mean of the first three ``rerank_scores``, one a source in their order, each 0 to 1; without them
      the sources' own ``relevance_score``, when every source has one from 0 to 1.
    - *coverage*: the weighted share of the query's content words (stems, synonyms and derived forms by their strength;
      names weigh more, words of many senses less) in the nearest 120 words of any one source; 0.1 more where a number,
      date, person or place is asked for and one is named near them, 0.1 less where none is. The seed counts every word,
      "how" and "the" too, wherever its letters are in all documents together.
    - *agreement*: how alike the three nearest documents are in what they say next to the query's words: the mean over
      pairs of the cosine of their content words, its square root taken. A pair of which two sentences about one thing
      differ in one value or range, a denial or an opposite counts 0. The signal is 0 where all pairs do, and 0.27 where
      nothing but the query's words is shared. Missing unless two documents mention the query.

    Coverage and agreement pass through a logistic curve fitted to RAGTruth's questions with their own and with other
    questions' passages (``benchmarks/retrieval_grade.py``), so that S3's thresholds part good from bad.

    Correct from ``correct_threshold``, incorrect up to ``incorrect_threshold``. ``score`` is ``None`` when no signal
    can be told: ambiguous, as S3's 0.5 is; without any source text incorrect. Time is linear in the text.

    Raises ``InvalidInput`` for a score outside 0 to 1, a count of scores that is not that of the sources, and
    thresholds that are not 0 <= incorrect < correct <= 1.
    """
    _check(rerank_scores, len(sources), correct_threshold, incorrect_threshold)
    if not any(source.content.strip() for source in sources):
        reason = "no source was found" if not sources else "the sources hold no text"
        return _graded("incorrect", None, (), f"There is nothing to answer from: {reason}.")
    question = questions.read(query)
    matcher = Matcher(question.terms, question.language)
    read = [_Read(source, best_stretch(matcher, source)) for source in sources] if question.terms else []
    read.sort(key=lambda one: -one.stretch.share)
    near = [_with_kind(question, matcher, one) for one in read[:_FIRST]]
    signals = _weighed((_rerank(sources, rerank_scores), _coverage(near), _agreement(question, near)))
    known = [signal for signal in signals if signal.value is not None]
    if not known:
        return _graded(
            "ambiguous", None, signals, "Whether the sources fit cannot be told: " + _signals_in_words(signals)
        )
    score = round(math.fsum(signal.weight * (signal.value or 0.0) for signal in known), PROBABILITY_PLACES)
    score = min(1.0, max(0.0, score))
    quality: RetrievalQuality = (
        "correct" if score >= correct_threshold else "incorrect" if score <= incorrect_threshold else "ambiguous"
    )
    return _graded(quality, score, signals, _signals_in_words(signals))


def _check(scores: Sequence[float] | None, sources: int, correct: float, incorrect: float) -> None:
    if not 0.0 <= incorrect < correct <= 1.0:
        raise InvalidInput(
            f"correct_threshold {correct:g} must lie above incorrect_threshold {incorrect:g}, both from 0 to 1"
        )
    for place, score in enumerate(scores or ()):
        if not 0.0 <= score <= 1.0:  # NaN too
            raise InvalidInput(f"rerank_scores[{place}] is {score:g}; scores must lie from 0 to 1, scale them first")
    if scores and len(scores) != sources:
        raise InvalidInput(f"there are {len(scores)} rerank_scores for {sources} sources; give one a source")


def _graded(
    quality: RetrievalQuality, score: float | None, signals: tuple[RetrievalSignal, ...], reasoning: str
) -> RetrievalGrade:
    """S3's confidence: the score, and 1 minus the score when the quality is incorrect."""
    sure = None if score is None else round(1 - score, PROBABILITY_PLACES) if quality == "incorrect" else score
    return RetrievalGrade(
        quality=quality, score=score, confidence=sure, reasoning=reasoning, suggested_action=ACTIONS[quality],
        signals=signals,
    )  # fmt: skip


def _weighed(signals: Sequence[RetrievalSignal]) -> tuple[RetrievalSignal, ...]:
    total = math.fsum(WEIGHTS[signal.name] for signal in signals if signal.value is not None)
    return tuple(
        signal if signal.value is None else signal.model_copy(update={"weight": WEIGHTS[signal.name] / total})
        for signal in signals
    )


def _signals_in_words(signals: Sequence[RetrievalSignal]) -> str:
    return " ".join(f"{signal.reasoning[:1].upper()}{signal.reasoning[1:]}." for signal in signals)


def _signal(name: SignalName, value: float | None, reasoning: str) -> RetrievalSignal:
    shown = None if value is None else round(min(1.0, max(0.0, value)), PROBABILITY_PLACES)
    return RetrievalSignal(name=name, value=shown, weight=0.0, reasoning=reasoning)


def _logistic(value: float, curve: tuple[float, float]) -> float:
    steepness, midpoint = curve
    return 1 / (1 + math.exp(-steepness * (value - midpoint)))


# --- the three signals ---------------------------------------------------------------------------------------------


def _rerank(sources: Sequence[SourceDocument], scores: Sequence[float] | None) -> RetrievalSignal:
    own = [source.relevance_score for source in sources]
    given = scores or [score for score in own if score is not None and 0.0 <= score <= 1.0]
    if len(given) != len(sources):
        return _signal("rerank", None, "no rerank scores were given")
    first = given[:_FIRST]
    mean = math.fsum(first) / len(first)
    told = (
        f"the first {len(first)} search scores average {mean:.2f}"
        if len(first) > 1
        else f"the search score is {mean:.2f}"
    )
    return _signal("rerank", mean, f"{told} of 1")


def _coverage(read: Sequence[_Read]) -> RetrievalSignal:
    if not read:
        return _signal("coverage", None, "the query holds no word that says what it is about")
    best = max(read, key=lambda one: (_shifted(one), one.stretch.share))
    share = best.stretch.share
    if not share:
        return _signal("coverage", _logistic(0.0, _COVERAGE), "no source speaks of any word of the query")
    missing = best.stretch.missing
    lacks = f", not of {_listed(missing)}" if missing else ""
    told = f"the nearest source, “{best.source.name}”, has {share:.0%} of the question's words{lacks}"
    told += f", but names no {' or '.join(sorted(best.asked))} near them" if best.asked and not best.holds else ""
    return _signal("coverage", _logistic(_shifted(best), _COVERAGE), told)


def _shifted(one: _Read) -> float:
    """The share of the query's words, more where the kind of answer asked for is among them and less where it lacks."""
    return one.stretch.share + (0.0 if not one.asked else _KIND_SHIFT if one.holds else -_KIND_SHIFT)


def _with_kind(question: Question, matcher: Matcher, one: _Read) -> _Read:
    parts = [part for part in question.parts if part.expects in answer_types.CONCRETE]
    if not parts:
        return one
    texts = [one.text[span.start : span.end] for span in sentences(one.text)]
    speaks = [matcher.share(matcher.cover(text)) >= _SPEAKS_FROM for text in texts]
    near = [text for text, spoken in zip(texts, speaks, strict=True) if spoken]
    # "The hut lies high. Members pay 12 euros a night.": the sentence with the number need not name the thing again.
    beside = [text for at, text in enumerate(texts) if any(speaks[max(0, at - 1) : at + 2])]
    holds = any(
        answer_types.holds(part, text, question.language)
        for part in parts
        for text in (beside if part.expects in _BESIDE else near)
    )
    return replace(one, asked=frozenset(str(part.expects) for part in parts), holds=holds)


def _agreement(question: Question, read: Sequence[_Read]) -> RetrievalSignal:
    near = [one for one in read if one.stretch.share >= _SPEAKS_FROM][:_FIRST]
    if len(near) < 2:
        few = "only one source speaks" if near else "no source speaks enough"
        return _signal("agreement", None, f"{few} of the question: there is nothing to compare")
    said = [other_words(question, one.text) for one in near]
    clashes: list[str] = []
    alike: list[float] = []
    for first, second in combinations(range(len(near)), 2):
        clash = next(_clashes(question, near[first], near[second]), None)
        clashes += [clash] if clash else []
        alike.append(0.0 if clash else _cosine(said[first], said[second]))
    mean = math.sqrt(math.fsum(alike) / len(alike))
    value = 0.0 if len(clashes) == len(alike) else _logistic(mean, _AGREEMENT)
    return _signal("agreement", value, _agreement_in_words(len(near), mean, clashes, len(alike)))


def _agreement_in_words(near: int, mean: float, clashes: Sequence[str], pairs: int) -> str:
    sources = f"the {near} nearest sources"
    differ = f"{'do not agree' if pairs == 1 else f'differ in {len(clashes)} of {pairs} pairs'}"
    if clashes:
        return f"{sources} {differ}: {clashes[0]}"
    many = "many" if mean >= 0.35 else "some" if mean >= 0.2 else "few"
    return (
        f"{sources} share {many} words beside those of the query"
        if mean
        else f"{sources} have only words of the query in common"
    )


def _cosine(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / math.sqrt(len(one) * len(other)) if one and other else 0.0


def _clashes(question: Question, one: _Read, other: _Read) -> Iterator[str]:
    """Sentences of two documents about one thing that differ in one value, denial or opposite."""
    mine, theirs = ([(text, _unnumbered(question, text)) for text in _sentences(read)] for read in (one, other))
    for first, words in mine:
        for second, others in theirs:
            alike = len(words & others) >= _ALIKE * min(len(words), len(others))
            if not (alike or max(len(words), len(others)) <= _ONE_POINT) or first == second:
                continue
            found = differences(first, second, question.language)
            clash = _exclusive(found, first, second, named=not one.asked.isdisjoint(("person", "place")))
            if found.shared < _SHARED or clash is None:
                continue
            if not (first.startswith(clash.first) and second.startswith(clash.second)):  # numbers of a list's items
                yield _clash(clash, one, other)


def _exclusive(found: Comparison, first: str, second: str, *, named: bool) -> Difference | None:
    """The one thing in which two sentences about one thing cannot both hold; the ends of a range count as one.

    A name is one where the query asks for a person or a place (``named``). Of two differences one may say whose the
    other is: "a 20 kg dog needs 200 g", "a 30 kg dog needs 300 g".
    """
    single = found.single
    if single is not None:
        return single if single.kind in _CLASHES or (named and single.kind == "name") else None
    values = [one for one in found.differences if one.kind == "value"]
    if len(values) != 2 or len(values) != len(found.differences):
        return None
    ranges = [
        re.search(_RANGE.join(map(re.escape, ends)), text)
        for ends, text in zip(
            zip(*((one.first, one.second) for one in values), strict=True), (first, second), strict=True
        )
    ]
    return Difference("value", *(match[0] for match in ranges if match)) if all(ranges) else None


def _unnumbered(question: Question, text: str) -> frozenset[str]:
    return frozenset(word for word in other_words(question, text) if not word.isdecimal())


def _sentences(read: _Read) -> list[str]:
    return [read.text[span.start : span.end] for span in sentences(read.text)][:_MOST_SENTENCES]


def _clash(found: Difference, one: _Read, other: _Read) -> str:
    return f"“{one.source.name}” says “{found.first}”, “{other.source.name}” “{found.second}”"


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(f"“{word}”" for word in words[:4])
    return shown + (f" and {len(words) - 4} more" if len(words) > 4 else "")
