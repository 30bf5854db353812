"""Corrective retrieval (S3, S4): better sources for a draft that its own do not bear out, and the draft put right.

A composite: it holds a critic and retrievers. Each round grades the sources, searches for what the failing claims
lack, reads the draft against what was found, corrects what is still not supported and checks the result again; a round
is kept only when it helps. Nothing here needs a model, and the same input gives the same result; only times differ.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from critique_core import pipeline, revision
from critique_core.corrective import rules
from critique_core.corrective.generation import Generator
from critique_core.corrective.search import Found, Limits, Retrievers, Searcher
from critique_core.errors import ModelError
from critique_core.models import (
    Corrections,
    CorrectiveAttempt,
    CorrectiveResult,
    Critique,
    CritiqueRequest,
    Gate,
    Hunk,
    Profile,
    RetrievalGrade,
    SourceDocument,
    StopReason,
)
from critique_core.pipeline.stages import RULES, Revises, Stages
from critique_core.retrieval import grade as retrieval_grade
from critique_core.retrieval.search import Cooldown
from critique_core.retrieval.strips import recompose
from critique_core.runs.progress import Progress, Timer
from critique_core.verifiers.base import Verifier

STAGES = ("grade", "verify", "correct")
_NOTHING_LEFT: frozenset[StopReason] = frozenset(("attempts_used", "nothing_found", "no_gain"))


@dataclass(frozen=True, slots=True)
class Judge:
    """What a draft is verified with: ``pipeline.critique``'s own defaults where nothing is given."""

    verifier: Verifier | None = None
    profile: Profile | None = None
    gate: Gate = field(default_factory=Gate)
    stages: Stages = RULES

    def check(
        self,
        request: CritiqueRequest,
        progress: Progress | None = None,
        used: int = 0,
        before: Critique | None = None,
    ) -> Critique:
        """The critique of a request after ``used`` corrections; the loop corrects, so ``auto_revise`` is not heeded."""
        options = request.options.model_copy(update={"auto_revise": False})
        gate = self.gate.model_copy(update={"attempts_used": self.gate.attempts_used + used})
        asked = request.model_copy(update={"options": options})
        return pipeline.critique(
            asked,
            verifier=self.verifier,
            profile=self.profile,
            gate=gate,
            stages=self.stages,
            before=before,
            progress=progress,
        )


def corrective_rag_loop(
    subject: CritiqueRequest | Critique,
    retrievers: Retrievers = (),
    *,
    judge: Judge | None = None,
    limits: Limits | None = None,
    generator: Generator | None = None,
    cooldown: Cooldown | None = None,
    grade: RetrievalGrade | None = None,
    asked: Collection[str] = (),
    progress: Progress | None = None,
) -> CorrectiveResult:
    """Correct a draft by looking for sources that bear out its claims, at most ``limits.max_attempts`` times (S4).

    ``subject`` is a request, which is checked first, or its critique. ``retrievers`` is one object with
    ``search(query)`` or several, asked in parallel. The sources are graded (or ``grade`` says how they were): S3's
    action follows, and S4's targeted queries for the failing claims go with each. Sources graded correct or ambiguous
    stay, those graded incorrect are set aside when better ones are found, unless a supported claim rests on them or the
    draft cites them by number. What is found is used as far as it mentions the query or the claim it was sought for.

    The same draft is read against the sources so found: a claim that only lacked its source stays as it is. What is
    still not supported is corrected, trimmed or taken out by the reviser, by ``rules.GIVEN_UP_BELOW``; with a
    ``generator`` the answer is written anew from the kept strips instead. Evidence always points into whole sources.
    A round is kept when ``rules.better`` says so. When none is left to try and the confidence is still
    below the request's threshold, ``final.recommendation`` is reject (C8). ``asked`` are queries that the sources were
    found with, so that they are not asked again.

    ``progress`` is called for ``STAGES``, as ``pipeline.critique`` does for its own; what it raises ends the loop.
    ``subject`` and its sources are not changed. Raises ``SettingsError`` when the profile was tuned for another
    verifier, ``InvalidInput`` for thresholds that make no sense.
    """
    limits = limits or Limits()
    judge = judge or Judge(gate=Gate(attempts_allowed=limits.max_attempts))
    timer, begun = Timer(progress), time.perf_counter()
    request = subject.request if isinstance(subject, Critique) else subject
    with timer.stage("grade"):
        grade = grade or graded(request.query, request.sources, limits)
    with timer.stage("verify"):
        first = subject if isinstance(subject, Critique) else judge.check(request, within(timer, "verify"))
    parts = _Parts(judge, limits, generator, Searcher(retrievers, limits, cooldown, asked, judge.stages.queries))
    with timer.stage("correct"):
        loop = _Loop(first, grade, parts, timer)
        loop.run()
    return with_spent(loop.result(request, milliseconds_since(begun)), timer)


def graded(query: str, sources: Sequence[SourceDocument], limits: Limits) -> RetrievalGrade:
    """The grade of sources under the limits' thresholds."""
    return retrieval_grade.grade(
        query,
        sources,
        correct_threshold=limits.correct_threshold,
        incorrect_threshold=limits.incorrect_threshold,
    )


def with_spent(result: CorrectiveResult, timer: Timer) -> CorrectiveResult:
    """The result with what its own stages asked of a model, with what its critiques asked."""
    book = timer.book
    return result.model_copy(update={
        "costs": (*result.costs, *book.costs.values()),
        "by_model": tuple(dict.fromkeys((*result.by_model, *book.by_model))),
        "notes": tuple(dict.fromkeys((*result.notes, *book.notes))),
    })  # fmt: skip


def within(timer: Timer, stage: str) -> Progress:
    """The progress of a whole critique inside one stage."""
    stages = pipeline.STAGES
    return lambda inner, done: timer.tell(stage, min(0.99, (stages.index(inner) + done) / len(stages)))


def milliseconds_since(begun: float) -> float:
    """Milliseconds since a reading of ``time.perf_counter``."""
    return round((time.perf_counter() - begun) * 1000, 3)


class _Tried(NamedTuple):
    """What one round came to: the critique of its text, and why it is kept or not."""

    critique: Critique
    kept: bool
    reason: str


class _Corrected(NamedTuple):
    """The better of a draft and its correction; ``reworded`` says that there was one to compare."""

    critique: Critique
    reworded: bool


class _Parts(NamedTuple):
    """What the rounds are made with."""

    judge: Judge
    limits: Limits
    generator: Generator | None
    searcher: Searcher


class _Loop:
    """The rounds of one draft: ``current`` is the last kept critique."""

    def __init__(self, first: Critique, grade: RetrievalGrade, parts: _Parts, timer: Timer) -> None:
        self.first = self.current = first
        self.grade = self.current_grade = grade
        self.attempts: list[CorrectiveAttempt] = []
        self.stopped: StopReason = "confident"
        self.notes: list[str] = []
        self._judge, self._limits, self._generator = parts.judge, parts.limits, parts.generator
        self._searcher, self._timer = parts.searcher, timer
        self._threshold = first.request.options.confidence_threshold

    def run(self) -> None:
        """Attempt until the draft wants nothing, nothing is left to try, or the attempts are used up."""
        if not rules.measurable(self.first):
            self.stopped = "nothing_found"
            told = "declines to answer" if self.first.abstained else "states nothing that could be verified"
            self.notes.append(f"The draft {told}, so there is nothing to correct.")
            return
        while self._wants():
            if len(self.attempts) == self._limits.max_attempts:
                self.stopped = "attempts_used"
                return
            if not self._can_go_on():
                self.stopped = self._why_no_further()
                return
            self._attempt(len(self.attempts) + 1)
        self.stopped = "confident"

    def result(self, request: CritiqueRequest, milliseconds: float) -> CorrectiveResult:
        """The whole way, with the gate's word on what is handed on."""
        final = self._counted(self._decided())
        return CorrectiveResult(
            query=request.query,
            draft=request.draft,
            final_response=final.request.draft,
            grade=self.grade,
            sources=request.sources,
            first=self.first,
            attempts=tuple(self.attempts),
            final=final,
            stopped=self.stopped,
            notes=tuple(self.notes),
            milliseconds=milliseconds,
        )

    def _counted(self, final: Critique) -> Critique:
        """The critique with what the loop did to its answer, for the metrics of use."""
        done = Corrections(
            attempts=len(self.attempts), confidence_before=self.first.confidence, confidence_after=final.confidence
        )
        run = final.metadata.run.model_copy(update={"corrections": done})
        return final.model_copy(update={"metadata": final.metadata.model_copy(update={"run": run})})

    def _wants(self) -> bool:
        return rules.wanting(self.current, self._threshold) is not None

    def _can_go_on(self) -> bool:
        """Whether another round could do anything: ask what was not asked yet, or correct what was just found."""
        if self._searcher.open_queries(self.current):
            return True
        untried = not self.attempts or self.attempts[-1].kept
        by_rules = untried and bool(self._changes(RULES.revision, self.current, searched=self._searched()))
        return by_rules or (self._generator is not None and not self.attempts)

    def _searched(self) -> bool:
        """Whether any search could be made so far, in the rounds or before them."""
        made = any(search.failure is None for attempt in self.attempts for search in attempt.searches)
        return made or self._searcher.searched_before

    def _why_no_further(self) -> StopReason:
        if not self._searcher.can_search:
            return "no_retriever"
        trouble = self._searcher.trouble
        if trouble is not None:
            return trouble
        searched = self.attempts[-1].searches if self.attempts else ()
        return "nothing_found" if not any(search.source_ids for search in searched) else "no_gain"

    def _decided(self) -> Critique:
        """The current critique with its recommendation after the attempts; what no attempt is left for is rejected."""
        if not self.attempts:
            return self.current
        gate = self._judge.gate
        used = len(self.attempts)
        if self.stopped in _NOTHING_LEFT:
            used = max(used, gate.attempts_allowed)
        return pipeline.redecide(self.current, gate=gate.model_copy(update={"attempts_used": used}))

    # --- one attempt -----------------------------------------------------------------------------------------------

    def _attempt(self, number: int) -> None:
        begun = time.perf_counter()
        before, grade = self.current, self.current_grade
        self._tell(number, 0.0)
        found = self._searcher.search(before, grade)
        self._tell(number, 0.3)
        tried = self._tried(before, found, number)
        self.attempts.append(
            CorrectiveAttempt(
                number=number,
                grade=grade,
                action=grade.suggested_action,
                searches=found.searches,
                strips=found.strips,
                sources=tried.critique.request.sources,
                critique=tried.critique,
                fixed=rules.fixed(before, tried.critique),
                confidence_before=before.confidence,
                confidence_after=tried.critique.confidence,
                kept=tried.kept,
                reason=tried.reason,
                milliseconds=milliseconds_since(begun),
            )
        )
        if tried.kept:
            self.current = tried.critique
            self.current_grade = graded(before.request.query, tried.critique.request.sources, self._limits)
        self._tell(number, 1.0)

    def _tried(self, before: Critique, found: Found, number: int) -> _Tried:
        """The draft against the sources found, and corrected by them; where neither helps, corrected by its own.

        What was found may speak against a claim that the draft's own sources bear out; a wrong value is put right all
        the same.
        """
        same = before
        if found.sources != before.request.sources:
            request = before.request.model_copy(update={"sources": found.sources})
            same = self._judge.check(request, self._progress(number, 0.3, 0.5), used=number)
        written = self._written(same, found)
        tried = self._generated_well(same, written, number) if written else self._corrected(same, found, number, 0.5)
        best = tried.critique
        kept, reason = rules.better(before, best)
        if not kept and same is not before:
            own = self._corrected(before, found, number, 0.75).critique
            if own is not before:
                return _Tried(own, *rules.better(before, own))
        if best is before:
            return _Tried(before, kept=False, reason=self._why_nothing(found, tried.reworded))
        return _Tried(best, kept, reason)

    def _generated_well(self, critique: Critique, written: CritiqueRequest, number: int) -> _Corrected:
        """What a generator wrote, where it is better than the draft."""
        if written.draft == critique.request.draft:
            return _Corrected(critique, reworded=False)
        after = self._judge.check(written, self._progress(number, 0.5, 0.75), used=number)
        return _Corrected(after if _preferred(critique, after) else critique, reworded=True)

    def _corrected(self, critique: Critique, found: Found, number: int, start: float) -> _Corrected:
        """The draft as the reviser corrects it, where that helps; of changes refused together, those that do."""
        searched = self._searched() or any(search.failure is None for search in found.searches)
        hunks = self._hunks(critique, searched=searched)
        draft = critique.request.draft
        if not hunks or revision.apply(draft, hunks) == draft:
            return _Corrected(critique, reworded=False)

        def check(text: str, nth: int) -> Critique:
            rest = 0.25 * 0.5**nth  # each further check takes half of what is left of the progress
            progress = self._progress(number, start + 0.25 - 2 * rest, start + 0.25 - rest)
            changed = critique.request.model_copy(update={"draft": text})
            return self._judge.check(changed, progress, used=number, before=critique)

        return _Corrected(revision.attempt(critique, hunks, check, rules.better).critique, reworded=True)

    def _why_nothing(self, found: Found, rewritten: bool) -> str:
        if rewritten:
            return "correcting the draft made it no better"
        failed = found.searches and all(search.failure for search in found.searches)
        told = "no search could be made" if failed else "no new source was found"
        return f"{told if found.searches else 'nothing was searched'}, and nothing in the draft could be corrected"

    def _written(self, critique: Critique, found: Found) -> CritiqueRequest | None:
        """The request with what a generator writes in place of the draft; ``None`` where it does not."""
        if self._generator is None or not self._wants_of(critique):
            return None
        return self._generated(self._generator, critique, found)

    def _wants_of(self, critique: Critique) -> bool:
        return rules.wanting(critique, self._threshold) is not None

    def _hunks(self, critique: Critique, *, searched: bool) -> tuple[Hunk, ...]:
        """What the reviser would change; a model is asked only where the rules would change something."""
        by_rules = self._changes(RULES.revision, critique, searched=searched)
        if not by_rules or self._judge.stages.revision is RULES.revision:
            return by_rules
        return self._changes(self._judge.stages.revision, critique, searched=searched)

    def _changes(self, revise: Revises, critique: Critique, *, searched: bool) -> tuple[Hunk, ...]:
        """What ``revise`` would change.

        Where nothing could be searched, the draft is corrected as ``pipeline.revise`` corrects it, and not at all by
        sources that do not even fit the query: what they lack may well be true.
        """
        if not searched and self.current_grade.quality == "incorrect":
            return ()
        claims = rules.for_reviser(critique) if searched else critique.claims
        # What is missing is not added from sources of unproven worth, except where it is all that is left to say.
        emptied = all(rules.given_up(claim) for claim in critique.claims if claim.checkable)
        findings = critique.findings if emptied else critique.findings.model_copy(update={"missing": ()})
        return revise(critique.request, claims, critique.issues, critique.citations, findings)

    def _generated(self, generator: Generator, critique: Critique, found: Found) -> CritiqueRequest | None:
        """What the generator writes from the kept strips; the sources are in the order that its citations count."""
        sources = critique.request.sources
        read = recompose(found.strips, sources) or sources
        try:
            text = generator.generate(critique.request.query, read, critique.issues)
        except ModelError as error:
            self.notes.append(f"The answer was corrected by rules, since the generator could not write: {error}")
            return None
        places = {source.id: place for place, source in enumerate(read)}
        ordered = sorted(sources, key=lambda source: places.get(source.id, len(places)))
        changed = {"draft": text, "sources": tuple(ordered)}
        return critique.request.model_copy(update=changed) if text.strip() else None

    def _progress(self, number: int, start: float, end: float) -> Progress:
        def tell(stage: str, done: float) -> None:
            part = (pipeline.STAGES.index(stage) + done) / len(pipeline.STAGES)
            self._tell(number, start + (end - start) * part)

        return tell

    def _tell(self, number: int, part: float) -> None:
        self._timer.tell("correct", min(0.99, (number - 1 + part) / self._limits.max_attempts))


def _preferred(before: Critique, after: Critique) -> bool:
    return rules.better(before, after)[0]
