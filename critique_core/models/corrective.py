"""What corrective retrieval says: how good the sources are, what was searched and kept, each attempt to do better."""

from typing import Literal

from pydantic import Field

from critique_core.models.base import Probability, Value
from critique_core.models.claims import Span
from critique_core.models.critique import Critique, StageCost, StageModel
from critique_core.models.request import SourceDocument

RetrievalQuality = Literal["correct", "ambiguous", "incorrect"]
CorrectiveAction = Literal["refine_and_use", "combine_with_web_search", "trigger_web_search"]
SignalName = Literal["rerank", "coverage", "agreement"]
StopReason = Literal[
    "confident",
    "off",
    "too_short",
    "attempts_used",
    "nothing_found",
    "no_gain",
    "cooldown",
    "timed_out",
    "search_failed",
    "no_retriever",
]


class RetrievalSignal(Value):
    """One signal of a grade: ``value`` is ``None`` when it cannot be measured, and its ``weight`` is then 0."""

    name: SignalName
    value: Probability | None
    weight: Probability
    reasoning: str


class RetrievalGrade(Value):
    """How well the sources fit the query (S3).

    ``score`` is the weighted mean of the measured signals, ``None`` when there is none. ``confidence`` is the
    score, and 1 minus the score when the quality is incorrect.
    """

    quality: RetrievalQuality
    score: Probability | None
    confidence: Probability | None
    reasoning: str
    suggested_action: CorrectiveAction
    signals: tuple[RetrievalSignal, ...] = ()


class Strip(Span):
    """A stretch of a source, judged by itself; the span is its place in the source it was cut from.

    ``why`` says in a few words why a strip was dropped, and is empty when it was kept. ``relevance`` is ``None`` when
    the query has no word to judge by.
    """

    source_id: str
    text: str
    relevance: Probability | None
    tokens: int = Field(ge=0)
    kept: bool
    why: str = ""


class TargetedQuery(Value):
    """What is searched for; ``claim_id`` is the claim that failed, ``None`` for the reader's own query."""

    text: str
    claim_id: str | None = None
    reason: str


class Search(Value):
    """One question to one retriever: what it gave by id, how long it took, or why it failed."""

    query: TargetedQuery
    retriever: str
    source_ids: tuple[str, ...] = ()
    milliseconds: float = Field(ge=0)
    failure: str | None = None


class CorrectiveAttempt(Value):
    """One round: the sources graded, searched for, refined, the draft corrected and verified again.

    ``sources`` are those that ``critique`` was made against. ``fixed`` are the ids of claims of the critique before it
    that were not supported and are supported, corrected or gone now. ``milliseconds`` is what the round took.
    """

    number: int = Field(ge=1)
    grade: RetrievalGrade
    action: CorrectiveAction
    searches: tuple[Search, ...] = ()
    strips: tuple[Strip, ...] = ()
    sources: tuple[SourceDocument, ...] = ()
    critique: Critique | None = None
    fixed: tuple[str, ...] = ()
    confidence_before: Probability | None = None
    confidence_after: Probability | None = None
    kept: bool
    reason: str
    milliseconds: float = Field(ge=0)


class CorrectiveResult(Value):
    """The whole way from a draft to what is handed on.

    ``first`` judges the draft as it came, ``final`` what is handed on; ``first`` is ``None`` when verification was off
    or the draft too short for it, and ``stopped`` says which. ``grade`` is of the sources the draft was written from.
    ``costs`` and ``by_model`` are of drafting and searching; what a critique cost is in its own ``metadata.run``.
    """

    query: str
    draft: str
    final_response: str
    grade: RetrievalGrade | None
    searches: tuple[Search, ...] = ()
    sources: tuple[SourceDocument, ...] = ()
    first: Critique | None
    attempts: tuple[CorrectiveAttempt, ...] = ()
    final: Critique | None
    stopped: StopReason
    notes: tuple[str, ...] = ()
    costs: tuple[StageCost, ...] = ()
    by_model: tuple[StageModel, ...] = ()
    milliseconds: float = Field(ge=0)

    @property
    def confidence(self) -> float | None:
        """Confidence in what is handed on, 0 to 1; ``None`` with no critique or nothing to measure."""
        return self.final.confidence if self.final else None

    @property
    def additional_context_used(self) -> bool:
        """Whether what is handed on was corrected with sources that the draft was not written from (S4)."""
        known = {source.id for source in self.sources}
        return any(source.id not in known for attempt in self.attempts if attempt.kept for source in attempt.sources)
