"""How well retrieved sources fit a query, before anything is written from them (S3's evaluator).

Three signals, each 0 to 1: rerank scores (weight 0.4), coverage of the query's words (0.3), agreement of the documents
(0.3). The weights of those that can be measured are scaled to sum to 1.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from critique_core.contradictions.differences import Difference, differences
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
_ALIKE = 0.3  # of the shorter sentence's words, below which two sentences are not compared
_SHARED = 0.6  # of the weight of the shorter sentence, below which two sentences mention two things
_CLASHES = frozenset(("value", "opposite", "denial"))
_MOST_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class _Read:
    """A source and its stretch nearest to the query."""

    source: SourceDocument
    stretch: Stretch

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
      names weigh more, words of many senses less) in the nearest 120 words of any one source. The seed counts every
      word, "how" and "the" too, wherever its letters are in all documents together.
    - *agreement*: how alike the three nearest documents are in what they say next to the query's words: the mean over
      pairs of the cosine of their content words, its square root taken. A pair of which two sentences about one thing
      differ in a value, a denial or an opposite counts 0. Missing unless two documents mention the query.

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
    signals = _weighed((_rerank(sources, rerank_scores), _coverage(read), _agreement(question, read)))
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
    many = f"the first {len(first)} rerank scores have" if len(first) > 1 else "the one rerank score has"
    return _signal("rerank", mean, f"{many} a mean of {mean:.2f}")


def _coverage(read: Sequence[_Read]) -> RetrievalSignal:
    if not read:
        return _signal("coverage", None, "the query holds no word that says what it is about")
    best = read[0]
    share = best.stretch.share
    if not share:
        return _signal("coverage", _logistic(0.0, _COVERAGE), "no source speaks of any word of the query")
    missing = best.stretch.missing
    lacks = f", not of {_listed(missing)}" if missing else ""
    told = f"the nearest source, “{best.source.name}”, speaks of {share:.0%} of the query's words{lacks}"
    return _signal("coverage", _logistic(share, _COVERAGE), told)


def _agreement(question: Question, read: Sequence[_Read]) -> RetrievalSignal:
    near = [one for one in read if one.stretch.share >= _SPEAKS_FROM][:_FIRST]
    if len(near) < 2:
        return _signal("agreement", None, f"{'one source speaks' if near else 'no source speaks enough'} of the query, "
                       "so none can bear another out")  # fmt: skip
    said = [other_words(question, one.text) for one in near]
    clashes: list[str] = []
    alike: list[float] = []
    for first, second in combinations(range(len(near)), 2):
        clash = next(_clashes(question, near[first], near[second]), None)
        clashes += [clash] if clash else []
        alike.append(0.0 if clash else _cosine(said[first], said[second]))
    mean = math.sqrt(math.fsum(alike) / len(alike))
    told = (
        f"the {len(near)} nearest sources say {'much' if mean >= 0.35 else 'some' if mean >= 0.2 else 'little'} alike"
    )
    told += f"; of {len(alike)} pairs {len(clashes)} differ: {clashes[0]}" if clashes else ""
    return _signal("agreement", _logistic(mean, _AGREEMENT), told)


def _cosine(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / math.sqrt(len(one) * len(other)) if one and other else 0.0


def _clashes(question: Question, one: _Read, other: _Read) -> Iterator[str]:
    """Sentences of two documents about one thing that differ in one value, denial or opposite."""
    mine, theirs = ([(text, other_words(question, text)) for text in _sentences(read)] for read in (one, other))
    for first, words in mine:
        for second, others in theirs:
            shorter = min(len(words), len(others))
            if not shorter or len(words & others) < _ALIKE * shorter or first == second:
                continue
            found = differences(first, second, question.language)
            clash = found.single
            if found.shared < _SHARED or clash is None or clash.kind not in _CLASHES:
                continue
            if not (first.startswith(clash.first) and second.startswith(clash.second)):  # numbers of a list's items
                yield _clash(clash, one, other)


def _sentences(read: _Read) -> list[str]:
    return [read.text[span.start : span.end] for span in sentences(read.text)][:_MOST_SENTENCES]


def _clash(found: Difference, one: _Read, other: _Read) -> str:
    return f"“{one.source.name}” says “{found.first}”, “{other.source.name}” “{found.second}”"


def _listed(words: Sequence[str]) -> str:
    shown = ", ".join(f"“{word}”" for word in words[:4])
    return shown + (f" and {len(words) - 4} more" if len(words) > 4 else "")
