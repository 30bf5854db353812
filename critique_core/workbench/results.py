"""What a workbench gives: the seeds' shapes with the critique's id and claims; these models make schemas too."""

from typing import ClassVar, Literal

from pydantic import Field

from critique_core.library import LibraryEntry
from critique_core.models import CorrectiveResult, Critique, Decision, SourceDocument, Status, StopReason, Value
from critique_core.views import CritiqueResult, IValidationResult, View, critique_result, validation_result


class JudgedClaim(View):
    """A claim of the draft, by the id that a decision names."""

    id: str
    text: str
    status: Status


class CritiqueAnswered(CritiqueResult):
    """S0's result; ``critique_id`` names the resource ``claimlens://critiques/{id}``."""

    critique_id: str
    claims: tuple[JudgedClaim, ...]


class AnswerValidated(IValidationResult):
    """S2's result; ``critique_id`` as in ``CritiqueAnswered``."""

    critique_id: str
    claims: tuple[JudgedClaim, ...]


class Passage(View):
    """A passage of a document; offsets count its characters, ``score`` is from 0 to 1."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("page", "section"))

    source_id: str
    title: str
    content: str
    start: int
    end: int
    score: float
    page: int | None = None
    section: str | None = None


class SourcesFound(View):
    """Passages, best first, and how many documents were searched."""

    camel: ClassVar[bool] = True

    passages: tuple[Passage, ...]
    documents_in_library: int


class SourceKept(View):
    """What became of a document given to the library."""

    camel: ClassVar[bool] = True

    source_id: str
    title: str
    outcome: Literal["added", "updated", "unchanged"]


class SourcesListed(Value):
    """Documents by name, and how many the library holds in all."""

    sources: tuple[LibraryEntry, ...]
    documents_in_library: int


class DecisionsListed(Value):
    """All events on a reviewed answer in sequence, undone ones and undos included."""

    decisions: tuple[Decision, ...]


class AnswerGiven(View):
    """An answer written from sources; ``critique_id`` is of the check of it, unset where it was not checked.

    ``stopped`` says why no further correction was tried, ``sources`` are the passages that it was written from.
    """

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("critique_id",))

    answer: str
    confidence: float | None
    is_grounded: bool | None
    critique_id: str | None = None
    claims: tuple[JudgedClaim, ...]
    sources: tuple[Passage, ...]
    attempts: int
    stopped: StopReason
    notes: tuple[str, ...]


BatchState = Literal["waiting", "running", "done", "stopped"]


class BatchRow(View):
    """One request of a batch, by its place from 0; ``failure`` says why it was not checked and what to do."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("critique_id", "is_valid", "failure"))

    index: int
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    critique_id: str | None = None
    is_valid: bool | None = None
    confidence: float | None = None
    failure: str | None = None


class BatchTold(View):
    """How far a batch has come; ``finished`` counts what was checked and what failed."""

    camel: ClassVar[bool] = True

    batch_id: str
    state: BatchState
    total: int
    finished: int
    failed: int
    requests: tuple[BatchRow, ...]


class BatchEvent(View):
    """Something that happened in a batch: ``request`` is the row it happened to, ``stage`` the stage it has reached."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("request", "stage"))

    sequence: int
    kind: Literal["stage", "request", "end"]
    state: BatchState
    total: int
    finished: int
    failed: int
    request: BatchRow | None = None
    stage: str | None = None


class Fault(Value):
    """What is wrong with one field of a request, and what to do about it; ``field`` is empty for the whole of it."""

    field: str
    message: str


class Problem(Value):
    """Why a request was not done, as RFC 9457 has it; ``detail`` says what to do, ``errors`` name the fields."""

    type: str = "about:blank"
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    errors: tuple[Fault, ...] = ()


class DecisionRecorded(View):
    """The event as stored; ``authenticated`` says whether a key has proved the reviewer's name."""

    camel: ClassVar[bool] = True
    optional: ClassVar[frozenset[str]] = frozenset(("status", "note"))

    decision_id: str
    sequence: int
    critique_id: str
    claim_id: str
    action: str
    status: Status | None = None
    reviewer: str
    note: str | None = None
    authenticated: bool
    created_at: str


def critique_answered(critique: Critique) -> CritiqueAnswered:
    """A stored critique in S0's shape."""
    return CritiqueAnswered(**dict(critique_result(critique)), critique_id=critique.id, claims=_claims(critique))


def answer_validated(critique: Critique) -> AnswerValidated:
    """A stored critique in S2's shape."""
    return AnswerValidated(**dict(validation_result(critique)), critique_id=critique.id, claims=_claims(critique))


def passage(found: SourceDocument) -> Passage:
    """A passage as ``Library.search`` gives it, or a whole source."""
    place = {"document_id": found.id, "start": "0", "end": str(len(found.content))} | found.metadata
    document = found.model_copy(update={"id": place["document_id"]})  # a passage's own id names its place
    return Passage(
        source_id=document.id,
        title=document.name,
        content=found.content,
        start=int(place["start"]),
        end=int(place["end"]),
        score=found.relevance_score or 0.0,
        page=found.page,
        section=found.section,
    )


def answer_given(result: CorrectiveResult) -> AnswerGiven:
    """An answer with what its last check found."""
    final = result.final
    return AnswerGiven(
        answer=result.final_response,
        confidence=result.confidence,
        is_grounded=final.is_grounded if final else None,
        critique_id=final.id if final else None,
        claims=_claims(final) if final else (),
        sources=tuple(passage(one) for one in (final.request.sources if final else result.sources)),
        attempts=len(result.attempts),
        stopped=result.stopped,
        notes=result.notes,
    )


def decision_recorded(decision: Decision) -> DecisionRecorded:
    """A decision on a claim of a critique."""
    return DecisionRecorded(
        decision_id=decision.id,
        sequence=decision.sequence,
        critique_id=decision.critique_id or "",
        claim_id=decision.claim_id or "",
        action=decision.action,
        status=decision.status,
        reviewer=decision.reviewer,
        note=decision.note,
        authenticated=decision.authenticated,
        created_at=decision.created_at.isoformat(),
    )


def _claims(critique: Critique) -> tuple[JudgedClaim, ...]:
    draft = critique.request.draft
    return tuple(JudgedClaim(id=one.id, text=draft[one.start : one.end], status=one.status) for one in critique.claims)
