"""What is asked of a model about each claim, all of one request together, and what came back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from critique_core.errors import ModelError
from critique_core.models import Claim, ClaimCandidates, SourceDocument, VerificationInput
from critique_core.verifiers.cross_encoder import batches, beliefs
from critique_core.verifiers.cross_encoder.beliefs import Belief
from critique_core.verifiers.cross_encoder.inputs import Asked, Row
from critique_core.verifiers.cross_encoder.loading import LoadedModel
from critique_core.verifiers.cross_encoder.windows import Window, halves, windows_of

_LEAST_ROOM = 24
"""Tokens below which a source's words could not be distinguished from what is around them."""
_LEAD = 1_000
"""Characters of the draft before a claim that a token classifier reads with it, as it was trained on whole answers."""


@dataclass(frozen=True, slots=True)
class Question:
    """One claim with its passages. ``lead`` is how many characters of ``asked.claim`` precede the claim."""

    claim: Claim
    candidates: ClaimCandidates
    asked: Asked
    lead: int = 0

    @classmethod
    def of(cls, claim: Claim, candidates: ClaimCandidates, request: VerificationInput, *, tokens: bool) -> "Question":
        """A classifier of pairs reads the claim's own text; one of ``tokens`` the draft's, with what leads to it."""
        if not tokens:
            return cls(claim, candidates, Asked(claim.text, request.query))
        start = max(0, claim.start - _LEAD)
        if start:  # not in the middle of a word
            start += len(request.draft[start : claim.start].partition(" ")[0])
        return cls(claim, candidates, Asked(request.draft[start : claim.end], request.query), claim.start - start)


@dataclass(frozen=True, slots=True)
class ClaimWindows:
    """The windows read for a claim with the belief of each, or the ``failure`` that left it without."""

    windows: tuple[Window, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    answer: tuple[tuple[int, int], ...] = ()
    failure: str | None = None

    @property
    def whole(self) -> Belief:
        """The one belief of all windows; there is none after a failure."""
        return beliefs.together(self.beliefs)


def ask(
    model: LoadedModel, questions: Sequence[Question], sources: Mapping[str, SourceDocument]
) -> tuple[ClaimWindows, ...]:
    """Read each claim's passages, in order; no row is shared with another request."""
    planned = [_planned(model, question, sources) for question in questions]
    rows = [row for plan in planned if not isinstance(plan, str) for _, row in plan]
    answers = iter(batches.run(rows, model.runtime, padding=model.encoder.padding, longest=model.longest))
    readings: list[ClaimWindows] = []
    for question, plan in zip(questions, planned, strict=True):
        if isinstance(plan, str):
            readings.append(ClaimWindows(failure=plan))
            continue
        try:
            readings.append(_read(model, question, plan, [next(answers) for _ in plan]))
        except ModelError as error:
            readings.append(ClaimWindows(failure=str(error)))
    return tuple(readings)


def ask_alone(
    model: LoadedModel, asked: Sequence[tuple[Question, Window]], sources: Mapping[str, SourceDocument]
) -> list[Belief | None]:
    """The belief of each claim after each of these windows alone; ``None`` where the model gives none."""
    rows = [model.encoder.row(question.asked, window.texts(sources)) for question, window in asked]
    fitting = [row for row in rows if len(row.ids) <= model.longest]
    answers = iter(batches.run(fitting, model.runtime, padding=model.encoder.padding, longest=model.longest))
    found: list[Belief | None] = []
    for (question, _), row in zip(asked, rows, strict=True):
        answer = next(answers) if len(row.ids) <= model.longest else None
        if answer is None or isinstance(answer, ModelError):
            found.append(None)
            continue
        try:
            found.append(_belief(model, question, row, answer))
        except ModelError:
            found.append(None)
    return found


def _planned(
    model: LoadedModel, question: Question, sources: Mapping[str, SourceDocument]
) -> list[tuple[Window, Row]] | str:
    """The windows and rows of one claim, or why it cannot be asked about."""
    if not question.asked.claim.strip():
        return "the claim is blank"
    taken = len(model.encoder.row(question.asked, ["."]).ids)
    room = min(model.preset.premise_tokens, model.longest - taken)
    if room < _LEAST_ROOM:
        with_query = " and the query" if "{question}" in model.preset.first and question.asked.question else ""
        return (
            f"the claim{with_query} take {taken} of the model's {model.longest} tokens and leave no room for a source"
        )
    windows = windows_of(question.candidates, sources, count=model.encoder.count, room=room, packed=model.preset.packed)
    planned = [pair for window in windows for pair in _fitting(model, question.asked, window, sources)]
    if planned:
        return planned
    text = any(source.content.strip() for source in sources.values())
    return "no passage of the sources shares a word with it" if text else "there is no source text to compare with"


def _fitting(
    model: LoadedModel, asked: Asked, window: Window, sources: Mapping[str, SourceDocument]
) -> Iterator[tuple[Window, Row]]:
    """The window, or its halves where its tokens are more than their parts' together."""
    row = model.encoder.row(asked, window.texts(sources))
    parts = halves(window) if len(row.ids) > model.longest else None
    if parts is None:
        yield window, row
    else:
        for part in parts:
            yield from _fitting(model, asked, part, sources)


def _read(
    model: LoadedModel,
    question: Question,
    plan: Sequence[tuple[Window, Row]],
    answers: Sequence[NDArray[np.float64] | ModelError],
) -> ClaimWindows:
    found: list[Belief] = []
    for (_, row), answer in zip(plan, answers, strict=True):
        if isinstance(answer, ModelError):
            raise answer
        found.append(_belief(model, question, row, answer))
    spans = tuple((start, end) for _, start, end in _claimed(question, plan[0][1]))
    return ClaimWindows(tuple(window for window, _ in plan), tuple(found), spans)


def _belief(model: LoadedModel, question: Question, row: Row, answer: NDArray[np.float64]) -> Belief:
    places = [place for place, _, _ in _claimed(question, row)]
    return beliefs.read(answer, model.preset, model.labels, places)


def _claimed(question: Question, row: Row) -> list[tuple[int, int, int]]:
    """The row's tokens that lie in the claim, with their places in the draft, without the space before a word."""
    first = question.claim.start - question.lead
    found: list[tuple[int, int, int]] = []
    for place, start, end in row.answer:
        words = question.asked.claim[max(start, question.lead) : end]
        if words.strip():
            found.append((place, first + end - len(words.lstrip()), first + end - len(words) + len(words.rstrip())))
    return found
